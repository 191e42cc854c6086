"""Whisper by faster-whisper (CTranslate2): transcript and scores in 99 languages, for machines strong enough.

The sound is encoded once. Transcripts come from a beam search on it; given texts are scored by `align`, which returns
the probability of every token of a text, in one call for many texts.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from host.dialogue.protocol import Scored, Scores, Transcript
from host.errors import DeviceError
from host.speech.audio import RATE, Utterance
from host.speech.noise import is_silent, normalised, snr_db

LONGEST = 29.0
"""Seconds of sound listened to; the model takes half a minute at once."""
_BEAM = 4
_ROWS = 32
"""Texts in one scoring call: each repeats the encoded sound."""
_LEAST = 1e-9
_PADDING = 200
"""Encoder frames (20 ms each) of padding that scoring looks at."""


class WhisperEars:
    """Hears one language. Loads its model at the first utterance.

    Args:
        folder: a CTranslate2 Whisper model.
        language: ``en``, ``fr``, ``de``, ``es`` …
        name: for people.
        threads: processor cores to use.
    """

    def __init__(self, folder: Path, language: str, *, name: str = "Whisper", threads: int = 2) -> None:
        self.name, self.language = name, language
        self._folder, self._threads = folder, threads
        self._whisper: Any = None
        self._prompt: list[int] = []
        self._last: tuple[Utterance, Any, list[str], int] | None = None

    def load(self) -> None:
        """Loads the model now; raises DeviceError when it or its library is missing."""
        if self._whisper is not None:
            return
        try:
            from faster_whisper import WhisperModel
            from faster_whisper.tokenizer import Tokenizer
        except ImportError as error:
            raise DeviceError(
                "the library for Whisper models is missing", todo='Run pip install "quizhost[whisper]"'
            ) from error
        try:
            whisper = WhisperModel(
                str(self._folder), device="cpu", compute_type="int8", cpu_threads=self._threads, local_files_only=True
            )
            tokens = Tokenizer(whisper.hf_tokenizer, multilingual=True, task="transcribe", language=self.language)
        except (RuntimeError, ValueError, OSError) as error:
            raise DeviceError(
                "the Whisper model cannot be loaded", where=str(self._folder), todo="Add it again"
            ) from error
        self._prompt = [*tokens.sot_sequence, tokens.no_timestamps]
        self._whisper = whisper

    def transcribe(self, utterance: Utterance) -> Transcript:
        """The open transcript and its alternatives; empty for silence."""
        _, texts, _ = self._encoded(utterance)
        if not texts:
            return Transcript("", engine=self.name)
        return Transcript(texts[0], 0.0, tuple(texts[1:]), self.name)

    def score(self, utterance: Utterance, candidates: Sequence[str]) -> Scores:
        """One log-likelihood a candidate; the open transcripts are scored the same way."""
        encoded, texts, frames = self._encoded(utterance)
        if encoded is None:
            return Scores(tuple(Scored(text, -1e3) for text in candidates), Scored("", 0.0), self.name, 0.0)
        found = self._likelihoods(encoded, frames, (*texts, *candidates))
        heard = tuple(sorted((found[text] for text in texts), key=lambda s: -s.loglik))
        noise = snr_db(utterance.samples())
        opened = heard[0] if heard else Scored("", -50.0)
        return Scores(tuple(found[text] for text in candidates), opened, self.name, noise, heard)

    def expect(self, candidates: Sequence[str]) -> None:
        """Loads the model; there is nothing to prepare for single texts."""
        self.load()

    def hear(self, utterance: Utterance, candidates: Sequence[str]) -> tuple[Transcript, Scores | None]:
        """Transcript, and scores when there are candidates; the sound is encoded once."""
        transcript = self.transcribe(utterance)
        return transcript, self.score(utterance, candidates) if candidates else None

    def _encoded(self, utterance: Utterance) -> tuple[Any, list[str], int]:
        """The encoded sound, the open transcripts, and how many of its frames hold sound; None for silence."""
        if self._last is not None and self._last[0] is utterance:
            return self._last[1], self._last[2], self._last[3]
        samples = utterance.samples()[: int(LONGEST * RATE)]
        if is_silent(samples):
            self._last = (utterance, None, [], 0)
            return None, [], 0
        self.load()
        features = self._whisper.feature_extractor(normalised(samples))
        frames = min(features.shape[-1], 3000)
        features = np.pad(features[:, :frames], ((0, 0), (0, 3000 - frames)))
        encoded = self._whisper.encode(features)
        result = self._whisper.model.generate(
            encoded, [self._prompt], beam_size=_BEAM, num_hypotheses=_BEAM, max_length=len(self._prompt) + 60,
            suppress_blank=True, return_scores=True,
        )[0]  # fmt: skip
        texts = [_bare(self._whisper.hf_tokenizer.decode(ids)) for ids in result.sequences_ids]
        kept = list(dict.fromkeys(text for text in texts if any(c.isalnum() for c in text)))
        self._last = (utterance, encoded, kept, frames)
        return encoded, kept, frames

    def _likelihoods(self, encoded: Any, frames: int, texts: Sequence[str]) -> dict[str, Scored]:
        import ctranslate2

        spelt = {text: _spellings(text) for text in texts}
        rows = list(dict.fromkeys(form for forms in spelt.values() for form in forms))
        # `align` gives the end of a text no probability, so the full stop shows that it ends here ("Mali", "Malibu").
        ids = [self._whisper.hf_tokenizer.encode(f" {form}.", add_special_tokens=False).ids for form in rows]
        # The model pads every sound to half a minute. All it needs of the padding is its end, to know that no more is
        # said; without the rest the scores stay the same (within half a nat) at a tenth of the time.
        whole = np.array(encoded)
        end = min(frames // 2, whole.shape[1] - _PADDING)
        states = np.concatenate([whole[:, :end], whole[:, -_PADDING:]], axis=1)
        found: dict[str, Scored] = {}
        for at in range(0, len(rows), _ROWS):
            part = ids[at : at + _ROWS]
            view = ctranslate2.StorageView.from_array(np.repeat(states, len(part), 0))
            results = self._whisper.model.align(view, self._prompt, part, [frames] * len(part))
            for form, tokens, result in zip(rows[at : at + _ROWS], part, results, strict=True):
                probabilities = np.maximum(np.array(result.text_token_probs[: len(tokens)], np.float64), _LEAST)
                found[form] = Scored(form, float(np.log(probabilities).sum()), len(tokens))
        best = {text: max((found[form] for form in forms), key=lambda s: s.loglik) for text, forms in spelt.items()}
        return {text: Scored(text, s.loglik, s.tokens) for text, s in best.items()}


def _spellings(text: str) -> tuple[str, ...]:
    """A text as the model may write it: a capital first, with and without its accents."""
    text = _bare(text)
    text = text[:1].upper() + text[1:]
    plain = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return tuple(dict.fromkeys((text, plain)))


def _bare(text: str) -> str:
    return " ".join(text.split()).rstrip(".?!,;: ")
