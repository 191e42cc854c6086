"""Anything may die at any moment: the host listens again within three seconds, or says clearly that it cannot."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pytest
from support.hearing import LevelVad, ScriptedEars

from host.app.ear import Ear
from host.app.keeper import AudioKeeper, News
from host.dialogue.protocol import Listen, NoInput, Prompt, Signal
from host.errors import DeviceError
from host.speech.audio import BLOCK, RATE, AudioBlock, AudioChunk
from host.speech.virtual import VirtualAudio


class Evening:
    """A host that listens, speaks and listens again for ever, over a keeper; and what breaks it."""

    def __init__(self, seed: int) -> None:
        self.room = VirtualAudio(seed=seed, record=False)
        self.keeper = AudioKeeper(self.room)
        self.ears = ScriptedEars(["paris"])
        self.ear = Ear(self.ears, LevelVad())
        self.blocks: list[AudioBlock] = []
        self.turn, self.line, self.open_at, self.heard_block_at = 0, 0, 0.0, 0.0
        self.voice_broken = False
        self.news: list[News] = []
        self.waiting: int | None = None
        self.keeper.open(self.blocks.append, self.finished)

    def finished(self, line: int, completed: bool) -> None:
        if line == self.waiting:
            self.waiting, self.open_at = None, self.room.now + 0.4

    def chunks(self) -> Iterator[AudioChunk]:
        for _ in range(3):
            if self.voice_broken:
                raise DeviceError("the voice broke")
            yield AudioChunk(RATE, np.full(RATE // 4, 9000, np.int16))

    def speak(self) -> None:
        self.line += 1
        self.waiting = self.line
        try:
            self.keeper.play(self.line, self.chunks())
        except DeviceError:
            self.voice_broken = False  # the loop would load the voice again

    def step(self) -> None:
        """One block: what the loop does with signals, news and time."""
        self.room.step()
        if news := self.keeper.check(self.room.now):
            self.news.append(news)
        if self.waiting is None and not self.ear.is_open and self.room.now >= self.open_at and self.keeper.working:
            self.turn += 1
            self.ear.open(Listen(self.turn, Prompt.ANSWER, candidates=("paris",), decoys=("rome",)))
        signals: list[Signal] = []
        while self.blocks:
            self.heard_block_at = self.room.now
            signals += self.ear.feed(self.blocks.pop(0))
        if any(isinstance(s, NoInput) for s in signals):
            self.ears.failing = False  # the loop would load the recogniser again
        if signals and not self.ear.is_open:
            self.speak()

    @property
    def listening(self) -> bool:
        """The gate is open and sound arrives."""
        return self.ear.is_open and self.room.now - self.heard_block_at <= BLOCK / RATE


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
def test_a_hundred_random_deaths_each(seed: int) -> None:
    """Microphone, loudspeaker, recogniser and voice die at random moments; each time all is well 3 s later."""
    chance = random.Random(seed)
    evening = Evening(seed)
    for _ in range(100):
        for _ in range(chance.randrange(1, 120)):
            if chance.random() < 0.02:
                evening.room.inject(np.full(RATE // 2, 9000, np.int16))
            evening.step()
        match chance.choice(["microphone", "loudspeaker", "recogniser", "voice", "once more"]):
            case "microphone":
                evening.room.dead = True
            case "loudspeaker":
                evening.room.stuck = True
            case "recogniser":
                evening.ears.failing = True
            case "voice":
                evening.voice_broken = True
            case "once more":
                evening.room.dead, evening.room.refusals = True, 1
        struck, speech = evening.room.now, 0.0
        while evening.room.now - struck < 10:
            evening.step()
            # A line that is being spoken is not deafness: only the rest counts.
            speech += BLOCK / RATE if evening.waiting is not None and evening.keeper.working else 0.0
            if evening.listening and evening.room.now - struck > 2.2:
                break
        assert evening.listening
        assert evening.room.now - struck - speech < 3.0
    assert News.GAVE_UP not in evening.news and evening.keeper.losses > 30


def test_what_stays_dead_is_given_up_in_the_open() -> None:
    """A device that never comes back is said to be gone within ten seconds."""
    evening = Evening(1)
    evening.room.dead, evening.room.refusals = True, 99
    for _ in range(round(10 * RATE / BLOCK)):
        evening.step()
    assert evening.news == [News.LOST, News.GAVE_UP] and not evening.keeper.working
