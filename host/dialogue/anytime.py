"""What can be said at any moment: repeat, score, help, why, contest, undo, pause, manner of speaking, stop."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from host.dialogue.announce import announce, missing_of, say_score
from host.dialogue.desk import Desk
from host.dialogue.phrasebook import Verbosity
from host.dialogue.talk import Confirm, Judged, Mode, Step
from host.dialogue.turn import ask_next, help_text, pose, step_of
from host.rules.messages import OverruleVerdict, Rejected, Undo, VoidQuestion, WedgeWon
from host.rules.words import Verdict

SLOWEST, FASTEST = 0.5, 3.0
"""Bounds of the speech rate, 1 = normal."""


def repeat(desk: Desk) -> None:
    """Says the pending question again, word for word; slower from the second time on (A40)."""
    prompt, repeats = desk.talk.prompt, desk.talk.repeats + 1
    for text in prompt:
        desk.say_text(text)
        desk.end_line("prompt", *(("slow",) if repeats > 1 else ()))
    desk.change(repeats=repeats)


def score(desk: Desk) -> None:
    """Everybody's wedges, or what is known before the game."""
    if desk.game is None:
        desk.say("not_begun")
    else:
        say_score(desk)


def need(desk: Desk) -> None:
    """What the active player still needs."""
    if desk.game is None:
        desk.say("not_begun")
        return
    player = desk.game.active
    missing = missing_of(desk, player)
    if missing:
        desk.say("needs", player=desk.name(player), colours=desk.book.join(tuple(map(desk.colour, missing))))
    else:
        desk.say("needs_hub", player=desk.name(player))


def whose_turn(desk: Desk) -> None:
    """Whose turn it is."""
    if desk.game is None:
        desk.say("not_begun")
    else:
        desk.say("whose_turn", player=desk.name(desk.game.active))


def help_(desk: Desk) -> None:
    """What can be said now (A47)."""
    desk.say_text(help_text(desk))
    desk.end_line()
    if desk.game is not None:
        desk.say("help_always")


def why(desk: Desk) -> None:
    """What was heard, what the card says, and the judge's reason (N13)."""
    judged = desk.talk.judged
    if judged is None:
        desk.say("why_nothing")
        return
    if judged.reason:
        desk.say_text(judged.reason)
    else:
        line = "why_heard" if judged.heard else "why_silent"
        desk.say(line, heard=judged.heard.rstrip("."), answer=judged.answer.rstrip("."))


def contest(desk: Desk, *, right: bool = True) -> None:
    """The table overrules the last verdict (until the next roll); wedge and turn follow."""
    judged = desk.talk.judged
    if desk.game is None or judged is None or (judged.verdict == "right") == right:
        desk.say("nothing_to_contest")
        return
    outcome = desk.do(OverruleVerdict(Verdict.RIGHT if right else Verdict.WRONG))
    if not isinstance(outcome, tuple):
        reason = "rejected_too_late" if isinstance(outcome, Rejected) else "doubted_default"
        desk.say(reason)
        return
    desk.say("overruled_right" if right else "overruled_wrong", player=desk.name(judged.player))
    verdict = "right" if right else "wrong"
    desk.change(judged=Judged(judged.player, judged.heard, judged.answer, verdict, judged.reason))
    announce(desk, tuple(event for event in outcome if isinstance(event, WedgeWon)))
    desk.change(confirm=Confirm.NOTHING)
    ask_next(desk, kept=right)


def undo(desk: Desk) -> None:
    """Takes the last decision back; the pending question is asked again."""
    if desk.game is None:
        desk.say("nothing_to_undo")
        return
    outcome = desk.do(Undo())
    if not isinstance(outcome, tuple):
        desk.say("nothing_to_undo")
        return
    desk.say("undone")
    desk.end_line()
    desk.change(confirm=Confirm.NOTHING, retries=0, earlier=None)
    if desk.game.question is not None and desk.game.question.id:
        desk.change(question_id=desk.game.question.id)
    ask_next(desk)


def skip(desk: Desk) -> None:
    """The card is known or faulty: another one of the same colour, at no cost (R-T16)."""
    if desk.game is None or step_of(desk) is not Step.ANSWER:
        desk.say("nothing_to_void")
        return
    outcome = desk.do(VoidQuestion())
    if not isinstance(outcome, tuple):
        desk.say("nothing_to_void")
        return
    desk.say("voided")
    desk.end_line()
    pose(desk)


def pause(desk: Desk) -> None:
    """Stops listening for anything but "go on" (A16)."""
    desk.say("paused")
    desk.change(mode=Mode.PAUSED)


def go_on(desk: Desk) -> None:
    """Goes on after a pause with the pending question."""
    if desk.talk.mode is Mode.PAUSED:
        desk.change(mode=Mode.SPEAKING)
        desk.say("go_on")
        desk.end_line()
    repeat(desk)


def stop(desk: Desk) -> None:
    """Leaves; the game is saved as it always is."""
    desk.say("saved")
    desk.end_line()
    desk.quit("stopped")


def manner(line: str, **changes: object) -> Callable[[Desk], None]:
    """An intent that changes how the host speaks and says so in the new manner."""

    def change(desk: Desk) -> None:
        desk.change(**changes)
        desk.say(line)

    return change


def tempo(line: str, factor: float) -> Callable[[Desk], None]:
    """An intent that makes the voice slower or faster."""

    def change(desk: Desk) -> None:
        desk.change(rate=round(min(FASTEST, max(SLOWEST, desk.talk.rate * factor)), 2))
        desk.say(line)

    return change


ANYTIME: Mapping[str, Callable[[Desk], None]] = {
    "repeat": repeat,
    "score": score,
    "need": need,
    "whose_turn": whose_turn,
    "help": help_,
    "why": why,
    "contest": contest,
    "contest_wrong": lambda desk: contest(desk, right=False),
    "undo": undo,
    "skip": skip,
    "pause": pause,
    "go_on": go_on,
    "stop": stop,
    "slower": tempo("slower", 0.8),
    "faster": tempo("faster", 1.25),
    "short_mode": manner("short_mode", verbosity=Verbosity.SHORT),
    "full_mode": manner("full_mode", verbosity=Verbosity.FULL),
    "expert_mode": manner("expert_mode", verbosity=Verbosity.EXPERT),
}
"""Intent -> what it does. All of them leave the pending question pending."""
WHILE_PAUSED = ("go_on", "stop")
RETURNING = frozenset({"score", "need", "whose_turn", "help", "why", "slower", "faster"})
"""Intents after which the pending question is said again, so that the last words are what is asked (A44)."""
