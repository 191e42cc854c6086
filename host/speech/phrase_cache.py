"""Synthesised sentences kept on disk, so that a phrase said before is spoken at once.

Only what the host says is kept, never what was heard. A damaged or unwritable cache costs time, not the game.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import wave
from collections import OrderedDict
from pathlib import Path
from typing import Final

import numpy as np

from host.speech.audio import AudioChunk

LONGEST: Final = 90
"""Characters up to which a sentence is worth keeping on disk: fixed phrases are short, questions are not."""
LARGEST: Final = 64 * 1024 * 1024
"""Bytes on disk above which the least recently used sentences are removed."""
IN_MEMORY: Final = 48
"""Sentences kept in memory: the line being prepared and the frequent words."""


def phrase_key(voice: str, text: str, *parts: object) -> str:
    """The name of a phrase: sha256 over the voice's own hash, the text, and all that shapes the sound."""
    joined = "\0".join([voice, " ".join(text.split()), *map(str, parts)])
    return hashlib.sha256(joined.encode("utf-8", "surrogatepass")).hexdigest()


class PhraseCache:
    """Sentence key to sound: in memory, and short sentences in ``folder`` as well (None: memory only)."""

    def __init__(self, folder: Path | None = None, *, largest: int = LARGEST) -> None:
        self._folder, self._largest = folder, largest
        self._memory: OrderedDict[str, AudioChunk] = OrderedDict()
        self._written = 0

    def get(self, key: str) -> AudioChunk | None:
        """The sound, or None when it is not there or not whole."""
        if key in self._memory:
            self._memory.move_to_end(key)
            return self._memory[key]
        if self._folder is None:
            return None
        path = self._folder / f"{key}.wav"
        try:
            with wave.open(str(path), "rb") as wav:
                rate, frames = wav.getframerate(), wav.getnframes()
                pcm = np.frombuffer(wav.readframes(frames), "<i2").astype(np.int16)
        except (OSError, EOFError, wave.Error, ValueError):
            return None
        if not frames or len(pcm) != frames:
            return None
        with contextlib.suppress(OSError):
            os.utime(path)
        chunk = AudioChunk(rate, pcm)
        self._remember(key, chunk)
        return chunk

    def put(self, key: str, text: str, chunk: AudioChunk) -> None:
        """Keeps the sound of ``text``; a full or read-only disk is no error."""
        self._remember(key, chunk)
        if self._folder is None or len(text) > LONGEST:
            return
        part = self._folder / f"{key}.{os.getpid()}.part"
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            with wave.open(str(part), "wb") as wav:
                wav.setnchannels(1)
                wav.setsampwidth(2)
                wav.setframerate(chunk.rate)
                wav.writeframes(chunk.pcm.astype("<i2").tobytes())
            os.replace(part, self._folder / f"{key}.wav")
            self._written += 1
            if self._written % 64 == 1:
                self._prune()
        except OSError:
            with contextlib.suppress(OSError):
                part.unlink()

    def _remember(self, key: str, chunk: AudioChunk) -> None:
        self._memory[key] = chunk
        self._memory.move_to_end(key)
        while len(self._memory) > IN_MEMORY:
            self._memory.popitem(last=False)

    def _prune(self) -> None:
        """Removes the least recently used files until the folder is small enough."""
        assert self._folder is not None
        found = []
        for path in self._folder.iterdir():
            with contextlib.suppress(OSError):
                status = path.stat()
                found.append((status.st_mtime, status.st_size, path))
        total = sum(size for _, size, _ in found)
        for _, size, path in sorted(found, key=lambda f: f[0]):
            if total <= self._largest:
                return
            with contextlib.suppress(OSError):
                path.unlink()
            total -= size
