"""A board counted aloud: from the answers of a spoken calibration to the lists of a board file (boards 7.2, 8.5)."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

from host.rules.board import Board, print_of, wheel
from host.rules.board_check import Finding, WheelLists
from host.rules.frozen import FrozenDict
from host.rules.track import Track, TrackColour
from host.rules.words import Kind

_WHEEL_QUESTIONS = {"B-01": "W1", "B-02": "W3", "B-03": "W2", "B-04": "W6", "B-05": "W4", "B-06": "W1", "B-07": "W2"}
_TRACK_QUESTIONS = {"colours": "K1", "direction": "K2", "start": "K3", "ring": "K3", "entry": "K4", "home": "K5"}


def question_to_repeat(finding: Finding) -> str:
    """The calibration question a finding is about: ``W1`` to ``W8``, ``K1`` to ``K6``."""
    if finding.rule >= "B-12":
        named = [str(part) for part in reversed(finding.loc) if part in _TRACK_QUESTIONS]
        return _TRACK_QUESTIONS[named[0]] if named else "K6"
    if "spokes" in finding.loc and finding.rule in ("B-04", "B-10", "B-11"):
        return "W7"
    return _WHEEL_QUESTIONS.get(finding.rule, "W8")


def counted_wheel(
    like: Board,
    id: str,
    *,
    spoke: int,
    segment: int,
    hq_order: tuple[str, ...],
    specials: Mapping[int, str] | None = None,
    leads_to: Mapping[str, str] | None = None,
) -> WheelLists:
    """A wheel with the counted lengths; colours of single spaces stay ``unknown`` until they are told or learnt.

    Args:
        like: board of the same edition, for the category names.
        spoke: spaces between hub and headquarters, without these two (W1).
        segment: ring spaces between two headquarters (W2).
        hq_order: colours of the headquarters, clockwise (W3).
        specials: step clockwise from each headquarters -> ``roll_again`` or ``shortcut`` (W4).
        leads_to: headquarters a segment starts from -> colour its shortcut leads to (W5).
    """
    ring = {colour: [Kind.UNKNOWN.value] * segment for colour in hq_order}
    for step, print_ in (specials or {}).items():
        for colour, spaces in ring.items():
            if 1 <= step <= segment:
                target = (leads_to or {}).get(colour, colour)
                spaces[step - 1] = f"shortcut-{target}" if print_ == Kind.SHORTCUT else print_
    return WheelLists(
        id,
        like.ruleset,
        hq_order,
        dict.fromkeys(hq_order, (Kind.UNKNOWN.value,) * spoke),
        {colour: tuple(spaces) for colour, spaces in ring.items()},
        like.categories,
    )


def counted_track(
    like: Track, id: str, *, gaps: Mapping[str, int], direction: str, entry: int | None, home: int
) -> Track:
    """A track with the counted lengths.

    Args:
        gaps: colour -> ring spaces from its start space to the next one, that one not counted (K1, K3).
        direction: of travel (K2).
        entry: progress of the last ring space before the home straight; None: the space before the start (K4).
        home: spaces of the home straight (K5).
    """
    names = {colour.id: colour.names for colour in like.colours}
    colours, at = [], 0
    for colour, gap in gaps.items():
        colours.append(TrackColour(colour, at, names.get(colour, {})))
        at += gap + 1
    return Track(id, like.ruleset, at, tuple(colours), like.pawns, at - 1 if entry is None else entry, home, direction)


def lists_of(board: Board, id: str, learned: Mapping[str, str]) -> WheelLists:
    """The lists of a board with what was learnt while playing, for the table's own board file (boards 7.3)."""

    def prints(part: str, colour: str) -> tuple[str, ...]:
        found = [space for space in board.spaces.values() if space.id.startswith(f"{part}.{colour}.")]
        return tuple(learned.get(space.id) or print_of(space.kind, space.colour) for space in found)

    return WheelLists(
        id,
        board.ruleset,
        board.hq_order,
        {colour: prints("spoke", colour) for colour in board.hq_order},
        {colour: prints("ring", colour) for colour in board.hq_order},
        board.categories,
        board.called,
    )


def board_of(lists: WheelLists) -> Board:
    """The board of checked lists."""
    return wheel(lists.id, lists.ruleset, lists.hq_order, lists.spokes, lists.ring, lists.categories, lists.called)


def data_of(board: WheelLists | Board | Track) -> dict[str, Any]:
    """A board as plain data, in the fields and the order of a board file."""
    if isinstance(board, Track):
        colours = [{"id": c.id, "start": c.start, "name": dict(c.names)} for c in board.colours]
        return {
            "id": board.id, "kind": "track", "ruleset": board.ruleset, "ring": board.ring, "colours": colours,
            "pawns": board.pawns, "entry": board.entry, "home": board.home, "direction": board.direction,
        }  # fmt: skip
    lists = lists_of(board, board.id, {}) if isinstance(board, Board) else board
    data: dict[str, Any] = {
        "id": lists.id, "kind": "wheel", "ruleset": lists.ruleset, "hq_order": list(lists.hq_order),
        "spokes": {colour: list(spaces) for colour, spaces in lists.spokes.items()},
        "ring": {colour: list(spaces) for colour, spaces in lists.ring.items()},
        "categories": {colour: dict(names) for colour, names in lists.categories.items()},
    }  # fmt: skip
    return data | ({"called": dict(lists.called)} if lists.called else {})


def board_from(data: Mapping[str, Any]) -> Board | Track:
    """The board of such data: our own, so nothing is checked here."""
    if data["kind"] == "track":
        colours = tuple(TrackColour(c["id"], c["start"], FrozenDict(c["name"])) for c in data["colours"])
        return Track(
            data["id"], data["ruleset"], data["ring"], colours, data["pawns"], data["entry"], data["home"],
            data["direction"],
        )  # fmt: skip
    return wheel(
        data["id"],
        data["ruleset"],
        tuple(data["hq_order"]),
        {colour: tuple(spaces) for colour, spaces in data["spokes"].items()},
        {colour: tuple(spaces) for colour, spaces in data["ring"].items()},
        data["categories"],
        data.get("called"),
    )


def renamed(board: Board, colour: str, language: str, name: str) -> Board:
    """The board with another name for a category."""
    names = {**board.categories, colour: {**board.categories[colour], language: name}}
    return dataclasses.replace(board, id=own_id(board), categories=FrozenDict(names))


def swapped(board: Board, category: str, bears: str) -> Board:
    """The board on which a category bears the colour that another one bore, and the other way round (A63).

    Args:
        category: colour of the edition whose category is meant.
        bears: colour of the edition that bore the colour name said.
    """
    called = {colour: board.called.get(colour, colour) for colour in board.hq_order}
    called[category], called[bears] = called[bears], called[category]
    changed = {colour: name for colour, name in called.items() if colour != name}
    return dataclasses.replace(board, id=own_id(board), called=FrozenDict(changed))


def own_id(board: Board | Track) -> str:
    """Id of the table's own board for that edition."""
    return f"own-{board.ruleset}"
