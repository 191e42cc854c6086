"""Every scenario of the rule specifications, straight and through save and load at every step."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from rules.scenario_runner import Case, cases, know, loop_board, run

from host.rules.rulebook import Ruleset
from host.rules.ruleset import list_rulesets

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted((ROOT / "tests" / "scenarios").glob("*.yaml"))
CASES = [case for file in FILES for case in cases(file.read_text(encoding="utf-8"))]


@cache
def editions() -> dict[str, Ruleset]:
    """The shipped rulesets by id."""
    found = {rules.id: know(rules) for rules in list_rulesets(ROOT / "rulesets")}
    return found | {"globetrotter": know(found["globetrotter"].with_board(loop_board()))}


@pytest.mark.parametrize("saved", [False, True], ids=["straight", "saved"])
@pytest.mark.parametrize("case", CASES, ids=str)
def test_scenario(case: Case, saved: bool) -> None:
    """A scenario goes as it is written, also when the state is saved and loaded before every command."""
    run(case, editions()[case.ruleset], saved=saved)
