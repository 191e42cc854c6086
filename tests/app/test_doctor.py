"""quizhost doctor: a line a check, the next thing to do for each fault, and the exit status."""

from __future__ import annotations

import ctypes.util
import json
import re
from pathlib import Path

import pytest
from support.command import quizhost

from host.app import doctor
from host.app.doctor import Check, Status, examine
from host.speech.installed import MOONSHINE_FILES


def test_every_line_begins_with_its_status(tmp_path: Path) -> None:
    """B09: OK, WARN or FAIL first, a full stop last, and everything that is not OK says what to do."""
    lines = quizhost("doctor", home=tmp_path).stdout.splitlines()
    assert lines[-1].startswith("Summary: ")
    for line in lines[:-1]:
        assert line.split()[0] in {"OK", "WARN"} and line.endswith("."), line
    data = json.loads(quizhost("doctor", "--json", home=tmp_path).stdout)
    assert data["failed"] == 0
    assert [check for check in data["checks"] if check["status"] != "OK" and not check["todo"]] == []


def test_an_unwritable_folder_fails(tmp_path: Path) -> None:
    """Without a place for saves no game can be played: FAIL, and exit status 1."""
    (tmp_path / "data").write_text("a file where a folder should be")
    done = quizhost("doctor", home=tmp_path, check=1)
    assert "FAIL your folder" in done.stdout and "QUIZHOST_HOME" in done.stdout


def test_broken_settings_are_named(tmp_path: Path) -> None:
    """A faulty settings file is a fault with its key."""
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "config.yaml").write_text("speech_rate: 9")
    assert "FAIL settings" in quizhost("doctor", home=tmp_path, check=1).stdout


def test_a_missing_voice_is_a_warning(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """What is missing for one language does not stop a game: WARN with the way to get it."""
    monkeypatch.setenv("QUIZHOST_HOME", str(tmp_path))
    monkeypatch.setattr("host.speech.installed.package_folder", lambda package: None)
    ears = {check.name: check for check in examine()}["ears en"]
    assert ears.status is Status.WARN and "quizhost[english]" in ears.todo


def test_every_language_is_told_what_to_get(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Without models: the voice that speaks, that nothing transcribes or scores, and what would, with its size."""
    monkeypatch.setenv("QUIZHOST_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr("host.speech.installed.package_folder", lambda package: None)
    checks = {check.name: check for check in examine()}
    for language in ("en", "fr", "de", "es"):
        ears, voice = checks[f"ears {language}"], checks[f"voice {language}"]
        assert ears.status is Status.WARN and "no transcriber and no scorer" in ears.what
        assert "quizhost models get" in ears.todo and "MB, " in ears.todo
        assert voice.status is Status.OK
        assert not voice.what.startswith("espeak") or "quizhost models get" in voice.todo


@pytest.mark.speech
def test_every_recogniser_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line an engine: its name, its size, what it hears and how long it took to load."""
    pytest.importorskip("moonshine_voice", reason="needs the english extra")
    monkeypatch.setenv("QUIZHOST_HOME", str(tmp_path))
    checks = {check.name: check for check in doctor.engines()}
    assert re.fullmatch(
        r"Moonshine tiny-en, \d+ MB, hears en, loads in \d+\.\d seconds", checks["engine moonshine"].what
    )


def test_a_recogniser_that_does_not_load_is_a_warning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A model that looks whole and is not: WARN, naming the engine."""
    monkeypatch.setenv("QUIZHOST_HOME", str(tmp_path))
    monkeypatch.setattr("host.speech.installed.package_folder", lambda package: None)
    for file in MOONSHINE_FILES:
        (tmp_path / "data" / "models" / "moonshine-tiny-en").mkdir(parents=True, exist_ok=True)
        (tmp_path / "data" / "models" / "moonshine-tiny-en" / file).write_bytes(b"x" * 10)
    checks = {check.name: check for check in doctor.engines()}
    assert checks["engine moonshine"].status is Status.WARN and "damaged" in checks["engine moonshine"].what


def test_a_damaged_model_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A voice that was copied by hand and cut short: WARN, and the command that mends it."""
    monkeypatch.setenv("QUIZHOST_HOME", str(tmp_path))
    folder = tmp_path / "data" / "models" / "fr_FR-siwis-low"
    folder.mkdir(parents=True)
    (folder / "fr_FR-siwis-low.onnx").write_bytes(b"x")
    models = {check.name: check for check in examine()}["models"]
    assert models.status is Status.WARN and "models get fr_FR-siwis-low" in models.todo


def test_a_full_disk_fails(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Too little space for saves is a fault."""
    monkeypatch.setenv("QUIZHOST_HOME", str(tmp_path / "not" / "yet" / "there"))
    monkeypatch.setattr(doctor, "LEAST_DISK_MB", 10**9)
    assert {check.name: check for check in examine()}["disk"].status is Status.FAIL


def test_a_check_in_words() -> None:
    """Status, name, what, and what to do."""
    assert Check(Status.WARN, "sound", "none", "Plug it in").line == "WARN sound: none. Plug it in."
    assert Check(Status.OK, "sound", "there").line == "OK sound: there."


@pytest.mark.speech
@pytest.mark.slow
def test_latency(tmp_path: Path) -> None:
    """Voice and ears are really run and timed."""
    pytest.importorskip("moonshine_voice", reason="needs the english extra")
    times = json.loads(quizhost("doctor", "--latency", "en", "--json", home=tmp_path).stdout)["latency"]
    assert len(times) == 4 and all(seconds > 0 for seconds in times.values())


@pytest.mark.slow
@pytest.mark.skipif(ctypes.util.find_library("portaudio") is None, reason="needs libportaudio2")
def test_sound_is_tried_and_the_result_spoken(tmp_path: Path) -> None:
    """B09: records, says how loud it was in words, plays it back, and speaks the summary in the language set."""
    out = tmp_path / "out.wav"
    card = f'playback.pcm {{ type plug slave.pcm {{ type file format wav file "{out}" slave.pcm {{ type null }} }} }}'
    (tmp_path / ".asoundrc").write_text(
        f"pcm.!default {{ type asym {card} capture.pcm {{ type plug slave.pcm {{ type null }} }} }}"
    )
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "config.yaml").write_text("language: fr\n")
    done = quizhost("doctor", "--sound", home=tmp_path, env={"HOME": str(tmp_path)}, check=None)
    assert re.search(r"Loudest sound: (silence|quiet|good|very loud), -?\d+ dB", done.stdout)
    assert "Spoken: On peut jouer. Avertissements : " in done.stdout
    assert out.stat().st_size > 100_000


def test_sound_is_for_people(tmp_path: Path) -> None:
    """What is spoken and recorded has no place in a JSON document."""
    assert "--json for programs" in quizhost("doctor", "--sound", "--json", home=tmp_path, check=2).stderr
