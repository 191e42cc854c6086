"""Lists to pick from where a prompt takes free text: how many people play, who is meant, where a piece stands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import product

from host.dialogue.desk import Desk
from host.dialogue.guide.words import place_names
from host.dialogue.standing import counted, number
from host.dialogue.talk import Step

MOST_SPACES = 20
"""Spaces between two headquarters that are stepped through."""
TEN = 10
"""Spaces of a track that are grouped."""
Texts = Iterator[tuple[str, str, str]]
"""What is said, the words that picking it stands for, and what it is grouped under; empty: it stands alone."""


def _seats(desk: Desk, first: int, count: int) -> str:
    """ "Player one, Player two": names for people who have told none."""
    return ", ".join(desk.text("step_seat", number=number(desk, n)) for n in range(first, first + count))


def _people(desk: Desk, count: int, seated: int = 0) -> tuple[str, str, str]:
    text = desk.text("step_people" if count > 1 else "step_person", count=number(desk, count))
    return text, _seats(desk, seated + 1, count), ""


def _how_many(desk: Desk) -> Texts:
    yield from (_people(desk, count) for count in range(1, desk.mind.ruleset.max_players + 1))


def _team(desk: Desk) -> Texts:
    seated = sum(map(len, desk.talk.setup.teams))
    yield from (_people(desk, count, seated) for count in (2, 3, 4, 1))


def _somebody(desk: Desk) -> Texts:
    yield from ((name, name, "") for name in desk.talk.players)


def _of_rule(desk: Desk) -> Texts:
    if desk.talk.setup.queue[0] == "age_rules":
        yield from _somebody(desk)


def _newcomer(desk: Desk) -> Texts:
    name = _seats(desk, len(desk.state.players) + 1, 1)
    yield name, name, ""


def _hand(desk: Desk) -> Texts:
    """Hands of special cards: boarding, first class, passports, from none to two of each; the usual one first."""
    hands = sorted(product(range(3), repeat=3), key=lambda hand: (hand != (1, 1, 1), sum(hand)))
    for hand in hands:
        words = ", ".join(number(desk, n) for n in hand)
        yield words, words, ""


def _place(desk: Desk) -> Texts:
    """Where a piece may stand: hub and headquarters, then the ring from each of these, then the spokes."""
    if desk.state.rules.is_wheel:
        for space, ways in place_names(desk.book, desk.state.wheel):
            part, _, rest = space.partition(".")
            colour = rest.partition(".")[0]
            group = desk.text(f"step_{part}", colour=desk.colour(colour)) if part in ("ring", "spoke") else ""
            yield ways[0], ways[0], group
        return
    spots, track = desk.book.words["pawn_spot"], desk.state.track
    yield from ((spots[where][0], spots[where][0], "") for where in ("house", "goal", "start"))
    for n in range(1, track.home + 1):
        yield f"{spots['home'][0]} {number(desk, n)}", f"{spots['home'][0]} {number(desk, n)}", spots["home"][0]
    for n in range(1, track.entry + 1):
        low = (n - 1) // TEN * TEN + 1
        group = desk.text("step_way", low=str(low), high=str(min(low + TEN - 1, track.entry)))
        yield desk.text("pawn_at_ring", count=counted(desk, "steps", n)), str(n), group


def _count(desk: Desk) -> Texts:
    """Numbers, where the calibration of a board asks for one."""
    assert desk.talk.aside is not None
    if desk.talk.aside.get("at") in ("spoke", "segment", "gap", "home"):
        yield from ((number(desk, n), str(n), "") for n in range(1, MOST_SPACES + 1))


TEXTS: Mapping[Step, Callable[[Desk], Texts]] = {
    Step.PLAYERS: _how_many,
    Step.TEAM: _team,
    Step.YOUNG: _somebody,
    Step.OPTION: _of_rule,
    Step.HAND: _hand,
    Step.JOIN: _newcomer,
    Step.PLACE: _place,
    Step.BOARD: _count,
}
