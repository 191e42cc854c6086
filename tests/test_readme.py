"""The README's promises: its commands are those that run, and nothing is listed that does not exist."""

from __future__ import annotations

import re
from pathlib import Path

from host.cli import COMMANDS

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```sh\n(.*?)```", README, re.DOTALL)


def test_the_first_command_installs_and_runs_the_demo() -> None:
    """A newcomer copies one line and hears a game."""
    assert BLOCKS[0].strip().endswith("quizhost demo")


def test_ci_runs_exactly_the_test_command() -> None:
    """What CI runs is what the README says, as a line of its own, and nothing after it."""
    assert (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()[-1] == BLOCKS[1].strip()


def test_every_command_is_described() -> None:
    """The README's table lists the commands of --help, and no others."""
    listed = re.findall(r"^\| `(\w+)` \|", README, re.MULTILINE)
    assert sorted(listed) == sorted(COMMANDS)
