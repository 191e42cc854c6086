"""Every direction and every distance is true on the board: checked space by space on the shipped boards."""

from __future__ import annotations

from itertools import product

import pytest
from guide.oracle import go
from support.scripted import ruleset

from host.dialogue.guide.walks import shortest, straight, walks
from host.rules.board import Board, destinations, distance

NAMES = ("genus", "familien", "globetrotter")


def board(name: str) -> Board:
    """The default board of an edition."""
    rules = ruleset(name)
    found = rules.boards[rules.board]
    assert isinstance(found, Board)
    return found


@pytest.mark.parametrize("name", NAMES)
def test_every_walk_leads_where_it_says(name: str) -> None:
    """From every space and for every roll, a finger that follows the words ends on the destination (A65)."""
    wheel = board(name)
    for origin, steps in product(wheel.spaces, range(1, 7)):
        for end, walk in walks(wheel, origin, steps).items():
            here = origin
            for leg in walk.legs:
                here = go(wheel, here, leg.direction, leg.steps, leg.spoke)
            assert (here, sum(leg.steps for leg in walk.legs)) == (end, steps), (origin, walk)


@pytest.mark.parametrize("retrace", ["no_space_twice", "no_about_turn"])
@pytest.mark.parametrize("name", NAMES)
def test_walks_reach_exactly_the_destinations(name: str, retrace: str) -> None:
    """The walks end on the spaces the rules allow, no more and no fewer."""
    wheel = board(name)
    for origin, steps in product(wheel.spaces, range(1, 7)):
        assert set(walks(wheel, origin, steps, retrace)) == set(destinations(wheel, origin, steps, retrace))


@pytest.mark.parametrize("name", NAMES)
def test_no_shorter_way_exists(name: str) -> None:
    """Every distance told is the shortest, and its way leads there."""
    wheel = board(name)
    for origin, target in product(wheel.spaces, wheel.spaces):
        way = shortest(wheel, origin, target)
        assert way is not None and way.steps == distance(wheel, origin, target)
        here = origin
        for leg in way.legs:
            here = go(wheel, here, leg.direction, leg.steps, leg.spoke)
        assert here == target


@pytest.mark.parametrize("name", NAMES)
def test_straight_on_ends_at_a_headquarters_or_the_hub(name: str) -> None:
    """What is told of the surroundings keeps one direction until a headquarters or the hub."""
    wheel = board(name)
    for origin, near in ((a, b) for a, neighbours in wheel.links.items() for b in neighbours):
        ahead = straight(wheel, origin, near)
        leg = ahead.legs[0]
        assert len(ahead.legs) == 1 and ahead.path[-1].split(".")[0] in ("hq", "hub")
        assert go(wheel, origin, leg.direction, ahead.steps, leg.spoke) == ahead.path[-1]


@pytest.mark.parametrize("name", NAMES)
def test_what_is_passed_lies_on_the_way(name: str) -> None:
    """The headquarters that the hand is told to pass are those between origin and end."""
    wheel = board(name)
    for origin in wheel.spaces:
        for walk in walks(wheel, origin, 6).values():
            assert [s for s in walk.path[1:-1] if s == "hub" or s.startswith("hq.")] == list(walk.passed)
