"""Gaps and statements said aloud: what a quizmaster says where a card has a line or nothing but a claim."""

from __future__ import annotations

import re

_GAP = re.compile(r"_{2,}|\.{4,}|\[\.\.\.\]|\(\.\.\.\)")
_BEFORE = {"en": "Fill the gap: {}", "fr": "Complétez : {}", "de": "Ergänze: {}", "es": "Completa: {}"}
_SAID = {"en": "blank", "fr": "trois points", "de": "Punkt, Punkt, Punkt", "es": "puntos suspensivos"}
_TRUE_OR_FALSE = {
    "en": ("True or false: {}", "True", "False"),
    "fr": ("Vrai ou faux : {}", "Vrai", "Faux"),
    "de": ("Richtig oder falsch: {}", "Richtig", "Falsch"),
    "es": ("Verdadero o falso: {}", "Verdadero", "Falso"),
}
_YES = {"true", "t", "vrai", "richtig", "wahr", "verdadero", "cierto", "yes", "ja", "oui", "si", "1"}
_NO = {"false", "f", "faux", "falsch", "unwahr", "falso", "no", "nein", "non", "0"}


def say_gaps(text: str, language: str) -> str:
    """``Rome lies on the ____.`` -> ``Fill the gap: Rome lies on the blank.``; text without a gap is unchanged."""
    if not _GAP.search(text):
        return text
    said = _GAP.sub(f" {_SAID[language]} ", text)
    said = re.sub(r"\s+([.,;:!?])", r"\1" if language != "fr" else r" \1", re.sub(r"\s{2,}", " ", said)).strip()
    if language == "fr":
        said = re.sub(r"\s+([.,])", r"\1", said)
    return said if "?" in said else _BEFORE[language].format(said)


def truth_of(text: str) -> bool | None:
    """Whether the text says true or false in any of the languages; None when it says neither."""
    word = text.strip(" .!").casefold()
    return True if word in _YES else False if word in _NO else None


def say_truth(statement: str, truth: bool, language: str) -> tuple[str, str, tuple[str, str]]:
    """(question, answer, choices with the right one first) of a statement that is true or false."""
    pattern, yes, no = _TRUE_OR_FALSE[language]
    already = re.match(r"(?:true or false|vrai ou faux|richtig oder falsch|verdadero o falso)\b", statement, re.I)
    text = statement if already else pattern.format(statement)
    return text, yes if truth else no, (yes, no) if truth else (no, yes)
