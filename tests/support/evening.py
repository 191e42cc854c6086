"""The threaded loop in a virtual room whose time a thread of its own moves on, and a host simple enough to watch."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
from support.hearing import LevelVad, ScriptedEars

from host.app.ear import Ear
from host.app.keeper import AudioKeeper
from host.app.loop import Loop
from host.app.mouth import Mouth
from host.app.notify import Notifier
from host.dialogue.protocol import (
    Action,
    Heard,
    Line,
    Listen,
    NoInput,
    Notice,
    Prompt,
    Quit,
    Say,
    Signal,
    SpeechFinished,
)
from host.speech.audio import RATE, AudioChunk
from host.speech.virtual import VirtualAudio

SPEED = 40.0
"""Virtual seconds a real one, where the machine keeps up."""
BEHIND = 1.5
"""Virtual seconds the loop may be behind the room before the room waits for it."""
SPEECH = np.full(RATE // 2, 9000, np.int16)


class FakeHost:
    """Says a line, listens, says the next; keeps what it was told."""

    talk = SimpleNamespace(mode="none")

    def __init__(self) -> None:
        self.turn = 0
        self.told: list[Signal] = []
        self.leave = threading.Event()
        self.listening = False

    def start(self, now: float) -> list[Action]:
        return self._say()

    def deadline(self) -> float | None:
        return None

    def handle(self, signal: Signal, now: float) -> list[Action]:
        self.told.append(signal)
        if self.leave.is_set():
            return [Quit()]
        match signal:
            case SpeechFinished(line_id) if line_id == self.turn:
                self.listening = True
                return [Listen(self.turn, Prompt.ANSWER, candidates=("paris",), decoys=("rome",))]
            case Heard(turn_id=turn) | NoInput(turn_id=turn) if turn == self.turn:
                return self._say()
            case Notice(repeat=True):
                return self._say()
        return []

    def _say(self) -> list[Action]:
        self.turn += 1
        self.listening = False
        return [Say(Line(self.turn, "one two"))]


class Voice:
    """Buzzes; breaks on demand."""

    name, language = "buzz", "en"
    breaking: BaseException | None = None

    def synthesize(self, text: str, *, rate: float = 1.0) -> Iterator[AudioChunk]:
        for _ in text.split():
            error, self.breaking = self.breaking, None
            if error:
                raise error
            yield AudioChunk(RATE, np.full(RATE // 4, 9000, np.int16))


class Notes:
    """A session that keeps its remarks."""

    def __init__(self) -> None:
        self.notes: list[tuple[str, dict[str, Any]]] = []

    def note(self, kind: str, **data: Any) -> None:
        self.notes.append((kind, data))


class Evening:
    """A running loop, the room's clock, and what may be broken."""

    def __init__(self, seed: int = 0, service: Notifier | None = None) -> None:
        self.room = VirtualAudio(seed=seed, record=False)
        self.keeper = AudioKeeper(self.room)
        self.host, self.voice, self.vad, self.notes = FakeHost(), Voice(), LevelVad(), Notes()
        self.ears = ScriptedEars(["paris"])
        self.ear = Ear(self.ears, self.vad, clock=lambda: self.room.now)
        self.error: BaseException | None = None
        self.loop = Loop(
            self.host,  # type: ignore[arg-type]
            self.notes,  # type: ignore[arg-type]
            lambda line: None,
            audio=self.keeper,
            mouth=Mouth({"en": self.voice}, self.keeper),
            ear=self.ear,
            clock=lambda: self.room.now,
            check_every=0.02,
            service=service,
        )
        self._over = threading.Event()
        self._threads = [threading.Thread(target=t, daemon=True) for t in (self._pump, self._run)]

    def _pump(self) -> None:
        while not self._over.is_set():
            if not self._behind:
                self.room.step()
            time.sleep(0.032 / SPEED)

    @property
    def _behind(self) -> bool:
        """Whether the loop's thread had no turn for long, as on a busy machine: then the room's time stands still."""
        owner = self._threads[1]
        return owner.is_alive() and not self.host.leave.is_set() and self.room.now - self.loop._checked > BEHIND

    def _run(self) -> None:
        try:
            self.loop.run()
        except BaseException as error:
            self.error = error

    def __enter__(self) -> Evening:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.host.leave.set()
        self.loop._inbox.put(NoInput(-1))
        self._threads[1].join(20)
        self._over.set()
        self._threads[0].join(5)

    def wait(self, until: Callable[[], bool], seconds: float = 30.0) -> bool:
        """Whether a condition comes true within so many virtual seconds (and a real minute)."""
        end, patience = self.room.now + seconds, time.monotonic() + 60
        while not until():
            if self.room.now > end or time.monotonic() > patience or self.error:
                return until()
            time.sleep(0.001)
        return True

    @property
    def listening(self) -> bool:
        return self.host.listening and self.ear.is_open and self.keeper.working and not self.room.dead

    def state(self) -> str:
        """What is going on, for the failing test."""
        ear = self.loop._ear
        return (
            f"turn {self.host.turn}, listening {self.host.listening}, open {self.ear.is_open}, "
            f"dead {self.room.dead}, stuck {self.room.stuck}, speaking {self.room.speaking}, "
            f"working {self.keeper.working}, error {self.error!r}, "
            f"ear {ear and ear.last_error!r}, told {self.host.told[-5:]}"
        )

    def answer(self) -> None:
        """A player answers; returns when the next line is being said."""
        turn = self.host.turn
        self.room.inject(SPEECH, at=self.room.now + 0.2)
        assert self.wait(lambda: self.host.turn > turn), self.state()
