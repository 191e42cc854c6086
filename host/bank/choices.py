"""Numbered choices for a question: the card's, or its answer among the author's neighbours or other answers. Pure."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import replace
from random import Random

from host.bank.draw import mixed_choices
from host.bank.pack import Question

MOST = 3
"""Choices made for a card that has none: more cannot be kept in the head (A43)."""


def choices_for(question: Question, *, count: int, seed: int | str, others: Iterable[Question] = ()) -> tuple[str, ...]:
    """The choices of a question, the right one first; empty when too few things are known that it is not.

    Args:
        question: with choices of its own, or free.
        count: choices wanted; a card's own ones are only cut down, never filled up.
        seed: which neighbours are taken: the same for the same game and question.
        others: where a card has neither choices nor neighbours, the answers of these questions of the same kind.
    """
    right, *wrong = question.choices or (question.answer.rstrip("."), *question.judge.neighbours)
    if not wrong:
        wrong = list(dict.fromkeys(other.answer.rstrip(".") for other in others if _alike(question, other)))
    known = {_plain(text) for text in (question.answer, *question.judge.accept)}
    chance = Random(f"{seed}/{question.id}/neighbours")
    ranked = sorted((chance.random(), text) for text in wrong if question.choices or _plain(text) not in known)
    taken = tuple(text for _, text in ranked[: count - 1])
    return (right, *taken) if taken else ()


def in_order(question: Question, choices: tuple[str, ...], *, seed: int | str) -> tuple[str, ...]:
    """The choices as they are read out: the same order every time."""
    return mixed_choices(replace(question, choices=choices), seed=seed)


def _alike(question: Question, other: Question) -> bool:
    """Whether the other answer could stand beside this one: the same kind of thing, a number beside numbers only."""
    digits = [any(c.isdigit() for c in q.answer) for q in (question, other)]
    return other.judge.kind == question.judge.kind and digits[0] == digits[1]


def _plain(text: str) -> str:
    folded = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in folded if c.isalnum())
