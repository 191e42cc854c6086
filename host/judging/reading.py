"""A text as the judge compares it: words without articles and conjunctions, numbers by value, and keys of equality."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from host.judging.data import LANGUAGES
from host.judging.lexicon import Lexicon, lexicon
from host.judging.numbers import is_number_word, numbers_in, with_numbers
from host.judging.stems import stem, variant
from host.judging.text import fold_umlauts, tokenize


@dataclass(frozen=True, slots=True)
class Reading:
    """One text, read once."""

    text: str
    language: str
    words: tuple[str, ...]
    """Every folded word."""
    content: tuple[str, ...]
    """Words without articles and conjunctions, numbers as ``#value``, abbreviations written out."""
    bare: tuple[str, ...]
    """Content without prepositions and possessives."""
    numbers: tuple[Fraction, ...]
    """Values of the numbers, in order."""
    keys: frozenset[str]
    """Two texts that share one of these say the same, articles and spacing aside (any precision)."""
    loose_keys: frozenset[str]
    """As keys, with prepositions, plural endings and the order of number and noun aside (below strict)."""

    @property
    def empty(self) -> bool:
        """Nothing to compare is left."""
        return not any(c.isalnum() for word in self.words for c in word)


@lru_cache(maxsize=16384)
def read(text: str, language: str) -> Reading:
    """Reads a text; never fails, whatever it holds."""
    lex = lexicon(language)
    tokens = tokenize(text, language)
    words = tuple(token.key for token in tokens)
    variants = _variants(text, language, lex, words)
    keys: set[str] = set()
    loose: set[str] = set()
    for variant_words in variants:
        content = _content(variant_words, lex)
        keys.add(_join(content))
        keys.add(_join(variant_words))
        keys.add(_join(variant(word, language) for word in content))
        bare = _bare(content, lex)
        stems = [stem(word, language) for word in bare]
        loose.add(_join(stems))
        if any(word.startswith("#") for word in bare) and len(bare) > 1:
            loose.add("~" + _join(sorted(stems)))
    umlauts = tuple(fold_umlauts(token.text) for token in tokens)
    if umlauts != words:
        content = _content(umlauts, lex)
        keys.add(_join(content))
        loose.add(_join(stem(word, language) for word in _bare(content, lex)))
    first = _content(variants[0], lex) if variants else ()
    return Reading(
        text=text,
        language=language,
        words=words,
        content=first,
        bare=_bare(first, lex),
        numbers=numbers_in(first),
        keys=frozenset(keys - {""}),
        loose_keys=frozenset(loose - {"", "~"}),
    )


def entity_keys(name: str, language: str) -> tuple[frozenset[str], frozenset[str]]:
    """Keys and loose keys of a known thing's name; as read() gives, but quick where the name holds no number."""
    lex = lexicon(language)
    tokens = tokenize(name, language)
    words = tuple(token.key for token in tokens)
    if any(_numeral(token.text, language) for token in tokens) or any((word,) in lex.abbreviations for word in words):
        reading = read(name, language)
        return reading.keys, reading.loose_keys
    content = _content(words, lex)
    bare = _bare(content, lex)
    keys = {_join(words), _join(content), _join(variant(word, language) for word in content)}
    if words and words[0] in _leading_articles():
        keys.add(_join(words[1:]))
    loose = {_join(stem(word, language) for word in bare)}
    if not name.isascii():
        umlauts = tuple(fold_umlauts(token.text) for token in tokens)
        keys.add(_join(_content(umlauts, lex)))
        loose.add(_join(stem(word, language) for word in _bare(_content(umlauts, lex), lex)))
    return frozenset(keys - {""}), frozenset(loose - {""})


@lru_cache(maxsize=65536)
def _numeral(text: str, language: str) -> bool:
    """A word that may be read as a number: digits, Roman capitals, number words."""
    return text[0].isdigit() or (text.isupper() and set(text) <= set("IVXLCDM")) or is_number_word(text, language)


@lru_cache(maxsize=1)
def _leading_articles() -> frozenset[str]:
    return frozenset().union(*(lexicon(language).articles for language in LANGUAGES))


def _variants(text: str, language: str, lex: Lexicon, words: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The ways to read the text: Roman numerals as numbers, number words as numbers, and as plain words."""
    found: list[tuple[str, ...]] = []
    numbered = with_numbers(text, language, romans=True)
    if any(word.isupper() or (word.islower() and set(word) <= set("ivx")) for word in text.split()):
        numbered = (*numbered, *with_numbers(text, language))
    for reading in (*numbered, words):
        for expanded in (_expand(reading, lex), reading):
            if expanded and expanded not in found:
                found.append(expanded)
    if len(words) > 1 and all(len(word) == 1 and word.isalpha() for word in words):
        found.append(_expand(("".join(words),), lex))  # "t v", "u s a"
    return found


def _expand(words: tuple[str, ...], lex: Lexicon) -> tuple[str, ...]:
    out: list[str] = []
    i = 0
    while i < len(words):
        for n in (2, 1):
            long = lex.abbreviations.get(words[i : i + n])
            if long:
                out.extend(f"#{w}" if w.isdigit() else w for w in long)
                i += n
                break
        else:
            out.append(words[i])
            i += 1
    return tuple(out)


def _content(words: Sequence[str], lex: Lexicon) -> tuple[str, ...]:
    """Without articles and conjunctions; an article that ends the text ("vitamin A") stays."""
    kept = tuple(
        word
        for i, word in enumerate(words)
        if word not in lex.conjunctions and (word not in lex.articles or (i == len(words) - 1 and i > 0))
    )
    return kept or tuple(words)


def _bare(words: Sequence[str], lex: Lexicon) -> tuple[str, ...]:
    last = len(words) - 1
    return tuple(
        word
        for i, word in enumerate(words)
        if word not in lex.function_words or (i == last and i > 0 and len(word) == 1)  # "vitamine D"
    ) or tuple(words)


def _join(words: Iterable[str]) -> str:
    return "".join(words)


@lru_cache(maxsize=16384)
def without_article(text: str, language: str) -> str:
    """The text as written without leading articles ("the Thames" -> "Thames"), unless nothing else is left."""
    articles = lexicon(language).articles
    tokens = tokenize(text, language)
    start = next((i for i, token in enumerate(tokens) if token.key not in articles), 0)
    return " ".join(token.text for token in tokens[start:])
