"""Takes the host's own voice out of what the microphone hears, from the samples that the loudspeaker was given.

A partitioned-block frequency-domain Kalman filter (Enzner and Vary, Signal Processing 86, 2006; Kuech, Mabande and
Enzner, ICASSP 2014) learns the way from the loudspeaker through the room. It is its own control: how uncertain each
coefficient still is, and how much of the sound is not the host's, together set how fast it learns, so a player who
speaks at the same time neither stops nor spoils it. What is left of the host's voice is known from the same figures
and turned down, bin by bin.

    played  --> delay line of partitions --H--> estimated echo
    microphone - estimated echo --> residual --gain--> clean
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from host.speech.audio import BLOCK, AudioBlock, Pcm

SPAN: Final = 16
"""Blocks of delay and echo covered: 0.51 s from handing a sample over until the last of it in the room."""
KEEPS: Final = 0.9995
"""How much of the way through the room is still true a block later."""
LISTENS: Final = 16
"""Blocks with sound from which the loudness of the loudspeaker at the microphone is guessed before learning begins."""
MOVED: Final = 0.5
"""Share of the estimated echo that is found in the microphone's sound, over about a second, below which the way must
have changed (something was moved) and is learnt anew. Whoever else speaks does not change that share."""
SURE: Final = 0.8
"""The same share from which the way is known, ..."""
UNSURE: Final = 2.5
"""... and from which it is not known yet."""
SURE_AFTER: Final = 30
"""Blocks with an echo after which that share means something."""
SETTLED: Final = 150
"""Blocks with an echo up to which what is left of it is followed in larger steps, as it still falls quickly."""
_LEAK_UP: Final = 0.02
_LEAK_DOWN: Final = 0.01
"""Decades by which the share of the estimated echo that is left over is corrected a block. It settles where two blocks
of three leave less, and a player who speaks for a second moves it by no more than 6 dB."""
_Spectrum = npt.NDArray[np.complex64]
_Samples = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Cleaned:
    """A block without the host's voice."""

    pcm: Pcm
    """Residual, turned down where it is still the host's."""
    above: float
    """Power of the residual over what must be expected of the host and of the noise: about 1 when only the host speaks,
    much more when somebody else does."""
    reduction: float
    """Power of the microphone's sound over that of the residual."""
    sure: bool = True
    """Whether the host's voice is where it is expected; while it is not, what is left may well be the host."""


