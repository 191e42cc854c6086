"""Decides what was said from transcript and scores: accept, ask again, or reject. Pure; the engines only report.

A transcript alone is a poor witness for an isolated name ("Break to Vick"), the sound scored against the card's own
forms a good one. So a clear text verdict counts at once; otherwise the card's best form must come near the open
transcript (the *ratio*, in nats) and ahead of everything else that was scored (the *margin*). In between the player
is asked once to say it again, and both utterances count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol


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


class SoundScores(Protocol):
    """What is needed of host.dialogue.protocol.Scores."""

    @property
    def candidates(self) -> Sequence[ScoredText]: ...
    @property
    def open(self) -> ScoredText: ...
    @property
    def noise_db(self) -> float | None: ...


class TextVerdict(Protocol):
    """What is needed of host.judging.judge.Verdict."""

    @property
    def verdict(self) -> str:
        """``accept``, ``prompt`` or ``reject``."""
        ...

    @property
    def reason(self) -> str: ...


class Ruling(StrEnum):
    """What to do with an answer that was heard."""

    ACCEPT = "accept"
    PROMPT = "prompt"
    """Right but too vague: ask for more (which one? first name?)."""
    UNSURE = "unsure"
    """Ask once to say it again; after that the table decides."""
    REJECT = "reject"


class Source(StrEnum):
    """What the ruling rests on."""

    TEXT = "text"
    SOUND = "sound"
    NOTHING = "nothing"
    """Nothing was understood."""


@dataclass(frozen=True, slots=True)
class Decision:
    """Ruling on one spoken answer, with what the table is told when it asks why."""

    ruling: Ruling
    reason: str
    """A name such as ``sounds_right``, or the text judge's own reason."""
    source: Source
    heard: str = ""
    """The open transcript."""
    matched: str = ""
    """The card's form that fits the sound best."""
    best_decoy: str = ""
    """The other text that fits the sound best."""
    ratio: float | None = None
    """Log-likelihood of ``matched`` less that of the open transcript, in nats; 0 = as good as any text."""
    margin: float | None = None
    """Log-likelihood of ``matched`` less that of ``best_decoy``, in nats."""


@dataclass(frozen=True, slots=True)
class Match:
    """Which phrase of a closed prompt was said."""

    phrase: str | None
    """None: none of them (chatter, noise, something else)."""
    reason: str
    best: str = ""
    """The phrase that came nearest, said or not."""
    ratio: float | None = None
    margin: float | None = None


@dataclass(frozen=True, slots=True)
class Limits:
    """Thresholds in nats; see thresholds.yaml for what they were fitted on."""

    accept_ratio: float = -8.0
    """A card's form is accepted at this ratio or above."""
    accept_margin: float = 0.0
    """... and this far ahead of the best decoy."""
    reject_ratio: float = -16.0
    """Below this ratio it is not the card's answer."""
    reject_margin: float = -3.0
    """A decoy this far ahead is what was said."""
    closed_ratio: float = -3.0
    closed_margin: float = 1.0


LIMITS = Limits()


def decide_answer(
    heard: HeardText,
    scores: SoundScores | None,
    *,
    judge: Callable[[str], TextVerdict],
    forms: Iterable[str],
    prompting: Iterable[str] = (),
    final: Callable[[TextVerdict], bool] = lambda verdict: False,
    previous: SoundScores | None = None,
    limits: Limits = LIMITS,
) -> Decision:
    """Rules on one spoken answer.

    Args:
        heard: the transcript with its alternatives.
        scores: of forms, prompting forms, decoys and commands against the sound; None without a scorer.
        judge: the text judge for this card and precision.
        forms: what the agreed precision accepts, as it was scored.
        prompting: forms that are right but too vague.
        final: tells the text verdicts that no sound may overturn (number, negation, "I don't know" …).
        previous: the scores of the first try, when this is the re-say of an unsure answer.
        limits: thresholds for this engine and noise.
    """
    text = heard.text.strip()
    verdict = judge(text) if text else None
    if verdict is not None and verdict.verdict == "accept" and not _contradicted(scores, forms, limits):
        return _with_sound(Decision(Ruling.ACCEPT, verdict.reason, Source.TEXT, text), scores, forms)
    if verdict is not None and verdict.verdict != "accept" and final(verdict):
        return Decision(Ruling(verdict.verdict), verdict.reason, Source.TEXT, text)
    if scores is None or not scores.candidates:
        return _by_text(heard, verdict, judge)
    return _by_sound(text, verdict, scores, tuple(forms), tuple(prompting), previous, limits)


def _by_text(heard: HeardText, verdict: TextVerdict | None, judge: Callable[[str], TextVerdict]) -> Decision:
    """Without a scorer: a right answer among the alternatives is worth asking again, not a point."""
    if verdict is None:
        return Decision(Ruling.UNSURE, "nothing_understood", Source.NOTHING)
    if verdict.verdict == "reject" and any(judge(other).verdict == "accept" for other in heard.alternatives if other):
        return Decision(Ruling.UNSURE, "among_alternatives", Source.TEXT, heard.text)
    return Decision(Ruling(verdict.verdict), verdict.reason, Source.TEXT, heard.text)


