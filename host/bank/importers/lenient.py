"""JSON as people write it: JavaScript and Python literals, comments, stray commas, raw quotes. Never runs anything.

Strict records are read by the standard library at full speed; only a record that it refuses is read by the slow and
forgiving parser here, and a record that this refuses too is skipped up to the next one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from host.bank.importers.model import Note

_DECODER = json.JSONDecoder(strict=False)
_SPACE = re.compile(r"(?:\s+|//[^\n]*|#[^\n]*|/\*.*?\*/)*", re.DOTALL)
_BARE = re.compile(r"[^,\n{}\[\]:]{1,200}")
_KEY = re.compile(r"[\w$-]{1,80}")
_AFTER_STRING = re.compile(r"\s*(?:[,:}\]]|$|//|/\*|#)", re.DOTALL)
_NEXT = re.compile(r"\}\s*,?\s*(?=\{)")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "", "f": ""}
_WORDS = {"true": True, "True": True, "false": False, "False": False, "null": None, "None": None, "undefined": None}
_DEPTH = 12


class NotJson(ValueError):
    """The text cannot be read even leniently; ``position`` tells where."""

    def __init__(self, what: str, position: int) -> None:
        super().__init__(what)
        self.position = position


@dataclass(slots=True)
class Lenient:
    """A forgiving reader over one text."""

    text: str
    mended: str = ""
    """What had to be forgiven first; empty: nothing."""
    at: int = 0

    def value(self, at: int, depth: int = 0) -> tuple[Any, int]:
        """The value that begins at ``at`` and where it ends; raises NotJson."""
        at = self.skip(at)
        if depth > _DEPTH:
            raise NotJson("too many levels inside each other", at)
        char = self.text[at : at + 1]
        if char == "{":
            return self.mapping(at + 1, depth)
        if char == "[":
            return self.sequence(at + 1, depth)
        if char and char in "\"'`":
            return self.string(at)
        return self.bare(at)

    def skip(self, at: int) -> int:
        found = _SPACE.match(self.text, at)
        return found.end() if found else at

    def mapping(self, at: int, depth: int) -> tuple[dict[str, Any], int]:
        found: dict[str, Any] = {}
        while True:
            at = self.skip(at)
            char = self.text[at : at + 1]
            if char == "}":
                return found, at + 1
            if char == ",":
                at += 1
                continue
            if char and char in "\"'`":
                key, at = self.string(at)
            elif bare := _KEY.match(self.text, at):
                key, at = bare.group(), bare.end()
                self.mend("a key without quotes")
            else:
                raise NotJson("a key was expected", at)
            at = self.skip(at)
            if self.text[at : at + 1] != ":":
                raise NotJson("a colon was expected", at)
            found[key], at = self.value(at + 1, depth + 1)

    def sequence(self, at: int, depth: int) -> tuple[list[Any], int]:
        found: list[Any] = []
        while True:
            at = self.skip(at)
            char = self.text[at : at + 1]
            if char == "]":
                return found, at + 1
            if char == ",":
                at += 1
                continue
            if not char:
                raise NotJson("the list is not closed", at)
            item, at = self.value(at, depth + 1)
            found.append(item)

    def string(self, at: int) -> tuple[str, int]:
        """A quoted text; a quote that is not followed by the end of the value belongs to the text."""
        quote, start = self.text[at], at
        if quote == "'":
            self.mend("single quotes")
        parts: list[str] = []
        at += 1
        while at < len(self.text):
            char = self.text[at]
            if char == "\\" and at + 1 < len(self.text):
                part, at = self.escape(at + 1)
                parts.append(part)
            elif char == quote and _AFTER_STRING.match(self.text, at + 1):
                return "".join(parts), at + 1
            else:
                if char == quote:
                    self.mend("a quotation mark inside a text")
                elif char == "\n":
                    self.mend("a line break inside a text")
                parts.append(char)
                at += 1
            if at - start > 20_000:
                raise NotJson("a text without end", start)
        raise NotJson("a text that is not closed", start)

    def escape(self, at: int) -> tuple[str, int]:
        char = self.text[at]
        if char == "u" and re.fullmatch(r"[0-9a-fA-F]{4}", self.text[at + 1 : at + 5]):
            return chr(int(self.text[at + 1 : at + 5], 16)), at + 5
        if char not in '"\\/ntrbf':
            self.mend(f"the escape \\{char}")
        return _ESCAPES.get(char, char), at + 1

    def bare(self, at: int) -> tuple[Any, int]:
        """A number, a word of JavaScript or Python, or text without quotes such as ``2 / 5``."""
        found = _BARE.match(self.text, at)
        if not found or not found.group().strip():
            raise NotJson("a value was expected", at)
        word = found.group().strip()
        if word in _WORDS:
            return _WORDS[word], found.end()
        try:
            return (int(word) if re.fullmatch(r"-?\d{1,18}", word) else float(word)), found.end()
        except ValueError:
            self.mend(f"{word[:20]} without quotes")
            return word, found.end()

    def mend(self, what: str) -> None:
        self.mended = self.mended or what


def read_whole(text: str) -> tuple[Any, str]:
    """The whole document and what had to be forgiven; raises NotJson."""
    try:
        return json.loads(text, strict=False), ""
    except (ValueError, RecursionError):
        pass
    start = _first_bracket(text)
    if start < 0:
        raise NotJson("there is no { and no [", 0)
    reader = Lenient(text)
    value, _ = reader.value(start)
    return value, reader.mended or "something around the data"


def _first_bracket(text: str) -> int:
    found = re.search(r"[\[{]", text)
    return found.start() if found else -1


def read_objects(text: str, start: int = 0) -> Iterator[tuple[int, dict[str, Any]] | Note]:
    """The objects of a list, one by one, each with its line; a broken one is a Note and the next is tried.

    Args:
        start: where to begin; brackets, commas and ``var x =`` before an object are passed over.
    """
    at, line, counted = start, text.count("\n", 0, start) + 1, start
    while True:
        at = text.find("{", at)
        if at < 0:
            return
        line, counted = line + text.count("\n", counted, at), at
        try:
            value, end = _DECODER.raw_decode(text, at)
            yield line, value
        except (ValueError, RecursionError):
            reader = Lenient(text)
            try:
                value, end = reader.value(at)
                yield line, value
                yield Note(line, reader.mended or "loose JSON", text=_glance(value))
            except (NotJson, RecursionError) as error:
                yield Note(line, f"it cannot be read ({error})", lost=True, text=" ".join(text[at : at + 80].split()))
                following = _NEXT.search(text, at + 1)
                if following is None:
                    return
                end = following.end()
        at = end


def _glance(value: Any) -> str:
    return (
        next((v for v in value.values() if isinstance(v, str) and len(v) > 15), "") if isinstance(value, dict) else ""
    )
