"""`Ears` on another machine: the utterance goes out as audio chunks, the transcript comes back.

The protocol has no scoring, so most servers only transcribe and the text decides (`Scores` is None). Another quizhost
scores as well, see `host.speech.wyoming.scoring`.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final

from wyoming.asr import Transcribe
from wyoming.event import Event

from host.dialogue.protocol import Scores, Transcript
from host.errors import DeviceError
from host.speech.audio import Utterance
from host.speech.wyoming.offers import Offer
from host.speech.wyoming.pcm import clip
from host.speech.wyoming.scoring import EXPECT, SCORES, candidates_event, scores_of
from host.speech.wyoming.service import Service
from host.speech.wyoming.wire import Link, LinkError

HEARD_WITHIN: Final = 20.0
"""Seconds from the end of the sound to the transcript: large models on small servers are slow, players are patient
for less."""
LONGEST: Final = 30.0
"""Seconds of an utterance that are sent."""


class WyomingEars:
    """A recogniser on the network.

    Args:
        service: where it is.
        language: ``en``, ``fr``, ``de`` or ``es``.
        within: seconds from the end of the sound to the transcript.
    """

    def __init__(self, service: Service, language: str, *, within: float = HEARD_WITHIN) -> None:
        self.service, self.language, self._within = service, language, within
        self._offer: Offer | None = None

    @property
    def name(self) -> str:
        """Program, model and address, for people."""
        label = self._offer.label if self._offer else "ears"
        return f"{label} at {self.service.address}"

    def load(self) -> None:
        """Asks the service what it is; raises DeviceError when it is not there, no recogniser, or hears no such
        language."""
        self._offer = self.service.described.ears(self.language)

    def expect(self, candidates: Sequence[str]) -> None:
        """Has another quizhost prepare for these texts; raises DeviceError when it is away."""
        if self._offer is not None and self._offer.scoring and candidates:
            events = self._request(), candidates_event(candidates, EXPECT)
            self.service.ask(lambda link: link.send(*events))

    def hear(self, utterance: Utterance, candidates: Sequence[str]) -> tuple[Transcript, Scores | None]:
        """Transcript, and scores where the service can give them; raises DeviceError when it fails."""
        if self._offer is None:
            self.load()
        assert self._offer is not None
        request: list[Event] = [self._request()]
        asked = tuple(candidates) if self._offer.scoring else ()
        if asked:
            request.append(candidates_event(asked))
        request += clip(utterance.pcm[: round(LONGEST * 16_000)])

        def work(link: Link) -> tuple[Transcript, Scores | None]:
            link.send(*request)
            return self._answer(link, asked)

        return self.service.ask(work)

    def _request(self) -> Event:
        offer = self._offer
        assert offer is not None
        return Transcribe(name=offer.name if offer.chosen else None, language=offer.language).event()

    def _answer(self, link: Link, asked: tuple[str, ...]) -> tuple[Transcript, Scores | None]:
        end = time.monotonic() + self._within
        scores: Scores | None = None
        confidence, alternatives, pieces = 0.0, tuple[str, ...](), list[str]()
        while (left := end - time.monotonic()) > 0:
            event = link.receive(left)
            if event is None:
                break
            match event.type:
                case "transcript":
                    return self._transcript(_text(event), confidence, alternatives), scores
                case "transcript-chunk":
                    pieces.append(_text(event))
                case "transcript-stop" if pieces:  # streamed without the whole at the end
                    return self._transcript("".join(pieces), confidence, alternatives), scores
                case "quizhost-scores":
                    assert event.type == SCORES
                    scores, confidence, alternatives = scores_of(event, asked)
                case "error":
                    raise refusal(event, link)
        raise LinkError("the ears take too long", where=str(link.address), todo="Give them a smaller model")

    def _transcript(self, text: str, confidence: float, alternatives: tuple[str, ...]) -> Transcript:
        return Transcript(" ".join(text.split()), confidence, alternatives, self.name)


def refusal(event: Event, link: Link) -> DeviceError:
    """The error that a service reports, as ours."""
    text = str(event.data.get("text") or event.data.get("code") or "an error").strip().rstrip(".")
    return DeviceError(f"the service says: {text[:200]}", where=str(link.address), todo="Look at its log")


def _text(event: Event) -> str:
    text = event.data.get("text")
    return text if isinstance(text, str) else ""
