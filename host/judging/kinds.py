"""What kind of answer a card has, where its author does not say."""

from __future__ import annotations

import re
from enum import StrEnum

from host.judging.guard import Guard
from host.judging.lexicon import lexicon
from host.judging.names import is_given_name, strip_titles
from host.judging.quantities import decade_of, era_of, is_quantity, numeric_date
from host.judging.reading import read
from host.judging.text import tokenize, words_of


class Kind(StrEnum):
    """The kinds of answers; see host.bank.pack.KINDS."""

    PERSON = "person"
    PLACE = "place"
    NUMBER = "number"
    YEAR = "year"
    DATE = "date"
    QUANTITY = "quantity"
    TITLE = "title"
    LIST = "list"
    PAIR = "pair"
    WORD = "word"


DECADE_WORDS = frozenset({"s", "er", "ern", "annees", "anos", "decennie", "decada", "jahre", "jahren"})
_AND = {"en": r"and|&", "fr": r"et|&", "de": r"und|&", "es": r"y|e|&"}


def list_items(text: str, language: str) -> tuple[str, ...]:
    """The parts of "red, white and blue"; one part when it is no list."""
    parts = re.split(rf"\s*,\s*(?:(?:{_AND[language]})\s+)?|\s+(?:{_AND[language]})\s+", text)
    return tuple(part.strip() for part in parts if part.strip())


def wants_order(question: str, language: str) -> bool:
    """The question asks for things in order."""
    return any(True for _ in lexicon(language).ordered.find(words_of(question, language)))


def _looks_personal(text: str, language: str) -> bool:
    """Two to five words, capitalised but for particles, that begin with a known given name or an honorific."""
    lex = lexicon(language)
    tokens = tokenize(text, language)
    words = strip_titles([token.key for token in tokens], language)
    titled = len(words) < len(tokens) and tokens[0].text[:1].isupper()
    if not 2 <= len(tokens) <= 6 or not words:
        return False
    if not all(
        t.text[0].isupper() or t.key in lex.particles or t.key in lex.articles for t in tokens if t.key[0].isalpha()
    ):
        return False
    if any(word in lex.generic for word in words[1:]):
        return False
    initials = len(words) >= 2 and all(len(word) == 1 for word in words[:-1])
    numbered = any(word.startswith("#") for word in read(text, language).content)
    return (titled and len(words) <= 3) or initials or (is_given_name(words[0]) and (len(words) > 1 or numbered))


def _place_with_country(parts: tuple[str, ...], language: str, guard: Guard) -> bool:
    """ "Phnom Penh, Cambodia": a town and where it lies."""
    topics = [{guard.entities[number].topic for number in guard.known(part, language)} for part in parts]
    return bool(topics[0] & {"capital", "city"}) and bool(topics[1] & {"country", "state", "region"})


def infer_kind(text: str, language: str, question: str, guard: Guard, *, quoted: bool = False) -> Kind:
    """The likeliest kind of an answer."""
    lex = lexicon(language)
    reading = read(text, language)
    words = [word for word in reading.content if not word.startswith("#")]
    asked = words_of(question, language)
    clues = {kind for kind, phrases in lex.clues.items() if any(True for _ in phrases.find(asked))}
    if quoted:
        return Kind.TITLE
    if len(words) <= 3 and decade_of(text, language) and not set(words) - DECADE_WORDS - set(lex.decades):
        return Kind.YEAR
    if len(reading.numbers) == 1 and era_of(text, language) and len(words) <= 3:
        return Kind.YEAR
    if numeric_date(text):
        return Kind.DATE
    if is_quantity(text, language):
        return Kind.QUANTITY
    if reading.numbers and any(word in lex.months for word in words):
        return Kind.DATE
    if reading.numbers and not words:
        value = reading.numbers[0]
        yearlike = (
            len(reading.numbers) == 1
            and value.denominator == 1
            and 1000 <= value <= 2100
            and bool(re.fullmatch(r"\s*\d{4}\s*", text))
        )
        return Kind.YEAR if yearlike and not clues & {"number", "quantity"} else Kind.NUMBER
    entities = guard.known(text, language)
    kinds = {guard.entities[number].kind for number in entities}
    if not kinds and len(reading.words) == 1 and guard.bearers(words[0]) and not guard.ordinary(text, language):
        return Kind.PERSON
    parts = list_items(text, language)
    if len(parts) == 2 and "," in text and _place_with_country(parts, language, guard):
        return Kind.PLACE
    if len(parts) == 2 and kinds == {"person"}:
        return Kind.PAIR
    if len(parts) == 1 or kinds:
        for kind in (Kind.PERSON, Kind.PLACE, Kind.TITLE):
            if kind in kinds and (len(kinds) == 1 or kind in clues):
                return kind
        if kinds:
            return Kind(sorted(kinds)[0])
        if _looks_personal(text, language):
            return Kind.PERSON
        if clues & {"person"} or (set(asked) & lex.who and len(words) > 1):
            return Kind.PERSON
        for clue in ("place", "title"):
            if clue in clues:
                return Kind(clue)
        return Kind.WORD
    return Kind.LIST if len(parts) > 2 else Kind.PAIR
