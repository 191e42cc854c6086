"""Finds where an utterance begins and ends: AudioBlock + speech probability -> UtteranceStarted, Paused, Ended.

Pure: time is the number of samples fed, so a test, a file and a microphone give the same answer, and how the
samples were cut into blocks on their way does not matter (`capture.Blocks` cuts them again).

Theory of operation. The probability of speech is compared with two thresholds: it must reach ``ON`` to count as
speech, and then stays speech until it falls below ``OFF`` (hysteresis). Three states:

    WAITING   nothing yet; the last ``PRE_ROLL`` seconds are kept, so a soft first consonant is not lost
    ONSET     there is speech, not yet enough of it to believe in; it may fall back to WAITING
    SPEAKING  UtteranceStarted is out; ends after ``end_silence`` without speech, or at ``longest``

A detector may call babble or music speech for ever. So the level counts as well: when the sound stays far below
the utterance's own loudness for twice the end silence, the speaker has finished, whatever the detector says.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

import numpy as np

from host.dialogue.protocol import Prompt, UtteranceStarted
from host.speech.audio import RATE, AudioBlock, Pcm, Utterance

ON: Final = 0.5
"""Probability from which a block is speech."""
OFF: Final = 0.35
"""Probability below which it no longer is."""
PRE_ROLL: Final = 0.5
"""Seconds of sound kept from before the first voiced sample."""
ONSET_GAP: Final = 0.16
"""Seconds without speech after which too short a sound is forgotten (the closure of a 'p' or 't' is shorter)."""
FAR_BELOW_DB: Final = 12.0
"""So many decibel under the utterance's loudness count as silence for the level rule."""
LEAST_SILENCE: Final = 0.3
"""Seconds of end silence below which words would be cut apart, whatever the patience."""
TAIL: Final = 0.25
"""Seconds of sound kept after the last voiced sample: room for a soft last consonant. It is shorter than any pause,
so the sound of a pause and of the end that follows it are the same and need recognising once."""


@dataclass(frozen=True, slots=True)
class EndpointTimes:
    """When an utterance is believed and when it is over, all in seconds."""

    min_speech: float
    """Voiced time before UtteranceStarted."""
    end_silence: float
    """Silence that ends the utterance."""
    pause: float
    """Silence after which a recogniser may already begin; shorter than ``end_silence``."""
    longest: float
    """Time from the first voiced sample at which the utterance is cut."""


_TIMES: Final = {
    Prompt.CLOSED: EndpointTimes(min_speech=0.096, end_silence=0.5, pause=0.3, longest=12.0),
    Prompt.ANSWER: EndpointTimes(min_speech=0.128, end_silence=0.9, pause=0.45, longest=12.0),
    Prompt.OPEN: EndpointTimes(min_speech=0.2, end_silence=0.9, pause=0.45, longest=15.0),
}


def endpoint_times(prompt: Prompt, patience: float = 1.0) -> EndpointTimes:
    """The times for a kind of prompt; ``patience`` multiplies the end silence and, up to 5, the longest utterance."""
    base = _TIMES[prompt]
    silence = max(LEAST_SILENCE, base.end_silence * patience)
    return EndpointTimes(
        base.min_speech, silence, max(LEAST_SILENCE, base.pause * patience), base.longest * min(5.0, max(1.0, patience))
    )


@dataclass(frozen=True, slots=True)
class UtterancePaused:
    """The speaker has fallen silent and may have finished: what was said so far, for a head start."""

    utterance: Utterance


@dataclass(frozen=True, slots=True)
class UtteranceEnded:
    """The utterance is over."""

    utterance: Utterance
    lost: float = 0.0
    """Seconds of sound the device lost while it was spoken."""


EndpointEvent = UtteranceStarted | UtterancePaused | UtteranceEnded


class _State(Enum):
    WAITING = auto()
    ONSET = auto()
    SPEAKING = auto()


