"""Run in a process of its own: plays syllables of noise, takes them out of what the microphone hears, prints JSON."""

from __future__ import annotations

import json
import queue
import sys
import time

import numpy as np

from host.errors import DeviceError
from host.speech.audio import RATE, AudioBlock, AudioChunk
from host.speech.devices import RealAudio
from host.speech.echo import Cleaned, EchoCanceller


def main(seconds: float) -> None:
    """Prints how much softer the host is after cancelling, over the second half."""
    times = np.arange(round(seconds * RATE)) / RATE
    noise = np.random.default_rng(1).normal(0, 5000, len(times)) * np.clip(np.sin(2 * np.pi * 2.3 * times), 0, None)
    blocks: queue.Queue[AudioBlock] = queue.Queue()
    finished: list[int] = []
    audio, canceller, found = RealAudio(), EchoCanceller(), list[Cleaned]()
    audio.open(blocks.put, lambda line, done: finished.append(line))
    audio.play(1, [AudioChunk(RATE, noise.clip(-32767, 32767).astype(np.int16))])
    end = time.monotonic() + seconds + 5
    while not finished and time.monotonic() < end:
        try:
            found.append(canceller.cancel(blocks.get(timeout=0.5)))
        except queue.Empty:
            continue
    audio.close()
    late = found[len(found) // 2 :]
    loud = [block.reduction for block in late if block.reduction != 1.0]
    print(
        json.dumps(
            {
                "reduction_db": float(10 * np.log10(np.median(loud))) if loud else 0.0,
                "sure": float(np.mean([block.sure for block in late])),
                "above": float(np.percentile([block.above for block in late], 90)),
            }
        )
    )


if __name__ == "__main__":
    try:
        main(float(sys.argv[1]))
    except DeviceError as error:
        print(json.dumps({"error": str(error)}))
