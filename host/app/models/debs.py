"""The system packages of a bundle: .deb files and an index, from which apt on a machine without network takes what it
misses. Needs apt on the machine that makes the bundle, but no rights: all of apt's state is in a folder of ours.

What every Debian has (priority required) is left out; so the folder holds Python, PortAudio and what
those need: some 40 packages, less than 20 MB.
"""

from __future__ import annotations

import hashlib
import os
import platform
import re
import shutil
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from host.errors import HostError

WANTED: Final = (
    "python3", "libportaudio2", "libatomic1", "alsa-utils", "libpam-systemd", "dbus-user-session", "polkitd",
)  # fmt: skip
"""What install/raspberry-pi.sh may ask for."""
RELEASES: Final = {"3.11": "bookworm", "3.13": "trixie"}
"""Python of a Debian release -> its name."""
PROCESSORS: Final = {"aarch64": "arm64", "x86_64": "amd64"}
"""Processor -> what Debian calls it."""
_SOURCES: Final = Path("/etc/apt")
_KEYRING: Final = Path("/usr/share/keyrings/debian-archive-keyring.gpg")
_INST = re.compile(r"^Inst (\S+) (?:\[[^]]*\] )?\((\S+) ", re.MULTILINE)
Tool = Callable[[Sequence[str]], str]


@dataclass(frozen=True, slots=True)
class Sources:
    """Where this machine's apt gets Debian from."""

    archives: tuple[str, ...]
    """Base addresses of the releases themselves, and of their security updates."""
    keyring: Path


def run_tool(command: Sequence[str]) -> str:
    """What a command prints; raises HostError with its last words when it fails or is not there."""
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, check=True, env={**os.environ, "LC_ALL": "C.UTF-8"}
        )
    except FileNotFoundError as error:
        raise HostError(f"there is no {command[0]} here") from error
    except subprocess.CalledProcessError as error:
        last = next(
            (line for line in reversed(error.stderr.splitlines()) if line.startswith("E: ")), "it gave no reason"
        )
        raise HostError(f"{command[0]} failed: {last.removeprefix('E: ')}") from error
    return done.stdout


def fill(folder: Path, processor: str, python: str, say: Callable[[str], None], *, tool: Tool = run_tool) -> bool:
    """Puts the system packages for a machine into the folder, with an index for apt.

    Args:
        folder: made when it is not there; what is in it already is not fetched again.
        processor: ``aarch64`` or ``x86_64``; empty: this machine's.
        python: version of its Python, which tells its Debian release; empty: this machine's.
        say: told what happens.
        tool: runs apt and dpkg.

    Returns:
        Whether they are there; False where this machine cannot get them, which has been said.
    """
    arch = PROCESSORS.get(processor or platform.machine(), "")
    release = RELEASES.get(python or ".".join(platform.python_version_tuple()[:2]), "")
    sources = debian_sources()
    if not (arch and release and sources):
        which = "" if sources else "this is not Debian: "
        say(f"{which}no system packages in the bundle; the other machine must have {', '.join(WANTED[:3])}.")
        return False
    say(f"Getting system packages of Debian {release} for {arch} with apt.")
    work = folder.with_name(".apt").absolute()
    folder.mkdir(parents=True, exist_ok=True)
    try:
        options = _private_apt(work, arch, release, sources)
        tool(["apt-get", *options, "-q", "update"])
        needed = _needed(options, tool)
        known = {path.name for path in folder.glob("*.deb")}
        names = {name: _file_name(name, version) for name, version in needed.items()}
        for path in folder.glob("*.deb"):
            if not any(path.name.startswith(prefix) for prefix in names.values()):
                path.unlink()
        missing = [
            f"{name}={needed[name]}" for name, prefix in names.items() if not any(f.startswith(prefix) for f in known)
        ]
        if missing:
            here = Path.cwd()
            os.chdir(folder)  # apt-get download knows no other way to say where to
            try:
                tool(["apt-get", *options, "-q", "download", *missing])
            finally:
                os.chdir(here)
        _index(folder, tool)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    return True


