"""The support bundle: what somebody who helps needs to know, as plain text in one zip, without any sound.

Players' names are replaced in every file, and what was overheard beside the game is left out; what the host said, and
what was taken as an answer or a command, stays, because that is what there is to find faults in.
"""

from __future__ import annotations

import json
import os
import platform
import re
import sys
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any, Final

from host import __version__, config
from host.app.doctor import Check
from host.app.models.machine import this_machine
from host.app.service import UNIT, Tool, find_service, run_tool
from host.errors import UsageError

SAVES: Final = 3
"""So many games, the latest."""
LOG_LINES: Final = 5_000
MOST_BYTES: Final = 2_000_000
"""Of each text; the end is kept."""
INSTALL_LOG: Final = Path("/var/log/quizhost-install.log")
_VARIABLES: Final = re.compile(r"^(LANG|LC_.*|TERM|PATH|HOME|XDG_.*|ALSA_.*|PULSE_.*|PIPEWIRE_.*|QUIZHOST_.*)=")

_ABOUT: Final = """Support bundle of quizhost {version}

In it, as plain text:
- doctor.txt: what 'quizhost doctor' says
- versions.json: versions of system, Python and libraries, and the kind of machine
- environment.txt: the variables that decide on language, sound and folders
- service.txt: state and unit of the service, where there is one
- log.txt: the service's last {lines} lines in the journal, among them every sentence the host said
- install.txt: the log of the installation
- config.yaml: your settings
- games/: the last {saves} games: moves, answers and verdicts, what was taken as an answer or a command

Not in it: any sound (none is ever kept), the names of players (they are called Player 1, Player 2, ...), and what was
overheard beside the game. Names that players only said, and that stand nowhere in a game or profile, cannot be known:
look through the files before you give them away.
"""


@dataclass(frozen=True, slots=True)
class Bundle:
    """What was written."""

    path: Path
    files: tuple[str, ...]
    size: int


def write_support(path: Path, checks: Sequence[Check], *, tool: Tool = run_tool) -> Bundle:
    """Writes the zip, whole or not at all.

    Args:
        path: where to; ``.zip`` is added when it is not there.
        checks: what doctor found.
        tool: runs systemctl and journalctl.

    Raises:
        UsageError: it cannot be written there.
    """
    path = path if path.suffix == ".zip" else path.with_name(path.name + ".zip")
    if path.is_dir() or not path.parent.is_dir():
        raise UsageError("the support bundle cannot be written there", where=str(path), todo="Name a file")
    hide = _hider(_names())
    part = path.with_name(path.name + ".part")
    names: list[str] = []
    try:
        with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED) as out:
            for name, text in _texts(checks, tool):
                if text:
                    out.writestr(name, hide(text) if name != "README.txt" else text)
                    names.append(name)
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        todo = "Name another place"
        raise UsageError(f"it cannot be written ({error.strerror})", where=str(path), todo=todo) from error
    return Bundle(path, tuple(names), path.stat().st_size)


def _texts(checks: Sequence[Check], tool: Tool) -> Iterator[tuple[str, str]]:
    """(name, text) of every file."""
    yield "README.txt", _ABOUT.format(version=__version__, lines=LOG_LINES, saves=SAVES)
    yield "doctor.txt", "".join(f"{check.line}\n" for check in checks)
    yield "versions.json", json.dumps(_versions(), indent=1, ensure_ascii=False)
    yield "environment.txt", "".join(f"{n}={v}\n" for n, v in sorted(os.environ.items()) if _VARIABLES.match(f"{n}="))
    service = find_service(tool)
    if service:
        shown = "".join(f"{name}={value}\n" for name, value in service.properties.items())
        yield "service.txt", shown + "\n" + tool(["systemctl", "--user", "cat", UNIT])
    journal = ["journalctl", "--user", "--unit", UNIT, "--lines", str(LOG_LINES), "--no-pager", "--output", "short-iso"]
    yield "log.txt", tool(journal)[-MOST_BYTES:]
    yield "install.txt", _tail(INSTALL_LOG)
    yield "config.yaml", _tail(config.home("config") / "config.yaml")
    for save in _latest():
        yield f"games/{save.name}", _without_talk(_tail(save))


def _latest() -> list[Path]:
    folder = config.saves_folder()
    saves = folder.glob("*.jsonl") if folder.is_dir() else ()
    return sorted(saves, key=lambda path: path.stat().st_mtime_ns)[-SAVES:]


def _tail(path: Path) -> str:
    """The end of a text file; empty when it cannot be read."""
    try:
        with path.open("rb") as file:
            file.seek(max(0, path.stat().st_size - MOST_BYTES))
            return file.read().decode("utf-8", errors="replace")
    except OSError:
        return ""


def _without_talk(text: str) -> str:
    """A session file without the words of what was overheard; a line that cannot be read is left out."""
    kept = []
    for line in text.splitlines():
        try:
            data = json.loads(line)
        except ValueError:
            continue
        if data.get("note") == "talk":
            data["text"] = f"({len(str(data.get('text', '')))} characters of talk)"
        kept.append(json.dumps(data, ensure_ascii=False) + "\n")
    return "".join(kept)


def _names() -> set[str]:
    """Every player known from saves and profiles."""
    found: set[str] = set()
    folder = config.saves_folder()
    for save in folder.glob("*.jsonl") if folder.is_dir() else ():
        for line in _tail(save).splitlines():
            try:
                found |= set(_players(json.loads(line)))
            except ValueError:
                continue
    profiles = config.home("data") / "profiles.yaml"
    found |= set(re.findall(r"^\s*-?\s*name:\s*['\"]?([^'\"\n]+?)['\"]?\s*$", _tail(profiles), re.MULTILINE))
    return {name for name in found if len(name) > 1}


def _players(data: Mapping[str, Any]) -> Iterator[str]:
    """Names in a line of a session file."""
    listed: Iterable[Any] = data.get("players") or ()
    for one in [*listed, data.get("player"), data.get("to")]:
        name = one.get("id") if isinstance(one, dict) else one
        if isinstance(name, str):
            yield name


def _hider(names: set[str]) -> Callable[[str], str]:
    """Replaces each name, however it is written, by a number that stands for it in all files."""
    if not names:
        return lambda text: text
    numbers = {name.casefold(): f"Player {n}" for n, name in enumerate(sorted(names, key=str.casefold), 1)}
    longest_first = sorted(names, key=len, reverse=True)
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)", re.IGNORECASE)
    return lambda text: pattern.sub(lambda found: numbers.get(found[0].casefold(), "Player"), text)


def _versions() -> dict[str, Any]:
    """Versions and the kind of machine."""
    try:
        system = platform.freedesktop_os_release()
    except OSError:  # no Linux
        system = {}
    machine = this_machine()
    return {
        "quizhost": __version__,
        "python": sys.version,
        "system": system.get("PRETTY_NAME", platform.system()),
        "kernel": platform.release(),
        "processor": platform.machine(),
        "board": machine.board,
        "cores": machine.cores,
        "memory_mb": machine.memory_mb,
        "libraries": {one.metadata["Name"]: one.version for one in metadata.distributions() if one.metadata["Name"]},
    }
