"""Close spelling and close sound: how far what was said is from a wording, and whether that passes."""

from __future__ import annotations

from dataclasses import dataclass

from rapidfuzz.distance import OSA

from host.judging.case import Case
from host.judging.kinds import Kind
from host.judging.lexicon import lexicon
from host.judging.opposites import opposed
from host.judging.reading import Reading, read, without_article
from host.judging.sound import hard
from host.judging.text import words_of
from host.judging.verdict import Layer

_SHORT_SOUNDS = 4
"""Texts of up to so many sounds must sound the same."""
_MIDDLE_SOUNDS = 6
"""Up to so many sounds, only near sounds may differ."""
_MIDDLE_LIMIT = 0.26
_HARD_LIMIT = 0.15
"""Where one consonant stands for quite another, as recognisers hardly ever hear it."""
_NUMBER_WORD = 0.2
_WORD_SLACK = 0.12
"""A single word of a phrase may differ by that much more than the whole."""
_TYPED_SOUND = 0.2
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
    if _letters_differ(one.content, other.content):
        return Likeness(False, letters, Layer.NONE)
    if opposed(one.content, other.content, proper=person):
        return Likeness(False, letters, Layer.NONE)
    if case.ear is None:
        return Likeness(spelled, letters, Layer.SPELLING)
    heard, one_sound, other_sound = case.ear.match(
        without_article(said, language), without_article(wording, language), language, name=_is_name(case, person)
    )
    same = heard == 0
    limit = _sound_limit(case, len(other_sound))
    if heard > _HARD_LIMIT and len(one.content) == len(other.content) and hard(one_sound, other_sound):
        limit = min(limit, _HARD_LIMIT)
    if not case.policy.spoken:
        by_ear = not case.policy.strict and heard <= min(limit, _TYPED_SOUND) and letters <= _TYPED_LETTERS
        passes = spelled or by_ear
        return Likeness(passes, min(letters, heard + 0.01), Layer.SPELLING, same and letters <= _TYPED_LETTERS)
    if one.numbers != other.numbers:
        limit = min(limit, _NUMBER_WORD)  # "neuf châtel": a number heard in a name without one
    sounds = heard <= limit and _words_agree(case, one, other, limit)
    if same or sounds:
        return Likeness(True, heard, Layer.SOUND, same)
    # What a recogniser writes is spelled by ear: a near spelling counts only where the sound is near as well.
    return Likeness(spelled and heard <= limit, heard, Layer.SPELLING)


def _is_name(case: Case, person: bool) -> bool:
    return person or case.record.kind in (Kind.PERSON, Kind.PLACE, Kind.TITLE)


def _letters_differ(said: tuple[str, ...], card: tuple[str, ...]) -> bool:
    """A single letter is never nearly another: "Vitamin D" for "Vitamin C"."""
    if len(said) != len(card):
        return False
    return any(a != b and len(a) == len(b) == 1 for a, b in zip(said, card, strict=True))


def word_like(case: Case, said: str, word: str) -> bool:
    """One folded word passes for another."""
    if said == word:
        return True
    if said.startswith("#") or word.startswith("#"):
        return False
    return compare(case, said, word).passes


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


def _sound_limit(case: Case, sounds: int) -> float:
    """Largest distance that passes for a wording of so many sounds."""
    limit = case.policy.sound_limit
    if sounds < _SHORT_SOUNDS:
        return 0.0
    return min(limit, _MIDDLE_LIMIT) if sounds < _MIDDLE_SOUNDS else limit


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
