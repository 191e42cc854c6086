"""Stopping the host by voice while it speaks: an option, for tables where the players are louder than the loudspeaker.

The microphone hears the host as well, so the bar is high: nothing counts in the first seconds of a line, in which the
loudness of the host's own voice is learnt; after that only speech well above it, and of that only an utterance that
is one of a few words to the letter. Where the loudspeaker is as loud as the players this never triggers; keys and
buttons always work.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np

from host.dialogue.protocol import ButtonPressed
from host.errors import DeviceError
from host.judging.listening import decide_closed
from host.speech.audio import BLOCK, RATE, AudioBlock
from host.speech.endpoint import PRE_ROLL, TAIL, Endpointer, EndpointTimes, UtteranceEnded
from host.speech.ports import Ears
from host.speech.vad import VoiceActivity

LEARN: Final = 1.5
"""Seconds from the beginning of the host's speech in which nobody can interrupt it by voice."""
ABOVE_DB: Final = 6.0
"""So much louder than the host at the microphone must a player be."""
TIMES: Final = EndpointTimes(min_speech=0.16, end_silence=0.3, pause=9.0, longest=2.0)
WORDS: Final = {
    "en": {"stop": "stop", "stop stop": "stop", "repeat": "repeat", "pause": "pause"},
    "fr": {"stop": "stop", "arrête": "stop", "répète": "repeat", "répétez": "repeat", "pause": "pause"},
    "de": {"stopp": "stop", "halt": "stop", "wiederholen": "repeat", "nochmal": "repeat", "pause": "pause"},
    "es": {"para": "stop", "basta": "stop", "alto": "stop", "repite": "repeat", "repita": "repeat", "pausa": "pause"},
}  # fmt: skip
"""Language -> what may be said while the host speaks -> the button it stands for."""


_DECOYS: Final = ("so", "oh", "two", "talk", "it", "yes", "what", "paris", "the", "tomorrow")
"""Scored beside the words, so that something else can win."""


class BargeIn:
    """Listens for a few words while the host speaks. Belongs to the ear's thread.

    Args:
        ears: the recogniser, shared with the ear: only one of them listens at a time.
        vad: a detector of its own.
    """

    def __init__(self, ears: Ears, vad: VoiceActivity) -> None:
        self._vad = vad
        self.use(ears)
        self._endpointer: Endpointer | None = None
        self._heard = 0.0
        self._own = 0.0

    def use(self, ears: Ears) -> None:
        """Listens with these ears, for the words of their language."""
        self._ears = ears
        self._words = WORDS.get(ears.language, WORDS["en"])

    def quiet(self) -> None:
        """The host does not speak (any more)."""
        self._endpointer = None

    def feed(self, block: AudioBlock) -> ButtonPressed | None:
        """Takes a block heard while the host speaks; the button that somebody asked for, if so."""
        if self._endpointer is None:
            self._endpointer, self._heard, self._own = Endpointer(-1, TIMES), 0.0, 0.0
            self._vad.reset()
        self._heard += BLOCK / RATE
        level = float(np.sqrt((block.pcm.astype(np.float64) ** 2).mean()))
        probability = self._vad.probability(block)
        if self._heard < LEARN:
            self._own = max(self._own, level)
            return None
        loud = level > self._own * 10 ** (ABOVE_DB / 20)
        # Within a word the level falls; the endpointer's hysteresis carries it over when half of the bar is reached.
        near = self._endpointer.speaking and level > self._own
        for event in self._endpointer.feed(block, probability if loud or near else 0.0):
            if isinstance(event, UtteranceEnded):
                return self._recognise(event)
        return None

    def _recognise(self, event: UtteranceEnded) -> ButtonPressed | None:
        # Before and after the word there is only the host's voice: silence in its place.
        word = event.utterance.pcm[round((PRE_ROLL - 0.22) * RATE) : -round((TAIL - 0.1) * RATE)]
        around = np.zeros(round(0.3 * RATE), np.int16)
        utterance = replace(event.utterance, pcm=np.concatenate([around, word, around]))
        try:
            transcript, scores = self._ears.hear(utterance, (*self._words, *_DECOYS))
        except DeviceError:
            return None  # the ear will say so when it needs the recogniser
        match = decide_closed(transcript, scores, tuple(self._words), meaning=self._words.__getitem__)
        return ButtonPressed(self._words[match.phrase]) if match.phrase else None
