"""The judge: is what was said the card's answer, at the precision the table agreed?

The layers in order: what the player means to answer (hearing), the author's own lists, equality, numbers by value,
other names of the same thing, persons, lists, forms and parts, close spelling and sound, and before any close answer
is taken the confusable guard. The first layer that knows decides; of several wordings the kindest verdict counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from host.judging.cardtext import Form
from host.judging.case import Case
from host.judging.confirm import confirm
from host.judging.guard import Guard, shipped_guard
from host.judging.hearing import Hearing, hear
from host.judging.kinds import Kind
from host.judging.lexicon import lexicon
from host.judging.likeness import compare
from host.judging.lists import judge_list
from host.judging.names import name_parts, strip_titles
from host.judging.parts import judge_form
from host.judging.persons import judge_person
from host.judging.policy import Channel, Policy, Precision
from host.judging.reading import read
from host.judging.record import JudgeRecord
from host.judging.sound import Ear, Phonemizer
from host.judging.text import tokenize, words_of
from host.judging.values import judge_value
from host.judging.verdict import Layer, Reason, Verdict, VerdictKind

__all__ = [
    "Channel", "Guard", "JudgeRecord", "Layer", "Phonemizer", "Policy", "Precision", "Reason", "Verdict", "VerdictKind",
    "judge",
]  # fmt: skip

_VALUES = frozenset({Kind.NUMBER, Kind.YEAR, Kind.QUANTITY, Kind.DATE})
_ORDER = (VerdictKind.CORRECT, VerdictKind.CLOSE, VerdictKind.UNSURE, VerdictKind.INCORRECT)


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
        alternatives: further transcripts of the same utterance, best first. One that is plainly right counts, unless
            the best transcript is itself something else that is known (then: not certain) or no answer at all.
        phonemes: turns text into phonemes; without it only spelling is compared.
        guard: the known things; None uses the shipped lists.
    """
    policy = policy or Policy()
    known = guard if guard is not None else shipped_guard()
    ear = Ear(phonemes) if phonemes is not None else None
    first = _judge_one(heard, record, policy, ear, known)
    if first.kind in (VerdictKind.CORRECT, VerdictKind.CLOSE) or first.layer in (Layer.HEARING, Layer.AUTHOR):
        return first
    for other in alternatives:
        verdict = _judge_one(other, record, policy, ear, known)
        if verdict.accepted and verdict.layer not in (Layer.SOUND, Layer.SPELLING):
            if first.reason in (Reason.OTHER_THING, Reason.WRONG_NUMBER):
                return Verdict(VerdictKind.UNSURE, Layer.HEARING, Reason.SAY_AGAIN, verdict.matched, heard)
            return verdict
    return first


def _judge_one(heard: str, record: JudgeRecord, policy: Policy, ear: Ear | None, guard: Guard) -> Verdict:
    language = record.language
    if read(heard, language).empty:
        return Verdict(VerdictKind.INCORRECT, Layer.HEARING, Reason.NOTHING_SAID, heard=heard)
    card_words = frozenset(word for form in record.forms for word in words_of(form.text, language))
    hearing = hear(heard, language, card_words)
    for stage in dict.fromkeys((heard, *hearing.stages)):
        if found := _authored(stage, record) or _equal(stage, record):
            return _doubted(found, hearing)
    if hearing.options:
        return _options(hearing, heard, record, policy, ear, guard)
    refused = _refused(hearing, heard)
    if refused and not (hearing.negated and policy.spoken and _sounds_the_same(heard, record, ear)):
        return refused
    card_ids = _card_ids(record, guard)
    verdicts = []
    for said in _answers(hearing, language):
        verdicts.append(_layers(said, record, policy, ear, guard, card_ids))
        if verdicts[-1].accepted:
            break
    best = min(verdicts, key=lambda verdict: _ORDER.index(verdict.kind))
    return _doubted(best if best.accepted else verdicts[0] if verdicts[0].kind is best.kind else best, hearing)


