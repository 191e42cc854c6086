"""Microphone and loudspeaker that stay open from power-on to power-off, while one loop after the other uses them.

Opening a device takes up to seconds and clicks; between two games of an appliance nothing of that should be heard.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from host.app.keeper import Travelling, WatchedAudio
from host.speech.audio import AudioBlock, AudioChunk


class Held:
    """An `AudioIO` whose ``close`` only lets go of it, unless its device is lost.

    Args:
        audio: the devices.
    """

    def __init__(self, audio: WatchedAudio) -> None:
        self._audio, self._is_open = audio, False
        self._on_block: Callable[[AudioBlock], None] = lambda block: None
        self._on_finished: Callable[[int, bool], None] = lambda line, done: None

    @property
    def name(self) -> str:
        """The devices in use."""
        return self._audio.name

    @property
    def speaking(self) -> bool:
        """Whether a line is queued, playing, or on its way through the output buffer."""
        return self._audio.speaking

    def spoken_over(self, seq: int) -> bool:
        """Whether the host spoke when the block of that number was recorded."""
        return self._audio.spoken_over(seq) if isinstance(self._audio, Travelling) else self._audio.speaking

    @property
    def sounding(self) -> bool:
        """Whether a line or a cue is to be heard just now."""
        return self._audio.sounding

    def first_heard(self, line_id: int) -> float | None:
        """When the first sample of a line was in the air."""
        return self._audio.first_heard(line_id)

    def lost(self) -> str | None:
        """What has stopped working; None while all is well."""
        return self._audio.lost()

    @property
    def is_open(self) -> bool:
        """Whether the devices are open."""
        return self._is_open

    def open(self, on_block: Callable[[AudioBlock], None], on_finished: Callable[[int, bool], None]) -> None:
        """Takes them over; they are opened if they are not open yet. Raises DeviceError."""
        self._on_block, self._on_finished = on_block, on_finished
        if self._is_open and self._audio.lost() is None:
            return
        self._audio.open(lambda block: self._on_block(block), lambda line, done: self._on_finished(line, done))
        self._is_open = True

    def play(self, line_id: int, chunks: Iterable[AudioChunk]) -> None:
        """Queues a line."""
        self._audio.play(line_id, chunks)

    def flush(self) -> None:
        """Drops everything queued."""
        self._audio.flush()

    def close(self) -> None:
        """Lets go of them: what is queued is dropped and reported, and nobody is called any more."""
        if self._audio.lost() is not None:
            self.release()
        elif self._is_open:
            self._audio.flush()
        self._on_block = lambda block: None
        self._on_finished = lambda line, done: None

    def release(self) -> None:
        """Closes the devices."""
        self._is_open = False
        self._audio.close()
