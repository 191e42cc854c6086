"""Chooses the ears of a game: the best recogniser installed for its language."""

from __future__ import annotations

from pathlib import Path

from host.errors import DeviceError
from host.speech import installed
from host.speech.moonshine import MoonshineEars
from host.speech.ports import Ears

LANGUAGES = {"en": "English", "fr": "French", "de": "German", "es": "Spanish"}


def open_ears(language: str, *, models: Path | None = None) -> Ears:
    """Ears for a language; the model itself is loaded at the first utterance.

    Args:
        language: ``en``, ``fr``, ``de`` or ``es``.
        models: the user's models folder.

    Raises:
        DeviceError: no recogniser of that language is installed.
    """
    if language == "en" and (found := installed.moonshine(models)):
        return MoonshineEars(found.folder)
    todo = (
        'Run pip install "quizhost[english]", or see quizhost models list'
        if language == "en"
        else "See quizhost models list"
    )
    raise DeviceError(f"no {LANGUAGES.get(language, language)} recogniser is installed", todo=todo)
