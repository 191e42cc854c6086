"""Ears for a question that may be answered in any language: every recogniser there is listens to the same words."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Mapping, Sequence

from host.app.spoken import COMMON
from host.dialogue.expect import MANY
from host.dialogue.phrasebook import Phrasebook
from host.dialogue.protocol import Scores, Transcript
from host.dialogue.understand import fold
from host.errors import DeviceError
from host.judging.listening import decide_closed
from host.speech.audio import Utterance
from host.speech.ports import Ears


class ManyEars:
    """Hears which language is wanted, said in any of them. Belongs to one thread.

    Each recogniser is asked only for the names of the languages in its own; whichever is surest is believed.

    Args:
        parts: a recogniser of each language that has one; at least one.
        books: the phrases of every language.
    """

    name = "all recognisers"
    language = MANY

    def __init__(self, parts: Sequence[Ears], books: Mapping[str, Phrasebook]) -> None:
        self._parts = parts
        self._names = {
            part.language: {way: code for code, ways in books[part.language].words["language"].items() for way in ways}
            for part in parts
        }

    def load(self) -> None:
        """Loads every model; one that is bad hears nothing."""
        for part in self._parts:
            with contextlib.suppress(DeviceError):
                part.load()

    def expect(self, candidates: Sequence[str]) -> None:
        """Of no use here: the lists are short."""

    def hear(self, utterance: Utterance, candidates: Sequence[str]) -> tuple[Transcript, Scores | None]:
        """The name of the language that was said, as its transcript; else what the first recogniser understood."""
        first: Transcript | None = None
        best: tuple[float, str, Transcript] | None = None
        for part in self._parts:
            names = self._names[part.language]
            try:
                transcript, scores = part.hear(utterance, (*names, *COMMON.get(part.language, ())))
            except DeviceError:
                continue
            first = first or transcript
            match = decide_closed(transcript, scores, tuple(names), meaning=names.__getitem__)
            if match.phrase is None:
                continue
            literal = fold(transcript.text) == fold(match.phrase)
            sure = math.inf if literal or match.ratio is None else match.ratio
            if best is None or sure > best[0]:
                best = (sure, match.phrase, transcript)
        if best:
            return Transcript(best[1], best[2].confidence, engine=best[2].engine), None
        return first or Transcript(""), None