def _answers(hearing: Hearing, language: str) -> Iterator[str]:
    """The barest answer, then what follows "… is", then the whole clause ("right brothers")."""
    yield hearing.barest
    tokens = tokenize(hearing.barest, language)
    copulas = lexicon(language).copulas
    at = max((i for i, token in enumerate(tokens[:-1]) if token.key in copulas), default=-1)
    if at >= 0:
        yield " ".join(token.text for token in tokens[at + 1 :])
    if len(hearing.stages) > 1:
        yield hearing.stages[0]


def _doubted(verdict: Verdict, hearing: Hearing) -> Verdict:
    if hearing.ambiguous_no and verdict.accepted:
        return Verdict(VerdictKind.UNSURE, Layer.HEARING, Reason.AMBIGUOUS_NO, verdict.matched, verdict.heard)
    return verdict


def _refused(hearing: Hearing, heard: str) -> Verdict | None:
    reason = (
        Reason.NOT_KNOWN if hearing.unknown
        else Reason.REPEAT_ASKED if hearing.repeat
        else Reason.WITHDRAWN if hearing.withdrawn
        else Reason.NEGATED if hearing.negated
        else None
    )  # fmt: skip
    return Verdict(VerdictKind.INCORRECT, Layer.HEARING, reason, heard=heard) if reason else None


def _sounds_the_same(heard: str, record: JudgeRecord, ear: Ear | None) -> bool:
    """The whole utterance sounds exactly like the answer: "pas teur" is Pasteur, not a denial."""
    if ear is None:
        return False
    wordings = [form.text for form in record.forms]
    if record.kind is Kind.PERSON:
        wordings += [" ".join(name_parts(text, record.language).surname) for text in wordings]
    return any(ear.distance(heard, text, record.language, own_language_only=True) == 0 for text in wordings)


def _options(
    hearing: Hearing, heard: str, record: JudgeRecord, policy: Policy, ear: Ear | None, guard: Guard
) -> Verdict:
    """Several answers joined by *or*: fine when all of them are right, else no answer."""
    verdicts = [_judge_one(option, record, policy, ear, guard) for option in hearing.options]
    if all(verdict.accepted for verdict in verdicts):
        return verdicts[0]
    if any(verdict.accepted for verdict in verdicts) and policy.lenient:
        return Verdict(VerdictKind.CLOSE, Layer.HEARING, Reason.ONE_ANSWER, record.main, heard)
    return Verdict(VerdictKind.INCORRECT, Layer.HEARING, Reason.TWO_ANSWERS, record.main, heard)


def _authored(stage: str, record: JudgeRecord) -> Verdict | None:
    """What the card itself refuses or asks to prompt on."""
    said = read(stage, record.language)
    card = frozenset(key for form in record.forms for key in read(form.text, record.language).loose_keys)
    for text in record.rejects:
        refused = read(text, record.language)
        if said.words == refused.words or (said.loose_keys & refused.loose_keys and not refused.loose_keys & card):
            return Verdict(VerdictKind.INCORRECT, Layer.AUTHOR, Reason.AUTHOR_REJECTS, record.main, stage)
    if any(said.keys & read(form.text, record.language).keys for form in record.forms):
        return None
    for prompt in record.prompts:
        wordings = [read(text, record.language).loose_keys for text in (prompt.text, prompt.part) if text]
        if any(said.loose_keys & keys for keys in wordings):
            reason = Reason.AUTHOR_ASKS if prompt.ask else Reason.SAY_MORE
            slots = (("ask", prompt.ask),)
            return Verdict(VerdictKind.CLOSE, Layer.AUTHOR, reason, record.main, stage, slots)
    return None


def _equal(stage: str, record: JudgeRecord) -> Verdict | None:
    said = read(stage, record.language)
    for form in record.forms:
        if said.keys & read(form.text, record.language).keys:
            reason = Reason.SAME_ALIAS if form.alternative else Reason.SAME
            return Verdict(VerdictKind.CORRECT, Layer.EXACT, reason, form.text, stage)
    for alias in record.household:
        if said.keys & read(alias, record.language).keys:
            return Verdict(VerdictKind.CORRECT, Layer.HOUSEHOLD, Reason.SAME_HOUSEHOLD, alias, stage)
    return None


