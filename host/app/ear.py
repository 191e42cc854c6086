"""The microphone gate: blocks in, signals out. Half-duplex: it hears nothing unless a Listen opened it.

No threads and no devices: whoever owns the microphone calls `feed` with every block, also while the gate is shut, and
opens it only when the host has fallen silent: last sample played + output latency + `GATE_TAIL`.

Recognition begins in the speaker's pause. When the pause turns out to be the end, the result is already there; when
more is said, it is thrown away and the whole is recognised again.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from rapidfuzz import fuzz

from host.app.tongues import Tongues
from host.dialogue.expect import MANY
from host.dialogue.protocol import (
    DeviceLost,
    Heard,
    Lacking,
    Listen,
    NoInput,
    Notice,
    Prompt,
    Scores,
    Signal,
    Transcript,
    UtteranceStarted,
)
from host.errors import DeviceError
from host.speech.audio import RATE, AudioBlock, Pcm, Utterance
from host.speech.endpoint import Endpointer, UtteranceEnded, UtterancePaused, endpoint_times
from host.speech.ports import Ears
from host.speech.vad import VoiceActivity

GATE_TAIL: Final = 0.4
"""Seconds to wait after the host's last sample has left the loudspeaker: its echo in the room."""
MOST_LOST: Final = 0.2
"""Seconds of sound lost within an utterance above which it is asked for again rather than judged."""
SLOW: Final = 1.0
"""Seconds of recognition above which the machine is too slow to recognise in a pause on the off-chance."""
LONG_LIST: Final = 64
"""Texts that are scored; of more, an answer's forms and decoys and those phrases that are spelt most like what the open
transcript and its alternatives say. Scoring one costs milliseconds and lists hold hundreds. Of 140 phrases spoken by
four voices the true one ranked below this twice, and was then too far from any transcript to be accepted."""
NEAR: Final = 24
"""Phrases scored beside one that was transcribed to the letter, so that a look-alike can still be told."""
ECHO_WORDS: Final = 4
"""So many words in a row of what the host has just said are taken for its own voice."""


@dataclass(frozen=True, slots=True)
class TurnTimes:
    """How long each stage of a listening turn took, in seconds; ``ended`` and ``decided`` are stream time."""

    turn_id: int
    ended: float
    """Stream time of the last voiced sample."""
    decided: float
    """Stream time at which the end was decided."""
    endpoint: float
    """Silence waited for: ``decided`` minus ``ended``."""
    recognition: float
    """Computing time of the recognition that counted."""
    tail: float
    """That part of it which came after ``decided``; 0 when the pause was long enough for it."""
    vad: float
    """Computing time of voice activity during the turn."""
    lost: float
    """Sound lost by the device within the utterance."""
    reason: str
    """Why the utterance ended."""


@dataclass(slots=True)
class _Guess:
    """What was recognised in a pause."""

    ended: float
    result: tuple[Transcript, Scores | None]
    seconds: float


