"""From the microphone's samples to blocks that wait for their listener."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

import numpy as np
import soxr

from host.speech.audio import BLOCK, RATE, AudioBlock, Pcm

QUEUE_BLOCKS: Final = 200
"""Blocks that may wait (6.4 s)."""
DEAF_AFTER: Final = 2.0
"""Seconds without a microphone block, or without the loudspeaker taking samples, after which a device is lost."""


def to_internal(rate: int, channels: int) -> Callable[[Pcm], Pcm]:
    """A converter of a device's interleaved samples, piece by piece, to mono at RATE.

    Of several channels one is taken, not the mean: adapters often carry a mono microphone on one side only, and two
    microphones apart cancel each other. Another channel takes over only when it is twice as strong.
    """
    resampler = soxr.ResampleStream(rate, RATE, 1, dtype="int16", quality="MQ") if rate != RATE else None
    strength, chosen = np.zeros(channels), 0

    def convert(samples: Pcm) -> Pcm:
        nonlocal strength, chosen
        if channels > 1:
            frames = samples.reshape(-1, channels)
            strength = strength * 0.95 + np.abs(frames.astype(np.int32)).mean(axis=0)
            best = int(np.argmax(strength))
            chosen = best if strength[best] > 2 * strength[chosen] else chosen
            samples = frames[:, chosen]
        samples = np.ascontiguousarray(samples)
        return resampler.resample_chunk(samples) if resampler else samples.copy()

    return convert


class Blocks:
    """Cuts a stream of samples of any lengths into AudioBlocks of BLOCK samples, numbered from ``first``."""

    def __init__(self, first: int = 0) -> None:
        self._rest: Pcm = np.zeros(0, np.int16)
        self._seq, self._lost = first, 0

    def feed(self, pcm: Pcm, *, lost: int = 0) -> Iterator[AudioBlock]:
        """The blocks that are full with these samples; the rest waits for the next call.

        Args:
            pcm: any number of samples at RATE.
            lost: samples the device lost before these; the next block carries it.
        """
        self._rest = np.concatenate([self._rest, pcm])
        self._lost += lost
        while len(self._rest) >= BLOCK:
            yield AudioBlock(self._seq, self._rest[:BLOCK].copy(), self._lost > 0, self._lost)
            self._rest, self._seq, self._lost = self._rest[BLOCK:], self._seq + 1, 0


class BlockQueue:
    """Microphone blocks waiting for their listener: bounded, the oldest are dropped and counted as lost."""

    def __init__(self, longest: int = QUEUE_BLOCKS) -> None:
        self._blocks: deque[AudioBlock] = deque()
        self._longest, self._dropped = longest, 0
        self._changed = threading.Condition()
        self.lost = 0
        """Samples dropped altogether."""

    def put(self, block: AudioBlock) -> None:
        """Adds a block; never waits for the reader."""
        with self._changed:
            self._blocks.append(block)
            while len(self._blocks) > self._longest:
                gone = self._blocks.popleft()
                self._dropped += len(gone.pcm) + gone.lost
                self.lost += len(gone.pcm)
            self._changed.notify()

    def get(self, timeout: float | None = None) -> AudioBlock | None:
        """The oldest block, marked when others before it were dropped; None after ``timeout`` seconds without one."""
        with self._changed:
            if not self._changed.wait_for(lambda: bool(self._blocks), timeout):
                return None
            block = self._blocks.popleft()
            dropped, self._dropped = self._dropped, 0
            return replace(block, overflowed=True, lost=block.lost + dropped) if dropped else block
