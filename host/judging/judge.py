"""The judge: is what was said the card's answer, at the precision the table agreed?"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from host.judging.guard import Guard, shipped_guard
from host.judging.hearing import Hearing, hear
from host.judging.kinds import Kind
from host.judging.names import name_parts
from host.judging.policy import Channel, Policy, Precision
from host.judging.reading import read
from host.judging.record import JudgeRecord
from host.judging.verdict import Layer, Reason, Verdict, VerdictKind

Phonemizer = Callable[[str, str], str]
"""(text, language) -> phonemes as one string; handed in, so that this room needs no engine."""

__all__ = [
    "Channel", "Guard", "JudgeRecord", "Layer", "Phonemizer", "Policy", "Precision", "Reason", "Verdict", "VerdictKind",
    "judge",
]  # fmt: skip


def judge(
    heard: str,
    record: JudgeRecord,
    policy: Policy | None = None,
    *,
    alternatives: Sequence[str] = (),
    phonemes: Phonemizer | None = None,
    guard: Guard | None = None,
) -> Verdict:
    """Judges one answer.

    Args:
        heard: the best transcript, or the typed line.
        record: what the card demands.
        policy: precision and channel; None is standard and spoken.
        alternatives: further transcripts of the same utterance, best first.
        phonemes: turns text into phonemes; without it only spelling is compared.
        guard: the known things; None uses the shipped lists.
    """
    policy = policy or Policy()
    known = guard if guard is not None else shipped_guard()
    first = _judge_one(heard, record, policy, phonemes, known)
    if first.accepted:
        return first
    return first


def _judge_one(heard: str, record: JudgeRecord, policy: Policy, phonemes: Phonemizer | None, guard: Guard) -> Verdict:
    language = record.language
    whole = read(heard, language)
    if whole.empty:
        return Verdict(VerdictKind.INCORRECT, Layer.HEARING, Reason.NOTHING_SAID, heard=heard)
    card_words = frozenset(word for form in record.forms for word in read(form.text, language).words)
    hearing = hear(heard, language, card_words)
    for stage in dict.fromkeys((heard, *hearing.stages)):
        if found := _exact(stage, record):
            return found
    if refused := _refused(hearing, heard):
        return refused
    said = read(hearing.barest, language)
    main = record.main
    for form in record.forms:
        expected = read(form.text, language)
        if expected.numbers and said.numbers and set(expected.numbers) != set(said.numbers):
            return Verdict(VerdictKind.INCORRECT, Layer.NUMBERS, Reason.WRONG_NUMBER, matched=main, heard=said.text)
        if not policy.strict and said.loose_keys & expected.loose_keys:
            return Verdict(VerdictKind.CORRECT, Layer.FORM, Reason.FORM_ENOUGH, matched=form.text, heard=said.text)
        if record.kind is Kind.PERSON and "".join(said.words) in name_parts(form.text, language).surname_keys:
            kind = VerdictKind.CLOSE if policy.strict else VerdictKind.CORRECT
            reason = Reason.FULL_NAME if policy.strict else Reason.SURNAME_ENOUGH
            return Verdict(kind, Layer.NAMES, reason, matched=form.text, heard=said.text)
    return Verdict(VerdictKind.INCORRECT, Layer.NONE, Reason.DIFFERENT, matched=main, heard=said.text)


def _refused(hearing: Hearing, heard: str) -> Verdict | None:
    reason = (
        Reason.NOT_KNOWN if hearing.unknown
        else Reason.REPEAT_ASKED if hearing.repeat
        else Reason.WITHDRAWN if hearing.withdrawn
        else Reason.NEGATED if hearing.negated
        else Reason.TWO_ANSWERS if hearing.options
        else None
    )  # fmt: skip
    return Verdict(VerdictKind.INCORRECT, Layer.HEARING, reason, heard=heard) if reason else None


def _exact(stage: str, record: JudgeRecord) -> Verdict | None:
    said = read(stage, record.language)
    for text in record.rejects:
        if said.words == read(text, record.language).words:
            return Verdict(VerdictKind.INCORRECT, Layer.AUTHOR, Reason.AUTHOR_REJECTS, heard=stage)
    for form in record.forms:
        if said.keys & read(form.text, record.language).keys:
            reason = Reason.SAME_ALIAS if form.alternative else Reason.SAME
            return Verdict(VerdictKind.CORRECT, Layer.EXACT, reason, matched=form.text, heard=stage)
    for alias in record.household:
        if said.keys & read(alias, record.language).keys:
            return Verdict(VerdictKind.CORRECT, Layer.HOUSEHOLD, Reason.SAME_HOUSEHOLD, matched=alias, heard=stage)
    for prompt in record.prompts:
        if said.keys & read(prompt.text, record.language).keys:
            reason = Reason.AUTHOR_ASKS if prompt.ask else Reason.SAY_MORE
            return Verdict(
                VerdictKind.CLOSE, Layer.AUTHOR, reason, matched=record.main, heard=stage, slots=(("ask", prompt.ask),)
            )
    return None
