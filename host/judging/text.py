"""Letters and words: folding case and accents, and cutting text into tokens that keep their original spelling."""

from __future__ import annotations

import contextlib
import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

MAX_LENGTH = 400
"""Characters of an utterance that are judged; nobody answers a trivia card in more."""

_SPECIAL = str.maketrans({
    "ß": "ss", "œ": "oe", "æ": "ae", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "ħ": "h", "ŋ": "n",
    "ʻ": "", "ʼ": "", "ʿ": "", "ʾ": "", "º": "", "ª": "",
})  # fmt: skip
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe"})
_TYPOGRAPHY = str.maketrans({
    **dict.fromkeys("’‘`´ʼ′＇", "'"), **dict.fromkeys("“”„«»", '"'), **dict.fromkeys("‐‑‒–—―−", "-"),
    **dict.fromkeys("\u00a0\u202f\u2009", " "), **dict.fromkeys("\u200b\u200e\u200f\ufeff\u00ad·", ""),
    "½": " 1/2", "¼": " 1/4", "¾": " 3/4", "⅓": " 1/3", "⅔": " 2/3", "²": "2", "³": "3",
    **{chr(0x2080 + digit): str(digit) for digit in range(10)},
})  # fmt: skip

_TOKEN = re.compile(
    r"\d+(?:[.,' ]\d{3})+(?:[.,]\d+)?(?!\d)|\d+[.,]\d+|\d+/\d+|"
    r"(?:1(?:er|re|ère)|\d+(?:st|nd|rd|th|ème|eme|e|º|ª))(?![^\W_])|\d+|[^\W\d_]+|[&+%°$€£]",
    re.UNICODE,
)
_ELIDED = re.compile(r"\b(l|d|j|m|n|s|t|c|qu|jusqu|lorsqu|puisqu|presqu|quelqu)'(?=\w)", re.IGNORECASE)
_MOJIBAKE = re.compile(r"[ÃÂ][\u0080-\u00bf]")


@lru_cache(maxsize=65536)
def fold(text: str) -> str:
    """Lower case without accents: "Dvořák" -> "dvorak", "Straße" -> "strasse", "œuf" -> "oeuf"."""
    lowered = text.casefold().translate(_SPECIAL)
    return "".join(c for c in unicodedata.normalize("NFKD", lowered) if not unicodedata.combining(c))


@lru_cache(maxsize=65536)
def fold_umlauts(text: str) -> str:
    """As fold, with umlauts written out: "Köln" -> "koeln"."""
    return fold(unicodedata.normalize("NFC", text.casefold()).translate(_UMLAUTS))


@dataclass(frozen=True, slots=True)
class Token:
    """One word, number or sign."""

    text: str
    """As written."""
    key: str
    """Folded."""


def tidy(text: str) -> str:
    """One kind of apostrophe, dash, quote and blank; UTF-8 read as Latin-1 is mended; control characters go."""
    if text.isascii() and text.isprintable():
        return " ".join(text.replace("`", "'").split())
    if _MOJIBAKE.search(text):
        with contextlib.suppress(UnicodeEncodeError, UnicodeDecodeError):
            text = text.encode("latin-1").decode("utf-8")
    text = unicodedata.normalize("NFC", text.translate(_TYPOGRAPHY))
    if not text.isprintable():
        text = "".join(c if c.isprintable() else " " for c in text)
    return " ".join(text.split())


@lru_cache(maxsize=8192)
def tokenize(text: str, language: str) -> tuple[Token, ...]:
    """Words, numbers and signs that are spoken; apostrophes join ("don't" = dont) but cut elisions in French."""
    text = tidy(text[:MAX_LENGTH])
    if language == "fr":
        text = _ELIDED.sub(r"\1 ", text)
    text = text.replace("'", "") if language != "fr" else text.replace("'", " ")
    found = []
    for match in _TOKEN.finditer(text):
        word = match.group()
        key = fold(word)
        if key:
            found.append(Token(word, key))
    return tuple(found)


def words_of(text: str, language: str) -> tuple[str, ...]:
    """The folded words of a text."""
    return tuple(token.key for token in tokenize(text, language))
