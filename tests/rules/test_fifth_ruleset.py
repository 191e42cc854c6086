"""A fifth game: a ruleset file and a transcript are all it needs."""

from __future__ import annotations

from pathlib import Path

import pytest
from rules.scenario_runner import Case, cases, know, run

from host.rules.random_play import play
from host.rules.rulebook import Ruleset
from host.rules.ruleset import load_ruleset

FOLDER = Path(__file__).parent / "children"
TRANSCRIPT = list(cases((FOLDER / "rainbow_transcript.yaml").read_text(encoding="utf-8")))


@pytest.fixture(scope="module")
def rainbow() -> Ruleset:
    """The four-colour children's game."""
    return know(load_ruleset(FOLDER / "rainbow.yaml"))


@pytest.mark.parametrize("case", TRANSCRIPT, ids=str)
def test_the_transcript(case: Case, rainbow: Ruleset) -> None:
    """A whole game of the fifth ruleset goes as its transcript says."""
    run(case, rainbow, saved=True)


@pytest.mark.parametrize("seed", range(20))
def test_random_games_end(seed: int, rainbow: Ruleset) -> None:
    """Random games of the fifth ruleset end and break no invariant."""
    played = play(rainbow, seed)
    assert (played.finished, played.breaks) == (True, ())
