"""The pawns of the track in words: where each stands, how far from home, and who is before and behind (A72)."""

from __future__ import annotations

from dataclasses import dataclass

from host.dialogue.desk import Desk
from host.dialogue.guide.words import steps_in_words
from host.dialogue.phrasebook import Verbosity
from host.dialogue.standing import number, say_pawns
from host.rules.state import GameState, Player
from host.rules.words import Mode


@dataclass(frozen=True, slots=True)
class Neighbours:
    """The nearest pawns of others on the ring, in steps of the direction of travel."""

    before: int | None
    behind: int | None


def neighbours(state: GameState, player: Player, number: int) -> Neighbours:
    """How far the next foreign pawn is before and behind a pawn; both None off the ring."""
    track, progress = state.track, player.pawns[number - 1]
    index = None if progress is None else track.ring_index(player.seat.colour, progress)
    if index is None:
        return Neighbours(None, None)
    others = [
        spot
        for other in state.players
        if other.id != player.id
        for p in other.pawns
        if p is not None and (spot := track.ring_index(other.seat.colour, p)) is not None
    ]
    ahead = [(spot - index) % track.ring for spot in others]
    return Neighbours(min(ahead, default=None), min(((track.ring - a) for a in ahead), default=None))


def is_safe(state: GameState, progress: int | None) -> bool:
    """Whether nobody can meet a pawn there: in the house, on the home straight, in the goal."""
    return progress is None or progress > state.track.entry


def stand(desk: Desk, progress: int | None) -> str:
    """Where a pawn stands: "in the house", "twenty spaces from its start", "on the home straight, space two"."""
    track = desk.state.track
    if progress is None:
        return desk.text("pawn_at_house")
    if progress == track.goal:
        return desk.text("pawn_at_goal")
    if progress > track.entry:
        return desk.text("pawn_at_home", number=number(desk, progress - track.entry))
    if progress == 0:
        return desk.text("pawn_at_start")
    line = "pawn_at_ring" if progress > 0 else "pawn_at_back"
    return desk.text(line, count=steps_in_words(desk, abs(progress)))


def tell_pawns(desk: Desk, player: str, numbers: tuple[int, ...] = ()) -> None:
    """Every pawn of a player by its number, or some of them."""
    side = desk.state.player(player)
    if desk.state.mode is not Mode.GUIDE:
        say_pawns(desk, player)
        return
    desk.say("pawns_of", player=desk.name(player))
    for n, progress in enumerate(side.pawns, 1):
        if not numbers or n in numbers:
            _tell(desk, side, n, progress)


def _tell(desk: Desk, side: Player, n: int, progress: int | None) -> None:
    track = desk.state.track
    desk.say("pawn_item", number=number(desk, n), place=stand(desk, progress))
    if progress is None or progress == track.goal:
        return
    desk.say("pawn_home", count=steps_in_words(desk, track.goal - progress))
    if is_safe(desk.state, progress):
        desk.say("pawn_safe")
        return
    near = neighbours(desk.state, side, n)
    if near.before is None or near.behind is None:
        desk.say("pawn_alone")
    else:
        desk.say("pawn_near", before=steps_in_words(desk, near.before), behind=steps_in_words(desk, near.behind))


def say_line_up(desk: Desk, player: str) -> None:
    """At every turn the numbers are told again, in full only (A72)."""
    if desk.verbosity is not Verbosity.FULL:
        return
    side = desk.state.player(player)
    items = [
        desk.text("pawn_short", number=number(desk, n), place=stand(desk, progress))
        for n, progress in enumerate(side.pawns, 1)
        if progress is not None
    ]
    if items:
        desk.say("pawns_line_up", player=desk.name(player), pawns=", ".join(items))


def say_moved(desk: Desk, pawn: str, player: str) -> None:
    """What the hand must do with a pawn that did not move by its own card: sent home, sent back, or given points."""
    n = int(pawn.rpartition(".")[2])
    place = stand(desk, desk.state.player(player).pawns[n - 1])
    desk.say("pawn_goes", player=desk.name(player), number=number(desk, n), place=place)
