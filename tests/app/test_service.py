"""The quizmaster as a service, seen from doctor: its state, and whether it finds what the command finds by hand."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from host.app import doctor, health
from host.app.doctor import Status
from host.app.service import Service, differences, find_service, my_groups

SHOWN = {
    "LoadState": "loaded", "UnitFileState": "enabled", "ActiveState": "active", "SubState": "running",
    "Result": "success", "NRestarts": "2", "MainPID": "7", "StatusText": "Sound: Jabra and Jabra",
}  # fmt: skip


def systemd(environment: str = "", **other: str) -> object:
    """A systemctl that answers with these."""

    def tool(command: Sequence[str]) -> str:
        if "show-environment" in command:
            return environment
        return "".join(f"{name}={value}\n" for name, value in {**SHOWN, **other}.items())

    return tool


def process(proc: Path, environment: dict[str, str], groups: Sequence[int]) -> None:
    """The service's process as /proc shows it."""
    (proc / "7").mkdir()
    (proc / "7" / "environ").write_text("".join(f"{name}={value}\0" for name, value in environment.items()))
    (proc / "7" / "status").write_text(f"Name:\tquizhost\nGid:\t0\t0\t0\t0\nGroups:\t{' '.join(map(str, groups))} \n")


def test_no_systemd_no_word(tmp_path: Path) -> None:
    """Without systemd, or without the unit, there is no service to speak of."""
    assert find_service(lambda command: "") is None
    assert find_service(systemd(LoadState="not-found"), tmp_path) is None  # type: ignore[arg-type]


def test_the_state_in_words(tmp_path: Path) -> None:
    """State, restarts, devices, and whether it begins at boot."""
    service = find_service(systemd(), tmp_path)  # type: ignore[arg-type]
    assert service and service.running
    assert service.words == "active (running), 2 restarts, Sound: Jabra and Jabra"
    other = find_service(systemd(UnitFileState="disabled", NRestarts="0", StatusText=""), tmp_path)  # type: ignore[arg-type]
    assert other and other.words == "active (running), not at boot"


def test_the_running_process_tells_the_truth(tmp_path: Path) -> None:
    """B05: environment and groups are those of the process, not those of a file."""
    process(tmp_path, {"HOME": "/home/x", "QUIZHOST_HOME": "/stick"}, [0])
    service = find_service(systemd(), tmp_path)  # type: ignore[arg-type]
    assert service and service.groups == {"root"}
    mine = {"HOME": "/home/x", "PULSE_SERVER": "unix:/x", "LS_COLORS": "x", "SSH_TTY": "y"}
    assert differences(service, mine, frozenset({"root", "audio"}), ["Jabra"]) == [
        "PULSE_SERVER is unix:/x by hand and not set in the service",
        "QUIZHOST_HOME is not set by hand and /stick in the service",
        "the group audio is there only by hand",
    ]


def test_another_device_is_told(tmp_path: Path) -> None:
    """B05: the service uses one sound card, by hand it would be another."""
    service = find_service(systemd(environment="HOME=/h"), tmp_path)  # type: ignore[arg-type]
    assert service
    assert differences(service, {"HOME": "/h"}, frozenset(), ["Jabra", "bcm2835"]) == [
        "by hand it is bcm2835, and the service uses Jabra and Jabra"
    ]


def test_alike_is_alike(tmp_path: Path) -> None:
    """This very process compared with itself."""
    process(tmp_path, dict(os.environ), list(os.getgroups()))
    service = find_service(systemd(), tmp_path)  # type: ignore[arg-type]
    assert service and differences(service, os.environ, my_groups()) == []


@pytest.mark.parametrize(
    "service, status, todo",
    [
        (Service({**SHOWN}, {}, None, True), Status.OK, ""),
        (Service({**SHOWN, "ActiveState": "failed"}, {}, None, True), Status.WARN, "journalctl"),
        (Service({**SHOWN}, {}, None, False), Status.WARN, "enable"),
    ],
)
def test_doctor_tells_of_the_service(
    monkeypatch: pytest.MonkeyPatch, service: Service, status: Status, todo: str
) -> None:
    """B09: the unit's state, and what to do when it failed or would not begin at boot."""
    monkeypatch.setattr(doctor, "find_service", lambda: service)
    first, second = list(doctor._service([]))
    assert (first.name, first.status) == ("service", status) and todo in first.todo
    assert second.name == "service like by hand"


@pytest.mark.parametrize(
    "said, now, before, weak",
    [
        ("throttled=0x0\n", (), (), False),
        ("throttled=0x50005\n", ("the power supply is too weak", "the processor is slowed down"), (), True),
        ("throttled=0x80000\n", (), ("it is so hot that it slows down",), False),
    ],
)
def test_throttling_in_words(said: str, now: tuple[str, ...], before: tuple[str, ...], weak: bool) -> None:
    """B09: the firmware's bits, now and earlier."""
    state = health.throttling(lambda: said)
    assert state and (state.now, state.before, state.weak_power) == (now, before, weak)


def test_throttling_without_the_right_to_ask(tmp_path: Path) -> None:
    """The kernel's files are read where vcgencmd is missing; where nothing tells, nothing is said."""
    assert health.throttling(lambda: "", tmp_path) is None
    monitor = tmp_path / "class/hwmon/hwmon3"
    monitor.mkdir(parents=True)
    (monitor / "name").write_text("rpi_volt\n")
    (monitor / "in0_lcrit_alarm").write_text("1\n")
    assert health.throttling(lambda: "", tmp_path) == health.Throttling(1)
    firmware = tmp_path / "devices/platform/soc/soc:firmware"
    firmware.mkdir(parents=True)
    (firmware / "get_throttled").write_text("50000\n")
    assert health.throttling(lambda: "VCHI initialization failed", tmp_path) == health.Throttling(0x50000)


def test_the_temperature_is_the_processors(tmp_path: Path) -> None:
    """B09: among several sensors the one of the processor counts."""
    assert health.degrees(tmp_path) is None
    for number, (kind, value) in enumerate((("acpitz", "20000"), ("cpu-thermal", "61234"), ("broken", "x"))):
        zone = tmp_path / f"class/thermal/thermal_zone{number}"
        zone.mkdir(parents=True)
        (zone / "type").write_text(f"{kind}\n")
        (zone / "temp").write_text(f"{value}\n")
    assert health.degrees(tmp_path) == 61.234


def test_doctor_tells_of_heat_and_power(monkeypatch: pytest.MonkeyPatch) -> None:
    """B09: a hot or starved board is a warning with its own remedy."""
    monkeypatch.setattr(doctor, "degrees", lambda: 83.0)
    monkeypatch.setattr(doctor, "throttling", lambda: health.Throttling(0x50001))
    checks = {check.name: check for check in doctor._machine()}
    assert "Cool the machine" in checks["temperature"].todo
    assert checks["power and speed"].what == "the power supply is too weak, earlier: the processor is slowed down"
    assert "power supply" in checks["power and speed"].todo
