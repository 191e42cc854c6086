"""No rule without a test: every id of the rule specifications is named where it is tested."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest
import yaml
from rules.editions import IDS, ROOT, edition

from host.rules.options import OPTIONS

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
HERE = Path(__file__).parent
ID = re.compile(r"\b(?:[GNFSB]-[TP]?\d\d|C-\d|R-T\d\d)\b")
SCENARIOS = sorted((ROOT / "tests" / "scenarios").glob("*.yaml"))


def specified() -> list[str]:
    """All ids, in the order of the specifications."""
    return ID.findall((HERE / "rule_ids.txt").read_text(encoding="utf-8"))


def docstrings(path: Path) -> str:
    """All docstrings of a test module except its own."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return "\n".join(ast.get_docstring(node) or "" for node in nodes)


def untested(ids: list[str]) -> list[str]:
    """Ids named by no scenario and no docstring of a test of the rules."""
    texts = [f"{scenario['id']} {scenario.get('covers', '')}" for file in SCENARIOS for scenario in _scenarios(file)]
    texts += [docstrings(path) for path in HERE.glob("test_*.py") if path != Path(__file__)]
    named = set(ID.findall("\n".join(texts)))
    return [id for id in ids if id not in named]


@cache
def _scenarios(file: Path) -> list[dict[str, object]]:
    return list(yaml.load(file.read_text(encoding="utf-8"), Loader=LOADER)["scenarios"])


def test_every_rule_has_a_test() -> None:
    """Every rule, open point and scenario of the specifications is named by a test."""
    assert untested(specified()) == []


def test_the_check_itself_fails() -> None:
    """A rule that no test names is found."""
    assert untested(["G-01", "G-99"]) == ["G-99"]


def test_the_list_is_whole() -> None:
    """The list has every id once: 159 rules, 123 open points and 162 scenarios of editions, 60 of boards and all."""
    ids = specified()
    assert (len(ids), len(set(ids))) == (504, 504)


OPEN = {
    "cards", "start_tie", "answer_seconds", "precision", "age_rules", "silence", "roll_again_must", "final_chooser",
    "overrule", "solo", "streak", "voyager_deal", "first_class_after_wrong", "passport_after", "claim_order",
    "asker_may_claim", "quick_hub_wedge", "quick_final", "streak_trigger", "streak_equal", "roll_again_spaces",
    "shortcut_when_owned", "final_question", "age_limit", "deck", "owned_hq_leave", "short_hq", "short_hub_wedge",
    "confer_seconds", "team_answer", "card_values", "clear_start_first", "own_capture", "quiz_on_start",
    "backward_opens_home", "skip_home", "overshoot", "play_on",
}  # fmt: skip
"""Options on which tables really differ (marked with a dagger in the specifications)."""


@cache
def played() -> set[tuple[str, str]]:
    """Every (option, value) that a scenario plays with."""
    found = set()
    for file in SCENARIOS:
        for scenario in _scenarios(file):
            for run in [scenario, *scenario["runs"]]:  # type: ignore[misc]
                for key, value in run.get("given", {}).get("options", {}).items():
                    found.add((key, str(value)))
            for call in re.findall(r"\{(\w+): (\w+)\}", str(scenario["runs"])):
                found.add(call)
    return found


@pytest.mark.parametrize("key", sorted(OPEN))
def test_every_value_of_an_open_option_is_played(key: str) -> None:
    """Each value of an option on which tables differ is the default or is played in a scenario."""
    option = OPTIONS[key]
    defaults = {str(edition(id).options[key]) for id in IDS if key in edition(id).options}
    others = {str(value) for value in option.values} - defaults
    tried = {value.replace("false", "False") for name, value in played() if name == key}
    assert others <= tried
    assert others or tried or len(defaults) > 1, "an option without listed values is tried with some value"


def test_no_option_with_several_values_is_forgotten() -> None:
    """An option that has several working values is either open to tables or small enough to be tested elsewhere."""
    several = {key for key, option in OPTIONS.items() if len(option.values) > 1}
    elsewhere = {"asker", "hub_silent", "retrace", "first_class_pick", "boarding", "first_class", "passport"}
    assert several - OPEN - elsewhere == set()
