"""Makes text from strangers harmless for a screen and a voice: pure, and the same whatever the text came from.

A voice engine takes more than words: espeak and Piper read ``[[ … ]]`` as raw phonemes, others obey SSML tags; a
terminal obeys control characters. None of that can be meant by a quiz card.
"""

from __future__ import annotations

import re
import unicodedata

_TAG = re.compile(r"</?[A-Za-z!?][^<>]{0,500}>")
_PHONEMES = re.compile(r"\[{2,}|\]{2,}")
_SPACE = re.compile(r"\s+")
_MARKS = re.compile(r"([\u0300-\u036f]{3})[\u0300-\u036f]+")
_NOTHING = {"\u00ad", "\u200b", "\u200c", "\u200d", "\u2060", "\ufeff"}
"""Soft hyphens and zero-width characters stand inside words: they go without leaving a gap."""
_URL = re.compile(r"\b(?:https?://|www\.)\S+", re.IGNORECASE)


def speakable(text: str, *, limit: int = 1000) -> str:
    """The text as plain words for the voice and the terminal.

    Control, formatting and private-use characters go, as do tags, phoneme brackets and web addresses; white space
    becomes single spaces, piled-up accents are cut, and the whole is cut to ``limit`` characters. Applying it twice
    changes nothing.
    """
    text = unicodedata.normalize("NFC", text[: 8 * limit])
    for _ in range(9):
        before = text
        if not text.isprintable():
            text = "".join(_visible(char) for char in text)
        text = _MARKS.sub(r"\1", text)
        text = _URL.sub(" ", text)
        text = _TAG.sub(" ", text)
        text = _PHONEMES.sub(" ", text)
        text = unicodedata.normalize("NFC", _SPACE.sub(" ", text).strip())
        if text == before:
            break
    else:
        # Layers upon layers of markup are no card's text: without these characters nothing can be left of it.
        text = _SPACE.sub(" ", re.sub(r"[\[\]<>]", " ", text)).strip()
    return text[:limit].rstrip()


_TROUBLE = re.compile(r"[<\[\]]|://|www\.|\s\s|^\s|\s$|[\u0300-\u036f]{4}", re.IGNORECASE)


def harmless(text: str) -> str:
    """The same as ``speakable``, many times faster for text that is harmless already, as nearly all text is."""
    if text.isprintable() and not _TROUBLE.search(text) and unicodedata.is_normalized("NFC", text):
        return text
    return speakable(text)


def _visible(char: str) -> str:
    if char in _NOTHING:
        return ""
    return " " if unicodedata.category(char) in {"Cc", "Cf", "Co", "Cs", "Cn"} else char


def is_speakable(text: str) -> bool:
    """Whether the text holds nothing that ``speakable`` would take out."""
    return speakable(text) == _SPACE.sub(" ", unicodedata.normalize("NFC", text)).strip()
