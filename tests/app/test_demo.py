"""quizhost demo: a real game through real audio, and what happens when something is missing or breaks off."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import wave
from pathlib import Path
from typing import Any

import pytest
from support.command import ROOT, quizhost

from host.app.session import load, newest
from host.rules.engine import replay
from host.rules.ruleset import find_ruleset

pytestmark = [pytest.mark.speech, pytest.mark.slow]
pytest.importorskip("moonshine_voice", reason="needs the english extra")


def demo(home: Path, *args: str) -> list[dict[str, Any]]:
    """Runs a demo; its JSON objects."""
    done = quizhost("demo", "--json", "--out", home / "out", *args, home=home)
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_a_spoken_game(tmp_path: Path) -> None:
    """Three answers are heard and judged; the verdicts agree with the truth, and all that is promised is there."""
    said = demo(tmp_path, "--turns", "3", "--seed", "1")
    kinds = [entry["type"] for entry in said]
    assert {"begin", "line", "heard", "verdict", "event", "summary"} == set(kinds)
    verdicts = [entry for entry in said if entry["type"] == "verdict"]
    assert len(verdicts) == 3
    assert sum(entry["agreed"] for entry in verdicts) >= 2
    summary = said[-1]
    assert (summary["judged"], summary["agreed"]) == (3, sum(entry["agreed"] for entry in verdicts))
    assert 0.3 < summary["median_latency"] < 10
    with wave.open(summary["recording"]) as recording:
        assert recording.getframerate() == 16000
        assert abs(recording.getnframes() / 16000 - summary["seconds"]) < 1
    transcript = Path(summary["transcript"]).read_text(encoding="utf-8")
    for entry in said:
        if entry["type"] == "line":
            assert entry["text"] in transcript
    events = [entry for entry in said if entry["type"] == "event"]
    assert len(events) == len(load(newest(tmp_path / "data" / "saves")).events)


def test_kill_and_resume(tmp_path: Path) -> None:
    """kill -9 in the middle: the save stands, and resume goes on with players, wedges, turn and pending question."""
    command = [sys.executable, "-m", "host.cli", "demo", "--turns", "40", "--seed", "2", "--out", str(tmp_path / "out")]
    env = {**os.environ, "QUIZHOST_HOME": str(tmp_path)}
    process = subprocess.Popen(command, cwd=ROOT, env=env, stdout=subprocess.DEVNULL)
    saves = tmp_path / "data" / "saves"
    try:
        until = time.monotonic() + 400
        while time.monotonic() < until:
            time.sleep(0.05)
            text = "".join(save.read_text() for save in saves.glob("*.jsonl")).rstrip()
            events = [line for line in text.splitlines() if not line.startswith('{"note"')]
            if text.count('"AnswerJudged"') >= 2 and '"QuestionPosed"' in events[-1]:
                break
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
    record = load(newest(saves))
    state = replay(record.decisions, find_ruleset("genus", ROOT / "rulesets"))
    assert state.question is not None
    text = quizhost("resume", home=tmp_path).stdout
    for player in state.players:
        assert f"{player.id}: " in text
        for colour in player.wedges:
            assert colour in text.split(f"{player.id}: ")[1].splitlines()[0]
    pack = (ROOT / "questions" / "genus-en.yaml").read_text(encoding="utf-8")
    asked = text.splitlines()[-2].split(". ", 1)[1]
    assert asked.rsplit(". ", 1)[-1].strip() in " ".join(pack.split())


def test_without_the_recogniser(tmp_path: Path) -> None:
    """The models taken away: the demo says what is missing and how to get it; play goes on typed."""
    hidden = tmp_path / "hidden"
    hidden.mkdir()
    (hidden / "sitecustomize.py").write_text(
        "import importlib.util as u\n"
        "real = u.find_spec\n"
        "u.find_spec = lambda name, *a: None if name.split('.')[0] == 'moonshine_voice' else real(name, *a)\n"
    )
    env = {"PYTHONPATH": str(hidden)}
    stderr = quizhost("demo", "--out", tmp_path / "out", home=tmp_path, check=1, env=env).stderr
    assert "recogniser" in stderr and "quizhost[english]" in stderr
    lines = ("six", "two", "four green", "banana")
    typed = quizhost("play", "--players", "A,B", "--precision", "standard", lines=lines, home=tmp_path, env=env)
    assert "The game is saved." in typed.stdout
