"""Microphone and loudspeaker on different machines, each looked after by itself: the one goes on without the other."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Final, Protocol, runtime_checkable

from host.app.keeper import AudioKeeper, News, WatchedAudio, lost_here
from host.app.network import Network
from host.config import Settings
from host.dialogue.protocol import Notice, Signal
from host.errors import DeviceError
from host.speech.audio import AudioBlock, AudioChunk
from host.speech.wyoming.address import is_address, parse_address, require

PAUSES: Final = (0.0, 0.1, 0.3, 1.0, 2.0, 4.0, 8.0, 15.0, 30.0, 60.0)
"""Seconds before each attempt to reach a device on the network again: another machine may have to start anew."""
LATEST: Final = 3.0
"""Seconds after the host's last word from which on nothing can be its echo any more: later sound is lost sound."""


@runtime_checkable
class Delayed(Protocol):
    """A microphone whose sound travels."""

    def recorded(self, seq: int) -> float:
        """When the block of that number was recorded."""
        ...


class HalvesKeeper(AudioKeeper):
    """An `AudioKeeper` over two halves, of which at least one is on another machine.

    Args:
        microphone: the listening half; None: nothing is heard.
        speaker: the speaking half; None: nothing is spoken.
        far: the halves on other machines.
        network: tells the table what becomes of them.
        clock: seconds, monotonic; the same as that of the halves.
        pauses: seconds before each attempt to open a half again.
        patient: a half on another machine may be missing when they are opened; it is waited for like a lost one.
    """

    def __init__(
        self,
        microphone: WatchedAudio | None,
        speaker: WatchedAudio | None,
        *,
        far: Iterable[WatchedAudio],
        network: Network,
        clock: Callable[[], float] = time.monotonic,
        pauses: tuple[float, ...] = PAUSES,
        patient: bool = False,
    ) -> None:
        self._patient = patient
        self._devices = [device for device in (speaker, microphone) if device is not None]
        self._halves = [AudioKeeper(device, pauses) for device in self._devices]
        self._speaker = self._halves[0] if speaker is not None else None
        self._microphone, self._far = microphone, tuple(far)
        self._network, self._clock = network, clock
        self._quiet_since = float("-inf")
        self._away = self._far_away = False
        self.what, self.losses = "", 0

    @property
    def name(self) -> str:
        """The devices in use."""
        return " and ".join(dict.fromkeys(half.name for half in self._halves))

    @property
    def working(self) -> bool:
        """Whether both halves are open and, as far as is known, alive."""
        return all(half.working for half in self._halves)

    @property
    def gave_up(self) -> bool:
        """Whether all attempts failed for one of them."""
        return any(half.gave_up for half in self._halves)

    @property
    def speaking(self) -> bool:
        """Whether a line is queued, playing, or on its way."""
        return self._speaker is not None and self._speaker.speaking

    def spoken_over(self, seq: int) -> bool:
        """Whether the host spoke when that block was recorded, however late it comes."""
        if self.speaking or not isinstance(self._microphone, Delayed):
            return self.speaking
        late = self._clock() - self._quiet_since
        return late < LATEST and self._microphone.recorded(seq) < self._quiet_since

    @property
    def sounding(self) -> bool:
        """Whether a line or a cue is to be heard just now."""
        return self._speaker is not None and self._speaker.sounding

    def first_heard(self, line_id: int) -> float | None:
        """When the first sample of a line was in the air; None if it was not (lately)."""
        return self._speaker.first_heard(line_id) if self._speaker else None

    def open(self, on_block: Callable[[AudioBlock], None], on_finished: Callable[[int, bool], None]) -> None:
        """Opens both halves; raises DeviceError when one cannot be opened."""
        self._on_finished, self._away = on_finished, False
        for device, half in zip(self._devices, self._halves, strict=True):
            try:
                half.open(on_block, self._finished)
            except DeviceError as error:
                if self._patient and device in self._far:
                    half.fail(error.sentence(), self._clock())
                    self.what, self._far_away = half.what, True
                    continue
                self.close()
                raise

    def lost(self) -> str | None:
        """Never anything, for who watches this as devices: the halves are mended here."""
        return None

    def check(self, now: float) -> News | None:
        """Looks after both halves; the first that is lost is news, and that none is away any more."""
        gave_up = False
        for device, half in zip(self._devices, self._halves, strict=True):
            news = half.check(now)
            gave_up = gave_up or news is News.GAVE_UP
            if news is News.LOST:
                self.what = half.what
                self.losses += 1
                self._far_away = self._far_away or device in self._far
        was, self._away = self._away, not self.working
        if self._away and not was:
            return News.LOST
        if was and not self._away:
            return News.BACK
        return News.GAVE_UP if gave_up else None

    def lost_signal(self) -> Signal:
        """Of a half on another machine the network tells."""
        return self._network.sound_lost() if self._far_away else lost_here(self.what)

    def back_signal(self) -> Signal | None:
        """Of a half on another machine the network tells, when everything else is back as well."""
        far, self._far_away = self._far_away, False
        if not far:
            return Notice("back_sound", repeat=True)
        self._network.sound_back()
        return None

    def fail(self, what: str, now: float) -> News:
        """Treats both halves as lost."""
        for half in self._halves:
            half.fail(what, now)
        self.what, self._away = what, True
        return News.LOST

    def play(self, line_id: int, chunks: Iterable[AudioChunk]) -> None:
        """Queues a line; without a loudspeaker it ends at once."""
        if self._speaker is None:
            self._on_finished(line_id, False)
        else:
            self._speaker.play(line_id, chunks)

    def flush(self) -> None:
        """Drops everything queued."""
        if self._speaker is not None:
            self._speaker.flush()

    def close(self) -> None:
        """Closes both for good."""
        for half in self._halves:
            half.close()

    def _finished(self, line_id: int, completed: bool) -> None:
        if line_id >= 0:
            self._quiet_since = self._clock()
        self._on_finished(line_id, completed)


