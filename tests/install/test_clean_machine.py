"""The installer on a clean Debian machine without network: from the offline bundle, twice, through a power cut, away.

The machine is real but for its hardware: a fresh Debian with its own systemd, user manager and journal, and a sound
card that swallows everything. The tests go in order, as the life of a machine does.
"""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from support import clean_root
from support.clean_root import Machine
from support.command import ROOT

pytestmark = [pytest.mark.slow, pytest.mark.skipif(bool(clean_root.why_not()), reason=clean_root.why_not())]
USER = "quizhost"
OF_DEBIAN = re.compile(r"\./etc/((group|gshadow|passwd|shadow|sub[gu]id)-|xml)$")
"""What Debian's own tools leave: the copies of user lists, and an empty folder of a package that polkit needs."""
PROGRAM = f"/home/{USER}/.local/bin/quizhost"
INSTALL = ("sh", "/media/usb/raspberry-pi.sh")
SOUND = """pcm.!default { type plug; slave.pcm "null"; hint { show on; description "A sound card that swallows all" } }
"""
BY_ITSELF = (
    "proc", "sys", "dev", "run", "tmp", "media", "root", "var/log", "var/cache", "var/tmp",
    "var/lib/apt", "var/lib/dbus", "var/lib/private", "var/lib/systemd",
)  # fmt: skip
"""Folders in which a running system writes by itself."""
TYPED = "six\none\nfour green\nbanana\nstop\n"


