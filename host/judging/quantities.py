"""Reads numbers, years, decades, quantities and dates out of a text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from host.judging.lexicon import lexicon
from host.judging.numbers import number, with_numbers
from host.judging.text import tidy, words_of
from host.judging.units import Unit, unit_at, units_in

_NUMERIC_DATE = re.compile(r"\b(\d{1,2})[./-](\d{1,2})[./-](\d{2,4})\b|\b(\d{4})-(\d{1,2})-(\d{1,2})\b")


@lru_cache(maxsize=4096)
def number_readings(text: str, language: str) -> tuple[tuple[Fraction, ...], ...]:
    """The numbers of a text in each way to read it."""
    found = (
        tuple(value for word in words if (value := number(word)) is not None) for words in with_numbers(text, language)
    )
    return tuple(dict.fromkeys(values for values in found if values))


@lru_cache(maxsize=4096)
def era_of(text: str, language: str) -> str:
    words = words_of(text, language)
    for era, phrases in lexicon(language).eras.items():
        if any(True for _ in phrases.find(words)):
            return era
    return ""


@lru_cache(maxsize=4096)
def decade_of(text: str, language: str) -> int:
    """The first year of a decade named in the text ("the 1980s", "die Achtziger"): 1980 or 80; 0 for none."""
    lex = lexicon(language)
    words = with_numbers(text, language)[0] if with_numbers(text, language) else ()
    for i, word in enumerate(words):
        value = number(word)
        before = number(words[i - 1]) if i else None
        compound = word.removesuffix("jahre").removesuffix("er")
        if language == "de" and word not in lex.decades and compound.endswith("zig") and compound != word:
            spelled = with_numbers(compound, language)
            value = number(spelled[0][0]) if spelled else None
        if lex.decades.get(word):
            century = int(before) * 100 if before is not None and before.denominator == 1 and before < 30 else 0
            return century + lex.decades[word]
        if value is None or value.denominator != 1 or value % 10 or value <= 0:
            continue
        after = words[i + 1] if i + 1 < len(words) else ""
        previous = words[i - 1] if i else ""
        if (
            word.endswith(("ziger", "zigerjahre"))
            or after in ("s", "er", "ern", "erjahre")
            or previous in ("annees", "anos", "decennie", "decada")
        ):
            return int(value)
    return 0


@dataclass(frozen=True, slots=True)
class Quantity:
    """A value with every meaning its unit may have."""

    value: Fraction
    units: tuple[Unit, ...] = ()
    more: tuple[Fraction, ...] = ()
    """Further numbers in the text."""


@lru_cache(maxsize=4096)
def quantity_of(text: str, language: str) -> Quantity | None:
    """The quantity in a text ("8848 m", "five foot ten", "$500"), else None."""
    for words in with_numbers(text, language):
        found = _quantity(words)
        if found and not found.more:
            return found
    readings = with_numbers(text, language)
    return _quantity(readings[-1]) if readings else None


_ONE_OF = frozenset({"a", "an", "un", "une", "ein", "eine", "einen", "einem", "einer", "una", "uno"})
"""Articles that count a unit: "an hour", "une heure"."""


def _numbered(words: Sequence[str], start: int) -> bool:
    return any(word.startswith("#") for word in words[start:])


def _quantity(words: Sequence[str]) -> Quantity | None:
    parts: list[tuple[Fraction, tuple[Unit, ...]]] = []
    i = 0
    while i < len(words):
        value = number(words[i])
        if words[i].startswith("+") and parts:
            parts[-1] = (parts[-1][0] + Fraction(words[i][1:]), parts[-1][1])
        i += 1
        length, units = unit_at(words, i) if i < len(words) else (0, ())
        if value is None and length and words[i - 1] in _ONE_OF and not _numbered(words, i):
            value = Fraction(1)
        if value is None:
            continue
        i += length
        parts.append((value, units))
    if not parts:
        return None
    value, units = parts[0]
    if not units:
        before = units_in([word for word in words if word in ("$", "€", "£")])
        units = before
    if len(parts) == 2 and units:
        second, smaller = parts[1]
        if combined := _combined(value, units, second, smaller):
            return combined
    return Quantity(value, units, tuple(value for value, _ in parts[1:]))


def _combined(value: Fraction, units: tuple[Unit, ...], second: Fraction, smaller: tuple[Unit, ...]) -> Quantity | None:
    """ "five foot ten", "1 hour 30 minutes", "3 euros fifty"."""
    names = {unit.name for unit in units}
    if not smaller:
        step = Fraction(1, 12) if "ft" in names else Fraction(1, 60) if names & {"h", "min"} else Fraction(0)
        step = Fraction(1, 100) if names & {"€", "$", "£", "m", "chf"} else step
        return Quantity(value + second * step, units) if step and second < 100 else None
    for unit in units:
        for part in smaller:
            if part.dimension == unit.dimension and part.factor < unit.factor:
                return Quantity(value + second * part.factor / unit.factor, (unit,))
    return None


@dataclass(frozen=True, slots=True)
class Date:
    """A calendar date with what is not said left 0."""

    day: int = 0
    month: int = 0
    year: int = 0


def numeric_date(text: str) -> bool:
    """The text is a date in digits and nothing else ("1776-07-04", "14/7/1789")."""
    return bool(_NUMERIC_DATE.fullmatch(tidy(text).strip()))


@lru_cache(maxsize=4096)
def dates_of(text: str, language: str) -> tuple[Date, ...]:
    """The ways to read a text as a date."""
    lex = lexicon(language)
    found: list[Date] = []
    if match := _NUMERIC_DATE.search(tidy(text)):
        one, two, year, *iso = match.groups()
        if iso[0]:
            return (Date(int(iso[2]), int(iso[1]), int(iso[0])),)
        first, second = int(one), int(two)
        found = [Date(first, second, int(year))] if second <= 12 else []
        if (language == "en" or second > 12) and first <= 12:
            found.append(Date(second, first, int(year)))
        return tuple(found)
    for words in with_numbers(text, language):
        months = [lex.months[word] for word in words if word in lex.months]
        values = [int(value) for word in words if (value := number(word)) is not None and value.denominator == 1]
        if len(set(months)) != 1 or not all(0 < value < 3000 for value in values):
            continue
        days = [value for value in values if value <= 31]
        years = [value for value in values if value > 31]
        if len(values) == 3 and len(days) >= 2 and 10 <= values[1] <= 20:
            found.append(Date(values[0], months[0], values[1] * 100 + values[2]))
        elif len(days) <= 1 and len(years) <= 1:
            found.append(Date(days[0] if days else 0, months[0], years[0] if years else 0))
    return tuple(dict.fromkeys(found))


def is_quantity(text: str, language: str) -> bool:
    """The text is a number with its unit and nothing else ("8848 m"), not an ordinal ("20th century")."""
    readings = with_numbers(text, language)
    if not readings:
        return False
    words = readings[0]
    lex = lexicon(language)
    rest = [word for word in words if not word.startswith("#") and word not in lex.articles]
    if len(rest) == len(words) or not rest:
        return False
    length, units = unit_at(rest, 0)
    combined = quantity_of(text, language)
    if combined and not combined.more and units and length + unit_at(rest, length)[0] == len(rest):
        length = len(rest)  # "1 hour 30 minutes"
    if length != len(rest) or all(unit.dimension == "time" and unit.factor > 10**9 for unit in units):
        return False
    return text.strip()[:1].isdigit() or words[0].startswith("#") or rest[0] in "$€£-"
