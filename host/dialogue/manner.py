"""How the host speaks, listens and asks, changed by voice at any moment and told in the new manner (A12, A41, A42).

Every change is for one player or for the table: "slower for me", "for Anna", "for everybody". Said without that, what
is about oneself ("don't cut me off") is for the player on turn, and so is what this player has a setting of already;
everything else is for the table. Whoever has a setting keeps it when the table's is changed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from host.dialogue.desk import Desk
from host.dialogue.phrasebook import Verbosity
from host.dialogue.profiles import in_words
from host.dialogue.settings import (
    FASTEST,
    LOUDEST,
    QUIETEST,
    SETTINGS,
    SLOWEST,
    Level,
    Means,
    ReadBack,
    Style,
    longer,
    loudness,
    shorter,
    wish_of,
)
from host.dialogue.stage import Then
from host.dialogue.talk import Step
from host.dialogue.understand import EVERYBODY, ME, Intent
from host.dialogue.undoing import void

SOFTEST, STRONGEST = 0.2, 1.6
"""Bounds of the loudness of the cues, 1 = as set."""
ASKED_ANEW = ("verbosity", "style", "input")
"""Settings that change what is being asked: it is asked anew, not said again."""


@dataclass(frozen=True, slots=True)
class Change:
    """What a command does to a setting."""

    setting: str
    to: Callable[[Any, Intent], Any]
    """The value in effect and the command -> the value wanted."""
    line: str = ""
    """What confirms it to the table, and with ``_for`` to one player; empty: the setting in words."""
    limit: str = ""
    """What is said when it goes no further."""
    mine: bool = False
    """It is about oneself: without more words it is for the player on turn."""


def _be(value: object) -> Callable[[Any, Intent], Any]:
    return lambda old, intent: value


def _times(factor: float, low: float, high: float) -> Callable[[Any, Intent], Any]:
    return lambda old, intent: round(min(high, max(low, old * factor)), 2)


def _given(slot: str) -> Callable[[Any, Intent], Any]:
    return lambda old, intent: float(intent.get(slot))


CHANGES: Mapping[str, Change] = {
    "slower": Change("rate", _times(0.8, SLOWEST, FASTEST), "slower", "slowest"),
    "faster": Change("rate", _times(1.25, SLOWEST, FASTEST), "faster", "fastest"),
    "normal_speed": Change("rate", _be(1.0), "normal_speed"),
    "rate_to": Change("rate", _given("pace")),
    "louder": Change("volume", _times(1.25, QUIETEST, LOUDEST), "louder", "loudest"),
    "volume": Change("volume", lambda old, intent: loudness(int(intent.get("number"))), "volume_is"),
    "quieter": Change("volume", _times(0.8, QUIETEST, LOUDEST), "quieter", "quietest"),
    "short_mode": Change("verbosity", _be(Verbosity.SHORT.value), "short_mode"),
    "full_mode": Change("verbosity", _be(Verbosity.FULL.value), "full_mode"),
    "expert_mode": Change("verbosity", _be(Verbosity.EXPERT.value), "expert_mode"),
    "patience": Change("pause", lambda old, intent: longer(old), mine=True),
    "pause_shorter": Change("pause", lambda old, intent: shorter(old), mine=True),
    "pause_to": Change("pause", _given("pause"), mine=True),
    "readback_on": Change("readback", _be(ReadBack.ALWAYS.value), mine=True),
    "readback_doubt": Change("readback", _be(ReadBack.DOUBT.value), mine=True),
    "readback_off": Change("readback", _be(ReadBack.NEVER.value), mine=True),
    "reminders_off": Change("reminders", _be(False), mine=True),
    "reminders_on": Change("reminders", _be(True), mine=True),
    "style_choices": Change("style", _be(Style.CHOICES.value), mine=True),
    "style_fifty": Change("style", _be(Style.FIFTY.value), mine=True),
    "style_free": Change("style", _be(Style.FREE.value), mine=True),
    "questions_easy": Change("difficulty", _be(Level.EASY.value), mine=True),
    "questions_hard": Change("difficulty", _be(Level.HARD.value), mine=True),
    "questions_any": Change("difficulty", _be(Level.ANY.value), mine=True),
    "input_keys": Change("input", _be(Means.KEYS.value), mine=True),
    "input_partner": Change("input", _be(Means.PARTNER.value), mine=True),
    "input_voice": Change("input", _be(Means.VOICE.value), mine=True),
}
"""Intent -> what it changes."""
OTHER_WORDS = {
    "patience_for": "patience",
    "slower_for": "slower",
    "brief_for": "short_mode",
    "full_for": "full_mode",
    "choices_for": "style_choices",
}
"""Intents that name the player in their own way -> the change they stand for."""


def change(desk: Desk, intent: Intent) -> Then:
    """Changes a setting and says so in the new manner."""
    what = CHANGES[OTHER_WORDS.get(intent.name, intent.name)]
    player = whom(desk, intent, setting=what.setting, mine=what.mine)
    old = desk.talk.own(player, what.setting)
    new = what.to(old, intent)
    assert SETTINGS[what.setting].fits(new), (what.setting, new)
    usual = player == "" and new == SETTINGS[what.setting].usual
    desk.wish(player, what.setting, None if usual else new)
    desk.speak_to(player)
    if what.limit and new == old:
        desk.say(what.limit)
    elif what.line and (player == "" or f"{what.line}_for" in desk.book.lines):
        step = desk.book.word("number", intent.get("number")) if intent.get("number") else ""
        desk.say(f"{what.line}_for" if player else what.line, player=desk.name(player), number=step)
    else:
        said = in_words(desk, what.setting, new, player)
        desk.say("setting_for" if player else "setting_all", player=desk.name(player), setting=said)
    if kept := _keeping(desk, what.setting) if player == "" else ():
        desk.say("own_kept", players=desk.names(kept))
    desk.end_line()
    if new == Means.PARTNER:
        desk.once(f"{new}/{player}")  # it has just been said
    return Then.ASK if what.setting in ASKED_ANEW else Then.REPEAT


def whom(desk: Desk, intent: Intent, *, setting: str = "", mine: bool = False) -> str:
    """The player whose setting is meant; empty: the table's."""
    match intent.get("for") or intent.get("player"):
        case scope if scope == EVERYBODY:
            return ""
        case scope if scope == ME or (not scope and mine):
            return desk.addressed
        case "":
            return desk.addressed if wish_of(desk.talk.wishes, desk.addressed, setting) is not None else ""
        case player:
            return player


