"""Clips on disk: each is synthesised once, and spoiled (noise, babble, echo) the same way every time."""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np
import soxr

from benchmarks.listen.speakers import Speaker
from host.speech.audio import RATE, Pcm, Utterance, read_wav, write_wav
from host.speech.noise import levels

CONDITIONS = ("clean", "white 20", "white 10", "babble 20", "babble 10", "echo", "slow", "quick")
"""The last two are the speaking rates: a first try as slow as a re-say, and a hasty one."""


def clip(folder: Path, speaker: Speaker, text: str, take: int = 0) -> Pcm:
    """What the speaker says, from the folder or synthesised now, with a second of quiet room around it."""
    name = hashlib.sha256(f"{speaker.name}|{text}|{take}".encode()).hexdigest()[:24]
    path = folder / speaker.name.replace(" ", "-") / f"{name}.wav"
    if not path.is_file():
        path.parent.mkdir(parents=True, exist_ok=True)
        write_wav(path, speaker.say(text, take))
    pcm = read_wav(path).pcm
    seed = int(name[:8], 16)
    rng = np.random.default_rng(seed)
    padded = np.concatenate([np.zeros(int(0.35 * RATE)), pcm.astype(np.float64), np.zeros(int(0.6 * RATE))])
    # A voice at -23 dB in a room at about -65 dB: no microphone hears digital silence.
    loudness = _speech_level(padded)
    room = rng.normal(0, 32768 * 10 ** (-65 / 20), len(padded))
    return np.clip(padded * (32768 * 10 ** (-23 / 20) / loudness) + room, -32768, 32767).astype(np.int16)


def spoiled(pcm: Pcm, condition: str, others: list[Pcm], seed: int) -> Pcm:
    """The clip in white noise or in the babble of six other clips (at that many decibel), or in an echoing room."""
    if condition in ("clean", "slow", "quick"):
        return pcm
    rng = np.random.default_rng(seed)
    sound = pcm.astype(np.float64)
    if condition == "echo":
        return _clipped(_echo(sound, rng))
    kind, decibel = condition.split()
    if kind == "white":
        noise = rng.normal(0, 1, len(sound))
    else:
        noise = np.zeros(len(sound))
        for other in (others[i] for i in rng.choice(len(others), 6, replace=False)):
            at = int(rng.integers(0, len(other)))
            noise += np.resize(np.roll(other.astype(np.float64), at), len(sound))
    noise *= _speech_level(sound) / 10 ** (float(decibel) / 20) / np.sqrt(np.mean(np.square(noise)))
    return _clipped(sound + noise)


def _echo(sound: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A living room: a few early reflections and a tail that fades by 60 dB in 0.45 s."""
    length = int(0.45 * RATE)
    tail = rng.normal(0, 1, length) * 10 ** (-3 * np.arange(length) / length)
    tail *= 0.35 / np.sqrt(np.sum(np.square(tail)))
    response = tail
    response[0] = 1.0
    for delay, gain in ((0.011, 0.45), (0.019, 0.35), (0.031, 0.25)):
        response[int(delay * RATE)] += gain
    wet = np.convolve(sound, response)[: len(sound)]
    return np.asarray(wet * np.abs(sound).max() / max(np.abs(wet).max(), 1.0))


def _speech_level(sound: np.ndarray) -> float:
    """Root mean square of the frames that hold speech: those within 30 dB of the loudest; pauses do not count."""
    level = levels((sound / 32768).astype(np.float32))
    active = level[level > level.max() - 30]
    return float(32768 * np.sqrt(np.mean(10 ** (active / 10))))


def _clipped(sound: np.ndarray) -> Pcm:
    return np.clip(sound, -32768, 32767).astype(np.int16)


def hummed(seconds: float, kind: str, seed: int = 1) -> Utterance:
    """Sounds that are no speech: ``silence``, ``hiss``, ``cough`` (short bursts), ``music`` (chords), ``hum``."""
    rng = np.random.default_rng(seed)
    count = int(seconds * RATE)
    t = np.arange(count) / RATE
    match kind:
        case "silence":
            sound = np.zeros(count)
        case "hiss":
            sound = rng.normal(0, 300, count)
        case "hum":
            sound = 2000 * np.sin(2 * np.pi * 100 * t) + 900 * np.sin(2 * np.pi * 200 * t) + rng.normal(0, 60, count)
        case "cough":
            sound = rng.normal(0, 60, count)
            for start in (0.25, 0.6):
                burst = (t >= start) & (t < start + 0.18)
                sound[burst] += rng.normal(0, 9000, burst.sum()) * np.exp(-(t[burst] - start) * 18)
        case _:
            sound = np.zeros(count)
            notes = [261.6, 329.6, 392.0, 440.0, 523.3, 587.3]
            for beat in range(int(seconds * 2) + 1):
                on = (t >= beat / 2) & (t < beat / 2 + 0.5)
                for note in rng.choice(notes, 3, replace=False):
                    for harmonic in (1, 2, 3):
                        wave = np.sin(2 * np.pi * note * harmonic * t[on])
                        sound[on] += 2500 / harmonic * wave * np.exp(-(t[on] - beat / 2) * 4)
    return Utterance(0, _clipped(sound), 0.0, seconds, "file")


def at_rate(pcm: Pcm, rate: int) -> Pcm:
    """The clip as a device of a lower rate would have kept it."""
    low = soxr.resample(pcm.astype(np.float32), RATE, rate)
    return _clipped(soxr.resample(low, rate, RATE))
