"""Personal names: given names, initials, particles and surnames."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from host.judging.lexicon import lexicon
from host.judging.text import fold_umlauts, tokenize


@dataclass(frozen=True, slots=True)
class NameParts:
    """A name taken apart; all words folded."""

    given: tuple[str, ...]
    particle: tuple[str, ...]
    surname: tuple[str, ...]
    number: int = 0
    """Regnal number, 0 for none."""

    @property
    def surname_keys(self) -> frozenset[str]:
        """Ways to write the surname without blanks: with and without particle."""
        if not self.surname:
            return frozenset()
        plain = "".join(self.surname)
        return frozenset({plain, "".join(self.particle) + plain})


@lru_cache(maxsize=8192)
def name_parts(text: str, language: str) -> NameParts:
    """Takes a name apart: honorifics and suffixes go, particles belong to the surname.

    A single word counts as a surname.
    """
    lex = lexicon(language)
    words = [token.key for token in tokenize(text, language)]
    words = strip_titles(words, language)
    if not words:
        return NameParts((), (), ())
    if len(words) == 1:
        return NameParts((), (), (words[0],))
    for i in range(1, len(words)):
        if words[i] in lex.particles and i < len(words) - 1:
            end = i
            while end < len(words) - 1 and words[end] in lex.particles:
                end += 1
            return NameParts(tuple(words[:i]), tuple(words[i:end]), tuple(words[end:]))
    if words[0] in lex.particles and len(words) > 1:
        return NameParts((), tuple(words[:1]), tuple(words[1:]))
    return NameParts(tuple(words[:-1]), (), (words[-1],))


def strip_titles(words: Sequence[str], language: str) -> list[str]:
    """Without leading honorifics ("Sir", "Doktor", "el rey") and closing suffixes ("Jr.")."""
    lex = lexicon(language)
    kept = list(words)
    while len(kept) > 1 and (n := lex.honorifics.at(kept, 0)) and n < len(kept):
        kept = kept[n:]
    while len(kept) > 1 and (n := lex.suffixes.before(kept, len(kept))) and n < len(kept):
        kept = kept[:-n]
    return kept


def umlaut_key(text: str) -> str:
    """A surname with umlauts written out."""
    return fold_umlauts(text).replace(" ", "")
