"""Close spelling and close sound: how far what was said is from a wording, and whether that passes."""

from __future__ import annotations

from dataclasses import dataclass

from rapidfuzz.distance import OSA

from host.judging.case import Case
from host.judging.lexicon import lexicon
from host.judging.opposites import opposed
from host.judging.reading import Reading, read, without_article
from host.judging.text import words_of
from host.judging.verdict import Layer

_SHORT_SOUNDS = 4
"""Texts of up to so many sounds must sound the same."""
_MIDDLE_SOUNDS = 6
"""Up to so many sounds, only near sounds may differ."""
_MIDDLE_LIMIT = 0.21
_WORD_SLACK = 0.12
"""A single word of a phrase may differ by that much more than the whole."""
_TYPED_SOUND = 0.15
"""A typed word may be spelled by ear if it sounds nearly the same and its letters are not too different."""
_TYPED_LETTERS = 0.5


@dataclass(frozen=True, slots=True)
class Likeness:
    """How what was said resembles a wording."""

    passes: bool
    """Near enough for the agreed precision."""
    distance: float
    """0 (the same) to 1; by sound where an ear was given, else by letters."""
    layer: Layer
    same_sound: bool = False
    """Nothing can tell the two apart by ear."""


def compare(case: Case, said: str, wording: str, *, person: bool = False) -> Likeness:
    """Compares what was said with one wording."""
    language = case.language
    one, other = read(said, language), read(wording, language)
    if one.numbers != other.numbers and (other.numbers or case.ear is None):
        return Likeness(False, 1.0, Layer.NUMBERS)
    spelled = _spelled(case, one, other)
    letters = OSA.normalized_distance("".join(one.content), "".join(other.content))
    if opposed(one.content, other.content, proper=person):
        return Likeness(False, letters, Layer.NONE)
    if case.ear is None:
        return Likeness(spelled, letters, Layer.SPELLING)
    heard = case.ear.distance(without_article(said, language), without_article(wording, language), language)
    same = heard == 0
    limit = _sound_limit(case, wording, len(other.words))
    if not case.policy.spoken:
        passes = spelled or (not case.policy.strict and heard <= _TYPED_SOUND and letters <= _TYPED_LETTERS)
        return Likeness(passes, min(letters, heard + 0.01), Layer.SPELLING, same and letters <= _TYPED_LETTERS)
    if one.numbers != other.numbers:
        limit = min(limit, 0.12)
    sounds = heard <= limit and _words_agree(case, one, other, limit)
    if same or sounds:
        return Likeness(True, heard, Layer.SOUND, same)
    return Likeness(spelled and heard <= 0.5, min(heard, letters) if spelled else heard, Layer.SPELLING)


def word_like(case: Case, said: str, word: str) -> bool:
    """One folded word passes for another."""
    if said == word:
        return True
    if said.startswith("#") or word.startswith("#") or opposed((said,), (word,)):
        return False
    if OSA.distance(said, word) <= case.policy.typo_limit(len(word)):
        return True
    if case.ear is None or min(len(said), len(word)) < 4:
        return False
    return case.ear.distance(said, word, case.language) <= _sound_limit(case, word, 1)


def _spelled(case: Case, one: Reading, other: Reading) -> bool:
    said, card = one.content, other.content
    if len(said) == len(card):
        wrong = [(a, b) for a, b in zip(said, card, strict=True) if not _spelled_word(case, a, b)]
        return not wrong or (len(wrong) == 1 and len(card) > 1 and _swapped(case, *wrong[0]))
    a, b = "".join(said), "".join(card)
    return not (one.numbers or other.numbers) and OSA.distance(a, b) <= min(1, case.policy.typo_limit(len(b)))


def _spelled_word(case: Case, said: str, card: str) -> bool:
    if said == card:
        return True
    if said.startswith("#") or card.startswith("#") or not card.isalpha():
        return False
    return OSA.distance(said, card) <= case.policy.typo_limit(len(card))


def _swapped(case: Case, said: str, card: str) -> bool:
    """Two letters of a short word of a phrase changed places: "new yrok city"."""
    if case.policy.strict or len(card) < 4 or card in lexicon(case.language).contrasts:
        return False
    return sorted(said) == sorted(card) and OSA.distance(said, card) == 1


def _sound_limit(case: Case, wording: str, words: int) -> float:
    assert case.ear is not None
    sounds = case.ear.length(without_article(wording, case.language), case.language)
    limit = case.policy.sound_limit
    if sounds < _SHORT_SOUNDS:
        return 0.0
    if sounds < _MIDDLE_SOUNDS:
        return min(limit, _MIDDLE_LIMIT)
    return limit


def _words_agree(case: Case, one: Reading, other: Reading, limit: float) -> bool:
    """Where both have as many words, each word must be near too: "Nordsee" is not "Ostsee", "red" is not "green"."""
    said = words_of(without_article(one.text, case.language), case.language)
    card = words_of(without_article(other.text, case.language), case.language)
    if len(said) != len(card) or len(said) == 1 or case.ear is None:
        return True
    for a, b in zip(said, card, strict=True):
        if a == b:
            continue
        if case.ear.distance(a, b, case.language) > max(limit + _WORD_SLACK, 0.34):
            return False
    return True
