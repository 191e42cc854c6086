"""Vosk: streaming transcripts, and scores by a grammar pass, for every language that has a Vosk model.

The published library (0.3.45) ends the whole process, with nothing to catch, when a grammar is changed while sound is
being decoded, when a grammar is empty or not a list, and when two threads use one recogniser. None of that can be
done through this module: a recogniser is built for one utterance from a checked list of phrases, used by one thread,
and thrown away; its grammar is never changed.
"""

from __future__ import annotations

import json
import math
import threading
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from rapidfuzz.distance import Levenshtein

from host.dialogue.protocol import Scored, Scores, Transcript
from host.errors import DeviceError
from host.speech.audio import RATE, Pcm, Utterance
from host.speech.noise import is_silent, snr_db

LONGEST = 30.0
"""Seconds of sound listened to."""
_ALTERNATIVES = 4
_UNHEARD = 6.0
"""Nats below the worst hypothesis that survived: what a phrase gets that did not."""
_UNLIKE = 60.0
"""Nats that a phrase the model cannot know loses for sounding nothing like the transcript."""


class VoskEars:
    """Hears one language. Loads its model at the first utterance.

    Args:
        folder: an unpacked Vosk model.
        language: the model's language.
        name: for people.
        phonemes: text -> phonemes, for phrases with words the model does not know; None compares letters.
    """

    def __init__(
        self, folder: Path, language: str, *, name: str = "", phonemes: Callable[[str], str] | None = None
    ) -> None:
        self.name, self.language = name or f"Vosk {folder.name}", language
        self._folder, self._phonemes = folder, phonemes or _letters
        self._model: Any = None
        self._last: tuple[Utterance, Transcript, float] | None = None

    def load(self) -> None:
        """Loads the model now; raises DeviceError when the folder holds none."""
        if self._model is not None:
            return
        missing = [part for part in ("am/final.mdl", "conf/mfcc.conf") if not (self._folder / part).is_file()]
        if missing:
            raise DeviceError(
                f"this is no Vosk model: {missing[0]} is missing", where=str(self._folder),
                todo="See quizhost models list",
            )  # fmt: skip
        import vosk  # heavy, and not on every machine

        vosk.SetLogLevel(-1)
        try:
            self._model = vosk.Model(str(self._folder))
        except Exception as error:  # vosk raises the base class itself
            raise DeviceError("the Vosk model cannot be loaded", where=str(self._folder)) from error

    def knows(self, word: str) -> bool:
        """Whether the model has the word; it is silently deaf to all others."""
        self.load()
        return int(self._model.vosk_model_find_word(word)) >= 0

    def unknown_words(self, texts: Iterable[str]) -> dict[str, tuple[str, ...]]:
        """The texts that hold words the model does not know, each with those words."""
        found = {text: tuple(word for word in _words(text) if not self.knows(word)) for text in texts}
        return {text: words for text, words in found.items() if words}

    def transcribe(self, utterance: Utterance) -> Transcript:
        """The open transcript with its alternatives; empty for silence."""
        return self._opened(utterance)[0]

    def score(self, utterance: Utterance, candidates: Sequence[str]) -> Scores:
        """One pass with a grammar of all candidates; those with unknown words are compared with the transcript."""
        transcript, opened = self._opened(utterance)
        samples = utterance.samples()
        heard = Scored(transcript.text, opened)
        if not transcript.engine or is_silent(samples):
            return Scores(tuple(Scored(text, opened - 1e3) for text in candidates), heard, self.name, 0.0)
        unknown = self.unknown_words(candidates)
        found = self.ranked(utterance, [text for text in candidates if text not in unknown])
        floor = min(found.values(), default=opened - 30.0) - _UNHEARD

        def loglik(text: str) -> float:
            if text in unknown:
                return self._likeness(text, transcript, opened)
            return found.get(" ".join(_words(text)), floor)

        scored = tuple(Scored(text, loglik(text), max(1, len(_words(text)))) for text in dict.fromkeys(candidates))
        by_text = {s.text: s for s in scored}
        return Scores(tuple(by_text[text] for text in candidates), heard, self.name, snr_db(samples), (heard,))

    def expect(self, candidates: Sequence[str]) -> None:
        """Loads the model; there is nothing to prepare for single texts."""
        self.load()

    def hear(self, utterance: Utterance, candidates: Sequence[str]) -> tuple[Transcript, Scores | None]:
        """Transcript, and scores when there are candidates."""
        transcript = self.transcribe(utterance)
        return transcript, self.score(utterance, candidates) if candidates else None

    def ranked(self, utterance: Utterance, phrases: Sequence[str]) -> dict[str, float]:
        """The phrases that survive a pass with a grammar of all of them, each with its log-likelihood.

        Phrases come back as the grammar spells them: small letters, no marks. Blank ones are left out; a grammar must
        choose something, so noise gets a phrase too: compare with the open transcript.
        """
        said = sorted({" ".join(_words(phrase)) for phrase in phrases} - {""})
        if not said:
            return {}
        found: dict[str, float] = {}
        for text, loglik in _whole(self._decode(utterance.pcm, said, alternatives=max(16, 2 * len(said)))):
            found[text] = max(loglik, found.get(text, loglik))
        return {text: found[text] for text in said if text in found}

    def stream(self) -> VoskStream:
        """A transcript that grows while somebody speaks. Belongs to the thread that asked for it."""
        self.load()
        return VoskStream(_recogniser(self._model, (), _ALTERNATIVES), self.name)

    def _opened(self, utterance: Utterance) -> tuple[Transcript, float]:
        if self._last is None or self._last[0] is not utterance:
            if is_silent(utterance.samples()):
                self._last = (utterance, Transcript(""), 0.0)
            else:
                transcript, confidence = _joined(self._decode(utterance.pcm, (), _ALTERNATIVES), self.name)
                self._last = (utterance, transcript, confidence)
        return self._last[1], self._last[2]

    def _decode(self, pcm: Pcm, phrases: Sequence[str], alternatives: int) -> list[list[tuple[str, float]]]:
        """Decodes one utterance with a recogniser of its own: n-best (text, confidence) of every part."""
        self.load()
        recogniser = _recogniser(self._model, phrases, alternatives)
        # All at once, and only the final result is asked for: fed piece by piece, Vosk would decide for itself where
        # the utterance ends, and rate its parts on another scale.
        recogniser.AcceptWaveform(pcm[: int(LONGEST * RATE)].astype("<i2").tobytes())
        return [_parsed(recogniser.FinalResult())]

    def _likeness(self, text: str, transcript: Transcript, opened: float) -> float:
        key = self._phonemes(text)
        heard = [self._phonemes(t) for t in (transcript.text, *transcript.alternatives) if t]
        near = max((Levenshtein.normalized_similarity(key, said) for said in heard), default=0.0)
        return opened - _UNLIKE * (1 - near)


