"""The system packages of a bundle: which, from where, and how apt is asked."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from host.app.models import debs
from host.app.models.debs import Sources, debian_sources, fill, run_tool
from host.errors import HostError

AVAILABLE = """Package: base-files
Priority: required

Package: libc6
Priority: optional

Package: libportaudio2
Priority: optional
"""
CONTROL = "Package: libportaudio2\nVersion: 1:19-1\nArchitecture: arm64\n"


class Apt:
    """Answers as apt does, where libportaudio2 needs libfoo and every Debian has base-files and libc6."""

    def __init__(self) -> None:
        self.asked: list[Sequence[str]] = []

    def __call__(self, command: Sequence[str]) -> str:
        self.asked.append(command)
        if "dumpavail" in command:
            return AVAILABLE
        if "-s" in command:
            common = "Inst libc6 (2.36-9 Debian [arm64])\nInst base-files (12.4 Debian [arm64])\n"
            return common + ("Inst libportaudio2 (1:19-1 Debian [arm64])\n" if "libportaudio2" in command else "")
        if "download" in command:
            for one in command[command.index("download") + 1 :]:
                name, version = one.split("=")
                Path(f"{name}_{version.replace(':', '%3a')}_arm64.deb").write_bytes(b"deb")
        return CONTROL if command[0] == "dpkg-deb" else ""


@pytest.fixture
def apt(monkeypatch: pytest.MonkeyPatch) -> Apt:
    """A machine with Debian's archive."""
    sources = Sources(("http://127.0.0.1/debian", "http://127.0.0.1/debian-security"), Path("/keyring"))
    monkeypatch.setattr(debs, "debian_sources", lambda: sources)
    return Apt()


def test_what_every_debian_has_is_left_out(tmp_path: Path, apt: Apt) -> None:
    """Only what is missing on the smallest Debian, with an index that apt can read."""
    assert fill(tmp_path / "debs", "aarch64", "3.13", lambda text: None, tool=apt)
    assert sorted(path.name for path in (tmp_path / "debs").iterdir()) == [
        "Packages",
        "libportaudio2_1%3a19-1_arm64.deb",
    ]
    index = (tmp_path / "debs" / "Packages").read_text()
    assert index.startswith(CONTROL) and "Filename: ./libportaudio2_1%3a19-1_arm64.deb\nSize: 3\nSHA256: " in index
    assert not (tmp_path / ".apt").exists()


def test_apt_has_a_world_of_its_own(tmp_path: Path, apt: Apt) -> None:
    """Processor and release are those of the other machine, and nothing of this one is read or changed."""
    fill(tmp_path / "debs", "aarch64", "3.13", lambda text: None, tool=apt)
    asked = " ".join(apt.asked[0])
    assert "APT::Architecture=arm64" in asked and f"Dir::State={tmp_path}" in asked and f"Dir::Etc={tmp_path}" in asked


def test_once_more_fetches_nothing(tmp_path: Path, apt: Apt) -> None:
    """What is there is not fetched again, and what is not needed any more goes."""
    fill(tmp_path / "debs", "aarch64", "3.13", lambda text: None, tool=apt)
    (tmp_path / "debs" / "libold_1_arm64.deb").write_bytes(b"x")
    apt.asked.clear()
    fill(tmp_path / "debs", "aarch64", "3.13", lambda text: None, tool=apt)
    assert not [command for command in apt.asked if "download" in command]
    assert not (tmp_path / "debs" / "libold_1_arm64.deb").exists()


@pytest.mark.parametrize(
    "name, text",
    [
        ("sources.list", "# deb x\ndeb [arch=amd64] http://a.example/debian bookworm main\n"),
        ("sources.list.d/debian.sources", "Types: deb\nURIs: http://a.example/debian\nSuites: bookworm\n"),
    ],
)
def test_where_debian_comes_from(tmp_path: Path, name: str, text: str) -> None:
    """Both ways of writing it down; other archives, Raspberry Pi's own among them, are left alone."""
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text + "\n")
    (tmp_path / "sources.list.d").mkdir(exist_ok=True)
    (tmp_path / "sources.list.d" / "other.list").write_text(
        "deb http://archive.raspberrypi.example/debian bookworm main\ndeb http://b.example/apt stable main\n"
    )
    keyring = tmp_path / "keyring"
    keyring.touch()
    found = debian_sources(tmp_path, keyring)
    assert found and found.archives == ("http://a.example/debian",)


def test_a_machine_that_is_not_debian(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It says what the other machine must have then."""
    monkeypatch.setattr(debs, "debian_sources", lambda: None)
    told: list[str] = []
    assert not fill(tmp_path / "debs", "aarch64", "3.11", told.append)
    assert "not Debian" in told[0] and "libportaudio2" in told[0]


def test_apt_that_fails_is_quoted() -> None:
    """The last reason that the tool gave."""
    with pytest.raises(HostError, match="sh failed: no such release"):
        run_tool(["sh", "-c", "echo 'E: first' >&2; echo 'E: no such release' >&2; exit 1"])
