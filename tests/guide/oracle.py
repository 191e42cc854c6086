"""What the board looks like, found out by counting and not by the code under test."""

from __future__ import annotations

from host.rules.board import Board
from host.rules.queries import space_at
from host.rules.state import GameState


def ring(board: Board) -> list[str]:
    """The spaces of the ring, clockwise."""
    found = []
    for colour in board.hq_order:
        segment = [s for s in board.spaces if s.startswith(f"ring.{colour}.")]
        found += [f"hq.{colour}", *sorted(segment, key=lambda s: int(s.rpartition(".")[2]))]
    return found


def spoke(board: Board, colour: str) -> list[str]:
    """A spoke from the hub to its headquarters, both included."""
    between = [s for s in board.spaces if s.startswith(f"spoke.{colour}.")]
    return ["hub", *sorted(between, key=lambda s: int(s.rpartition(".")[2])), f"hq.{colour}"]


def go(board: Board, here: str, direction: str, steps: int, on: str = "") -> str:
    """Where a finger ends that goes so many spaces in a direction; KeyError or IndexError when it falls off."""
    if direction in ("clockwise", "anticlockwise"):
        way = ring(board)
        return way[(way.index(here) + (steps if direction == "clockwise" else -steps)) % len(way)]
    colour = on or here.split(".")[1]
    way = spoke(board, colour)
    index = way.index(here) + (steps if direction == "outward" else -steps)
    assert 0 <= index < len(way)
    return way[index]


def printed(state: GameState, space: str) -> tuple[str, str]:
    """Kind and colour of a space."""
    found = space_at(state, space)
    return str(found.kind), found.colour
