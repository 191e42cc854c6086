"""The closed list of options: what a table may agree on, which values each takes, and what holds by default.

Every option answers an open point of a rulebook or a house rule it mentions. A ruleset names its own defaults;
a value that is known but not played yet is refused as such, so that nobody believes in a rule that has no effect.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

PRECISIONS = ("lenient", "standard", "strict")


@dataclass(frozen=True, slots=True)
class Option:
    """One option."""

    default: Any
    values: tuple[Any, ...] = ()
    """Every value that works, when they can be listed."""
    check: Callable[[Any], bool] | None = None
    """Tells whether a value works, when they cannot."""
    limit: str = ""
    """What ``check`` allows, as data."""
    later: tuple[Any, ...] = ()
    """Known other readings that are not supported yet."""

    def fault(self, value: Any) -> str:
        """What is allowed instead of ``value``; empty when it is fine."""
        if self.check is not None:
            return "" if self.check(value) else self.limit
        # True == 1 in Python: compare the types too.
        if any(value == known and type(value) is type(known) for known in self.values):
            return ""
        allowed = ", ".join(map(_word, self.values))
        return f"{allowed} ({_word(value)} is not supported yet)" if value in self.later else allowed


def _word(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "none" if value is None else str(value)


def _choice(*values: str, later: tuple[str, ...] = ()) -> Option:
    return Option(values[0], values, later=later)


def _flag(default: bool) -> Option:
    return Option(default, (True, False))


def _fixed(default: Any, *later: Any) -> Option:
    """One reading only; the others are known but not supported yet."""
    return Option(default, (default,), later=later or ((not default,) if isinstance(default, bool) else ()))


def _is_int(value: Any, low: int, high: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def _seconds(value: Any) -> bool:
    return value is None or _is_int(value, 10, 300)


def _per_player(check: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: (
        isinstance(value, Mapping) and all(isinstance(key, str) and check(item) for key, item in value.items())
    )


def _age_rule(rule: Any) -> bool:
    fields: dict[str, Callable[[Any], bool]] = {
        "precision": lambda v: v in PRECISIONS,
        "seconds": _seconds,
        "choices": lambda v: isinstance(v, bool),
    }
    return isinstance(rule, Mapping) and all(key in fields and fields[key](item) for key, item in rule.items())


def _values_list(value: Any) -> bool:
    return isinstance(value, (list, tuple)) and len(value) > 0 and all(_is_int(v, -13, 13) and v != 0 for v in value)


def _passport_after(value: Any) -> bool:
    return isinstance(value, (list, tuple)) and set(value) <= {"none", "wrong"} and len(value) > 0


def _deck_counts(value: Any) -> bool:
    if isinstance(value, Mapping):
        return all(_is_int(count, 1, 99) for count in value.values())
    return _is_int(value, 1, 99)


_SECONDS = Option(None, check=_seconds, limit="none, 10-300")

OPTIONS: Mapping[str, Option] = {
    # --- every edition (README 9) ---
    "cards": _choice("host", "table"),
    "solo": _flag(True),
    "start_tie": _choice("reroll_tied", "reroll_all", "first_seat"),
    "answer_seconds": _SECONDS,
    "precision": Option("standard", PRECISIONS),
    "age_rules": Option(
        {},
        check=_per_player(_age_rule),
        limit="player: {precision: lenient|standard|strict, seconds: none|10-300, choices: true|false}",
    ),
    "silence": _choice("wait", "counts_as_wrong"),
    "overrule": _choice("table", "vote", "nobody"),
    "team_answer": _choice("captain", "first"),
    "no_answer": _choice("wrong", later=("ask_again",)),
    # --- wheel games ---
    "asker": _choice("left_neighbour", "right_neighbour", later=("named",)),
    "roll_again_must": _flag(True),
    "roll_again_spaces": _flag(True),
    "hub_silent": _choice("ask_again", "random"),
    "hub_wedge": _fixed(False),
    "hub_counts": _fixed(True),
    "hub_standing_counts": _fixed(False),
    "owned_hq_leave": _flag(False),
    "return_same_turn": _fixed(True),
    "stuck_leave": _choice("stay_no_question", later=("ask_again",)),
    "junction_turns": _fixed(True),
    "retrace": _choice("no_space_twice", "no_about_turn"),
    "board_unchecked": _fixed(False),
    "final_question": _flag(True),
    "final_chooser": _choice("majority_else_left", "left_neighbour", "random"),
    "streak": _flag(True),
    "streak_trigger": _choice("win", "six_wedges"),
    "streak_equal": _choice("six_wedges", "six_and_final"),
    "streak_many": _fixed(True),
    "packs": Option(1, check=_deck_counts, limit="1-99, or one number per deck"),
    "pack_size": Option(100, check=lambda v: _is_int(v, 1, 100_000), limit="1-100000"),
    "pack_cycle": _choice("reuse_oldest", later=("stop",)),
    "box_order": _choice("alternate", later=("box1_until_done", "any")),
    # --- quick and short games ---
    "quick_hub_wedge": _flag(False),
    "quick_final": _flag(True),
    "short_hub_wedge": _flag(False),
    "short_hq": _choice("as_colour", "no_wedge"),
    # --- shortcuts ---
    "shortcut_when_owned": _choice("go", "stay"),
    "shortcut_to_left_hq": _choice("go", later=("stay",)),
    # --- special cards ---
    "voyager_deal": _choice("one_each", "all", "custom"),
    "boarding": _flag(True),
    "first_class": _flag(True),
    "passport": _flag(True),
    "boarding_distance": _fixed(2),
    "boarding_any_hq": _fixed(False),
    "boarding_followups": _fixed(True),
    "first_class_after_wrong": _flag(False),
    "first_class_ask_both": _fixed(False),
    "first_class_pick": _choice("asker", "random"),
    "passport_after": Option(("none", "wrong"), check=_passport_after, limit="a list of none, wrong"),
    "passport_on_owned_hq": _fixed(False),
    "claim_order": _choice("asker_left_first", "asker_left_last", "questioned_left_first"),
    "asker_may_claim": _choice("auto", "yes", "no"),
    "claim_window": _choice("before_first_answer", later=("rolling",)),
    "after_claims": _choice("left_of_questioned", later=("left_of_winner",)),
    # --- age decks and teams ---
    "age_limit": Option(14, check=lambda v: _is_int(v, 1, 99), limit="1-99"),
    "deck": Option({}, check=_per_player(lambda v: isinstance(v, str)), limit="player: deck"),
    "team_deck": _choice("adult_if_any", later=("answerer", "chosen")),
    "confer_seconds": _SECONDS,
    # --- track games ---
    "card_values": Option({}, check=_per_player(_values_list), limit="card: list of values from -13 to 13"),
    "clear_start_first": _flag(True),
    "own_capture": _choice("house", "forbidden"),
    "quiz_on_start": _flag(True),
    "backward_opens_home": _flag(False),
    "skip_home": _flag(True),
    "overshoot": _choice("bounce", "stay"),
    "play_on": _flag(True),
    "captured_to": _choice("house", later=("start",)),
    "gift_pawn": _choice("arriving", later=("any",)),
    "after_meeting": _choice("next_of_drawer", later=("next_of_answerer",)),
    "enter_then_draw": _fixed(False),
    "safe_start": _fixed(False),
    "capture_backwards": _fixed(True),
    "pass_in_home": _fixed(True),
    "back_from_home": _fixed(True),
    "chain": _fixed(True),
    "won_points_home": _fixed(True),
    "enter_must": _fixed(False),
    "answer_extra_turn": _fixed(False),
}
"""Option key -> Option. A key means the same in every edition that has it."""
