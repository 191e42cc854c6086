"""Numbers, years, quantities and dates: judged by value, never by closeness of letters or sounds."""

from __future__ import annotations

from fractions import Fraction

from host.judging.case import Case
from host.judging.kinds import Kind
from host.judging.lexicon import lexicon
from host.judging.quantities import Date, Quantity, dates_of, decade_of, era_of, number_readings, quantity_of
from host.judging.text import words_of
from host.judging.units import Unit, unit_at
from host.judging.verdict import Layer, Reason, Verdict

_ACROSS_SYSTEMS = Fraction(1, 100)
"""Metres said as feet are rounded by whoever says them: one per cent is exact there."""


def judge_value(case: Case) -> Verdict | None:
    """Judges an answer whose kind is a value; None when the card's text holds none after all."""
    verdicts = [found for form in case.record.forms if (found := _judge_form(case, form.text))]
    entities = case.guard.entities
    named = case.other_thing and _other_noun(case) and any(entities[n].kind != "word" for n in case.said_ids)
    if named and any(verdict.accepted for verdict in verdicts):
        return case.reject(Layer.GUARD, Reason.OTHER_THING)  # "Henry the Eighth" is no number.
    return min(verdicts, key=_rank) if verdicts else None


def _rank(verdict: Verdict) -> int:
    return ("correct", "close", "unsure", "incorrect").index(verdict.kind.value)


def _judge_form(case: Case, text: str) -> Verdict | None:
    if case.record.kind is Kind.DATE:
        return _judge_date(case, text)
    if year := decade_of(text, case.language):
        return _judge_decade(case, text, year)
    expected = quantity_of(text, case.language)
    if expected is None:
        return None
    if case.record.kind is Kind.YEAR:
        return _judge_year(case, text, expected.value)
    return _judge_quantity(case, text, expected)


# --- Years -----------------------------------------------------------------------------------------------------


def _judge_year(case: Case, text: str, year: Fraction) -> Verdict:
    policy = case.policy
    said = [value for values in number_readings(case.said, case.language) if len(values) == 1 for value in values]
    if not said:
        return _no_number(case, text)
    wanted = -year if era_of(text, case.language) == "bc" else year
    era = era_of(case.said, case.language)
    for value in said:
        value = -value if era == "bc" and value > 0 else value
        if value == wanted or (not era and abs(wanted) == value and wanted < 0):
            return case.accept(Layer.NUMBERS, Reason.SAME_NUMBER, text)
        if policy.lenient and abs(value - wanted) <= policy.year_tolerance:
            return case.accept(Layer.NUMBERS, Reason.WITHIN_TOLERANCE, text)
        if 0 < value < 100 and wanted > 100 and wanted % 100 == value and not era:
            if policy.lenient:
                return case.accept(Layer.NUMBERS, Reason.SAME_NUMBER, text)
            if policy.strict:
                return case.reject(Layer.NUMBERS, Reason.YEAR_INCOMPLETE, text)
            return case.prompt(Layer.NUMBERS, Reason.WHICH_CENTURY, text)
    return case.reject(Layer.NUMBERS, Reason.WRONG_NUMBER, text)


def _judge_decade(case: Case, text: str, wanted: int) -> Verdict:
    said = decade_of(case.said, case.language)
    if not said:
        values = [v for values in number_readings(case.said, case.language) if len(values) == 1 for v in values]
        if not values:
            return _no_number(case, text)
        if values[0].denominator != 1 or (case.policy.strict and values[0] >= 100):
            return case.reject(Layer.NUMBERS, Reason.WRONG_NUMBER, text)
        said = int(values[0])
    if said == wanted or (said < 100 and wanted < 100 and said == wanted):
        return case.accept(Layer.NUMBERS, Reason.SAME_NUMBER, text)
    if said < 100 and wanted % 100 == said:
        if case.policy.lenient:
            return case.accept(Layer.NUMBERS, Reason.SAME_NUMBER, text)
        return case.prompt(Layer.NUMBERS, Reason.WHICH_CENTURY, text)
    if wanted < 100 and said % 100 == wanted and said > 100:
        return case.accept(Layer.NUMBERS, Reason.SAME_NUMBER, text)
    return case.reject(Layer.NUMBERS, Reason.WRONG_NUMBER, text)


# --- Quantities and plain numbers ------------------------------------------------------------------------------