class Ear:
    """One microphone gate over the recogniser of the language that is spoken. Belongs to one thread.

    Where a language has no recogniser, that of another one listens for the way back to its own language and for
    nothing else: what it would make of foreign words must not be taken for an answer.

    Args:
        ears: the recogniser that is open.
        vad: the voice-activity detector.
        clock: seconds of computing time, for `TurnTimes` only.
        opening: opens the recogniser of another language when it is first needed; raises DeviceError if there is
            none. Without it ``ears`` hears every language.
        many: ``opening`` also opens ears for a question that is answered in any language; else those in use hear it.
    """

    def __init__(
        self,
        ears: Ears,
        vad: VoiceActivity,
        *,
        clock: Callable[[], float] = time.perf_counter,
        opening: Callable[[str], Ears] | None = None,
        many: bool = False,
    ) -> None:
        self._many = many
        self._tongues = Tongues({ears.language: ears}, opening)
        self._ears, self._vad, self._clock = ears, vad, clock
        self._ways_out: tuple[str, ...] | None = None
        self._listen: Listen | None = None
        self._endpointer: Endpointer | None = None
        self._guess: _Guess | None = None
        self._guesses = 0
        self._slowest: dict[Prompt, float] = {}
        self._samples = 0
        self._vad_seconds = 0.0
        self._said: list[str] = []
        self.last: TurnTimes | None = None
        """The stages of the last utterance."""

    @property
    def is_open(self) -> bool:
        """Whether the gate is open."""
        return self._listen is not None

    @property
    def turn_id(self) -> int | None:
        """The listening turn it is open for."""
        return self._listen.turn_id if self._listen else None

    def load(self) -> None:
        """Loads the recogniser, so that the first answer need not wait for it."""
        with suppress(DeviceError):  # the first utterance will tell
            self._ears.load()

    @property
    def ears(self) -> Ears:
        """The recogniser in use."""
        return self._ears

    def use(self, language: str) -> Lacking | None:
        """Has the recogniser of a language loaded; tells if there is none, and which one listens in its place."""
        found = self._tongues.again(language)
        if found is None:
            return Lacking("ears", language, self._tongues.language)
        self._ears = found
        return None

    def open(self, listen: Listen) -> None:
        """Opens the gate for one utterance; all heard before is forgotten, pre-roll and detector state included."""
        if listen.language == MANY:
            found = (self._tongues.of(MANY) if self._many else None) or self._ears
        else:
            found = self._tongues.of(listen.language)
        self._ears, self._ways_out = found or self._tongues.any(), None if found else listen.ways_out
        if self._ways_out is not None:
            listen = replace(listen, prompt=Prompt.CLOSED, phrases=listen.ways_out, candidates=(), decoys=())
        self._listen = listen
        self._endpointer = Endpointer(
            listen.turn_id, endpoint_times(listen.prompt, listen.patience), start=self._samples
        )
        self._guess, self._guesses, self._vad_seconds = None, 0, 0.0
        self._vad.reset()
        if listen.prompt is Prompt.ANSWER:
            with suppress(DeviceError):  # the utterance will tell
                self._ears.expect(candidates_of(listen))

    def close(self) -> None:
        """Shuts the gate; an utterance in progress is dropped."""
        self._listen = self._endpointer = self._guess = None

    def host_said(self, text: str) -> None:
        """Tells what the host has just said, so that its own words are not taken for an answer."""
        self._said = [*self._said, *_words(text)][-200:]

    def feed(self, block: AudioBlock) -> tuple[Signal, ...]:
        """Takes the next block. Recognition runs inside this call, so blocks must be able to wait.

        Returns:
            UtteranceStarted, then Heard or NoInput, with which the gate shuts again; before a NoInput DeviceLost when
            the recogniser failed, or Notice when sound was lost on the way.
        """
        self._samples += len(block.pcm)
        if self._endpointer is None or self._listen is None:
            return ()
        begun = self._clock()
        probability = self._vad.probability(block)
        self._vad_seconds += self._clock() - begun
        signals: list[Signal] = []
        for event in self._endpointer.feed(block, probability):
            match event:
                case UtteranceStarted():
                    signals.append(event)
                case UtterancePaused(utterance):
                    signals += self._in_pause(self._listen, utterance)
                case UtteranceEnded():
                    signals += self._at_end(self._listen, event)
            if self._endpointer is None:
                break
        return tuple(signals)

    def _in_pause(self, listen: Listen, utterance: Utterance) -> tuple[Signal, ...]:
        """Recognises on the off-chance; ends a closed prompt early when one of its phrases is complete to the letter.

        The scores are not asked: they would end a third more of 116 phrases 0.2 s earlier, and cut off every second of
        80 beginnings of phrases ("what do I", "the blue") and "uh"s, against two that the letters cut off.
        """
        if self._guesses >= 4 or self._slowest.get(listen.prompt, 0.0) > SLOW:
            return ()
        self._guesses += 1
        try:
            result, seconds = self._recognise(listen, utterance)
        except DeviceError:
            return ()  # the end of the utterance will tell
        self._guess = _Guess(utterance.ended, result, seconds)
        if listen.prompt is Prompt.CLOSED and listen.patience <= 1.0 and _complete(result[0].text, listen.phrases):
            assert self._endpointer is not None
            for event in self._endpointer.finish("early"):
                assert isinstance(event, UtteranceEnded)
                return self._at_end(listen, event)
        return ()

    def _at_end(self, listen: Listen, event: UtteranceEnded) -> tuple[Signal, ...]:
        utterance, guess = event.utterance, self._guess
        failed: tuple[Signal, ...] = ()
        transcript, scores, seconds, tail = Transcript(""), None, 0.0, 0.0
        try:
            if guess and guess.ended == utterance.ended:
                (transcript, scores), seconds = guess.result, guess.seconds
            else:
                (transcript, scores), seconds = self._recognise(listen, utterance)
                tail = seconds
        except DeviceError as error:
            failed = (DeviceLost(error.sentence(), "ears"),)
        self.last = TurnTimes(
            listen.turn_id,
            ended=utterance.ended,
            decided=self._samples / RATE,
            endpoint=self._samples / RATE - utterance.ended,
            recognition=seconds,
            tail=tail,
            vad=self._vad_seconds,
            lost=event.lost,
            reason=utterance.reason,
        )
        self.close()
        foreign = self._ways_out is not None and _words(transcript.text) not in map(_words, self._ways_out)
        if event.lost > MOST_LOST and not failed:
            failed = (Notice("lost_sound"),)
        nothing = not transcript.text.strip() or self._is_echo(
            transcript.text, listen.phrases if listen.prompt is Prompt.CLOSED else ()
        )
        if failed or nothing or foreign:
            return (*failed, NoInput(listen.turn_id))
        seconds = utterance.ended - utterance.started
        return (Heard(listen.turn_id, transcript, scores, seconds, peak=peak_db(utterance.pcm)),)

    def _recognise(self, listen: Listen, utterance: Utterance) -> tuple[tuple[Transcript, Scores | None], float]:
        begun = self._clock()
        candidates = candidates_of(listen)
        if len(candidates) > LONG_LIST:
            near = near_phrases(self._ears.hear(utterance, ())[0], listen.phrases)
            hoped = dict.fromkeys((*listen.candidates, *listen.decoys))
            candidates = (*hoped, *[p for p in near if p not in hoped][: max(NEAR, LONG_LIST - len(hoped))])
        result = self._ears.hear(utterance, candidates)
        seconds = self._clock() - begun
        self._slowest[listen.prompt] = max(self._slowest.get(listen.prompt, 0.0) * 0.9, seconds)
        return result, seconds

    def _is_echo(self, text: str, phrases: Sequence[str] = ()) -> bool:
        """Whether all of it, if it is long enough to tell, is a stretch of what the host has just said.

        What the host has told people to say is theirs to say, to the letter.
        """
        words, said = _words(text), self._said
        if phrases and words in map(_words, phrases):
            return False
        return len(words) >= ECHO_WORDS and any(said[i : i + len(words)] == words for i in range(len(said)))


