"""Which recognisers are installed: inside Python packages that carry a model, or in the user's models folder.

Nothing is imported or loaded here, so the question costs next to nothing.
"""

from __future__ import annotations

import importlib.util
from dataclasses import dataclass
from pathlib import Path

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