class EchoCanceller:
    """Learns one room. Blocks must come in order and without gaps; about 0.3 ms a block."""

    def __init__(self) -> None:
        self._played = np.zeros(BLOCK, np.float32)
        self._spectra: _Spectrum = np.zeros((SPAN, BLOCK + 1), np.complex64)
        self._silent_for = SPAN
        self._noise = 1e-7
        self._start()

    def _start(self) -> None:
        self._way: _Spectrum = np.zeros((SPAN, BLOCK + 1), np.complex64)
        self._doubt: _Samples = np.zeros((SPAN, BLOCK + 1), np.float32)
        self._other = np.full(BLOCK + 1, 1e-6, np.float32)
        self._heard = self._given = 0.0
        self._found = self._sought = 0.0
        self._listened = self._known = 0
        self._leak = 1.0

    @property
    def ready(self) -> bool:
        """Whether it has begun to learn the room."""
        return self._listened >= LISTENS

    def cancel(self, block: AudioBlock) -> Cleaned:
        """Takes the next block; ``block.played`` None means that nothing was played."""
        heard = block.pcm.astype(np.float32) / np.float32(32768)
        given = block.played if block.played is not None else np.zeros(BLOCK, np.int16)
        played = given.astype(np.float32) / np.float32(32768)
        self._silent_for = 0 if played.any() else self._silent_for + 1
        power = float(heard @ heard) / BLOCK
        if self._silent_for > SPAN + 1:
            self._noise += (power - self._noise) * (0.05 if power > self._noise else 0.3)
            self._played = played
            return Cleaned(block.pcm, power / (self._noise + 1e-9), 1.0)
        self._spectra[1:] = self._spectra[:-1]
        self._spectra[0] = np.fft.rfft(np.concatenate([self._played, played]))
        self._played = played
        if not self.ready:
            self._listen(power)
            return Cleaned(block.pcm, 1.0, 1.0, sure=False)
        echo = np.fft.irfft((self._way * self._spectra).sum(axis=0))[BLOCK:].astype(np.float32)
        residual = heard - echo
        expected = self._learn(residual)
        left = float(residual @ residual) / BLOCK
        estimated = float(echo @ echo) / BLOCK
        self._watch(float(heard @ echo) / BLOCK, left, estimated)
        return Cleaned(
            self._turn_down(residual, expected, echo),
            left / (self._leak * estimated + expected.sum() / BLOCK**2 / 2 + self._noise + 1e-9),
            power / (left + 1e-9),
            self._known > SURE_AFTER and SURE * self._sought < self._found < UNSURE * self._sought,
        )

    def _listen(self, power: float) -> None:
        """Guesses how loud the loudspeaker is at the microphone: the doubt to begin with."""
        self._listened += 1
        self._heard += power
        self._given += float((np.abs(self._spectra) ** 2).sum(axis=1).max()) / BLOCK**2 / 2
        if self.ready:
            self._doubt[:] = min(4.0, self._heard / (self._given + 1e-9))

    def _learn(self, residual: _Samples) -> npt.NDArray[np.float32]:
        """Corrects the way by the residual; returns the power that doubt about the way leaves in it, bin by bin."""
        spectrum = np.fft.rfft(np.concatenate([np.zeros(BLOCK, np.float32), residual]))
        power = (self._spectra.real**2 + self._spectra.imag**2).astype(np.float32)
        expected = 0.5 * (power * self._doubt).sum(axis=0)
        self._other = np.float32(0.5) * (self._other + (spectrum.real**2 + spectrum.imag**2).astype(np.float32))
        gain = self._doubt / (expected + self._other + 1e-9)
        change = np.fft.irfft(gain * self._spectra.conj() * spectrum, axis=1)
        change[:, BLOCK:] = 0.0
        self._way = (self._way + np.fft.rfft(change, axis=1)).astype(np.complex64)
        strength = self._way.real**2 + self._way.imag**2
        self._doubt = (KEEPS**2 * (1 - 0.5 * gain * power) * self._doubt + (1 - KEEPS**2) * strength).astype(np.float32)
        return np.asarray(expected, np.float32)

    def _watch(self, found: float, left: float, estimated: float) -> None:
        """Follows what share of the estimated echo is left over; notices when the way has changed."""
        if estimated < 4 * self._noise:
            return
        more = left - self._noise > self._leak * estimated
        step = (_LEAK_UP if more else -_LEAK_DOWN) * (1.0 if self._known > SETTLED else 3.0)
        self._leak = min(1.0, max(1e-4, self._leak * 10**step))
        self._found += (found - self._found) * 0.03
        self._sought += (estimated - self._sought) * 0.03
        self._known += 1
        if self._known > 60 and self._found < MOVED * self._sought:
            self._start()

    def _turn_down(self, residual: _Samples, expected: npt.NDArray[np.float32], echo: _Samples) -> Pcm:
        """The residual without the part of each bin that is expected to be the host's."""
        spectrum = np.fft.rfft(residual, 2 * BLOCK)
        estimated = np.abs(np.fft.rfft(echo, 2 * BLOCK)) ** 2
        host = 2.0 * (expected + self._leak * estimated)
        power = np.abs(spectrum) ** 2
        gain = np.maximum(0.05, 1 - host / (power + 1e-9))
        gain = np.convolve(np.pad(gain, 2, mode="edge"), np.full(5, 0.2), mode="valid")
        clean = np.fft.irfft(spectrum * gain)[:BLOCK]
        return np.clip(np.rint(clean * 32768), -32768, 32767).astype(np.int16)
