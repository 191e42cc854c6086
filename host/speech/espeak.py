"""The espeak-ng voice: small, instant, in all four languages, and understood at high speed.

It is the host's second voice where no Piper voice is installed, and the voice of the simulated players. The library
is used in this process, from the package ``espeakng-loader`` or from the system; without it the program ``espeak-ng``.
"""

from __future__ import annotations

import contextlib
import ctypes
import ctypes.util
import importlib.util
import io
import shutil
import subprocess
import threading
import wave
from collections.abc import Iterator
from typing import Any, Final

import numpy as np

from host.errors import DeviceError
from host.speech.audio import AudioChunk, Pcm
from host.speech.foreign import in_voices, is_marked
from host.speech.sentences import sentences, without_phonemes
from host.speech.stretch import stretch
from host.speech.synthesizer import GAP, clamp_rate, trim

_VOICES: Final = {"en": "en-us", "fr": "fr", "de": "de", "es": "es"}
_NORMAL_WPM: Final = 160
_FASTEST_WPM: Final = 380
"""The voice's own limit for clean sound; above it the sound is shortened afterwards."""
_SYNCHRONOUS, _UTF8, _SSML, _END_PAUSE = 2, 1, 0x10, 0x1000
_RATE, _PITCH, _RANGE = 1, 3, 4
_CALLBACK = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.c_void_p)


class _Library:
    """The one espeak-ng library of the process: it keeps global state, so calls are serialised.

    That state colours the sound a little: the same calls in the same order give the same samples, a single call
    repeated does not.
    """

    _loaded: _Library | None = None
    _guard = threading.Lock()

    def __init__(self, path: str, data: str | None) -> None:
        self._espeak: Any = ctypes.CDLL(path)
        self._pieces: list[Pcm] = []
        # Kept on the object: the library calls it for as long as it is loaded.
        self._callback = _CALLBACK(self._take)
        self.rate = int(self._espeak.espeak_Initialize(_SYNCHRONOUS, 0, data.encode() if data else None, 0x8000))
        if self.rate <= 0:
            raise OSError("espeak_Initialize failed")
        self._espeak.espeak_SetSynthCallback(self._callback)

    def _take(self, samples: Any, count: int, _events: Any) -> int:
        if samples and count > 0:
            self._pieces.append(np.ctypeslib.as_array(samples, (count,)).copy())
        return 0

    def speak(self, text: str, voice: str, wpm: int, pitch: int, spread: int, *, ssml: bool = False) -> Pcm:
        with self._guard:
            self._pieces = []
            if hasattr(self._espeak, "espeak_ng_SetRandSeed"):
                self._espeak.espeak_ng_SetRandSeed(ctypes.c_long(1))
            self._espeak.espeak_SetVoiceByName(voice.encode())
            for parameter, value in ((_RATE, wpm), (_PITCH, pitch), (_RANGE, spread)):
                self._espeak.espeak_SetParameter(parameter, value, 0)
            data = text.encode("utf-8", "ignore") + b"\0"
            flags = _UTF8 | _END_PAUSE | (_SSML if ssml else 0)
            self._espeak.espeak_Synth(ctypes.c_char_p(data), ctypes.c_size_t(len(data)), 0, 1, 0, flags, None, None)
            return np.concatenate(self._pieces) if self._pieces else np.zeros(0, np.int16)

    @classmethod
    def get(cls) -> _Library | None:
        """The library, loaded once; None when there is none."""
        with cls._guard:
            if cls._loaded is None:
                for path, data in _candidates():
                    with contextlib.suppress(OSError, AttributeError):
                        cls._loaded = cls(path, data)
                        break
            return cls._loaded


def _candidates() -> Iterator[tuple[str, str | None]]:
    """(library, data folder) pairs worth trying."""
    if importlib.util.find_spec("espeakng_loader"):
        import espeakng_loader

        yield str(espeakng_loader.get_library_path()), str(espeakng_loader.get_data_path())
    found = ctypes.util.find_library("espeak-ng")
    if found:
        yield found, None


class EspeakSynthesizer:
    """An espeak-ng voice.

    Args:
        language: en, fr, de or es.
        variant: espeak-ng's own voice variant, e.g. ``f3`` or ``m7``; empty for the plain voice.
        pitch: 0 to 99.
        speed: factor on the normal speed, on top of the rate of each call.

    Raises:
        DeviceError: neither the library nor the program is installed.
    """

    def __init__(self, language: str, *, variant: str = "", pitch: int = 50, speed: float = 1.0) -> None:
        if language not in _VOICES:
            raise DeviceError(f"espeak-ng is not set up for the language '{language}'", todo="Choose en, fr, de or es")
        self.language = language
        self._voice = _VOICES[language] + (f"+{variant}" if variant else "")
        self._pitch, self._speed = pitch, speed
        self._library = _Library.get()
        self._program = None if self._library else shutil.which("espeak-ng")
        if not self._library and not self._program:
            raise DeviceError(
                f"no voice for '{language}' is installed",
                todo="Run 'pip install espeakng-loader', or add a Piper voice with 'quizhost models'",
            )
        self.name = f"espeak-ng {self._voice}"

    reads_marks = True

    def synthesize(self, text: str, *, rate: float = 1.0) -> Iterator[AudioChunk]:
        """One chunk a sentence, the pause after it included; nothing for a text without anything to say."""
        rate = clamp_rate(rate)
        wanted = _NORMAL_WPM * rate * self._speed
        wpm = round(min(_FASTEST_WPM, max(80, wanted)))
        parts = sentences(without_phonemes(text), self.language)
        for i, sentence in enumerate(parts):
            samples, hertz = self._speak(sentence, wpm)
            pcm = trim(stretch(samples, hertz, max(1.0, wanted / wpm)), hertz)
            if len(pcm):
                pause = round(GAP / rate * hertz) if i + 1 < len(parts) else 0
                yield AudioChunk(hertz, np.concatenate([pcm, np.zeros(pause, np.int16)]))

    def _speak(self, sentence: str, wpm: int) -> tuple[Pcm, int]:
        ssml = is_marked(sentence)
        if ssml:
            sentence = in_voices(sentence)
        if self._library:
            samples = self._library.speak(sentence, self._voice, wpm, self._pitch, 50, ssml=ssml)
            return samples, self._library.rate
        assert self._program is not None
        command = [self._program, "--stdin", "--stdout", "-b", "1", "-v", self._voice, "-s", str(wpm)]
        try:
            done = subprocess.run(
                [*command, *(["-m"] if ssml else []), "-p", str(self._pitch)],
                input=sentence.encode(),
                capture_output=True,
                timeout=30,
                check=True,
            )
            # The header of a piped WAV holds no true length: everything after it is sound.
            with wave.open(io.BytesIO(done.stdout), "rb") as wav:
                hertz = wav.getframerate()
            return np.frombuffer(done.stdout[44 : len(done.stdout) // 2 * 2], "<i2").astype(np.int16), hertz
        except (OSError, subprocess.SubprocessError, wave.Error, EOFError) as error:
            raise DeviceError("the program espeak-ng does not work", where=self._program) from error
