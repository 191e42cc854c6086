"""Lists and pairs: every item must be named, in any order unless the card says otherwise."""

from __future__ import annotations

from host.judging.case import Case
from host.judging.data import LANGUAGES
from host.judging.lexicon import lexicon
from host.judging.likeness import word_like
from host.judging.reading import read
from host.judging.stems import stem
from host.judging.text import words_of
from host.judging.verdict import Layer, Reason, Verdict


def judge_list(case: Case) -> Verdict | None:
    """Judges a list answer; None when nothing of it was said."""
    language = case.language
    lex = lexicon(language)
    and_words = frozenset().union(*(lexicon(other).conjunctions for other in LANGUAGES))
    said = [w for w in words_of(case.said, language) if w not in and_words and w not in lex.articles]
    wanted = [w for item in case.record.items for w in _item_words(item, language)]
    if not case.record.ordered and sorted(stem(w, language) for w in said) == sorted(stem(w, language) for w in wanted):
        return case.accept(Layer.LISTS, Reason.ALL_ITEMS)
    items = [_item_words(item, language) for item in case.record.items]
    taken: set[int] = set()
    order: list[int] = []
    for item in items:
        at = _find(case, said, item, taken)
        order.append(at)
        if at >= 0:
            taken |= set(range(at, at + len(item)))
    named = sum(at >= 0 for at in order)
    rest = [word for i, word in enumerate(said) if i not in taken and word not in lex.function_words]
    if not named:
        return None
    if rest and any(word not in lex.generic for word in rest):
        return case.reject(Layer.LISTS, Reason.WRONG_ITEMS) if named < len(items) or len(rest) > 0 else None
    if named == len(items):
        if case.record.ordered and order != sorted(order):
            return case.reject(Layer.LISTS, Reason.WRONG_ORDER)
        return case.accept(Layer.LISTS, Reason.ALL_ITEMS)
    if case.policy.strict or (case.policy.lenient and named * 2 < len(items)):
        return case.reject(Layer.LISTS, Reason.WRONG_ITEMS)
    return case.prompt(Layer.LISTS, Reason.ITEMS_MISSING, named=str(named), total=str(len(items)))


def _item_words(item: str, language: str) -> tuple[str, ...]:
    lex = lexicon(language)
    words = tuple(w for w in words_of(item, language) if w not in lex.articles and w not in lex.conjunctions)
    return words or words_of(item, language)


def _find(case: Case, said: list[str], item: tuple[str, ...], taken: set[int]) -> int:
    """Where an item was said: exactly, as a plural, or nearly."""
    for matcher in (_equal, _near):
        for start in range(len(said) - len(item) + 1):
            span = range(start, start + len(item))
            if taken & set(span):
                continue
            if all(matcher(case, said[i], word) for i, word in zip(span, item, strict=True)):
                return start
    return -1


def _equal(case: Case, said: str, word: str) -> bool:
    return stem(said, case.language) == stem(word, case.language)


def _near(case: Case, said: str, word: str) -> bool:
    if case.guard.known(said, case.language) or read(said, case.language).numbers:
        return False
    return word_like(case, said, word)
