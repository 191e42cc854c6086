"""Reads a pack's YAML safely: no aliases, no tags, no doubled keys, no endless nesting, and line numbers on demand.

The data is built straight from the parser's events. That is several times faster than the library's own node tree,
needs less memory, and an alias bomb is refused at its first alias instead of being unfolded.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import yaml

from host.errors import PackError

MAX_BYTES = 64 * 1024 * 1024
"""A pack file larger than this is refused; 50,000 questions with choices need about 20 MB."""
MAX_DEPTH = 10
"""Mappings and lists inside each other; the format needs six."""
Path_ = tuple[str | int, ...]
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_RESOLVERS: dict[str, list[tuple[str, re.Pattern[str]]]] = yaml.SafeLoader.yaml_implicit_resolvers
_INT = re.compile(r"0|-?[1-9][0-9]*")
_CARD_LINES = re.compile(r"^cards:[ ]*\n(?=- \{)", re.MULTILINE)


@dataclass(slots=True)
class _Builder:
    events: Iterator[Any]
    where: str
    lines: dict[Path_, int] | None

    def refuse(self, event: Any, what: str) -> PackError:
        return PackError(what, where=f"{self.where}:{event.start_mark.line + 1}")

    def node(self, event: Any, path: Path_) -> Any:
        if self.lines is not None:
            self.lines[path] = event.start_mark.line + 1
        if isinstance(event, yaml.AliasEvent):
            raise self.refuse(event, f"the reference *{event.anchor} is not allowed: write the text out or quote it")
        if event.anchor:
            raise self.refuse(event, f"the anchor &{event.anchor} is not allowed: quote text that begins with &")
        if event.tag is not None:
            raise self.refuse(event, f"the tag {event.tag} is not allowed: quote text that begins with !")
        if isinstance(event, yaml.ScalarEvent):
            return _scalar(event)
        if len(path) >= MAX_DEPTH:
            raise self.refuse(event, f"more than {MAX_DEPTH} levels inside each other")
        return self.mapping(path) if isinstance(event, yaml.MappingStartEvent) else self.sequence(path)

    def mapping(self, path: Path_) -> dict[Any, Any]:
        found: dict[Any, Any] = {}
        for event in self.events:
            if isinstance(event, yaml.MappingEndEvent):
                break
            key = self.node(event, (*path, "<key>"))
            if isinstance(key, dict | list):
                raise self.refuse(event, "a key must be plain text")
            if key in found:
                raise self.refuse(event, f"the key '{key}' stands here twice")
            value = next(self.events)
            found[key] = self.node(value, (*path, key))
            if self.lines is not None:
                self.lines[(*path, key)] = event.start_mark.line + 1
        return found

    def sequence(self, path: Path_) -> list[Any]:
        found: list[Any] = []
        for event in self.events:
            if isinstance(event, yaml.SequenceEndEvent):
                break
            found.append(self.node(event, (*path, len(found))))
        return found


def _scalar(event: Any) -> Any:
    """Text, or what YAML makes of an unquoted word: a number, a truth value, nothing, a date."""
    value: str = event.value
    if not event.implicit[0]:
        return value
    candidates = _RESOLVERS.get(value[:1], []) if value else [("tag:yaml.org,2002:null", re.compile(""))]
    for tag, pattern in candidates:
        if pattern.match(value):
            if tag.endswith(":null"):
                return None
            if tag.endswith(":int") and _INT.fullmatch(value) and len(value) < 19:
                return int(value)
            try:
                return yaml.safe_load(value) if len(value) < 40 else value
            except (yaml.YAMLError, ValueError):
                return value
    return value


def _parse(text: str, where: str, lines: dict[Path_, int] | None) -> Any:
    try:
        events = iter(yaml.parse(text, Loader=_LOADER))
        builder = _Builder(events, where, lines)
        data: Any = None
        documents = 0
        for event in events:
            if isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents > 1:
                    raise builder.refuse(event, "a second document begins here (---); a pack is one document")
            elif isinstance(event, yaml.NodeEvent):
                data = builder.node(event, ())
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position) + 1 if isinstance(error.position, int) else 1
        code = error.character if isinstance(error.character, int) else 0
        raise PackError(f"the character U+{code:04X} is not allowed in YAML", where=f"{where}:{line}") from error
    except yaml.MarkedYAMLError as error:
        # Of an unclosed quote or bracket the author needs the line where it opens, not the end of the file.
        unclosed = "end of stream" in str(error.problem)
        mark = (error.context_mark if unclosed else None) or error.problem_mark or error.context_mark
        line = mark.line + 1 if mark else 1
        raise PackError(f"not valid YAML: {error.problem or error.context}", where=f"{where}:{line}") from error
    except (yaml.YAMLError, RecursionError) as error:
        raise PackError(f"not valid YAML: {' '.join(str(error).split())[:120]}", where=where) from error
    return data


def split_cards(text: str) -> tuple[dict[Any, Any], list[str]] | None:
    """(header, the JSON of each card) of a pack whose cards stand one a line as ``- {…}``; None when they do not.

    JSON is YAML too, and the JSON reader takes 50,000 cards in a fraction of a second. At the first doubt the caller
    reads the whole text as YAML.
    """
    start = _CARD_LINES.search(text)
    if start is None:
        return None
    lines = [line for line in text[start.end() :].split("\n") if line]
    if not all(line.startswith("- {") for line in lines):
        return None
    try:
        header = _parse(text[: start.start()], "", None)
    except PackError:
        return None
    return (header, [line[2:] for line in lines]) if isinstance(header, dict) and "cards" not in header else None


def read_yaml(text: str, *, where: str) -> Any:
    """Plain data of one YAML document.

    Raises:
        PackError: not YAML, or something that a pack does not need (aliases, tags, doubled keys, deep nesting);
            ``where`` of the error is ``file:line``.
    """
    if text.lstrip().startswith("{"):
        try:
            data: Any = json.loads(text)
            return data
        except (ValueError, RecursionError):
            pass
    split = split_cards(text)
    if split is not None:
        try:
            return {**split[0], "cards": [json.loads(card) for card in split[1]]}
        except (ValueError, RecursionError):
            pass
    return _parse(text, where, None)


def line_of(text: str, path: Path_) -> int:
    """The line (from 1) where ``path`` stands, or what is around it. Reads the text again: for errors only."""
    lines: dict[Path_, int] = {}
    try:
        _parse(text, "", lines)
    except PackError:
        return 1
    for length in range(len(path), 0, -1):
        if path[:length] in lines:
            return lines[path[:length]]
    return 1


def lines_of_questions(text: str) -> dict[tuple[str, str], int]:
    """(card id, category) -> line of every question of a pack that has been read without error."""
    lines: dict[Path_, int] = {}
    data = _parse(text, "", lines)
    return {
        (str(card["id"]), str(category)): lines["cards", at, "questions", category]
        for at, card in enumerate(data["cards"])
        for category in card["questions"]
    }
