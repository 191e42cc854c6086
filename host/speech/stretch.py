"""Faster or slower speech at the same pitch.

Waveform similarity overlap-add (WSOLA; Verhelst and Roelands 1993): frames are taken from the sound at the new
speed and each is shifted a little to where it continues the one before best. Voice models themselves stop getting
faster at about 1.6 times; players who listen fast want three.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from host.speech.audio import Pcm

FRAME: Final = 0.030
"""Seconds per frame; half of it overlaps. Longer than two periods of a deep voice."""
SEARCH: Final = 0.009
"""Seconds a frame may move to fit: more than one period of a deep voice."""


def stretch(pcm: Pcm, rate: int, speed: float) -> Pcm:
    """The sound ``speed`` times as fast (above 1: shorter), its pitch unchanged.

    Args:
        pcm: mono samples.
        rate: samples per second.
        speed: 0.25 to 4.
    """
    half, search = round(FRAME * rate / 2), round(SEARCH * rate)
    frame = 2 * half
    if speed == 1.0 or len(pcm) <= frame + 2 * search:
        return pcm
    sound = np.concatenate([np.zeros(search), pcm.astype(np.float64), np.zeros(frame + 2 * search)])
    count = max(1, int(len(pcm) / speed / half))
    window = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(frame) / frame)
    out = np.zeros((count + 1) * half)
    previous = 0
    for i in range(count):
        wanted = search + round(i * half * speed)
        if i == 0:
            best = wanted
        else:
            natural = sound[previous + half : previous + half + frame]
            region = sound[wanted - search : wanted + search + frame]
            best = wanted - search + _closest(region, natural)
        out[i * half : i * half + frame] += window * sound[best : best + frame]
        previous = best
    return np.clip(np.rint(out), -32768, 32767).astype(np.int16)


def _closest(region: np.ndarray, wanted: np.ndarray) -> int:
    """The offset in ``region`` where it resembles ``wanted`` most (normalised cross-correlation)."""
    size = len(wanted)
    products = np.correlate(region, wanted, "valid")
    squares = np.concatenate([[0.0], np.cumsum(region * region)])
    energy = squares[size:] - squares[:-size]
    return int(np.argmax(products / np.sqrt(np.maximum(energy[: len(products)], 1.0))))
