"""How loud and how noisy an utterance is, measured on the sound itself."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from host.speech.audio import RATE

Samples = npt.NDArray[np.float32]
_FRAME = RATE // 50
"""20 ms."""
_LEAST_FRAMES = 8
_EDGE = 10
"""Frames at either end that hold no speech: a microphone gate keeps more than that."""
_PAUSE = 12
"""Frames: a shorter gap is part of a word or a breath between two."""


def levels(samples: Samples) -> npt.NDArray[np.float64]:
    """Level of each 20 ms frame in decibel of full scale; digital silence is -100."""
    frames = samples[: len(samples) // _FRAME * _FRAME].reshape(-1, _FRAME)
    if not len(frames):
        return np.full(1, -100.0)
    power = np.mean(np.square(frames, dtype=np.float64), axis=1)
    return np.asarray(10 * np.log10(power + 1e-10))


def snr_db(samples: Samples) -> float:
    """Signal-to-noise ratio in decibel, 0 to 60: the loudest tenth of a second against what lies around the speech."""
    return foreground(samples).snr_db


@dataclass(frozen=True, slots=True)
class Foreground:
    """Where the nearest speaker is heard."""

    first: int
    """Sample at which it begins."""
    last: int
    """Sample after its end."""
    snr_db: float


def foreground(samples: Samples) -> Foreground:
    """Finds the speech in its noise: from the first to the last stretch that stands out from what lies around it.

    The border between the two is searched in a few rounds: all below it is background, whose mean level and spread set
    the next border. Other people's talk has its own peaks, so a spread-out background puts the border higher than hiss.
    """
    level = levels(samples)
    if len(level) < _LEAST_FRAMES:
        return Foreground(0, len(samples), 0.0)
    power = np.convolve(np.pad(10 ** (level / 10), 2, "edge"), np.full(5, 0.2), "valid")
    level = 10 * np.log10(power + 1e-12)
    loudest = float(level.max())
    border, around = loudest - 10.0, float(level.min())
    # A long sentence has many soft sounds and little silence: what is heard before and after it tells them from noise.
    edges = float(10 * np.log10(np.concatenate((power[:_EDGE], power[-_EDGE:])).mean() + 1e-12))
    for _ in range(4):
        below = level < border
        spread = 0.0
        if below.sum() >= 5:
            mean = float(10 * np.log10(power[below].mean() + 1e-12))
            around, spread = min(mean, edges + 3.0), float(level[below].std())
        border = max(loudest - 32.0, min(around + 2.2 + min(spread, 4.0), loudest - 6.0))
    at = np.flatnonzero(level >= border)
    parts = np.split(at, np.flatnonzero(np.diff(at) > _PAUSE) + 1)
    main = max(parts, key=lambda part: float(power[part].sum()))
    least = float(level[main].max()) - 4.0
    kept = [part for part in parts if part is main or (len(part) >= 3 and float(level[part].max()) >= least)]
    snr = float(np.clip(loudest - max(around, -90.0), 0.0, 60.0))
    return Foreground(int(kept[0][0]) * _FRAME, int(kept[-1][-1] + 1) * _FRAME, snr)


def is_silent(samples: Samples, floor_db: float = -65.0) -> bool:
    """True when nothing in the utterance is loud enough to be speech near a microphone."""
    return len(samples) == 0 or float(levels(samples).max()) < floor_db


def normalised(samples: Samples, target: float = 0.5) -> Samples:
    """The sound without direct current, its loudest samples at ``target`` of full scale."""
    centred = samples - np.float32(samples.mean()) if len(samples) else samples
    peak = float(np.percentile(np.abs(centred), 99.9)) if len(centred) else 0.0
    if peak < 1e-4:
        return centred
    return np.asarray(np.clip(centred * np.float32(target / peak), -1.0, 1.0), dtype=np.float32)


def trimmed(samples: Samples, pad: float = 0.3) -> Samples:
    """The sound from ``pad`` seconds before its first loud frame to as long after its last, filled up with zeros.

    Recognisers hear a word best with as much quiet around it as they were trained on; a microphone gate gives more.
    """
    level = levels(samples)
    if len(level) < 3:
        return samples
    loudest, floor = float(level.max()), float(np.percentile(level, 10))
    loud = level >= max(loudest - 32.0, min(floor + 7.0, loudest - 6.0))
    # A click is no speech: of three neighbours at least two must be loud.
    loud &= np.convolve(loud, [1, 1, 1], "same") >= 2
    at = np.nonzero(loud)[0]
    if not len(at):
        return samples
    first, last, quiet = int(at[0]) * _FRAME, int(at[-1] + 1) * _FRAME, int(pad * RATE)
    kept = samples[max(0, first - quiet) : last + quiet]
    return np.pad(kept, (max(0, quiet - first), max(0, last + quiet - len(samples))))


def cut_out(samples: Samples, part: Foreground, kept: float = 0.2, pad: float = 0.3) -> Samples:
    """The foreground alone, with ``kept`` seconds of the sound around it, faded, and silence up to ``pad`` seconds."""
    more, quiet, fade = int(kept * RATE), int(pad * RATE), int(0.03 * RATE)
    found = samples[max(0, part.first - more) : part.last + more].astype(np.float32)
    fade = min(fade, len(found) // 2)
    if fade:
        found[:fade] *= np.linspace(0, 1, fade, dtype=np.float32)
        found[-fade:] *= np.linspace(1, 0, fade, dtype=np.float32)
    return np.pad(found, quiet - more)
