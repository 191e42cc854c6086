"""Checks on whole packs: cards against the edition, repetition within a pack and between packs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from rapidfuzz import fuzz

from host.bank.editions import EDITIONS
from host.bank.lint.findings import Finding
from host.bank.lint.sound import sound_alike
from host.bank.pack import Pack, Question
from host.bank.words import content_words, fold, likely_language, same_answer

REPEATS = 3
"""So many questions of one pack may have the same answer before it tires."""
FEW = 20
"""More questions than this without explanation are one finding."""
ALIKE = 80
"""Similarity (0 to 100) of two questions with the same answer from which they are nearly the same."""
_WINDOW = 200
"""Questions with one common answer that are compared pair by pair; more are compared with their neighbours only."""
_TRUTH = {"true", "false", "vrai", "faux", "richtig", "falsch", "wahr", "verdadero", "falso", "yes", "no"}


def check_pack(pack: Pack) -> Iterator[Finding]:
    """Faults of one pack: language, deck, cards, answers that repeat."""
    edition = EDITIONS.get(pack.edition)
    found = likely_language([q.text for q in pack.questions])
    if found and found != pack.language:
        yield Finding("wrong-language", f"it says '{pack.language}', but it reads like '{found}'")
    if "machine-translated" in pack.notes:
        yield Finding("machine-translated", "have a native speaker read it, then take the note out")
    if edition and pack.deck not in edition.decks:
        yield Finding("wrong-deck", f"'{pack.deck}' instead of {' or '.join(edition.decks)}")
    bare = [question.id for question in pack.questions if not question.explanation]
    if len(bare) > FEW:
        # An imported pack without any: saying so once is enough.
        yield Finding("no-explanation", f"{len(bare)} of {len(pack.questions)} questions have none")
    else:
        for question_id in bare:
            yield Finding("no-explanation", "add one sentence that is worth hearing after the answer", question_id)
    cards: dict[str, list[Question]] = defaultdict(list)
    for question in pack.questions:
        cards[question.card].append(question)
    for card, questions in cards.items():
        yield from _card(pack, card, questions)
    answers: dict[str, list[Question]] = defaultdict(list)
    for question in pack.questions:
        answers[same_answer(question.answer, pack.language)].append(question)
    for same in answers.values():
        if len(same) > REPEATS and fold(same[0].answer) not in _TRUTH and not same[0].answer.isdigit():
            where = ", ".join(q.id.split("/", 1)[1] for q in same[:6])
            yield Finding("repeated-answer", f"'{same[0].answer}' {len(same)} times: {where}", same[REPEATS].id)


def _card(pack: Pack, card: str, questions: Sequence[Question]) -> Iterator[Finding]:
    edition, first = EDITIONS.get(pack.edition), questions[0].id
    if len({q.id for q in questions}) < len(questions):
        yield Finding("doubled-card", f"'{card}'", first)
        return
    if edition:
        has = [q.category for q in questions]
        for category in has:
            if category not in edition.categories:
                yield Finding("unknown-category", f"'{category}'", f"{pack.id}/{card}/{category}")
        for category in edition.categories:
            if category not in has:
                yield Finding("missing-category", f"card '{card}' has no {category} question", first)
    for one, two in combinations(questions, 2):
        a, b = one.answer, two.answer
        if same_answer(a, pack.language) == same_answer(b, pack.language):
            yield Finding("same-answer-on-card", f"'{a}' in {one.category} and {two.category}", two.id)
        elif sound_alike(a, b, pack.language):
            yield Finding("sounds-alike", f"'{a}' ({one.category}) and '{b}' ({two.category})", two.id)


def check_repetition(questions: Iterable[Question]) -> Iterator[Finding]:
    """The same or nearly the same question in two places, over all packs given; reported at the later place."""
    first: dict[tuple[str, str], Question] = {}
    by_answer: dict[tuple[str, str], list[tuple[str, Question]]] = defaultdict(list)
    for question in questions:
        language = question.language
        text = " ".join(sorted(content_words(question.text, language)))
        answer = same_answer(question.answer, language)
        earlier = first.setdefault((language, text), question)
        if earlier is question:
            by_answer[language, answer].append((text, question))
        elif answer == same_answer(earlier.answer, language):
            yield Finding("duplicate-question", f"the same as {earlier.id}: '{earlier.text}'", question.id)
        elif not question.choices or set(question.choices) == set(earlier.choices):
            yield Finding("contradiction", f"'{question.answer}' here, '{earlier.answer}' in {earlier.id}", question.id)
    for group in by_answer.values():
        if fold(group[0][1].answer) in _TRUTH:
            continue
        for (text, one), (other, two) in _pairs(group):
            score = fuzz.token_sort_ratio(text, other, score_cutoff=ALIKE)
            if score and _numbers(text) == _numbers(other):
                message = f"{score:.0f} % like {one.id}: '{one.text}'"
                yield Finding("near-duplicate", message, two.id)


def _pairs(
    group: list[tuple[str, Question]],
) -> Iterator[tuple[tuple[str, Question], tuple[str, Question]]]:
    """All pairs of a small group; of a large one only neighbours in alphabetical order of their words."""
    if len(group) <= _WINDOW:
        yield from combinations(group, 2)
        return
    ordered = sorted(group, key=lambda item: item[0])
    for at, item in enumerate(ordered):
        for other in ordered[at + 1 : at + 4]:
            yield item, other


def _numbers(text: str) -> list[str]:
    return sorted(word for word in text.split() if word.isdigit())
