"""The loop on real devices: one inbox, one thread that owns the host and the session, workers around it.

    PortAudio callback --blocks--> ear thread (gate, voice activity, recogniser) --signals--> inbox
    standard input, a line at a time --------------------------------------------signals--> inbox
    inbox --> this thread: host.handle -> actions: write, print, then mouth thread --sound--> PortAudio callback

The inbox is the only meeting point, so there are no locks here; a result that comes late bears an old turn id and the
host drops it. Devices and workers are looked after twice a second: what died is replaced and the turn it was busy with
goes on as unheard or unsaid; what cannot be mended ends the process with a status that says so, the game on disk.
"""

from __future__ import annotations

import contextlib
import math
import queue
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from host import config
from host.app.barge import BargeIn
from host.app.ear import Ear
from host.app.foresight import likely_lines
from host.app.heap import Heap
from host.app.keeper import AudioKeeper, HostGone, News
from host.app.models.missing import advice, first_time
from host.app.mouth import Mouth, open_voice
from host.app.notify import Heartbeat, Notifier, this_service
from host.app.pace import ThinkingCue, TurnLog
from host.app.performer import Performer
from host.app.session import Session
from host.app.table import Table, with_ears
from host.app.typed import Keyboard
from host.app.workers import EarWorker, Inbox, MouthWorker
from host.config import Settings
from host.dialogue.machine import Host
from host.dialogue.phrasebook import LANGUAGES
from host.dialogue.protocol import (
    ButtonPressed,
    DeviceLost,
    Heard,
    InputClosed,
    Lacking,
    Line,
    Listen,
    Say,
    Signal,
    SpeechFinished,
    Tick,
    Typed,
)
from host.errors import DeviceError
from host.speech.ports import AudioIO, Ears, Synthesizer

CHECK_EVERY = 0.5
"""Seconds between two looks at the devices."""
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
        clock: seconds, never backwards; the same as that of ``audio``.
        check_every: seconds between two looks at devices and workers.
        barge: hears "stop" while the host speaks; None: keys and buttons only.
        service: the service manager, told that the loop is ready and, as long as sound is worked on, alive.
        lacking: what this machine lacks from the beginning; the host says so after its first words.
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
        typed: Keyboard | None = None,
        clock: Callable[[], float] = time.monotonic,
        check_every: float = CHECK_EVERY,
        barge: BargeIn | None = None,
        service: Notifier | None = None,
        lacking: Sequence[Lacking] = (),
    ) -> None:
        self._service = service or Notifier()
        self._heart = Heartbeat(self._service)
        self._host, self._session, self._clock, self._typed = host, session, clock, typed
        self._audio, self._check_every = audio, check_every
        self._inbox: Inbox = queue.Queue()
        for signal in lacking:
            self._inbox.put(signal)
        self._ear = EarWorker(ear, audio, self._inbox, clock, barge) if ear and audio else None
        self._mouth = MouthWorker(mouth, self._inbox, self._ear, clock) if mouth else None
        self._performer = Performer(show, session, voice=self._mouth, gate=self._ear)
        self._log, self._cue, self._checked = TurnLog(), ThinkingCue(), -math.inf
        self._heap = Heap()

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
            if self._typed:
                self._typed.attach(self._on_line)
            self._service.ready(self._audio.name if self._audio else "typed")
            self._perform(self._host.start(self._clock()))
            while not self._performer.quitting:
                self._perform(self._host.handle(self._next(), self._clock()))
            self._wait_until_said()
        finally:
            if self._typed:
                self._typed.detach()
                self._typed.detach(self._unread())
            for worker in (self._mouth, self._ear):
                if worker:
                    worker.stop_thread()
            if self._audio:
                self._audio.close()

    def _next(self) -> Signal:
        """The next signal; a Tick when the host's deadline passes first. Looks after devices and workers meanwhile."""
        while True:
            if self._clock() - self._checked >= self._check_every:
                self._checked = self._clock()
                self._look_after()
            deadline = self._host.deadline()
            left = math.inf if deadline is None else max(0.0, deadline - self._clock())
            try:
                got = self._inbox.get(timeout=min(left, self._check_every))
            except queue.Empty:
                if left <= self._check_every:
                    return Tick()
                continue
            if isinstance(got, BaseException):
                raise got
            self._time(got)
            return got

    def _look_after(self) -> None:
        """Devices and workers that died are replaced; what follows for the dialogue goes into the inbox."""
        now = self._clock()
        self._heap.tidy(now)
        while news := self._device_news():  # lost, and perhaps back at once
            self._inbox.put(news)
        for worker in (self._ear, self._mouth):
            for signal in worker.check(now) if worker else ():
                self._inbox.put(signal)
        if self._mouth and self._audio:
            working = self._ear.busy_since if self._ear else None
            busy = self._mouth.pending or (working is not None and now - working > self._check_every)
            if self._cue.due(now, busy=busy, sounding=self._audio.sounding):
                self._mouth.chime_now("thinking")
        away = isinstance(self._audio, AudioKeeper) and not self._audio.working
        ear = self._ear
        self._heart.beat(
            now, processed=ear.processed if ear else None, busy_since=ear.busy_since if ear else None, away=away
        )

    def _time(self, signal: Signal) -> None:
        """Follows how long players wait, and writes it down stage by stage."""
        match signal:
            case Heard() if self._ear and self._ear.timed:
                self._log.heard(self._ear.timed.times, self._ear.timed.ended_at, self._clock())
            case SpeechFinished(line_id):
                first = self._audio.first_heard(line_id) if isinstance(self._audio, AudioKeeper) else None
                if stages := self._log.finished(line_id, first):
                    self._session.note("latency", **stages)

    def _device_news(self) -> Signal | None:
        """A lost device is said and opened again; without it and without a keyboard there is nobody to play with."""
        keeper = self._audio
        if not isinstance(keeper, AudioKeeper):
            return None
        match keeper.check(self._clock()):
            case News.LOST:
                self._service.status(f"Sound is away: {keeper.what}")
                return DeviceLost(keeper.what)
            case News.BACK:
                self._service.status(keeper.name)
                return ButtonPressed("repeat")
            case News.GAVE_UP if self._typed is None:
                raise HostGone(keeper.what, todo="Plug it in; 'quizhost resume' goes on")
        return None

    def _perform(self, actions: list[Any]) -> None:
        for action in actions:
            if isinstance(action, Say):
                self._log.said(action.line.id, self._clock())
        for signal in self._performer.perform(actions):
            self._inbox.put(signal)
        if self._mouth and any(isinstance(action, Listen) for action in actions):
            self._mouth.prepare(likely_lines(self._host, self._clock(), questions=True))

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

    def _on_line(self, line: str | BaseException | None) -> None:
        """From the keyboard's thread."""
        match line:
            case str():
                if line.strip():
                    self._inbox.put(Typed(line.strip()))
            case None:
                if self._ear is None:  # with a microphone the game goes on without a keyboard
                    self._inbox.put(InputClosed())
            case _:  # handed to the owner thread, which raises it
                self._inbox.put(line)

    def _unread(self) -> Iterator[str]:
        """What was typed and has not been handled: the next loop's."""
        with contextlib.suppress(queue.Empty):
            while True:
                if isinstance(signal := self._inbox.get_nowait(), Typed):
                    yield signal.text


