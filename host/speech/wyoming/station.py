"""The connection to a microphone, a loudspeaker or both (a satellite) on the network.

Microphones stream as soon as somebody connects, a satellite when it is told to run; loudspeakers take sound and say
when it has been played. A thread reads, hands on what comes, answers pings and asks with pings of its own whether the
other side is there, if it knows them. The microphone and the loudspeaker of one satellite share a station.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Final

from wyoming.event import Event
from wyoming.info import Describe
from wyoming.ping import Ping, Pong
from wyoming.satellite import RunSatellite

from host.errors import DeviceError
from host.speech.wyoming.address import Address
from host.speech.wyoming.offers import Described
from host.speech.wyoming.wire import CONNECT_WITHIN, Link, LinkError, connect

DESCRIBES_WITHIN: Final = 1.0
"""Seconds for a description; microphones and loudspeakers of Rhasspy give none."""
SOUNDS_WITHIN: Final = 4.0
"""Seconds until the first sound of a microphone."""
BEAT: Final = 2.0
"""Seconds between two pings."""
SILENT_AFTER: Final = 6.0
"""Seconds without a pong, of a station that knows pings, after which it is gone."""
_FIRST: Final = CONNECT_WITHIN + DESCRIBES_WITHIN + SOUNDS_WITHIN + 1.0
_LATER: Final = 0.05
"""Seconds that an attempt to come back may hold up the caller; it goes on behind their back."""


class Station:
    """One address with a microphone, a loudspeaker, or both.

    Args:
        address: where it is.
    """

    def __init__(self, address: Address) -> None:
        self.address = address
        self.on_chunk: Callable[[Event], None] | None = None
        """Takes every ``audio-chunk``; set by the microphone."""
        self.on_played: Callable[[], None] | None = None
        """Told every ``played``; set by the loudspeaker."""
        self.described: Described | None = None
        self.round_trip = 0.0
        """Seconds of the last ping."""
        self._users = 0
        self._opened_before = False
        self._link: Link | None = None
        self._fault: DeviceError | None = None
        self._attempt: threading.Thread | None = None
        self._lock = threading.RLock()
        self._told, self._sounded = threading.Event(), threading.Event()

    @property
    def name(self) -> str:
        """Who answers there, for people."""
        return f"{self.described.program} at {self.address}" if self.described else str(self.address)

    @property
    def fault(self) -> str | None:
        """What has happened to the connection; None while all is well."""
        fault = self._fault
        return fault.what if fault else None

    def acquire(self) -> None:
        """Connects, or shares the connection there is. The first time it waits, later attempts go on by themselves.

        Raises:
            DeviceError: it is not there (yet), or it is something else.
        """
        with self._lock:
            if self._link is not None and self._fault is None:
                self._users += 1
                return
            patience = _LATER if self._opened_before else _FIRST
            self._opened_before = True
            attempt = self._attempt
            if attempt is None or not attempt.is_alive():
                attempt = threading.Thread(target=self._connect, name=f"connect {self.address}", daemon=True)
                self._attempt, self._fault = attempt, None
                attempt.start()
        attempt.join(patience)
        with self._lock:
            if attempt.is_alive():
                raise LinkError("it is not back yet", where=str(self.address))
            if self._fault is not None:
                fault = self._fault
                raise type(fault)(fault.what, where=fault.where, todo=fault.todo)
            self._users += 1

    def release(self) -> None:
        """One user less; the last one ends the connection."""
        with self._lock:
            self._users = max(0, self._users - 1)
            if self._users == 0 and self._link is not None:
                link, self._link = self._link, None
                link.close()

    def send(self, *events: Event) -> None:
        """Sends, as long as there is a connection; what goes wrong is kept as the fault."""
        link = self._link
        if link is None or self._fault is not None:
            return
        try:
            link.send(*events)
        except LinkError as error:
            self.failed(error, link)

    def failed(self, error: DeviceError, link: Link | None = None) -> None:
        """The connection is no use any more."""
        with self._lock:
            if link is not None and link is not self._link:
                return  # one that has been replaced
            self._fault = self._fault or error
            if self._link is not None:
                self._link.close()
                self._link = None

    def _connect(self) -> None:
        self._told.clear()
        self._sounded.clear()
        try:
            link = connect(self.address)
        except DeviceError as error:
            self._fault = error
            return
        with self._lock:
            self._link, self.described = link, None
        threading.Thread(target=self._read, args=(link,), name=f"read {self.address}", daemon=True).start()
        self.send(Describe().event())
        self._told.wait(DESCRIBES_WITHIN)
        if self._wrong():
            return
        if self.described and "satellite" in self.described.kinds:
            self.send(RunSatellite().event())
        self.send(Ping("quizhost").event())
        if self.on_chunk and not self._sounded.wait(SOUNDS_WITHIN):
            todo = "Start it without a wake word and without voice detection, and see that nobody else uses it"
            self.failed(LinkError("it sends no sound", where=str(self.address), todo=todo))

    def _wrong(self) -> bool:
        """Whether it is something that we cannot use; a station that says nothing is taken at its word."""
        described = self.described
        if described is None or "satellite" in described.kinds:
            return False
        for wanted, kind, words in (
            (self.on_chunk is not None, "mic", "a microphone"),
            (self.on_played is not None, "snd", "a loudspeaker"),
        ):
            if wanted and kind not in described.kinds:
                self.failed(described.wrong_kind(words))
                return True
        return False

    def _read(self, link: Link) -> None:
        asked = heard = time.monotonic()
        pings = False
        try:
            while True:
                event = link.receive(BEAT / 2)
                now = time.monotonic()
                if event is not None:
                    if Pong.is_type(event.type):
                        pings, heard = True, now
                        self.round_trip = now - asked
                    else:
                        self._take(event, link)
                if pings and now - asked >= BEAT:
                    asked = now
                    link.send(Ping("quizhost").event())
                if pings and now - heard > SILENT_AFTER:
                    raise LinkError("it does not answer any more", where=str(self.address))
        except DeviceError as error:
            self.failed(error, link)
        finally:
            self._told.set()
            link.close()

    def _take(self, event: Event, link: Link) -> None:
        match event.type:
            case "audio-chunk" if self.on_chunk:
                self._sounded.set()
                self.on_chunk(event)
            case "played" if self.on_played:
                self.on_played()
            case "ping":
                link.send(Pong(Ping.from_event(event).text).event())
            case "info":
                self.described = Described.of(self.address, event)
                self._told.set()
