"""Short sounds that say what the host is doing, for those who do not look: told apart by rhythm as well as pitch.

They lie between 400 and 1,800 Hz, where small loudspeakers and old ears are at their best, and hold no speech, so the
recogniser is deaf to them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np

from host.speech.audio import AudioChunk

RATE: Final = 22_050


@dataclass(frozen=True, slots=True)
class Earcon:
    """A sound: notes of (hertz, seconds), 0 Hz for a rest; and what it means in each language."""

    notes: tuple[tuple[float, float], ...]
    level: float
    meaning: dict[str, str]


EARCONS: Final = {
    "listening": Earcon(
        ((880, 0.04), (1320, 0.06)),
        0.30,
        {"en": "I am listening.", "fr": "J'écoute.", "de": "Ich höre zu.", "es": "Escucho."},
    ),
    "thinking": Earcon(
        ((698, 0.04), (0, 0.1), (698, 0.04)),
        0.16,
        {"en": "I am thinking.", "fr": "Je réfléchis.", "de": "Ich denke nach.", "es": "Estoy pensando."},
    ),
    "right": Earcon(
        ((784, 0.08), (988, 0.08), (1175, 0.08), (1568, 0.16)),
        0.34,
        {"en": "Right.", "fr": "Juste.", "de": "Richtig.", "es": "Correcto."},
    ),
    "wrong": Earcon(
        ((494, 0.14), (0, 0.05), (415, 0.26)),
        0.34,
        {"en": "Wrong.", "fr": "Faux.", "de": "Falsch.", "es": "Incorrecto."},
    ),
    "stopped": Earcon(
        ((660, 0.05), (440, 0.05)),
        0.28,
        {"en": "I have stopped.", "fr": "Je me tais.", "de": "Ich bin still.", "es": "Me callo."},
    ),
    "attention": Earcon(
        ((1047, 0.09), (0, 0.06), (1047, 0.09), (0, 0.06), (1047, 0.09)),
        0.32,
        {
            "en": "Something is wrong with the sound.",
            "fr": "Il y a un problème de son.",
            "de": "Etwas stimmt mit dem Ton nicht.",
            "es": "Hay un problema con el sonido.",
        },
    ),
    "power_on": Earcon(
        ((523, 0.09), (659, 0.09), (784, 0.09), (1047, 0.2)),
        0.34,
        {
            "en": "I have been switched on.",
            "fr": "On vient de m'allumer.",
            "de": "Ich wurde eingeschaltet.",
            "es": "Me acaban de encender.",
        },
    ),
    "muted": Earcon(
        ((784, 0.12), (0, 0.04), (392, 0.24)),
        0.34,
        {
            "en": "The microphone is off.",
            "fr": "Le micro est coupé.",
            "de": "Das Mikrofon ist aus.",
            "es": "El micrófono está apagado.",
        },
    ),
    "unmuted": Earcon(
        ((392, 0.1), (0, 0.03), (523, 0.1), (0, 0.03), (784, 0.22)),
        0.34,
        {
            "en": "The microphone is on again.",
            "fr": "Le micro est remis.",
            "de": "Das Mikrofon ist wieder an.",
            "es": "El micrófono está encendido otra vez.",
        },
    ),
}
"""Name -> sound. An unknown name is played as ``attention``."""


@lru_cache(maxsize=64)
def earcon(name: str, volume: float = 1.0) -> AudioChunk:
    """The sound of that name; ``volume`` 0 to 1."""
    sound = EARCONS.get(name, EARCONS["attention"])
    pcm = np.concatenate([_note(hertz, seconds) for hertz, seconds in sound.notes]) * sound.level * volume
    return AudioChunk(RATE, np.rint(pcm * 32767).astype(np.int16))


def beeps(count: int, volume: float = 1.0) -> AudioChunk:
    """A long low tone and then so many short high ones to be counted: what is said without a voice."""
    notes = ((440, 0.6), (0, 0.4), *(((1047, 0.2), (0, 0.3)) * count))
    pcm = np.concatenate([_note(hertz, seconds) for hertz, seconds in notes]) * 0.34 * volume
    return AudioChunk(RATE, np.rint(pcm * 32767).astype(np.int16))


def _note(hertz: float, seconds: float) -> np.ndarray:
    """A soft bell: three harmonics, 5 ms of attack, fading to a tenth."""
    times = np.arange(round(seconds * RATE)) / RATE
    if not hertz:
        return np.zeros(len(times))
    wave = sum(np.sin(2 * np.pi * hertz * k * times) / k**2 for k in (1, 2, 3)) / 1.3
    edges = np.minimum(1, np.minimum(times, times[::-1]) / 0.005)
    return np.asarray(wave * edges * 10 ** (-times / seconds * 0.5))


def tour(language: str) -> list[tuple[str, str]]:
    """(name, meaning) of every sound in the order in which a tour plays them."""
    return [(name, sound.meaning.get(language, sound.meaning["en"])) for name, sound in EARCONS.items()]
