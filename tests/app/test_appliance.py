"""The appliance from power-on to power-off in a virtual room: first start, games, power cuts, devices that change."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from support.command import ROOT, quizhost
from support.living_box import LivingBox, Says

from host.app.appliance import Rewire, Terminated
from host.app.box_state import BoxState, load_state, save_state
from host.app.session import load
from host.app.unfinished import last_game
from host.dialogue.protocol import ButtonPressed, Typed
from host.dialogue.talk import Step
from host.rules.messages import GameStarted
from host.speech.earcons import beeps, earcon

PATIENT = {"wishes": [["", "reminders", False]]}
"""In a room whose time runs fast nobody is reminded of anything."""
SET_UP = BoxState(set_up=True, manner={"language": "en", **PATIENT})
INTERVIEW: tuple[Says, ...] = (
    (Step.EDITION, "genus"),
    (Step.PLAYERS, "Anna and Ben"),
    (Step.NAMES_OK, "yes"),
    (Step.PRECISION, "standard"),
    (Step.USUAL, "just start"),
    (Step.START_ROLL, "Anna begins"),
)
OFF: tuple[Says, ...] = ((Step.IDLE, "shut down"), (Step.YES_NO, "yes"))


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of its own."""
    monkeypatch.setenv("QUIZHOST_HOME", str(tmp_path))
    monkeypatch.setattr("host.app.rivals.decoys_of", lambda question: ())  # working them out takes its time
    return tmp_path


def test_the_first_start_by_voice_alone() -> None:
    """B18: power-on sound, language in any language, volume, microphone, then a game; kept for the next start."""
    save_state(BoxState(manner=PATIENT))
    says: list[Says] = [
        (Step.LANGUAGE, "français"),
        (Step.VOLUME, "moins fort"),
        (Step.VOLUME, "ça va comme ça"),
        (Step.MICROPHONE, "bonsoir"),
        (Step.EDITION, "globetrotter"),
        (Step.PLAYERS, "Anna et Bruno"),
    ]
    with LivingBox(says) as living:
        assert living.wait(lambda: living.box._host is not None and living.box._host.step is Step.NAMES_OK), (
            living.story()
        )
        living.end(Terminated())
        assert living.wait(lambda: living.ended)
    assert living.status == 0
    assert [line.language for line in living.lines[:4]] == ["en", "fr", "de", "es"]
    assert {line.language for line in living.lines[4:]} == {"fr"}
    assert living.heard("Je vous entends")
    state = load_state()
    assert state.set_up and state.language == "fr" and state.talk("fr").own("", "volume") == 0.8


def test_the_first_sound_is_that_of_power_on() -> None:
    """B11: before a word, the power-on cue; it can be told from every other."""
    with LivingBox([]) as living:
        assert living.wait(lambda: bool(living.lines))
        heard = living.room.table_talk().astype(float)
        living.end(Terminated())
        assert living.wait(lambda: living.ended)
    loud = np.flatnonzero(np.abs(heard) > 200)
    first = heard[loud[0] : loud[0] + 8000]
    cue = earcon("power_on")
    spectrum = np.abs(np.fft.rfft(first * np.hanning(len(first))))
    assert np.isclose(np.argmax(spectrum) * 16000 / len(first), 1047, atol=6) or cue.seconds < 0.3


def test_game_after_game_until_shut_down() -> None:
    """A game is stopped, its box waits, another begins, and "shut down" ends it all after a yes."""
    save_state(SET_UP)
    says: list[Says] = [
        (Step.IDLE, "a lovely evening"),
        (Step.IDLE, "new game"),
        *INTERVIEW,
        (Step.LANDING, "stop"),
        (Step.IDLE, "another game"),
        (Step.START_ROLL, "Ben begins"),
        (Step.LANDING, "shut down"),
        (Step.YES_NO, "no"),
        (Step.LANDING, "stop the game"),
        *OFF,
    ]
    with LivingBox(says) as living:
        assert living.wait(lambda: living.ended), living.story()
    assert (living.status, living.box.left) == (0, "shut_down")
    assert living.heard("Everything is saved")
    saves = sorted((Path(os.environ["QUIZHOST_HOME"]) / "data" / "saves").glob("*.jsonl"))
    begun = [sum(isinstance(event, GameStarted) for event in load(path).events) for path in saves]
    assert begun == [1, 1]