def debian_sources(etc: Path = _SOURCES, keyring: Path = _KEYRING) -> Sources | None:
    """The Debian archive that this machine uses; None when it is not Debian or has no keyring."""
    found: list[str] = []
    for path in sorted([*etc.glob("sources.list"), *etc.glob("sources.list.d/*.list")]):
        found += re.findall(r"^deb\s+(?:\[[^]]*\]\s+)?(\S+)", path.read_text(encoding="utf-8"), re.MULTILINE)
    for path in sorted(etc.glob("sources.list.d/*.sources")):
        for uris in re.findall(r"^URIs:(.*)$", path.read_text(encoding="utf-8"), re.MULTILINE):
            found += uris.split()
    archives = tuple(dict.fromkeys(uri for uri in found if re.search(r"/debian(-security)?/?$", uri)))
    # Raspberry Pi OS takes its additions from an archive of the same name.
    archives = tuple(uri for uri in archives if "raspberrypi" not in uri)
    return Sources(archives, keyring) if archives and keyring.is_file() else None


def _private_apt(work: Path, arch: str, release: str, sources: Sources) -> list[str]:
    """Options that give apt a world of its own in which nothing is installed."""
    for name in ("lists/partial", "cache/archives/partial", "etc/preferences.d", "etc/trusted.gpg.d"):
        (work / name).mkdir(parents=True, exist_ok=True)
    (work / "status").touch()
    lines = []
    for uri in sources.archives:
        security = uri.rstrip("/").endswith("-security")
        for suite in (f"{release}-security",) if security else (release, f"{release}-updates"):
            lines.append(f"deb [signed-by={sources.keyring}] {uri} {suite} main\n")
    (work / "etc" / "sources.list").write_text("".join(lines), encoding="utf-8")
    settings = {
        "APT::Architecture": arch,
        "APT::Architectures": arch,
        "APT::Install-Recommends": "false",
        "APT::Sandbox::User": "root",
        "Dir::State": f"{work}/",
        "Dir::State::status": f"{work}/status",
        "Dir::State::Lists": f"{work}/lists",
        "Dir::Cache": f"{work}/cache",
        "Dir::Etc": f"{work}/etc",
        "Dir::Etc::SourceList": f"{work}/etc/sources.list",
        "Dir::Etc::SourceParts": "/dev/null",
    }
    return [word for key, value in settings.items() for word in ("-o", f"{key}={value}")]


def _needed(options: Sequence[str], tool: Tool) -> Mapping[str, str]:
    """Name -> version of everything that WANTED needs and not every Debian has."""
    stanzas = tool(["apt-cache", *options, "dumpavail"]).split("\n\n")
    fields = [dict(re.findall(r"^(Package|Priority): (\S+)$", stanza, re.MULTILINE)) for stanza in stanzas]
    base = [one["Package"] for one in fields if one.get("Priority") == "required"]
    common = dict(_INST.findall(tool(["apt-get", *options, "-s", "install", *base])))
    everything = dict(_INST.findall(tool(["apt-get", *options, "-s", "install", *base, *WANTED])))
    return {name: version for name, version in everything.items() if name not in common}


def _file_name(name: str, version: str) -> str:
    """How apt calls the file, without architecture and ending (which may be ``all``)."""
    return f"{name.split(':')[0]}_{version.replace(':', '%3a')}_"


def _index(folder: Path, tool: Tool) -> None:
    """The file Packages: what apt reads of a folder."""
    entries = []
    for path in sorted(folder.glob("*.deb")):
        control = tool(["dpkg-deb", "--field", str(path)]).strip("\n")
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        entries.append(f"{control}\nFilename: ./{path.name}\nSize: {path.stat().st_size}\nSHA256: {digest}\n\n")
    (folder / "Packages").write_text("".join(entries), encoding="utf-8")
