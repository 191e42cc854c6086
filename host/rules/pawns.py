"""Where pawns can go on the track: the uses of a card, and why a move is none (guide mode)."""

from __future__ import annotations

from collections.abc import Iterator

from host.rules.commands import ChooseValue, EnterPawn, MovePawn
from host.rules.rulebook import PlayingCard
from host.rules.state import GameState, Player
from host.rules.track import Way
from host.rules.words import Branch, Mode, Phase, Reason


def token(player: Player, number: int) -> str:
    """Pawn id: colour and number, ``red.1``."""
    return f"{player.seat.colour}.{number}"


def parsed(state: GameState, pawn: str, player: Player) -> int | None:
    """Number of a pawn of that player; None when it is not his."""
    colour, _, number = pawn.rpartition(".")
    if colour != player.seat.colour or not number.isdecimal() or not 1 <= int(number) <= len(player.pawns):
        return None
    return int(number)


def card_of(state: GameState, rank: str) -> PlayingCard:
    """A playing card of the edition."""
    return state.rules.playing_cards[rank]


def values_of(state: GameState, rank: str) -> tuple[int, ...]:
    """The steps a card can be used for (S-27, S-28, S-P05)."""
    agreed = (state.opt("card_values") or {}).get(rank)
    return tuple(agreed) if agreed else card_of(state, rank).values


def on_start(state: GameState, player: Player) -> tuple[int, ...]:
    """Numbers of the own pawns that stand on the own start space (S-15)."""
    track, colour = state.track, player.seat.colour
    return tuple(
        n for n, p in enumerate(player.pawns, 1)
        if p is not None and track.ring_index(colour, p) == track.start(colour)
    )  # fmt: skip


def pawn_on_ring(state: GameState, index: int, but: str = "") -> str:
    """Id of the pawn on a ring space, other than ``but``; empty when there is none."""
    for player in state.players:
        for number, progress in enumerate(player.pawns, 1):
            pawn = token(player, number)
            if progress is not None and pawn != but and state.track.ring_index(player.seat.colour, progress) == index:
                return pawn
    return ""


def ways_of(state: GameState, player: Player, number: int, value: int) -> tuple[Way, ...]:
    """The ways of a pawn by a value, by the agreed options; empty when it cannot move (S-31 to S-37)."""
    progress = player.pawns[number - 1]
    if progress is None or progress == state.track.goal:
        return ()
    return state.track.ways(
        progress,
        value,
        skip_home=state.opt("skip_home"),
        bounce=state.opt("overshoot") == "bounce",
        backward_opens=state.opt("backward_opens_home"),
    )


def end_fault(state: GameState, player: Player, number: int, way: Way) -> Reason | None:
    """Why a pawn may not end there: on an own pawn in the home straight (S-35), or one that is spared (S-P10)."""
    track, colour = state.track, player.seat.colour
    own = [p for n, p in enumerate(player.pawns, 1) if n != number and p is not None]
    if way.progress == track.goal:
        return None
    if way.progress > track.entry:
        return Reason.OWN_PAWN_IN_HOME if way.progress in own else None
    index = track.ring_index(colour, way.progress)
    if state.opt("own_capture") == "forbidden" and index in [track.ring_index(colour, p) for p in own]:
        return Reason.PAWN_NOT_MOVABLE
    return None


def open_ways(state: GameState, player: Player, number: int, values: tuple[int, ...]) -> Iterator[tuple[int, Way]]:
    """Every value and way by which a pawn can move."""
    for value in values:
        for way in ways_of(state, player, number, value):
            if end_fault(state, player, number, way) is None:
                yield value, way


def chosen_way(
    state: GameState, player: Player, number: int, value: int, branch: Branch, values: tuple[int, ...]
) -> Way | Reason:
    """The way that is meant, or why that move is none."""
    progress = player.pawns[number - 1]
    if progress is None or progress == state.track.goal:
        return Reason.PAWN_NOT_MOVABLE
    if value not in values:
        return Reason.VALUE_NOT_ON_CARD
    ways = ways_of(state, player, number, value)
    if branch is Branch.NONE and len(ways) > 1:
        return Reason.BRANCH_NEEDED
    for way in ways:
        goes = Branch.HOME if way.progress > state.track.entry or way.bounced else Branch.RING
        if branch in (Branch.NONE, way.branch) or (way.branch is Branch.NONE and branch is goes):
            return end_fault(state, player, number, way) or way
    foreign = branch is Branch.HOME and progress <= state.track.entry
    if foreign and state.track.passes_foreign_entry(player.seat.colour, progress, value):
        return Reason.FOREIGN_HOME  # S-36
    return Reason.NOT_REACHABLE


def must_clear(state: GameState, player: Player) -> tuple[int, ...]:
    """The pawns that must make room on the start space first (S-16, S-P08); empty when the choice is free."""
    if not (state.opt("clear_start_first") and card_of(state, state.card).enters and None in player.pawns):
        return ()
    values = values_of(state, state.card)
    return tuple(n for n in on_start(state, player) if any(open_ways(state, player, n, values)))


def uses(state: GameState) -> tuple[EnterPawn | MovePawn | ChooseValue, ...]:
    """Every way to use the card that is due (S-18): in phase PLAY the turn's, in phase VALUE the quiz card's."""
    if state.mode is not Mode.GUIDE or state.phase not in (Phase.PLAY, Phase.VALUE):
        return ()
    if state.phase is Phase.VALUE:
        return tuple(ChooseValue(value, way.branch) for value, way in won_ways(state))
    player = state.player(state.active)
    found: list[EnterPawn | MovePawn | ChooseValue] = []
    first = must_clear(state, player)
    for number in first or range(1, len(player.pawns) + 1):
        for value, way in open_ways(state, player, number, values_of(state, state.card)):
            found.append(MovePawn(token(player, number), value, way.branch))
    if card_of(state, state.card).enters and not on_start(state, player):
        found += [EnterPawn(token(player, n)) for n, p in enumerate(player.pawns, 1) if p is None]
    return tuple(found)


def won_ways(state: GameState) -> tuple[tuple[int, Way], ...]:
    """How the points won in the quiz can be used by the pawn that gets them (S-24, S-25, S-P23, S-P24)."""
    assert state.meeting is not None
    player = state.player(state.mover)
    number = parsed(state, winning_pawn(state), player)
    assert number is not None
    return tuple(open_ways(state, player, number, values_of(state, state.meeting.card)))


def winning_pawn(state: GameState) -> str:
    """The pawn that moves by the points: the saved one, or the asker's when they are given to him (S-25)."""
    assert state.meeting is not None
    given = card_of(state, state.meeting.card).given
    return state.meeting.arriver if given else state.meeting.first