@pytest.fixture(scope="module")
def stick(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A USB stick with the bundle, made as a user makes it."""
    out = tmp_path_factory.mktemp("stick") / "bundle"
    command = [sys.executable, "-m", "host.cli", "models", "bundle", "--for", "en", "--out", str(out)]
    subprocess.run(command, cwd=ROOT, check=True, stdin=subprocess.DEVNULL)
    return out


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory, stick: Path) -> Iterator[Machine]:
    """A clean machine, just switched on for the first time."""
    folder = tmp_path_factory.mktemp("machine")
    tar = Path(clean_root.os.environ[clean_root.WISH])
    if not tar.is_file():
        tar = folder / "root.tar"
        clean_root.make_root(tar)
    one = Machine(folder, tar, stick)
    (one.root / "etc" / "asound.conf").write_text(SOUND)
    one.boot()
    yield one
    one.close()


@pytest.fixture(scope="module")
def before(machine: Machine) -> dict[str, tuple[int, int, str]]:
    """Every file before the installation."""
    return machine.files(*BY_ITSELF)


@pytest.fixture(scope="module")
def installed(machine: Machine, before: object) -> str:
    """What the installer says the first time."""
    return machine.run(*INSTALL).stdout


def wait_for(condition: Callable[[], bool], seconds: float) -> float:
    """Seconds until it holds; fails after so many."""
    begun = time.monotonic()
    while time.monotonic() - begun < seconds:
        if condition():
            return time.monotonic() - begun
        time.sleep(0.25)
    raise AssertionError(f"not within {seconds} seconds")


def state(machine: Machine, *names: str) -> list[str]:
    """Properties of the service, in that order."""
    command = ["systemctl", "--user", "show", "quizhost", *(f"--property={name}" for name in names)]
    lines = machine.run(*command, user=USER, check=None).stdout.splitlines()
    found = dict(line.split("=", 1) for line in lines)
    return [found.get(name, "") for name in names]


def running(machine: Machine) -> bool:
    """Whether the service has said that it is ready."""
    return state(machine, "ActiveState") == ["active"]


def test_one_command_without_network(installed: str) -> None:
    """B01, B02, B03: named steps from the first to the last, no question, no follow-up command, and a game is on."""
    assert [int(n) for n in re.findall(r"^Step (\d) of 8: ", installed, re.MULTILINE)] == list(range(1, 9))
    assert "no network is used" in installed and "FAIL" not in installed
    assert installed.rstrip().splitlines()[-2:] == ["OK. quizhost is installed.", "It is running: speak to it."]


def test_there_is_no_network(machine: Machine) -> None:
    """The machine has nothing but its own loopback."""
    assert [path.name for path in (machine.root / "sys").glob("class/net/*")] == []
    shown = machine.run("cat", "/proc/net/dev").stdout
    assert re.findall(r"^\s*(\w+):", shown, re.MULTILINE) == ["lo"]


def test_the_service_runs_as_the_user(machine: Machine, installed: str) -> None:
    """B04: enabled, active, ready, and not root; in the group of the sound card."""
    assert state(machine, "ActiveState", "UnitFileState", "Type") == ["active", "enabled", "notify"]
    (pid,) = state(machine, "MainPID")
    status = machine.run("cat", f"/proc/{pid}/status").stdout
    assert re.search(rf"^Uid:\t{machine.number(USER)}\t", status, re.MULTILINE)
    audio = machine.run("getent", "group", "audio").stdout.split(":")[2]
    assert audio in re.search(r"^Groups:\t(.*)$", status, re.MULTILINE)[1].split()  # type: ignore[index]


def test_doctor_finds_the_service_like_by_hand(machine: Machine, installed: str) -> None:
    """B05: by hand and as a service it is the same user, environment, groups and devices."""
    lines = machine.run(PROGRAM, "doctor", user=USER).stdout.splitlines()
    found = {line.split(":")[0]: line for line in lines}
    assert found["OK service like by hand"].endswith("same user, groups, environment and devices.")
    assert "active (running)" in found["OK service"]
    assert not [line for line in lines if line.startswith("FAIL")]


def test_a_typed_game(machine: Machine, installed: str) -> None:
    """The installed program hosts a game by hand, too."""
    play = ["play", "--lang", "en", "--players", "Anna,Ben", "--precision", "standard", "--input", "typed"]
    told = machine.run(PROGRAM, *play, "--voice", "off", "--seed", "1", user=USER, lines=TYPED).stdout
    assert "Anna has no wedge yet" in told and "The game is saved" in told


def test_again_changes_nothing(machine: Machine, installed: str) -> None:
    """B01: the second run finds everything there, says so, and no file is another one than before."""
    program = ("home/quizhost/.cache", "home/quizhost/.local/share/quizhost/saves", "var/lib/quizhost-install")
    begun = machine.files(*BY_ITSELF, *program)
    told = machine.run(*INSTALL).stdout
    after = machine.files(*BY_ITSELF, *program)
    changed = sorted(path for path in begun.keys() | after.keys() if begun.get(path) != after.get(path))
    assert [path for path in changed if not path.endswith(("/quizhost", "__pycache__", ".pyc"))] == []
    assert "OK. Nothing had to be changed." in told and running(machine)


def test_logs_are_there_and_capped(machine: Machine, installed: str) -> None:
    """B21, B22: the user reads the log of the service with one command; the journal has a limit and outlives a cut."""
    assert machine.run("journalctl", "--user", "-u", "quizhost", "--no-pager", user=USER).stdout.count("\n") > 3
    shown = machine.run("systemd-analyze", "cat-config", "systemd/journald.conf").stdout
    assert "SystemMaxUse=64M" in shown and "Storage=persistent" in shown
    done = machine.run(PROGRAM, "doctor", "--support", f"/home/{USER}/help.zip", user=USER)
    assert "log.txt" in done.stdout
    machine.run("rm", f"/home/{USER}/help.zip")


def test_a_stalled_host_is_started_anew(machine: Machine, installed: str) -> None:
    """B04: a host that no longer feeds the watchdog is killed and comes back by itself."""
    folder = f"/home/{USER}/.config/systemd/user/quizhost.service.d"
    machine.run("mkdir", "-p", folder)
    machine.run("sh", "-c", f"printf '[Service]\\nWatchdogSec=5\\nTimeoutAbortSec=2\\n' > {folder}/quick.conf")
    machine.run("systemctl", "--user", "daemon-reload", user=USER)
    machine.run("systemctl", "--user", "restart", "quizhost", user=USER)
    (pid,) = state(machine, "MainPID")
    machine.run("kill", "-STOP", pid)
    wait_for(lambda: state(machine, "NRestarts") == ["1"] and running(machine), 60)
    assert state(machine, "MainPID") != [pid]
    assert "Watchdog timeout" in machine.run("journalctl", "--no-pager", "_COMM=systemd").stdout
    machine.run("rm", "-r", folder)
    machine.run("systemctl", "--user", "daemon-reload", user=USER)


def test_shut_down_is_allowed_and_nothing_else(machine: Machine, installed: str) -> None:
    """B21: the service's user may switch the machine off by voice; it may not, say, reboot it."""
    ask = ["busctl", "call", "org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.login1.Manager"]
    assert machine.run(*ask, "CanPowerOff", user=USER).stdout == 's "yes"\n'
    assert machine.run(*ask, "CanReboot", user=USER).stdout != 's "yes"\n'


def test_the_unit_is_sound(machine: Machine, installed: str) -> None:
    """systemd finds no fault in the unit, and rates what it allows no worse than docs/raspberry-pi.md says."""
    done = machine.run("systemd-analyze", "--user", "verify", "--man=no", "quizhost.service", user=USER)
    assert done.stdout + done.stderr == ""
    told = machine.run("systemd-analyze", "--user", "security", "--no-pager", "quizhost.service", user=USER).stdout
    assert float(re.search(r"Overall exposure level for quizhost.service: ([\d.]+)", told)[1]) <= 6.7  # type: ignore[index]


def test_after_a_power_cut_it_comes_back(machine: Machine, installed: str) -> None:
    """B11, B04: switched off at the plug and on again, nobody logs in, and within a minute it is ready."""
    machine.cut_the_power()
    seconds = machine.boot()
    seconds += wait_for(lambda: running(machine), 60 - seconds)
    assert seconds < 60
    print(f"From power to ready: {seconds:.1f} seconds.")
    log = machine.run("journalctl", "--user", "-u", "quizhost", "--no-pager", user=USER).stdout
    assert log.count("Started quizhost.service") + log.count("Started Quizhost") >= 2  # that before the cut, too


def test_uninstall_leaves_the_saves(machine: Machine, before: dict[str, tuple[int, int, str]], installed: str) -> None:
    """B25: no unit, no user, no package and no file is left but what the household saved."""
    told = machine.run("sh", f"/home/{USER}/.local/lib/quizhost/raspberry-pi.sh", "uninstall").stdout
    assert "OK. quizhost is gone. Kept: " in told
    left = sorted(set(machine.files(*BY_ITSELF)) - set(before))
    saves = f"./home/{USER}/.local/share/quizhost/"
    others = [path for path in left if not path.startswith(saves) and not saves.startswith(f"{path}/")]
    assert [path for path in others if not OF_DEBIAN.match(path)] == []
    assert any(path.endswith(".jsonl") for path in left)
    assert not [path for path in left if "/models" in path]
    gone = sorted(path for path in set(before) - set(machine.files(*BY_ITSELF)))
    assert gone == []
    assert USER not in machine.run("cat", "/etc/passwd").stdout


def test_everything_goes_with_everything(machine: Machine, installed: str) -> None:
    """B25: installed once more and taken away with --everything, the saves go, too."""
    machine.run(*INSTALL, "--no-start")
    assert machine.run(PROGRAM, "replay", user=USER).stdout  # the game of the first time is found again
    told = machine.run("sh", "/media/usb/raspberry-pi.sh", "uninstall", "--everything").stdout
    assert "nothing of it is left" in told
    assert not (machine.root / "home" / USER / ".local").exists()
