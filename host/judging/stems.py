"""Plural and spelling variants: enough for nouns on trivia cards, not a linguist's stemmer."""

from __future__ import annotations

from functools import lru_cache

from host.judging.lexicon import lexicon


@lru_cache(maxsize=32768)
def stem(word: str, language: str) -> str:
    """The word without its plural ending: "mice" -> "mouse", "chevaux" -> "cheval", "löwen" (folded) -> "lowe"."""
    lex = lexicon(language)
    if word.startswith("#"):
        return word
    if word in lex.plurals:
        return lex.plurals[word]
    word = variant(word, language)
    if len(word) < 4 or word in lex.uncut:
        return word
    match language:
        case "en":
            found = _english(word)
        case "fr":
            found = _french(word)
        case "de":
            return _german(word)
        case _:
            found = _spanish(word)
    return lex.plurals.get(found, found)


@lru_cache(maxsize=32768)
def variant(word: str, language: str) -> str:
    """One spelling where two are usual: "colour" -> "color", "mejico" -> "mexico"."""
    return lexicon(language).spellings.get(word, word)


def _english(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "shes", "ches", "xes", "zes", "oes")) and len(word) > 4:
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def _french(word: str) -> str:
    if word.endswith(("eaux", "oux", "eux")):
        return word[:-1]
    if word.endswith("aux"):
        return word[:-3] + "al"
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def _german(word: str) -> str:
    # Umlauts are folded already, so only the ending is left: Löwe/Löwen, Apfel/Äpfel, Haus/Häuser, Stadt/Städte.
    for ending in ("en", "er", "n", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word[:-1] if len(word) > 4 and word.endswith(("os", "as", "es")) else word


def _spanish(word: str) -> str:
    if word.endswith("ces") and len(word) > 4:
        return word[:-3] + "z"
    if word.endswith("es") and len(word) > 4 and word[-3] not in "aeiou":
        return word[:-2]
    return word[:-1] if word.endswith("s") else word