class VoskStream:
    """One utterance as it is being said: feed blocks, read the growing text, finish once."""

    def __init__(self, recogniser: Any, name: str) -> None:
        self._recogniser, self._name = recogniser, name
        self._owner = threading.get_ident()
        self._parts: list[list[tuple[str, float]]] = []

    def feed(self, pcm: Pcm) -> str:
        """Takes the next samples at RATE; returns what has been understood so far."""
        recogniser = self._usable()
        if len(pcm) and recogniser.AcceptWaveform(pcm.astype("<i2").tobytes()):
            self._parts.append(_parsed(recogniser.Result()))
        partial = json.loads(recogniser.PartialResult()).get("partial", "")
        said = [part[0][0] for part in self._parts if part and part[0][0]]
        return " ".join((*said, partial)).strip()

    def finish(self) -> Transcript:
        """The whole transcript; the stream cannot be used any more."""
        recogniser = self._usable()
        self._parts.append(_parsed(recogniser.FinalResult()))
        self._recogniser = None
        return _joined(self._parts, self._name)[0]

    def _usable(self) -> Any:
        if self._recogniser is None:
            raise ValueError("this stream has been finished")
        if threading.get_ident() != self._owner:
            raise RuntimeError("a Vosk recogniser belongs to one thread: another would end the process")
        return self._recogniser


def grammar(phrases: Iterable[str]) -> str:
    """The grammar of a list of phrases as Vosk reads it.

    Raises:
        ValueError: there is no phrase, or one is no text or blank: Vosk would end the process.
    """
    listed = list(phrases)
    if not listed or not all(isinstance(phrase, str) and phrase.strip() for phrase in listed):
        raise ValueError("a grammar needs at least one phrase, and no blank ones")
    return json.dumps([" ".join(_words(phrase)) or phrase.strip() for phrase in listed], ensure_ascii=False)


def _recogniser(model: Any, phrases: Sequence[str], alternatives: int) -> Any:
    import vosk

    made = vosk.KaldiRecognizer(model, RATE, grammar(phrases)) if phrases else vosk.KaldiRecognizer(model, RATE)
    made.SetMaxAlternatives(alternatives)
    return made


def _parsed(result: str) -> list[tuple[str, float]]:
    """The n-best of one result; the other shape, a single text, counts as a list of one."""
    data = json.loads(result)
    if "alternatives" in data:
        return [(str(a.get("text", "")).strip(), float(a.get("confidence", 0.0))) for a in data["alternatives"]]
    return [(str(data.get("text", "")).strip(), 0.0)]


def _whole(parts: Sequence[list[tuple[str, float]]]) -> list[tuple[str, float]]:
    """Texts of the whole utterance with their log-likelihoods, best first: Vosk splits at pauses, and rates the parts.

    Each part has its alternatives in turn while the others keep their best.
    """
    heard = [part for part in parts if part]
    best = [part[0] for part in heard]
    total = sum(loglik for _, loglik in best)
    found: dict[str, float] = {}
    for at, part in enumerate(heard):
        for text, loglik in part:
            texts = (text if i == at else other for i, (other, _) in enumerate(best))
            whole = " ".join(t for t in texts if t)
            found[whole] = max(total - best[at][1] + loglik, found.get(whole, -math.inf))
    return sorted(found.items(), key=lambda entry: -entry[1])


def _joined(parts: Sequence[list[tuple[str, float]]], name: str) -> tuple[Transcript, float]:
    """The transcript of all parts with its alternatives, and its log-likelihood."""
    texts = _whole(parts)
    spoken = [(text, loglik) for text, loglik in texts if text]
    if not spoken:
        return Transcript("", engine=name), texts[0][1] if texts else 0.0
    best = spoken[0][1]
    # n-best figures are log-likelihoods, so the share of the best among its rivals is what "confidence" can mean.
    share = 1 / sum(math.exp(loglik - best) for _, loglik in spoken)
    return Transcript(spoken[0][0], share, tuple(text for text, _ in spoken[1 : _ALTERNATIVES + 1]), name), best


def _words(text: str) -> list[str]:
    """Words as a Vosk lexicon writes them: small letters, accents kept, no marks but inner apostrophes."""
    text = unicodedata.normalize("NFC", text).lower().replace("’", "'")
    return "".join(c if c.isalnum() or c == "'" else " " for c in text).split()


def _letters(text: str) -> str:
    return "".join(_words(text))
