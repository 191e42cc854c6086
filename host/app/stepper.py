"""Runs a game in the virtual room: real voice, real voice-activity detector, real recogniser, simulated players.

One thread and one virtual clock. What the host has to compute (recognition, judging) is charged to that clock with the
time it really took, so the latencies heard in the recording are the machine's own.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from host.app.ear import Ear
from host.app.foresight import likely_lines
from host.app.gate import Gate
from host.app.hands import Hands
from host.app.mouth import Mouth
from host.app.performer import Performer
from host.app.players import Saying, Troupe
from host.dialogue.machine import Host
from host.dialogue.protocol import Action, Heard, Say, Signal, SpeechFinished, Tick
from host.speech.audio import RATE, AudioBlock, Pcm
from host.speech.virtual import VirtualAudio

REACTION = 0.5
"""Seconds between the listening cue and a simulated player's first word."""
RECOGNISED = 0.02
"""Seconds of computing inside the ear from which it was a recognition (voice activity takes a millisecond or two)."""


@dataclass(frozen=True, slots=True)
class Latency:
    """One reply, in seconds of stream time."""

    ended: float
    """Last voiced sample of the player."""
    replied: float
    """First sample of the host's reply in the air."""

    @property
    def seconds(self) -> float:
        """End of speech to first reply sample."""
        return self.replied - self.ended


class VirtualTable:
    """A whole table in one process.

    Args:
        host: the quizmaster.
        audio: the room; not yet open.
        ear: the recogniser behind its gate; or hands, where nothing can hear and the players type.
        mouth: the host's voice, on ``audio``.
        troupe: the players.
        sound_of: what a saying sounds like.
        performer: performs the host's actions; its voice and gate are set here.
        heard: told every saying and every signal, for the log.
    """

    def __init__(
        self,
        host: Host,
        audio: VirtualAudio,
        ear: Ear | Hands,
        mouth: Mouth,
        troupe: Troupe,
        sound_of: Callable[[Saying], Pcm],
        performer: Performer,
        *,
        heard: Callable[[Saying | Signal], None] = lambda what: None,
    ) -> None:
        self.host, self.audio, self.ear, self.mouth = host, audio, ear, mouth
        self._troupe, self._sound_of, self._performer, self._heard = troupe, sound_of, performer, heard
        self._gate = Gate(ear)
        self._signals: deque[Signal] = deque()
        self._ended: float | None = None
        self._replying: int | None = None
        self._prepared = 0.0
        self.latencies: list[Latency] = []
        performer.voice, performer.gate = mouth, self._gate

    def run(self, done: Callable[[], bool], *, most: float = 3600.0) -> None:
        """Plays until ``done`` or the host leaves.

        Args:
            done: asked after every action.
            most: seconds of virtual time after which it stops in any case.
        """
        self.audio.open(self._on_block, self._on_finished)
        try:
            self._perform(self.host.start(self.audio.now))
            while not done() and not self._performer.quitting and self.audio.now < most:
                self._turn()
            while not self.audio.quiet and self.audio.now < most:
                self.audio.step()
        finally:
            self.audio.close()

    def _turn(self) -> None:
        while self._signals:
            signal = self._signals.popleft()
            self._heard(signal)
            begun = time.perf_counter()
            actions = self.host.handle(signal, self.audio.now)
            self.audio.advance(time.perf_counter() - begun)
            self._perform(actions)
        self.audio.step()
        self._note_reply()
        listen = self._gate.step(self.audio.now, not self.audio.speaking)
        if listen is not None and (saying := self._troupe.reply(self.host, listen)):
            self._heard(saying)
            over = self.audio.inject(self._sound_of(saying), at=self.audio.now + REACTION)
            if isinstance(self.ear, Hands):
                self.ear.type(saying.text, over)
            self._prepare()
        if isinstance(self.ear, Hands) and (line := self.ear.entered(self.audio.now)):
            self._ended = self.audio.now
            self._signals.append(line)
        deadline = self.host.deadline()
        if deadline is not None and self.audio.now >= deadline:
            self._signals.append(Tick())

    def _prepare(self) -> None:
        """Synthesises the likely replies while the player speaks; they are ready when that work would be done."""
        begun = time.perf_counter()
        self.mouth.prefetch(likely_lines(self.host, self.audio.now))
        self._prepared = self.audio.now + time.perf_counter() - begun

    def _perform(self, actions: list[Action]) -> None:
        if self.audio.now < self._prepared and any(isinstance(action, Say) for action in actions):
            self.audio.advance(self._prepared - self.audio.now)
        self._signals.extend(self._performer.perform(actions))
        said = [action.line for action in actions if isinstance(action, Say)]
        if said and self._ended is not None and self._replying is None:
            self._replying = said[0].id
        for line in said:
            self.ear.host_said(line.spoken or line.text)

    def _on_block(self, block: AudioBlock) -> None:
        begun = time.perf_counter()
        signals = self.ear.feed(block)
        spent = time.perf_counter() - begun
        if spent > RECOGNISED:
            self.audio.advance(spent)
        if any(isinstance(signal, Heard) for signal in signals) and self.ear.last:
            self._ended = self.ear.last.ended
        self._signals.extend(signals)

    def _on_finished(self, line_id: int, completed: bool) -> None:
        if finished := self.mouth.finished(line_id, completed):
            self._signals.append(SpeechFinished(finished.line_id, finished.completed))

    def _note_reply(self) -> None:
        """When the first sample of the reply has been heard, its latency is known."""
        if self._replying is None or self._ended is None:
            return
        line = self.audio.lines().get(self._replying)
        if line is not None and line.first is not None:
            self.latencies.append(Latency(self._ended, line.first / RATE))
            self._replying = self._ended = None
