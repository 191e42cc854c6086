"""`Synthesizer` on another machine: sentences go out, sound comes back piece by piece and is played as it comes.

Finished sentences are kept like those of the voices here, so that the frequent ones are spoken at once, and also while
the service is away.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
from wyoming.tts import Synthesize, SynthesizeVoice

from host.speech.audio import AudioChunk, Pcm, resample
from host.speech.foreign import without_marks
from host.speech.phrase_cache import PhraseCache, phrase_key
from host.speech.sentences import sentences, without_phonemes
from host.speech.stretch import stretch
from host.speech.synthesizer import GAP, LEAD, TAIL, clamp_rate
from host.speech.wyoming.ears import refusal
from host.speech.wyoming.offers import Offer
from host.speech.wyoming.pcm import mono
from host.speech.wyoming.service import Service
from host.speech.wyoming.wire import Link, LinkClosed, LinkError

FIRST_WITHIN: Final = 10.0
"""Seconds from a sentence to its first sound."""
NEXT_WITHIN: Final = 5.0
"""Seconds from one piece of sound to the next."""
LONGEST: Final = 120.0
"""Seconds of sound above which a sentence is not what was asked for."""
_QUIET: Final = 120
"""Samples below this are silence at the edge of a sentence."""


class WyomingVoice:
    """A voice on the network.

    Args:
        service: where it is.
        language: ``en``, ``fr``, ``de`` or ``es``.
        preferred: parts of names of voices, the best first.
        cache: where finished sentences are kept.
        first: seconds from a sentence to its first sound.
        following: seconds from one piece of sound to the next.
    """

    def __init__(
        self,
        service: Service,
        language: str,
        *,
        preferred: Sequence[str] = (),
        cache: PhraseCache | None = None,
        first: float = FIRST_WITHIN,
        following: float = NEXT_WITHIN,
    ) -> None:
        self.service, self.language = service, language
        wanted = service.address.voice
        self._preferred, self._cache = (*((wanted,) if wanted else ()), *preferred), cache or PhraseCache()
        self._first, self._following = first, following
        self._offer: Offer | None = None

    @property
    def name(self) -> str:
        """Program, voice and address, for people."""
        label = self._offer.label if self._offer else "voice"
        return f"{label} at {self.service.address}"

    @property
    def reads_marks(self) -> bool:
        """Whether foreign names may be marked: another quizhost knows what to do with them."""
        return self._offer is not None and self._offer.scoring

    def load(self) -> None:
        """Asks the service what it is; raises DeviceError when it is not there, no voice, or speaks no such
        language."""
        self._offer = self.service.described.voice(self.language, self._preferred)

    def synthesize(self, text: str, *, rate: float = 1.0) -> Iterator[AudioChunk]:
        """Pieces of sound, a pause after each sentence but the last; raises DeviceError when the service fails."""
        for _, sound in self.by_sentence(text, rate=rate):
            yield from sound

    def by_sentence(self, text: str, *, rate: float = 1.0) -> Iterator[tuple[str, Iterator[AudioChunk]]]:
        """(the text from this sentence on, the sentence's sound), so that another voice can go on where one failed."""
        if self._offer is None:
            self.load()
        assert self._offer is not None
        if not self._offer.scoring:  # another quizhost knows what to do with phonemes and marks
            text = without_phonemes(without_marks(text))
        rate, parts = clamp_rate(rate), sentences(text, self.language)
        if any(part.count("<lang ") != part.count("</lang>") for part in parts):  # a name that ends a sentence
            parts = sentences(without_marks(text), self.language)
        for i, sentence in enumerate(parts):
            yield " ".join(parts[i:]), self._sentence(sentence, rate, last=i + 1 == len(parts))

    def _sentence(self, sentence: str, rate: float, *, last: bool) -> Iterator[AudioChunk]:
        assert self._offer is not None
        key = phrase_key(
            str(self.service.address), sentence, self._offer.label, self._offer.version, self._offer.language, "1"
        )
        kept = self._cache.get(key)
        source = 0
        if kept is not None:
            source = kept.rate
            yield _at(kept, rate)
        elif rate != 1.0:  # the speed is changed over the whole sentence
            pieces = list(self._pieces(sentence, key))
            if pieces:
                source = pieces[0].rate
                yield _at(AudioChunk(source, np.concatenate([piece.pcm for piece in pieces])), rate)
        else:
            for piece in self._pieces(sentence, key):
                source = piece.rate
                yield piece
        if source and not last:
            yield AudioChunk(source, np.zeros(round(GAP / rate * source), np.int16))

    def _pieces(self, sentence: str, key: str) -> Iterator[AudioChunk]:
        """The sound as it comes, without the silence at both ends; kept when it is whole."""
        edges, got = _Edges(), list[Pcm]()
        for chunk in self._stream(sentence):
            if len(pcm := edges.take(chunk)):
                got.append(pcm)
                yield AudioChunk(edges.rate, pcm)
        if len(pcm := edges.end()):
            got.append(pcm)
            yield AudioChunk(edges.rate, pcm)
        if got:
            self._cache.put(key, sentence, AudioChunk(edges.rate, np.concatenate(got)))

    def _stream(self, sentence: str) -> Iterator[AudioChunk]:
        """The chunks of the service. A connection that it had closed meanwhile is replaced once."""
        for again in (False, True):
            link = self.service.begin(fresh=again)
            stale, begun, whole = link.used, False, False
            try:
                for chunk in self._chunks(link, sentence):
                    begun = True
                    yield chunk
                whole = True
            except LinkError as error:
                if stale and not begun and not again and isinstance(error, LinkClosed):
                    continue
                raise self.service.failed(error) from error
            finally:
                if whole:
                    self.service.give(link)
                else:
                    self.service.drop(link)
            return

    def _chunks(self, link: Link, sentence: str) -> Iterator[AudioChunk]:
        assert self._offer is not None
        offer = self._offer
        voice = SynthesizeVoice(name=offer.name) if offer.chosen else SynthesizeVoice(language=offer.language)
        link.send(Synthesize(sentence, voice).event())
        end, rate, seconds = time.monotonic() + self._first, 0, 0.0
        while True:
            event = link.receive(max(0.0, end - time.monotonic()))
            if event is None:
                raise LinkError("the voice takes too long", where=str(link.address), todo="Give it a smaller model")
            match event.type:
                case "audio-chunk":
                    pcm, source = mono(event)
                    rate = rate or source
                    seconds += len(pcm) / source
                    if seconds > LONGEST:
                        raise LinkError("the voice does not stop", where=str(link.address), todo="Start it again")
                    yield AudioChunk(rate, resample(pcm, source, rate))
                    end = time.monotonic() + self._following
                case "audio-stop":
                    return
                case "error":
                    raise refusal(event, link)


class _Edges:
    """Takes the silence off both ends of a sound that comes in pieces."""

    def __init__(self) -> None:
        self.rate = 0
        self._begun = False
        self._held: list[Pcm] = []

    def take(self, chunk: AudioChunk) -> Pcm:
        """What can be played now: silence is held back until it is known to be inside the sound."""
        self.rate = chunk.rate
        pcm = np.concatenate([*self._held, chunk.pcm])
        loud = np.flatnonzero(np.abs(pcm.astype(np.int32)) > _QUIET)
        first = 0
        if not self._begun:
            first = max(0, (int(loud[0]) if len(loud) else len(pcm)) - round(LEAD * self.rate))
            self._begun = bool(len(loud))
        until = int(loud[-1]) + 1 if len(loud) else first
        self._held = [pcm[until:]]
        return pcm[first:until]

    def end(self) -> Pcm:
        """The little silence that belongs to the end."""
        if not self._begun:
            return np.zeros(0, np.int16)
        return np.concatenate([np.zeros(0, np.int16), *self._held])[: round(TAIL * self.rate)]


def _at(chunk: AudioChunk, rate: float) -> AudioChunk:
    return AudioChunk(chunk.rate, stretch(chunk.pcm, chunk.rate, rate)) if rate != 1.0 else chunk
