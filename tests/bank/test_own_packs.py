"""Our own packs are clean, complete for their edition and balanced."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from host.bank.editions import EDITIONS
from host.bank.lint import lint_files
from host.bank.pack import load_pack
from host.config import data_folder

FILES = sorted(data_folder("questions").glob("*.yaml"))


def test_the_lint_finds_nothing() -> None:
    """Neither an error nor a warning, over all packs together."""
    assert [finding.sentence() for finding in lint_files(FILES)] == []


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
