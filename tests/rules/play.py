"""Short ways to begin and continue games in tests of the rules."""

from __future__ import annotations

from typing import Any

from rules.editions import edition

from host.rules import commands as c
from host.rules.engine import apply, decide, new_game
from host.rules.messages import Command, Rejected
from host.rules.seats import Seat
from host.rules.state import GameState
from host.rules.words import Mode


def begun(id: str, *seats: str, mode: Mode = Mode.COLOUR, **options: Any) -> GameState:
    """A game right after StartGame."""
    players = tuple(Seat(seat) for seat in seats or ("A", "B", "C"))
    return done(new_game(edition(id)), c.StartGame(players, mode, options))


def rolling(id: str, *seats: str, mode: Mode = Mode.COLOUR, **options: Any) -> GameState:
    """A game in which the first seat rolls or draws."""
    state = begun(id, *seats, mode=mode, **options)
    if state.rules.is_wheel:
        rolls = [c.RollForStart(player.id, 6 if n == 0 else 1) for n, player in enumerate(state.players)]
        return done(state, *rolls)
    # The right neighbour of the shuffler begins: the second seat draws the highest card.
    cards = [c.DrawForStart(player.id, "joker" if n == 1 else "2") for n, player in enumerate(state.players)]
    return done(state, *cards)


def done(state: GameState, *commands: Command) -> GameState:
    """The state after commands that must all be accepted."""
    for command in commands:
        decided = decide(state, command)
        assert isinstance(decided, tuple), f"{command}: {decided}"
        state = apply(state, decided)
    return state


def refused(state: GameState, command: Command) -> Rejected:
    """The refusal of a command."""
    decided = decide(state, command)
    assert isinstance(decided, Rejected), f"{command}: {decided}"
    return decided
