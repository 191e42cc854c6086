"""Lets a model do its work once: a voice says a word, ears listen to a third of a second of silence."""

from __future__ import annotations

import resource
import time

import numpy as np

from host import config
from host.app.models.found import Found
from host.errors import DeviceError
from host.speech.audio import RATE, Utterance

_WORDS = {"en": "Hello.", "fr": "Bonjour.", "de": "Guten Tag.", "es": "Hola."}


def trial(found: Found) -> str:
    """Loads and uses a model; how long that took and how much memory the process has then, in words.

    Raises:
        DeviceError: it cannot be loaded, or makes no sound.
    """
    begun = time.perf_counter()
    language = next((code for code in found.languages if code in _WORDS), "en")
    if found.kind == "voice":
        from host.speech.synthesizer import PiperSynthesizer

        voice = PiperSynthesizer(found.place)
        loaded = time.perf_counter()
        samples = sum(len(chunk.pcm) for chunk in voice.synthesize(_WORDS[language]))
        if not samples:
            raise DeviceError("the voice makes no sound", where=str(found.place), todo="Install it again")
        did = "a word"
    else:
        from host.speech.ears import open_ears

        ears = open_ears(language, models=config.models_folder(), engine=found.engine)
        ears.load()
        loaded = time.perf_counter()
        ears.hear(Utterance(0, np.zeros(RATE * 3 // 10, np.int16), 0.0, 0.3), ())
        did = "a moment of silence"
    done = time.perf_counter()
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1000
    return f"Loaded in {loaded - begun:.1f} seconds, {did} took {done - loaded:.1f}; {memory} MB of memory in use."
