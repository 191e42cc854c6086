"""The state of a game: immutable, complete, serialisable. Nothing here judges; see engine.py."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from host.rules.frozen import FrozenDict
from host.rules.messages import Event
from host.rules.rulebook import Ruleset
from host.rules.seats import Seat
from host.rules.words import Kind, Mode, Outcome, Phase, Purpose, Special, Verdict

if TYPE_CHECKING:
    from host.rules.board import Board
    from host.rules.track import Track

NO_CARDS: Mapping[Special, int] = FrozenDict(dict.fromkeys(Special, 0))


@dataclass(frozen=True, slots=True)
class Player:
    """One side: a player or a team."""

    seat: Seat
    deck: str = ""
    """Age deck this side is asked from; empty: the edition has none."""
    wedges: frozenset[str] = frozenset()
    """Colours won."""
    cards: Mapping[Special, int] = NO_CARDS
    """Special cards in hand."""
    leave: str = ""
    """Space that the next move must leave; empty: no duty."""
    space: str = ""
    """Guide mode: where the piece is. Colour mode: the hub or headquarters it stands on, else empty."""
    rolled: bool = False
    """Has rolled for a move in this game (start rolls do not count)."""
    moves: int = 0
    """Moves this piece has made: 0 means it has never left the hub."""
    turns: int = 0
    """Turns completed: 0 means the first one is not over."""
    late: bool = False
    """Joined after the start, so no part in a winning streak of the first round."""
    feat: bool = False
    """Won every wedge before the first turn was over (G-46)."""
    rank: int = 0
    """Final rank, 0 while playing."""
    left: bool = False
    """Has left the game; only kept for the ranking of a track game."""
    pawns: tuple[int | None, ...] = ()
    """Track, guide mode: progress of each pawn, None in the house. Colour mode: as far as ``placed`` tells."""
    placed: frozenset[int] = frozenset()
    """Track, colour mode: numbers of the pawns whose place has been told, on the way to guide mode."""
    counts: tuple[int, int, int] = (0, 0, 0)
    """Track, colour mode: pawns in the house, on the way, in the goal."""

    @property
    def id(self) -> str:
        """The seat id, which names the side everywhere."""
        return self.seat.id


@dataclass(frozen=True, slots=True)
class Landed:
    """Where the active piece stopped, until the turn goes on."""

    kind: Kind
    colour: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """A question that is due or posed."""

    player: str
    colour: str
    deck: str
    purpose: Purpose
    id: str = ""
    """Id of the question in the bank; empty: not posed yet, or read by the table."""


@dataclass(frozen=True, slots=True)
class Claims:
    """Passport claims for a wedge that the questioned player did not win."""

    players: tuple[str, ...]
    """Who may claim, then who has to answer still, in order."""
    claimed: tuple[str, ...] = ()
    ordered: bool = False
    """The window is closed; ``players`` answer one after the other."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """A pawn has arrived where another one stands (track)."""

    arriver: str
    """Pawn id in guide mode, player id in colour mode."""
    first: str
    space: str
    origin: str
    """Where the arriver came from."""
    progress: int | None = None
    """Guide mode: progress of the arriver before it moved."""
    card: str = ""
    """The quiz card, once drawn."""
    won: bool = False
    """The answer was right and the points are being moved."""


@dataclass(frozen=True, slots=True)
class Deck:
    """One deck of question cards."""

    id: str
    pack: int
    """Number of the pack in use."""
    played: int = 0
    """Cards played since the divider was last in front."""
    finished: bool = False
    """The divider is in front: another pack is due."""

    def order(self, size: int) -> tuple[int | None, ...]:
        """The cards from front to back, None for the divider (F-19, F-27, G-10, N-03)."""
        used = self.played % (size + 1)
        return (*range(used + 1, size + 1), None, *range(1, used + 1))


@dataclass(frozen=True, slots=True, eq=False)
class Past:
    """The last decision: the state before it and its events. The chain of these is the whole history."""

    before: GameState
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class GameState:
    """Everything the rules know at one moment."""

    rules: Ruleset = field(compare=False, repr=False)
    """The edition with its variants applied; serialised as id and version."""
    phase: Phase = Phase.SETUP
    seq: int = 0
    """Number of events so far."""
    mode: Mode = Mode.COLOUR
    options: Mapping[str, Any] = FrozenDict({})
    """What the table agreed on, complete."""
    variants: tuple[str, ...] = ()
    board: str = ""
    learned: Mapping[str, str] = FrozenDict({})
    """Space id -> print, for spaces the board file calls ``unknown`` or has wrong."""
    seed: int = 0
    players: tuple[Player, ...] = ()
    """In seat order, clockwise."""
    active: str = ""
    """Whose turn it is; in phase START who is asked to roll or draw next."""
    # --- before play ---
    start: tuple[tuple[str, str | None], ...] = ()
    """Who is in the running to start or shuffle, each with the value rolled or drawn in this round."""
    shuffler: str = ""
    # --- the turn on the wheel ---
    pips: int | None = None
    """Die value of the move under way; None when it was not told."""
    landed: Landed | None = None
    again: bool = False
    """The roll that is due comes from a roll-again space."""
    chosen: str = ""
    """Category chosen on the hub."""
    question: Question | None = None
    """The question posed last, until the turn goes on."""
    picks: tuple[str, ...] = ()
    """First class: colours of the questions still to ask."""
    claims: Claims | None = None
    challengers: tuple[str, ...] = ()
    """Who may still equal a winning streak, in order; the first is active."""
    challenge: bool = False
    """Somebody has won in the first turn; the others have one turn each."""
    # --- the turn on the track ---
    card: str = ""
    """The playing card to be used."""
    meeting: Meeting | None = None
    mover: str = ""
    """Who moves or reports next, when that is not the active player."""
    cards_left: int = 0
    """Playing cards face down."""
    resume: Phase | None = None
    """Phase to go on with after the reshuffle."""
    # --- cards ---
    decks: tuple[Deck, ...] = ()
    shelves: Mapping[str, tuple[int, ...]] = FrozenDict({})
    """Pool -> numbers of the packs not in use, the one used longest ago first."""
    next_deck: str = ""
    """The deck whose turn it is, when decks take turns."""
    lying: Mapping[Special, int] = NO_CARDS
    """Special cards lying out of the game, never dealt."""
    # --- end and history ---
    outcome: Outcome | None = None
    winners: tuple[str, ...] = ()
    """As in GameEnded."""
    verdict: Verdict | None = None
    """The last verdict, as long as nothing was rolled or drawn since: it can be overruled at once."""
    past: Past | None = field(default=None, compare=False, repr=False)

    def player(self, id: str) -> Player:
        """The side with that id; KeyError when there is none."""
        for player in self.players:
            if player.seat.id == id:
                return player
        raise KeyError(id)

    def has(self, id: str) -> bool:
        """Whether such a side plays."""
        return any(player.seat.id == id and not player.left for player in self.players)

    @property
    def wheel(self) -> Board:
        """The wheel board in use."""
        return self.rules.boards[self.board]  # type: ignore[return-value]

    @property
    def track(self) -> Track:
        """The track board in use."""
        return self.rules.boards[self.board]  # type: ignore[return-value]

    def opt(self, key: str) -> Any:
        """The value agreed for an option; None when the edition does not know it."""
        return self.options.get(key)


Changes = dict[str, Any]
BETWEEN_TURNS: Changes = {
    "pips": None, "landed": None, "again": False, "chosen": "", "question": None, "picks": (), "claims": None,
    "meeting": None, "mover": "",
}  # fmt: skip
"""What is forgotten when a turn begins or goes on."""


def new_game(rules: Ruleset) -> GameState:
    """The empty table before StartGame."""
    return GameState(rules)


# ``dataclasses.replace`` asks for every field by itself; a game copies states hundreds of thousands of times, so the
# fields are read in one call here.
_STATE_FIELDS = tuple(field.name for field in dataclasses.fields(GameState))
_PLAYER_FIELDS = tuple(field.name for field in dataclasses.fields(Player))
_read_state = attrgetter(*_STATE_FIELDS)
_read_player = attrgetter(*_PLAYER_FIELDS)


def copied(state: GameState, changes: Changes) -> GameState:
    """The state with some fields changed."""
    return GameState(**{**dict(zip(_STATE_FIELDS, _read_state(state), strict=True)), **changes})


def changed(player: Player, **changes: Any) -> Player:
    """The player with some fields changed."""
    return Player(**{**dict(zip(_PLAYER_FIELDS, _read_player(player), strict=True)), **changes})


def with_player(state: GameState, id: str, **changes: Any) -> tuple[Player, ...]:
    """All players, one of them changed."""
    return tuple(changed(player, **changes) if player.seat.id == id else player for player in state.players)
