"""Every scenario of the rule specifications, straight and through save and load at every step."""

from __future__ import annotations

from functools import cache

import pytest
from rules.editions import IDS, ROOT, edition
from rules.scenario_given import changed_boards, loop_board
from rules.scenario_runner import Case, cases, know, run

from host.rules.rulebook import Ruleset

FILES = sorted((ROOT / "tests" / "scenarios").glob("*.yaml"))
CASES = [case for file in FILES for case in cases(file.read_text(encoding="utf-8"))]


@cache
def editions() -> dict[str, Ruleset]:
    """The shipped rulesets by id."""
    found = {id: edition(id) for id in IDS}
    classic = found["globetrotter"]
    for board in (loop_board(), *changed_boards(classic)):
        classic = classic.with_board(board)
    return {id: know(classic if id == "globetrotter" else rules) for id, rules in found.items()}


@pytest.mark.parametrize("saved", [False, True], ids=["straight", "saved"])
@pytest.mark.parametrize("case", CASES, ids=str)
def test_scenario(case: Case, saved: bool) -> None:
    """A scenario goes as it is written, also when the state is saved and loaded before every command."""
    run(case, editions()[case.ruleset], saved=saved)
