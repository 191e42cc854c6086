"""The track of the pawn game: ways by a value, the checks of track files, a counted track."""

from __future__ import annotations

import dataclasses

import pytest
from rules.editions import edition

from host.rules.board_check import check_track
from host.rules.calibration import counted_track
from host.rules.track import Track, TrackColour
from host.rules.words import Branch


def track() -> Track:
    """The default track."""
    board = edition("switzergame").boards["switzergame-default"]
    assert isinstance(board, Track)
    return board


def test_default_track_loads() -> None:
    """B-T11 (B-12, B-13, B-14, B-17): 60 ring spaces, goal at 65, start spaces 15 apart, totals said back."""
    board = track()
    assert (board.ring, board.goal, [colour.start for colour in board.colours]) == (60, 65, [0, 15, 30, 45])
    assert [(f.level, f.what) for f in check_track(board)] == [
        ("total", "ring spaces: 60"),
        ("total", "spaces between start spaces: 15"),
        ("total", "home straight: 5"),
        ("total", "entry after space: 59"),
    ]


def moved(starts: tuple[int, ...]) -> Track:
    """The default track with other start spaces."""
    colours = tuple(dataclasses.replace(c, start=s) for c, s in zip(track().colours, starts, strict=True))
    return dataclasses.replace(track(), colours=colours)


@pytest.mark.parametrize(
    "board, rule, loc",
    [
        (moved((0, 0, 30, 45)), "B-12", ("colours", 1, "start")),
        (moved((0, 15, 30, 60)), "B-12", ("colours", 3, "start")),
        (dataclasses.replace(track(), colours=track().colours[:1]), "B-12", ("colours",)),
        (dataclasses.replace(track(), entry=30), "B-13", ("entry",)),
        (dataclasses.replace(track(), pawns=4), "B-13", ("pawns",)),
        (dataclasses.replace(track(), home=0), "B-13", ("home",)),
        (
            dataclasses.replace(track(), colours=(TrackColour("red", 0, {"en": "red"}), *track().colours[1:])),
            "B-14",
            ("colours", 0, "name"),
        ),
    ],
)  # fmt: skip
def test_wrong_tracks_are_refused(board: Track, rule: str, loc: tuple[str | int, ...]) -> None:
    """B-T11 (B-12, B-13, B-14): a mistake in a track file is named with its field."""
    assert (rule, loc) in [(f.rule, f.loc) for f in check_track(board) if f.level == "error"]


@pytest.mark.parametrize(
    "board, rule",
    [
        (moved((0, 10, 30, 45)), "B-15"),
        (dataclasses.replace(track(), ring=130, entry=129), "B-15"),
        (dataclasses.replace(track(), home=1), "B-16"),
    ],
)
def test_odd_tracks_are_warned_of(board: Track, rule: str) -> None:
    """B-T12 (B-15, B-16): uneven start spaces, an unusual ring, a very short home straight."""
    assert rule in [f.rule for f in check_track(board) if f.level == "warning"]


def ways(progress: int, value: int, board: Track | None = None) -> dict[str, int]:
    """Branch -> progress, by default options."""
    found = (board or track()).ways(progress, value, skip_home=True, bounce=True, backward_opens=False)
    return {way.branch.value: way.progress for way in found}


@pytest.mark.parametrize(
    "progress, value, home, ring",
    [
        (12, 8, None, 20), (57, 5, 62, 2), (57, 8, 65, 5), (57, 9, 64, 6), (57, 13, 60, 10), (60, 3, 63, None),
        (60, -1, None, 59), (62, 5, 63, None), (62, 10, 58, None), (64, 13, 53, None), (0, -1, None, -1),
        (0, -3, None, -3), (-1, 5, None, 4),
    ],
)  # fmt: skip
def test_worked_values(progress: int, value: int, home: int | None, ring: int | None) -> None:
    """B-T13 (S-31, S-33, S-37): the worked values of the track."""
    both = {"home": home, "ring": ring}
    wanted = both if None not in both.values() else {"": home if ring is None else ring}
    assert ways(progress, value) == wanted


def test_spaces_of_other_colours() -> None:
    """B-T13: progress counts from the own start space, so the same ring space has another progress per colour."""
    board = track()
    places = [("red", 20), ("blue", 5), ("blue", 51), ("green", 58), ("yellow", 13)]
    assert [board.space(colour, 1, p) for colour, p in places] == ["ring.20", "ring.20", "ring.6", "ring.28", "ring.58"]


def test_home_straights_are_private() -> None:
    """B-T14 (S-36): no value ever leads a pawn onto the home straight of another colour."""
    board = track()
    values = [-3, -1, *range(1, 12), 13]
    for progress in range(-13, board.goal):
        for value in values:
            for way in board.ways(progress, value, skip_home=True, bounce=True, backward_opens=True):
                space = board.space("blue", 1, way.progress)
                assert space.startswith(("ring.", "home.blue.", "goal.blue")), (progress, value)


def test_entry_on_the_start_space() -> None:
    """B-T15: where pawns turn in on the start space itself, the home straight begins one later."""
    board = dataclasses.replace(track(), entry=60)
    assert [board.space("red", 1, p) for p in (60, 61, 66)] == ["ring.0", "home.red.1", "goal.red"]
    assert ways(57, 3, board) == {"": 60}
    assert ways(57, 4, board) == {"home": 61, "ring": 1}


def test_counted_tracks_are_boards() -> None:
    """Boards 8.5: counted gaps, home straight and entry give a track that passes its checks."""
    gaps = {"red": 14, "blue": 14, "green": 14, "yellow": 14}
    ours = counted_track(track(), "ours", gaps=gaps, direction="clockwise", entry=None, home=4)
    assert [f for f in check_track(ours) if f.level != "total"] == []
    assert (ours.ring, ours.entry, ours.goal) == (60, 59, 64)
    assert counted_track(track(), "ours", gaps=gaps, direction="clockwise", entry=60, home=4).entry == 60


def test_branches_when_only_one_way_is_open() -> None:
    """S-P18, S-P19: with home compulsory or bouncing off, one way is left, or none."""
    board = track()
    stay = board.ways(62, 5, skip_home=True, bounce=False, backward_opens=False)
    compulsory = board.ways(57, 5, skip_home=False, bounce=True, backward_opens=False)
    assert (stay, [(way.branch, way.progress) for way in compulsory]) == ((), [(Branch.NONE, 62)])
