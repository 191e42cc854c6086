"""The table's power over the game: void questions, undo, corrections by hand, joining and leaving."""

from __future__ import annotations

from host.rules.commands import AddPlayer, Correct, RemovePlayer, Undo, VoidQuestion
from host.rules.events import Corrected, Undone
from host.rules.messages import Decision, Rejected
from host.rules.state import GameState
from host.rules.words import Phase, Reason


def void_question(state: GameState, command: VoidQuestion) -> Decision:
    """Another question of the same colour, deck and purpose, at no cost (R-T16)."""
    if state.phase is not Phase.ANSWER:
        return Rejected(Reason.TOO_LATE if state.verdict else Reason.WRONG_PHASE)
    return (Corrected("question", "void"),)


def undo(state: GameState, command: Undo) -> Decision:
    """Back some decisions; a further Undo goes on from there (R-T08)."""
    target, steps = state, command.steps
    if steps < 1:
        return Rejected(Reason.BAD_VALUE, "steps", "1-")
    for _ in range(steps):
        if target.past is None:
            return Rejected(Reason.WRONG_PHASE)
        target = target.past.before
    return (Undone(target.seq),)


def correct(state: GameState, command: Correct) -> Decision:
    return Rejected(Reason.NO_SUCH_FIELD, command.field)


def add_player(state: GameState, command: AddPlayer) -> Decision:
    return Rejected(Reason.NO_SUCH_FIELD)


def remove_player(state: GameState, command: RemovePlayer) -> Decision:
    return Rejected(Reason.NO_SUCH_FIELD)
