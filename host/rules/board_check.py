"""Checks of board files, B-01 to B-17: what makes a board unusable, and what is odd enough to say once.

An error stops guide mode with that board; a warning is said once; the totals are always said back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise

from host.rules.board import HUB, Board, destinations, distance, hq_id, shortest_loop, wheel
from host.rules.rulebook import Ruleset
from host.rules.track import Track
from host.rules.words import Kind, Special

LANGUAGES = ("en", "fr", "de", "es")
LONGEST_ROLL = 6


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing found in a board file."""

    rule: str
    """``B-01`` to ``B-17``."""
    level: str
    """``error``, ``warning`` or ``total``."""
    what: str
    """In English, for the command line; a total is ``name: number``."""
    loc: tuple[str | int, ...] = ()
    """The field of the file it is about."""


@dataclass(frozen=True, slots=True)
class WheelLists:
    """A wheel board as it stands in its file."""

    id: str
    ruleset: str
    hq_order: tuple[str, ...]
    spokes: Mapping[str, tuple[str, ...]]
    ring: Mapping[str, tuple[str, ...]]
    categories: Mapping[str, Mapping[str, str]]
    called: Mapping[str, str] = field(default_factory=dict)
    """See ``Board.called``."""


def check_wheel(lists: WheelLists, rules: Ruleset) -> Iterator[Finding]:
    """All findings about a wheel board for that edition; without errors the board can be built."""
    errors = [*_lists(lists, rules)]
    yield from errors
    if errors:
        return
    board = wheel(lists.id, lists.ruleset, lists.hq_order, lists.spokes, lists.ring, lists.categories)
    yield from _kinds(board, rules)
    steps = rules.printed.steps_to_hq
    for colour in board.hq_order:
        if steps is not None and distance(board, HUB, hq_id(colour)) != steps:
            yield Finding(
                "B-06", "error", f"the headquarters must be exactly {steps} steps from the hub", ("spokes", colour)
            )
    yield from _warnings(board, lists, rules)
    yield from totals(board)


def _lists(lists: WheelLists, rules: Ruleset) -> Iterator[Finding]:
    """B-01 to B-04 on the lists of the file."""
    colours = tuple(rules.colours)
    if sorted(lists.hq_order) != sorted(colours):
        yield Finding("B-02", "error", f"one headquarters per colour is needed: {', '.join(colours)}", ("hq_order",))
    for name, parts in (("spokes", lists.spokes), ("ring", lists.ring)):
        for colour in lists.hq_order:
            if colour not in parts:
                yield Finding("B-03", "error", f"the list of '{colour}' is missing", (name,))
        for colour, prints in parts.items():
            if colour not in lists.hq_order:
                yield Finding("B-03", "error", "there is no such headquarters", (name, colour))
            for index, print_ in enumerate(prints):
                loc = (name, colour, index)
                if print_ == HUB:
                    yield Finding("B-01", "error", "there is exactly one hub, and it is not listed", loc)
                elif not _known_print(print_, colours):
                    yield Finding("B-04", "error", f"'{print_}' is no colour of this edition, nor a special space", loc)
    if sorted(lists.called) != sorted(lists.called.values()) or set(lists.called) - set(colours):
        yield Finding("B-04", "error", "every colour must change its name with another one of the edition", ("called",))
    for colour in colours:
        for language in LANGUAGES:
            if not lists.categories.get(colour, {}).get(language):
                where = ("categories", colour) if colour in lists.categories else ("categories",)
                yield Finding("B-04", "error", f"the category name {colour}.{language} is missing", where)


def _known_print(print_: str, colours: tuple[str, ...]) -> bool:
    return print_ in (*colours, Kind.UNKNOWN, Kind.ROLL_AGAIN) or print_.removeprefix("shortcut-") in colours


def _kinds(board: Board, rules: Ruleset) -> Iterator[Finding]:
    """B-05: only the special spaces that the edition prints, in their printed number."""
    for kind in (Kind.ROLL_AGAIN, Kind.SHORTCUT):
        count, exact = board.count(kind), rules.printed.counts.get(kind)
        if count and kind not in rules.spaces:
            yield Finding("B-05", "error", f"{count} {kind} spaces, and this edition prints none", ("ring",))
        elif exact is not None and (count > exact or (count < exact and not board.count(Kind.UNKNOWN))):
            yield Finding("B-05", "error", f"{count} {kind} spaces instead of {exact}", ("ring",))
    if board.count(Kind.ROLL_AGAIN) and rules.options.get("roll_again_spaces") is False:
        yield Finding("B-05", "warning", "roll-again spaces: only with the option roll_again_spaces", ("ring",))
    led_to = [space.colour for space in board.spaces.values() if space.kind is Kind.SHORTCUT]
    if len(set(led_to)) < len(led_to):
        yield Finding("B-05", "error", "two shortcut spaces lead to the same headquarters", ("ring",))


