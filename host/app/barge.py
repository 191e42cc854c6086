"""Stopping the host by voice while it speaks.

The microphone hears the host as well. Its own voice is taken out first (`host.speech.echo`); what is left counts only
where it is clearly more than can be left of the host, and of that only an utterance that is one of a few words to the
letter. Keys and buttons always work.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final, Protocol

import numpy as np

from host.dialogue.protocol import ButtonPressed
from host.errors import DeviceError
from host.judging.listening import decide_closed
from host.speech.audio import RATE, AudioBlock
from host.speech.echo import Cleaned, EchoCanceller
from host.speech.endpoint import PRE_ROLL, TAIL, Endpointer, EndpointTimes, UtteranceEnded
from host.speech.ports import Ears
from host.speech.vad import VoiceActivity

ABOVE: Final = 4.0
"""Power over that of what may be left of the host's voice from which a sound may be a player's."""
STILL: Final = 1.5
"""The same within a word, which grows softer towards its end."""
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


class Canceller(Protocol):
    """Takes the host's own voice out of the microphone's sound."""

    def cancel(self, block: AudioBlock) -> Cleaned:
        """The block without it."""
        ...


class BargeIn:
    """Listens for a few words while the host speaks. Belongs to the ear's thread.

    Args:
        ears: the recogniser, shared with the ear: only one of them listens at a time.
        vad: a detector of its own.
        canceller: takes the host's voice out; None: a new one.
    """

    def __init__(self, ears: Ears, vad: VoiceActivity, canceller: Canceller | None = None) -> None:
        self._vad = vad
        self._canceller = canceller or EchoCanceller()
        self._endpointer: Endpointer | None = None
        self.use(ears)

    def use(self, ears: Ears) -> None:
        """Listens with these ears, for the words of their language."""
        self._ears = ears
        self._words = WORDS.get(ears.language, WORDS["en"])

    def feed(self, block: AudioBlock, *, listening: bool) -> ButtonPressed | None:
        """Takes every block in its order, to know the room.

        Args:
            block: with what the loudspeaker was given meanwhile; without that nothing is ever understood.
            listening: the host speaks, and nobody else is listened to.

        Returns:
            The button that somebody asked for, if so.
        """
        clean = self._canceller.cancel(block)
        if not listening or block.played is None:
            self._endpointer = None
            return None
        if self._endpointer is None:
            self._endpointer = Endpointer(-1, TIMES)
            self._vad.reset()
        block = replace(block, pcm=clean.pcm)
        probability = self._vad.probability(block)
        player = clean.sure and clean.above > (STILL if self._endpointer.speaking else ABOVE)
        for event in self._endpointer.feed(block, probability if player else 0.0):
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
