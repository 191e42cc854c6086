"""A microphone on the network: chunks in any format and rhythm become our blocks.

Sound that travels arrives late and in bursts, so the hour of its arrival says little about when it was recorded. The
stream itself tells: the chunk that came with the least delay lately sets the clock, the samples count from there. What
was recorded while the host spoke is known as such however late it comes (`recorded`).
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable
from typing import Final

from wyoming.event import Event

from host.speech.audio import BLOCK, RATE, AudioBlock, AudioChunk
from host.speech.capture import Blocks
from host.speech.wyoming.pcm import BadSound, Inflow
from host.speech.wyoming.station import Station

LAG: Final = 0.15
"""Seconds from the air to us in the best case: what the recording program and the network keep."""
DEAF_AFTER: Final = 3.0
"""Seconds without a chunk after which the microphone is lost: a network may hold its breath for longer than a cable."""
_WINDOW: Final = 10.0
"""Seconds in which a chunk must have come without delay."""


class StreamClock:
    """Tells when the samples of a stream were recorded, by their number and their arrivals. Pure."""

    def __init__(self) -> None:
        self._best: deque[tuple[float, float]] = deque()
        """(arrival, arrival minus stream time), by second, the least of each."""
        self._samples = 0

    def arrived(self, samples: int, now: float) -> None:
        """So many more samples at RATE arrived at ``now``."""
        self._samples += samples
        offset = now - self._samples / RATE
        if self._best and now - self._best[-1][0] < 1.0:
            at, best = self._best[-1]
            self._best[-1] = (at, min(best, offset))
        else:
            self._best.append((now, offset))
        while now - self._best[0][0] > _WINDOW:
            self._best.popleft()

    def recorded(self, sample: int) -> float:
        """When the sample of that number was recorded, on the clock of the arrivals; long ago before the first one."""
        if not self._best:
            return float("-inf")
        return sample / RATE + min(offset for _, offset in self._best) - LAG


class RemoteMicrophone:
    """The listening half of an `AudioIO`.

    Args:
        station: where it is.
        clock: seconds, monotonic.
    """

    speaking = sounding = False

    def __init__(self, station: Station, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._station, self._clock = station, clock
        self._blocks, self._inflow, self._stream = Blocks(), Inflow(), StreamClock()
        self._on_block: Callable[[AudioBlock], None] | None = None
        self._seq = self._first = 0
        self._last = 0.0
        self._open = False
        station.on_chunk = self._take

    @property
    def name(self) -> str:
        """The station."""
        return self._station.name

    def recorded(self, seq: int) -> float:
        """When the block of that number was recorded (its beginning), on our clock."""
        return self._stream.recorded((seq - self._first) * BLOCK)

    def open(self, on_block: Callable[[AudioBlock], None], on_finished: Callable[[int, bool], None]) -> None:
        """Connects. See `AudioIO.open`."""
        self._blocks, self._inflow, self._stream = Blocks(self._seq), Inflow(), StreamClock()
        self._on_block, self._first = on_block, self._seq
        self._station.acquire()
        self._last = self._clock()
        self._open = True

    def close(self) -> None:
        """Ends the connection."""
        self._on_block = None
        if self._open:
            self._open = False
            self._station.release()

    def lost(self) -> str | None:
        """What has happened; None while all is well."""
        if not self._open:
            return None
        if fault := self._station.fault:
            return f"{self._station.address} ({fault})"
        return f"{self._station.address} (no sound)" if self._clock() - self._last > DEAF_AFTER else None

    def _take(self, event: Event) -> None:
        """From the station's thread."""
        now = self._clock()
        try:
            pcm = self._inflow.take(event)
        except BadSound as error:
            self._station.failed(error)
            return
        self._last = now
        self._stream.arrived(len(pcm), now)
        if (on_block := self._on_block) is None:
            return
        for block in self._blocks.feed(pcm):
            self._seq = block.seq + 1
            on_block(block)

    def play(self, line_id: int, chunks: Iterable[AudioChunk]) -> None:
        """A microphone plays nothing."""

    def flush(self) -> None:
        """Nothing is queued."""

    def first_heard(self, line_id: int) -> float | None:
        """Nothing is heard."""
        return None
