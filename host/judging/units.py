"""Units of quantities: names in four languages, dimensions and exact conversion."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from host.judging.data import units_file
from host.judging.text import fold


@dataclass(frozen=True, slots=True)
class Unit:
    """One unit."""

    name: str
    dimension: str
    factor: Fraction
    """One of it, in the dimension's base unit."""
    offset: Fraction = Fraction(0)
    """Added before the factor (temperatures)."""
    imperial: bool = False
    """Of the other system: conversion between systems is never exact to the ear."""
    vague: bool = False
    """Does not say which scale ("degrees")."""

    def base(self, value: Fraction) -> Fraction:
        """The value in the dimension's base unit."""
        return (value + self.offset) * self.factor


@lru_cache(maxsize=1)
def _units() -> dict[tuple[str, ...], tuple[Unit, ...]]:
    found: dict[tuple[str, ...], list[Unit]] = {}
    for dimension, rows in units_file().items():
        for row in rows:
            unit = Unit(
                row.names[0], dimension, Fraction(row.factor), Fraction(row.offset), bool(row.imperial), bool(row.vague)
            )
            for name in row.names:
                words = tuple(fold(part) for part in name.replace("/", " ").replace("°", "° ").split())
                found.setdefault(words, []).append(unit)
    return {words: tuple(units) for words, units in found.items()}


def unit_at(words: Sequence[str], start: int) -> tuple[int, tuple[Unit, ...]]:
    """Length and meanings of the longest unit name that begins at ``start``; (0, ()) when there is none."""
    table = _units()
    for length in range(min(5, len(words) - start), 0, -1):
        units = table.get(tuple(words[start : start + length]))
        if units:
            return length, units
    return 0, ()


def units_in(words: Sequence[str]) -> tuple[Unit, ...]:
    """Every meaning of the first unit named in the words."""
    for start in range(len(words)):
        length, units = unit_at(words, start)
        if length:
            return units
    return ()
