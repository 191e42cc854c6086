"""What the host waits for: a pure function of the game's phase, the interview, and an aside that comes before both."""

from __future__ import annotations

from host.dialogue.desk import Desk
from host.dialogue.talk import Aside, Step
from host.rules import queries
from host.rules.words import Mode, Phase

WHEEL = {
    Phase.START: Step.START_ROLL,
    Phase.ROLL: Step.LANDING,
    Phase.MOVE: Step.LANDING,
    Phase.CATEGORY: Step.CATEGORY,
    Phase.PICK: Step.PICKS,
    Phase.CLAIM: Step.CLAIM,
}
TRACK = {
    Phase.START: Step.START_CARD,
    Phase.DRAW: Step.DRAW,
    Phase.PLAY: Step.MOVE,
    Phase.QUIZ_CARD: Step.QUIZ_CARD,
    Phase.RESHUFFLE: Step.RESHUFFLE,
}
GUIDE = {Phase.ROLL: Step.ROLL, Phase.MOVE: Step.DESTINATION, Phase.PLAY: Step.USE, Phase.VALUE: Step.USE}
BOTH = {Phase.POSE: Step.ANSWER, Phase.ANSWER: Step.ANSWER, Phase.ENDED: Step.ENDED}


def step_of(desk: Desk) -> Step:
    """What the host waits for now."""
    return step_under(desk, desk.talk.asides)


def step_below(desk: Desk) -> Step:
    """What the host would wait for without the aside that is being asked."""
    return step_under(desk, desk.talk.asides[:-1])


def step_under(desk: Desk, asides: tuple[Aside, ...]) -> Step:
    """What the host waits for when these are its own questions."""
    if asides:
        return asides[-1].step
    if desk.game is None:
        return _interview(desk)
    game = desk.game
    guide = GUIDE if game.mode is Mode.GUIDE else {}
    step = (BOTH | (WHEEL if game.rules.is_wheel else TRACK) | guide)[game.phase]
    if step is Step.DESTINATION and game.pips is None:
        return Step.PRINT
    if step is Step.START_ROLL and next_hand(desk):
        return Step.HAND
    if step is Step.ANSWER and own_pack_due(desk):
        return Step.PACK
    if game.phase is Phase.ANSWER and reads_own_card(desk):
        return Step.OWN_CARD
    return step


def _interview(desk: Desk) -> Step:
    setup, talk = desk.talk.setup, desk.talk
    if setup.ask_language:
        return Step.LANGUAGE
    if setup.lobby:
        return setup.lobby[0]
    if setup.ask_edition:
        return Step.EDITION
    if setup.names:
        return Step.NAMES_OK
    if setup.forming:
        return Step.TEAM
    if not talk.players:
        return Step.PLAYERS
    if not talk.precision:
        return Step.PRECISION
    if setup.queue:
        return Step.OPTION
    return Step.YOUNG if asks_for_young(desk) else Step.USUAL


def asks_for_young(desk: Desk) -> bool:
    """Whether the edition has a deck for younger players, and nobody has said yet who plays with it."""
    return desk.mind.ruleset.deck == "by_age" and not desk.talk.setup.young and not desk.talk.setup.teams


def next_hand(desk: Desk) -> str:
    """The side whose dealt special cards are asked next (G-P03); empty when none is."""
    game = desk.state
    if game.opt("voyager_deal") != "custom":
        return ""
    return next((player.id for player in game.players if player.id not in desk.talk.setup.hands), "")


def reads_own_card(desk: Desk) -> bool:
    """Whether the table reads the open question from a card of its own."""
    question = desk.state.question
    return question is not None and desk.question(question.id) is None


def own_pack_due(desk: Desk) -> bool:
    """Whether the table must put the next pack in before a question can be read."""
    due = queries.due(desk.state)
    deck = queries.deck(desk.state, due.deck) if due else None
    return desk.state.opt("cards") == "table" and deck is not None and deck.finished


def needs_cue(desk: Desk) -> bool:
    """Whether only what follows "final answer" is an answer: for teams, and where the table wants it so (N5)."""
    due = desk.game.question if desk.game is not None else None
    if due is None or desk.talk.cued:
        return False
    return desk.talk.cue or bool(desk.state.player(due.player).seat.members)
