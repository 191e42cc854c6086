"""The ending of a German ordinal: what "2." becomes in "am 2. Mai", "der 2. Weltkrieg", "sein 2. Buch", "2. Platz"."""

from __future__ import annotations

import re

from host.dialogue.spoken.amounts import gender_of, ordinal
from host.dialogue.spoken.data import Speech

_LAST_WORDS = re.compile(r"([^\W\d_]+)[ ]+$")
_WEAK = frozenset({"am", "im", "vom", "zum", "zur", "beim", "dem", "den", "des", "unterm", "überm", "hinterm"})
_NOMINATIVE = frozenset({"das", "die", "ins", "ans", "aufs", "fürs", "durchs"})
_BARE = frozenset({"ein", "kein", "mein", "dein", "sein", "ihr", "unser", "euer"})
_STRONG = {"m": "er", "f": "e", "n": "es"}


def german(value: int, before: str, noun: str, speech: Speech) -> str:
    """The ordinal with its ending.

    Args:
        value: the number.
        before: the text up to the numeral.
        noun: the word after it; empty for none.
        speech: German.
    """
    return ordinal(value, "de") + _ending(before, noun, speech)


def _ending(before: str, noun: str, speech: Speech) -> str:
    """Without the "e" that num2words has already put: "", "n", "r" or "s"."""
    found = _LAST_WORDS.search(before)
    word = found[1] if found else ""
    low = word.lower()
    if low in _WEAK or re.fullmatch(r"(?:ein|kein|mein|dein|sein|ihr|unser|eur|dies|jed)(?:em|en|es|er)", low):
        # "einer 2. Frau" and "seiner 2. Frau" are genitive or dative; "dieser 2. Band" is rare enough.
        return "n"
    if low in _NOMINATIVE or re.fullmatch(r"(?:ein|kein|mein|dein|sein|ihr|unser|eur|dies|jed)e", low):
        return ""
    if low == "der":
        previous = _LAST_WORDS.search(before[: found.start(1)]) if found else None
        last = previous[1] if previous else ""
        return "n" if last.lower() in speech.model.datives or last[:1].isupper() else ""
    strong = _STRONG[gender_of(noun, speech)] if noun else "e"
    if low in speech.model.datives and low not in _BARE:
        return {"m": "m", "n": "m", "f": "r"}[gender_of(noun, speech)] if noun else ""
    return strong.removeprefix("e")


def german_regnal(value: int, before: str, name: str, speech: Speech) -> str:
    """ "der Vierzehnte", "dem Vierzehnten", "des Vierzehnten", "die Zweite": a ruler's numeral in its case.

    Args:
        value: the number.
        before: the text up to and including the name.
        name: the ruler's name as it stands ("Ludwig", "Ludwigs").
        speech: German.
    """
    word = ordinal(value, "de").capitalize()
    queen = name.removesuffix("s") in speech.queens or name in speech.queens
    if name not in speech.rulers and name.removesuffix("s") in speech.rulers:
        return f"{'der' if queen else 'des'} {word}n"
    words = re.findall(r"[^\W\d_]+", before)[:-1]
    while words and (words[-1] in speech.titles or words[-1] in speech.rulers):
        words.pop()
    low = words[-1].lower() if words else ""
    if low in speech.model.accusatives:
        return f"die {word}" if queen else f"den {word}n"
    if low in speech.model.datives:
        return f"der {word}n" if queen else f"dem {word}n"
    return f"{'die' if queen else 'der'} {word}"
