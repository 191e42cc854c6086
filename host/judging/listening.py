"""Decides what was said from transcript and scores: accept, ask again, or reject. Pure; the engines only report.

A transcript alone is a poor witness for an isolated name ("Break to Vick"), the sound scored against the card's own
forms a good one. So a plain text verdict counts at once; otherwise the card's best form must come near the open
transcript and ahead of everything else that was scored. In between the player is asked once to say it again, and both
utterances count; after that the table decides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Protocol

from host.judging.evidence import NO_RIVAL, Evidence, HeardText, SoundScores, index_of, ratios, weigh
from host.judging.policy import Precision
from host.judging.thresholds import Limits, limits_for
from host.judging.verdict import Reason, Verdict


class TextVerdict(Protocol):
    """What is needed of the text judge's verdict."""

    @property
    def verdict(self) -> str:
        """``accept``, ``prompt``, ``reject`` or ``unsure``."""
        ...

    @property
    def reason(self) -> str:
        """A name of host.judging.verdict.Reason."""
        ...


@dataclass(frozen=True, slots=True)
class ByText:
    """A verdict of the text judge, as decide_answer asks for it."""

    full: Verdict

    @property
    def verdict(self) -> str:
        """``accept``, ``prompt``, ``reject`` or ``unsure``."""
        return self.full.kind.word

    @property
    def reason(self) -> str:
        """The reason's name."""
        return self.full.reason.value


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
    """The text judge's own reason, or one of ``sounds_right``, ``sounds_wrong``, ``sounds_like_other``,
    ``in_between``, ``among_alternatives``, ``nothing_understood``."""
    source: Source
    heard: str = ""
    """The open transcript."""
    matched: str = ""
    """The card's form that fits the sound best."""
    best_decoy: str = ""
    """The other text that fits the sound best."""
    ratio: float | None = None
    """How near ``matched`` comes to the open transcript, in nats; 0 = as near as any text."""
    margin: float | None = None
    """How far ``matched`` is ahead of ``best_decoy``, in nats."""
    index: float | None = None
    """Ratio and margin in one figure: what the limits are about."""


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


_NO_ANSWER = frozenset(
    {
        Reason.NOT_KNOWN, Reason.REPEAT_ASKED, Reason.NEGATED, Reason.WITHDRAWN, Reason.TWO_ANSWERS, Reason.ONE_ANSWER,
        Reason.AUTHOR_REJECTS,
    }
)  # fmt: skip
"""Text verdicts that no sound may overturn: what was meant is plain from the words."""
WORD_FOR_WORD = 4.0
"""Nats by which another phrase must lead before several words that were transcribed to the letter are doubted."""
_TWO_ANSWERS = frozenset({Reason.TWO_ANSWERS, Reason.ONE_ANSWER})
_OTHER_NUMBER = frozenset({Reason.WRONG_NUMBER, Reason.WRONG_UNIT, Reason.YEAR_INCOMPLETE})
"""Numbers are decided by value: sound may make the host ask again ("fifteen" heard as "50"), never accept."""
OTHER_THING = frozenset({Reason.OTHER_THING, Reason.WRONG_GIVEN_NAME, Reason.OTHER_WORD})
"""Text verdicts that name something else: it takes more sound to overturn them."""
NEAR_ENOUGH = frozenset({Reason.SPELLING_CLOSE, Reason.SOUNDS_ALIKE})
"""Text verdicts by likeness: where the sound itself was scored it is the better witness."""


def final(verdict: TextVerdict) -> bool:
    """True for refusals that no sound may overturn (negation, "I don't know", two answers …)."""
    return verdict.reason in _NO_ANSWER


def decide_answer(
    heard: HeardText,
    scores: SoundScores | None,
    *,
    judge: Callable[[str], TextVerdict],
    forms: Iterable[str],
    prompting: Iterable[str] = (),
    final: Callable[[TextVerdict], bool] = final,
    previous: SoundScores | None = None,
    precision: Precision = Precision.STANDARD,
    limits: Limits | None = None,
) -> Decision:
    """Rules on one spoken answer.

    Args:
        heard: the transcript with its alternatives.
        scores: of forms, prompting forms, decoys and commands against the sound; None without a scorer.
        judge: the text judge for this card and precision.
        forms: what the agreed precision accepts, as it was scored.
        prompting: forms that are right but too vague.
        final: tells the text verdicts that no sound may overturn.
        previous: the scores of the first try, when this is the re-say of an unsure answer.
        precision: strict asks more of the sound, lenient less.
        limits: None: those of the scoring engine, the measured noise and the precision.
    """
    text, right, vague = heard.text.strip(), tuple(forms), tuple(prompting)
    verdict = judge(text) if text else None
    if scores is None or not scores.candidates:
        return _by_text(heard, verdict, judge)
    limits = limits or limits_for(scores.engine, scores.noise_db, precision)
    evidence = weigh(scores, (*right, *vague), limits, previous=previous)
    if evidence.best and verdict is not None and (verdict.reason in NEAR_ENOUGH or verdict.verdict == "unsure"):
        evidence = replace(evidence, index=evidence.index + limits.near_bonus)
    if previous is not None:
        evidence = replace(evidence, index=evidence.index + limits.resay_bonus)
    base = Decision(
        Ruling.UNSURE, "in_between", Source.SOUND, text, evidence.best, evidence.rival,
        round(evidence.ratio, 2), round(evidence.margin, 2), round(evidence.index, 2),
    )  # fmt: skip
    if verdict is not None and final(verdict) and verdict.verdict != "accept":
        number = verdict.reason in _OTHER_NUMBER
        if number and evidence.index >= limits.accept and evidence.margin >= limits.accept_margin:
            return base
        if verdict.reason in _TWO_ANSWERS and evidence.index >= limits.reject:
            return base  # "who or who" may be a mangled Uluru: never right at once, but worth asking again
        named = any(form.casefold() in text.casefold() for form in right)
        if verdict.reason == Reason.NEGATED and not named and evidence.index >= limits.accept and evidence.margin >= 0:
            return base  # so may "not as better" be Roger Federer
        return replace(base, ruling=Ruling(verdict.verdict), reason=verdict.reason, source=Source.TEXT)
    plain = verdict is not None and verdict.reason not in NEAR_ENOUGH and verdict.verdict in ("accept", "prompt")
    # The words were right; only a rival that fits the sound far better than those very words can stop them.
    if verdict is not None and plain and evidence.rival_ratio < -limits.reject_margin:
        return replace(base, ruling=Ruling(verdict.verdict), reason=verdict.reason, source=Source.TEXT)
    return _by_sound(base, verdict, evidence, set(vague), limits)


