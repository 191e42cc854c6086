"""How much the host says at each level, over the same half hour of play."""

from __future__ import annotations

import pytest

from benchmarks.words import EVENINGS, evening


@pytest.mark.parametrize("which", EVENINGS, ids=lambda which: f"{which[0]}-{which[1]}")
def test_each_level_says_less(which: tuple[str, str, str]) -> None:
    """A42: short says less than full, and expert at most a third of it, with the game the same."""
    full, short, expert = evening(*which, minutes=30, seed=1)
    assert full["moves"] == short["moves"] == expert["moves"] > 20
    assert expert["words_a_move"] < short["words_a_move"] < full["words_a_move"]
    assert expert["words_a_move"] * 3 <= full["words_a_move"]
