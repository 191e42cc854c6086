"""What the scores of an utterance say for one card: the best right form against everything else that fits the sound.

An engine likes some texts whatever it hears ("I don't know"); part of that liking, the *prior*, is taken off before
texts are compared. What remains is compared within the utterance only: with the open transcripts (the *ratio*) and
with the best text that would be wrong (the *margin*), both in nats.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from host.judging.thresholds import Limits

NO_RIVAL = 99.0
"""Margin when nothing else was scored."""


class HeardText(Protocol):
    """What is needed of host.dialogue.protocol.Transcript."""

    @property
    def text(self) -> str: ...
    @property
    def alternatives(self) -> tuple[str, ...]: ...


class ScoredText(Protocol):
    """What is needed of host.dialogue.protocol.Scored."""

    @property
    def text(self) -> str: ...
    @property
    def loglik(self) -> float: ...
    @property
    def tokens(self) -> int: ...
    @property
    def prior(self) -> float: ...


class SoundScores(Protocol):
    """What is needed of host.dialogue.protocol.Scores."""

    @property
    def candidates(self) -> Sequence[ScoredText]: ...
    @property
    def open(self) -> ScoredText: ...
    @property
    def heard(self) -> Sequence[ScoredText]: ...
    @property
    def engine(self) -> str: ...
    @property
    def noise_db(self) -> float | None: ...


@dataclass(frozen=True, slots=True)
class Evidence:
    """The sound's verdict on a set of right texts; two utterances of one answer are averaged."""

    best: str
    """The right text that fits best; empty when none was scored."""
    rival: str
    """The other text that fits best; empty when none was scored."""
    ratio: float
    """Of ``best`` to the open transcripts, in nats: 0 = as good as the best text there is."""
    rival_ratio: float
    margin: float
    """``ratio`` less ``rival_ratio``."""
    index: float
    """Ratio and margin in one figure, in nats; what the limits are about."""


def ratios(scores: SoundScores, prior_weight: float) -> dict[str, float]:
    """How near each scored text comes to the best open transcript, in nats; above 0 where it is better."""
    opened = [_value(text, prior_weight) for text in scores.heard or (scores.open,)]
    best = max(opened)
    found: dict[str, float] = {}
    for text in scores.candidates:
        ratio = _value(text, prior_weight) - best
        found[text.text] = max(ratio, found.get(text.text, ratio))
    return found


def _value(text: ScoredText, prior_weight: float) -> float:
    return text.loglik - prior_weight * text.prior


def weigh(
    scores: SoundScores, right: Iterable[str], limits: Limits, *, previous: SoundScores | None = None
) -> Evidence:
    """Weighs the right texts against all others that were scored.

    Args:
        scores: of this utterance.
        right: texts that count as the answer (or as the phrase).
        limits: gives the weights.
        previous: scores of the first try of the same answer.
    """
    found = ratios(scores, limits.prior_weight)
    if previous is not None:
        before = ratios(previous, limits.prior_weight)
        found = {text: (ratio + before.get(text, ratio)) / 2 for text, ratio in found.items()}
    wanted = set(right)
    best = max((text for text in found if text in wanted), key=found.__getitem__, default="")
    rival = max((text for text in found if text not in wanted), key=found.__getitem__, default="")
    if not best:
        return Evidence("", rival, -NO_RIVAL, found.get(rival, -NO_RIVAL), -NO_RIVAL, -NO_RIVAL)
    ratio = found[best]
    rival_ratio = found.get(rival, ratio - NO_RIVAL)
    margin = ratio - rival_ratio
    return Evidence(best, rival, ratio, rival_ratio, margin, index_of(ratio, margin, limits))


def index_of(ratio: float, margin: float, limits: Limits) -> float:
    """Ratio and margin in one figure, in nats."""
    return ratio + limits.margin_weight * max(-limits.margin_cap, min(margin, limits.margin_cap))
