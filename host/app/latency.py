"""How quick this machine is: voice and ears measured on sentences of a game, stage by stage."""

from __future__ import annotations

import time
from dataclasses import dataclass

from host import config
from host.app.mouth import open_voice
from host.speech.audio import RATE, Utterance, resample
from host.speech.ears import open_ears

_SENTENCES = {
    "en": ("Green, Science and Nature.", "Which ocean is the largest?", "The Pacific Ocean."),
    "fr": ("Vert, Europe.", "Quelle est la capitale du Portugal ?", "Lisbonne."),
    "de": ("Blau, Erdkunde.", "Welcher Fluss fließt durch Wien?", "Die Donau."),
    "es": ("Azul, Geografía.", "¿Qué río pasa por Sevilla?", "El Guadalquivir."),
}


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage's computing time in seconds."""

    name: str
    seconds: float


def measure(language: str) -> list[Stage]:
    """Loads voice and ears, speaks and hears; raises DeviceError when one of them is missing."""
    stages: list[Stage] = []

    def timed(name: str, begun: float) -> float:
        stages.append(Stage(name, time.perf_counter() - begun))
        return time.perf_counter()

    question, longer, answer = _SENTENCES[language]
    at = time.perf_counter()
    voice = open_voice(language)
    list(voice.synthesize(question))
    at = timed("load the voice and say the first words", at)
    list(voice.synthesize(longer))
    at = timed("first sound of a question", at)
    chunks = list(voice.synthesize(answer))
    ears = open_ears(language, models=config.models_folder())
    pcm = resample(chunks[0].pcm, chunks[0].rate, RATE)
    utterance = Utterance(1, pcm, 0.0, len(pcm) / RATE)
    at = time.perf_counter()
    ears.hear(utterance, ())
    timed("load the ears and hear the first words", at)
    at = time.perf_counter()
    ears.hear(Utterance(2, pcm, 0.0, len(pcm) / RATE), (answer, *_DECOYS))
    timed("hear an answer beside 24 others", at)
    return stages


_DECOYS = tuple(
    f"{first} {second}"
    for first in ("North", "South", "Old", "New")
    for second in ("Sea", "Lake", "Bay", "Cape", "Isle", "Hill")
)
