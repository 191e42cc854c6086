"""What listening costs: computing time to a verdict, and the memory of everything an English game loads."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.listen.clips import clip
from benchmarks.listen.speakers import Speaker
from benchmarks.listen.trials import card_of
from host.judging.listening import decide_answer
from host.speech.audio import Utterance
from host.speech.ports import Ears

CANDIDATES = 24
_LOAD = """
import resource, sys
import numpy as np
from host.speech.audio import AudioBlock, Utterance
from host.speech.ears import open_ears
from host.speech.vad import SileroVad
from host.app.voices import host_voice
voice = host_voice("en")
spoken = [chunk for chunk in voice.synthesize("Which capital lies furthest north?")]
vad = SileroVad()
ears = open_ears("en")
pcm = (np.random.default_rng(1).normal(0, 2000, 48000)).astype(np.int16)
vad.probability(AudioBlock(0, pcm[:512]))
ears.hear(Utterance(0, pcm), [f"answer number {n}" for n in range(24)])
with open("/proc/self/status") as status:
    lines = dict(line.split(":", 1) for line in status)
print(lines["VmRSS"].split()[0], lines["VmHWM"].split()[0])
"""


@dataclass(frozen=True, slots=True)
class Seconds:
    """From the end of speech to the verdict."""

    median: float
    high: float
    """95th percentile."""
    processor: float
    """Median of the computing time on all cores together: what counts on a machine that is busy with other things."""
    clips: int


def seconds(ears: Ears, folder: Path, speakers: Sequence[Speaker], texts: Sequence[str]) -> Seconds:
    """Times with 24 candidates, which the ears know beforehand as they do in a game."""
    taken, computed = [], []
    for speaker in speakers:
        for text in texts:
            card = card_of(text)
            candidates = (*card.forms, *card.prompting, *card.decoys)[:CANDIDATES]
            utterance = Utterance(0, clip(folder, speaker, text))
            ears.expect(candidates)
            begun, cpu = time.perf_counter(), time.process_time()
            transcript, scores = ears.hear(utterance, candidates)
            decide_answer(transcript, scores, judge=card.judge, forms=card.forms)
            taken.append(time.perf_counter() - begun)
            computed.append(time.process_time() - cpu)
    cuts = statistics.quantiles(taken, n=20)
    return Seconds(statistics.median(taken), cuts[-1], statistics.median(computed), len(taken))


def megabytes() -> tuple[float, float] | None:
    """Resident and peak memory of voice, voice activity, recogniser and scorer in one process; None off Linux."""
    done = subprocess.run([sys.executable, "-c", _LOAD], capture_output=True, text=True, check=False)
    words = done.stdout.split()
    return (int(words[-2]) / 1000, int(words[-1]) / 1000) if done.returncode == 0 and len(words) >= 2 else None
