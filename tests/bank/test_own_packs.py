"""Our own packs are clean, complete for their edition and balanced."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from host.bank.editions import EDITIONS
from host.bank.lint import lint_files
from host.bank.pack import load_pack
from host.config import data_folder

CARDS = {
    "genus-en": 60, "genus-es": 40, "globetrotter-fr": 40, "familien-de-adult": 40, "familien-de-young": 40,
    "switzergame-fr": 55,
}  # fmt: skip
"""Cards that the shipped packs have at least."""
FILES = sorted(data_folder("questions").glob("*.yaml"))


def test_the_lint_finds_nothing() -> None:
    """Neither an error nor a warning, over all packs together."""
    assert [finding.sentence() for finding in lint_files(FILES)] == []


def test_every_edition_has_its_cards() -> None:
    """No shipped pack is missing or has shrunk."""
    counts = {path.stem: len({q.card for q in load_pack(path).questions}) for path in FILES}
    assert {name: counts.get(name, 0) >= number for name, number in CARDS.items()} == dict.fromkeys(CARDS, True)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_pack_is_balanced(path: Path) -> None:
    """Every category has the same number of questions, and easy, middling and hard all occur."""
    pack = load_pack(path)
    edition = EDITIONS[pack.edition]
    per_category = Counter(q.category for q in pack.questions)
    assert set(per_category) == set(edition.categories) and len(set(per_category.values())) == 1
    levels = Counter(q.difficulty for q in pack.questions)
    assert all(levels[level] for level in ((1, 2) if pack.deck == "young" else (1, 2, 3)))
    assert all(q.explanation for q in pack.questions)