def open_audio(
    settings: Settings, network: Network, *, listening: bool, speaking: bool, patient: bool = False
) -> AudioKeeper:
    """Microphone and loudspeaker as the settings name them, here or on other machines; not opened yet.

    Args:
        settings: their names or addresses.
        network: tells the table what becomes of those on other machines.
        listening: a microphone is wanted.
        speaking: a loudspeaker is wanted.
        patient: those on other machines may come later.

    Raises:
        DeviceError: PortAudio, or the package for the network, is missing where it is needed.
        UsageError: an address is wrong.
    """
    from host.speech.devices import RealAudio

    microphone = settings.microphone if listening else None
    speaker = settings.speaker if speaking else None
    if not is_address(microphone) and not is_address(speaker):
        return AudioKeeper(
            RealAudio(microphone=microphone if listening else False, speaker=speaker if speaking else False)
        )
    require()
    from host.speech.wyoming.microphone import RemoteMicrophone
    from host.speech.wyoming.speaker import RemoteSpeaker
    from host.speech.wyoming.station import Station

    stations: dict[str, Station] = {}

    def station(text: str) -> Station:
        """One for each place: a satellite takes only one connection."""
        address = parse_address(text)
        found = stations.setdefault(str(address), Station(address))
        if text == speaker:  # what it says of rate and delay is about the loudspeaker
            found.address = address
        return found

    far: list[WatchedAudio] = []
    ears: WatchedAudio | None = None
    mouth: WatchedAudio | None = None
    if microphone is not None and is_address(microphone):
        ears = RemoteMicrophone(station(microphone))
        far.append(ears)
    elif listening:
        ears = RealAudio(microphone=microphone, speaker=False)
    if speaker is not None and is_address(speaker):
        mouth = RemoteSpeaker(station(speaker))
        far.append(mouth)
    elif speaking:
        mouth = RealAudio(microphone=False, speaker=speaker)
    return HalvesKeeper(ears, mouth, far=far, network=network, patient=patient)
