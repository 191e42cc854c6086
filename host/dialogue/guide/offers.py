"""Which destinations there are for a roll, the best first (A65): nothing more and nothing less than the rules allow."""

from __future__ import annotations

from dataclasses import dataclass

from host.dialogue.guide.walks import Walk, walks
from host.rules.board import Space
from host.rules.engine import destinations
from host.rules.queries import has_all_wedges, space_at
from host.rules.state import GameState
from host.rules.words import Kind

HQ, ROLL_AGAIN = "hq", "roll_again"


@dataclass(frozen=True, slots=True)
class Offer:
    """One destination."""

    number: int
    """Its number in this roll: it stays the same whatever the list is narrowed to."""
    space: Space
    walk: Walk

    def fits(self, wanted: str) -> bool:
        """Whether it belongs to a narrowed list: ``hq``, ``roll_again``, a colour, a direction, or empty for all."""
        if not wanted:
            return True
        if wanted in (HQ, ROLL_AGAIN):
            return self.space.kind == wanted
        return wanted in (self.space.colour, self.walk.legs[0].direction)


def offers(state: GameState) -> tuple[Offer, ...]:
    """Every destination of the roll: needed headquarters, roll again, wanted colours, the rest."""
    player = state.player(state.active)
    if state.pips is None:
        return ()
    ways = walks(state.wheel, player.space, state.pips, state.opt("retrace"))
    found = [(space_at(state, space), ways[space]) for space in destinations(state)]
    found.sort(key=lambda pair: (_rank(state, pair[0]), len(pair[1].legs), pair[1].path))
    return tuple(Offer(number, space, way) for number, (space, way) in enumerate(found, 1))


def _rank(state: GameState, space: Space) -> int:
    """The order in which they are told: how much the space brings the player."""
    player = state.player(state.active)
    full = has_all_wedges(state, player)
    needed = bool(space.colour) and space.colour not in player.wedges
    match space.kind:
        case Kind.HUB:
            return 0 if full else 5
        case Kind.HQ:
            return 1 if needed else 6
        case Kind.SHORTCUT:
            return 2 if needed else 6
        case Kind.ROLL_AGAIN:
            return 3
        case Kind.UNKNOWN:
            return 7
        case _:
            return 4 if needed else 5
