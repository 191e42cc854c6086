"""The command line: addresses where engines and devices are chosen, and nothing of the network without one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from support.command import ROOT, quizhost
from support.hearing import ScriptedEars
from support.wyoming_servers import hall

from host import cli, config
from host.app.commands import play
from host.app.halves import open_audio
from host.app.network import Network
from host.errors import UsageError

GAME = ("--ruleset", "genus", "--lang", "en", "--players", "Anna,Ben", "--precision", "standard")
WATCHED = """
import sys
seen = []
sys.addaudithook(lambda event, arguments: seen.append(event) if event.startswith("socket.") else None)
from host.app.halves import open_audio
from host.app.network import Network
from host.config import load_settings
network = Network.of(load_settings())
network.ears("en", object), network.voice("en", object), list(network.look()), network.close()
print(len(seen), sum(name == "wyoming" or name.startswith("wyoming.") for name in sys.modules))
"""


def test_nothing_is_opened_or_loaded_without_an_address(tmp_path: Path) -> None:
    """No address in the settings: no socket is made, and the package for the network is not even imported."""
    env = os.environ | {"QUIZHOST_HOME": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", WATCHED], cwd=ROOT, env=env, capture_output=True, text=True, timeout=60
    )
    assert done.stdout.split() == ["0", "0"], done.stderr


@pytest.mark.parametrize(
    "options, status, sentence",
    [
        (("--ears", "nonsense"), 2, "Write tcp://MACHINE:PORT"),
        (("--voice", "loud"), 2, "'loud' is not auto, on, off or an address"),
        (("--mic", "tcp://pi"), 2, "'tcp://pi' has no port"),
        (("--ears", "tcp://127.0.0.1:1"), 1, "tcp://127.0.0.1:1: nothing listens there. Start the service"),
        (("--voice", "tcp://no-such.invalid:1"), 1, "no machine is called 'no-such.invalid'"),
    ],
)
def test_a_wrong_or_dead_address_is_told_in_one_sentence(
    options: tuple[str, ...], status: int, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    """Status 2 for an address that is none, 1 for a service that is not there and has no stand-in."""
    monkeypatch.setenv("QUIZHOST_HOME", str(tmp_path))
    monkeypatch.setattr("host.speech.ears.available", lambda *args, **how: ())
    monkeypatch.setattr("host.app.mouth.open_synthesizer", _none)
    try:
        found = cli.main(["play", *GAME, *options])
    except SystemExit as left:
        found = int(str(left.code))
    assert found == status
    said = capsys.readouterr().err
    assert sentence in " ".join(said.split()) and "Traceback" not in said


def _none(*args: object, **how: object) -> None:
    from host.errors import DeviceError

    raise DeviceError("no voice")


def chosen(*options: str, settings: config.Settings | None = None) -> dict[str, object]:
    """What `play` makes of its options."""
    arguments = cli.build_parser("play").parse_args(["play", *options])
    return play.channels(arguments, settings or config.Settings())


def test_who_names_a_service_means_to_use_it() -> None:
    """An address of ears or a microphone listens, one of a voice speaks, and all reach the settings."""
    far = "tcp://pi:10300"
    got = chosen("--ears", far, "--voice", far, "--speaker", "USB", settings=config.Settings(voice=("joe",)))
    settings = got["settings"]
    assert isinstance(settings, config.Settings)
    assert (got["voice"], got["source"]) == ("on", "mic")
    assert (settings.ears, settings.voice, settings.speaker) == (far, (far, "joe"), "USB")
    assert chosen("--mic", far)["source"] == "mic"
    assert chosen("--mic", "USB")["source"] == "auto"


def test_settings_take_addresses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All four in the settings file; ears that are no address are refused with their key."""
    monkeypatch.setenv("QUIZHOST_HOME", str(tmp_path))
    (tmp_path / "config").mkdir()
    file = tmp_path / "config" / "config.yaml"
    file.write_text("ears: tcp://pi:1\nvoice: tcp://pi:2\nmicrophone: tcp://pi:3\nspeaker: unix:///run/snd\n")
    settings = config.load_settings()
    audio = open_audio(settings, Network(), listening=True, speaking=True)
    assert audio.name == "tcp://pi:3 and unix:///run/snd" or audio.name == "unix:///run/snd and tcp://pi:3"
    file.write_text("ears: the big ones\n")
    with pytest.raises(UsageError, match="ears"):
        config.load_settings()


def test_check_prints_json(tmp_path: Path) -> None:
    """What a service offers, for programs."""
    with hall({"en": ScriptedEars()}) as server:
        done = quizhost("wyoming", "check", str(server.address), "--json", home=tmp_path)
    report = json.loads(done.stdout)
    assert report["offers"] == ["asr"] and report["hears"] == ["en"] and report["scoring"] is True
    assert report["round_trip_ms"] > 0


def test_there_must_be_something_to_serve(tmp_path: Path) -> None:
    """A language without an engine is an error before anybody connects."""
    done = quizhost("wyoming", "serve", "--only", "ears", "--lang", "xx", home=tmp_path, check=2)
    assert "quizhost does not speak 'xx'" in done.stderr


@pytest.mark.parametrize("what", ["--test", "--sounds"])
def test_devices_of_other_machines_are_not_tested_as_if_they_were_here(what: str, tmp_path: Path) -> None:
    """`quizhost devices` says who looks at them."""
    done = quizhost("devices", what, "--microphone", "tcp://pi:10700", home=tmp_path, check=2)
    assert "Use 'quizhost wyoming check'" in done.stderr


def test_an_address_is_remembered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`quizhost devices --save` takes the address of a microphone on another machine, and refuses one that is none."""
    monkeypatch.setenv("QUIZHOST_HOME", str(tmp_path))
    monkeypatch.setattr("host.app.commands.devices.list_devices", list)
    assert cli.main(["devices", "--save", "--microphone", "tcp://pi:10700?delay=0.2"]) == 0
    assert config.load_settings().microphone == "tcp://pi:10700?delay=0.2"
    assert cli.main(["devices", "--save", "--microphone", "tcp://pi"]) == 2
