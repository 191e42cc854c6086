"""Options of the test run."""

from __future__ import annotations

import pytest
from hypothesis import settings

# A busy machine must not fail a property; how long something takes is measured in benchmarks/.
settings.register_profile("quizhost", deadline=None)
settings.load_profile("quizhost")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Golden transcripts are rewritten on demand, never by accident."""
    parser.addoption("--update-transcripts", action="store_true", help="rewrite tests/transcripts from the scripts")
