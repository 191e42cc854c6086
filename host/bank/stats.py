"""Counts of a pack: cards, questions by category, difficulty and kind."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from host.bank.pack import Pack
from host.bank.wording import depends_on_choices
from host.bank.words import words


@dataclass(frozen=True, slots=True)
class Stats:
    """What a pack holds, in numbers."""

    id: str
    edition: str
    language: str
    deck: str
    cards: int
    questions: int
    categories: dict[str, int]
    difficulties: dict[int, int]
    kinds: dict[str, int]
    """Kinds given by the author; the empty kind is left out."""
    with_choices: int
    only_with_choices: int
    """Questions that make no sense without their choices; a table that answers freely does not get them."""
    with_explanation: int
    with_aliases: int
    """Questions with at least one further right answer."""
    words: float
    """Mean number of words of a question."""

    def to_dict(self) -> dict[str, object]:
        """Plain data, for ``--json``."""
        return {name: getattr(self, name) for name in self.__slots__}


def stats(pack: Pack) -> Stats:
    """Counts one pack."""
    questions = pack.questions
    return Stats(
        id=pack.id,
        edition=pack.edition,
        language=pack.language,
        deck=pack.deck,
        cards=len({q.card for q in questions}),
        questions=len(questions),
        categories=dict(sorted(Counter(q.category for q in questions).items())),
        difficulties=dict(sorted(Counter(q.difficulty for q in questions).items())),
        kinds=dict(Counter(q.judge.kind for q in questions if q.judge.kind).most_common()),
        with_choices=sum(bool(q.choices) for q in questions),
        only_with_choices=sum(depends_on_choices(q.text, q.language) for q in questions),
        with_explanation=sum(bool(q.explanation) for q in questions),
        with_aliases=sum(bool(q.judge.accept) for q in questions),
        words=round(sum(len(words(q.text)) for q in questions) / len(questions), 1) if questions else 0.0,
    )
