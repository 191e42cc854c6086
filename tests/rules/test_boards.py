"""Board graphs: the default wheels and track, walks on them, and the checks of board files."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest
from rules.editions import RULESETS, WHEELS, edition

from host.errors import RulesetError
from host.rules.board import HUB, Board, destinations, distance, hq_id, shortest_loop, wheel
from host.rules.board_check import Finding, WheelLists, check_wheel, totals
from host.rules.calibration import (
    board_from,
    board_of,
    counted_wheel,
    data_of,
    lists_of,
    own_id,
    question_to_repeat,
    renamed,
    swapped,
)
from host.rules.ruleset import board_text, load_board
from host.rules.words import Kind


def default(id: str) -> Board:
    """The default wheel of an edition."""
    board = edition(id).boards[edition(id).board]
    assert isinstance(board, Board)
    return board


def lists(id: str, **changes: object) -> WheelLists:
    """The lists of a default wheel, some of them changed."""
    return dataclasses.replace(lists_of(default(id), default(id).id, {}), **changes)  # type: ignore[arg-type]


def found(lists: WheelLists, id: str, level: str = "error") -> list[tuple[str, tuple[str | int, ...]]]:
    """Findings of a level as (rule, field)."""
    return [(f.rule, f.loc) for f in check_wheel(lists, edition(id)) if f.level == level]


@pytest.mark.parametrize("id", WHEELS)
def test_default_wheel_loads(id: str) -> None:
    """B-T01 (B-01, B-02, B-03, B-04, B-09, G-P35, N-P06, N-P26, F-P27): 73 connected spaces with printed degrees."""
    board = default(id)
    degrees = sorted(len(near) for near in board.links.values())
    assert degrees == [2] * 66 + [3] * 6 + [6]
    assert len(board.links[HUB]) == 6
    assert all(distance(board, HUB, space) is not None for space in board.spaces)
    assert all(here in board.links[there] for here, near in board.links.items() for there in near)
    assert [f.what for f in totals(board)][:3] == [
        "spaces: 73",
        "steps from the hub to a headquarters: 6",
        "ring spaces per segment: 6",
    ]


@pytest.mark.parametrize("id, again, shortcuts", [("globetrotter", 12, 0), ("genus", 0, 6), ("familien", 6, 0)])
def test_special_spaces(id: str, again: int, shortcuts: int) -> None:
    """B-T02 (B-05): each edition has its printed number of special spaces, shortcuts one per colour."""
    board = default(id)
    assert (board.count(Kind.ROLL_AGAIN), board.count(Kind.SHORTCUT)) == (again, shortcuts)
    led_to = [space.colour for space in board.spaces.values() if space.kind is Kind.SHORTCUT]
    assert sorted(led_to) == sorted(edition(id).colours)[: len(led_to)]


@pytest.mark.parametrize("id", ["familien", "genus"])
def test_globetrotter_board_fits_no_other_edition(id: str) -> None:
    """B-T02 (B-05): twelve roll-again spaces contradict the other two printings."""
    errors = found(lists("globetrotter", ruleset=id), id)
    assert {rule for rule, _ in errors} == {"B-05"}


def test_kinds_that_the_edition_does_not_print() -> None:
    """B-05: shortcuts on a Globetrotter board are refused, roll-again spaces on a Genus board need an option."""
    assert found(lists("genus", ruleset="globetrotter"), "globetrotter")[0] == ("B-05", ("ring",))
    ring = {**lists("genus").ring, "blue": ("brown", "roll_again", "shortcut-brown", "green", "orange", "blue")}
    assert found(lists("genus", ring=ring), "genus", "warning") == [("B-05", ("ring",))]


def test_two_shortcuts_to_one_headquarters() -> None:
    """B-05: the six shortcuts lead to six different headquarters."""
    ring = {
        c: tuple("shortcut-blue" if p.startswith("shortcut") else p for p in s) for c, s in lists("genus").ring.items()
    }
    assert ("B-05", ("ring",)) in found(lists("genus", ring=ring), "genus")


@pytest.mark.parametrize("id", WHEELS)
def test_a_six_from_the_hub_is_a_headquarters(id: str) -> None:
    """B-T03 (B-06, F-09): exactly six steps lead from the hub to every headquarters, and five never do."""
    board = default(id)
    assert set(destinations(board, HUB, 6)) == {hq_id(colour) for colour in board.hq_order}
    assert all(board.spaces[space].kind is not Kind.HQ for space in destinations(board, HUB, 5))


def test_short_spokes_contradict_the_familien_printing() -> None:
    """B-T03 (B-06): a Familien board with spokes of four is refused at the spokes."""
    short = {colour: spaces[:4] for colour, spaces in lists("familien").spokes.items()}
    assert {rule for rule, loc in found(lists("familien", spokes=short), "familien") if loc[0] == "spokes"} == {"B-06"}


@pytest.mark.parametrize("id", WHEELS)
@pytest.mark.parametrize("retrace", ["no_space_twice", "no_about_turn"])
def test_no_roll_ends_where_it_began(id: str, retrace: str) -> None:
    """B-T04 (B-07, G-25): on the default boards every roll leaves, by both readings of turning back."""
    board = default(id)
    assert shortest_loop(board) == 19
    for space in board.spaces:
        for pips in range(1, 7):
            assert space not in destinations(board, space, pips, retrace)
            assert set(destinations(board, space, pips)) == set(destinations(board, space, pips, retrace))


def test_short_loop_is_warned_of() -> None:
    """B-T04 (B-07): a ring without spaces between its headquarters makes loops that one roll can close."""
    none = dict.fromkeys(default("globetrotter").hq_order, ())
    one = dict.fromkeys(default("globetrotter").hq_order, ("pink",))
    warnings = found(lists("globetrotter", ring=none, spokes=one), "globetrotter", "warning")
    assert ("B-07", ("ring",)) in warnings


def test_boarding_spaces_of_globetrotter() -> None:
    """B-T05 (B-08, G-33): eighteen spaces are two steps from a headquarters, twelve of them roll-again spaces."""
    board = default("globetrotter")
    near = [space for colour in board.hq_order for space in destinations(board, hq_id(colour), 2)]
    kinds = [board.spaces[space].kind for space in near]
    assert (len(near), len(set(near))) == (18, 18)
    assert (kinds.count(Kind.ROLL_AGAIN), sum(space.startswith("spoke.") for space in near)) == (12, 6)


def test_boarding_without_roll_again_spaces_is_warned_of() -> None:
    """B-08: boarding cards on a board where no roll-again space is two steps from a headquarters."""
    plain = dict.fromkeys(default("globetrotter").hq_order, ("pink", "blue") * 3)
    assert ("B-08", ("ring",)) in found(lists("globetrotter", ring=plain), "globetrotter", "warning")


@pytest.mark.parametrize("id", WHEELS)
def test_the_defaults_give_no_warning(id: str) -> None:
    """B-T06 (B-10, B-11): the default boards have no twin neighbours and no special space on a spoke."""
    assert found(lists(id), id, "warning") == []


@pytest.mark.parametrize(
    "change, rule, loc",
    [
        ({"blue": ("pink", "pink", "brown", "green", "orange")}, "B-10", ("spokes", "blue", 1)),
        ({"blue": ("pink", "brown")}, "B-10", ("spokes",)),
        ({"blue": ("pink", "roll_again", "brown", "green", "orange")}, "B-11", ("spokes", "blue", 1)),
    ],
)
def test_odd_spokes_are_warned_of(change: dict[str, tuple[str, ...]], rule: str, loc: tuple[str | int, ...]) -> None:
    """B-T06 (B-10, B-11): twin neighbours, uneven spokes and a special space on a spoke are said once."""
    base = lists("globetrotter")
    assert (rule, loc) in found(dataclasses.replace(base, spokes={**base.spokes, **change}), "globetrotter", "warning")


@pytest.mark.parametrize(
    "field, change, rule, loc",
    [
        ("spokes", {"blue": ("hub", "pink")}, "B-01", ("spokes", "blue", 0)),
        ("ring", {"blue": ("violet", "pink")}, "B-04", ("ring", "blue", 0)),
        ("ring", {"violet": ("pink",)}, "B-03", ("ring", "violet")),
        ("categories", {"blue": {"en": "Geography", "fr": "x", "de": "y"}}, "B-04", ("categories", "blue")),
    ],
)
def test_one_mistake_is_named(field: str, change: dict[str, object], rule: str, loc: tuple[str | int, ...]) -> None:
    """B-T07 (B-01, B-02, B-03, B-04): a wrong entry is refused at its own field."""
    base = lists("globetrotter")
    changed = dataclasses.replace(base, **{field: {**getattr(base, field), **change}})
    assert (rule, loc) in found(changed, "globetrotter")


def test_missing_parts_are_named() -> None:
    """B-T07 (B-02, B-03): five headquarters, or a ring segment that is not there."""
    base = lists("globetrotter")
    five = dataclasses.replace(base, hq_order=base.hq_order[:5])
    gap = dataclasses.replace(base, ring={c: s for c, s in base.ring.items() if c != "blue"})
    nameless = dataclasses.replace(base, categories={c: n for c, n in base.categories.items() if c != "blue"})
    assert ("B-02", ("hq_order",)) in found(five, "globetrotter")
    assert found(gap, "globetrotter") == [("B-03", ("ring",))]
    assert found(nameless, "globetrotter") == [("B-04", ("categories",))] * 4


COUNTS = {
    "hub": (6, 6, 6, 6, 6, 6),
    "hq": (3, 3, 3, 3, 3, 3),
    "spoke.1": (2, 6, 6, 6, 6, 7),
    "spoke.2": (2, 2, 6, 6, 7, 7),
    "spoke.3": (2, 2, 2, 7, 7, 7),
    "spoke.4": (2, 2, 3, 3, 7, 7),
    "spoke.5": (2, 3, 3, 3, 3, 7),
    "ring.1": (2, 3, 3, 3, 3, 3),
    "ring.2": (2, 2, 3, 3, 3, 4),
    "ring.3": (2, 2, 2, 3, 4, 4),
    "ring.4": (2, 2, 2, 3, 4, 4),
    "ring.5": (2, 2, 3, 3, 3, 4),
    "ring.6": (2, 3, 3, 3, 3, 3),
}


@pytest.mark.parametrize("id", WHEELS)
def test_number_of_destinations(id: str) -> None:
    """B-T08 (G-14, G-17): the counts of destinations hold for every spoke and segment."""
    board = default(id)
    for space in board.spaces:
        parts = space.split(".")
        place = f"{parts[0]}.{parts[2]}" if len(parts) == 3 else parts[0]
        assert tuple(len(destinations(board, space, pips)) for pips in range(1, 7)) == COUNTS[place], space


def test_shortcuts_lead_away() -> None:
    """B-T09 (N-23): every shortcut leads to a headquarters from which one roll does not come back to it."""
    board = default("genus")
    for space in board.spaces.values():
        if space.kind is Kind.SHORTCUT:
            target = hq_id(space.colour)
            assert target in board.spaces
            assert all(space.id not in destinations(board, target, pips) for pips in range(1, 7))


def test_distance_and_loops_on_broken_graphs() -> None:
    """B-03: a space that is not connected has no distance, a tree has no loop, a double way is a loop of two."""
    board = default("genus")
    island = dataclasses.replace(board, spaces={}, links={"a": (), "b": ()})
    double = dataclasses.replace(board, spaces={}, links={"a": ("b", "b"), "b": ("a", "a")})
    assert distance(island, "a", "b") is None
    assert shortest_loop(island) is None
    assert shortest_loop(double) == 2
    assert shortest_loop(dataclasses.replace(board, spaces={}, links={"a": ("b",), "b": ("a",)})) is None


def test_counted_wheel_must_fit_the_printing() -> None:
    """B-T16 (B-09, 7.2): four spaces per spoke contradict Familien, and the question to repeat is W1."""
    counted = counted_wheel(
        default("familien"),
        "ours",
        spoke=4,
        segment=6,
        hq_order=default("familien").hq_order,
        specials={3: "roll_again"},
    )
    errors = [f for f in check_wheel(counted, edition("familien")) if f.level == "error"]
    assert {question_to_repeat(error) for error in errors} == {"W1"}


def test_counted_wheels_are_boards() -> None:
    """Boards 7.2: counted answers give a board with unknown colours that passes its checks."""
    order = default("genus").hq_order
    opposite = dict(zip(order, [*order[3:], *order[:3]], strict=True))
    counted = counted_wheel(
        default("genus"),
        "ours",
        spoke=5,
        segment=6,
        hq_order=order,
        specials={3: "shortcut", 9: "shortcut"},
        leads_to=opposite,
    )
    assert found(counted, "genus") == []
    assert counted.ring["blue"][2] == "shortcut-brown"
    assert [f.what for f in check_wheel(counted, edition("genus"))][-1] == "unknown spaces: 60"


@pytest.mark.parametrize(
    "finding, question",
    [
        (Finding("B-02", "error", "", ("hq_order",)), "W3"),
        (Finding("B-04", "error", "", ("spokes", "blue", 1)), "W7"),
        (Finding("B-04", "error", "", ("ring", "blue", 1)), "W6"),
        (Finding("B-09", "total", ""), "W8"),
        (Finding("B-12", "error", "", ("colours", 1, "start")), "K3"),
        (Finding("B-12", "error", "", ("colours",)), "K1"),
        (Finding("B-13", "error", "", ("entry",)), "K4"),
        (Finding("B-16", "warning", "", ("home",)), "K5"),
        (Finding("B-17", "total", ""), "K6"),
    ],
)
def test_the_question_to_repeat(finding: Finding, question: str) -> None:
    """Boards 7.2 and 8.5: a failed check names the calibration question to ask again."""
    assert question_to_repeat(finding) == question


def test_learnt_spaces_go_into_the_board_file(tmp_path: Path) -> None:
    """Boards 7.3: what was learnt while playing is written as a board file that loads again."""
    learnt = lists_of(default("genus"), "ours", {"spoke.blue.1": "orange", "ring.blue.1": "unknown"})
    path = tmp_path / "ours.yaml"
    path.write_text(board_text(learnt), encoding="utf-8")
    board, findings = load_board(path, edition("genus"))
    assert isinstance(board, Board)
    assert (board.spaces["spoke.blue.1"].colour, board.spaces["ring.blue.1"].kind) == ("orange", Kind.UNKNOWN)
    assert "unknown spaces: 1" in [f.what for f in findings]


def test_a_board_belongs_to_its_edition() -> None:
    """B-05: a board file for another edition is refused, whatever is in it."""
    with pytest.raises(
        RulesetError, match=r"genus-default.yaml, line 5: ruleset: this board is for 'genus', not for 'familien'"
    ):
        load_board(RULESETS / "boards" / "genus-default.yaml", edition("familien"))


def test_wheel_builder_joins_everything() -> None:
    """B-03: a small wheel of two colours is built with the right neighbours."""
    board = wheel("w", "x", ("red", "blue"), {"red": (), "blue": ("red",)}, {"red": ("blue",), "blue": ()}, {})
    assert board.links == {
        "hub": ("hq.red", "spoke.blue.1"),
        "hq.red": ("hub", "ring.red.1", "hq.blue"),
        "hq.blue": ("ring.red.1", "spoke.blue.1", "hq.red"),
        "ring.red.1": ("hq.red", "hq.blue"),
        "spoke.blue.1": ("hub", "hq.blue"),
    }


@pytest.mark.parametrize("id", [*WHEELS, "switzergame"])
def test_a_board_survives_as_plain_data(id: str) -> None:
    """Boards 7.3: what a game keeps of its board makes the same board again, also the table's own colours."""
    board = edition(id).boards[edition(id).board]
    again = board_from(data_of(board))
    assert data_of(again) == data_of(board)
    assert edition(id).played_on(dataclasses.replace(board, id=own_id(board))).board == f"own-{id}"
    if isinstance(board, Board):
        assert data_of(board_of(lists(id))) == data_of(board)
        changed = swapped(board, *board.hq_order[:2])
        assert isinstance(again, Board) and again.links == board.links
        assert data_of(board_from(data_of(changed))) == data_of(changed)


def test_a_category_with_another_name() -> None:
    """A63: the other languages and colours keep their names."""
    board = renamed(default("genus"), "brown", "en", "Kings")
    assert board.categories["brown"]["en"] == "Kings"
    assert board.categories["brown"]["es"] == default("genus").categories["brown"]["es"]
    assert board.id == "own-genus"


def test_two_categories_change_their_colours() -> None:
    """A63: the two change, and changing them back leaves nothing behind."""
    first, second = default("genus").hq_order[:2]
    board = swapped(default("genus"), first, second)
    assert dict(board.called) == {first: second, second: first}
    assert not swapped(board, first, second).called


@pytest.mark.parametrize("called", [{"brown": "pink"}, {"brown": "purple", "purple": "brown"}])
def test_colours_that_do_not_change_places(called: dict[str, str]) -> None:
    """B-04: a colour's name is that of another colour of the edition, whose own goes elsewhere."""
    assert ("B-04", ("called",)) in found(lists("genus", called=called), "genus")
