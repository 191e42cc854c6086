"""The loop on real devices: one inbox, one thread that owns the host and the session, workers around it.

    PortAudio callback --blocks--> ear thread (gate, voice activity, recogniser) --signals--> inbox
    standard input, a line at a time --------------------------------------------signals--> inbox
    inbox --> this thread: host.handle -> actions: write, print, then mouth thread --sound--> PortAudio callback

The inbox is the only meeting point, so there are no locks here; a result that comes late bears an old turn id and the
host drops it. Every worker's failure becomes a signal or an error in this thread: none dies unseen.
"""

from __future__ import annotations

import math
import queue
import sys
import threading
import time
from collections.abc import Callable
from typing import Any, TypeVar

from host import config
from host.app.ear import Ear
from host.app.gate import Gate
from host.app.keeper import AudioKeeper, News
from host.app.mouth import Mouth, open_voice
from host.app.performer import Performer
from host.app.session import Session
from host.app.table import Table
from host.config import Settings
from host.dialogue.machine import Host
from host.dialogue.protocol import (
    ButtonPressed,
    Chime,
    DeviceLost,
    InputClosed,
    Line,
    Listen,
    Say,
    Signal,
    SpeechFinished,
    Tick,
    Typed,
)
from host.errors import DeviceError
from host.speech.audio import BLOCK, RATE, AudioBlock
from host.speech.ports import AudioIO

CHECK_EVERY = 0.5
"""Seconds between two looks at the devices."""
_STOP = object()
T = TypeVar("T")