class Endpointer:
    """Finds the utterances of one listening turn.

    Args:
        turn_id: copied into everything that comes out.
        times: see `endpoint_times`.
        start: samples of the stream that went by before; utterance times count from the stream's beginning.
    """

    def __init__(self, turn_id: int, times: EndpointTimes, *, start: int = 0) -> None:
        self.turn_id, self.times = turn_id, times
        self._state = _State.WAITING
        self._now = start
        self._kept: deque[Pcm] = deque()
        self._kept_from = start
        self._voiced = self._paused = False
        self._speech = self._lost = 0
        self._loudness = 0.0
        self._first_voiced = self._last_voiced = self._last_loud = start

    @property
    def speaking(self) -> bool:
        """Whether UtteranceStarted is out and its end is not."""
        return self._state is _State.SPEAKING

    def feed(self, block: AudioBlock, probability: float) -> tuple[EndpointEvent, ...]:
        """Takes the next block with its probability of speech (0 to 1); returns what happened in it, in order."""
        before, size = self._now, len(block.pcm)
        self._now += size
        self._keep(block.pcm)
        voiced = probability >= (OFF if self._voiced else ON)
        self._voiced = voiced
        if voiced:
            if self._state is _State.WAITING:
                self._state, self._first_voiced = _State.ONSET, before
            self._speech += size
            self._last_voiced = self._now
            self._paused = False
        if block.overflowed and self._state is not _State.WAITING:
            self._lost += block.lost or size
        match self._state:
            case _State.ONSET if self._speech >= self.times.min_speech * RATE:
                self._state = _State.SPEAKING
                self._level(block.pcm, voiced)
                return (UtteranceStarted(self.turn_id),)
            case _State.ONSET if self._now - self._last_voiced >= ONSET_GAP * RATE:
                self._forget()
            case _State.SPEAKING:
                self._level(block.pcm, voiced)
                return self._while_speaking()
        return ()

    def finish(self, reason: str = "gate_closed") -> tuple[EndpointEvent, ...]:
        """Ends the utterance in progress now (early end, closing gate); nothing when nobody speaks."""
        return (self._end(reason),) if self.speaking else ()

    def _while_speaking(self) -> tuple[EndpointEvent, ...]:
        silent = (self._now - self._last_voiced) / RATE
        if silent >= self.times.end_silence:
            return (self._end("silence"),)
        if (self._now - self._last_loud) / RATE >= 2 * self.times.end_silence:
            return (self._end("faded"),)
        if (self._now - self._first_voiced) / RATE >= self.times.longest:
            return (self._end("too_long"),)
        if silent >= self.times.pause and not self._paused:
            self._paused = True
            return (UtterancePaused(self._utterance("pause")),)
        return ()

    def _level(self, pcm: Pcm, voiced: bool) -> None:
        """Follows the utterance's loudness: the mean power of its voiced blocks, loud ones counting most."""
        samples = pcm.astype(np.float64)
        power = float(samples @ samples) / max(1, len(samples))
        if voiced and power > self._loudness:
            self._loudness += (power - self._loudness) * 0.3
        if power >= self._loudness * 10 ** (-FAR_BELOW_DB / 10) and power > 0:
            self._last_loud = self._now

    def _end(self, reason: str) -> UtteranceEnded:
        ended = UtteranceEnded(self._utterance(reason), self._lost / RATE)
        self._forget()
        return ended

    def _utterance(self, reason: str) -> Utterance:
        last = self._last_loud if reason == "faded" else self._last_voiced
        pcm = np.concatenate(self._kept)[: last + round(TAIL * RATE) - self._kept_from]
        return Utterance(self.turn_id, pcm, self._first_voiced / RATE, last / RATE, reason)

    def _keep(self, pcm: Pcm) -> None:
        """Keeps the pre-roll while nobody speaks, and everything from the pre-roll on while somebody does."""
        self._kept.append(pcm)
        start = self._now if self._state is _State.WAITING else self._first_voiced
        while self._kept and self._kept_from + len(self._kept[0]) <= start - PRE_ROLL * RATE:
            self._kept_from += len(self._kept.popleft())

    def _forget(self) -> None:
        """Back to WAITING; the pre-roll stays, trimmed with the next block."""
        self._state = _State.WAITING
        self._voiced = self._paused = False
        self._speech = self._lost = 0
        self._first_voiced = self._last_voiced = self._last_loud = self._now
        self._loudness = 0.0
