"""Phonemes from the espeak-ng that Piper carries, as the plain function the judge asks for.

Only Piper's small bridge to espeak-ng is loaded, not the whole package: that would bring the neural runtime along
and cost a third of a second of every start.
"""

from __future__ import annotations

import importlib
import importlib.util
import re
import sys
import threading
from collections.abc import Callable
from functools import lru_cache
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader
from pathlib import Path
from typing import Any

_VOICES = {"en": "en-us", "es": "es-419", "es-es": "es"}
_MAX_LENGTH = 200
"""Characters: nobody's answer is longer, and espeak is not linear."""
_FLAGS = re.compile(r"\([^)]+\)")
"""espeak marks words it reads in another language; the marks are no sounds."""
_own_lock = threading.Lock()


def _lock() -> threading.Lock:
    """espeak-ng keeps its voice in a global, so Piper's own lock is used once Piper is there."""
    lock: threading.Lock = getattr(sys.modules.get("piper.voice"), "_ESPEAK_PHONEMIZER_LOCK", _own_lock)
    return lock


def _bridge() -> tuple[Any, Path]:
    """Piper's espeak-ng bridge and its data folder; raises ImportError where Piper is not installed."""
    spec = importlib.util.find_spec("piper")
    if spec is None or not spec.submodule_search_locations:
        raise ImportError("piper is not installed")
    folder = Path(spec.submodule_search_locations[0])
    if "piper" in sys.modules:
        return importlib.import_module("piper.espeakbridge"), folder / "espeak-ng-data"
    for suffix in EXTENSION_SUFFIXES:
        path = folder / f"espeakbridge{suffix}"
        if path.is_file():
            loader = ExtensionFileLoader("espeakbridge", str(path))
            found = importlib.util.spec_from_file_location("espeakbridge", path, loader=loader)
            assert found is not None
            module = importlib.util.module_from_spec(found)
            loader.exec_module(module)
            return module, folder / "espeak-ng-data"
    return importlib.import_module("piper.espeakbridge"), folder / "espeak-ng-data"


@lru_cache(maxsize=1)
def phonemizer() -> Callable[[str, str], str] | None:
    """A cached function (text, language code) -> IPA; None where Piper is not installed.

    A language espeak does not know gives an empty string. The function may be called from several threads.
    """
    try:
        bridge, data = _bridge()
        with _lock():
            bridge.initialize(str(data))
    except (ImportError, OSError, RuntimeError):
        return None

    @lru_cache(maxsize=32768)
    def phonemes(text: str, language: str) -> str:
        with _lock():
            try:
                bridge.set_voice(_VOICES.get(language, language))
                clauses = bridge.get_phonemes(text[:_MAX_LENGTH].replace("\x00", " "))
            except (RuntimeError, ValueError, UnicodeError):
                return ""
        return _FLAGS.sub("", " ".join(clause[0] for clause in clauses))

    return phonemes
