"""Noise: taken off speech before it is recognised, and made, to learn what a recogniser writes down when it hears none.

A plain Wiener filter (decision-directed, Ephraim and Malah 1984), mild on purpose: what it leaves of the noise hides
what it does to the voice. Neural suppressors sound better to people and hear worse: with NSNet2 in this place fewer
answers ranked first than without any filter.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from host.speech.audio import RATE
from host.speech.noise import Samples

_WINDOW, _HOP = 512, 128
"""32 ms and 8 ms."""
_FLOOR = 10 ** (-12 / 20)
"""Gain below which no frequency falls."""
_MEMORY = 0.95
"""Share of the previous frame's estimate in the speech-to-noise ratio of the next."""
_QUIETEST = 0.2
"""Share of the frames that the noise is measured on."""


def denoised(samples: Samples) -> Samples:
    """The sound with its steady noise taken down by up to 12 dB; the same length."""
    if len(samples) < 4 * _WINDOW:
        return samples
    window = np.sqrt(np.hanning(_WINDOW + 1)[:-1])
    padded = np.pad(samples.astype(np.float64), (_WINDOW, _WINDOW + _HOP))
    count = (len(padded) - _WINDOW) // _HOP + 1
    at = np.arange(_WINDOW) + _HOP * np.arange(count)[:, None]
    spectra = np.fft.rfft(padded[at] * window, axis=1)
    power = np.square(np.abs(spectra))
    frames = np.fft.irfft(spectra * _gains(power, _noise(power[_WINDOW // _HOP : -_WINDOW // _HOP - 1])), axis=1)
    out, weight = np.zeros(len(padded)), np.zeros(len(padded))
    for frame, start in zip(frames * window, at[:, 0], strict=True):
        out[start : start + _WINDOW] += frame
        weight[start : start + _WINDOW] += window * window
    return np.asarray((out / np.maximum(weight, 1e-6))[_WINDOW : _WINDOW + len(samples)], dtype=np.float32)


def _noise(power: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Mean spectrum of the quietest frames, smoothed over its neighbours."""
    quiet = np.argsort(power.sum(axis=1))[: max(4, int(len(power) * _QUIETEST))]
    spectrum = np.pad(power[quiet].mean(axis=0), 2, "edge")
    return np.convolve(spectrum, np.full(5, 0.2), "valid") + 1e-12


def _gains(power: npt.NDArray[np.float64], noise: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    gains = np.empty_like(power)
    before = np.ones(power.shape[1])
    for frame, ratio in enumerate(power / noise):
        expected = _MEMORY * before + (1 - _MEMORY) * np.maximum(ratio - 1, 0)
        gains[frame] = np.maximum(expected / (1 + expected), _FLOOR)
        before = np.square(gains[frame]) * ratio
    return gains


def babbling(seconds: float = 1.2, pad: float = 0.3) -> Samples:
    """Noise with the spectrum and the rhythm of speech and not a word in it, with silence around it.

    What a recogniser writes down for it is what it likes to write down whenever it hears little ("Okay", "Yes").
    """
    rng = np.random.default_rng(0)
    count = int(seconds * RATE)
    frequency = np.fft.rfftfreq(count, 1 / RATE)
    shape = (frequency > 80) / np.sqrt(1 + np.square(frequency / 500))
    noise = np.fft.irfft(np.fft.rfft(rng.normal(0, 1, count)) * shape, count)
    syllables = np.clip(0.5 + 0.5 * np.sin(2 * np.pi * 4 * np.arange(count) / RATE + rng.uniform(0, 6)), 0.02, 1)
    sound = noise * syllables
    return np.pad((sound * (0.5 / np.abs(sound).max())).astype(np.float32), int(pad * RATE))
