"""Ears and voice activity that are written by hand, for tests of what stands around them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from host.dialogue.protocol import Scored, Scores, Transcript
from host.errors import DeviceError
from host.speech.audio import BLOCK, AudioBlock, Utterance


@dataclass
class LevelVad:
    """Calls a block speech when it is loud: exact, cheap, and without memory."""

    threshold: float = 500.0
    resets: int = 0

    def probability(self, block: AudioBlock) -> float:
        return 0.95 if np.sqrt((block.pcm.astype(float) ** 2).mean()) > self.threshold else 0.02

    def reset(self) -> None:
        self.resets += 1


@dataclass
class ScriptedEars:
    """Answers each utterance with the next text, the last one for ever; keeps what it was asked."""

    texts: list[str] = field(default_factory=lambda: ["paris"])
    name: str = "scripted"
    language: str = "en"
    asked: list[tuple[Utterance, tuple[str, ...]]] = field(default_factory=list)
    loads: int = 0
    expected: list[tuple[str, ...]] = field(default_factory=list)
    failing: bool = False
    on_hear: Callable[[], None] = lambda: None

    def load(self) -> None:
        self.loads += 1

    def expect(self, candidates: Sequence[str]) -> None:
        self.expected.append(tuple(candidates))

    def hear(self, utterance: Utterance, candidates: Sequence[str]) -> tuple[Transcript, Scores | None]:
        self.on_hear()
        if self.failing:
            raise DeviceError("the recogniser is broken")
        self.asked.append((utterance, tuple(candidates)))
        text = self.texts.pop(0) if len(self.texts) > 1 else self.texts[0]
        said = text.casefold().strip(". ")
        scored = tuple(Scored(c, -1.0 if c.casefold() == said else -9.0) for c in candidates)
        return Transcript(text, 0.9), Scores(scored, Scored(text, -1.0)) if candidates else None


def blocks(pattern: Iterable[tuple[float, int]], *, first: int = 0) -> list[AudioBlock]:
    """Blocks of (seconds, level) stretches: a square wave of that level."""
    square = np.where(np.arange(BLOCK) % 64 < 32, 1, -1)
    found: list[AudioBlock] = []
    for seconds, level in pattern:
        for _ in range(round(seconds * 16000 / BLOCK)):
            found.append(AudioBlock(first + len(found), (square * level).astype(np.int16)))
    return found
