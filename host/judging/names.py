"""Personal names: given names, initials, particles and surnames."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from host.judging.data import given_names_file
from host.judging.lexicon import lexicon
from host.judging.text import fold, fold_umlauts, tokenize


@dataclass(frozen=True, slots=True)
class NameParts:
    """A name taken apart; all words folded."""

    given: tuple[str, ...]
    particle: tuple[str, ...]
    surname: tuple[str, ...]
    spelled: tuple[str, ...] = ()
    """The surname's words with umlauts written out, where that differs."""

    @property
    def words(self) -> tuple[str, ...]:
        """The whole name."""
        return self.given + self.particle + self.surname

    @property
    def surname_keys(self) -> frozenset[str]:
        """Ways to write the whole surname without blanks: with and without particle."""
        if not self.surname:
            return frozenset()
        found = set()
        for words in (self.surname, self.spelled or self.surname):
            found |= {"".join(words), "".join(self.particle) + "".join(words)}
        return frozenset(found)

    @property
    def part_keys(self) -> frozenset[str]:
        """Single parts of a compound surname ("García", "Márquez")."""
        parts = [word for word in self.surname if len(word) > 3]
        return frozenset(parts) if len(self.surname) > 1 else frozenset()


@lru_cache(maxsize=1)
def _groups() -> dict[str, frozenset[int]]:
    found: dict[str, set[int]] = {}
    file = given_names_file()
    for number, line in enumerate(file.groups):
        for name in line.split():
            found.setdefault(fold(name), set()).add(number)
    for name in file.singles.split():
        found.setdefault(fold(name), set())
    return {name: frozenset(numbers) for name, numbers in found.items()}


def is_given_name(word: str) -> bool:
    """A folded word is a known given name."""
    return word in _groups()


def same_given_name(one: str, other: str) -> bool:
    """Two folded given names are the same name, an initial of it, or a usual form of it."""
    if one == other or (len(one) == 1 and other.startswith(one)) or (len(other) == 1 and one.startswith(other)):
        return True
    groups = _groups()
    return bool(groups.get(one, frozenset()) & groups.get(other, frozenset()))


@lru_cache(maxsize=8192)
def name_parts(text: str, language: str) -> NameParts:
    """Takes a name apart: titles and suffixes go, particles belong to the surname; a single word is a surname."""
    lex = lexicon(language)
    tokens = tokenize(text, language)
    spelled = {token.key: fold_umlauts(token.text) for token in tokens}
    words = strip_titles([token.key for token in tokens], language)
    if not words:
        return NameParts((), (), ())
    if len(text.split()) == 1:
        return NameParts((), (), ("".join(words),))  # "Louis-Philippe" is one name.
    start = 1 if len(words) > 1 and words[0] not in lex.particles else 0
    while 0 < start < len(words) - 1 and (is_given_name(words[start]) or len(words[start]) == 1):
        start += 1
    end = start
    while end < len(words) - 1 and words[end] in lex.particles:
        end += 1
    if (
        end == start
        and 0 < start < len(words) - 1
        and not is_given_name(words[start - 1])
        and len(words[start - 1]) > 1
    ):
        # Without a known given name in front nothing tells a compound surname from a middle name.
        start = end = len(words) - 1
    surname = tuple(words[end:])
    written = tuple(spelled.get(word, word) for word in surname)
    return NameParts(tuple(words[:start]), tuple(words[start:end]), surname, written if written != surname else ())


def strip_titles(words: Sequence[str], language: str) -> list[str]:
    """Without leading honorifics ("Sir", "Doktor", "el rey") and closing suffixes ("Jr.")."""
    lex = lexicon(language)
    kept = list(words)
    while len(kept) > 1 and (n := lex.honorifics.at(kept, 0)) and n < len(kept):
        kept = kept[n:]
    while len(kept) > 1 and (n := lex.suffixes.before(kept, len(kept))) and n < len(kept):
        kept = kept[:-n]
    return kept
