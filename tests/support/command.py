"""Runs quizhost as a user does: as a command, in a sub-process, with a home of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

ROOT = Path(__file__).resolve().parents[2]


def quizhost(
    *args: str | Path,
    lines: tuple[str, ...] = (),
    home: Path,
    check: int | None = 0,
    env: Mapping[str, str] = MappingProxyType({}),
) -> subprocess.CompletedProcess[str]:
    """Runs the command with piped lines; fails unless it ends with ``check``."""
    done = subprocess.run(
        [sys.executable, "-m", "host.cli", *map(str, args)],
        input="".join(f"{line}\n" for line in lines),
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "QUIZHOST_HOME": str(home), **env},
        timeout=300,
    )
    assert check is None or done.returncode == check, done.stderr
    assert "Traceback" not in done.stderr
    return done
