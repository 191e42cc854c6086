"""From the microphone's samples to blocks that wait for their listener."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Final

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
    """Microphone blocks waiting for their listener, and orders to it in between, in the order in which they came.

    Bounded: when the listener falls behind, the oldest blocks are dropped and counted as lost; orders never are.
    """

    def __init__(self, longest: int = QUEUE_BLOCKS) -> None:
        self._items: deque[Any] = deque()
        self._longest, self._waiting, self._dropped = longest, 0, 0
        self._changed = threading.Condition()
        self.lost = 0
        """Samples dropped altogether."""

    def put(self, item: Any) -> None:
        """Adds a block or an order; never waits for the reader."""
        with self._changed:
            self._items.append(item)
            if isinstance(item, AudioBlock):
                self._waiting += 1
                if self._waiting > self._longest:
                    self._drop()
            self._changed.notify()

    def forget(self) -> None:
        """Throws away the blocks that wait, as if there had been silence; orders stay."""
        with self._changed:
            self._items = deque(item for item in self._items if not isinstance(item, AudioBlock))
            self._waiting = self._dropped = 0

    def _drop(self) -> None:
        at = next(i for i, item in enumerate(self._items) if isinstance(item, AudioBlock))
        gone = self._items[at]
        del self._items[at]
        self._waiting -= 1
        self._dropped += len(gone.pcm) + gone.lost
        self.lost += len(gone.pcm)

    def get(self, timeout: float | None = None) -> Any:
        """The oldest item, a block marked when others before it were dropped; None after ``timeout`` seconds."""
        with self._changed:
            if not self._changed.wait_for(lambda: bool(self._items), timeout):
                return None
            item = self._items.popleft()
            if not isinstance(item, AudioBlock):
                return item
            self._waiting -= 1
            dropped, self._dropped = self._dropped, 0
            return replace(item, overflowed=True, lost=item.lost + dropped) if dropped else item
