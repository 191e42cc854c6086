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
