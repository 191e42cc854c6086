"""The installer's words when something is wrong, and its unit; what it does when all is well is shown on a machine."""

from __future__ import annotations

import configparser
import hashlib
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

from host.app.notify import LONGEST_RECOGNITION

INSTALL = Path(__file__).resolve().parents[2] / "install"
SCRIPT = INSTALL / "raspberry-pi.sh"
CAN_HIDE = os.geteuid() == 0 and shutil.which("dpkg") is not None and shutil.which("unshare") is not None
needs_root = pytest.mark.skipif(not CAN_HIDE, reason="needs root on Debian, to run the installer beside the system")


def run(*arguments: str | Path, script: Path = SCRIPT) -> subprocess.CompletedProcess[str]:
    """Runs the script where its log and notes are thrown away afterwards."""
    hide = 'mount -t tmpfs x /var/log && mount -t tmpfs x /var/lib && exec sh "$@"'
    command = ["unshare", "--mount", "sh", "-c", hide, "sh", script, *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


def bundle(folder: Path, **told: str) -> Path:
    """A bundle with nothing in it but its description."""
    told = {"arch": architecture(), "python": "3.11", "extras": "", "languages": "en", **told}
    (folder / "wheels").mkdir(parents=True)
    (folder / "BUNDLE").write_text("".join(f"{key}={value}\n" for key, value in told.items()))
    digest = hashlib.sha256((folder / "BUNDLE").read_bytes()).hexdigest()
    (folder / "SHA256SUMS").write_text(f"{digest}  BUNDLE\n")
    shutil.copy(SCRIPT, folder)
    return folder


def architecture() -> str:
    """What Debian calls this machine's processor."""
    return subprocess.run(["dpkg", "--print-architecture"], capture_output=True, text=True, check=True).stdout.strip()


@pytest.mark.skipif(shutil.which("shellcheck") is None, reason="shellcheck is not installed")
def test_shellcheck_finds_nothing() -> None:
    """The script is written as a shell script should be."""
    done = subprocess.run(["shellcheck", SCRIPT], capture_output=True, text=True)
    assert done.stdout == ""


@pytest.mark.parametrize(
    "arguments, words",
    [
        (["--languages", "en,it"], "quizhost does not speak 'it'"),
        (["--language"], "There is no option --language"),
        (["--user"], "--user needs a value"),
    ],
)
def test_called_wrongly(arguments: list[str], words: str) -> None:
    """One sentence and exit status 2, before anything is touched."""
    done = subprocess.run(["sh", SCRIPT, *arguments], capture_output=True, text=True)
    assert done.returncode == 2 and words in done.stderr


def test_without_the_rights_of_root() -> None:
    """B02: says what is missing and the one next thing to do; never asks for a password."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        script = shutil.copy(SCRIPT, folder)
        nobody = 65534 if os.geteuid() == 0 else None
        done = subprocess.run(["sh", script], capture_output=True, text=True, user=nobody, cwd="/")
    assert done.returncode == 1 and f"Next: run 'sudo sh {script}'" in done.stderr


@needs_root
def test_a_bundle_that_was_not_copied_whole(tmp_path: Path) -> None:
    """B02: the step by number and name, why, and the one next thing."""
    folder = bundle(tmp_path / "usb")
    (folder / "BUNDLE").write_text("cut")
    done = run(script=folder / SCRIPT.name)
    assert done.returncode == 1
    assert done.stdout.splitlines()[-2:] == [
        "FAIL in step 1 of 8, looking at this machine: a file of the bundle was not copied whole.",
        "Next: copy the folder again.",
    ]


@needs_root
@pytest.mark.parametrize(
    "told, arguments, words",
    [
        ({"arch": "riscv64"}, [], "this bundle is for riscv64, and this machine is"),
        ({"languages": "fr"}, ["--languages", "de"], "this bundle has no de"),
        ({}, ["--user", "root"], "a quizmaster should not run as root"),
    ],
)
def test_what_cannot_be(tmp_path: Path, told: dict[str, str], arguments: list[str], words: str) -> None:
    """B02: another processor, a language that is not there, the wrong user: said before anything is changed."""
    folder = bundle(tmp_path / "usb", **told)
    done = run(*arguments, script=folder / SCRIPT.name)
    assert done.returncode == 1 and words in done.stdout and "Next: " in done.stdout


@needs_root
def test_nothing_to_install_from(tmp_path: Path) -> None:
    """B02: the script alone, without bundle or checkout."""
    script = shutil.copy(SCRIPT, tmp_path)
    done = run(script=Path(script))
    assert done.returncode == 1 and "there is neither a bundle nor quizhost itself" in done.stdout


def unit() -> configparser.ConfigParser:
    """The service's unit."""
    parser = configparser.ConfigParser(strict=False, interpolation=None)
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    parser.read(INSTALL / "quizhost.service", encoding="utf-8")
    return parser


def test_the_unit_needs_no_network_and_no_root() -> None:
    """B04: begins without a network, comes back by itself, and gets no rights that its user has not."""
    text = (INSTALL / "quizhost.service").read_text(encoding="utf-8")
    assert "network-online" not in text and "network.target" not in text
    service = unit()["Service"]
    assert service["Type"] == "notify" and service["Restart"] == "on-failure" and service["NoNewPrivileges"] == "yes"
    assert unit()["Install"]["WantedBy"] == "default.target"


def test_the_watchdog_is_patient_enough() -> None:
    """A long recognition must not be taken for a death."""
    assert float(unit()["Service"]["WatchdogSec"]) > LONGEST_RECOGNITION


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed")
def test_systemd_finds_no_fault_in_the_unit(tmp_path: Path) -> None:
    """The unit is verified by systemd itself, with a program of that name in place."""
    program = tmp_path / ".local/lib/quizhost/bin/quizhost"
    program.parent.mkdir(parents=True)
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    env = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "XDG_RUNTIME_DIR": str(tmp_path)}
    command = ["systemd-analyze", "verify", "--user", "--man=no", INSTALL / "quizhost.service"]
    done = subprocess.run(command, env=env, capture_output=True, text=True)
    assert (done.stdout + done.stderr).strip() == "" and done.returncode == 0
