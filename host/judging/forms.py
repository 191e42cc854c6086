"""Every spoken form of a card's answer that the agreed precision would accept, for scoring against the sound."""

from __future__ import annotations

import re

from num2words import num2words

from host.judging.kinds import Kind
from host.judging.names import name_parts
from host.judging.numbers import number
from host.judging.policy import Policy
from host.judging.reading import read
from host.judging.record import JudgeRecord
from host.judging.text import tokenize


def spoken_forms(record: JudgeRecord, policy: Policy | None = None) -> tuple[str, ...]:
    """The forms, the card's own wording first, without repeats. Numbers come in digits and in words."""
    policy = policy or Policy()
    found: list[str] = []
    for form in record.forms:
        found.append(form.text)
        found.extend(_in_words(form.text, record))
        if record.kind is Kind.PERSON and not policy.strict:
            parts = name_parts(form.text, record.language)
            if parts.given:
                surname = parts.particle + parts.surname
                found.append(_original(form.text, surname, record.language))
                if parts.particle:  # "Beethoven" as well as "van Beethoven"
                    found.append(_original(form.text, parts.surname, record.language))
        if form.required:
            found.append(" ".join(form.required))
    found.extend(record.household)
    found.extend(record.say)
    return tuple(dict.fromkeys(text.strip() for text in found if text.strip()))


def prompting_forms(record: JudgeRecord) -> tuple[str, ...]:
    """What is right but too vague, as the card's author wrote it ("more exactly?")."""
    return tuple(dict.fromkeys(prompt.text for prompt in record.prompts if prompt.text.strip()))


def _original(text: str, words: tuple[str, ...], language: str) -> str:
    tokens = tokenize(text, language)
    for start in range(len(tokens) - len(words), -1, -1):
        if tuple(token.key for token in tokens[start : start + len(words)]) == words:
            return " ".join(token.text for token in tokens[start : start + len(words)])
    return " ".join(words)


def _in_words(text: str, record: JudgeRecord) -> list[str]:
    """The text with its number in words: "1989" gives "nineteen eighty-nine" and "one thousand nine hundred …"."""
    reading = read(text, record.language)
    values = [number(word) for word in reading.content if word.startswith("#")]
    if len(values) != 1 or values[0] is None or values[0] > 10**12:
        return []
    value = values[0]
    plain = int(value) if value.denominator == 1 else float(value)
    ways = ["cardinal", "year"] if record.kind is Kind.YEAR and value.denominator == 1 else ["cardinal"]
    if value.denominator == 1 and re.search(r"[IVXLC]+|\d(?:st|nd|rd|th|\.|er|e|º)", text):
        ways.append("ordinal")
    out = []
    for way in ways:
        try:
            words = num2words(plain, lang=record.language, to=way)
        except (NotImplementedError, OverflowError, TypeError, ValueError, IndexError):
            continue
        out.append(" ".join(words if word.startswith("#") else word for word in _words(text, record.language)))
    return out


def _words(text: str, language: str) -> list[str]:
    """Original words of a text, its one number as ``#``."""
    out = []
    for token in tokenize(text, language):
        value = read(token.text, language)
        out.append("#" if token.text[0].isdigit() or (value.numbers and len(value.content) == 1) else token.text)
    return out
