"""A board counted aloud before the game: lengths, order of headquarters, special spaces, colours (boards 7.2, 8.5).

One question after the other; "I don't know" leaves what the host assumes, "undo" goes back by one, "stop" leaves
everything as it was. What contradicts the rules of the edition is said, and its question is asked again.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator
from typing import Any

from host.dialogue.desk import Desk
from host.dialogue.guide.printing import keep_board, own_board
from host.dialogue.stage import Stage, Then
from host.dialogue.standing import counted, number
from host.dialogue.talk import Step
from host.dialogue.understand import Intent, fold
from host.judging.numbers import numbers_in, with_numbers
from host.rules.board import Board
from host.rules.board_check import WheelLists, check_track, check_wheel
from host.rules.calibration import (
    board_of,
    counted_track,
    counted_wheel,
    lists_of,
    own_id,
    question_to_repeat,
)
from host.rules.track import Track
from host.rules.words import Kind

MOST = 30
"""Most spaces of a spoke or a segment that are believed."""
LONGEST_GAP = 30
REPEATS = {
    "W1": "spoke", "W2": "segment", "W3": "order", "W4": "specials", "W5": "leads", "W6": "colours", "W7": "colours",
    "K1": "order", "K3": "gap", "K4": "entry", "K5": "home",
}  # fmt: skip
"""Question of the calibration, as the rules number them -> its name here."""


def calibrate(desk: Desk) -> Then:
    """Begins with the first question; a game that has begun keeps its board."""
    if desk.game is not None:
        desk.say("board_later")
        return Then.REPEAT
    desk.put_aside(Step.BOARD, at=questions(desk, {})[0], told={})
    return Then.ASK


def questions(desk: Desk, told: dict[str, Any]) -> tuple[str, ...]:
    """The questions there are, by what was told so far."""
    board = own_board(desk)
    if isinstance(board, Track):
        return ("order", "direction", "gap", "home", "entry", "confirm")
    kinds = desk.mind.ruleset.spaces
    special = ("specials",) if Kind.ROLL_AGAIN in kinds or Kind.SHORTCUT in kinds else ()
    leads = ("leads",) if Kind.SHORTCUT in kinds and told.get("specials") else ()
    each: tuple[str, ...] = ()
    if told.get("colours"):
        order = _order(board, told)
        each = (*(f"ring.{colour}" for colour in order), *(f"spoke.{colour}" for colour in order))
    return ("spoke", "segment", "order", *special, *leads, "colours", *each, "confirm")


def _now(desk: Desk) -> tuple[str, dict[str, Any]]:
    aside = desk.talk.aside
    assert aside is not None
    return aside.get("at"), json.loads(aside.get("told"))


def _order(board: Board | Track, told: dict[str, Any]) -> list[str]:
    """The colours in their order on the board, as they were told or as the host assumes."""
    usual = [colour.id for colour in board.colours] if isinstance(board, Track) else list(board.hq_order)
    return told.get("order") or usual


def _special(desk: Desk) -> str:
    """The kind of special space that the edition prints on its ring."""
    return Kind.SHORTCUT.value if Kind.SHORTCUT in desk.mind.ruleset.spaces else Kind.ROLL_AGAIN.value


# --- asking -----------------------------------------------------------------------------------------------------------


def ask_board(desk: Desk) -> None:
    """The question that is due."""
    at, told = _now(desk)
    part, _, colour = at.partition(".")
    if at == "confirm":
        _say_board(desk, made(desk, told))
        desk.say("board_right")
    elif colour:
        length = told["segment" if part == "ring" else "spoke"]
        desk.say(
            f"ask_board_read_{part}",
            colour=desk.colour(colour),
            other=desk.colour(_next_hq(desk, told, colour)),
            count=counted(desk, "steps", length),
        )
    else:
        line = f"ask_board_specials_{_special(desk)}" if at == "specials" else f"ask_board_{at}"
        track = isinstance(own_board(desk), Track)
        desk.say(f"{line}_track" if track and at == "order" else line, colour=_first(desk, told))
    desk.ask()


def _first(desk: Desk, told: dict[str, Any]) -> str:
    return desk.colour(_order(own_board(desk), told)[0])


def _next_hq(desk: Desk, told: dict[str, Any], colour: str) -> str:
    order = _order(own_board(desk), told)
    return order[(order.index(colour) + 1) % len(order)]


def _say_board(desk: Desk, board: Board | Track) -> None:
    """The totals, for a yes (B-09, B-17)."""
    if isinstance(board, Track):
        order = desk.book.join(tuple(desk.colour(colour.id) for colour in board.colours))
        desk.say(
            "board_counted_track",
            ring=str(board.ring),
            home=number(desk, board.home),
            colours=order,
            direction=desk.book.word("direction", board.direction),
        )
        return
    order = desk.book.join(tuple(map(desk.colour, board.hq_order)))
    sizes = {part: _length(board, part) for part in ("spoke", "ring")}
    desk.say(
        "board_counted",
        count=len(board.spaces),
        spoke=number(desk, sizes["spoke"]),
        ring=number(desk, sizes["ring"]),
        colours=order,
    )
    for kind in (Kind.ROLL_AGAIN, Kind.SHORTCUT):
        if count := board.count(kind):
            desk.say(f"board_{kind}", count=number(desk, count))
    if unknown := board.count(Kind.UNKNOWN):
        desk.say("board_unknown", count=number(desk, unknown))


def _length(board: Board, part: str) -> int:
    return sum(space.startswith(f"{part}.{board.hq_order[0]}.") for space in board.spaces)


# --- taking -----------------------------------------------------------------------------------------------------------


def take_board(desk: Desk, intent: Intent) -> Then | None:
    """What can be said to any of the questions."""
    at, told = _now(desk)
    match intent.name:
        case "undo":
            asked = questions(desk, told)
            before = asked[max(0, asked.index(at) - 1)]
            told.pop(before, None)
            desk.swap_aside(Step.BOARD, at=before, told=told)
        case "stop" | "cancel":
            desk.take_aside()
            desk.say("board_left")
            desk.end_line()
        case "yes" if at == "confirm":
            return _settled(desk, told)
        case "no" if at == "confirm":
            desk.swap_aside(Step.BOARD, at=questions(desk, {})[0], told={})
        case "yes" | "no" if at == "colours":
            return _told(desk, at, intent.name == "yes")
        case "no" | "nobody" | "dont_know" if at == "specials":
            return _told(desk, at, [] if intent.name != "dont_know" else None)
        case "dont_know" | "skip" | "more" if at != "confirm":
            return _told(desk, at, None)
        case _:
            return None
    return Then.ASK


def board_words(desk: Desk, text: str) -> Then | None:
    """Numbers, colours, directions, in one breath where there are several."""
    at, told = _now(desk)
    part = at.partition(".")[0]
    value = _value(desk, part, text, told)
    return None if value is None else _told(desk, at, value)


def _value(desk: Desk, part: str, text: str, told: dict[str, Any]) -> Any:
    colours = tuple(_colours_in(desk, text))
    counts = _numbers_in(desk, text)
    match part:
        case "spoke" | "segment" if "." not in _now(desk)[0]:
            return counts[0] if len(counts) == 1 and 1 <= counts[0] <= MOST else None
        case "gap" | "home":
            return counts[0] if len(counts) == 1 and 1 <= counts[0] <= LONGEST_GAP else None
        case "entry":
            words = desk.book.words["board_entry"]
            return next((key for key in words if any(fold(way) in fold(text) for way in words[key])), None)
        case "direction":
            words = desk.book.words["direction"]
            found = [way for way in words if any(f" {fold(said)} " in f" {fold(text)} " for said in words[way])]
            return found[0] if found and found[0] in ("clockwise", "anticlockwise") else None
        case "order" | "leads":
            every = set(desk.mind.ruleset.colours)
            full = set(colours) == every and len(colours) == len(every)
            fewer = part == "order" and isinstance(own_board(desk), Track) and len(colours) == len(set(colours)) > 1
            return list(colours) if full or fewer else None
        case "specials":
            return sorted(set(counts)) if counts and all(1 <= n <= told["segment"] for n in counts) else None
        case "ring" | "spoke":
            length = told["segment" if part == "ring" else "spoke"]
            return list(colours) if len(colours) == length else None
    return None


def _numbers_in(desk: Desk, text: str) -> list[int]:
    read = with_numbers(text, desk.language)
    found = [n for tokens in read[:1] for n in numbers_in(tokens)]
    return [int(n) for n in found if n.denominator == 1]


def _colours_in(desk: Desk, text: str) -> Iterator[str]:
    """The colours and kinds of spaces in the words, in their order, repeated ones too."""
    ways: dict[str, str] = {}
    for colour in desk.mind.ruleset.colours:
        ways |= {fold(way): colour for way in desk.book.words["colour"][colour]}
        for template in desk.book.templates["landing.shortcut"]:
            for way in desk.book.words["colour"][colour]:
                ways[fold(template.format(colour=way))] = f"shortcut-{colour}"
    ways |= {fold(way): Kind.ROLL_AGAIN.value for way in desk.book.templates["landing.roll_again"]}
    ways |= {fold(way): Kind.UNKNOWN.value for way in desk.book.intents["dont_know"]}
    said, longest = fold(text).split(), max(len(way.split()) for way in ways)
    at = 0
    while at < len(said):
        for size in range(longest, 0, -1):
            if (found := ways.get(" ".join(said[at : at + size]))) is not None:
                yield found
                at += size - 1
                break
        at += 1


def _told(desk: Desk, at: str, value: Any) -> Then:
    """Notes an answer (None: it stays as assumed) and goes on."""
    _, told = _now(desk)
    told[at] = _assumed(desk, at) if value is None else value
    asked = questions(desk, told)
    desk.swap_aside(Step.BOARD, at=asked[asked.index(at) + 1], told=told)
    return Then.ASK


def _assumed(desk: Desk, at: str) -> Any:
    """What the host takes for granted where nobody knows better."""
    board = own_board(desk)
    if isinstance(board, Track):
        gap = board.ring // len(board.colours) - 1
        return {
            "order": _order(board, {}), "direction": board.direction, "gap": gap,
            "home": board.home, "entry": "before",
        }[at]  # fmt: skip
    match at:
        case "spoke":
            return _length(board, "spoke")
        case "segment":
            return _length(board, "ring")
        case "order":
            return _order(board, {})
        case "colours":
            return False
        case "specials":
            first = lists_of(board, board.id, {}).ring[board.hq_order[0]]
            return [n for n, print_ in enumerate(first, 1) if print_.startswith(_special(desk))]
    return []


# --- the board that was told ------------------------------------------------------------------------------------------


def made(desk: Desk, told: dict[str, Any]) -> Board | Track:
    """The board as it was told so far."""
    board = own_board(desk)
    if isinstance(board, Track):
        gaps = dict.fromkeys(told["order"], told["gap"])
        ring = sum(gap + 1 for gap in gaps.values())
        entry = ring if told["entry"] == "on" else None
        return counted_track(
            board, own_id(board), gaps=gaps, direction=told["direction"], entry=entry, home=told["home"]
        )
    return board_of(_lists(desk, board, told))


def _lists(desk: Desk, board: Board, told: dict[str, Any]) -> WheelLists:
    """The lists of the wheel, with what was told about single spaces."""
    kind = _special(desk)
    order = tuple(told["order"])
    opposite = {colour: order[(n + len(order) // 2) % len(order)] for n, colour in enumerate(order)}
    leads = dict(zip(order, told.get("leads") or (), strict=False)) or opposite
    lists = counted_wheel(
        board,
        own_id(board),
        spoke=told["spoke"],
        segment=told["segment"],
        hq_order=order,
        specials=dict.fromkeys(told.get("specials") or (), kind),
        leads_to=leads,
    )
    usual = lists_of(board, lists.id, {})
    if _same_shape(lists, usual, kind) and not told.get("leads"):
        lists = usual  # counted as assumed: then the colours are believed, too
    parts = {"ring": dict(lists.ring), "spoke": dict(lists.spokes)}
    for at, prints in told.items():
        part, _, colour = at.partition(".")
        if colour and prints:
            parts[part][colour] = tuple(prints)
    return dataclasses.replace(lists, ring=parts["ring"], spokes=parts["spoke"], called=board.called)


def _same_shape(counted: WheelLists, usual: WheelLists, special: str) -> bool:
    """Whether headquarters, lengths and special spaces are where they usually are."""

    def shape(lists: WheelLists) -> list[list[bool]]:
        spokes = [[False] * len(lists.spokes[colour]) for colour in lists.hq_order]
        return [*spokes, *([p.startswith(special) for p in lists.ring[colour]] for colour in lists.hq_order)]

    return counted.hq_order == usual.hq_order and shape(counted) == shape(usual)


def _settled(desk: Desk, told: dict[str, Any]) -> Then:
    """The table has said yes: what the rules of the edition allow is kept, what they do not is asked again."""
    board = own_board(desk)
    if isinstance(board, Track):
        track = made(desk, told)
        assert isinstance(track, Track)
        findings = list(check_track(track))
    else:
        findings = list(check_wheel(_lists(desk, board, told), desk.mind.ruleset))
    wrong = next((finding for finding in findings if finding.level == "error"), None)
    if wrong is not None:
        asked = questions(desk, told)
        again = REPEATS.get(question_to_repeat(wrong), asked[0])
        again = again if again in asked else asked[0]
        kept = {name: value for name, value in told.items() if name in asked[: asked.index(again)]}
        desk.say("board_wrong")
        desk.end_line()
        desk.swap_aside(Step.BOARD, at=again, told=kept)
        return Then.ASK
    desk.take_aside()
    keep_board(desk, made(desk, told))
    desk.say("board_kept")
    desk.end_line()
    return Then.ASK


SAID = ("yes", "no", "nobody", "dont_know", "skip", "more", "undo", "stop", "cancel")
STAGES = {Step.BOARD: Stage(ask_board, take_board, SAID, words=board_words, menu=False)}
