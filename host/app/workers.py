"""The threads beside the owner thread: one hears, one speaks. Each is watched, and replaced when it dies.

A worker never decides anything: it takes orders and sends signals to the inbox. Its owner calls `check` about twice a
second; whatever killed the thread, the turn it was busy with is reported as unheard or unsaid, so that nobody waits
for a dead worker, and a new thread goes on with the orders in the queue. A worker that dies again and again, or hangs
inside a library, cannot be mended in this process: `HostGone`.
"""

from __future__ import annotations

import queue
import threading
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from host.app.barge import BargeIn
from host.app.ear import Ear, TurnTimes
from host.app.gate import Gate
from host.app.keeper import AudioKeeper, HostGone
from host.app.mouth import Mouth
from host.dialogue.protocol import (
    Chime,
    DeviceLost,
    Heard,
    Line,
    Listen,
    NoInput,
    Say,
    Signal,
    SpeechFinished,
    UseLanguage,
)
from host.errors import DeviceError
from host.speech.audio import BLOCK, RATE, AudioBlock
from host.speech.capture import BlockQueue
from host.speech.ports import AudioIO

MOST_DEATHS: Final = 5
"""Deaths of one worker within a minute that are put up with."""
HANGS_AFTER: Final = 60.0
"""Seconds on one utterance or line after which a worker is taken to hang inside a library."""
_STOP: Final = object()
_CLOSE: Final = object()
Inbox = queue.Queue[Signal | BaseException]


@dataclass(frozen=True, slots=True)
class Timed:
    """The stages of an utterance, and when its last voiced sample was spoken on the loop's clock."""

    times: TurnTimes
    ended_at: float


class _Worker:
    """A thread that is replaced when it dies."""

    name = "worker"

    def __init__(self, inbox: Inbox, clock: Callable[[], float]) -> None:
        self._inbox, self._clock = inbox, clock
        self._thread: threading.Thread | None = None
        self._stopping = False
        self._deaths: deque[float] = deque(maxlen=MOST_DEATHS)
        self.busy_since: float | None = None
        """Since when it has been at one piece of work that takes time; None while it waits."""
        self.last_error: BaseException | None = None
        """What it died of last."""

    def start(self) -> None:
        """Starts the thread."""
        self._thread = threading.Thread(target=self._alive, name=self.name, daemon=True)
        self._thread.start()

    def check(self, now: float) -> list[Signal]:
        """Replaces a dead thread; returns what the dialogue must know.

        Raises:
            HostGone: it hangs, or has died too often.
        """
        busy = self.busy_since
        if busy is not None and now - busy > HANGS_AFTER:
            raise HostGone(f"the {self.name} hangs", todo="Start again; 'quizhost resume' goes on")
        if self._thread is None or self._thread.is_alive() or self._stopping:
            return []
        if len(self._deaths) == MOST_DEATHS and now - self._deaths[0] < 60.0:
            raise HostGone(
                f"the {self.name} keeps failing ({self.last_error})", todo="Start again; 'quizhost resume' goes on"
            )
        self._deaths.append(now)
        self.busy_since = None
        lost = self._after_death()
        self.start()
        return lost

    def join(self, seconds: float) -> None:
        """Waits for the end of the thread, at most so long: what it uses is for the next one then."""
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(seconds)

    def _alive(self) -> None:
        try:
            self._work()
        except BaseException as error:  # the owner finds the thread dead and replaces it
            self.last_error = error

    def _work(self) -> None:
        raise NotImplementedError

    def _after_death(self) -> list[Signal]:
        raise NotImplementedError


class EarWorker(_Worker):
    """Owns gate, ear and recogniser."""

    name = "ear"

    def __init__(
        self, ear: Ear, audio: AudioIO, inbox: Inbox, clock: Callable[[], float], barge: BargeIn | None = None
    ) -> None:
        super().__init__(inbox, clock)
        self._ear, self._gate, self._audio, self._barge = ear, Gate(ear), audio, barge
        self._queue = BlockQueue()
        self._arrived = (0, 0.0)
        self._turn: int | None = None
        self.timed: Timed | None = None
        """The last utterance."""
        self._muted = False
        self.processed = 0
        """Blocks heard to their end since the start: what shows a service manager that the ear is alive."""

    def put(self, block: AudioBlock) -> None:
        """From the microphone's callback: only queues."""
        self._arrived = (block.seq, self._clock())
        self._queue.put(block)

    def use(self, language: str) -> None:
        """Has the ears of a language ready; where there are none, a Lacking goes to the inbox."""
        self._queue.put(UseLanguage(language))

    def open(self, listen: Listen) -> None:
        """Listens as soon as the room is quiet."""
        self._turn = listen.turn_id
        self._queue.put(listen)

    def close(self) -> None:
        """Stops listening."""
        self._turn = None
        self._queue.put(_CLOSE)

    def mute(self, on: bool) -> None:
        """Throws away what the microphone brings from now on, before anything has looked at it; or hears again."""
        self._muted = on
        if on:
            self.close()

    def said(self, text: str) -> None:
        """What the host is saying, for the self-echo check."""
        self._queue.put(text)

    def stop_thread(self) -> None:
        """Ends the thread after what it is doing."""
        self._stopping = True
        self._queue.put(_STOP)

    def _work(self) -> None:
        self._ear.load()
        while (item := self._queue.get()) is not _STOP:
            match item:
                case AudioBlock():
                    self._hear(item)
                case Listen():
                    self._gate.open(item)
                case str():
                    self._ear.host_said(item)
                case UseLanguage(language):
                    self._bring(language)
                case _:
                    self._gate.close()

    def _bring(self, language: str) -> None:
        """Loads ears, which takes seconds; what the microphone brought meanwhile is the host's own voice."""
        self.busy_since = self._clock()
        lacking = self._ear.use(language)
        if self._barge:
            self._barge.use(self._ear.ears)
        self.busy_since = None
        self._queue.forget()
        self._gate.step(0.0, False)  # quiet begins anew
        if lacking:
            self._inbox.put(lacking)

    def _hear(self, block: AudioBlock) -> None:
        if self._muted:
            self.processed += 1
            return
        audio = self._audio
        speaking = audio.spoken_over(block.seq) if isinstance(audio, AudioKeeper) else audio.speaking
        self._gate.step(block.seq * BLOCK / RATE, not speaking)
        if self._barge and (button := self._barge.feed(block, listening=speaking and not self._ear.is_open)):
            self._inbox.put(button)
        self.busy_since = self._clock() if self._ear.is_open else None
        for signal in self._ear.feed(block):
            if isinstance(signal, Heard | NoInput):
                self._turn = None if self._turn == signal.turn_id else self._turn
                if self._ear.last:
                    self.timed = Timed(self._ear.last, self._spoken_at(block, self._ear.last))
            self._inbox.put(signal)
        self.busy_since = None
        self.processed += 1

    def _spoken_at(self, block: AudioBlock, times: TurnTimes) -> float:
        """The loop's clock when the utterance's last voiced sample arrived."""
        seq, at = self._arrived
        return at - (seq - block.seq) * BLOCK / RATE - (times.decided - times.ended)

    def _after_death(self) -> list[Signal]:
        self._gate.close()
        turn, self._turn = self._turn, None
        return [NoInput(turn)] if turn is not None else []


