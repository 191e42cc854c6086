"""Commands worth trying in each phase: a superset of the legal ones, from which ``legal_commands`` picks."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from host.rules import commands as c
from host.rules.landing import ways
from host.rules.messages import Command
from host.rules.pawns import uses
from host.rules.queries import choosers
from host.rules.setup import DIE
from host.rules.state import GameState
from host.rules.words import Cause, Kind, Mode, Phase, Result, Verdict


def candidates(state: GameState) -> Iterator[Command]:
    """All commands of normal play for this phase; some of them may be refused."""
    for offers in _CARDS.get(state.phase, ()):
        yield from offers(state)
    if state.phase in _BY_PHASE:
        yield from _BY_PHASE[state.phase](state)


def _start(state: GameState) -> Iterator[Command]:
    for player, value in state.start:
        if value is None and state.rules.is_wheel:
            yield from (c.RollForStart(player, pips) for pips in range(1, DIE + 1))
        elif value is None:
            yield from (c.DrawForStart(player, card) for card in state.rules.playing_cards)


def _roll(state: GameState) -> Iterator[Command]:
    yield from (c.RollDie(pips) for pips in range(1, DIE + 1))
    if state.again:
        yield c.GiveUp(state.active)
    if state.mode is Mode.COLOUR:
        yield c.RollDie()
        yield from _landings(state)


def _move(state: GameState) -> Iterator[Command]:
    if state.mode is Mode.GUIDE and state.pips is not None:
        yield from (c.MoveTo(space) for space in ways(state))
    else:
        yield from _landings(state)


def _landings(state: GameState) -> Iterator[Command]:
    for kind in (Kind.COLOUR, Kind.HQ, Kind.SHORTCUT):
        if kind in state.rules.spaces:
            yield from (c.ReportLanding(kind, colour) for colour in state.rules.colours)
    yield c.ReportLanding(Kind.HUB)
    yield c.ReportLanding(Kind.ROLL_AGAIN)


def _category(state: GameState) -> Iterator[Command]:
    for by in choosers(state):
        yield from (c.ChooseCategory(colour, by) for colour in state.rules.colours)


def _answer(state: GameState) -> Iterator[Command]:
    assert state.question is not None
    player = state.question.player
    yield c.SubmitAnswer(player, Verdict.RIGHT)
    yield c.SubmitAnswer(player, Verdict.WRONG)
    yield from (c.GiveUp(player, cause) for cause in Cause)
    yield c.VoidQuestion()
    yield c.PlayFirstClass()


def _pick(state: GameState) -> Iterator[Command]:
    yield from (c.PickQuestions(a, b) for a, b in permutations(state.rules.colours, 2))


def _claim(state: GameState) -> Iterator[Command]:
    assert state.claims is not None
    yield from (c.ClaimPassport(player) for player in state.claims.players)
    yield c.CloseClaims()


def _pose(state: GameState) -> Iterator[Command]:
    yield c.PoseQuestion()


def _boarding(state: GameState) -> Iterator[Command]:
    if state.landed is not None and state.rules.special:
        yield from (c.PlayBoarding(colour, sure=True) for colour in state.rules.colours)


def _packs(state: GameState) -> Iterator[Command]:
    for deck in state.decks:
        yield c.PlacePack(deck.id) if deck.finished else c.ReportDivider(deck.id)


def _draw(state: GameState) -> Iterator[Command]:
    yield from (c.DrawCard(card) for card in state.rules.playing_cards)


def _play(state: GameState) -> Iterator[Command]:
    yield from uses(state)
    if state.mode is Mode.COLOUR:
        for result in (Result.ENTERED, Result.MOVED):
            yield from (c.ReportMove(result, met) for met in ("", *(player.id for player in state.players)))
        yield c.ReportMove(Result.GOAL)
        yield c.ReportMove(Result.LOST)


def _quiz_card(state: GameState) -> Iterator[Command]:
    yield from (c.DrawQuizCard(card) for card in state.rules.playing_cards)


def _reshuffle(state: GameState) -> Iterator[Command]:
    yield c.Reshuffle()


_BY_PHASE = {
    Phase.START: _start,
    Phase.ROLL: _roll,
    Phase.MOVE: _move,
    Phase.CATEGORY: _category,
    Phase.POSE: _pose,
    Phase.ANSWER: _answer,
    Phase.PICK: _pick,
    Phase.CLAIM: _claim,
    Phase.DRAW: _draw,
    Phase.PLAY: _play,
    Phase.VALUE: uses,
    Phase.QUIZ_CARD: _quiz_card,
    Phase.RESHUFFLE: _reshuffle,
}
_CARDS = {Phase.ROLL: (_boarding, _packs), Phase.POSE: (_boarding, _packs), Phase.CATEGORY: (_boarding,)}