class Loop:
    """Runs a host on an AudioIO, with typed lines beside the microphone.

    Args:
        host: the quizmaster.
        session: where events go.
        show: prints a line.
        audio: loudspeaker and microphone; None: typed and printed only.
        mouth: the voice on ``audio``; None: printed only.
        ear: the recogniser; None: typed only.
        typed: where typed lines come from; None: nowhere.
        clock: seconds, never backwards.
    """

    def __init__(
        self,
        host: Host,
        session: Session,
        show: Callable[[Line], None],
        *,
        audio: AudioIO | None = None,
        mouth: Mouth | None = None,
        ear: Ear | None = None,
        typed: Any = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._host, self._clock, self._typed = host, clock, typed
        self._audio = audio
        self._inbox: queue.Queue[Signal | BaseException] = queue.Queue()
        self._ear = _EarThread(ear, audio, self._inbox) if ear and audio else None
        self._mouth = _MouthThread(mouth, self._inbox, self._ear) if mouth else None
        self._performer = Performer(show, session, voice=self._mouth, gate=self._ear)

    def run(self) -> None:
        """Plays until the host leaves; devices are closed in any case.

        Raises:
            DeviceError: the devices cannot be opened.
            SessionError: the game can no longer be saved.
        """
        try:
            if self._audio:
                on_block = self._ear.put if self._ear else (lambda block: None)
                self._audio.open(on_block, self._on_finished)
            for worker in (self._ear, self._mouth):
                if worker:
                    worker.start()
            if self._typed is not None:
                threading.Thread(target=self._read_lines, name="typed", daemon=True).start()
            self._perform(self._host.start(self._clock()))
            while not self._performer.quitting:
                self._perform(self._host.handle(self._next(), self._clock()))
            self._wait_until_said()
        finally:
            for worker in (self._mouth, self._ear):
                if worker:
                    worker.stop_thread()
            if self._audio:
                self._audio.close()

    def _next(self) -> Signal:
        """The next signal; a Tick when the host's deadline passes first. Looks after the devices meanwhile."""
        while True:
            deadline = self._host.deadline()
            left = math.inf if deadline is None else max(0.0, deadline - self._clock())
            try:
                got = self._inbox.get(timeout=min(left, CHECK_EVERY))
            except queue.Empty:
                if left <= CHECK_EVERY:
                    return Tick()
                if news := self._device_news():
                    return news
                continue
            if isinstance(got, BaseException):
                raise got
            return got

    def _device_news(self) -> Signal | None:
        """A lost device is said and opened again; without it and without a keyboard there is nobody to play with."""
        keeper = self._audio
        if not isinstance(keeper, AudioKeeper):
            return None
        match keeper.check(self._clock()):
            case News.LOST:
                return DeviceLost(keeper.what)
            case News.BACK:
                return ButtonPressed("repeat")
            case News.GAVE_UP if self._typed is None:
                raise DeviceError(keeper.what, todo="Plug it in; 'quizhost resume' goes on")
        return None

    def _perform(self, actions: list[Any]) -> None:
        for signal in self._performer.perform(actions):
            self._inbox.put(signal)

    def _wait_until_said(self) -> None:
        """The last words are heard to their end (at most half a minute)."""
        until = self._clock() + 30.0
        while self._mouth and self._mouth.pending and self._clock() < until:
            try:
                self._inbox.get(timeout=0.2)
            except queue.Empty:
                continue

    def _on_finished(self, line_id: int, completed: bool) -> None:
        if self._mouth:
            self._mouth.finished(line_id, completed)

    def _read_lines(self) -> None:
        try:
            for line in self._typed:
                if line.strip():
                    self._inbox.put(Typed(line.strip()))
            if self._ear is None:  # with a microphone the game goes on without a keyboard
                self._inbox.put(InputClosed())
        except BaseException as error:  # handed to the owner thread, which raises it
            self._inbox.put(error)


class _EarThread(threading.Thread):
    """Owns the gate, the ear and its recogniser."""

    def __init__(self, ear: Ear, audio: AudioIO, inbox: queue.Queue[Signal | BaseException]) -> None:
        super().__init__(name="ear", daemon=True)
        self._ear, self._gate, self._audio, self._inbox = ear, Gate(ear), audio, inbox
        self._queue: queue.Queue[Any] = queue.Queue()

    def put(self, block: AudioBlock) -> None:
        """From the microphone's callback: only queues."""
        self._queue.put(block)

    def open(self, listen: Listen) -> None:
        """Listens as soon as the room is quiet."""
        self._queue.put(listen)

    def close(self) -> None:
        """Stops listening."""
        self._queue.put(None)

    def said(self, text: str) -> None:
        """What the host is saying, for the self-echo check."""
        self._queue.put(text)

    def stop_thread(self) -> None:
        """Ends the thread after what it is doing."""
        self._queue.put(_STOP)

    def run(self) -> None:
        """Works off blocks and orders in the order in which they came."""
        try:
            while (item := self._queue.get()) is not _STOP:
                match item:
                    case AudioBlock():
                        self._gate.step(item.seq * BLOCK / RATE, not self._audio.speaking)
                        for signal in self._ear.feed(item):
                            self._inbox.put(signal)
                    case Listen():
                        self._gate.open(item)
                    case str():
                        self._ear.host_said(item)
                    case None:
                        self._gate.close()
        except BaseException as error:
            self._inbox.put(error)


class _MouthThread(threading.Thread):
    """Owns the voice: synthesises lines in order, so that the host can go on thinking meanwhile."""

    def __init__(self, mouth: Mouth, inbox: queue.Queue[Signal | BaseException], ear: _EarThread | None) -> None:
        super().__init__(name="mouth", daemon=True)
        self._mouth, self._inbox, self._ear = mouth, inbox, ear
        self._queue: queue.Queue[Any] = queue.Queue()
        self._unsaid: set[int] = set()
        self._stops = 0

    @property
    def pending(self) -> bool:
        """Whether a line has not been heard to its end."""
        return bool(self._unsaid)

    def say(self, say: Say) -> None:
        """Queues a line."""
        self._unsaid.add(say.line.id)
        self._queue.put((self._stops, say))
        if self._ear:
            self._ear.said(say.line.spoken or say.line.text)

    def chime(self, chime: Chime) -> None:
        """Queues a cue."""
        self._queue.put((self._stops, chime))

    def stop(self) -> None:
        """Falls silent now; lines queued before are dropped and reported."""
        self._stops += 1
        self._mouth.stop()

    def finished(self, line_id: int, completed: bool) -> None:
        """From the loudspeaker: a line has been heard, or was cut off."""
        signal = self._mouth.finished(line_id, completed)
        if signal:
            self._unsaid.discard(line_id)
            self._inbox.put(signal)

    def stop_thread(self) -> None:
        """Ends the thread after what it is doing."""
        self._queue.put((0, _STOP))

    def run(self) -> None:
        """Speaks what is queued; a voice that fails does not stop the game, its lines are printed anyway."""
        while True:
            stops, item = self._queue.get()
            if item is _STOP:
                return
            if stops != self._stops:
                self._dropped(item)
                continue
            try:
                if isinstance(item, Chime):
                    self._mouth.chime(item)
                else:
                    self._mouth.say(item)
                if stops != self._stops:  # stopped while it was being synthesised
                    self._mouth.stop()
            except Exception as error:
                self._dropped(item)
                self._inbox.put(DeviceLost(str(error)))

    def _dropped(self, item: Say | Chime) -> None:
        if isinstance(item, Say):
            self._unsaid.discard(item.line.id)
            self._inbox.put(SpeechFinished(item.line.id, False))


def stdin_lines() -> Any:
    """Standard input a line at a time."""
    return iter(sys.stdin.readline, "")


def run_with_devices(
    table: Table, *, voice: str, source: str, settings: Settings, show: Callable[[Line], None]
) -> None:
    """Opens what this machine has and plays.

    Args:
        table: the host and its session.
        voice: ``auto``, ``on`` or ``off``.
        source: ``auto``, ``mic`` or ``typed``.
        settings: devices, rate and volume.
        show: prints a line.

    Raises:
        DeviceError: something that was demanded is missing, or nothing at all can be opened.
    """
    from host.speech.devices import RealAudio
    from host.speech.ears import open_ears
    from host.speech.vad import SileroVad

    language = table.header.language
    missing: list[DeviceError] = []

    def attempt(wanted: bool, demanded: bool, opening: Callable[[], T]) -> T | None:
        """Opens a part; one that was not demanded may be missing, which is said once."""
        if not wanted:
            return None
        try:
            return opening()
        except DeviceError as error:
            if demanded:
                raise
            missing.append(error)
            return None

    ears = attempt(source != "typed", source == "mic", lambda: open_ears(language, models=config.models_folder()))
    voices = attempt(voice != "off", voice == "on", lambda: open_voice(language))
    if ears is None and voices is None:
        raise missing[0] if missing else DeviceError("neither voice nor microphone is wanted")
    audio = AudioKeeper(
        RealAudio(microphone=settings.microphone if ears else False, speaker=settings.speaker if voices else False)
    )
    mouth = Mouth({language: voices}, audio, rate=settings.speech_rate, volume=settings.volume) if voices else None
    ear = Ear(ears, SileroVad()) if ears else None
    for error in missing:
        print(f"Note: {error.sentence()}", file=sys.stderr)
    typed = None if source == "mic" and not sys.stdin.isatty() else stdin_lines()
    Loop(table.host, table.session, show, audio=audio, mouth=mouth, ear=ear, typed=typed).run()
