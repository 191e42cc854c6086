"""The page of twenty faults: it leaves none out, and every test it names is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ROWS = re.findall(r"^\| (\d+) \| (.+?) \| (.+) \|$", (ROOT / "docs" / "faults.md").read_text("utf-8"), re.MULTILINE)


def test_all_twenty_are_there() -> None:
    """Each fault has a row with at least one test."""
    assert [int(number) for number, _, _ in ROWS] == list(range(1, 21))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_the_named_tests_exist(row: tuple[str, str, str]) -> None:
    """A test that was renamed or removed is missed here."""
    named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", row[2])
    assert named
    for file, function in named:
        assert re.search(rf"^def {function}\(", (ROOT / file).read_text(encoding="utf-8"), re.MULTILINE), function