def test_after_a_power_cut_the_game_is_offered() -> None:
    """A91: whose game, whose turn, and that a question is open; a yes goes on with that very question."""
    save_state(SET_UP)
    says: list[Says] = [(Step.IDLE, "new game"), *INTERVIEW, (Step.LANDING, "blue")]
    with LivingBox(says) as living:
        assert living.wait(lambda: living.box._host is not None and living.box._host.step is Step.ANSWER), (
            living.story()
        )
        assert living.box._host is not None
        question = living.box._host.talk.question_id
        # The power goes: nothing is said or closed, only what is on the disk remains.
    again = [(Step.OFFER, "yes"), (Step.ANSWER, "I don't know"), (Step.LANDING, "stop"), *OFF]
    with LivingBox(again) as living:
        assert living.wait(lambda: living.ended), living.story()
    assert living.lines[1].text.startswith("Genus Edition III with Anna and Ben is not finished. It's Anna's turn.")
    assert "A question is open" in living.lines[1].text
    assert living.heard("Welcome back")
    game = last_game()
    assert game is not None and question in game.host.talk.asked


def test_a_microphone_that_comes_late() -> None:
    """B10: without a microphone the host says so; plugged in, it is said too, and the talk goes on."""
    save_state(SET_UP)
    with LivingBox([*OFF], microphones=()) as living:
        assert living.wait(lambda: living.heard("I find no microphone")), living.story()
        assert living.box.sound.deaf and living.opened == [None, False]
        living.microphones = ("USB",)
        living.end(Rewire())
        assert living.wait(lambda: living.ended), living.story()
    assert living.heard("Now I have a microphone")
    assert living.box.left == "shut_down"


def test_off_is_off_in_the_next_game_too() -> None:
    """B14: a microphone that was switched off stays off whatever is played next, until a key switches it on."""
    save_state(SET_UP)
    says: list[Says] = [(Step.IDLE, "mute the microphone")]
    with LivingBox(says) as living:
        host = lambda: living.box._host  # noqa: E731
        assert living.wait(lambda: living.heard("The microphone is off")), living.story()
        living.key(Typed("new game"))
        assert living.wait(lambda: host() is not None and host().step is Step.EDITION), living.story()
        living.says.append((Step.EDITION, "genus"))
        assert not living.wait(lambda: not living.says, 2), "something was heard while muted"
        assert host().talk.muted
        living.key(ButtonPressed("press"))
        assert living.wait(lambda: host().step is Step.PLAYERS), living.story()


def test_a_microphone_that_is_pulled_out() -> None:
    """In the middle of a game: said, the game stays as it is, and goes on with the next microphone."""
    save_state(SET_UP)
    says: list[Says] = [(Step.IDLE, "new game"), *INTERVIEW]
    with LivingBox(says) as living:
        host = lambda: living.box._host  # noqa: E731
        assert living.wait(lambda: host() is not None and host().step is Step.LANDING), living.story()
        living.microphones = ()
        assert living.wait(lambda: living.heard("the microphone is gone")), living.story()
        assert living.wait(lambda: living.heard("I find no microphone")), living.story()
        living.microphones = ("another",)
        living.says.extend([(Step.LANDING, "stop"), *OFF])
        living.end(Rewire())
        assert living.wait(lambda: living.ended), living.story()
    assert living.heard("Now I have a microphone") and living.heard("Welcome back")
    assert living.box.left == "shut_down"


def test_the_other_microphone_is_tried() -> None:
    """B18: where the first hears nothing, the next one is opened, remembered, and asked for a sentence."""
    says: list[Says] = [(Step.LANGUAGE, "English"), (Step.VOLUME, "fine")]
    with LivingBox(says, microphones=("deaf", "USB")) as living:
        assert living.wait(lambda: "USB" in living.opened), living.story()
        living.says.append((Step.MICROPHONE, "good evening"))
        assert living.wait(lambda: living.heard("Which game is on the table")), living.story()
        assert living.heard("I heard you well")
        living.end(Terminated())
        assert living.wait(lambda: living.ended)
    assert load_state().microphone == "USB"


