"""Phonemes from the espeak-ng that Piper carries, as the plain function the judge asks for."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import lru_cache

_VOICES = {"en": "en-us", "es": "es-419", "pt": "pt", "sv": "sv"}
_MAX_LENGTH = 200
"""Characters: nobody's answer is longer, and espeak is not linear."""
_lock = threading.Lock()
"""espeak-ng keeps its voice in a global."""


@lru_cache(maxsize=1)
def phonemizer() -> Callable[[str, str], str] | None:
    """A cached function (text, language code) -> IPA; None where Piper is not installed.

    A language espeak does not know gives an empty string. The function may be called from several threads.
    """
    try:
        from piper.phonemize_espeak import EspeakPhonemizer

        engine = EspeakPhonemizer()
    except (ImportError, OSError, RuntimeError):
        return None

    @lru_cache(maxsize=32768)
    def phonemes(text: str, language: str) -> str:
        with _lock:
            try:
                sentences = engine.phonemize(_VOICES.get(language, language), text[:_MAX_LENGTH])
            except (RuntimeError, ValueError, UnicodeError):
                return ""
        return " ".join("".join(sentence) for sentence in sentences)

    return phonemes
