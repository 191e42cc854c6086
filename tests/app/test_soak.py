"""A long evening leaves no trace in memory."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.slow
def test_two_hours_grow_nothing() -> None:
    """Two simulated hours of our own loop: under 30 MB more, no more threads, no more open files, every turn heard."""
    command = [sys.executable, "-m", "benchmarks.soak", "--hours", "2", "--cheap", "--json"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["memory_growth_mb"] < 30
    assert (found["thread_growth"], found["handle_growth"]) == (0, 0)
    assert found["turns"] > 300 and found["heard"] == found["turns"]
