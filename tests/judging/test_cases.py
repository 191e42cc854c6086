"""The judge on its tables: what each language's answers deserve, line by line and as shares."""

from __future__ import annotations

from collections import Counter

import pytest
from judging.tables import Line, spoken_dev, table

from host.judging.data import LANGUAGES

LINES = [line for language in LANGUAGES for line in table(language)]


@pytest.mark.parametrize("line", LINES, ids=lambda line: line.where)
def test_a_line_of_the_tables(line: Line) -> None:
    """The verdict is the wanted one; a wrong answer may at worst be asked for again, never accepted."""
    got = line.got()
    if line.expected == "reject":
        assert got in ("reject", "prompt"), line
    else:
        assert got == line.expected, line


@pytest.mark.parametrize("language", LANGUAGES)
def test_wrong_answers_are_mostly_rejected_without_asking_again(language: str) -> None:
    """At least 95 of 100 wrong answers of the tables get a plain no."""
    wrong = [line for line in table(language) if line.expected == "reject"]
    assert sum(line.got() == "reject" for line in wrong) >= 0.95 * len(wrong)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_spoken_development_set(language: str) -> None:
    """At least 95 % of right answers accepted, at most 1 % of wrong ones, at least 80 % of the prompts right."""
    counts = Counter((line.expected, line.got()) for line in spoken_dev() if line.language == language)
    of = {
        word: sum(n for (expected, _), n in counts.items() if expected == word)
        for word in ("accept", "reject", "prompt")
    }
    assert counts["accept", "accept"] >= 0.95 * of["accept"]
    assert counts["reject", "accept"] <= 0.01 * of["reject"]
    assert counts["prompt", "prompt"] >= 0.80 * of["prompt"]


def test_without_phonemes_wrong_answers_still_fail() -> None:
    """Spelling alone accepts fewer right answers but hardly any wrong one."""
    lines = [line for line in spoken_dev() if line.expected != "prompt"]
    counts = Counter((line.expected, line.got(phonemes=False)) for line in lines)
    right = sum(n for (expected, _), n in counts.items() if expected == "accept")
    assert counts["accept", "accept"] >= 0.75 * right
    assert counts["reject", "accept"] == 0
