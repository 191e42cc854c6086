"""The spoken text front end: what a sentence on the screen becomes before it is handed to a voice.

A voice reads "World War II" as "World War roman two" and "3-2" as "three dash two". ``spoken`` turns numbers, dates,
Roman numerals, units, abbreviations and signs into words of the language, says names as the pack or the lexicon says,
and leaves nothing that a voice would take for markup. It is pure: no engine is needed to test it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from host.bank.speakable import speakable
from host.dialogue.spoken import signs
from host.dialogue.spoken.data import speech
from host.dialogue.spoken.names import Names, as_lexicon_says, as_marked, as_pack_says, respellings
from host.dialogue.spoken.numerals import numbers_to_words
from host.dialogue.spoken.romans import romans_to_words

LIMIT = 4000
"""Characters beyond which no line is spoken."""
_THIN_SPACE = re.compile(r"(?<=\d)[\u00a0\u202f\u2009](?=\d{3}(?!\d))")


def spoken(text: str, language: str, says: Mapping[str, str] | None = None) -> str:
    """The text as it should be handed to a voice of that language.

    Args:
        text: a line as it is printed: one or more sentences.
        language: en, fr, de or es.
        says: names in the text -> how they are said, as ``respellings`` gives them for a question.

    Returns:
        Words and the marks of sentences: no digits, signs, quotes, brackets or markup. Empty when nothing is sayable.
    """
    return _spoken(text, language, tuple(sorted((says or {}).items())), None)


def marked(
    text: str, language: str, says: Mapping[str, str] | None = None, foreign: Mapping[str, str] | None = None
) -> str:
    """The same for voices that can say foreign names by the sounds of their own language.

    Args:
        text: a line as it is printed.
        language: of the voice.
        says: as for ``spoken``.
        foreign: more names and their languages, beside those of the lexicon.

    Returns:
        As ``spoken``, with an SSML mark around each such name (``<lang xml:lang="fr">Les Misérables</lang>``); empty
        when there is none.
    """
    more = tuple(sorted((foreign or {}).items()))
    if not any(name in text for name, _ in more) and not speech(language).foreign.search(text.replace("’", "'")):
        return ""
    found = _spoken(text, language, tuple(sorted((says or {}).items())), more)
    return found if "<lang" in found else ""


@lru_cache(maxsize=512)
def _spoken(
    text: str, language: str, says: tuple[tuple[str, str], ...], foreign: tuple[tuple[str, str], ...] | None
) -> str:
    data = speech(language)
    text = speakable(_THIN_SPACE.sub("", text[:LIMIT]), limit=LIMIT)
    text = as_pack_says(text.replace("’", "'"), dict(says), data)
    text = romans_to_words(text, data)
    text = signs.abbreviations(text, data)
    text = signs.initials(text, data)
    text = signs.formulas(text, data)
    text = numbers_to_words(text, data)
    text = signs.letters(text, data)
    text = signs.marks(as_lexicon_says(text, data, foreign), data)
    return text if foreign is None else as_marked(text, data, foreign)


__all__ = ["Names", "marked", "respellings", "spoken"]
