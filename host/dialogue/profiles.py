"""What the host knows of single players across evenings: found again by name, told on asking, forgotten on asking.

A profile is the settings of one player (host.dialogue.settings). The household keeps it; here it is only looked up when
somebody sits down, and every later change is a remark that the household heeds.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from host.dialogue.desk import Desk
from host.dialogue.phrasebook import Phrasebook
from host.dialogue.settings import of_player, usable
from host.dialogue.stage import Then
from host.dialogue.talk import Step
from host.rules import queries


def greet(desk: Desk, names: Iterable[str]) -> None:
    """Takes up the profiles of people who sit down, and welcomes those back who have one."""
    known = []
    for name in names:
        settings = usable(desk.base.profile(name))
        if settings and not of_player(desk.talk.wishes, name):
            known.append(name)
            for setting, value in settings.items():
                desk.wish(name, setting, value)
    if known:
        if len(desk.languages) > 1:
            desk.use_language()
        desk.speak_to("")
        desk.say("welcome_back_players", players=desk.book.join(tuple(known)))
        desk.end_line()


def tell(desk: Desk, player: str) -> Then:
    """The settings of one player, or with ``""`` of the table, in short sentences."""
    settings = of_player(desk.talk.wishes, player)
    desk.speak_to(player)
    if player:
        desk.say("settings_of" if settings else "settings_none", player=desk.name(player))
    else:
        desk.say("settings_table" if settings else "settings_table_none")
    for name, value in settings.items():
        if name == "precision" and desk.game is not None:  # what the table has agreed to, not what was wished for
            value = queries.terms(desk.game, player).precision
        desk.say_text(in_words(desk, name, value, player))
    desk.end_line()
    return Then.REPEAT


def forget(desk: Desk, player: str) -> Then:
    """ "Forget me": asked back before it is done (A23)."""
    if not player or not (of_player(desk.talk.wishes, player) or desk.base.profile(player)):
        desk.speak_to(player)
        desk.say("settings_none" if player else "settings_table_none", player=desk.name(player))
        return Then.REPEAT
    desk.put_aside(Step.YES_NO, what="forget", player=player)
    return Then.ASK


def forgotten(desk: Desk, player: str) -> Then:
    """After the yes."""
    desk.change(wishes=tuple(wish for wish in desk.talk.wishes if wish[0] != player))
    desk.note("forgotten", player=player)
    desk.speak_to(player)
    desk.say("forgotten", player=desk.name(player))
    desk.end_line()
    return Then.ASK


def in_words(desk: Desk, name: str, value: Any, player: str = "") -> str:
    """A setting as a short sentence."""
    book = desk.book
    match name:
        case "rate":
            if pace := _word(book, "pace", value):
                return desk.text("is_rate", pace=pace)
            return desk.text("is_rate_percent", count=round(100 * value))
        case "volume":
            return desk.text("is_volume", count=round(100 * value))
        case "pause":
            return desk.text("is_pause", pause=_word(book, "pause", value) or desk.text("seconds", count=f"{value:g}"))
        case "language":
            return desk.text("is_language", language=book.word("language", value))
        case "pronounced":
            return desk.text("is_pronounced", player=desk.name(player))
        case "reminders":
            return desk.text("is_reminders_on" if value else "is_reminders_off")
    return desk.text(f"is_{name}_{value}")


def _word(book: Phrasebook, slot: str, value: float) -> str:
    """How a number of the phrase book is said; empty when it has none for it."""
    ways = book.words[slot].get(f"{value:g}")
    return ways[0] if ways else ""
