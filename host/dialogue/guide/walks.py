"""Walks on the wheel as a hand feels them: how many spaces, in which direction, past which headquarters.

Every direction and every count that the host says comes from a walk found here on the graph of the board file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise

from host.rules.board import HUB, Board, hq_id
from host.rules.words import Kind


class Direction(StrEnum):
    """Where a step leads, as seen from above; never left or right (boards 1)."""

    CLOCKWISE = "clockwise"
    ANTICLOCKWISE = "anticlockwise"
    INWARD = "inward"
    """Towards the hub."""
    OUTWARD = "outward"


@dataclass(frozen=True, slots=True)
class Leg:
    """Some steps in one direction."""

    direction: Direction
    steps: int
    spoke: str = ""
    """Colour of the spoke, where a walk leaves the hub on it; else empty."""


@dataclass(frozen=True, slots=True)
class Walk:
    """A walk on the board."""

    path: tuple[str, ...]
    """Space ids, the origin first."""
    legs: tuple[Leg, ...]

    @property
    def steps(self) -> int:
        """Its length."""
        return len(self.path) - 1

    @property
    def passed(self) -> tuple[str, ...]:
        """The headquarters and the hub that the piece passes, origin and end not counted."""
        return tuple(space for space in self.path[1:-1] if space == HUB or space.startswith("hq."))


@lru_cache(maxsize=64)
def _clockwise(board: Board) -> Mapping[str, str]:
    """Space of the ring -> the next one clockwise."""
    ring = []
    for colour in board.hq_order:
        ring.append(hq_id(colour))
        ring += [space for n in range(1, len(board.spaces)) if (space := f"ring.{colour}.{n}") in board.spaces]
    return dict(pairwise([*ring, ring[0]]))


def step(board: Board, origin: str, target: str) -> Leg:
    """One step between two neighbours."""
    after = _clockwise(board)
    if after.get(origin) == target:
        return Leg(Direction.CLOCKWISE, 1)
    if after.get(target) == origin:
        return Leg(Direction.ANTICLOCKWISE, 1)
    if origin == HUB:
        return Leg(Direction.OUTWARD, 1, target.split(".")[1])
    outward = target != HUB and (target.startswith("hq.") or _depth(target) > _depth(origin))
    return Leg(Direction.OUTWARD if outward and not origin.startswith("hq.") else Direction.INWARD, 1)


def _depth(space: str) -> int:
    return int(space.rpartition(".")[2]) if space.startswith("spoke.") else 0


def walk(board: Board, path: tuple[str, ...]) -> Walk:
    """A path of neighbouring spaces with its legs."""
    legs: list[Leg] = []
    for origin, target in pairwise(path):
        one = step(board, origin, target)
        if legs and legs[-1].direction is one.direction and not one.spoke:
            legs[-1] = Leg(one.direction, legs[-1].steps + 1, legs[-1].spoke)
        else:
            legs.append(one)
    return Walk(path, tuple(legs))


@lru_cache(maxsize=8192)
def walks(board: Board, origin: str, steps: int, retrace: str = "no_space_twice") -> Mapping[str, Walk]:
    """End space -> the plainest walk of exactly that many steps: the one with the fewest turns.

    The ends are those of ``host.rules.board.destinations`` for the same arguments (G-14, G-15, N-12, F-12).
    """
    found: dict[str, Walk] = {}
    free = retrace == "no_about_turn"

    def go(path: tuple[str, ...]) -> None:
        if len(path) > steps:
            made = walk(board, path)
            best = found.get(path[-1])
            if best is None or len(made.legs) < len(best.legs):
                found[path[-1]] = made
            return
        for there in board.links[path[-1]]:
            turned = len(path) > 1 and there == path[-2] and board.links[path[-1]].count(there) < 2
            if not turned if free else there not in path:
                go((*path, there))

    go((origin,))
    return found


@lru_cache(maxsize=8192)
def shortest(board: Board, origin: str, target: str) -> Walk | None:
    """A shortest way with few turns; None when there is none."""
    if origin == target:
        return Walk((origin,), ())
    edge: dict[str, tuple[tuple[str, ...], ...]] = {origin: ((origin,),)}
    seen = {origin}
    while edge:
        fresh: dict[str, tuple[tuple[str, ...], ...]] = {}
        for place, paths in edge.items():
            for there in dict.fromkeys(board.links[place]):
                if there not in seen:
                    fresh[there] = (*fresh.get(there, ()), *((*path, there) for path in paths))
        if target in fresh:
            return min((walk(board, path) for path in fresh[target]), key=lambda made: len(made.legs))
        seen |= fresh.keys()
        edge = fresh
    return None


def straight(board: Board, origin: str, neighbour: str) -> Walk:
    """On from a neighbour without turning, until a headquarters or the hub is reached."""
    path = [origin, neighbour]
    while board.spaces[path[-1]].kind not in (Kind.HQ, Kind.HUB):
        ahead = [there for there in board.links[path[-1]] if there != path[-2]]
        if not ahead or ahead[0] in path:
            break
        path.append(ahead[0])
    return walk(board, tuple(path))