def _judge_quantity(case: Case, text: str, expected: Quantity) -> Verdict:
    said = quantity_of(case.said, case.language)
    if said is None:
        return _no_number(case, text)
    if said.more or expected.more:
        same = (said.value, *said.more) == (expected.value, *expected.more)
        if not same and not said.more:
            return (
                case.prompt(Layer.NUMBERS, Reason.ITEMS_MISSING, text)
                if said.value in expected.more
                else _wrong(case, text)
            )
        return case.accept(Layer.NUMBERS, Reason.SAME_NUMBER, text) if same else _wrong(case, text)
    if not expected.units or not said.units:
        if expected.units and _other_noun(case):
            return case.reject(Layer.NUMBERS, Reason.WRONG_UNIT, text)
        return _unitless(case, text, expected, said)
    shared = [(a, b) for a in expected.units for b in said.units if a.dimension == b.dimension]
    if not shared:
        reason = Reason.WRONG_UNIT if said.value == expected.value else Reason.WRONG_NUMBER
        return case.reject(Layer.NUMBERS, reason, text)
    for wanted, given in shared:
        one, two = wanted.base(expected.value), given.base(said.value)
        if given.vague and not wanted.vague:
            if said.value != expected.value and not _near(case, said.value, expected.value):
                continue
            if case.policy.strict:
                return case.prompt(Layer.NUMBERS, Reason.WHICH_UNIT, text)
            return case.accept(Layer.NUMBERS, Reason.SAME_NUMBER, text)
        if one == two:
            return case.accept(Layer.NUMBERS, Reason.SAME_NUMBER, text)
        if wanted.imperial != given.imperial and one and abs(one - two) <= _ACROSS_SYSTEMS * abs(one):
            return case.accept(Layer.NUMBERS, Reason.SAME_NUMBER, text)
        if _near(case, two, one):
            return case.accept(Layer.NUMBERS, Reason.WITHIN_TOLERANCE, text)
    if said.value == expected.value:
        return case.reject(Layer.NUMBERS, Reason.WRONG_UNIT, text)
    return _wrong(case, text)


def _other_noun(case: Case) -> bool:
    """Something else is counted than the card counts: "forty nights" for 40 days."""
    lex = lexicon(case.language)
    said = case.reading.content
    units = {i + k for i in range(len(said)) for k in range(unit_at(said, i)[0])}
    words = [
        word
        for i, word in enumerate(said)
        if not word.startswith("#") and len(word) > 2 and i not in units and word not in lex.function_words
    ]
    asked = set(words_of(case.record.question, case.language))
    return any(word not in asked and (word,) not in lex.approximations for word in words)


def _unitless(case: Case, text: str, expected: Quantity, said: Quantity) -> Verdict:
    """One of the two has no unit."""
    if said.value != expected.value:
        if _near(case, said.value, expected.value):
            return case.accept(Layer.NUMBERS, Reason.WITHIN_TOLERANCE, text)
        return _wrong(case, text)
    if case.policy.strict and expected.units and not _asked_unit(case, expected.units):
        return case.prompt(Layer.NUMBERS, Reason.WHICH_UNIT, text)
    return case.accept(Layer.NUMBERS, Reason.SAME_NUMBER, text)


def _near(case: Case, value: Fraction, wanted: Fraction) -> bool:
    """Within the agreed share, at lenient precision."""
    if not case.policy.lenient or case.record.kind is not Kind.QUANTITY:
        return False
    return abs(value - wanted) <= Fraction(case.policy.quantity_tolerance).limit_denominator(10000) * abs(wanted)


def _asked_unit(case: Case, units: tuple[Unit, ...]) -> bool:
    """The question already says the unit."""
    asked = words_of(case.record.question, case.language)
    return any(set(unit_at(asked, start)[1]) & set(units) for start in range(len(asked)))


def _wrong(case: Case, text: str) -> Verdict:
    return case.reject(Layer.NUMBERS, Reason.WRONG_NUMBER, text)


def _no_number(case: Case, text: str) -> Verdict:
    return case.reject(Layer.NUMBERS, Reason.DIFFERENT, text)


# --- Dates -----------------------------------------------------------------------------------------------------


def _judge_date(case: Case, text: str) -> Verdict | None:
    expected = dates_of(text, case.language)
    if not expected:
        return None
    said = dates_of(case.said, case.language)
    if not said:
        return _no_number(case, text)
    verdicts = [_compare_dates(case, text, wanted, given) for wanted in expected for given in said]
    return min(verdicts, key=_rank)


def _compare_dates(case: Case, text: str, wanted: Date, given: Date) -> Verdict:
    year_missing = bool(wanted.year) and not given.year
    short_year = bool(wanted.year) and 0 < given.year < 100 and wanted.year % 100 == given.year
    wrong = (
        wanted.month != given.month
        or (wanted.day and given.day and wanted.day != given.day)
        or (wanted.year and given.year and wanted.year != given.year and not short_year)
    )
    if wrong:
        return _wrong(case, text)
    if wanted.day and not given.day:
        return case.prompt(Layer.NUMBERS, Reason.SAY_MORE, text)
    if year_missing and not case.policy.lenient:
        return case.prompt(Layer.NUMBERS, Reason.WHICH_YEAR, text)
    return case.accept(Layer.NUMBERS, Reason.SAME_NUMBER, text)
