"""Who sits at the table: the seats that StartGame and AddPlayer hand over."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Member:
    """One person of a team."""

    name: str
    age: int | None = None
    """Age in years, None when not told."""
    category: str = ""
    """Colour of the category this person takes over (F-36); empty: none."""


@dataclass(frozen=True, slots=True)
class Seat:
    """One side of the game: a player, or a team with one piece, one hand of cards and one age deck."""

    id: str
    """Unique in the game; every command, event and state names the side by it."""
    name: str = ""
    """As it is spoken; empty: the id."""
    age: int | None = None
    """Age in years, None when not told."""
    colour: str = ""
    """Colour of the pawns (track games); empty: the next free colour of the board."""
    deck: str = ""
    """Age deck agreed for this side (``adult``, ``young``); empty: by age."""
    members: tuple[Member, ...] = ()
    """The people of a team; empty: a single player."""
    captain: str = ""
    """Name of the member whose answer binds (F-38); empty: the first answer heard counts."""
