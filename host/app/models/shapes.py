"""What a model of each engine looks like on disk: finds models in a folder and says what one lacks."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from host.app.models.catalogue import Engine

VOSK_FILES: Final = ("am/final.mdl", "conf/mfcc.conf")
WHISPER_FILES: Final = ("model.bin", "config.json", "tokenizer.json")
WHISPER_MORE: Final = ("vocabulary.txt", "vocabulary.json", "preprocessor_config.json")
MOONSHINE_FILES: Final = ("encoder_model.ort", "decoder_model_merged.ort", "tokenizer.bin")
_DEEPEST = 10
_KNOWN_WHISPER: Final = {75_538_270: "tiny", 145_217_532: "base", 483_546_902: "small", 1_527_906_378: "medium"}
"""Size of model.bin -> what Whisper it is."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A model as it lies somewhere."""

    engine: Engine
    name: str
    """What it would be called; empty when that cannot be told."""
    files: Mapping[str, tuple[Path, ...]]
    """Path in the model's folder -> where its pieces are, in their order."""


def lacks(engine: Engine, folder: Path, name: str) -> str:
    """What keeps a folder from being a model of that engine, in words; empty when nothing does."""
    match engine:
        case "piper":
            return _piper_fault(folder / f"{name}.onnx")
        case "vosk":
            wanted = VOSK_FILES
        case "whisper":
            wanted = WHISPER_FILES
        case "moonshine":
            wanted = MOONSHINE_FILES
    missing = [path for path in wanted if not (folder / path).is_file() or not (folder / path).stat().st_size]
    return f"{missing[0]} is missing or empty" if missing else ""


def _piper_fault(model: Path) -> str:
    described = Path(f"{model}.json")
    for path in (model, described):
        if not path.is_file() or not path.stat().st_size:
            return f"{path.name} is missing or empty"
    try:
        data = json.loads(described.read_text(encoding="utf-8"))
        if not isinstance(data["phoneme_id_map"], dict) or not data["espeak"]["voice"]:
            raise ValueError
    except (OSError, ValueError, KeyError, TypeError):
        return f"{described.name} does not describe a Piper voice"
    return ""


def find_shapes(folder: Path) -> list[Shape]:
    """Every model under a folder; links that lead out of it are not followed."""
    found: list[Shape] = []
    halves: dict[str, Path] = {}
    for place, names in _walk(folder):
        if all((place / path).is_file() for path in VOSK_FILES):
            found.append(_vosk(place))
        elif set(WHISPER_FILES) <= names:
            found.append(_whisper(place, {"model.bin": (place / "model.bin",)}, place))
        elif set(MOONSHINE_FILES) <= names:
            files = {name: (place / name,) for name in MOONSHINE_FILES}
            found.append(Shape("moonshine", "moonshine-tiny-en", files))
        for name in sorted(names):
            if name.endswith(".onnx") and f"{name}.json" in names and not _piper_fault(place / name):
                files = {name: (place / name,), f"{name}.json": (place / f"{name}.json",)}
                found.append(Shape("piper", name.removesuffix(".onnx"), files))
            if name.startswith("model.bin.part"):
                halves[name] = place / name
    if halves:
        home = next((half.parent for half in halves.values() if (half.parent / "config.json").is_file()), None)
        if home:
            pieces = tuple(halves[name] for name in sorted(halves))
            found.append(_whisper(home, {"model.bin": pieces}, home))
    return found


def _walk(folder: Path) -> Iterator[tuple[Path, set[str]]]:
    """Folders, the outer one first, with the names of their files."""
    root = folder.resolve()
    for here, folders, names in os.walk(root):
        place = Path(here)
        folders[:] = sorted(name for name in folders if not name.startswith(".") and not (place / name).is_symlink())
        if len(place.relative_to(root).parts) >= _DEEPEST:
            folders.clear()
        yield place, {name for name in names if (place / name).resolve().is_relative_to(root)}


def _vosk(place: Path) -> Shape:
    files = {
        path.relative_to(place).as_posix(): (path,)
        for path in sorted(place.rglob("*"))
        if path.is_file() and not path.is_symlink() and path.name != RECEIPT
    }
    return Shape("vosk", place.name if place.name.startswith("vosk-model") else "", files)


def _whisper(place: Path, model: dict[str, tuple[Path, ...]], named: Path) -> Shape:
    files = dict(model)
    for name in (*WHISPER_FILES[1:], *WHISPER_MORE):
        if (place / name).is_file():
            files[name] = (place / name,)
    size = sum(path.stat().st_size for path in model["model.bin"])
    if known := _KNOWN_WHISPER.get(size):
        return Shape("whisper", f"whisper-{known}", files)
    return Shape("whisper", named.name if named.name.startswith("whisper-") else "", files)


RECEIPT: Final = "quizhost.json"
"""The file beside a model that says where it came from and what its files are."""