class MouthWorker(_Worker):
    """Owns the voice: synthesises lines in order, so that the host can go on thinking meanwhile."""

    name = "voice"

    def __init__(self, mouth: Mouth, inbox: Inbox, ear: EarWorker | None, clock: Callable[[], float]) -> None:
        super().__init__(inbox, clock)
        self._mouth, self._ear = mouth, ear
        self._queue: queue.Queue[tuple[int, Any]] = queue.Queue()
        self._unsaid: set[int] = set()
        self._stops = 0
        self._broken = False

    @property
    def pending(self) -> bool:
        """Whether a line has not been heard to its end."""
        return bool(self._unsaid)

    def use(self, language: str) -> None:
        """Has the voice of a language ready; where there is none, a Lacking goes to the inbox."""
        self._queue.put((self._stops, UseLanguage(language)))

    def say(self, say: Say) -> None:
        """Queues a line."""
        self._unsaid.add(say.line.id)
        self._queue.put((self._stops, say))
        if self._ear:
            self._ear.said(say.line.spoken or say.line.text)

    def chime(self, chime: Chime) -> None:
        """Queues a cue behind the lines."""
        self._queue.put((self._stops, chime))

    def prepare(self, lines: Sequence[Line]) -> None:
        """Makes the sound of lines that may come, for as long as nothing else is wanted of the voice."""
        if lines:
            self._queue.put((self._stops, tuple(lines)))

    def chime_now(self, name: str) -> None:
        """Plays a cue before lines that are still being made; from the owner's thread."""
        self._mouth.chime(Chime(name))

    def stop(self) -> None:
        """Falls silent now; lines queued before are dropped and reported."""
        self._stops += 1
        self._mouth.stop()

    def finished(self, line_id: int, completed: bool) -> None:
        """From the loudspeaker: a line has been heard, or was cut off."""
        signal = self._mouth.finished(line_id, completed)
        if signal and line_id in self._unsaid:
            self._unsaid.discard(line_id)
            self._inbox.put(signal)

    def stop_thread(self) -> None:
        """Ends the thread after what it is doing."""
        self._stopping = True
        self._queue.put((0, _STOP))

    def _work(self) -> None:
        while True:
            stops, item = self._queue.get()
            if item is _STOP:
                return
            if stops != self._stops and not isinstance(item, UseLanguage):
                self._dropped(item)
                continue
            self.busy_since = self._clock()
            try:
                match item:
                    case UseLanguage(language):
                        if lacking := self._mouth.use(language):
                            self._inbox.put(lacking)
                    case Chime():
                        self._mouth.chime(item)
                    case Say():
                        self._mouth.say(item)
                        self._broken = False
                    case _:
                        self._mouth.prefetch(item, self._queue.empty)
                if stops != self._stops:  # stopped while it was being synthesised
                    self._mouth.stop()
            except DeviceError as error:  # the voice fails; its lines are printed anyway
                self._dropped(item)
                if not self._broken:  # said once, or saying so would fail and be said again, for ever
                    self._inbox.put(DeviceLost(error.sentence(), "voice"))
                self._broken = True
            self.busy_since = None

    def _dropped(self, item: Any) -> None:
        if isinstance(item, Say) and item.line.id in self._unsaid:
            self._unsaid.discard(item.line.id)
            self._inbox.put(SpeechFinished(item.line.id, False))

    def _after_death(self) -> list[Signal]:
        """Everything said so far counts as unheard, but what the loudspeaker has is still played."""
        while True:
            try:
                self._queue.get_nowait()
            except queue.Empty:
                break
        unsaid, self._unsaid = sorted(self._unsaid), set()
        return [SpeechFinished(line_id, False) for line_id in unsaid]
