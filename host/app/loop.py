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
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from host.app.backlog import Backlog
from host.app.barge import BargeIn
from host.app.beside import Beside, View
from host.app.ear import Ear
from host.app.foresight import likely_lines
from host.app.heap import Heap
from host.app.keeper import AudioKeeper, HostGone, News
from host.app.keys import signal_of
from host.app.mouth import Mouth
from host.app.notify import SOUND, Heartbeat, Notifier
from host.app.pace import ThinkingCue, TurnLog
from host.app.performer import Performer
from host.app.session import Session
from host.app.typed import Keyboard
from host.app.workers import EarWorker, Inbox, MouthWorker
from host.dialogue.machine import Host
from host.dialogue.protocol import (
    Action,
    ButtonPressed,
    Heard,
    InputClosed,
    Lacking,
    Line,
    Listen,
    NoInput,
    Notice,
    Say,
    Signal,
    SpeechFinished,
    Tick,
    Typed,
    UtteranceStarted,
)
from host.dialogue.talk import Step
from host.errors import SessionError
from host.speech.ports import AudioIO

ASIDE = 1_000_000_000
"""Ids of lines that the loop says itself, while the host waits: nobody's SpeechFinished."""
LET_GO = 2.0
"""Seconds that a worker may take to end."""
CHECK_EVERY = 0.5
"""Seconds between two looks at the devices."""