def _warnings(board: Board, lists: WheelLists, rules: Ruleset) -> Iterator[Finding]:
    loop = shortest_loop(board)
    if loop is not None and loop <= LONGEST_ROLL:
        yield Finding("B-07", "warning", f"a closed loop of {loop} steps: one roll may end where it began", ("ring",))
    if Special.BOARDING in rules.special and not _two_away(board):
        yield Finding("B-08", "warning", "no roll-again space is two steps from a headquarters", ("ring",))
    for name, parts in (("spokes", lists.spokes), ("ring", lists.ring)):
        for colour, prints in parts.items():
            for index, (a, b) in enumerate(pairwise(prints)):
                if a == b and a in rules.colours:
                    yield Finding("B-10", "warning", f"two neighbouring spaces are {a}", (name, colour, index + 1))
        if len({len(prints) for prints in parts.values()}) > 1:
            yield Finding("B-10", "warning", "the lists have different lengths", (name,))
    for colour, prints in lists.spokes.items():
        for index, print_ in enumerate(prints):
            if print_ == Kind.ROLL_AGAIN or print_.startswith("shortcut-"):
                yield Finding("B-11", "warning", "a special space on a spoke", ("spokes", colour, index))


def _two_away(board: Board) -> bool:
    return any(
        board.spaces[space].kind is Kind.ROLL_AGAIN
        for colour in board.hq_order
        for space in destinations(board, hq_id(colour), 2)
    )


def totals(board: Board) -> Iterator[Finding]:
    """B-09: the numbers the host says back and asks a yes for."""
    steps = {distance(board, HUB, hq_id(colour)) for colour in board.hq_order}
    segments = {sum(1 for s in board.spaces if s.startswith(f"ring.{colour}.")) for colour in board.hq_order}
    for name, value in (
        ("spaces", len(board.spaces)),
        ("steps from the hub to a headquarters", _range(steps)),
        ("ring spaces per segment", _range(segments)),
        ("roll-again spaces", board.count(Kind.ROLL_AGAIN)),
        ("shortcut spaces", board.count(Kind.SHORTCUT)),
        ("unknown spaces", board.count(Kind.UNKNOWN)),
    ):
        yield Finding("B-09", "total", f"{name}: {value}")


def _range(values: Iterable[int | None]) -> str:
    numbers = sorted(value for value in values if value is not None)
    return str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}-{numbers[-1]}"


def check_track(track: Track) -> Iterator[Finding]:
    """All findings about a track board, B-12 to B-17."""
    starts = [colour.start for colour in track.colours]
    ids = [colour.id for colour in track.colours]
    if not 2 <= len(ids) <= 4 or len(set(ids)) < len(ids):
        yield Finding("B-12", "error", "two to four different colours are needed", ("colours",))
    for index, start in enumerate(starts):
        if not 0 <= start < track.ring or start in starts[:index]:
            what = f"start spaces must differ and lie between 0 and {track.ring - 1}"
            yield Finding("B-12", "error", what, ("colours", index, "start"))
    if track.pawns != 3:
        yield Finding("B-13", "error", "there are 3 pawns per colour", ("pawns",))
    if track.home < 1:
        yield Finding("B-13", "error", "the home straight needs at least 1 space", ("home",))
    if not track.ring - 12 <= track.entry <= track.ring:
        what = f"a pawn turns in after a full lap: {track.ring - 12} to {track.ring}"
        yield Finding("B-13", "error", what, ("entry",))
    for index, colour in enumerate(track.colours):
        for language in LANGUAGES:
            if not colour.names.get(language):
                yield Finding(
                    "B-14", "error", f"the name {colour.id}.{language} is missing", ("colours", index, "name")
                )
    gaps = {(b - a) % track.ring for a, b in zip(starts, [*starts[1:], *starts[:1]], strict=True)}
    if len(gaps) > 1:
        yield Finding("B-15", "warning", "the start spaces are not equally far apart", ("colours",))
    if not 32 <= track.ring <= 120:
        yield Finding("B-15", "warning", "an unusual number of ring spaces", ("ring",))
    if track.home == 1:
        yield Finding("B-16", "warning", "an unusually short home straight", ("home",))
    for name, value in (
        ("ring spaces", track.ring),
        ("spaces between start spaces", _range(gaps)),
        ("home straight", track.home),
        ("entry after space", track.entry),
    ):
        yield Finding("B-17", "total", f"{name}: {value}")
