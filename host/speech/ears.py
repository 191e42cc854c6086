"""Chooses the ears of a game: the best recogniser installed for its language."""

from __future__ import annotations

import os
from pathlib import Path

from host.errors import DeviceError
from host.speech import installed
from host.speech.installed import Installed
from host.speech.ports import Ears

LANGUAGES = {"en": "English", "fr": "French", "de": "German", "es": "Spanish"}
STRONG = 4
"""Processor cores from which Whisper answers in time and is preferred to Vosk, which hears names less well."""


def available(language: str, *, models: Path | None = None, cores: int | None = None) -> tuple[Installed, ...]:
    """The recognisers installed for a language, best first for a machine of that many cores (default: this one)."""
    found = [installed.vosk(language, models), installed.whisper(models)]
    if (cores or os.cpu_count() or 1) >= STRONG:
        found.reverse()
    if language == "en":
        found.insert(0, installed.moonshine(models))
    return tuple(model for model in found if model is not None)


def open_ears(language: str, *, models: Path | None = None, engine: str = "") -> Ears:
    """Ears for a language; the model itself is loaded at the first utterance.

    Args:
        language: ``en``, ``fr``, ``de`` or ``es`` (others where a Vosk model is installed).
        models: the user's models folder.
        engine: ``moonshine``, ``vosk`` or ``whisper``; empty: the best one.

    Raises:
        DeviceError: no (such) recogniser of that language is installed.
    """
    for model in available(language, models=models):
        if engine in ("", model.engine):
            return _built(model, language)
    named = LANGUAGES.get(language, f"'{language}'")
    todo = "See quizhost models list"
    if language == "en" and engine in ("", "moonshine"):
        todo = 'Run pip install "quizhost[english]", or see quizhost models list'
    raise DeviceError(f"no {f'{engine} ' if engine else ''}recogniser for {named} is installed", todo=todo)


def _built(model: Installed, language: str) -> Ears:
    # Each engine is imported only when it is chosen: their libraries are large, and not all are installed everywhere.
    match model.engine:
        case "moonshine":
            from host.speech.moonshine import MoonshineEars

            return MoonshineEars(model.folder)
        case "vosk":
            from host.speech.phonemes import phonemizer
            from host.speech.vosk_engine import VoskEars

            speak = phonemizer()
            phonemes = (lambda text: speak(text, language)) if speak else None
            return VoskEars(model.folder, language, name=model.name, phonemes=phonemes)
    from host.speech.whisper import WhisperEars

    return WhisperEars(model.folder, language, name=model.name)
