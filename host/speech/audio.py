"""Sound as data: blocks from the microphone, chunks for the loudspeaker, finished utterances, WAV files.

Inside the program sound is 16 kHz mono, 16-bit signed, in blocks of 512 samples (32 ms), which is what the
voice-activity detector takes; conversion happens once, at the devices.
"""

from __future__ import annotations

import wave
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
import soxr

from host.errors import DeviceError

RATE = 16_000
"""Samples per second inside the program."""
BLOCK = 512
"""Samples per block: 32 ms."""

Pcm = npt.NDArray[np.int16]


@dataclass(frozen=True, slots=True)
class AudioBlock:
    """One microphone block: BLOCK samples at RATE."""

    seq: int
    """Counts blocks since the first opening, on through later ones; stream time = seq * BLOCK / RATE."""
    pcm: Pcm
    overflowed: bool = False
    """True when samples before this block were lost."""
    lost: int = 0
    """How many, where that is known."""
    played: Pcm | None = None
    """What the loudspeaker was given meanwhile, at RATE; it is heard later, by the latency of both devices. None where
    that is not known."""


@dataclass(frozen=True, slots=True)
class AudioChunk:
    """A piece of synthesised sound, mono."""

    rate: int
    """Samples per second."""
    pcm: Pcm

    @property
    def seconds(self) -> float:
        """Length in seconds."""
        return len(self.pcm) / self.rate


@dataclass(frozen=True, slots=True)
class Utterance:
    """What was said between two silences, pre-roll included: mono at RATE."""

    turn_id: int
    pcm: Pcm
    started: float = 0.0
    """Seconds of stream time of the first voiced sample."""
    ended: float = 0.0
    """Seconds of stream time of the last voiced sample."""
    reason: str = "silence"
    """Why it ended: ``silence``, ``too_long``, ``gate_closed``, ``file``."""

    def samples(self) -> npt.NDArray[np.float32]:
        """The sound as float32 in -1..1."""
        return (self.pcm.astype(np.float32) / 32768.0).astype(np.float32)


def resample(pcm: Pcm, source: int, target: int) -> Pcm:
    """The same sound at another sample rate (soxr, high quality)."""
    if source == target or not len(pcm):
        return pcm
    out = soxr.resample(pcm.astype(np.float32), source, target)
    return np.clip(np.rint(out), -32768, 32767).astype(np.int16)


def read_wav(path: Path, *, turn_id: int = 0) -> Utterance:
    """Reads a PCM WAV of any rate, width and number of channels as one utterance.

    Raises:
        DeviceError: the file is missing, empty, or not a PCM WAV.
    """
    try:
        with wave.open(str(path), "rb") as wav:
            width, channels, rate = wav.getsampwidth(), wav.getnchannels(), wav.getframerate()
            raw = wav.readframes(wav.getnframes())
    except (OSError, EOFError, wave.Error) as error:
        reason = getattr(error, "strerror", None) or str(error) or "it is empty"
        raise DeviceError(
            f"cannot read the sound file ({reason})", where=str(path), todo="Give a PCM WAV file"
        ) from error
    raw = raw[: len(raw) // (width * channels) * width * channels]
    if width == 1:
        pcm = (np.frombuffer(raw, np.uint8).astype(np.int16) - 128) * 256
    elif width == 2:
        pcm = np.frombuffer(raw, "<i2").astype(np.int16)
    elif width == 3:
        bytes_ = np.frombuffer(raw, np.uint8).reshape(-1, 3)
        pcm = (bytes_[:, 1].astype(np.uint16) | (bytes_[:, 2].astype(np.uint16) << 8)).astype(np.int16)
    else:
        pcm = (np.frombuffer(raw, "<i4") >> 16).astype(np.int16)
    if channels > 1:
        pcm = pcm.reshape(-1, channels).mean(axis=1).astype(np.int16)
    if not len(pcm):
        raise DeviceError("the sound file holds no sound", where=str(path), todo="Record it again")
    pcm = resample(pcm.astype(np.int16), rate, RATE)
    return Utterance(turn_id, pcm, 0.0, len(pcm) / RATE, "file")


def write_wav(path: Path, pcm: Pcm, rate: int = RATE) -> None:
    """Writes mono 16-bit PCM; raises DeviceError when the file cannot be written."""
    try:
        with wave.open(str(path), "wb") as wav:
            wav.setnchannels(1)
            wav.setsampwidth(2)
            wav.setframerate(rate)
            wav.writeframes(pcm.astype("<i2").tobytes())
    except OSError as error:
        raise DeviceError(f"cannot write the sound file ({error.strerror})", where=str(path)) from error
