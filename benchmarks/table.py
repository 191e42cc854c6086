"""A table with one host and simulated players in a virtual room: whole spoken turns without a game."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Mapping

import numpy as np

from host.app.ear import GATE_TAIL, Ear
from host.app.mouth import Mouth
from host.dialogue.protocol import Heard, Line, Listen, NoInput, Say, Signal
from host.speech.audio import RATE, AudioBlock, Pcm, resample
from host.speech.ports import Ears, Synthesizer
from host.speech.vad import VoiceActivity
from host.speech.virtual import Room, VirtualAudio


def spoken(voice: Synthesizer, text: str) -> Pcm:
    """What the voice says, at RATE."""
    pieces = [resample(chunk.pcm, chunk.rate, RATE) for chunk in voice.synthesize(text)]
    return np.concatenate(pieces) if pieces else np.zeros(0, np.int16)


class Table:
    """The loop of a turn on one thread and a virtual clock.

    Args:
        charge: computing time passes in the room too (as it does in reality); without it thinking takes no time and a
            run repeats itself exactly.
    """

    def __init__(
        self,
        voices: Mapping[str, Synthesizer],
        ears: Ears,
        vad: VoiceActivity,
        *,
        seed: int = 0,
        charge: bool = False,
        room: Room | None = None,
        record: bool = True,
    ) -> None:
        self.room = VirtualAudio(seed=seed, room=room, cost=time.perf_counter if charge else None, record=record)
        self.ear = Ear(ears, vad)
        self.mouth = Mouth(voices, self.room)
        self._charge = charge
        self._blocks: deque[AudioBlock] = deque()
        self._ended: set[int] = set()
        self._lines = 0
        self.signals: list[Signal] = []
        self.room.open(self._blocks.append, lambda line, done: self._ended.add(line))

    def run(self, until: Callable[[], bool], limit: float = 60.0) -> bool:
        """Lets time pass until a condition holds; False when it did not within ``limit`` seconds."""
        end = self.room.now + limit
        while not until():
            if self.room.now >= end:
                return False
            self.room.step()
            while self._blocks:
                begun = time.perf_counter()
                self.signals += self.ear.feed(self._blocks.popleft())
                if self._charge:
                    self.room.advance(time.perf_counter() - begun)
        return True

    def wait(self, seconds: float) -> None:
        """Lets time pass."""
        end = self.room.now + seconds
        self.run(lambda: self.room.now >= end)

    def begin(self, text: str) -> int:
        """The host begins to say something; returns the line's id."""
        self._lines += 1
        self.mouth.say(Say(Line(self._lines, text)))
        self.ear.host_said(text)
        return self._lines

    def finish(self, line: int) -> None:
        """Waits until the line has left the loudspeaker."""
        if not self.run(lambda: line in self._ended):
            raise RuntimeError("the loudspeaker never finished the line")

    def say(self, text: str) -> int:
        """The host says something to its end."""
        line = self.begin(text)
        self.finish(line)
        return line

    def listen(self, listen: Listen, limit: float = 20.0) -> Heard | NoInput | None:
        """Opens the gate after the echo has died away; what came of it, or None when nothing was said."""
        self.wait(GATE_TAIL)
        self.signals.clear()
        self.ear.open(listen)
        self.run(lambda: not self.ear.is_open, limit)
        self.ear.close()
        return next((s for s in self.signals if isinstance(s, Heard | NoInput)), None)

    def first_sample(self, line: int) -> float:
        """When the first sample of a line was in the air, in seconds of the room's time."""
        return self.room.lines()[line].first / RATE