def _keeping(desk: Desk, setting: str) -> tuple[str, ...]:
    """The players who have it otherwise than the table."""
    if desk.game is None:
        return ()
    sides = (side.id for side in desk.game.players if not side.left)
    return tuple(side for side in sides if wish_of(desk.talk.wishes, side, setting) is not None)


def cue(desk: Desk, *, on: bool) -> Then:
    """Only what follows "final answer" counts, or the first answer does: for the whole table."""
    desk.keep(cue=on)
    desk.say("cue_on" if on else "cue_off")
    return Then.REPEAT


def _cues(line: str, factor: float) -> Callable[[Desk], Then]:
    """Cues louder or softer, with one at the new level (B13); switched-off ones come back softly."""

    def change_cues(desk: Desk) -> Then:
        wanted = desk.talk.sounds * factor if desk.talk.sounds else SOFTEST
        desk.keep(sounds=round(min(STRONGEST, max(SOFTEST, wanted)), 2))
        desk.chime("right")
        desk.say(line)
        return Then.REPEAT

    return change_cues


def _switched(line: str, loudness: float) -> Callable[[Desk], Then]:
    def switch(desk: Desk) -> Then:
        desk.keep(sounds=loudness)
        desk.say(line)
        return Then.REPEAT

    return switch


def scanning(desk: Desk, *, on: bool) -> Then:
    """ "Step by yourself", for whoever can press a button but not hold it (A05)."""
    desk.keep(scanning=on)
    desk.say("scan_on" if on else "scan_off")
    return Then.REPEAT


CUES: Mapping[str, Callable[[Desk], Then]] = {
    "sounds_quieter": _cues("sounds_quieter", 0.6),
    "sounds_louder": _cues("sounds_louder", 1.5),
    "sounds_off": _switched("sounds_off", 0.0),
    "sounds_on": _switched("sounds_on", 1.0),
}
"""Intent -> what it does to the cues, for the whole table."""


def switch_language(desk: Desk, language: str) -> Then:
    """Speech in, speech out, commands and questions change together (B17); an open card is swapped."""
    if language not in desk.base.books:
        desk.say("language_missing", language=desk.book.word("language", language))
        return Then.REPEAT
    _leave_menu(desk)
    desk.speak_to("")
    desk.keep(language=language)
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


def _leave_menu(desk: Desk) -> None:
    """Choices that were offered stand in the old language."""
    if desk.talk.aside is not None and desk.talk.aside.step is Step.MENU:
        desk.take_aside()


def language(desk: Desk, intent: Intent) -> Then:
    """Another language: for the table, or for one player, who is then spoken to and asked in it."""
    player = whom(desk, intent)
    code = intent.get("language")
    if not intent.get("for") or not player:
        return switch_language(desk, code)
    _leave_menu(desk)
    desk.wish(player, "language", code if code != desk.talk.language else None)
    desk.use_language()
    desk.speak_to(player)
    desk.say("setting_for", player=desk.name(player), setting=in_words(desk, "language", code))
    desk.end_line()
    desk.speak_to(player)
    say_questions_stay(desk)
    desk.speak_to(None)
    return Then.ASK


def say_questions_stay(desk: Desk) -> None:
    """Tells the table when there are no questions in its language for this game: they are read in another one."""
    found = sorted({pack.language for pack in desk.mind.bank.packs})
    if found and desk.language not in found:
        word, question = desk.book.word, desk.open_question()
        other = question.language if question else found[0]
        desk.say("questions_stay", language=word("language", desk.language), other=word("language", other))
        desk.end_line()


def _without(desk: Desk, language: str) -> Then:
    """A player's own language has no voice or no ears here: it is left aside on this machine, not forgotten."""
    players = tuple(who for who, name, value in desk.talk.wishes if (name, value) == ("language", language))
    if players:
        desk.change(wishes=tuple(wish for wish in desk.talk.wishes if wish[1:] != ("language", language)))
        word = desk.book.word
        mine, ours = word("language", language), word("language", desk.talk.language)
        desk.say("language_lacking", players=desk.names(players), language=mine, other=ours)
        desk.end_line()
    return Then.ASK if players else Then.WAIT


def say_lacking(desk: Desk, part: str, language: str, instead: str) -> Then:
    """Tells the table that a language has no ears or no voice here, and the way back to one that has.

    Without ears the host says so in the new language; without a voice, in the language of the voice that there is.
    """
    back = instead if instead in desk.base.books and instead != language else ""
    spoken_in = back if part == "voice" else language
    if language != desk.talk.language:
        return _without(desk, language)
    if spoken_in not in desk.base.books:
        return Then.WAIT
    book = desk.base.books[spoken_in]
    slots = {"language": book.word("language", back if back and part == "ears" else language)}
    if back:
        slots["word"] = desk.base.books[back].word("language", back)
    desk.say_text(book.say("no_voice" if part == "voice" else "no_ears_back" if back else "no_ears", slots))
    desk.end_line(language=spoken_in)
    return Then.WAIT
