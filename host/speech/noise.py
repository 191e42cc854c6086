"""How loud and how noisy an utterance is, measured on the sound itself."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from host.speech.audio import RATE

Samples = npt.NDArray[np.float32]
_FRAME = RATE // 50
"""20 ms."""


def levels(samples: Samples) -> npt.NDArray[np.float64]:
    """Level of each 20 ms frame in decibel of full scale; digital silence is -100."""
    frames = samples[: len(samples) // _FRAME * _FRAME].reshape(-1, _FRAME)
    if not len(frames):
        return np.full(1, -100.0)
    power = np.mean(np.square(frames, dtype=np.float64), axis=1)
    return np.asarray(10 * np.log10(power + 1e-10))


def snr_db(samples: Samples) -> float:
    """Signal-to-noise ratio in decibel: the loud tenth of the frames against the quiet tenth, 0 to 60."""
    level = levels(samples)
    quiet, loud = np.percentile(level, [10, 90])
    return float(np.clip(loud - max(quiet, -90.0), 0.0, 60.0))


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
