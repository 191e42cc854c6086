"""Words that differ in just what carries the meaning: a prefix ("hypo", "hyper") or a chemist's ending."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from host.judging.data import opposites_file


def opposed(said: Sequence[str], card: Sequence[str], *, proper: bool = False) -> bool:
    """One word of what was said excludes the card's word in its place.

    Args:
        proper: a name; endings mean nothing there.
    """
    if len(said) != len(card):
        return False
    return any(one != other and _opposed(one, other, proper) for one, other in zip(said, card, strict=True))


@lru_cache(maxsize=8192)
def _opposed(one: str, other: str, proper: bool) -> bool:
    return _prefixes(one, other) or _prefixes(other, one) or (not proper and _suffixes(one, other))


def _prefixes(one: str, other: str) -> bool:
    file = opposites_file()
    for family in file.prefixes:
        for prefix in family:
            rest = one[len(prefix) :]
            if not one.startswith(prefix) or len(rest) < 4:
                continue
            if any(other == second + rest for second in family if second != prefix):
                return True
            if rest == other and len(prefix) >= 3:
                return True
    return any(one == negation + other for negation in file.negations if len(other) >= 4)


def _suffixes(one: str, other: str) -> bool:
    if min(len(one), len(other)) < 5:
        return False
    for family in opposites_file().suffixes:
        for ending in family:
            base = one[: -len(ending)]
            if one.endswith(ending) and len(base) >= 3 and any(other == base + e for e in family if e != ending):
                return True
    return False
