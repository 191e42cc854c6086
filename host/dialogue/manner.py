"""How the host speaks and listens, changed by voice at any moment and told in the new manner (A41, A42)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from host.dialogue.desk import Desk
from host.dialogue.phrasebook import Verbosity
from host.dialogue.stage import Then
from host.dialogue.talk import MANNER
from host.dialogue.understand import Intent
from host.dialogue.undoing import void

SLOWEST, FASTEST = 0.5, 3.0
"""Bounds of the speech rate, 1 = normal."""
QUIETEST, LOUDEST = 0.3, 1.6
"""Bounds of the volume, 1 = as set: the voice can never be asked to fall silent (B12)."""
MOST_PATIENCE = 4.0


def change_manner(desk: Desk, **changes: object) -> None:
    """Changes how the host speaks and listens, and has it remembered beyond a break."""
    desk.change(**changes)
    desk.note("manner", **{name: getattr(desk.talk, name) for name in MANNER})
    if "language" in changes:
        desk.use_language()


def _set(line: str, **changes: object) -> Callable[[Desk], Then]:
    def change(desk: Desk) -> Then:
        change_manner(desk, **changes)
        desk.say(line)
        return Then.REPEAT

    return change


def _tempo(line: str, factor: float) -> Callable[[Desk], Then]:
    def change(desk: Desk) -> Then:
        change_manner(desk, rate=round(min(FASTEST, max(SLOWEST, desk.talk.rate * factor)), 2))
        desk.say(line)
        return Then.REPEAT

    return change


def _loudness(line: str, limit: str, factor: float) -> Callable[[Desk], Then]:
    def change(desk: Desk) -> Then:
        wanted = round(min(LOUDEST, max(QUIETEST, desk.talk.volume * factor)), 2)
        desk.say(line if wanted != desk.talk.volume else limit)
        change_manner(desk, volume=wanted)
        return Then.REPEAT

    return change


SOFTEST, STRONGEST = 0.2, 1.6
"""Bounds of the loudness of the cues, 1 = as set."""
STEPS = 10
"""Volumes that can be asked for by number."""


def set_volume(desk: Desk, number: str) -> Then:
    """A volume by its number, one to ten: equal steps for the ear from the quietest to the loudest (B12)."""
    step = min(STEPS, max(1, int(number)))
    change_manner(desk, volume=round(QUIETEST * (LOUDEST / QUIETEST) ** ((step - 1) / (STEPS - 1)), 2))
    desk.say("volume_is", number=desk.book.word("number", str(step)))
    return Then.REPEAT


def _sounds(line: str, factor: float) -> Callable[[Desk], Then]:
    """Cues louder or softer, with one at the new level (B13); switched-off ones come back softly."""

    def change(desk: Desk) -> Then:
        wanted = desk.talk.sounds * factor if desk.talk.sounds else SOFTEST
        change_manner(desk, sounds=round(min(STRONGEST, max(SOFTEST, wanted)), 2))
        desk.chime("right")
        desk.say(line)
        return Then.REPEAT

    return change


def _patience(desk: Desk) -> Then:
    change_manner(desk, patience=min(MOST_PATIENCE, desk.talk.patience * 1.5))
    desk.say("patience")
    return Then.REPEAT


PERSONAL: Mapping[str, tuple[str, Callable[[Any], Any]]] = {
    "patience_for": ("patience", lambda value: min(MOST_PATIENCE, value * 1.5)),
    "slower_for": ("rate", lambda value: max(SLOWEST, round(value * 0.8, 2))),
    "brief_for": ("verbosity", lambda value: Verbosity.SHORT),
    "full_for": ("verbosity", lambda value: Verbosity.FULL),
}
"""Intent -> what it changes for one player, and how (A12, A42, A90)."""


def for_player(desk: Desk, intent: Intent) -> Then:
    """Another manner for one player only."""
    player = intent.get("player")
    name, change = PERSONAL[intent.name]
    value = change(desk.talk.own(player, name))
    others = (wish for wish in desk.talk.personal if wish[:2] != (player, name))
    change_manner(desk, personal=(*others, (player, name, str(value) if name == "verbosity" else value)))
    desk.say(intent.name, player=desk.name(player))
    return Then.REPEAT


def switch_language(desk: Desk, language: str) -> Then:
    """Speech in, speech out, commands and questions change together (B17); an open card is swapped."""
    if language not in desk.base.books:
        desk.say("language_missing", language=desk.book.word("language", language))
        return Then.REPEAT
    change_manner(desk, language=language)
    desk.say("language_is")
    desk.end_line()
    say_questions_stay(desk)
    question = desk.open_question()
    reading = desk.game is not None and desk.game.question is not None and desk.talk.aside is None
    if (
        reading
        and question is not None
        and question.language != language
        and any(pack.language == language for pack in desk.mind.bank.packs)
        and desk.mind.bank.question(question.id) is None
    ):
        return void(desk, mark="", line="known_voided")
    return Then.ASK


def say_questions_stay(desk: Desk) -> None:
    """Tells the table when there are no questions in its language for this game: they are read in another one."""
    found = sorted({pack.language for pack in desk.mind.bank.packs})
    if found and desk.talk.language not in found:
        word, question = desk.book.word, desk.open_question()
        other = question.language if question else found[0]
        desk.say("questions_stay", language=word("language", desk.talk.language), other=word("language", other))
        desk.end_line()


def say_lacking(desk: Desk, part: str, language: str, instead: str) -> None:
    """Tells the table that a language has no ears or no voice here, and the way back to one that has.

    Without ears the host says so in the new language; without a voice, in the language of the voice that there is.
    """
    back = instead if instead in desk.base.books and instead != language else ""
    spoken_in = back if part == "voice" else language
    if language != desk.talk.language or spoken_in not in desk.base.books:
        return
    book = desk.base.books[spoken_in]
    slots = {"language": book.word("language", back if back and part == "ears" else language)}
    if back:
        slots["word"] = desk.base.books[back].word("language", back)
    desk.say_text(book.say("no_voice" if part == "voice" else "no_ears_back" if back else "no_ears", slots))
    desk.end_line(language=spoken_in)


MANNERS: Mapping[str, Callable[[Desk], Then]] = {
    "slower": _tempo("slower", 0.8),
    "faster": _tempo("faster", 1.25),
    "normal_speed": _set("normal_speed", rate=1.0),
    "louder": _loudness("louder", "loudest", 1.25),
    "quieter": _loudness("quieter", "quietest", 0.8),
    "short_mode": _set("short_mode", verbosity=Verbosity.SHORT),
    "full_mode": _set("full_mode", verbosity=Verbosity.FULL),
    "expert_mode": _set("expert_mode", verbosity=Verbosity.EXPERT),
    "cue_on": _set("cue_on", cue=True),
    "cue_off": _set("cue_off", cue=False),
    "readback_on": _set("readback_on", readback=True),
    "readback_off": _set("readback_off", readback=False),
    "patience": _patience,
    "sounds_quieter": _sounds("sounds_quieter", 0.6),
    "sounds_louder": _sounds("sounds_louder", 1.5),
    "sounds_off": _set("sounds_off", sounds=0.0),
    "sounds_on": _set("sounds_on", sounds=1.0),
    "reminders_off": _set("reminders_off", reminders=False),
    "reminders_on": _set("reminders_on", reminders=True),
}
"""Intent -> what it changes."""
