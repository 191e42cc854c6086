"""No network: in a network namespace without interfaces everything runs, and no socket is ever opened."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from support.command import ROOT

WATCHED = """
import sys
seen = []
sys.addaudithook(lambda event, arguments: seen.append(event) if event.startswith("socket.") else None)
{action}
assert not seen, f"sockets were used: {{seen}}"
sys.exit(status)
"""
CLI = "from host import cli; status = cli.main(sys.argv[1:])"
TESTS = "import pytest; status = pytest.main(sys.argv[1:])"


def alone(home: Path, action: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs it watched, and cut off from every network where the system allows that."""
    command = [sys.executable, "-c", WATCHED.format(action=action), *arguments]
    unshare = shutil.which("unshare")
    if unshare and subprocess.run([unshare, "-rn", "true"], capture_output=True).returncode == 0:
        command = [unshare, "-rn", *command]
    env = os.environ | {"QUIZHOST_HOME": str(home)}
    return subprocess.run(command, env=env, cwd=ROOT, capture_output=True, text=True, timeout=300)


def test_the_watch_itself_fails(tmp_path: Path) -> None:
    """A program that opens a socket is caught."""
    done = alone(tmp_path, "import socket; socket.socket(); status = 0")
    assert done.returncode != 0 and "sockets were used: ['socket.__new__']" in done.stderr


@pytest.mark.slow
@pytest.mark.speech
def test_a_demo_without_network(tmp_path: Path) -> None:
    """Voice, recogniser, judge and game need nothing from outside."""
    pytest.importorskip("moonshine_voice", reason="needs the english extra")
    done = alone(tmp_path, CLI, "demo", "--turns", "1", "--seed", "1", "--out", str(tmp_path / "out"))
    assert done.returncode == 0, done.stderr
    assert "Host and truth agreed" in done.stdout


@pytest.mark.slow
def test_a_whole_game_without_network(tmp_path: Path) -> None:
    """A game from the first roll to the last question."""
    done = alone(tmp_path, TESTS, "-q", "-p", "no:cacheprovider", "tests/app/test_whole_game.py", "-k", "genus-en-1")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 passed" in done.stdout


def test_a_library_reports_nothing_home(tmp_path: Path) -> None:
    """onnxruntime's reporting happens in native code, which no audit hook sees; what it leaves behind tells of it."""
    env = {name: value for name, value in os.environ.items() if name not in ("CI", "ORT_DISABLE_TELEMETRY")}
    env |= {"HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    subprocess.run([sys.executable, "-c", "import host, onnxruntime"], env=env, cwd=ROOT, check=True)
    assert list(tmp_path.iterdir()) == []
