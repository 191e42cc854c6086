"""Options of the test run."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Golden transcripts are rewritten on demand, never by accident."""
    parser.addoption("--update-transcripts", action="store_true", help="rewrite tests/transcripts from the scripts")
