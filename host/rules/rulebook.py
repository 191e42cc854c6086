"""The frozen Ruleset: one edition as data, checked and complete. ``ruleset`` reads it from YAML."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from host.rules.board import Board
from host.rules.frozen import FrozenDict
from host.rules.track import Track
from host.rules.words import Kind, Special


@dataclass(frozen=True, slots=True)
class DeckSpec:
    """One deck of question cards with its own divider."""

    id: str
    pool: str
    """Decks of one pool share their packs."""


@dataclass(frozen=True, slots=True)
class PlayingCard:
    """One rank of the playing cards."""

    rank: str
    values: tuple[int, ...]
    """Steps to choose from, negative backwards."""
    enters: bool = False
    """Brings a pawn from the house to the start space (S-11)."""
    given: bool = False
    """In the quiz the points go to the asker (S-25)."""
    count: int = 4
    """How many are in the whole pack."""


@dataclass(frozen=True, slots=True)
class Teams:
    """Limits of team play (F-35)."""

    members: int
    """Most people in one team."""
    people: int
    """Most people at the table."""


@dataclass(frozen=True, slots=True)
class Printed:
    """What the rulebook prints about the board, so that a board file cannot contradict it."""

    steps_to_hq: int | None = None
    """Steps from the hub to every headquarters (F-09)."""
    counts: Mapping[Kind, int] = field(default_factory=dict)
    """Exact numbers of special spaces (F-24, N-23)."""


@dataclass(frozen=True, slots=True, eq=False)
class Ruleset:
    """One edition. States refer to it by id and version; compared by identity."""

    id: str
    version: int
    """Raised only when the same events would lead to another state."""
    names: Mapping[str, str]
    """Language -> name of the edition."""
    aliases: tuple[str, ...]
    languages: tuple[str, ...]
    """Languages of its questions."""
    source: str
    """Which printed rulebook it follows."""
    min_players: int
    max_players: int
    solo: bool
    """One side alone may play."""
    colours: Mapping[str, Mapping[str, tuple[str, ...]]]
    """Colour -> language -> the ways it is said, the usual one first."""
    move: str
    start: str
    order: str
    win: str
    deck: str
    spaces: Mapping[Kind, str]
    """Kind of space -> what happens there; a kind that is missing is not printed (C-2)."""
    wedges: str
    special: Mapping[Special, int]
    """Special cards in the box, by kind."""
    meeting: str
    enter: str
    decks: tuple[DeckSpec, ...]
    playing_cards: Mapping[str, PlayingCard]
    options: Mapping[str, Any]
    """Every option this edition knows, with its default."""
    ask: tuple[str, ...]
    """Options asked at set-up, in this order, each with its default to skip to; variants add their own."""
    variants: Mapping[str, Mapping[str, Any]]
    """Variant -> slots it changes, and options it asks for."""
    teams: Teams | None
    printed: Printed
    boards: Mapping[str, Board | Track]
    board: str
    """Id of the default board."""

    @property
    def is_wheel(self) -> bool:
        """Whether wedges are collected on a wheel (else pawns run on a track)."""
        return self.move == "wheel"

    @property
    def pile(self) -> int:
        """Number of playing cards."""
        return sum(card.count for card in self.playing_cards.values())

    @property
    def asks_hq_for_wedge(self) -> bool:
        """Whether a headquarters earns its wedge and must be left after a wrong answer."""
        return self.spaces.get(Kind.HQ) == "ask_for_wedge"

    def with_variants(self, variants: tuple[str, ...]) -> Ruleset:
        """The edition with these variants switched on, in the given order."""
        return _varied(self, variants) if variants else self

    def with_board(self, board: Board | Track) -> Ruleset:
        """The edition with one more board to choose from; a board of the same id is replaced."""
        return dataclasses.replace(self, boards=FrozenDict({**self.boards, board.id: board}))

    def played_on(self, board: Board | Track) -> Ruleset:
        """The edition with that board as its default."""
        return dataclasses.replace(self.with_board(board), board=board.id)


@lru_cache(maxsize=256)
def _varied(ruleset: Ruleset, variants: tuple[str, ...]) -> Ruleset:
    changes: dict[str, Any] = {}
    for name in variants:
        for slot, value in ruleset.variants[name].items():
            if slot == "spaces":
                value = FrozenDict({**ruleset.spaces, **value})
            elif slot == "ask":
                value = (*changes.get("ask", ruleset.ask), *value)
            changes[slot] = value
    return dataclasses.replace(ruleset, **changes)
