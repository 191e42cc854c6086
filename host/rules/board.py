"""The wheel board as a graph: spaces, links, and where a roll may end. Guide mode lives on it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from host.rules.frozen import FrozenDict
from host.rules.words import Kind

HUB = "hub"


def hq_id(colour: str) -> str:
    """Space id of a headquarters."""
    return f"hq.{colour}"


@dataclass(frozen=True, slots=True)
class Space:
    """One space of a wheel."""

    id: str
    kind: Kind
    colour: str = ""
    """Category colour; a shortcut has the colour of the headquarters it leads to; empty: none."""


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """A wheel: hub, spokes, ring. Compared by identity."""

    id: str
    ruleset: str
    """Id of the edition it belongs to."""
    hq_order: tuple[str, ...]
    """Colours of the headquarters, clockwise."""
    spaces: Mapping[str, Space]
    links: Mapping[str, tuple[str, ...]]
    """Neighbours of every space. A space named twice is joined by two ways."""
    categories: Mapping[str, Mapping[str, str]]
    """Colour -> language -> category name."""
    called: Mapping[str, str] = FrozenDict({})
    """Colour of the edition -> colour whose name it bears in this printing, where boxes differ ("brown is History")."""

    def count(self, kind: Kind) -> int:
        """Number of spaces of a kind."""
        return sum(space.kind is kind for space in self.spaces.values())


def wheel(
    id: str,
    ruleset: str,
    hq_order: tuple[str, ...],
    spokes: Mapping[str, tuple[str, ...]],
    ring: Mapping[str, tuple[str, ...]],
    categories: Mapping[str, Mapping[str, str]],
    called: Mapping[str, str] | None = None,
) -> Board:
    """Builds the graph from the lists of a board file (spokes outwards from the hub, ring clockwise)."""
    spaces = {HUB: Space(HUB, Kind.HUB)}
    links: dict[str, list[str]] = {HUB: []}
    for colour in hq_order:
        spaces[hq_id(colour)] = Space(hq_id(colour), Kind.HQ, colour)
        links[hq_id(colour)] = []
    for index, colour in enumerate(hq_order):
        spoke = [f"spoke.{colour}.{n}" for n in range(1, len(spokes[colour]) + 1)]
        segment = [f"ring.{colour}.{n}" for n in range(1, len(ring[colour]) + 1)]
        for space_id, print_ in [*zip(spoke, spokes[colour], strict=True), *zip(segment, ring[colour], strict=True)]:
            spaces[space_id] = printed_space(space_id, print_)
            links[space_id] = []
        _join(links, [HUB, *spoke, hq_id(colour)])
        _join(links, [hq_id(colour), *segment, hq_id(hq_order[(index + 1) % len(hq_order)])])
    return Board(
        id,
        ruleset,
        hq_order,
        FrozenDict(spaces),
        FrozenDict({space: tuple(near) for space, near in links.items()}),
        FrozenDict({colour: FrozenDict(dict(names)) for colour, names in categories.items()}),
        FrozenDict(dict(called or {})),
    )


def printed_space(space_id: str, print_: str) -> Space:
    """What a word of a board file means: a colour, ``unknown``, ``roll_again`` or ``shortcut-<colour>``."""
    if print_ in (Kind.UNKNOWN, Kind.ROLL_AGAIN):
        return Space(space_id, Kind(print_))
    if print_.startswith("shortcut-"):
        return Space(space_id, Kind.SHORTCUT, print_.removeprefix("shortcut-"))
    return Space(space_id, Kind.COLOUR, print_)


def print_of(kind: Kind, colour: str) -> str:
    """The word of a board file for such a space: the other way round."""
    return {Kind.COLOUR: colour, Kind.SHORTCUT: f"shortcut-{colour}"}.get(kind, kind.value)


def _join(links: dict[str, list[str]], path: list[str]) -> None:
    for a, b in pairwise(path):
        links[a].append(b)
        links[b].append(a)


@lru_cache(maxsize=8192)
def destinations(board: Board, space: str, steps: int, retrace: str = "no_space_twice") -> tuple[str, ...]:
    """End spaces of all walks of exactly ``steps`` steps (G-14, G-15, N-12, F-12, F-13), each named once.

    Args:
        retrace: ``no_space_twice`` forbids any space twice in one move (G-P07); ``no_about_turn`` only turning
            on the spot, so that a short loop may lead back to where it began.
    """
    found: dict[str, None] = {}
    free = retrace == "no_about_turn"

    def walk(here: str, before: str, left: int, seen: frozenset[str]) -> None:
        if not left:
            found[here] = None
            return
        for there in board.links[here]:
            if (there not in seen) if not free else (there != before or board.links[here].count(there) > 1):
                walk(there, here, left - 1, seen | {there})

    walk(space, "", steps, frozenset({space}))
    return tuple(found)


@lru_cache(maxsize=8192)
def reachable_with_turns(board: Board, space: str, steps: int) -> frozenset[str]:
    """End spaces of all walks of that many steps when turning back is allowed: what ``turned_back`` means."""
    here = frozenset({space})
    for _ in range(steps):
        here = frozenset(there for place in here for there in board.links[place])
    return here


@lru_cache(maxsize=8192)
def distance(board: Board, origin: str, target: str) -> int | None:
    """Length of the shortest way in steps; None when there is none."""
    seen, edge, steps = {origin}, {origin}, 0
    while edge:
        if target in edge:
            return steps
        edge = {there for place in edge for there in board.links[place]} - seen
        seen |= edge
        steps += 1
    return None


@lru_cache(maxsize=64)
def shortest_loop(board: Board) -> int | None:
    """Length in steps of the shortest closed walk without turning back; None when the board has no loop."""
    best: int | None = None
    for a, neighbours in board.links.items():
        for b in neighbours:
            if neighbours.count(b) > 1:
                best = 2
                continue
            steps = _detour(board, a, b)
            if steps is not None and (best is None or steps + 1 < best):
                best = steps + 1
    return best


def _detour(board: Board, origin: str, target: str) -> int | None:
    """Shortest way from ``origin`` to its neighbour ``target`` that does not use the link between them."""
    seen, edge, steps = {origin}, {there for there in board.links[origin] if there != target}, 1
    while edge:
        if target in edge:
            return steps
        seen |= edge
        edge = {there for place in edge for there in board.links[place]} - seen
        steps += 1
    return None


def kinds_after(board: Board, steps: Iterable[int]) -> frozenset[Kind]:
    """Kinds of spaces on which a first roll of these values can end; an unknown space may be a colour (C-5)."""
    spaces = (board.spaces[space] for n in steps for space in destinations(board, HUB, n))
    return frozenset(Kind.COLOUR if space.kind is Kind.UNKNOWN else space.kind for space in spaces)
