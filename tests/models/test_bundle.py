"""The bundle for machines without network: what is in it, and that its script installs from it."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest
from support.small_models import CONFIG, MODEL, VOSK, ears, voice, zipped

from host.app.models.bundle import Target, make
from host.app.models.catalogue import Catalogue
from host.app.models.fetch import Fetcher, Unreachable
from host.app.models.get import PipFailed
from host.app.models.store import Store
from host.config import data_folder
from host.errors import HostError, UsageError

CATALOGUE = Catalogue(models=(voice(), ears(zipped(VOSK))))


class FakePip:
    """Makes empty wheels; what is published as source only must be built first."""

    def __init__(self, *source_only: str, pure: bool = True) -> None:
        self.source_only, self.pure = set(source_only), pure
        self.asked: list[list[str]] = []

    def __call__(self, arguments: Sequence[str]) -> None:
        self.asked.append(list(arguments))
        flag = "--wheel-dir" if arguments[0] == "wheel" else "--dest"
        folder = Path(arguments[arguments.index(flag) + 1])
        if arguments[0] == "wheel":
            name = Path(arguments[-1]).name
            self.source_only.discard(name)
            tag = "py3-none-any" if self.pure else "cp311-cp311-linux_x86_64"
            (folder / f"{name}-1-{tag}.whl").touch()
            return
        if self.source_only:
            fault = PipFailed("pip could not get it: ResolutionImpossible")
            fault.output = f"ERROR: No matching distribution found for {min(self.source_only)}\n"
            raise fault
        (folder / "lib-1-py3-none-any.whl").touch()


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """This machine has the voice and a pack of its own."""
    monkeypatch.setenv("QUIZHOST_HOME", str(tmp_path / "here"))
    folder = tmp_path / "here" / "data" / "models" / "fr-x"
    folder.mkdir(parents=True)
    (folder / "fr-x.onnx").write_bytes(MODEL)
    (folder / "fr-x.onnx.json").write_bytes(CONFIG)
    packs = tmp_path / "here" / "data" / "questions"
    packs.mkdir()
    for pack, name in (("globetrotter-fr", "mine-fr"), ("genus-en", "mine-en")):
        text = (data_folder("questions") / f"{pack}.yaml").read_text(encoding="utf-8")
        (packs / f"{name}.yaml").write_text(text.replace(f"id: {pack}", f"id: {name}", 1), encoding="utf-8")
    return tmp_path


def nobody() -> Fetcher:
    """A network where nobody answers."""
    return Fetcher(sleep=lambda seconds: None)


def test_what_is_in_it(here: Path) -> None:
    """Models of this machine without any download, wheels, the user's packs of those languages, script and sums."""
    out, pip = here / "usb", FakePip("docopt", "srt")
    make([voice()], ("fr",), out, nobody(), CATALOGUE, pip=pip)
    assert not Store(out / "models").verify("fr-x").fault
    assert [path.name for path in (out / "packs").iterdir()] == ["mine-fr.yaml"]
    assert {path.name for path in (out / "wheels").iterdir()} >= {"docopt-1-py3-none-any.whl", "srt-1-py3-none-any.whl"}
    assert "sans réseau" in (out / "INSTALL.txt").read_text(encoding="utf-8")
    subprocess.run(["sha256sum", "--quiet", "-c", "SHA256SUMS"], cwd=out, check=True)
    listed = (out / "SHA256SUMS").read_text()
    assert all(name in listed for name in ("install.sh", "fr-x.onnx.json", "mine-fr.yaml"))


def test_once_more(here: Path) -> None:
    """The same folder is gone on with; another one is left alone."""
    out = here / "usb"
    make([voice()], ("fr",), out, nobody(), CATALOGUE, pip=FakePip())
    make([voice()], ("fr",), out, nobody(), CATALOGUE, pip=FakePip())
    (here / "photos").mkdir()
    (here / "photos" / "cat.jpg").touch()
    with pytest.raises(UsageError, match="something else"):
        make([voice()], ("fr",), here / "photos", nobody(), CATALOGUE, pip=FakePip())
    assert [path.name for path in (here / "photos").iterdir()] == ["cat.jpg"]


def test_a_model_that_cannot_be_had(here: Path) -> None:
    """The bundle is not called finished."""
    with pytest.raises(Unreachable):
        make([ears(zipped(VOSK))], ("fr",), here / "usb", nobody(), CATALOGUE, pip=FakePip())
    assert not (here / "usb" / "SHA256SUMS").exists()


def test_models_only(here: Path) -> None:
    """For a machine that has quizhost."""
    pip = FakePip()
    make([voice()], ("fr",), here / "usb", nobody(), CATALOGUE, wheels=False, pip=pip)
    assert pip.asked == [] and not (here / "usb" / "install.sh").exists()


