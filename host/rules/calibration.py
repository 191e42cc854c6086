"""A board counted aloud: from the answers of a spoken calibration to the lists of a board file (boards 7.2, 8.5)."""

from __future__ import annotations

from collections.abc import Mapping

from host.rules.board import Board, print_of
from host.rules.board_check import Finding, WheelLists
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
    )
