"""A whole evening from a pipe: the lines of a transcript, typed into the real command, lead to the same end."""

from __future__ import annotations

import io
import shutil
from pathlib import Path

import pytest
from support.scripted import PACKS, ROOT, Way, parse, run

from host.bank.pack import load_pack
from host.cli import main

GAMES = {
    "genus/whole-game": "en",
    "genus/partida-entera": "es",
    "globetrotter/partie-entiere": "fr",
    "familien/ganzes-spiel": "de",
    "switzergame/partie-entiere": "fr",
}


def typed_lines(name: str) -> tuple[list[str], list[str], dict[str, str]]:
    """What is typed, the lines of the host with the last words, and the header."""
    script = parse((ROOT / "tests" / "transcripts" / f"{name}.txt").read_text(encoding="utf-8"))
    said = [line.partition(" ")[2].strip() for line in script.inputs]
    spoken = [line.partition(": ")[2] for line in run(script, Way.TYPED).lines if line.startswith("HOST")]
    return said, spoken, script.header


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user's folder that holds the small packs of the transcripts."""
    monkeypatch.setenv("QUIZHOST_HOME", str(tmp_path))
    questions = tmp_path / "data" / "questions"
    questions.mkdir(parents=True)
    for path in PACKS.glob("*.yaml"):
        shutil.copy(path, questions / f"tiny-{path.name}")
    return tmp_path


def play(lines: list[str], arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> int:
    """Types the lines into ``quizhost play``."""
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines) + "\n"))
    return main(["play", "--input", "typed", "--voice", "off", *arguments])


def arguments_for(header: dict[str, str]) -> list[str]:
    """The command line that makes the table of a transcript."""
    rules, language = header["ruleset"], header["lang"]
    names = header.get("pack", f"{rules}-{language}").split()
    chosen = [word for name in names for word in ("--pack", load_pack(PACKS / f"{name}.yaml").id)]
    return ["--ruleset", rules, "--lang", language, "--seed", header["seed"], *chosen]


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_from_a_pipe(
    name: str, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every edition is played to its end by ``printf … | quizhost play --input typed``, line by line as written."""
    lines, spoken, header = typed_lines(name)
    assert play(lines, arguments_for(header), monkeypatch) == 0
    printed = capsys.readouterr().out.splitlines()
    assert printed[:-1] == spoken  # the last line says that the game is saved


def test_another_game_after_the_end(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """ "Another game" begins at once with the same people; the questions of the first game do not come again."""
    lines, _, header = typed_lines("genus/whole-game")
    again = ["another game", "anna begins", "six, blue headquarters", "score"]
    assert play([*lines, *again], arguments_for(header), monkeypatch) == 0
    out = capsys.readouterr().out
    assert out.count("Welcome to Genus") + out.count("Good evening. I'm your quizmaster") == 2
    assert out.rstrip().splitlines()[-4:-2] == ["Anna: no wedge yet.", "Ben: no wedge yet."]
    assert len(list((home / "data").rglob("*.jsonl"))) == 2