def _card_ids(record: JudgeRecord, guard: Guard) -> frozenset[int]:
    found: frozenset[int] = frozenset()
    for form in record.forms:
        found |= guard.known(form.text, record.language, loose=True)
        words = strip_titles(words_of(form.text, record.language), record.language)
        if not guard.known(form.text, record.language, loose=True):
            telling = [word for word in words if word not in lexicon(record.language).generic]
            found |= guard.known(" ".join(telling), record.language)  # "the pituitary gland"
        if record.kind is Kind.PERSON:
            found |= guard.known(" ".join(words), record.language)
        if len(words) <= 2 and not (record.stated and record.kind is not Kind.PERSON):
            found |= guard.bearers("".join(words))
    return found


def _layers(
    said: str, record: JudgeRecord, policy: Policy, ear: Ear | None, guard: Guard, card_ids: frozenset[int]
) -> Verdict:
    """What the layers after equality find for one answer."""
    said_ids = guard.known(said, record.language, loose=True)
    case = Case(said, record, policy, guard, ear, card_ids, said_ids)
    if any(case.reading.keys & read(text, record.language).keys for text in record.neighbours):
        return case.reject(Layer.GUARD, Reason.OTHER_THING)  # the card knows better than any list or likeness
    if record.kind in _VALUES and (found := judge_value(case)):
        return found
    if found := _same_thing(case):
        return found
    if record.items and (found := judge_list(case)):
        return found
    verdicts = [verdict for form in record.forms if (verdict := _against(case, form)) is not None]
    if verdicts:
        return min(verdicts, key=lambda verdict: _ORDER.index(verdict.kind))
    reason = Reason.OTHER_THING if case.other_thing else Reason.DIFFERENT
    return case.reject(Layer.GUARD if case.other_thing else Layer.NONE, reason)


def _same_thing(case: Case) -> Verdict | None:
    """Another name of the same known thing; a name that several known things share is asked about."""
    vague = case.guard.vague(case.said, case.language) & case.card_ids
    if vague:
        return case.prompt(Layer.ALIAS, Reason.WHICH_ONE)
    shared = case.said_ids & case.card_ids
    if shared and _surname_only(case):
        return None
    if not shared and not case.said_ids and not case.policy.strict:
        shared = case.guard.known(case.said, case.language, foreign=True) & case.card_ids
    if not shared or (case.record.stated and not case.policy.spoken and case.policy.strict):
        return None
    entities = case.guard.entities
    topics = {entities[number].topic for number in shared}
    if any(entities[number].topic in topics for number in case.said_ids - case.card_ids):
        return case.prompt(Layer.ALIAS, Reason.WHICH_ONE)
    return case.accept(Layer.ALIAS, Reason.SAME_ALIAS)


def _surname_only(case: Case) -> bool:
    """The other name is just the surname, so the names layer must say whether that is enough."""
    if case.record.kind is not Kind.PERSON:
        return False
    joined = "".join(case.reading.words)
    return any(
        parts.given and joined in parts.surname_keys
        for form in case.record.forms
        for parts in (name_parts(form.text, case.language),)
    )


def _all_but_number(case: Case, form: Form) -> bool:
    """ "Louis" for Louis XIV: everything was said but the number."""
    card = [word for word in read(form.text, case.language).bare if not word.startswith("#")]
    said = list(case.reading.bare)
    return bool(card) and strip_titles(card, case.language) == strip_titles(said, case.language)


def _against(case: Case, form: Form) -> Verdict | None:
    """One wording: its numbers, then name, form and likeness."""
    expected, said = read(form.text, case.language), case.reading
    if expected.numbers and said.numbers and sorted(expected.numbers) != sorted(said.numbers):
        return case.reject(Layer.NUMBERS, Reason.WRONG_NUMBER, form.text)
    if expected.numbers and not said.numbers and _all_but_number(case, form):
        return case.prompt(Layer.NUMBERS, Reason.WHICH_NUMBER, form.text)
    if case.record.kind is Kind.PERSON and (found := judge_person(case, form)):
        return found
    found = judge_form(case, form)
    if found and found.kind is not VerdictKind.UNSURE:
        return found
    wordings = (form.text, *form.required, *(case.record.say if not form.alternative else ()))
    for wording in wordings:
        likeness = compare(case, case.said, wording, person=case.record.kind is Kind.PERSON)
        if likeness.passes:
            return confirm(case, case.said, wording, likeness)
    return found
