"""How alike two short texts sound, from their spelling alone: rough, but enough to warn an author.

The judge and the recogniser work on real phonemes; a lint must run anywhere and at once.
"""

from __future__ import annotations

import re

from rapidfuzz.distance import Levenshtein

from host.bank.words import fold

_COMMON = (
    ("ph", "f"),
    ("ck", "k"),
    ("qu", "k"),
    ("th", "t"),
    ("sch", "S"),
    ("sh", "S"),
    ("x", "ks"),
    ("w", "v"),
    ("y", "i"),
)
_RULES: dict[str, tuple[tuple[str, str], ...]] = {
    "en": (
        (r"\bkn", "n"), (r"\bwr", "r"), (r"\bps", "s"), (r"gh(?=t|\b)", ""), (r"ch", "C"), (r"c(?=[eiy])", "s"),
        (r"g(?=[ey])", "j"), (r"e\b", ""), (r"tion", "Sn"), (r"ou|oo|ew", "u"), (r"ee|ea|ie|ei", "i"), (r"ai|ay", "e"),
    ),
    "fr": (
        (r"eaux?|aux?", "o"), (r"ch", "S"), (r"c(?=[eiy])", "s"), (r"g(?=[eiy])", "j"), (r"gn", "n"), (r"ou", "u"),
        (r"oi", "va"), (r"ai|ei|et\b|er\b|ez\b", "e"), (r"[estdxpz]+\b", ""), (r"h", ""), (r"[ae]n|[ae]m", "an"),
    ),
    "de": (
        (r"tsch", "C"), (r"tz|z", "ts"), (r"v", "f"), (r"ch", "x"), (r"ie", "i"), (r"eu|au", "oi"), (r"ei|ai", "ai"),
        (r"(?<=[aeiou])h", ""), (r"d\b", "t"), (r"g\b", "k"), (r"b\b", "p"), (r"dt", "t"),
    ),
    "es": (
        (r"ch", "C"), (r"ll", "i"), (r"c(?=[ei])|z", "s"), (r"g(?=[ei])", "j"), (r"gu(?=[ei])", "g"), (r"v", "b"),
        (r"h", ""),
    ),
}  # fmt: skip
_COMPILED = {
    language: tuple((re.compile(pattern), sound) for pattern, sound in (*rules, *_COMMON))
    for language, rules in _RULES.items()
}
_DOUBLE = re.compile(r"(.)\1+")


def sound_key(text: str, language: str) -> str:
    """A spelling in which like-sounding letters of the language are one sign."""
    key = re.sub(r"[^a-z ]", "", fold(text))
    for pattern, sound in _COMPILED.get(language, ()):
        key = pattern.sub(sound, key)
    return _DOUBLE.sub(r"\1", key.replace("c", "k").replace(" ", ""))


def sound_alike(one: str, two: str, language: str) -> bool:
    """Whether two answers are likely to be taken for each other by ear; numbers never are."""
    if any(char.isdigit() for char in one + two):
        return False
    a, b = sound_key(one, language), sound_key(two, language)
    if min(len(a), len(b)) < 3:
        return a == b != ""
    return Levenshtein.distance(a, b) <= max(len(min(a, b, key=len)) >= 4, 0.23 * max(len(a), len(b)))
