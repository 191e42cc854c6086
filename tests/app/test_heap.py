"""Free memory goes back to the system."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from host.app.heap import EVERY, Heap

ROOT = Path(__file__).resolve().parents[2]
HOLES = """
import os
from pathlib import Path
from host.app.heap import Heap
def memory():
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20
pieces = [bytearray(60_000) for _ in range(2000)]
del pieces[::2]
before = memory()
done = Heap().tidy(0.0)
print(done, before - memory())
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_holes_are_given_back() -> None:
    """Of 120 MB in small pieces every other one is freed: nearly all of that leaves the process."""
    run = subprocess.run([sys.executable, "-c", HOLES], cwd=ROOT, capture_output=True, text=True, timeout=60)
    done, given = run.stdout.split()
    if done == "False":
        pytest.skip("the C library is not glibc")
    assert float(given) > 40


def test_it_is_done_now_and_then() -> None:
    """Twice a second it is asked, and works once in a while only."""
    heap, calls = Heap(), []
    heap._trim = lambda pad: calls.append(pad) or 1  # type: ignore[assignment, func-returns-value]
    for tenth in range(round(4 * EVERY * 10)):
        heap.tidy(tenth / 10)
    assert len(calls) == 4
