"""Run in a process of its own: plays a sweep on the default loudspeaker, records the microphone, prints JSON.

`python sound_card.py SECONDS`: how long to record after the sound was queued.
"""

from __future__ import annotations

import json
import sys
import time

import numpy as np

from host.errors import DeviceError
from host.speech.audio import BLOCK, RATE, AudioBlock, AudioChunk
from host.speech.devices import RealAudio


def main(seconds: float) -> None:
    """One second of sweep, there and back."""
    times = np.arange(RATE) / RATE
    sweep = (12000 * np.sin(2 * np.pi * (300 * times + 600 * times**2))).astype(np.int16)
    blocks: list[tuple[float, AudioBlock]] = []
    finished: list[tuple[float, int, bool]] = []
    audio = RealAudio()
    audio.open(
        lambda block: blocks.append((time.monotonic(), block)),
        lambda line, done: finished.append((time.monotonic(), line, done)),
    )
    used = {kind: [format_.rate, format_.channels] for kind, (_, format_) in audio.used.items()}
    begun = time.monotonic()
    audio.play(1, [AudioChunk(RATE, sweep)])
    # At the loudspeaker's own rate nothing is converted: these samples must come out as they are.
    ramp = np.arange(1, 2001, dtype=np.int16)
    audio.play(2, [AudioChunk(used["loudspeaker"][0], ramp)])
    while time.monotonic() - begun < seconds and len(blocks) < 5000:
        time.sleep(0.02)
    lost = audio.lost()
    stats = audio.stats
    audio.close()
    heard = np.concatenate([block.pcm for _, block in blocks]).astype(float) if blocks else np.zeros(BLOCK)
    result = {
        "used": used, "lost": lost, "errors": stats.errors, "blocks": stats.blocks, "hung": audio.hung,
        "finished": [[at - begun, line, done] for at, line, done in finished],
        "block_seconds": (blocks[-1][0] - blocks[0][0]) if blocks else 0.0,
        "overflows": stats.overflows, "underflows": stats.underflows,
    }  # fmt: skip
    if np.abs(heard).max() > 100:
        wave = sweep.astype(float)
        match = np.correlate(heard, wave, "valid")
        at = int(np.argmax(np.abs(match)))
        piece = heard[at : at + RATE]
        result["likeness"] = float(match[at] / np.sqrt((piece**2).sum() * (wave**2).sum()))
        result["last_heard"] = blocks[min(len(blocks) - 1, (at + RATE) // BLOCK)][0] - begun
    print(json.dumps(result))


if __name__ == "__main__":
    try:
        main(float(sys.argv[1]))
    except DeviceError as error:
        print(json.dumps({"error": error.sentence()}))
