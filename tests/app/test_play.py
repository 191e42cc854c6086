"""quizhost play, resume and replay as a user calls them: piped lines, saves, and clear sentences for bad input."""

from __future__ import annotations

import json
import os
import pty
import select
import sys
from pathlib import Path

import pytest
from support.command import ROOT, quizhost

BEGIN = ("--players", "Anna,Ben", "--precision", "standard", "--seed", "5")
OPENING = ("six", "two")


def test_piped_lines_play_and_resume_goes_on(tmp_path: Path) -> None:
    """The game is saved at the end of the lines, and goes on with the same players and the pending question."""
    first = quizhost("play", *BEGIN, lines=(*OPENING, "four green"), home=tmp_path).stdout
    question = next(line for line in first.splitlines() if line.startswith("Green, Science and Nature."))
    assert first.splitlines()[-1].startswith("The game is saved.")
    second = quizhost("resume", lines=("I don't know",), home=tmp_path).stdout
    assert "Anna: no wedge yet." in second
    assert question in second
    assert second.index(question) < second.index("The answer is")


def test_replay_tells_the_evening(tmp_path: Path) -> None:
    """In words, and as the events themselves."""
    quizhost("play", *BEGIN, lines=(*OPENING, "four green", "banana"), home=tmp_path)
    told = quizhost("replay", home=tmp_path).stdout
    assert "Anna lands on green space." in told
    assert 'Anna answers "banana": wrong.' in told
    events = [json.loads(line) for line in quizhost("replay", "--json", home=tmp_path).stdout.splitlines()]
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    assert events[0]["type"] == "GameStarted"


def test_a_seed_repeats_the_questions(tmp_path: Path) -> None:
    """The same seed asks the same question, another seed another one."""
    said = [
        quizhost("play", *BEGIN[:4], "--seed", seed, lines=(*OPENING, "four green"), home=tmp_path / str(n)).stdout
        for n, seed in enumerate(("5", "5", "6"))
    ]
    assert said[0] == said[1] != said[2]


@pytest.mark.parametrize(
    "args, status, words",
    [
        (("play", "--ruleset", "nope"), 1, ("nope", "genus")),
        (("play", "--lang", "xx"), 2, ("xx", "en, fr, de, es")),
        (("play", "--precision", "vague"), 2, ("vague", "lenient")),
        (("play", "--players", "Anna,,Ben"), 2, ("--players",)),
        (("play", "--players", "Anna,anna"), 2, ("same name",)),
        (("play", "--pack", "nope"), 1, ("nope", "genus-en")),
        (("play", "--variant", "nope"), 2, ("nope", "quick")),
        (("play", "--mode", "sideways"), 2, ("sideways",)),
        (("resume", "missing.jsonl"), 1, ("missing.jsonl",)),
        (("resume",), 1, ("no saved game", "quizhost play")),
        (("replay", "README.md"), 1, ("README.md", "damaged")),
        (("nonsense",), 2, ("nonsense",)),
        ((), 2, ("COMMAND",)),
    ],
    ids=lambda value: " ".join(map(str, value)) if isinstance(value, tuple) else str(value),
)
def test_bad_input_gets_a_sentence(tmp_path: Path, args: tuple[str, ...], status: int, words: tuple[str, ...]) -> None:
    """What is wrong and what to do, with the right exit status and no traceback."""
    stderr = quizhost(*args, home=tmp_path, check=status).stderr
    assert [word for word in words if word not in stderr] == []


def test_an_unwritable_save_folder(tmp_path: Path) -> None:
    """Nothing is played that could not be saved."""
    (tmp_path / "data").write_text("a file where a folder should be")
    stderr = quizhost("play", *BEGIN, home=tmp_path, check=1).stderr
    assert "cannot be saved" in stderr and "--save" in stderr


def test_a_broken_pack_of_the_user_does_not_stop_the_game(tmp_path: Path) -> None:
    """A faulty file among the user's packs is named, and the game is played with the others."""
    folder = tmp_path / "data" / "questions"
    folder.mkdir(parents=True)
    (folder / "mine.yaml").write_text("format: 1\nid: [")
    done = quizhost("play", *BEGIN, lines=OPENING, home=tmp_path)
    assert "mine.yaml" in done.stderr
    assert "tell me where you land" in done.stdout.lower() or "say where you are" in done.stdout


def test_a_microphone_that_is_demanded_must_be_there(tmp_path: Path) -> None:
    """--input mic without a microphone (or without PortAudio) is one sentence, and the game is not lost."""
    if _has_microphone():
        pytest.skip("this machine has a microphone")
    stderr = quizhost("play", *BEGIN, "--input", "mic", home=tmp_path, check=1).stderr
    assert stderr.count("\n") == 1 and stderr.startswith("quizhost: ")


def _has_microphone() -> bool:
    try:
        import sounddevice
    except OSError:
        return False
    return any(device["max_input_channels"] for device in sounddevice.query_devices())


@pytest.mark.slow
def test_at_a_terminal_without_devices_the_game_is_typed(tmp_path: Path) -> None:
    """Said once, then typed lines; "stop" ends the program without another key."""
    if _has_microphone():
        pytest.skip("this machine has a microphone")
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ["QUIZHOST_HOME"] = str(tmp_path)
        os.chdir(ROOT)
        os.execv(sys.executable, [sys.executable, "-m", "host.cli", "play", *BEGIN])
    os.write(terminal, b"six\ntwo\nfour green\nbanana\nstop\n")
    seen = b""
    while select.select([terminal], [], [], 60)[0]:
        try:
            got = os.read(terminal, 4096)
        except OSError:
            break
        if not got:
            break
        seen += got
    _, status = os.waitpid(pid, 0)
    text = seen.decode()
    assert status == 0, text
    assert text.count("Note:") == 1 and "please type" in text
    assert "The game is saved." in text
