"""The shipped rulesets, loaded once for all tests of the rules."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from host.rules.rulebook import Ruleset
from host.rules.ruleset import list_rulesets

ROOT = Path(__file__).resolve().parents[2]
RULESETS = ROOT / "rulesets"
IDS = ("familien", "genus", "globetrotter", "switzergame")
WHEELS = IDS[:3]


@cache
def _loaded() -> dict[str, Ruleset]:
    return {rules.id: rules for rules in list_rulesets(RULESETS)}


def edition(id: str) -> Ruleset:
    """A shipped ruleset by id."""
    return _loaded()[id]
