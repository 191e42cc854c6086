"""An appliance in a virtual room: people who say the right thing at the right step, and a clock that runs fast."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from support.evening import SPEECH, Voice
from support.hearing import LevelVad

from host.app.appliance import Appliance, Terminated
from host.app.beside import Beside
from host.app.notify import Notifier
from host.app.outfit import Outfit
from host.config import Settings
from host.dialogue.protocol import Line, Scored, Scores, Signal, Transcript
from host.dialogue.talk import Mode, Step
from host.errors import DeviceError
from host.speech.audio import Utterance
from host.speech.virtual import VirtualAudio

PACE = 15.0
"""Virtual seconds a real one."""
Says = tuple[Step | Mode, str]
"""At which step (or in which mode) somebody says what."""


class HearsAll:
    """Ears that hear what was really said; one of each language."""

    def __init__(self, box: LivingBox, language: str) -> None:
        self._box, self.language, self.name = box, language, f"ears {language}"

    def load(self) -> None:
        """Nothing to load."""

    def expect(self, candidates: Sequence[str]) -> None:
        """Nothing to prepare."""

    def hear(self, utterance: Utterance, candidates: Sequence[str]) -> tuple[Transcript, Scores | None]:
        text = self._box.saying
        scored = tuple(Scored(c, -1.0 if c.casefold() == text.casefold() else -9.0) for c in candidates)
        return Transcript(text, 0.9), Scores(scored, Scored(text, -1.0)) if candidates else None


class Sockets:
    """The room's devices as they are plugged in at the moment.

    Args:
        box: whose microphones are there or not.
        microphone: the one wanted; False: none.
    """

    def __init__(self, box: LivingBox, microphone: str | bool | None) -> None:
        self._box, self._microphone = box, microphone

    def __getattr__(self, name: str) -> Any:
        return getattr(self._box.room, name)

    def open(self, on_block: Any, on_finished: Any) -> None:
        """Opens what is plugged in."""
        if self._microphone is not False and not self._box.microphones:
            raise DeviceError("there is no microphone")
        deaf = self._microphone is False
        self._box.room.open((lambda block: None) if deaf else on_block, on_finished)

    def lost(self) -> str | None:
        """A microphone that was pulled out."""
        if self._microphone is not False and not self._box.microphones and self._box.room._on_block is not None:
            return "the microphone 'USB'"
        return self._box.room.lost()


class LivingBox:
    """An appliance that runs in a thread, and the people around it.

    Args:
        says: what people say, in order; each waits for its step.
        microphones: names; none: there is no microphone.
        languages: those that have ears.
        voiceless: there is no voice.
    """

    def __init__(
        self,
        says: Iterable[Says],
        *,
        settings: Settings | None = None,
        microphones: tuple[str, ...] = ("built-in",),
        languages: tuple[str, ...] = ("en", "fr", "de", "es"),
        voiceless: bool = False,
        beside: Sequence[Beside] = (),
        service: Notifier | None = None,
        keys: bool = True,
    ) -> None:
        self.says, self.saying = deque(says), ""
        self.lines: list[Line] = []
        self.room = VirtualAudio(record=True)
        self.microphones, self.languages, self.voiceless = microphones, languages, voiceless
        self.opened: list[str | bool | None] = []
        """The microphones that were asked for."""
        self.status: int | None = None
        self.error: BaseException | None = None
        self.box = Appliance(
            Outfit(self._audio, self._voice, self._ears, LevelVad, microphones=lambda: self.microphones),
            settings or Settings(),
            beside=beside,
            keys=keys,
            service=service,
            show=self.lines.append,
            clock=lambda: self.room.now,
            pause=lambda seconds: time.sleep(0.01),
        )
        self._over = threading.Event()
        self._spoken: tuple[int, int] | None = None
        self._said_at, self._again = -1, 0
        self._last: Says = (Step.IDLE, "")
        self._threads = [threading.Thread(target=t, daemon=True) for t in (self._pump, self._run)]

    def _audio(self, microphone: str | bool | None) -> Any:
        self.opened.append(microphone)
        return Sockets(self, microphone)

    def _voice(self, language: str) -> Any:
        if self.voiceless:
            raise DeviceError("there is no voice")
        voice = Voice()
        voice.language = language  # type: ignore[misc]
        return voice

    def _ears(self, language: str) -> Any:
        if language not in self.languages:
            raise DeviceError(f"no ears for {language}")
        return HearsAll(self, language)

    def _pump(self) -> None:
        while not self._over.is_set():
            self.room.step()
            self._speak()
            time.sleep(0.032 / PACE)

    def _speak(self) -> None:
        host, ear = self.box._host, self.box.sound.ear
        if host is None or ear is None or not ear.is_open or ear.turn_id != host.talk.turn_id:
            return
        turn = (id(host), host.talk.turn_id)
        if turn == self._spoken:
            return
        if self._said_at == len(self.lines) and self._again < 6:  # nothing came of it: a busy machine lost the sound
            self._again += 1
            self.says.appendleft(self._last)
        if self.says and self.says[0][0] in (host.step, host.talk.mode):
            due = self.says.popleft()
            self._again = self._again if due is self._last else 0
            self._spoken, self._last, self.saying, self._said_at = turn, due, due[1], len(self.lines)
            self.room.inject(SPEECH, at=self.room.now + 0.2)

    def _run(self) -> None:
        try:
            self.status = self.box.run()
        except BaseException as error:
            self.error = error

    def __enter__(self) -> LivingBox:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Whatever it does, it is over: what is on the disk is all that remains."""
        if not self.ended:
            self.end(Terminated())
        self._threads[1].join(10)
        self._over.set()
        self._threads[0].join(5)

    def wait(self, until: Callable[[], bool], seconds: float = 120.0) -> bool:
        """Whether something comes true within so many real seconds."""
        end = time.monotonic() + seconds
        while not until() and time.monotonic() < end and self.error is None:
            time.sleep(0.005)
        return until()

    def heard(self, text: str) -> bool:
        """Whether the host has said that."""
        return any(text in line.text for line in self.lines)

    @property
    def ended(self) -> bool:
        """Whether the appliance has come to its end."""
        return self.status is not None

    def end(self, how: BaseException) -> None:
        """Ends the loop that runs, as a signal handler would."""
        self.box._own.put(how)

    def key(self, signal: Signal) -> None:
        """A key or a typed line."""
        self.box._own.put(signal)

    def story(self) -> str:
        """What is going on, for the failing test."""
        host = self.box._host
        said = [line.text for line in self.lines[-6:]]
        return f"step {host and host.step}, left to say {list(self.says)[:3]}, said {said}, error {self.error!r}"
