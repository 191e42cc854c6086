"""Keeps the sound alive: notices a lost device, opens it again with growing pauses, and gives up in the open.

Pure but for the `AudioIO` it watches; time is an argument. The loop calls `check` at least once a second and after
every block; what comes back tells the players what happened. `EXIT_STATUS` tells a service manager to start the host
anew; the game is on disk by then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import StrEnum
from typing import Final, Protocol, runtime_checkable

from host.dialogue.protocol import DeviceLost, Notice, Signal
from host.errors import DeviceError
from host.speech.audio import AudioBlock, AudioChunk
from host.speech.ports import AudioIO

PAUSES: Final = (0.0, 0.3, 1.0, 2.0, 4.0)
"""Seconds before each attempt to open a lost device again; the last pause repeats after giving up."""
EXIT_STATUS: Final = 75
"""EX_TEMPFAIL of sysexits.h: try again later."""


class HostGone(DeviceError):
    """Devices or workers are beyond mending in this process; a new start may help."""

    exit_status = EXIT_STATUS


class WatchedAudio(AudioIO, Protocol):
    """An AudioIO that knows when it has gone silent."""

    def lost(self) -> str | None:
        """What has stopped working; None while all is well."""
        ...

    def first_heard(self, line_id: int) -> float | None:
        """When the first sample of a line was in the air, on the devices' clock; None if it was not (lately)."""
        ...


@runtime_checkable
class Travelling(Protocol):
    """Devices whose sound takes a while from the air to here."""

    def spoken_over(self, seq: int) -> bool:
        """Whether the host spoke when the block of that number was recorded."""
        ...


class News(StrEnum):
    """What the players should hear about their devices."""

    LOST = "lost"
    """A device has stopped; it is being opened again."""
    BACK = "back"
    """Sound works again. Open the gate or say the last line once more."""
    GAVE_UP = "gave_up"
    """It did not come back in time. Go on typed, or leave with EXIT_STATUS."""


def lost_here(what: str) -> DeviceLost:
    """The loss of a device of this machine, which names its part first: "the microphone 'USB Mic'"."""
    return DeviceLost(what, next((part for part in ("microphone", "loudspeaker") if f"the {part} " in what), ""))


class AudioKeeper:
    """An `AudioIO` around another that survives the loss of its device.

    While the device is away, lines end at once, not completed, so that nobody waits for them.

    Args:
        audio: the devices to watch.
        pauses: seconds before each attempt.
    """

    def __init__(self, audio: WatchedAudio, pauses: tuple[float, ...] = PAUSES) -> None:
        self._audio, self._pauses = audio, pauses
        self._on_block: Callable[[AudioBlock], None] = lambda block: None
        self._on_finished: Callable[[int, bool], None] = lambda line, done: None
        self._tried = 0
        self._next: float | None = None
        """When to try again; None while the device is open."""
        self.what = ""
        """What was lost, or why it cannot be opened, in words."""
        self.losses = 0
        """How often a device was lost."""

    @property
    def name(self) -> str:
        """The devices in use."""
        return self._audio.name

    @property
    def working(self) -> bool:
        """Whether the devices are open and, as far as is known, alive."""
        return self._next is None

    @property
    def gave_up(self) -> bool:
        """Whether all attempts failed; further ones are still made, for whoever plugs the device in late."""
        return self._tried >= len(self._pauses)

    @property
    def speaking(self) -> bool:
        """Whether a line is queued, playing, or on its way through the output buffer."""
        return self._next is None and self._audio.speaking

    def spoken_over(self, seq: int) -> bool:
        """Whether the host spoke when the block of that number was recorded; on a cable, that is now."""
        if self._next is None and isinstance(self._audio, Travelling):
            return self._audio.spoken_over(seq)
        return self.speaking

    @property
    def sounding(self) -> bool:
        """Whether a line or a cue is to be heard just now."""
        return self._next is None and self._audio.sounding

    def first_heard(self, line_id: int) -> float | None:
        """When the first sample of a line was in the air, on the devices' clock; None if it was not (lately)."""
        return self._audio.first_heard(line_id)

    def open(self, on_block: Callable[[AudioBlock], None], on_finished: Callable[[int, bool], None]) -> None:
        """Opens the devices; raises DeviceError when that fails the first time."""
        self._on_block, self._on_finished = on_block, on_finished
        self._audio.open(on_block, on_finished)
        self._tried, self._next = 0, None

    def check(self, now: float) -> News | None:
        """Looks after the devices at time ``now`` (seconds, monotonic). At most one piece of news a call."""
        if self._next is None:
            what = self._audio.lost()
            if what is None:
                return None
            self.what, self._tried, self._next = what, 0, now + self._pauses[0]
            self.losses += 1
            self._audio.close()
            return News.LOST
        if now < self._next:
            return None
        already = self.gave_up
        try:
            self._audio.open(self._on_block, self._on_finished)
        except DeviceError as error:
            self.what = error.sentence()
            self._tried += 1
            self._next = now + self._pauses[min(self._tried, len(self._pauses) - 1)]
            return News.GAVE_UP if self.gave_up and not already else None
        self._tried, self._next = 0, None
        return News.BACK

    def lost_signal(self) -> Signal:
        """What the dialogue is told when the devices are lost."""
        return lost_here(self.what)

    def back_signal(self) -> Signal | None:
        """What the dialogue is told when they are back."""
        return Notice("back_sound", repeat=True)

    def fail(self, what: str, now: float) -> News:
        """Treats the devices as lost because someone else noticed (an error from the speaker thread)."""
        self.what, self._tried, self._next = what, 0, now + self._pauses[0]
        self.losses += 1
        self._audio.close()
        return News.LOST

    def play(self, line_id: int, chunks: Iterable[AudioChunk]) -> None:
        """Queues a line, or reports it as not completed while there is no loudspeaker."""
        if self._next is None:
            self._audio.play(line_id, chunks)
        else:
            self._on_finished(line_id, False)

    def flush(self) -> None:
        """Drops everything queued."""
        self._audio.flush()

    def close(self) -> None:
        """Stops for good."""
        self._audio.close()