def test_for_another_machine(here: Path) -> None:
    """Its processor's wheels, for its Python."""
    pip = FakePip()
    make([voice()], ("fr",), here / "usb", nobody(), CATALOGUE, targets=[Target("riscv64", "3.13")], pip=pip)
    asked = " ".join(pip.asked[-1])
    assert "--platform manylinux2014_riscv64" in asked and "--python-version 3.13" in asked and "cp313" in asked


@pytest.mark.parametrize("python, pins", [("3.11", "gpiozero>=2.0 lgpio>=0.2.2"), ("3.13", "gpiozero>=2.0")])
def test_for_a_raspberry_pi(here: Path, python: str, pins: str) -> None:
    """What its pins need is asked for by name, because pip would ask whether this machine has such pins."""
    pip = FakePip()
    make([voice()], ("fr",), here / "usb", nobody(), CATALOGUE, targets=[Target("aarch64", python)], pip=pip)
    asked = " ".join(pip.asked[-1])
    assert f"pip {pins}" in asked and asked.endswith(pins)


def test_what_makes_a_bare_machine_a_quizmaster(here: Path) -> None:
    """Installer, unit and packages for every release, and a description that the installer reads."""
    out, got = here / "usb", []

    def debs(folder: Path, processor: str, python: str) -> bool:
        got.append((folder.name, processor, python))
        return True

    targets = [Target("aarch64", "3.11"), Target("aarch64", "3.13")]
    make([voice()], ("fr", "en"), out, nobody(), CATALOGUE, targets=targets, debs=debs, pip=FakePip())
    assert got == [("bookworm", "aarch64", "3.11"), ("trixie", "aarch64", "3.13")]
    told = dict(line.split("=") for line in (out / "BUNDLE").read_text().splitlines())
    assert told == {"arch": "arm64", "python": "3.11,3.13", "extras": "pi,wyoming", "languages": "fr,en"}
    assert (out / "install" / "quizhost.service").is_file() and os.access(out / "raspberry-pi.sh", os.X_OK)
    assert "raspberry-pi.sh" in (out / "SHA256SUMS").read_text()


@pytest.mark.parametrize(
    "pip, words", [(FakePip("torch", pure=False), "torch has no wheel"), (FakePip("quizhost"), "--wheel FILE")]
)
def test_what_cannot_be_built(here: Path, pip: FakePip, words: str) -> None:
    """Said with the name of the library."""
    with pytest.raises(HostError) as caught:
        make([voice()], ("fr",), here / "usb", nobody(), CATALOGUE, pip=pip)
    assert words in caught.value.sentence()


def script(out: Path, home: Path) -> subprocess.CompletedProcess[str]:
    """Runs the install script with a python3 that makes an environment of stand-ins, which write down what they do."""
    tools = home / "tools"
    tools.mkdir(parents=True, exist_ok=True)
    log = home / "log"
    stand_in = f'#!/bin/sh\necho "$(basename "$0") $*" >> {log}\n'
    (tools / "python3").write_text(
        f"#!/bin/sh\nmkdir -p $3/bin\nfor t in pip quizhost python; do cp {tools}/stand-in $3/bin/$t; done\n"
    )
    (tools / "stand-in").write_text(stand_in)
    for tool in tools.iterdir():
        tool.chmod(0o755)
    path = f"{tools}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        ["sh", str(out / "install.sh"), str(home / "program")],
        capture_output=True,
        text=True,
        env={**os.environ, "PATH": path, "HOME": str(home)},
    )


def test_the_script(here: Path) -> None:
    """Four steps, all from the folder, and again without harm."""
    out = here / "usb"
    make([voice()], ("fr",), out, nobody(), CATALOGUE, pip=FakePip())
    for _ in range(2):
        done = script(out, here / "other")
        assert done.returncode == 0, done.stderr
    assert "Step 4 of 4" in done.stdout and "play --lang fr" in done.stdout
    log = (here / "other" / "log").read_text()
    assert f"--no-index --find-links {out}/wheels quizhost" in log
    assert f"quizhost models add --from {out}/models" in log and f"python - {out}/packs" in log


def test_the_script_finds_a_bad_copy(here: Path) -> None:
    """A file that was cut short on the way: it says so and installs nothing."""
    out = here / "usb"
    make([voice()], ("fr",), out, nobody(), CATALOGUE, pip=FakePip())
    (out / "models" / "fr-x" / "fr-x.onnx").write_bytes(MODEL[:100])
    done = script(out, here / "other")
    assert done.returncode == 1
    assert "step 1 of 4" in done.stderr and "copy the folder again" in done.stderr
    assert not (here / "other" / "program").exists()
