"""A question that is answered in any language: whichever recogniser is surest is believed."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from support.scripted import books

from host.app.many_ears import ManyEars
from host.dialogue.protocol import Scored, Scores, Transcript
from host.errors import DeviceError
from host.speech.audio import Utterance

SAID = Utterance(1, np.zeros(1600, np.int16), 0.0, 0.1, "silence")


class Part:
    """A recogniser that writes something down and finds one word likely."""

    def __init__(self, language: str, text: str, likely: str = "", loglik: float = -30.0) -> None:
        self.language, self.name = language, language
        self._text, self._likely, self._loglik = text, likely, loglik

    def load(self) -> None:
        """Nothing."""

    def expect(self, candidates: Sequence[str]) -> None:
        """Nothing."""

    def hear(self, utterance: Utterance, candidates: Sequence[str]) -> tuple[Transcript, Scores | None]:
        if self._text == "broken":
            raise DeviceError("the model is bad")
        scored = tuple(Scored(c, self._loglik if c == self._likely else -40.0, 2) for c in candidates)
        return Transcript(self._text, 0.8), Scores(scored, Scored(self._text, -1.0, 2))


@pytest.mark.parametrize(
    "parts, heard",
    [
        ([Part("en", "fan says"), Part("fr", "français", "français", -1.0)], "français"),
        ([Part("en", "the ditch"), Part("de", "deutsch", "Deutsch", -1.2), Part("es", "doy")], "Deutsch"),
        ([Part("en", "English", "English", -1.0), Part("de", "inglisch", "Englisch", -2.5)], "English"),
        ([Part("en", "what a day"), Part("fr", "ouate")], "what a day"),
        ([Part("en", "broken"), Part("es", "español", "español", -1.0)], "español"),
        ([Part("en", "broken"), Part("fr", "broken")], ""),
    ],
)
def test_the_surest_is_believed(parts: list[Part], heard: str) -> None:
    """A name to the letter before one by sound; nothing that fits is left as it was written down; a broken one is
    passed over."""
    transcript, scores = ManyEars(parts, books()).hear(SAID, ())  # type: ignore[arg-type]
    assert (transcript.text, scores) == (heard, None)
