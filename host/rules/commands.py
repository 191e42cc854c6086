"""What the table wants: commands, in the imperative. ``engine.decide`` answers each with events or a refusal.

``player``, ``by`` and ``after`` are seat ids; colours, spaces, decks and cards are the ids of the ruleset.
Which ruleset and mode a command belongs to is told by ``engine.legal_commands``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from host.rules.seats import Seat
from host.rules.words import Branch, Cause, Kind, Mode, Result, Verdict


@dataclass(frozen=True, slots=True)
class StartGame:
    """Begin: seats in clockwise order, what the table chose, and the board (guide mode)."""

    players: tuple[Seat, ...]
    mode: Mode = Mode.COLOUR
    options: Mapping[str, Any] = field(default_factory=dict)
    """Only what differs from the ruleset's defaults."""
    variants: tuple[str, ...] = ()
    board: str = ""
    """Board id; empty: the ruleset's default board."""
    seed: int = 0
    """For the host's own random choices; kept, never used by the rules."""


@dataclass(frozen=True, slots=True)
class RollForStart:
    """A start roll."""

    player: str
    pips: int


@dataclass(frozen=True, slots=True)
class DrawForStart:
    """A card drawn for the role of the shuffler."""

    player: str
    card: str


@dataclass(frozen=True, slots=True)
class SetCards:
    """The special cards in a hand after dealing (G-03)."""

    player: str
    boarding: int
    first_class: int
    passport: int


@dataclass(frozen=True, slots=True)
class RollDie:
    """A move begins. In colour mode the value need not be told."""

    pips: int | None = None


@dataclass(frozen=True, slots=True)
class MoveTo:
    """Guide mode: the chosen destination."""

    space: str


@dataclass(frozen=True, slots=True)
class ReportLanding:
    """Colour mode: the kind and colour of the space landed on. Guide mode: what an unknown space turned out to be."""

    kind: Kind
    colour: str = ""
    sure: bool = False
    """The table was asked and insists."""


@dataclass(frozen=True, slots=True)
class ChooseCategory:
    """A category is chosen: by the player on the hub, or by the others for the final question."""

    colour: str
    by: str = ""
    """Who chose; empty: the host, at random."""


@dataclass(frozen=True, slots=True)
class PoseQuestion:
    """The dialogue has drawn a card for the question that is due."""

    question: str = ""
    """Question id; empty when the table reads its own cards."""


@dataclass(frozen=True, slots=True)
class SubmitAnswer:
    """An answer with its verdict, which is data: the rules never judge."""

    player: str
    verdict: Verdict
    text: str = ""
    by: str = ""
    """The member of a team who spoke; empty: not known, or no team."""


@dataclass(frozen=True, slots=True)
class GiveUp:
    """No answer."""

    player: str
    cause: Cause = Cause.SAID


@dataclass(frozen=True, slots=True)
class OverruleVerdict:
    """The table decides otherwise.

    Without ``seq`` it means the last verdict and is legal until the next roll or draw. With the ``seq`` of one of
    ``contest.judgements(state)`` it is a contest: play goes back to that answer and on from there.
    """

    verdict: Verdict
    seq: int | None = None
    in_favour: tuple[str, ...] = ()
    """Option ``overrule: vote``: the players who want the change."""
    against: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayBoarding:
    """Play a boarding card to the headquarters of that colour (G-33)."""

    colour: str
    sure: bool = False


@dataclass(frozen=True, slots=True)
class PlayFirstClass:
    """Play a first-class card instead of an answer (G-36)."""


@dataclass(frozen=True, slots=True)
class PickQuestions:
    """The asker's two other questions of the same card, by colour (G-36)."""

    first: str
    second: str


@dataclass(frozen=True, slots=True)
class ClaimPassport:
    """Join the claim for a wedge (G-39)."""

    player: str


@dataclass(frozen=True, slots=True)
class CloseClaims:
    """Nobody else claims."""


@dataclass(frozen=True, slots=True)
class ReportDivider:
    """The guide card or divider of the deck is in front."""

    deck: str


@dataclass(frozen=True, slots=True)
class PlacePack:
    """The next pack is in the box."""

    deck: str


@dataclass(frozen=True, slots=True)
class DrawCard:
    """The playing card of the turn, by rank: ``2`` to ``10``, ``jack``, ``queen``, ``king``, ``ace``, ``joker``."""

    card: str


@dataclass(frozen=True, slots=True)
class EnterPawn:
    """Guide mode: a pawn leaves the house for its start space."""

    pawn: str


@dataclass(frozen=True, slots=True)
class MovePawn:
    """Guide mode: a pawn moves by a value of the card."""

    pawn: str
    value: int
    branch: Branch = Branch.NONE


@dataclass(frozen=True, slots=True)
class ReportMove:
    """Colour mode: what became of the card."""

    result: Result
    met: str = ""
    """Owner of the pawn that stood there; empty: nobody did."""
    value: int | None = None
    """The value used, if it is told."""
    sure: bool = False


@dataclass(frozen=True, slots=True)
class DrawQuizCard:
    """The asker's card in a meeting."""

    card: str


@dataclass(frozen=True, slots=True)
class ChooseValue:
    """Guide mode: how the won points are used."""

    value: int
    branch: Branch = Branch.NONE


@dataclass(frozen=True, slots=True)
class Reshuffle:
    """The piles were made again."""


@dataclass(frozen=True, slots=True)
class VoidQuestion:
    """A bad or known question: another of the same colour, deck and purpose takes its place at no cost."""


@dataclass(frozen=True, slots=True)
class AddPlayer:
    """A late joiner sits down."""

    player: Seat
    after: str
    """The seat whose left neighbour the newcomer becomes."""


@dataclass(frozen=True, slots=True)
class RemovePlayer:
    """Somebody leaves for good."""

    player: str


@dataclass(frozen=True, slots=True)
class Correct:
    """The table corrects something by hand; the fields are listed in ``table.FIELDS``."""

    field: str
    """For instance ``wedges.A``, ``active``, ``position.A``, ``option.silence``."""
    value: Any = None
    """Plain data: text, number, list or mapping."""


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the last decisions."""

    steps: int = 1
    """Number of decisions, at least 1."""
