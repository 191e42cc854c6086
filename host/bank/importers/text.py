"""Bytes from anywhere to clean text: encodings mixed in one file, entities, percent signs, base64, tags."""

from __future__ import annotations

import base64
import binascii
import codecs
import html
import re
import unicodedata
from collections.abc import Callable
from urllib.parse import unquote, unquote_plus

from host.bank.speakable import speakable

_HANDLER = "quizhost.cp1252"
_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


def _as_cp1252(error: UnicodeError) -> tuple[str, int]:
    """Reads only the offending bytes as cp1252 (or Latin-1 where that has no character), then goes on in UTF-8."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    wrong = error.object[error.start : error.end]
    return "".join(bytes([b]).decode("cp1252", "ignore") or chr(b) for b in wrong), error.end


codecs.register_error(_HANDLER, _as_cp1252)


def decode(data: bytes) -> tuple[str, list[int]]:
    """Text with ``\\n`` line ends, and the lines on which bytes were not UTF-8.

    A byte-order mark decides; without one, UTF-8 is read and single wrong bytes are taken as cp1252, because files
    that people pass around hold both, even in one line.
    """
    for bom, name in _BOMS:
        if data.startswith(bom):
            return _unix(data[len(bom) :].decode(name, "replace")), []
    if data[:200].count(0) > 20:
        little = data[1:200:2].count(0) > data[0:200:2].count(0)
        return _unix(data.decode("utf-16-le" if little else "utf-16-be", "replace")), []
    try:
        return _unix(data.decode("utf-8")), []
    except UnicodeDecodeError:
        odd = [number for number, line in enumerate(data.split(b"\n"), 1) if not _is_utf8(line)]
        return _unix(data.decode("utf-8", _HANDLER)), odd


def _is_utf8(line: bytes) -> bool:
    try:
        line.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _unix(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "").lstrip("\ufeff")


_INLINE = re.compile(r"</?(?:b|i|em|strong|u|s|span|sub|sup|font|a|small|code|tt|mark)(?:\s[^<>]{0,300})?/?>", re.I)
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});?")
_MARKDOWN = re.compile(r"(?<!\w)(\*\*|__|\*|_)(?=\S)([^*_]{1,200})(?<=\S)\1(?!\w)")
_INSIDE = re.compile(r"(?<=[A-Za-zÀ-ÿ])_(?=[A-Za-zÀ-ÿ])")
_QUOTES = re.compile(r'^"([^"]*)"$|^“([^”]*)”$')
_FULLWIDTH = str.maketrans({"？": "?", "！": "!", "：": ":", "，": ","})
_TROUBLE = re.compile(r"[&<>*_？！：，`]|\[\[|\]\]|://|www\.|\s{2}|^[\s\"“]|[\s\"”]$", re.IGNORECASE)


def clean(text: str) -> str:
    """Plain words: entities (also double-escaped) and tags undone, white space and stray quotes trimmed.

    Most text of most files needs nothing; one look finds that out, which keeps a large import fast.
    """
    if text.isprintable() and not _TROUBLE.search(text) and (text.isascii() or unicodedata.is_normalized("NFC", text)):
        return text
    for _ in range(3):
        if not _ENTITY.search(text):
            break
        text = html.unescape(text)
    text = _INLINE.sub("", text)
    text = _MARKDOWN.sub(r"\2", _INSIDE.sub("-", text.translate(_FULLWIDTH)))
    text = speakable(text.replace("`", "'"), limit=4000)
    quoted = _QUOTES.match(text)
    if quoted:
        text = (quoted.group(1) or quoted.group(2) or "").strip()
    if text.endswith('"') and text.count('"') % 2:
        text = text[:-1].rstrip()
    return text


_PERCENT = re.compile(r"%[0-9A-Fa-f]{2}")
_BASE64 = re.compile(r"[A-Za-z0-9+/]{4,}={0,2}")


def undo_for(samples: list[str]) -> Callable[[str], str] | None:
    """How the texts of an Open Trivia DB file are encoded, judged by many: base64, percent signs, or neither."""
    samples = [sample for sample in samples if sample][:200]
    if not samples:
        return None
    if all(len(s) % 4 == 0 and _BASE64.fullmatch(s) and from_base64(s) is not None for s in samples):
        return lambda text: found if (found := from_base64(text)) is not None else text
    encoded = [s for s in samples if _PERCENT.search(s)]
    spaced = sum(" " in s for s in samples)
    if encoded and spaced == 0 and len(encoded) * 3 >= len(samples):
        plus = any("+" in s for s in samples) and not any("%20" in s for s in samples)
        return unquote_plus if plus else unquote
    return None


def from_base64(text: str) -> str | None:
    """The decoded text, or None when it is not base64 of UTF-8 words."""
    try:
        decoded = base64.b64decode(text, validate=True).decode("utf-8")
    except (binascii.Error, ValueError):
        return None
    return decoded if decoded.strip() and all(c.isprintable() or c.isspace() for c in decoded) else None
