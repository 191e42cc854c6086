"""Wyoming's audio chunks, of any rate, width and number of channels, as our samples and back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

import numpy as np
from wyoming.audio import AudioChunk as WireChunk
from wyoming.audio import AudioStart, AudioStop
from wyoming.event import Event

from host.errors import DeviceError
from host.speech.audio import RATE, Pcm
from host.speech.capture import to_internal

RATES: Final = range(4_000, 192_001)
PIECE: Final = 0.1
"""Seconds of sound in a chunk that we send."""


class BadSound(DeviceError):
    """A chunk in a format that cannot be sound."""


def samples_of(event: Event) -> tuple[Pcm, int, int]:
    """The samples of an ``audio-chunk`` event, interleaved as they came, its rate and its number of channels.

    Raises:
        BadSound: it has no format, or an impossible one.
    """
    try:
        chunk = WireChunk.from_event(event)
        rate, width, channels = int(chunk.rate), int(chunk.width), int(chunk.channels)
    except (KeyError, TypeError, ValueError) as error:
        raise BadSound("the service sends sound without its format") from error
    if rate not in RATES or width not in (1, 2, 3, 4) or not 1 <= channels <= 32:
        raise BadSound(f"the service sends sound of {rate} Hz, {width} bytes and {channels} channels")
    raw = chunk.audio[: len(chunk.audio) // (width * channels) * width * channels]
    if width == 1:
        pcm = np.frombuffer(raw, np.int8).astype(np.int16) * 256  # signed, unlike in a WAV file
    elif width == 2:
        pcm = np.frombuffer(raw, "<i2")
    elif width == 3:
        bytes_ = np.frombuffer(raw, np.uint8).reshape(-1, 3)
        pcm = (bytes_[:, 1].astype(np.uint16) | (bytes_[:, 2].astype(np.uint16) << 8)).astype(np.int16)
    else:
        pcm = np.frombuffer(raw, "<i4") >> 16
    return pcm.astype(np.int16), rate, channels


class Inflow:
    """Turns a stream of chunks into mono samples at RATE; the format may change on the way."""

    def __init__(self) -> None:
        self._format = (0, 0)
        self._convert: Callable[[Pcm], Pcm] = lambda pcm: pcm

    def take(self, event: Event) -> Pcm:
        """The samples of the next chunk; raises BadSound."""
        pcm, rate, channels = samples_of(event)
        if (rate, channels) != self._format:
            self._format, self._convert = (rate, channels), to_internal(rate, channels)
        return self._convert(pcm)


def mono(event: Event) -> tuple[Pcm, int]:
    """The samples of one chunk, mixed to mono, and their rate; raises BadSound."""
    pcm, rate, channels = samples_of(event)
    return (pcm.reshape(-1, channels).mean(axis=1).astype(np.int16) if channels > 1 else pcm), rate


def chunk(pcm: Pcm, rate: int = RATE) -> Event:
    """One ``audio-chunk`` event of mono samples."""
    return WireChunk(rate, 2, 1, pcm.astype("<i2").tobytes()).event()


def clip(pcm: Pcm, rate: int = RATE) -> Iterator[Event]:
    """A whole sound as events: start, chunks of PIECE seconds, stop."""
    yield AudioStart(rate, 2, 1).event()
    step = round(PIECE * rate)
    for at in range(0, len(pcm), step):
        yield chunk(pcm[at : at + step], rate)
    yield AudioStop().event()