def candidates_of(listen: Listen) -> tuple[str, ...]:
    """The texts to score for a Listen: answers with their decoys and the commands, or the closed list; each once."""
    if listen.prompt is Prompt.OPEN:
        return ()
    return tuple(dict.fromkeys((*listen.candidates, *listen.decoys, *listen.phrases)))


def near_phrases(transcript: Transcript, phrases: tuple[str, ...]) -> tuple[str, ...]:
    """Of a long list the phrases worth scoring, likeliest first."""
    said = [" ".join(_words(text)) for text in (transcript.text, *transcript.alternatives)]
    likeness = {p: max(fuzz.ratio(" ".join(_words(p)), text) for text in said) for p in phrases}
    ranked = sorted(phrases, key=lambda phrase: -likeness[phrase])
    complete = fuzz.ratio(" ".join(_words(ranked[0])), said[0]) == 100.0
    return tuple(ranked[: NEAR if complete else LONG_LIST])


def peak_db(pcm: Pcm) -> float:
    """The loudest sample in decibels of full scale; -96 for none."""
    loudest = int(np.abs(pcm.astype(np.int32)).max(initial=0))
    return round(20 * math.log10(max(loudest, 0.5) / 32768), 1)


def _words(text: str) -> list[str]:
    return "".join(c if c.isalnum() or c == "'" else " " for c in text.casefold()).split()


def _complete(text: str, phrases: tuple[str, ...]) -> bool:
    """Whether the text is one of the phrases and cannot still become a longer one."""
    words = _words(text)
    lists = [_words(phrase) for phrase in phrases]
    return words in lists and not any(len(p) > len(words) and p[: len(words)] == words for p in lists)
