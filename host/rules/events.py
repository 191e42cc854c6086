"""What happened: events, in the past tense, flat. These classes are the format of saved games: change them never.

Prompts ("what may I do now") are no events but queries on the state, see ``queries``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from host.rules.seats import Seat
from host.rules.words import How, Kind, Mode, Outcome, PackState, Purpose, Role, Special, Verdict, WedgeHow, Why


@dataclass(frozen=True, slots=True)
class GameStarted:
    """The set-up as it was agreed, complete with all defaults."""

    ruleset: str
    version: int
    mode: Mode
    players: tuple[Seat, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    variants: tuple[str, ...] = ()
    board: str = ""
    seed: int = 0


@dataclass(frozen=True, slots=True)
class DieRolled:
    """A die was rolled."""

    player: str
    pips: int | None
    """None: the value was not told."""
    purpose: Purpose = Purpose.MOVE


@dataclass(frozen=True, slots=True)
class CardDrawn:
    """A playing card was turned."""

    player: str
    card: str
    purpose: Purpose = Purpose.MOVE


@dataclass(frozen=True, slots=True)
class RoleGiven:
    """Who shuffles, who starts."""

    player: str
    role: Role


@dataclass(frozen=True, slots=True)
class TokenMoved:
    """A piece or pawn changed its place."""

    token: str
    """Wheel: the player. Track: the pawn (``red.1``), in colour mode the player."""
    origin: str
    """Space id; ``house``, ``way`` or ``goal`` in colour mode on the track; empty: not known."""
    target: str
    how: How
    progress: int | None = None
    """Track, guide mode: steps from the own start space after the move; None in the house."""


@dataclass(frozen=True, slots=True)
class SpaceLanded:
    """A piece stopped."""

    player: str
    kind: Kind
    colour: str = ""


@dataclass(frozen=True, slots=True)
class CategoryChosen:
    """A category was chosen on the hub, or a question picked after first class."""

    player: str
    """Who chose; empty: the host."""
    colour: str


@dataclass(frozen=True, slots=True)
class QuestionPosed:
    """A question was read out."""

    player: str
    """Who is asked."""
    colour: str
    """Empty in the quiz."""
    deck: str
    purpose: Purpose
    question: str = ""


@dataclass(frozen=True, slots=True)
class AnswerJudged:
    """A verdict was given."""

    player: str
    verdict: Verdict
    purpose: Purpose
    text: str = ""


@dataclass(frozen=True, slots=True)
class WedgeWon:
    """A wedge was won."""

    player: str
    colour: str
    how: WedgeHow


@dataclass(frozen=True, slots=True)
class TurnKept:
    """The same player goes on."""

    player: str
    why: Why


@dataclass(frozen=True, slots=True)
class TurnPassed:
    """The next player's turn begins."""

    player: str
    to: str
    why: Why


@dataclass(frozen=True, slots=True)
class LeaveRequired:
    """The piece must leave this space with its next move."""

    player: str
    space: str


@dataclass(frozen=True, slots=True)
class SpecialCardPlayed:
    """A boarding or first-class card was played."""

    player: str
    card: Special
    target: str


@dataclass(frozen=True, slots=True)
class SpecialCardSpent:
    """A special card was set aside for good."""

    player: str
    card: Special


@dataclass(frozen=True, slots=True)
class ClaimsOpened:
    """These players may claim the wedge, in answering order. The answer must not be revealed yet."""

    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ClaimMade:
    """A player claims the wedge."""

    player: str


@dataclass(frozen=True, slots=True)
class ClaimsOrdered:
    """The claimants in the order in which they answer."""

    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PackChanged:
    """A pack (or the piles of playing cards) was used up or put in place."""

    deck: str
    state: PackState


@dataclass(frozen=True, slots=True)
class PawnsMet:
    """A pawn arrived where another one stood; a capture or a quiz follows."""

    arriver: str
    """Pawn; in colour mode its owner."""
    first: str
    space: str
    """``unknown`` in colour mode."""
    origin: str = ""
    """Where the arriver came from."""
    progress: int | None = None
    """Guide mode: progress of the arriver before it moved; None in the house."""


@dataclass(frozen=True, slots=True)
class PointsLost:
    """A roll or card could not be used."""

    player: str
    why: Why


@dataclass(frozen=True, slots=True)
class PlayerFinished:
    """A player has a rank. Wheel games: rank 1 is a win, possibly shared."""

    player: str
    rank: int


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over."""

    outcome: Outcome
    players: tuple[str, ...]
    """The winners, those who draw, or everyone by rank."""


@dataclass(frozen=True, slots=True)
class Corrected:
    """The table put something right."""

    field: str
    value: Any


@dataclass(frozen=True, slots=True)
class Undone:
    """The game is again as it was when ``to_seq`` events had happened; this event itself counts on."""

    to_seq: int
