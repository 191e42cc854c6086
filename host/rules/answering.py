"""Whose answer it is: the wheel games and the quiz of the pawn game judge answers each in their own way."""

from __future__ import annotations

from host.rules.answers import answer
from host.rules.commands import GiveUp, SubmitAnswer
from host.rules.meeting import quiz_answer
from host.rules.messages import Decision
from host.rules.state import GameState


def decide_answer(state: GameState, command: SubmitAnswer | GiveUp) -> Decision:
    """An answer, or none, with everything that follows from its verdict."""
    return quiz_answer(state, command) if state.meeting is not None else answer(state, command)
