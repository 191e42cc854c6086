"""The quizmaster as a service: is it there, does it run, and would it find what the same command finds by hand?

Everything is read from systemd and /proc; where there is no systemd, or no such unit, there is nothing to say.
"""

from __future__ import annotations

import grp
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from host.app.notify import SOUND

UNIT: Final = "quizhost.service"
ASKED: Final = ("LoadState", "UnitFileState", "ActiveState", "SubState", "Result", "NRestarts", "MainPID", "StatusText")
_MATTERS: Final = ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR", "QUIZHOST_HOME")
_FAMILIES: Final = ("ALSA_", "PULSE_", "PIPEWIRE_", "QUIZHOST_")
"""Beginnings of names of variables that decide which device, settings and saves are used."""
Tool = Callable[[Sequence[str]], str]


def run_tool(command: Sequence[str]) -> str:
    """What a command prints; empty where it is not there, fails or hangs."""
    if shutil.which(command[0]) is None:
        return ""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=10, env={**os.environ, "LC_ALL": "C"})
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout if done.returncode == 0 else ""


@dataclass(frozen=True, slots=True)
class Service:
    """The unit as systemd knows it."""

    properties: Mapping[str, str]
    environment: Mapping[str, str]
    """Of the running process; else what it would be started with."""
    groups: frozenset[str] | None
    """Of the running process; None while it does not run."""
    enabled: bool
    """Whether it begins at boot."""

    @property
    def running(self) -> bool:
        """Whether there is a process."""
        return self.properties.get("ActiveState") in ("active", "activating", "reloading")

    @property
    def words(self) -> str:
        """Its state, e.g. ``active (running), 2 restarts``."""
        one = self.properties
        restarts = one.get("NRestarts", "0")
        text = f"{one.get('ActiveState', 'unknown')} ({one.get('SubState', 'unknown')})"
        text += "" if restarts in ("", "0") else f", {restarts} {'restart' if restarts == '1' else 'restarts'}"
        text += "" if self.enabled else ", not at boot"
        status = one.get("StatusText", "")
        return f"{text}, {status}" if status else text


def find_service(tool: Tool = run_tool, proc: Path = Path("/proc")) -> Service | None:
    """The unit of this user; None when it is not installed, or systemd is not there to ask."""
    found = dict(_pairs(tool(["systemctl", "--user", "show", UNIT, "--property", ",".join(ASKED)]).splitlines()))
    if found.get("LoadState") != "loaded":
        return None
    pid = found.get("MainPID", "0")
    environment: dict[str, str] = {}
    groups: frozenset[str] | None = None
    if pid not in ("", "0"):
        try:
            raw = (proc / pid / "environ").read_bytes().decode(errors="replace")
            environment = dict(_pairs(raw.split("\0")))
            groups = _groups((proc / pid / "status").read_text(encoding="utf-8"))
        except OSError:  # it ended just now
            pass
    if not environment:
        environment = dict(_pairs(tool(["systemctl", "--user", "show-environment"]).splitlines()))
    return Service(found, environment, groups, found.get("UnitFileState") in ("enabled", "enabled-runtime", "linked"))


def differences(
    service: Service, mine: Mapping[str, str], my_groups: frozenset[str], devices: Sequence[str] = ()
) -> list[str]:
    """What the service sees otherwise than the same command by hand, in words; nothing is as it should be.

    Args:
        service: the unit.
        mine: this process's environment.
        my_groups: names of this process's groups.
        devices: names of the devices that would be used by hand.
    """
    names = sorted({name for name in (*mine, *service.environment) if name in _MATTERS or name.startswith(_FAMILIES)})
    words = []
    for name in names:
        here, there = mine.get(name, ""), service.environment.get(name, "")
        if here != there:
            words.append(f"{name} is {here or 'not set'} by hand and {there or 'not set'} in the service")
    if service.groups is not None:
        for group in ("audio", "gpio"):
            if (group in my_groups) != (group in service.groups):
                which = "only by hand" if group in my_groups else "only in the service"
                words.append(f"the group {group} is there {which}")
    used = service.properties.get("StatusText", "")
    if service.running and used.startswith(SOUND):
        in_use = used.removeprefix(SOUND)
        words += [f"by hand it is {name}, and the service uses {in_use}" for name in devices if name not in in_use]
    return words


def my_groups() -> frozenset[str]:
    """Names of this process's groups."""
    return frozenset(_group_name(number) for number in {os.getgid(), *os.getgroups()})


def _pairs(lines: Sequence[str]) -> Iterator[tuple[str, str]]:
    for line in lines:
        name, sign, value = line.partition("=")
        if sign:
            yield name, value


def _groups(status: str) -> frozenset[str]:
    """From /proc/PID/status: the effective group and the supplementary ones."""
    numbers: set[int] = set()
    for line in status.splitlines():
        if line.startswith("Gid:"):
            numbers.add(int(line.split()[2]))
        elif line.startswith("Groups:"):
            numbers |= {int(word) for word in line.split()[1:]}
    return frozenset(_group_name(number) for number in numbers)


def _group_name(number: int) -> str:
    try:
        return grp.getgrgid(number).gr_name
    except KeyError:
        return str(number)
