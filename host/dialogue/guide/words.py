"""Places and ways in words: always colour and category, direction and number of spaces (A62, A65)."""

from __future__ import annotations

from functools import lru_cache, reduce

from host.dialogue.desk import Desk
from host.dialogue.guide.walks import Direction, Walk
from host.dialogue.phrasebook import Phrasebook, Verbosity
from host.dialogue.standing import counted, number
from host.rules.board import HUB, Board
from host.rules.queries import space_at


def steps_in_words(desk: Desk, count: int) -> str:
    """ "one space", "four spaces"."""
    return counted(desk, "steps", count)


def place(desk: Desk, space: str) -> str:
    """What is printed there: "green, Science and Nature", "the hub", "roll again"."""
    what = space_at(desk.state, space)
    colour = desk.colour(what.colour) if what.colour else ""
    category = desk.mind.category(what.colour, desk.language) if what.colour else ""
    return desk.text(f"print_{what.kind}", colour=colour, category=category)


def spot(desk: Desk, space: str) -> str:
    """The place with where it lies: "pink, Entertainment, on the ring, two spaces clockwise from …"."""
    head, _, rest = space.partition(".")
    if head not in ("ring", "spoke"):
        return place(desk, space)
    colour, _, n = rest.partition(".")
    return desk.text(
        f"spot_{head}", place=place(desk, space), colour=desk.colour(colour), count=steps_in_words(desk, int(n))
    )


def direction(desk: Desk, way: Direction, spoke: str = "") -> str:
    """ "clockwise"; out of the hub with the spoke."""
    text = desk.book.word("direction", way)
    if not spoke:
        return text
    return desk.book.word("grammar", "on_spoke").format(direction=text, colour=desk.colour(spoke))


def way_in_brief(desk: Desk, walk: Walk) -> str:
    """A way in a list of several, where few words are enough (A44): "over the hub, two on the blue spoke"."""
    words, form = desk.book.words["brief"], -1 if desk.verbosity is Verbosity.EXPERT else 0
    legs = []
    crosses = len(walk.legs) > 1 and bool(walk.legs[1].spoke) and HUB in walk.passed
    for leg in walk.legs[1:] if crosses else walk.legs:  # the first leg is told by "over the hub"
        count = _count(desk, leg.steps)
        if leg.spoke:  # named with its spoke, a way leads outwards
            text = words["on_spoke"][form].format(count=count, colour=desk.colour(leg.spoke))
        elif desk.verbosity is Verbosity.EXPERT and len(walk.legs) == 1:  # the die has told how many
            text = desk.book.word("direction", leg.direction)
        else:
            text = f"{count} {desk.book.word('direction', leg.direction)}"
        legs.append(text)
    way = reduce(lambda first, after: desk.book.word("grammar", "then").format(first=first, next=after), legs)
    return words["over_hub"][form].format(way=way) if crosses else way


def _count(desk: Desk, steps: int) -> str:
    return steps_in_words(desk, steps) if steps == 1 else number(desk, steps)


def way_in_words(desk: Desk, walk: Walk) -> str:
    """ "two spaces towards the hub, then one space outwards on the blue spoke"; plain directions for experts."""
    if desk.verbosity is Verbosity.EXPERT and len(walk.legs) == 1:  # the die has told how many
        return direction(desk, walk.legs[0].direction, walk.legs[0].spoke)
    legs = [f"{steps_in_words(desk, leg.steps)} {direction(desk, leg.direction, leg.spoke)}" for leg in walk.legs]
    return reduce(lambda first, after: desk.book.word("grammar", "then").format(first=first, next=after), legs)


def passed_in_words(desk: Desk, walk: Walk) -> str:
    """The headquarters on the way, as a spoken list; empty for none."""
    names = [
        desk.book.word("grammar", "hq").format(colour=desk.colour(space.removeprefix("hq.")))
        for space in walk.passed
        if space != HUB
    ]
    return desk.book.join(tuple(names))


@lru_cache(maxsize=16)
def place_names(book: Phrasebook, board: Board) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Every space of a wheel with the ways people name it (boards 9), hub and headquarters first."""
    found = [(HUB, book.templates["landing.hub"])]
    for colour in board.hq_order:
        ways = book.words["colour"][colour]
        found.append((f"hq.{colour}", tuple(t.format(colour=w) for t in book.templates["landing.hq"] for w in ways)))
    for space in board.spaces.values():
        head, _, rest = space.id.partition(".")
        if head in ("ring", "spoke"):
            colour, _, n = rest.partition(".")
            counts = book.words["number"].get(n, (n,))
            found.append(
                (
                    space.id,
                    tuple(
                        text.format(number=count, colour=way)
                        for text in book.words["spot"][head]
                        for count in counts
                        for way in book.words["colour"][colour]
                    ),
                )
            )
    return tuple(found)
