"""The judge and our own packs agree: what a card accepts is accepted, what it warns of never is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from host.bank.pack import Question, load_pack
from host.config import data_folder
from host.judging.judge import Policy, VerdictKind, judge
from host.judging.record import build_record
from host.speech.phonemes import phonemizer

FILES = sorted(data_folder("questions").glob("*.yaml"))


def _wrongly_ruled(path: Path, said: Callable[[Question], tuple[str, ...]], wanted: bool) -> Iterator[str]:
    """What was ruled other than the card says, at standard precision, spoken, with the card's own record."""
    for question in load_pack(path).questions:
        record = build_record(question)
        for text in said(question):
            verdict = judge(text, record, Policy(), phonemes=phonemizer())
            if (verdict.kind is VerdictKind.CORRECT) is not wanted:
                yield f"{question.id}: {text!r} for {question.answer!r}: {verdict.kind.value} ({verdict.reason.value})"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_answer_and_alias_is_accepted(path: Path) -> None:
    """Whoever says what the card says, in any of its wordings, is right."""
    assert list(_wrongly_ruled(path, lambda q: (q.answer, *q.judge.accept), wanted=True)) == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_no_neighbour_or_other_choice_is_accepted(path: Path) -> None:
    """The near wrong answers that the author thought of, and the other choices, never pass."""
    assert list(_wrongly_ruled(path, lambda q: (*q.judge.neighbours, *q.judge.reject, *q.choices[1:]), False)) == []
