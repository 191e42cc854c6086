"""Every golden transcript, three ways: straight, through JSON before every input, and typed instead of heard."""

from __future__ import annotations

from difflib import unified_diff
from pathlib import Path

import pytest
from support.scripted import ROOT, Script, Way, parse, run

FOLDER = ROOT / "tests" / "transcripts"
FILES = sorted(path for path in FOLDER.glob("*/*.txt") if path.parent.name != "packs")
IDS = [path.relative_to(FOLDER).with_suffix("").as_posix() for path in FILES]


def read(path: Path) -> Script:
    """A transcript from its file."""
    return parse(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", FILES, ids=IDS)
def test_straight(path: Path, request: pytest.FixtureRequest) -> None:
    """The host says and does exactly what the file says; ``--update-transcripts`` rewrites it."""
    script = read(path)
    text = f"{script.head}\n{run(script).text}"
    if request.config.getoption("--update-transcripts"):
        path.write_text(text, encoding="utf-8")
    diff = list(unified_diff(script.text.splitlines(), text.splitlines(), "file", "run", lineterm="", n=2))
    assert request.config.getoption("--update-transcripts") or diff == [], "\n".join(diff[:40])


@pytest.mark.parametrize("path", FILES, ids=IDS)
def test_through_json(path: Path) -> None:
    """Game and conversation survive being written as JSON before every input: not a word differs."""
    script = read(path)
    assert run(script, Way.JSON).text == run(script).text


@pytest.mark.parametrize("path", FILES, ids=IDS)
def test_typed(path: Path) -> None:
    """The same words typed lead to the same game."""
    script = read(path)
    if script.header.get("typed") == "no":
        pytest.skip("about hearing")
    assert run(script, Way.TYPED).events == run(script).events


@pytest.mark.parametrize("name", ["globetrotter", "genus", "familien", "switzergame"])
def test_every_edition_has_a_whole_game(name: str) -> None:
    """Each edition has at least one transcript that is played to its end."""
    assert [
        path for path in FILES if path.parent.name == name and "event GameEnded" in path.read_text(encoding="utf-8")
    ]
