"""Checks on the answer of one question: its choices and what the author says about judging it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations

from host.bank.editions import EDITIONS
from host.bank.lint.findings import CODES
from host.bank.lint.patterns import ALL_OF_THESE, FOREIGN
from host.bank.lint.sound import sound_alike
from host.bank.pack import Question
from host.bank.words import fold, same_answer, words

_YEAR = re.compile(r"\b\d{1,4}\b")
_NUMBERED = re.compile(r"\d")
Found = Iterator[tuple[str, str]]


def check_answer(question: Question, edition: str) -> Found:
    """Every fault in the choices and the judging fields; ``edition`` says how many choices are needed."""
    yield from _choices(question, edition)
    yield from _judge(question)
    for code in question.allow:
        if code not in CODES:
            yield "unknown-code", f"'{code}'"
    judge = question.judge
    name = judge.required or question.answer
    if judge.kind in ("person", "place", "title", "word", "") and not judge.accept and not judge.say:
        odd = FOREIGN[question.language].search(fold_keeping_accents(name))
        if odd and not question.choices:
            yield "foreign-name", f"'{name}' ('{odd.group()}'): how is it said?"


def fold_keeping_accents(text: str) -> str:
    """Small letters, accents kept: they are what makes a name foreign."""
    return text.replace("’", "'").lower()


def _choices(question: Question, edition: str) -> Found:
    choices, language = question.choices, question.language
    wanted = EDITIONS[edition].choices if edition in EDITIONS else 0
    if wanted and len(choices) != wanted:
        yield "choice-count", f"{len(choices)} choices instead of {wanted}"
    if not choices:
        return
    keys = [fold(choice).strip(" .!?") for choice in choices]
    if len(choices) < 2:
        yield "bad-choices", "one choice is no choice"
    elif keys[0] not in (fold(question.answer).strip(" .!?"), *(fold(a) for a in question.judge.accept)):
        yield "bad-choices", f"the first choice '{choices[0]}' is not the answer '{question.answer}'"
    elif len(set(keys)) < len(keys):
        yield "bad-choices", f"two choices are the same: {' / '.join(choices)}"
    for one, two in combinations(choices, 2):
        if fold(one) != fold(two) and sound_alike(one, two, language):
            yield "sounds-alike", f"the choices '{one}' and '{two}'"
    for choice in choices:
        if ALL_OF_THESE.fullmatch(choice.strip(" .")):
            yield "all-of-these", f"'{choice}'"


def _judge(question: Question) -> Found:
    judge, language = question.judge, question.language
    answer = fold(question.answer)
    if judge.required and fold(judge.required) not in answer:
        yield "required-not-in-answer", f"'{judge.required}' in '{question.answer}'"
    exact = {fold(text): text for text in (question.answer, *judge.accept)}
    for name, others in (("reject", judge.reject), ("prompt", judge.prompt)):
        for text in others:
            if fold(text) in exact:
                yield "judge-contradiction", f"'{text}' is accepted and stands under {name}"
    for text in set(judge.reject) & set(judge.prompt):
        yield "judge-contradiction", f"'{text}' stands under reject and under prompt"
    right = {same_answer(text, language) for text in exact.values()}
    for text in judge.neighbours:
        if same_answer(text, language) in right:
            yield "judge-contradiction", f"the neighbour '{text}' is the answer itself"
    for text in judge.accept:
        if text.casefold() == question.answer.casefold():
            yield "judge-repeats", f"'{text}'"
    if judge.kind == "year" and not _YEAR.search(question.answer):
        yield "kind-mismatch", f"'{question.answer}' is no year"
    if judge.unit and judge.kind not in ("quantity", "number", ""):
        yield "kind-mismatch", f"a {judge.kind} has no unit"
    if judge.kind == "person" and _NUMBERED.search(question.answer):
        yield "kind-mismatch", f"'{question.answer}' is no person"
    if judge.kind in ("list", "pair") and len(words(question.answer)) < 2:
        yield "kind-mismatch", f"'{question.answer}' is no {judge.kind}"
