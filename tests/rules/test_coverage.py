"""Nothing in the rules engine is untested: every line and every branch."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from rules.editions import ROOT

CONFIG = Path(__file__).parent / "coverage.ini"
QUICK = "not (test_scenario and saved) and not TestTable and not simulate and not coverage"
"""Tests that reach everything in the shortest time."""


@pytest.mark.slow
def test_every_branch_of_the_rules_is_tested(tmp_path: Path) -> None:
    """The tests of the rules cover every branch of host/rules; the output names what is missing."""
    pytest.importorskip("pytest_cov")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/rules", "-k", QUICK, "--cov=host.rules",
         f"--cov-config={CONFIG}", "--cov-report=term-missing:skip-covered"],
        cwd=ROOT, env={**os.environ, "COVERAGE_FILE": str(tmp_path / "coverage")}, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-3000:]