def run_with_devices(
    table: Table, *, voice: str, source: str, settings: Settings, show: Callable[[Line], None], keyboard: Keyboard
) -> None:
    """Opens what this machine has and plays.

    Args:
        table: the host and its session.
        voice: ``auto``, ``on`` or ``off``.
        source: ``auto``, ``mic`` or ``typed``.
        settings: devices, rate and volume.
        show: prints a line.
        keyboard: where typed lines come from.

    Raises:
        DeviceError: something that was demanded is missing, or nothing at all can be opened.
    """
    from host.speech.devices import RealAudio
    from host.speech.ears import open_ears
    from host.speech.vad import SileroVad

    language = table.host.talk.language
    missing: dict[str, DeviceError] = {}

    def ears_of(code: str) -> Ears:
        return open_ears(code, models=config.models_folder())

    def loaded_ears_of(code: str) -> Ears:
        """Ears that hear the next word: the model is loaded while the host speaks."""
        found = ears_of(code)
        found.load()
        return found

    def attempt(what: str, wanted: bool, demanded: bool, opening: Callable[[str], T]) -> T | None:
        """Opens a part for the language, else for another one; one that was not demanded may be missing."""
        if not wanted:
            return None
        for code in (language, *(other for other in LANGUAGES if other != language)):
            try:
                return opening(code)
            except DeviceError as error:
                if demanded:
                    raise
                missing.setdefault(what, error)
        return None

    ears = attempt("ears", source != "typed", source == "mic", ears_of)
    voices = attempt("voice", voice != "off", voice == "on", open_voice)
    if ears is None and voices is None:
        raise next(iter(missing.values())) if missing else DeviceError("neither voice nor microphone is wanted")
    audio = AudioKeeper(
        RealAudio(microphone=settings.microphone if ears else False, speaker=settings.speaker if voices else False)
    )
    mouth = (
        Mouth({voices.language: voices}, audio, rate=settings.speech_rate, volume=settings.volume, opening=open_voice)
        if voices
        else None
    )
    ear = Ear(ears, SileroVad(), opening=loaded_ears_of) if ears else None
    if ear:
        with_ears(table)
    for remark in _remarks(language, voices, missing):
        print(remark, file=sys.stderr)
    typed = None if source == "mic" and not sys.stdin.isatty() else keyboard
    barge = BargeIn(ears, SileroVad()) if ears and voices and settings.barge_in == "voice" else None
    lacking = (Lacking("ears", language),) if "ears" in missing and not ears else ()
    Loop(
        table.host,
        table.session,
        show,
        audio=audio,
        mouth=mouth,
        ear=ear,
        typed=typed,
        barge=barge,
        service=this_service(),
        lacking=lacking,
    ).run()


def _remarks(language: str, voice: Synthesizer | None, missing: Mapping[str, DeviceError]) -> Iterator[str]:
    """What the table should know before it begins: what is missing, how large it is and how to get it.

    How to get ears is told every time, in the language of the game (that answers must be typed the host itself says);
    that there are better voices, once.
    """
    plain = voice is not None and voice.name.startswith("espeak") and not config.load_settings().voice
    plain = plain and first_time(language, "voice")
    if remark := advice(language, voice=plain, ears="ears" in missing):
        yield remark
    if "voice" in missing:
        yield f"Note: {missing['voice'].sentence()}"