def test_a_language_without_ears_is_said() -> None:
    """B10: nothing is green and silent: who cannot be understood is told so, in the language chosen."""
    save_state(SET_UP)
    with LivingBox([], languages=()) as living:
        assert living.wait(lambda: living.heard("understands spoken English")), living.story()
        living.end(Terminated())
        assert living.wait(lambda: living.ended)


def test_without_a_voice_there_are_beeps(capfd: pytest.CaptureFixture[str]) -> None:
    """B10: two short beeps after a long one, once, and a line in the journal with the code."""
    save_state(SET_UP)
    with LivingBox([], voiceless=True) as living:
        assert living.wait(lambda: living.heard("new game"))
        assert living.wait(lambda: living.room.quiet)
        talk = living.room.table_talk().astype(float) / 32768
        living.end(Terminated())
        assert living.wait(lambda: living.ended)
    assert "code 2" in capfd.readouterr().err
    cue, frame = earcon("power_on").seconds + 0.5, 160
    after = talk[round(cue * 16000) :]
    loud = np.sqrt((after[: len(after) // frame * frame].reshape(-1, frame) ** 2).mean(axis=1)) > 0.01
    assert (np.diff(loud.astype(int)) == 1).sum() >= 2
    assert beeps(2).seconds > beeps(1).seconds


def test_a_damaged_save_is_said_and_left(home: Path) -> None:
    """A save that cannot be read stops nothing: it is spoken of, and a new game can be begun."""
    save_state(SET_UP)
    saves = home / "data" / "saves"
    saves.mkdir(parents=True)
    (saves / "old.jsonl").write_text("not a save\n")
    with LivingBox([*OFF]) as living:
        assert living.wait(lambda: living.ended), living.story()
    assert living.heard("The last game cannot be read")
    assert (saves / "old.jsonl").read_text() == "not a save\n"


def test_a_damaged_pack_is_said_once(home: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """B10: which file it is, aloud; why, in the journal; the others are played with."""
    save_state(SET_UP)
    packs = home / "data" / "questions"
    packs.mkdir(parents=True)
    (packs / "club.yaml").write_text("format: 1\nid: [\n", encoding="utf-8")
    says: list[Says] = [(Step.IDLE, "new game"), (Step.EDITION, "genus"), (Step.PLAYERS, "stop"), *OFF]
    with LivingBox(says) as living:
        assert living.wait(lambda: living.ended), living.story()
    assert sum("club.yaml" in line.text for line in living.lines) == 1
    assert "club.yaml" in capfd.readouterr().err


@pytest.mark.parametrize("damage", ["", "{", "[]", '{"manner": 3}', '{"manner": {"language": "xx"}}', '{"odd": 1}'])
def test_a_damaged_state_is_as_none(home: Path, damage: str) -> None:
    """Whatever a power cut left of the box's own file, the first start comes again."""
    (home / "data").mkdir(parents=True)
    (home / "data" / "box.json").write_text(damage)
    assert load_state() == BoxState()


def test_typed_from_on_to_off(home: Path) -> None:
    """The same with lines in and lines out; what "shut down" runs is run at the end."""
    lines = ("English", "new game", "genus", "anna", "yes", "standard", "just start", "stop", "go on", "stop")
    done = quizhost(
        "serve", "--input", "typed", "--poweroff", "echo off", lines=(*lines, "shut down", "yes"), home=home
    )
    assert "Welcome back" in done.stdout
    assert done.stdout.endswith("Good night.\noff\n")


def test_sigterm_ends_it_cleanly(home: Path) -> None:
    """The service manager's signal: no word, no trace, exit status 0, the game on the disk."""
    command = [sys.executable, "-m", "host.cli", "serve", "--input", "typed"]
    environment = {**os.environ, "QUIZHOST_HOME": str(home)}
    with subprocess.Popen(
        command, cwd=ROOT, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin and process.stdout and process.stderr
        for line in ("English", "new game", "genus", "anna", "yes", "standard", "just start"):
            process.stdin.write(f"{line}\n".encode())
        process.stdin.flush()
        while b"roll the die" not in (line := process.stdout.readline()) and line:
            pass
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0
        assert process.stderr.read() == b""
    os.environ["QUIZHOST_HOME"] = str(home)
    assert last_game() is not None
    assert time.monotonic() > 0