def _by_text(heard: HeardText, verdict: TextVerdict | None, judge: Callable[[str], TextVerdict]) -> Decision:
    """Without a scorer: a right answer among the alternatives is worth asking again, not a point."""
    if verdict is None:
        return Decision(Ruling.UNSURE, "nothing_understood", Source.NOTHING)
    if verdict.verdict == "reject" and any(judge(other).verdict == "accept" for other in heard.alternatives if other):
        return Decision(Ruling.UNSURE, "among_alternatives", Source.TEXT, heard.text)
    return Decision(Ruling(verdict.verdict), verdict.reason, Source.TEXT, heard.text)


def _by_sound(
    base: Decision, verdict: TextVerdict | None, evidence: Evidence, vague: set[str], limits: Limits
) -> Decision:
    if not evidence.best:
        return replace(base, reason="nothing_scored", source=Source.NOTHING)
    if verdict is not None and verdict.reason in _OTHER_NUMBER:
        unsure = evidence.index >= limits.accept and evidence.margin >= limits.accept_margin
        return base if unsure else replace(base, ruling=Ruling.REJECT, reason=verdict.reason, source=Source.TEXT)
    other = verdict is not None and verdict.reason in OTHER_THING
    needed = limits.known_other if other else limits.accept
    if evidence.index >= needed and evidence.margin >= limits.accept_margin:
        ruling = Ruling.PROMPT if evidence.best in vague else Ruling.ACCEPT
        return replace(base, ruling=ruling, reason="sounds_right")
    if not base.heard and evidence.index < limits.accept:
        return replace(base, reason="nothing_understood", source=Source.NOTHING)
    if evidence.margin <= limits.reject_margin and evidence.rival_ratio >= limits.accept:
        return replace(base, ruling=Ruling.REJECT, reason="sounds_like_other")
    if evidence.index < limits.reject:
        return replace(base, ruling=Ruling.REJECT, reason="sounds_wrong")
    return base


def decide_closed(
    heard: HeardText,
    scores: SoundScores | None,
    phrases: Sequence[str],
    *,
    meaning: Callable[[str], object] | None = None,
    prior: Callable[[str], float] = lambda phrase: 0.0,
    limits: Limits | None = None,
) -> Match:
    """Which of the phrases was said, or none.

    Texts that were scored but are not among the phrases count as garbage hypotheses, like the open transcripts.

    Args:
        heard: the transcript; without scores the phrase must stand in it word for word.
        scores: of the phrases (and of other texts) against the sound; None without a scorer.
        phrases: what may be said now.
        meaning: what a phrase stands for; phrases that mean the same are no rivals. Default: each its own.
        prior: nats in favour of a phrase, where some are likelier than others (the thing asked before commands).
        limits: None: those of the scoring engine and the measured noise.
    """
    exact = {_key(phrase): phrase for phrase in phrases}
    means = meaning or _key
    said = exact.get(_key(heard.text))
    if scores is None or not scores.candidates:
        if said is not None:
            return Match(said, "transcript", said)
        return Match(None, "not_in_transcript" if heard.text else "nothing_understood")
    limits = limits or limits_for(scores.engine, scores.noise_db)
    found = ratios(scores, limits.prior_weight)
    value = {text: r + (prior(exact[_key(text)]) if _key(text) in exact else 0.0) for text, r in found.items()}
    best = max((text for text in value if _key(text) in exact), key=value.__getitem__, default="")
    if not best:
        return Match(said, "transcript", said) if said is not None else Match(None, "nothing_scored")
    phrase = exact[_key(best)]
    rivals = [v for text, v in value.items() if _key(text) not in exact or means(exact[_key(text)]) != means(phrase)]
    ratio = value[best]
    margin = ratio - max(rivals, default=ratio - NO_RIVAL)
    if said is not None and means(said) == means(phrase) and margin >= 0:
        return Match(said, "transcript", phrase, ratio, margin)
    if said is not None and " " in _key(said) and ratio - value.get(said, ratio) < WORD_FOR_WORD:
        return Match(said, "transcript", said, value.get(said, ratio), margin)
    index = index_of(ratio, margin, limits)
    if margin < limits.closed_margin:
        return Match(None, "two_phrases_fit" if margin >= 0 else "no_phrase_fits", phrase, ratio, margin)
    if index < limits.closed:
        return Match(None, "no_phrase_fits", phrase, ratio, margin)
    return Match(phrase, "sounds_right", phrase, ratio, margin)


def _key(text: str) -> str:
    return " ".join(text.casefold().replace(",", " ").split()).strip(" .?!;:")
