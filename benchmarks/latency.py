"""How long players wait: last voiced sample of an answer to first sample of the reply, by stage.

    python -m benchmarks.latency [--turns 60] [--seed 1] [--json]

Real engines in the virtual room; computing time passes in the room as well. The reply is a phrase that was said
before (from the cache), as the acknowledgement of an answer is.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics

import numpy as np

from benchmarks.table import Table, spoken
from host.app.mouth import open_voice
from host.dialogue.protocol import Heard, Listen, Prompt
from host.speech.ears import open_ears
from host.speech.endpoint import endpoint_times
from host.speech.espeak import EspeakSynthesizer
from host.speech.vad import SileroVad

ANSWERS = [
    "Paris",
    "Rome",
    "Oscar Wilde",
    "The Danube",
    "Mount Everest",
    "Vincent van Gogh",
    "Nineteen sixty nine",
    "Iceland",
]
PHRASES = ("red", "blue", "green", "yellow", "yes", "no", "repeat", "pass")
STAGES = (
    "endpoint", "recognition", "of it after the end", "voice and loudspeaker", "total", "beyond the end silence",
)  # fmt: skip


def measure(turns: int, seed: int) -> dict[str, dict[str, list[float]]]:
    """Prompt kind -> stage -> seconds of each turn."""
    chance = random.Random(seed)
    voice, ears = open_voice("en"), open_ears("en")
    table = Table({"en": voice}, ears, SileroVad(), seed=seed, charge=True, record=False)
    players = [EspeakSynthesizer("en", variant=v, speed=s) for v, s in (("m3", 1.0), ("f2", 0.9), ("m7", 1.1))]
    found: dict[str, dict[str, list[float]]] = {}
    table.say("Correct. Welcome. Anna, it is your turn.")
    for turn in range(turns):
        closed = turn % 2 == 1
        text = chance.choice(PHRASES if closed else ANSWERS)
        listen = (
            Listen(turn, Prompt.CLOSED, phrases=PHRASES)
            if closed
            else Listen(turn, Prompt.ANSWER, phrases=("repeat", "pass"), candidates=(text,), decoys=ANSWERS[:6])
        )
        table.finish(table.begin("Anna, it is your turn."))
        pcm = spoken(chance.choice(players), text)
        table.room.inject(pcm, at=table.room.now + 0.4 + chance.uniform(0.4, 1.5), gain_db=-6)
        heard = table.listen(listen)
        line = table.begin("Correct.")
        table.finish(line)
        times = table.ear.last
        if not isinstance(heard, Heard) or times is None:
            continue
        total = table.first_sample(line) - times.ended
        after = max(0.0, total - times.endpoint - times.tail)
        stages = found.setdefault("closed" if closed else "answer", {stage: [] for stage in STAGES})
        wait = endpoint_times(listen.prompt).end_silence
        values = (times.endpoint, times.recognition, times.tail, after, total, total - wait)
        for stage, value in zip(STAGES, values, strict=True):
            stages[stage].append(value)
    return found


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description="Measure how long players wait for a reply.")
    parser.add_argument("--turns", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    found = measure(args.turns, args.seed)
    rows = {
        kind: {s: (statistics.median(v), float(np.percentile(v, 95))) for s, v in stages.items()}
        for kind, stages in found.items()
    }
    if args.json:
        print(json.dumps({k: {s: {"p50": a, "p95": b} for s, (a, b) in v.items()} for k, v in rows.items()}))
        return
    for kind, stages in rows.items():
        print(f"{kind}: {len(found[kind]['total'])} turns, seconds")
        for stage, (median, high) in stages.items():
            print(f"  {stage:24} p50 {median:6.3f}   p95 {high:6.3f}")


if __name__ == "__main__":
    main()
