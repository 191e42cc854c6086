"""A long evening in the virtual room: does the host grow or slow down?

    python -m benchmarks.soak [--hours 2] [--cheap] [--json]

Every turn the host asks a new question, a player answers after a while, the host replies. ``--cheap`` replaces voice,
detector and recogniser by stand-ins, so that what is left is our own loop.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import random
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.table import Table, spoken
from host.app.heap import Heap
from host.app.mouth import open_voice
from host.dialogue.protocol import Listen, Prompt, Scores, Transcript
from host.speech.audio import RATE, AudioBlock, AudioChunk, Utterance
from host.speech.ears import open_ears
from host.speech.espeak import EspeakSynthesizer
from host.speech.vad import SileroVad

WARM_UP = 0.1
"""Part of the evening after which growth is counted: caches fill and allocators settle before."""


class CheapVoice:
    """A buzz as long as a voice would take."""

    name, language = "buzz", "en"

    def synthesize(self, text: str, *, rate: float = 1.0) -> Iterator[AudioChunk]:
        yield AudioChunk(RATE, (8000 * np.sign(np.sin(np.arange(len(text) * 1000) * 0.05))).astype(np.int16))


class CheapVad:
    """Loud is speech."""

    def probability(self, block: AudioBlock) -> float:
        return 0.95 if int(np.abs(block.pcm).max()) > 3000 else 0.0

    def reset(self) -> None: ...


class CheapEars:
    """Always understands Paris."""

    name, language = "cheap", "en"

    def load(self) -> None:
        """Nothing to load."""

    def expect(self, candidates: Sequence[str]) -> None:
        """Nothing to prepare."""

    def hear(self, utterance: Utterance, candidates: Sequence[str]) -> tuple[Transcript, Scores | None]:
        return Transcript("Paris"), None


def memory() -> int:
    """Bytes of this process in main memory."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def handles() -> int:
    """Open files of this process."""
    return len(os.listdir("/proc/self/fd"))


def evening(hours: float, *, cheap: bool = False, seed: int = 1) -> dict[str, Any]:
    """Plays the evening; growth in megabytes, threads and file handles after the warm-up."""
    chance, heap = random.Random(seed), Heap()
    voice = CheapVoice() if cheap else open_voice("en")
    player = CheapVoice() if cheap else EspeakSynthesizer("en", variant="m3")
    ears = CheapEars() if cheap else open_ears("en")
    table = Table({"en": voice}, ears, CheapVad() if cheap else SileroVad(), seed=seed, record=False)
    words = [spoken(player, w) for w in ("Paris", "I think it is Rome", "Oscar Wilde", "pass")]
    begin: tuple[int, int, int] | None = None
    series: list[float] = []
    turn = heard = 0
    while table.room.now < hours * 3600:
        heap.tidy(table.room.now)
        if begin is None and table.room.now >= hours * 3600 * WARM_UP:
            begin = (memory(), threading.active_count(), handles())
        if table.room.now >= hours * 3600 * len(series) / 20:
            series.append(round(memory() / 2**20, 1))
        turn += 1
        table.say(f"Question {turn}. Which of these is number {chance.randrange(10**6)}?")
        table.room.inject(chance.choice(words), at=table.room.now + 0.5 + chance.uniform(0.5, 12))
        listen = Listen(turn, Prompt.ANSWER, candidates=("Paris", "Rome"), decoys=("London", "Madrid"))
        heard += table.listen(listen) is not None
        table.say("Correct." if chance.random() < 0.5 else "That was not it.")
    assert begin is not None
    heap.tidy(math.inf)
    return {
        "hours": round(table.room.now / 3600, 2),
        "turns": turn,
        "heard": heard,
        "memory_growth_mb": round((memory() - begin[0]) / 2**20, 1),
        "thread_growth": threading.active_count() - begin[1],
        "handle_growth": handles() - begin[2],
        "memory_mb": series,
    }


def main() -> None:
    """Prints what grew."""
    parser = argparse.ArgumentParser(description="Play a long evening and see whether anything grows.")
    parser.add_argument("--hours", type=float, default=2.0)
    parser.add_argument("--cheap", action="store_true")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    found = evening(args.hours, cheap=args.cheap)
    print(json.dumps(found) if args.json else "\n".join(f"{key}: {value}" for key, value in found.items()))


if __name__ == "__main__":
    main()
