"""The pawn game: playing cards by rank, what became of them, meetings and their quiz (colour mode)."""

from __future__ import annotations

from host.dialogue.announce import announce
from host.dialogue.commands import put, refuse
from host.dialogue.desk import Desk
from host.dialogue.editions.wheel import say_tie
from host.dialogue.explain.answer import say_rule_line
from host.dialogue.guide.pawns import say_line_up
from host.dialogue.phrasebook import Verbosity
from host.dialogue.stage import Stage, Then
from host.dialogue.standing import pawns_of, values_in_words
from host.dialogue.talk import Step
from host.dialogue.understand import Intent
from host.rules.messages import Correct, DrawCard, DrawForStart, DrawQuizCard, PointsLost, ReportMove, Reshuffle
from host.rules.pawns import card_of, values_of
from host.rules.queries import owner
from host.rules.words import Mode, Result

RESULTS = {
    "moved": Result.MOVED, "entered": Result.ENTERED, "goal": Result.GOAL, "lost": Result.LOST,
    "met": Result.MOVED, "entered_met": Result.ENTERED, "own": Result.MOVED,
}  # fmt: skip
"""What the table says of a move -> the result that is reported."""


def ask_start_card(desk: Desk) -> None:
    """The next card for the shuffler."""
    desk.say("ask_start_card", player=desk.name(desk.state.active))
    desk.ask()


def take_start_card(desk: Desk, intent: Intent) -> Then | None:
    """A card for the shuffler, or simply who begins."""
    match intent.name:
        case "card":
            drawn = put(desk, DrawForStart(desk.state.active, intent.get("card")))
            say_tie(desk, "start_card_tie")
            return drawn
        case "player_starts":
            desk.must(Correct("active", intent.get("player")))
            desk.say("starter", player=desk.name(intent.get("player")))
            desk.announce()
            return Then.ASK
    return None


def ask_draw(desk: Desk) -> None:
    """Whose turn it is, and which card; in guide mode the pawns by number before (A72)."""
    if desk.state.mode is Mode.GUIDE:
        say_line_up(desk, desk.state.active)
    desk.say("turn_track", player=desk.name(desk.state.active))
    desk.ask()


def take_draw(desk: Desk, intent: Intent) -> Then | None:
    """The card of the turn, alone or with what became of it."""
    if intent.name == "card":
        return put(desk, DrawCard(intent.get("card")))
    if intent.name != "move" or not intent.get("card"):
        return None
    outcome = desk.do(DrawCard(intent.get("card")))
    if not isinstance(outcome, tuple):
        return refuse(desk, outcome.reason)
    return take_move(desk, intent)


def ask_move(desk: Desk) -> Then | None:
    """What became of the card; a card that nobody can use is put aside without asking."""
    game = desk.state
    mover = game.mover or game.active
    house, way, _ = pawns_of(game, mover)
    won = game.meeting
    card = card_of(game, won.card if won else game.card)
    values = values_in_words(desk, values_of(game, card.rank))
    if won is not None:
        desk.say("ask_gift_move" if card.given else "ask_won_move", player=desk.name(mover), values=values)
        desk.ask()
        return None
    enters = card.enters and house > 0
    if not way and not enters:
        return _unused(desk, desk.book.word("card", card.rank))
    desk.say("card_enters" if enters else "card_moves", card=desk.book.word("card", card.rank), values=values)
    if enters and way and desk.once("start_space"):
        desk.say("start_space_reminder")
    desk.say("ask_move", at_most=Verbosity.FULL if desk.once("ask_move") else Verbosity.SHORT)
    desk.ask()
    return None


def _unused(desk: Desk, card: str) -> Then:
    """A card that no pawn can use: it says so, the first time with what brings a pawn in."""
    desk.say("card_unused", card=card)
    if desk.once("entering"):
        say_rule_line(desk, "rule_house")
    desk.change(news=())
    announce(desk, tuple(event for event in desk.must(ReportMove(Result.LOST)) if not isinstance(event, PointsLost)))
    desk.announce()
    return Then.ASK


def take_move(desk: Desk, intent: Intent) -> Then | None:
    """Moved, came in, in the goal, or not at all; and whom the pawn met."""
    if intent.name != "move":
        return None
    kind = intent.get("kind")
    met = intent.get("player") or ((desk.state.mover or desk.state.active) if kind == "own" else "")
    return put(desk, ReportMove(RESULTS[kind], met))


def ask_quiz_card(desk: Desk) -> None:
    """The asker draws the card of the question (S-23)."""
    assert desk.state.meeting is not None
    desk.say("ask_quiz_card", player=desk.name(owner(desk.state, desk.state.meeting.arriver)))
    desk.ask()


def take_quiz_card(desk: Desk, intent: Intent) -> Then | None:
    """The card of the question."""
    return put(desk, DrawQuizCard(intent.get("card"))) if intent.name == "card" else None


def ask_reshuffle(desk: Desk) -> None:
    """The piles are made again (S-09)."""
    desk.say("ask_reshuffle")
    desk.ask()


def take_reshuffle(desk: Desk, intent: Intent) -> Then | None:
    """The piles are ready."""
    return put(desk, Reshuffle()) if intent.name in ("done", "yes") else None


STAGES = {
    Step.START_CARD: Stage(ask_start_card, take_start_card, ("card", "player_starts"), menu=False),
    Step.DRAW: Stage(ask_draw, take_draw, ("card", "move"), menu=False),
    Step.MOVE: Stage(ask_move, take_move, ("move",)),
    Step.QUIZ_CARD: Stage(ask_quiz_card, take_quiz_card, ("card",), menu=False),
    Step.RESHUFFLE: Stage(ask_reshuffle, take_reshuffle, ("done", "yes"), menu=False),
}
