"""Between games: the first start (volume, microphone), an unfinished game that may go on, and waiting for a new one.

Which of these steps are due stands in ``Setup.lobby``; when none is left, the host leaves the lobby for a new game.
How it left (``Host.left``) tells the shell what comes: ``new_game``, ``again`` (the same people), ``resume``,
``microphone`` (try another one, then go on here), ``shut_down``.
"""

from __future__ import annotations

from typing import Final

from host.dialogue.desk import Desk
from host.dialogue.protocol import Prompt
from host.dialogue.stage import Stage, Then
from host.dialogue.talk import Step
from host.dialogue.understand import Intent

LOUD: Final = -1.0
"""Peak in decibels of full scale from which speech is distorted."""
FAINT: Final = -30.0
"""Peak below which recognition suffers (-30: a voice about two metres from a plain microphone)."""
TRIES: Final = 2
"""Times that somebody is asked to speak up."""
WAITS: Final = (10.0, 30.0)
"""Seconds of silence after which the microphone's check speaks up."""


def ready(desk: Desk) -> None:
    """The first words in the lobby: after the first start the host is only "ready"."""
    if not desk.talk.setup.ask_language and desk.talk.setup.lobby[0] in (Step.OFFER, Step.IDLE):
        desk.say("box_ready")
        desk.end_line()


def _next(desk: Desk) -> Then:
    """The step is done; after the last one a new game begins."""
    desk.agree(lobby=desk.talk.setup.lobby[1:], tries=0)
    if desk.talk.setup.lobby:
        return Then.ASK
    desk.say("lobby_done")
    desk.quit("new_game")
    return Then.WAIT


# --- the first start ----------------------------------------------------------------------------------------------


def ask_volume(desk: Desk) -> None:
    """Says how loud it is, at that loudness; "louder" and "quieter" say it again at the new one (B12)."""
    desk.say("ask_volume")
    desk.ask()


def take_volume(desk: Desk, intent: Intent) -> Then | None:
    """Loud enough."""
    if intent.name not in ("level_ok", "yes"):
        return None
    desk.say("volume_kept")
    desk.end_line()
    return _next(desk)


def ask_microphone(desk: Desk) -> None:
    """Asks for a sentence (B18)."""
    desk.say("ask_microphone")
    desk.ask()


def take_microphone(desk: Desk, intent: Intent) -> Then | None:
    """Whatever was said, it is a sentence to judge the microphone by; a key goes past it."""
    return microphone_words(desk, desk.book.intents["level_ok"][0]) if intent.name == "level_ok" else None


def microphone_words(desk: Desk, text: str) -> Then | None:
    """How well that was heard, in words."""
    level = desk.talk.level
    if desk.typed or level is None:
        desk.say("mic_skipped")
    elif level < FAINT and desk.talk.setup.tries < TRIES:
        desk.agree(tries=desk.talk.setup.tries + 1)
        desk.say("mic_quiet")
        desk.ask()
        return Then.WAIT
    else:
        line = "mic_faint" if level < FAINT else "mic_loud" if level > LOUD else "mic_good"
        desk.say(line, heard=text.strip().rstrip(".?!"))
    desk.end_line()
    return _next(desk)


def nothing_heard(desk: Desk) -> None:
    """Silence at the microphone's check: the other microphone, or a hint."""
    box = desk.mind.box
    if box is not None and box.microphones > 1:
        desk.say("mic_other")
        desk.quit("microphone")
        return
    desk.say("mic_nothing" if desk.talk.silences < len(WAITS) else "mic_still")
    desk.end_line()


# --- a game that is not finished ----------------------------------------------------------------------------------


def ask_offer(desk: Desk) -> None:
    """Which game it is, whose turn, and whether a question is open (A91)."""
    offer = dict(desk.talk.setup.offer)
    desk.say("offer", game=offer["game"], players=offer["players"], player=offer["player"])
    if offer.get("open"):
        desk.say("offer_open")
    desk.say("ask_offer")
    desk.ask()


def take_offer(desk: Desk, intent: Intent) -> Then | None:
    """Yes goes on with it, no leaves it for later."""
    match intent.name:
        case "yes" | "go_on":
            desk.quit("resume")
            return Then.WAIT
        case "no":
            return _next(desk)
        case "new_game" | "again":
            return _new(desk, "new_game")
    return None


# --- waiting ------------------------------------------------------------------------------------------------------


def ask_idle(desk: Desk) -> None:
    """What to say when somebody wants to play; after that the host is silent for as long as it takes."""
    desk.say("idle_resume" if desk.talk.setup.offer else "idle")
    desk.ask()


def take_idle(desk: Desk, intent: Intent) -> Then | None:
    """A new game, the same people again, or the game that was not finished."""
    match intent.name:
        case "new_game" | "again":
            return _new(desk, intent.name)
        case "go_on" | "yes" if desk.talk.setup.offer:
            desk.quit("resume")
            return Then.WAIT
        case "go_on":
            desk.say("nothing_to_resume")
            return Then.REPEAT
        case "stop" | "no":
            desk.say("resting")
            return Then.WAIT
    return None


def _new(desk: Desk, how: str) -> Then:
    desk.agree(lobby=())
    desk.quit(how)
    return Then.WAIT


IDLE = (
    "new_game", "again", "go_on", "stop", "help", "repeat", "overview", "access_help", "sounds", "new_packs", "mute",
    "unmute", "shut_down", "louder", "quieter", "slower", "faster", "sounds_quieter", "sounds_louder", "sounds_off",
    "sounds_on", "light_off", "light_on", "source", "language", "volume",
)  # fmt: skip
"""All that can be said while nobody plays."""
STAGES = {
    Step.VOLUME: Stage(ask_volume, take_volume, ("level_ok", "yes", "louder", "quieter", "volume"), menu=False),
    Step.MICROPHONE: Stage(
        ask_microphone,
        take_microphone,
        ("level_ok",),
        words=microphone_words,
        prompt=Prompt.OPEN,
        menu=False,
        only=True,
    ),
    Step.OFFER: Stage(ask_offer, take_offer, ("yes", "no", "go_on", "new_game", "again"), menu=False),
    Step.IDLE: Stage(ask_idle, take_idle, IDLE, quiet=True, only=True, menu=False),
}