class Loop:
    """Runs a host on an AudioIO, with typed lines beside the microphone.

    Args:
        host: the quizmaster.
        session: where events go; None: between games, where there are none.
        show: prints a line.
        audio: loudspeaker and microphone; None: typed and printed only.
        mouth: the voice on ``audio``; None: printed only.
        ear: the recogniser; None: typed only.
        typed: where typed lines come from; None: nowhere.
        clock: seconds, never backwards; the same as that of ``audio``.
        check_every: seconds between two looks at devices and workers.
        barge: hears "stop" while the host speaks; None: keys and buttons only.
        beside: lamp, buttons and sensors of an appliance.
        service: the service manager, told that the loop is ready and, as long as sound is worked on, alive.
        lacking: what this machine lacks from the beginning; the host says so after its first words.
    """

    def __init__(
        self,
        host: Host,
        session: Session | None,
        show: Callable[[Line], None],
        *,
        audio: AudioIO | None = None,
        mouth: Mouth | None = None,
        ear: Ear | None = None,
        typed: Keyboard | None = None,
        clock: Callable[[], float] = time.monotonic,
        check_every: float = CHECK_EVERY,
        barge: BargeIn | None = None,
        beside: Beside | None = None,
        service: Notifier | None = None,
        lacking: Sequence[Lacking] = (),
    ) -> None:
        self._beside = beside
        self._service = service or Notifier()
        self._heart = Heartbeat(self._service)
        self._host, self._session, self._clock, self._typed = host, session, clock, typed
        self._audio, self._check_every = audio, check_every
        self._inbox: Inbox = queue.Queue()
        for signal in lacking:
            self._inbox.put(signal)
        self._ear = EarWorker(ear, audio, self._inbox, clock, barge) if ear and audio else None
        self._mouth = MouthWorker(mouth, self._inbox, self._ear, clock) if mouth else None
        aside = beside or Beside()
        self._performer = Performer(
            show, session, voice=self._mouth, gate=self._ear, errand=aside.errand, watch=aside.saw
        )
        self._show = show
        self._backlog = Backlog(self._performer, self._say_aside)
        self._held: deque[Signal] = deque()
        """What came meanwhile."""
        self._notices: deque[Notice] = deque()
        self._talking = False
        """Somebody is in the middle of an utterance."""
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
            if self._beside:
                self._beside.attach(self._inbox.put)
            self._service.ready(f"{SOUND}{self._audio.name}" if self._audio else "typed")
            self._perform(self._host.start(self._clock()))
            while not self._performer.quitting:
                self._perform(self._host.handle(self._next(), self._clock()))
            self._wait_until_said()
        finally:
            if self._beside:
                self._beside.detach()
            if self._typed:
                self._typed.detach()
                self._typed.detach(self._unread())
            for worker in (self._mouth, self._ear):
                if worker:
                    worker.stop_thread()
            if self._audio:
                self._audio.close()

    def let_go(self) -> None:
        """Waits a moment for the workers of a loop that has ended: their engines are the next loop's."""
        for worker in (self._mouth, self._ear):
            if worker:
                worker.join(LET_GO)

    def _next(self) -> Signal:
        """The next signal; a Tick when the host's deadline passes first. Looks after devices and workers meanwhile."""
        while True:
            if self._clock() - self._checked >= self._check_every:
                self._checked = self._clock()
                self._look_after()
            if self._backlog.waiting:
                self._try_again()
                continue
            if self._notices and not self._talking:
                return self._notices.popleft()
            deadline = self._host.deadline()
            left = math.inf if deadline is None else max(0.0, deadline - self._clock())
            got = self._get(min(left, self._check_every))
            if got is None:
                if left <= self._check_every:
                    return Tick()
                continue
            match got:
                case Notice():  # never into the middle of what somebody says
                    self._notices.append(got)
                    continue
                case UtteranceStarted():
                    self._talking = True
                case Heard() | NoInput() | Typed() | ButtonPressed():
                    self._talking = False
            self._time(got)
            return got

    def _get(self, within: float) -> Signal | None:
        """The next signal of those held back and those in the inbox; None when none comes in time."""
        if self._held:
            return self._held.popleft()
        try:
            got = self._inbox.get(timeout=within)
        except queue.Empty:
            return None
        if isinstance(got, BaseException):
            raise got
        return got

    def _try_again(self) -> None:
        """Something could not be written: what comes meanwhile is held, and half a second later it is tried again."""
        held, self._held = self._held, deque()
        if (got := self._get(self._check_every)) is not None:
            held.append(got)
        self._held = held
        self._work_off(())

    def _say_aside(self, line: str) -> None:
        """A line that the host knows nothing of."""
        aside = Line(ASIDE, self._host.book.say(line, {}), language=self._host.book.language)
        self._show(aside)
        if self._mouth:
            self._mouth.chime_now("attention")
            self._mouth.say(Say(aside))

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
        self._look_beside()
        away = isinstance(self._audio, AudioKeeper) and not self._audio.working
        ear = self._ear
        self._heart.beat(
            now, processed=ear.processed if ear else None, busy_since=ear.busy_since if ear else None, away=away
        )

    def _look_beside(self) -> None:
        """What stands beside sees how things are, and tells what there is to tell."""
        for signal in self._beside.look(self._view()) if self._beside else ():
            self._inbox.put(signal)

    def _time(self, signal: Signal) -> None:
        """Follows how long players wait, and writes it down stage by stage."""
        match signal:
            case Heard() if self._ear and self._ear.timed:
                self._log.heard(self._ear.timed.times, self._ear.timed.ended_at, self._clock())
            case SpeechFinished(line_id):
                first = self._audio.first_heard(line_id) if isinstance(self._audio, AudioKeeper) else None
                if (stages := self._log.finished(line_id, first)) and self._session:
                    with contextlib.suppress(SessionError):  # the next event will tell
                        self._session.note("latency", **stages)

    def _device_news(self) -> Signal | None:
        """A lost device is said and opened again; without it and without a keyboard there is nobody to play with."""
        keeper = self._audio
        if not isinstance(keeper, AudioKeeper):
            return None
        match keeper.check(self._clock()):
            case News.LOST:
                self._service.status(f"Sound is away: {keeper.what}")
                self._talking = False  # whoever spoke is not heard any more
                return keeper.lost_signal()
            case News.BACK:
                self._service.status(f"{SOUND}{keeper.name}")
                return keeper.back_signal()
            case News.GAVE_UP if self._typed is None:
                raise HostGone(keeper.what, todo="Plug it in; 'quizhost resume' goes on")
        return None

    def _perform(self, actions: list[Any]) -> None:
        for action in actions:
            if isinstance(action, Say):
                self._log.said(action.line.id, self._clock())
        self._work_off(actions)
        self._look_beside()
        if self._mouth and any(isinstance(action, Listen) for action in actions):
            self._mouth.prepare(likely_lines(self._host, self._clock(), questions=True))

    def _work_off(self, actions: Iterable[Action]) -> None:
        for signal in self._backlog.perform(actions, self._clock()):
            self._inbox.put(signal)

    def _view(self) -> View:
        """How things stand, for those beside."""
        since = self._ear.busy_since if self._ear else None
        keeper = self._audio
        return View(
            now=self._clock(),
            mode=self._host.talk.mode,
            muted=self._host.talk.muted,
            speaking=bool(self._audio and self._audio.sounding),
            thinking=bool(self._mouth and self._mouth.pending) or (since is not None and self._clock() - since > 0.3),
            faulty=self._backlog.waiting or (isinstance(keeper, AudioKeeper) and not keeper.working),
            idle=self._host.step is Step.IDLE,
        )

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
                if signal := signal_of(line, by_hand=sys.stdin.isatty()):
                    self._inbox.put(signal)
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
