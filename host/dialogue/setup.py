"""The interview before the game: who plays and how exact answers must be. What is known already is not asked."""

from __future__ import annotations

import re

from host.dialogue.desk import Desk
from host.dialogue.phrasebook import Phrasebook
from host.dialogue.turn import ask_next
from host.dialogue.understand import Intent, fold
from host.rules.messages import Seat, StartGame


def welcome(desk: Desk) -> None:
    """Greets, then asks for the first thing that is not known."""
    desk.say("welcome", game=game_name(desk))
    desk.end_line()
    proceed(desk)


def game_name(desk: Desk) -> str:
    """The edition's name in the language of the table."""
    names = desk.mind.ruleset.names
    return names.get(desk.talk.language) or next(iter(names.values()))


def proceed(desk: Desk) -> None:
    """Asks for what is missing, or begins."""
    if not desk.talk.players:
        desk.say("ask_players")
        desk.ask()
    elif not desk.talk.precision:
        desk.say("ask_precision")
        desk.ask()
    else:
        begin(desk)


def take_players(desk: Desk, text: str) -> bool:
    """Names as they were said or typed; False when there is none in it."""
    names = split_names(text, desk.book)
    if not names:
        return False
    most = desk.mind.ruleset.max_players
    twice = next((n for n in names if [fold(m) for m in names].count(fold(n)) > 1), "")
    if twice:
        desk.say("same_name_twice", name=twice)
        desk.ask()
    elif len(names) > most:
        desk.say("too_many_players", count=len(names), game=game_name(desk), most=most)
        desk.ask()
    else:
        desk.change(players=names)
        _say_players(desk)
        desk.end_line()
        proceed(desk)
    return True


def _say_players(desk: Desk) -> None:
    names = desk.talk.players
    line = "players_are" if len(names) > 1 else "solo_is"
    desk.say(line, players=desk.book.join(names), count=len(names))


def on_intent(desk: Desk, intent: Intent) -> bool:
    """Takes an answer of the interview; False when the intent does not belong here."""
    match intent.name:
        case "precision":
            precision = intent.get("precision")
            desk.change(precision=precision)
            desk.say("precision_is", precision=desk.book.word("precision", precision))
        case "just_start":
            desk.change(precision="standard")
        case _:
            return False
    desk.end_line()
    proceed(desk)
    return True


def begin(desk: Desk) -> None:
    """Starts the game with what the table agreed; the rules' refusal (e.g. too few players) is asked again."""
    mind = desk.mind
    outcome = desk.do(
        StartGame(
            tuple(Seat(name) for name in desk.talk.players),
            mode=mind.mode,
            options={**mind.options, "precision": desk.talk.precision},
            variants=mind.variants,
            seed=mind.seed,
        )
    )
    if not isinstance(outcome, tuple):
        desk.game = None
        desk.change(players=())
        desk.say("cannot_begin", about=outcome.about, limit=getattr(outcome, "limit", ""))
        desk.say("ask_players")
        desk.ask()
        return
    desk.say("ready")
    desk.end_line()
    ask_next(desk)


def split_names(text: str, book: Phrasebook) -> tuple[str, ...]:
    """ "anna, ben and clara" -> ("Anna", "Ben", "Clara"); the language's own "and" separates like a comma."""
    words = "|".join(re.escape(word) for word in book.words["grammar"]["and"])
    parts = re.split(rf"[,;&+]|\s+(?:{words})\s+", text.strip().rstrip(".!?"), flags=re.IGNORECASE)
    names = []
    for part in parts:
        name = " ".join(part.split()).strip(" .!?")
        name = re.sub(rf"^(?:{words})\s+", "", name, flags=re.IGNORECASE)
        if name:
            names.append(name if any(c.isupper() for c in name) else name.title())
    return tuple(names)
