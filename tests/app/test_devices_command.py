"""`quizhost devices` over a stand-in for sounddevice."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.fake_sounddevice import FakeDevice, FakeSounddevice

from host import cli
from host.speech import portaudio


@pytest.fixture(autouse=True)
def machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> FakeSounddevice:
    """A machine with two microphones and a loudspeaker, and no settings."""
    sd = FakeSounddevice(
        FakeDevice("Built-in", inputs=1, outputs=2), FakeDevice("USB Mic", inputs=1, rate=16_000, api=1)
    )
    monkeypatch.setattr(portaudio, "backend", lambda: sd)
    monkeypatch.setenv("QUIZHOST_HOME", str(tmp_path))
    return sd


def test_devices_are_listed_with_the_one_in_use(capsys: pytest.CaptureFixture[str]) -> None:
    """One line a device, by name and host API; the chosen one is marked."""
    assert cli.main(["devices", "--microphone", "usb"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "Microphones:",
        "  Built-in, ALSA: 1 channels, 48000 samples per second",
        "  USB Mic, JACK: 1 channels, 16000 samples per second  (this one is used)",
        "Loudspeakers:",
        "  Built-in, ALSA: 2 channels, 48000 samples per second  (this one is used)",
    ]


def test_json_is_one_document(capsys: pytest.CaptureFixture[str]) -> None:
    """The same as data; what cannot be found is null."""
    assert cli.main(["devices", "--json", "--speaker", "nothing like it"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["microphone"] == "Built-in, ALSA" and found["speaker"] is None
    assert [d["name"] for d in found["devices"]] == ["Built-in", "USB Mic"]


def test_settings_choose_the_device(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The microphone of the settings file is used unless the command names another."""
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "config.yaml").write_text("microphone: usb\n")
    cli.main(["devices", "--json"])
    assert json.loads(capsys.readouterr().out)["microphone"] == "USB Mic, JACK"


def test_without_any_device_it_says_so(machine: FakeSounddevice, capsys: pytest.CaptureFixture[str]) -> None:
    """An empty list is not an error, but says what to do."""
    machine._listed = []
    assert cli.main(["devices"]) == 0
    assert "play --input typed" in capsys.readouterr().out


def test_a_choice_is_saved_by_name_and_host_api(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """--save keeps what was named for all later starts, replaces an older choice, and leaves other settings alone."""
    (tmp_path / "config").mkdir()
    settings = tmp_path / "config" / "config.yaml"
    settings.write_text("# ours\nmicrophone: built\nvolume: 0.5\n")
    assert cli.main(["devices", "--microphone", "usb", "--save"]) == 0
    assert settings.read_text() == "# ours\nvolume: 0.5\nmicrophone: USB Mic, JACK\n"
    capsys.readouterr()
    cli.main(["devices", "--json"])
    assert json.loads(capsys.readouterr().out)["microphone"] == "USB Mic, JACK"
    assert cli.main(["devices", "--save"]) == 2 and cli.main(["devices", "--save", "--speaker", "nobody's"]) == 1
    assert "speaker" not in settings.read_text()