def _by_sound(
    text: str,
    verdict: TextVerdict | None,
    scores: SoundScores,
    forms: tuple[str, ...],
    prompting: tuple[str, ...],
    previous: SoundScores | None,
    limits: Limits,
) -> Decision:
    evidence = _evidence(scores, previous)
    right, vague = set(forms), set(prompting)
    best = max((t for t in evidence if t in right), key=evidence.__getitem__, default="")
    half = max((t for t in evidence if t in vague), key=evidence.__getitem__, default="")
    decoy = max((t for t in evidence if t not in right | vague), key=evidence.__getitem__, default="")
    if not best and not half:
        return Decision(Ruling.UNSURE, "nothing_scored", Source.NOTHING, text)
    ruling = Ruling.ACCEPT
    if half and (not best or evidence[half] > evidence[best]):
        best, ruling = half, Ruling.PROMPT
    ratio = evidence[best]
    margin = ratio - evidence[decoy] if decoy else 99.0
    made = Decision(ruling, "sounds_right", Source.SOUND, text, best, decoy, ratio, margin)
    if ratio >= limits.accept_ratio and margin >= limits.accept_margin:
        return made
    if margin <= limits.reject_margin and evidence.get(decoy, -99.0) >= limits.accept_ratio:
        return _as(made, Ruling.REJECT, "sounds_like_other")
    if ratio < limits.reject_ratio:
        if verdict is None and not text:
            return _as(made, Ruling.UNSURE, "nothing_understood")
        return _as(made, Ruling.REJECT, "sounds_wrong")
    return _as(made, Ruling.UNSURE, "in_between")


def _as(decision: Decision, ruling: Ruling, reason: str) -> Decision:
    d = decision
    return Decision(ruling, reason, d.source, d.heard, d.matched, d.best_decoy, d.ratio, d.margin)


def _evidence(scores: SoundScores, previous: SoundScores | None) -> dict[str, float]:
    """Ratio of each text; two utterances of one answer are averaged, so the limits keep their meaning."""
    now = {s.text: s.loglik - scores.open.loglik for s in scores.candidates}
    if previous is None:
        return now
    before = {s.text: s.loglik - previous.open.loglik for s in previous.candidates}
    return {text: (ratio + before.get(text, ratio)) / 2 for text, ratio in now.items()}


def _contradicted(scores: SoundScores | None, forms: Iterable[str], limits: Limits) -> bool:
    """True when the sound clearly fits something else better than any form of the card."""
    if scores is None or not scores.candidates:
        return False
    right = set(forms)
    best = max((s.loglik for s in scores.candidates if s.text in right), default=None)
    other = max((s.loglik for s in scores.candidates if s.text not in right), default=None)
    return best is not None and other is not None and best - other <= limits.reject_margin


def _with_sound(decision: Decision, scores: SoundScores | None, forms: Iterable[str]) -> Decision:
    if scores is None:
        return decision
    right = set(forms)
    best = max((s for s in scores.candidates if s.text in right), key=lambda s: s.loglik, default=None)
    decoy = max((s for s in scores.candidates if s.text not in right), key=lambda s: s.loglik, default=None)
    return Decision(
        decision.ruling, decision.reason, decision.source, decision.heard,
        best.text if best else "", decoy.text if decoy else "",
        best.loglik - scores.open.loglik if best else None,
        best.loglik - decoy.loglik if best and decoy else None,
    )  # fmt: skip


def decide_closed(
    heard: HeardText,
    scores: SoundScores | None,
    phrases: Sequence[str],
    *,
    meaning: Callable[[str], object] | None = None,
    prior: Callable[[str], float] = lambda phrase: 0.0,
    limits: Limits = LIMITS,
) -> Match:
    """Which of the phrases was said, or none.

    Texts that were scored but are not among the phrases count as garbage hypotheses, like the open transcript.

    Args:
        heard: the transcript; without scores the phrase must stand in it word for word.
        scores: of the phrases (and of other texts) against the sound; None without a scorer.
        phrases: what may be said now.
        meaning: what a phrase stands for; phrases that mean the same are no rivals. Default: each its own.
        prior: nats in favour of a phrase, where some are likelier than others (the thing asked before commands).
        limits: thresholds for this engine and noise.
    """
    exact = {_key(phrase): phrase for phrase in phrases}
    means = meaning or _key
    said = exact.get(_key(heard.text))
    if scores is None or not scores.candidates:
        if said is not None:
            return Match(said, "transcript", said)
        return Match(None, "not_in_transcript" if heard.text else "nothing_understood")
    value = {
        s.text: s.loglik + (prior(exact[_key(s.text)]) if _key(s.text) in exact else 0.0) for s in scores.candidates
    }
    ranked = sorted((text for text in value if _key(text) in exact), key=lambda text: -value[text])
    if not ranked:
        return Match(said, "transcript", said) if said is not None else Match(None, "nothing_scored")
    best = ranked[0]
    phrase = exact[_key(best)]
    rivals = [v for text, v in value.items() if _key(text) not in exact or means(exact[_key(text)]) != means(phrase)]
    ratio = value[best] - scores.open.loglik
    margin = value[best] - max(rivals, default=value[best] - 99.0)
    if said is not None and means(said) == means(phrase) and margin >= 0:
        return Match(said, "transcript", phrase, ratio, margin)
    if ratio < limits.closed_ratio:
        return Match(None, "no_phrase_fits", phrase, ratio, margin)
    if margin < limits.closed_margin:
        return Match(None, "two_phrases_fit", phrase, ratio, margin)
    return Match(phrase, "sounds_right", phrase, ratio, margin)


def _key(text: str) -> str:
    return " ".join(text.casefold().replace(",", " ").split()).strip(" .?!;:")
