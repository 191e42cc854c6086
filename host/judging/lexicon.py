"""The lexicon of a language, folded and ready for look-up by token."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from host.judging.data import LANGUAGES, lexicon_file
from host.judging.text import fold, fold_umlauts, words_of


class Phrases:
    """A set of phrases, found as runs of tokens; the longest phrase wins."""

    __slots__ = ("_all", "_by_first")

    def __init__(self, phrases: Iterable[str], language: str) -> None:
        self._all: frozenset[tuple[str, ...]] = frozenset(
            words for phrase in phrases for words in _spellings(phrase, language) if words
        )
        by_first: dict[str, list[tuple[str, ...]]] = {}
        for words in self._all:
            by_first.setdefault(words[0], []).append(words)
        self._by_first = {first: sorted(found, key=len, reverse=True) for first, found in by_first.items()}

    def __contains__(self, words: object) -> bool:
        return words in self._all

    def at(self, words: Sequence[str], start: int) -> int:
        """Length of the longest phrase that begins at ``start``; 0 when there is none."""
        for phrase in self._by_first.get(words[start], ()):
            if tuple(words[start : start + len(phrase)]) == phrase:
                return len(phrase)
        return 0

    def before(self, words: Sequence[str], end: int) -> int:
        """Length of the longest phrase that ends just before ``end``; 0 when there is none."""
        for start in range(max(0, end - 8), end):
            if tuple(words[start:end]) in self._all:
                return end - start
        return 0

    def find(self, words: Sequence[str]) -> Iterator[tuple[int, int]]:
        """Start and length of every phrase, left to right, without overlap."""
        position = 0
        while position < len(words):
            length = self.at(words, position)
            if length:
                yield position, length
            position += length or 1


def _spellings(phrase: str, language: str) -> Iterator[tuple[str, ...]]:
    yield words_of(phrase, language)
    if language == "de":
        yield tuple(fold_umlauts(word) for word in phrase.split())


@dataclass(frozen=True, slots=True)
class Lexicon:
    """What the judge knows about one language; single words are folded, phrases are matched on folded tokens."""

    language: str
    articles: frozenset[str]
    conjunctions: frozenset[str]
    function_words: frozenset[str]
    place_words: frozenset[str]
    generic: frozenset[str]
    """Including the place words."""
    contrasts: frozenset[str]
    modifiers: frozenset[str]
    particles: frozenset[str]
    ones: frozenset[str]
    minus: frozenset[str]
    scales: dict[str, int]
    decimal_words: frozenset[str]
    decades: dict[str, int]
    months: dict[str, int]
    weekdays: frozenset[str]
    letters: dict[str, str]
    copulas: frozenset[str]
    focus: frozenset[str]
    who: frozenset[str]
    abbreviations: dict[tuple[str, ...], tuple[str, ...]]
    number_words: dict[tuple[str, ...], str]
    alternatives: Phrases
    hesitations: Phrases
    fillers: Phrases
    lead_ins: Phrases
    tails: Phrases
    corrections: Phrases
    withdrawals: Phrases
    negations: Phrases
    unknowns: Phrases
    repeats: Phrases
    approximations: Phrases
    honorifics: Phrases
    suffixes: Phrases
    ordered: Phrases
    percent: Phrases
    eras: dict[str, Phrases]
    clues: dict[str, Phrases]
    plurals: dict[str, str]
    uncut: frozenset[str]
    spellings: dict[str, str]


def _folded(words: Iterable[str]) -> frozenset[str]:
    return frozenset(key for word in words for key in (fold(word), fold_umlauts(word)))


@cache
def lexicon(language: str) -> Lexicon:
    """The lexicon of ``language``; English for a language we have none for."""
    if language not in LANGUAGES:
        return lexicon("en")
    raw = lexicon_file(language)

    def phrases(words: Iterable[str]) -> Phrases:
        return Phrases(words, language)

    return Lexicon(
        language=language,
        articles=_folded(raw.articles),
        conjunctions=_folded(raw.conjunctions) | {"&"},
        function_words=_folded(raw.function_words),
        place_words=_folded(raw.place_words),
        generic=_folded(raw.generic) | _folded(raw.place_words),
        contrasts=_folded(raw.contrasts),
        modifiers=_folded(raw.modifiers),
        particles=_folded(raw.particles),
        ones=_folded(raw.ones),
        minus=_folded(raw.minus),
        scales={key: power for word, power in raw.scales.items() for key in (fold(word), fold_umlauts(word))},
        decimal_words=_folded(raw.decimal_words),
        decades={key: value for word, value in raw.decades.items() for key in (fold(word), fold_umlauts(word))},
        months={key: i for i, word in enumerate(raw.months, 1) for key in (fold(word), fold_umlauts(word))},
        weekdays=_folded(raw.weekdays),
        letters={fold(name): fold(letter) for letter, names in raw.letters.items() for name in names},
        copulas=_folded(raw.copulas),
        focus=_folded(raw.focus),
        who=_folded(raw.who),
        abbreviations={words_of(k, language): words_of(v, language) for k, v in raw.abbreviations.items()},
        number_words={w: value for k, value in raw.number_words.items() for w in _spellings(k, language) if w},
        alternatives=phrases(raw.alternatives),
        hesitations=phrases(raw.hesitations),
        fillers=phrases([*raw.fillers, *raw.hesitations]),
        lead_ins=phrases([*raw.lead_ins, *raw.fillers, *raw.hesitations]),
        tails=phrases([*raw.tails, *raw.hesitations]),
        corrections=phrases(raw.corrections),
        withdrawals=phrases(raw.withdrawals),
        negations=phrases(raw.negations),
        unknowns=phrases(raw.unknowns),
        repeats=phrases(raw.repeats),
        approximations=phrases(raw.approximations),
        honorifics=phrases(raw.honorifics),
        suffixes=phrases(raw.suffixes),
        ordered=phrases(raw.ordered),
        percent=phrases(raw.percent),
        eras={era: phrases(words) for era, words in raw.eras.items()},
        clues={kind: phrases(words) for kind, words in raw.clues.items()},
        plurals={fold(k): fold(v) for k, v in raw.plurals.items()},
        uncut=_folded(raw.uncut),
        spellings={fold(k): fold(v) for k, v in raw.spellings.items()},
    )
