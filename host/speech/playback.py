"""What the loudspeaker still has to play, and when a line has really been heard.

A line is finished when its last sample has *left the loudspeaker*: handed over by `fill`, plus the output latency.
"Everything is synthesised" and "the queue is empty" both come earlier, and a microphone opened then hears the host.
One thread queues lines, another (the device's callback) takes samples; flushing may come from a third.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

import numpy as np
import soxr

from host.speech.audio import RATE, AudioChunk, Pcm

LEAD_IN: Final = 0.15
"""Seconds of silence before the first sound after opening, for amplifiers and links that wake slowly."""
KEPT: Final = 2.0
"""Seconds of played samples that are kept."""
EARLY: Final = 0.1
"""Seconds by which they are told before they are in the air, as devices do not know their latency to the millisecond
and no echo may come before its cause."""
ASTRAY: Final = 0.05
"""Seconds by which the count of samples may differ from the time."""
ASTRAY_FOR: Final = 15
"""Blocks in a row after which the time is believed."""
ASLEEP_AFTER: Final = 30.0
"""Seconds of silence after which the loudspeaker is taken to have fallen asleep again."""


class Played:
    """What the loudspeaker was given, at RATE, for whoever takes it out of the microphone's sound again.

    The loudspeaker's callback puts, with the time at which the first sample will be in the air; the microphone's takes,
    with the time at which its first sample was in the air. Samples are counted as long as both times agree with the
    count; when they do not for a while (the loudspeaker ran dry, the clocks drift apart) the count is set anew.

    Args:
        rate: the loudspeaker's samples per second.
    """

    def __init__(self, rate: int) -> None:
        self._resampler = soxr.ResampleStream(rate, RATE, 1, dtype="int16", quality="MQ") if rate != RATE else None
        self._kept: Pcm = np.zeros(round(KEPT * RATE), np.int16)
        """The last samples; the newest is sample number ``_put`` - 1."""
        self._put = 0
        self._heard_at = 0.0
        """When sample number ``_put`` will be in the air."""
        self._next: int | None = None
        self._astray = 0
        self._lock = threading.Lock()

    def put(self, pcm: Pcm, at: float) -> None:
        """Adds what has just been handed to the loudspeaker, to be heard from ``at`` on (seconds)."""
        pcm = self._resampler.resample_chunk(pcm) if self._resampler else pcm
        with self._lock:
            self._kept = np.concatenate([self._kept, pcm])[-len(self._kept) :]
            self._put += len(pcm)
            self._heard_at = at + len(pcm) / RATE

    def take(self, count: int, at: float, *, lost: int = 0) -> Pcm:
        """The samples beside ``count`` samples that the microphone heard from ``at`` on, `EARLY` before they sound.

        Args:
            count: samples.
            at: seconds on the same clock.
            lost: samples that the microphone lost before these.
        """
        with self._lock:
            wanted = self._put + round((at + EARLY - self._heard_at) * RATE)
            first = wanted if self._next is None else self._next + lost
            self._astray = self._astray + 1 if abs(wanted - first) > ASTRAY * RATE else 0
            if self._astray > ASTRAY_FOR:
                first, self._astray = wanted, 0
            self._next = first + count
            begin = first - (self._put - len(self._kept))
            part = self._kept[max(0, begin) : max(0, begin + count)]
        before = min(count, max(0, -begin))
        return np.concatenate([np.zeros(before, np.int16), part, np.zeros(count - before - len(part), np.int16)])


@dataclass(frozen=True, slots=True)
class PlayedLine:
    """When a line was heard, in samples since the stream was opened, output latency included."""

    line_id: int
    first: int
    last: int
    completed: bool


@dataclass(slots=True)
class _Line:
    line_id: int
    pieces: deque[tuple[int, Pcm]] = field(default_factory=deque)
    """(position before which the piece is not ready, samples)."""
    whole: bool = False
    """Nothing more will be added."""
    dropped: bool = False
    first: int = -1


class Playback:
    """A queue of lines at the device's rate.

    Args:
        rate: the loudspeaker's samples per second.
        latency: seconds from `fill` to the air.
        lead_in: seconds of silence before the first sound, and after a long silence.
    """

    def __init__(self, rate: int, *, latency: float = 0.0, lead_in: float = LEAD_IN) -> None:
        self.rate = rate
        self.position = 0
        """Samples handed to the device so far."""
        self.starved = 0
        """Samples of silence inside a line because its next piece was not ready."""
        self.log: deque[PlayedLine] = deque(maxlen=64)
        """The last lines that ended."""
        self.begun: deque[tuple[int, int]] = deque(maxlen=64)
        """(line id, position) of the last lines whose first sample was handed over; the latency is still to come."""
        self._latency, self._lead_in = round(latency * rate), round(lead_in * rate)
        self._lines: deque[_Line] = deque()
        self._leaving: deque[tuple[int, _Line]] = deque()
        self._lead_left = self._lead_in
        self._quiet = 0
        self._lock = threading.Lock()

    @property
    def idle(self) -> bool:
        """Nothing queued, playing, or on its way through the output buffer."""
        return not self._lines and not self._leaving

    @property
    def pending(self) -> bool:
        """Something is queued or playing that has not been handed over whole."""
        return bool(self._lines)

    @property
    def silent(self) -> bool:
        """Nothing is to be heard now, and nothing is ready to be."""
        with self._lock:
            line = self._lines[0] if self._lines else None
            return not self._leaving and (line is None or (line.first < 0 and not line.pieces))

    @property
    def speaking(self) -> bool:
        """A line (not a cue, whose id is negative) is queued, playing, or on its way through the output buffer."""
        with self._lock:
            lines = [*self._lines, *(line for _, line in self._leaving)]
        return any(line.line_id >= 0 for line in lines)

    @property
    def sounding(self) -> bool:
        """Something is to be heard, or is on its way through the output buffer."""
        with self._lock:
            return bool(self._leaving) or (bool(self._lines) and self._lines[0].first >= 0)

    def set_latency(self, seconds: float) -> None:
        """Takes over the latency the device reports once it is open."""
        self._latency = round(seconds * self.rate)

    def play(self, line_id: int, chunks: Iterable[AudioChunk], ready: Iterable[int] | None = None) -> None:
        """Queues a line piece by piece as ``chunks`` yields; returns early when the line is flushed meanwhile.

        Args:
            line_id: comes back in `finished`.
            chunks: may be slow (synthesis) and of any rate.
            ready: for each chunk the position before which it must not be played (a simulated synthesis time).
        """
        line = _Line(line_id)
        with self._lock:
            if line_id < 0 and self._lines and self._lines[0].first < 0:
                self._lines.appendleft(line)  # a cue need not wait for a line that is still being made
            else:
                self._lines.append(line)
        times = iter(ready) if ready is not None else None
        resampler: soxr.ResampleStream | None = None
        source = 0
        try:
            for chunk in chunks:
                pcm = chunk.pcm
                if chunk.rate != self.rate:
                    if resampler is None or source != chunk.rate:
                        source = chunk.rate
                        resampler = soxr.ResampleStream(source, self.rate, 1, dtype="int16", quality="MQ")
                    pcm = resampler.resample_chunk(pcm)
                if not self._add(line, pcm, next(times) if times else 0):
                    return
            if resampler is not None:
                self._add(line, resampler.resample_chunk(np.zeros(0, np.int16), last=True), 0)
        finally:
            # Also when synthesis fails: a line that never ends would keep the microphone shut for ever.
            line.whole = True

    def _add(self, line: _Line, pcm: Pcm, ready: int) -> bool:
        with self._lock:
            if not line.dropped and len(pcm):
                line.pieces.append((ready, pcm))
            return not line.dropped

    def fill(self, count: int) -> Pcm:
        """The next ``count`` samples for the device; silence where there is nothing."""
        out = np.zeros(count, np.int16)
        done = 0
        with self._lock:
            while done < count and self._lines:
                line = self._lines[0]
                if not line.pieces:
                    if not line.whole:
                        self.starved += count - done if line.first >= 0 else 0
                        break
                    self._lines.popleft()
                    self._leaving.append((self.position + done + self._latency, line))
                    continue
                if line.pieces[0][0] > self.position + done:
                    self.starved += count - done if line.first >= 0 else 0
                    break
                if self._lead_left:
                    step = min(self._lead_left, count - done)
                    self._lead_left -= step
                    done += step
                    continue
                ready, pcm = line.pieces.popleft()
                step = min(len(pcm), count - done)
                if line.first < 0:
                    line.first = self.position + done
                    self.begun.append((line.line_id, line.first))
                out[done : done + step] = pcm[:step]
                done += step
                if step < len(pcm):
                    line.pieces.appendleft((ready, pcm[step:]))
                self._quiet = 0
            self.position += count
            self._quiet += count - done
            if self._quiet > ASLEEP_AFTER * self.rate and not self._lines:
                self._lead_left = self._lead_in
        return out

    def finished(self) -> list[tuple[int, bool]]:
        """(line id, completed) of the lines whose last sample has left the loudspeaker since the last call."""
        ended: list[tuple[int, bool]] = []
        with self._lock:
            while self._leaving and self._leaving[0][0] <= self.position:
                last, line = self._leaving.popleft()
                first = line.first + self._latency if line.first >= 0 else last
                completed = not line.dropped
                self.log.append(PlayedLine(line.line_id, first, last, completed))
                ended.append((line.line_id, completed))
        return ended

    def abandon(self) -> list[int]:
        """The device is gone: empties the queue and returns the ids of the lines that nobody will hear."""
        with self._lock:
            lines = [line for _, line in self._leaving] + list(self._lines)
            for line in lines:
                line.dropped = True
                line.pieces.clear()
            self._leaving.clear()
            self._lines.clear()
        return [line.line_id for line in lines]

    def flush(self) -> None:
        """Drops everything queued; each dropped line ends, not completed, once the output buffer has run out."""
        with self._lock:
            dropped = [line for _, line in self._leaving] + list(self._lines)
            for line in self._lines:
                line.pieces.clear()
                self._leaving.append((self.position + self._latency, line))
            for line in dropped:
                line.dropped = True
            self._lines.clear()
