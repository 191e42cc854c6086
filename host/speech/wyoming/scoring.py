"""Our own addition to the protocol: scoring given texts against the sound, between two quizhosts.

A Wyoming transcriber returns a transcript and nothing else. A quizhost server says in its ``info`` that it can score
(key ``quizhost``, which other programs ignore). A client that has seen this sends ``quizhost-candidates`` before the
sound and receives ``quizhost-scores`` before the ``transcript``, which carries confidence and alternatives as well. It
may send the same texts as ``quizhost-expect`` while the speaker still thinks, so that the server can prepare.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final

from wyoming.event import Event

from host.dialogue.protocol import Scored, Scores, Transcript

KEY: Final = "quizhost"
CANDIDATES: Final = "quizhost-candidates"
EXPECT: Final = "quizhost-expect"
SCORES: Final = "quizhost-scores"
MOST: Final = 512
"""Texts that may be asked for at once: a closed list with all its decoys stays below."""
LONGEST: Final = 300
"""Characters of a text."""


def offer(scoring: bool) -> dict[str, Any]:
    """What goes into the ``info`` under KEY."""
    return {"scoring": scoring}


def can_score(info: Event) -> bool:
    """Whether the service behind this ``info`` scores."""
    ours = info.data.get(KEY)
    return isinstance(ours, dict) and ours.get("scoring") is True


def candidates_event(texts: Sequence[str], kind: str = CANDIDATES) -> Event:
    """Asks for the scores of texts, or tells that they will be asked for."""
    return Event(kind, {"texts": list(texts)[:MOST]})


def candidates_of(event: Event) -> tuple[str, ...]:
    """The texts asked for; what is no text, too long or too many is left out."""
    texts = event.data.get("texts")
    if not isinstance(texts, list):
        return ()
    return tuple(text for text in texts[:MOST] if isinstance(text, str) and len(text) <= LONGEST)


def scores_event(scores: Scores, transcript: Transcript) -> Event:
    """The scores, and what a plain transcript cannot carry."""
    return Event(
        SCORES,
        {
            "engine": scores.engine,
            "noise_db": scores.noise_db,
            "open": _packed(scores.open),
            "candidates": [_packed(scored) for scored in scores.candidates],
            "heard": [_packed(scored) for scored in scores.heard],
            "confidence": transcript.confidence,
            "alternatives": list(transcript.alternatives),
        },
    )


def scores_of(event: Event, asked: Sequence[str]) -> tuple[Scores | None, float, tuple[str, ...]]:
    """The scores, the confidence and the alternatives; no scores when they are not for the texts that were asked."""
    try:
        data = event.data
        candidates = tuple(_unpacked(item) for item in data["candidates"])
        noise = data.get("noise_db")
        scores = Scores(
            candidates,
            _unpacked(data["open"]),
            str(data.get("engine", "")),
            None if noise is None else float(noise),
            tuple(_unpacked(item) for item in data.get("heard", ())),
        )
        confidence = float(data.get("confidence") or 0.0)
        alternatives = tuple(str(text) for text in data.get("alternatives", ()))
    except (KeyError, TypeError, ValueError, IndexError):
        return None, 0.0, ()
    right = tuple(scored.text for scored in candidates) == tuple(asked)[:MOST]
    return (scores if right else None), confidence, alternatives


def _packed(scored: Scored) -> list[Any]:
    return [scored.text, max(scored.loglik, -1e9), scored.tokens, scored.prior]


def _unpacked(item: Any) -> Scored:
    text, loglik, tokens, prior = item
    if not isinstance(text, str) or not math.isfinite(float(loglik)):
        raise ValueError("not a score")
    return Scored(text, float(loglik), int(tokens), float(prior))
