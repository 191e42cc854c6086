"""A loudspeaker on the network: lines go out as they are to be heard, a little ahead of time.

Sent all at once a line could not be stopped any more; sent sample by sample every hiccup of the network would be
heard. So what is due within the next `LEAD` seconds is sent, and a thread keeps it so. When a line has been heard is
reckoned from the moment it was sent, the way there and the buffer of the program that plays it (``?delay=`` in the
address); where the other side reports that it has played later than reckoned, its word counts.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from typing import Final

from wyoming.audio import AudioStart, AudioStop

from host.speech.audio import AudioBlock, AudioChunk
from host.speech.playback import Playback
from host.speech.wyoming.pcm import chunk
from host.speech.wyoming.station import Station

LEAD: Final = 0.3
"""Seconds that sound is sent ahead: the network may stumble for so long. It also delays falling silent."""
RATE_THERE: Final = 22_050
"""Samples per second where neither the address nor the other side tells: the rate of most voices."""
TICK: Final = 0.02
"""Seconds between two looks at what is due."""
PLAYED_WITHIN: Final = 3.0
"""Seconds after the reckoned end in which a side that reports has reported; else it is not waited for."""


class RemoteSpeaker:
    """The speaking half of an `AudioIO`.

    Args:
        station: where it is.
        clock: seconds, monotonic.
        tick: seconds of the real world between two looks at what is due.
    """

    def __init__(self, station: Station, *, clock: Callable[[], float] = time.monotonic, tick: float = TICK) -> None:
        self._station, self._clock, self._tick = station, clock, tick
        self._on_finished: Callable[[int, bool], None] = lambda line, done: None
        self._playback: Playback | None = None
        self._over = threading.Event()
        self._thread: threading.Thread | None = None
        self._start = 0.0
        """The clock at sample 0."""
        self._way = 0.0
        """Seconds from sending to hearing."""
        self._idle, self._sending = True, False
        self._begun: deque[tuple[int, float]] = deque(maxlen=64)
        self._held: list[tuple[int, bool]] = []
        """Lines that should have been heard, and are not reported as played."""
        self._reports = False
        """The other side says when it has played."""
        self._unplayed: float | None = None
        """Until when a report is waited for."""
        self._open = False
        station.on_played = self._played

    @property
    def name(self) -> str:
        """The station."""
        return self._station.name

    @property
    def speaking(self) -> bool:
        """Whether a line (not a cue) is queued, playing, on its way, or not yet reported as played."""
        playback = self._playback
        return (playback is not None and playback.speaking) or any(line >= 0 for line, _ in self._held)

    @property
    def sounding(self) -> bool:
        """Whether a line or a cue is to be heard just now."""
        playback = self._playback
        return (playback is not None and playback.sounding) or bool(self._held)

    def first_heard(self, line_id: int) -> float | None:
        """When the first sample of a line was in the air, on our clock; None if it was not (lately)."""
        return next((at for line, at in reversed(self._begun) if line == line_id), None)

    def open(self, on_block: Callable[[AudioBlock], None], on_finished: Callable[[int, bool], None]) -> None:
        """Connects. See `AudioIO.open`."""
        self._station.acquire()
        self._on_finished = on_finished
        told, address = self._station.described, self._station.address
        programs = told.info.snd if told else []
        rate = address.rate or (int(programs[0].snd_format.rate) if programs else RATE_THERE)
        self._way = self._station.round_trip / 2 + address.delay
        self._playback = Playback(rate, latency=LEAD + self._way)
        self._start, self._idle, self._sending = self._clock(), True, False
        self._held, self._unplayed, self._open = [], None, True
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._pump, args=(self._over,), name="remote loudspeaker", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Ends the connection; lines not yet heard are reported as not completed."""
        if not self._open:
            return
        self._open = False
        self._over.set()
        if self._thread and self._thread is not threading.current_thread():
            self._thread.join(2.0)
        playback, self._playback = self._playback, None
        held, self._held = self._held, []
        if self._sending:
            self._station.send(AudioStop().event())
        self._station.release()
        for line_id in [line for line, _ in held] + (playback.abandon() if playback else []):
            self._on_finished(line_id, False)

    def lost(self) -> str | None:
        """What has happened; None while all is well."""
        fault = self._station.fault if self._open else None
        return f"{self._station.address} ({fault})" if fault else None

    def play(self, line_id: int, chunks: Iterable[AudioChunk]) -> None:
        """Queues a line, taking as long as its synthesis."""
        if self._playback is None:
            self._on_finished(line_id, False)
            return
        self._playback.play(line_id, chunks)

    def flush(self) -> None:
        """Drops everything queued; what has been sent is still heard."""
        if self._playback:
            self._playback.flush()

    def _pump(self, over: threading.Event) -> None:
        while not over.wait(self._tick):
            self._advance(self._clock())

    def _advance(self, now: float) -> None:
        """Sends what is due at ``now`` and reports what has been heard by then."""
        playback = self._playback
        if playback is None:
            return
        if self._idle and not playback.silent:
            self._start = now - playback.position / playback.rate  # the next sample is due now
        self._idle = playback.silent
        ahead = 0.0 if self._idle else LEAD
        due, step = int((now - self._start + ahead) * playback.rate), playback.rate // 50
        while playback.position + step <= due:
            self._send(playback, step, now)
        for line_id, completed in playback.finished():
            self._held.append((line_id, completed))
        waiting = self._unplayed is not None and now < self._unplayed and not playback.pending
        if self._held and not waiting:
            held, self._held = self._held, []
            for line_id, completed in held:
                self._on_finished(line_id, completed)

    def _send(self, playback: Playback, step: int, now: float) -> None:
        out = playback.fill(step)
        while playback.begun:
            line_id, at = playback.begun.popleft()
            self._begun.append((line_id, self._start + at / playback.rate + self._way))
        if out.any() or (self._sending and playback.pending):
            events = [] if self._sending else [AudioStart(playback.rate, 2, 1).event()]
            self._sending = True
            self._station.send(*events, chunk(out, playback.rate))
        elif self._sending:
            self._sending = False
            self._unplayed = now + LEAD + self._way + PLAYED_WITHIN if self._reports else None
            self._station.send(AudioStop().event())

    def _played(self) -> None:
        """From the station's thread: all that was sent has been played."""
        self._reports = True
        self._unplayed = None
