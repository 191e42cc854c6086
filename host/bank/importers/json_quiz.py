"""JSON quizzes: Open Trivia DB in all its disguises, OpenQuizzDB, Jeopardy clues, and home-made lists."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from host.bank.importers.fields import has_media, meaning, record_of
from host.bank.importers.lenient import Lenient, NotJson, read_objects, read_whole
from host.bank.importers.model import Item, Note, Record
from host.bank.importers.text import undo_for
from host.bank.words import fold

_LIST = re.compile(r'(?:"results"\s*:|=|^|"questions"\s*:|default)\s*\[\s*(?=\{)', re.MULTILINE)


def read_json(text: str, name: str) -> Iterator[Item]:
    """Any list of question objects; objects that hold lists by category are walked through."""
    flat = _LIST.search(text[:20_000])
    items: Iterator[Item] = iter(())
    if flat or text.lstrip()[:1] == "{":
        items = _flat(text, flat.end() if flat else 0)
    first: list[Item] = []
    for item in items:
        first.append(item)
        if isinstance(item, Record) or len(first) >= 50:
            break
    if any(isinstance(item, Record) for item in first):
        yield from _decoded([*first, *items])
        return
    yield from _decoded(list(_nested(text)))


def _flat(text: str, start: int) -> Iterator[Item]:
    for found in read_objects(text, start):
        if isinstance(found, Note):
            yield found
            continue
        line, data = found
        yield _record(data, line, "")


def _record(data: Mapping[str, Any], line: int, category: str) -> Item:
    record = record_of(data, line, category)
    if record is None:
        return Note(line, "no question with an answer in it", lost=True, text=str(data)[:60])
    if has_media(data):
        return Note(line, "it needs a picture or a sound", lost=True, text=record.question)
    return record


def _nested(text: str) -> Iterator[Item]:
    """Objects anywhere in a tree; the key above a list names its category."""
    try:
        data, mended = read_whole(text)
    except (NotJson, RecursionError) as error:
        yield Note(1, f"it is not JSON ({error})", lost=True)
        return
    if mended:
        yield Note(1, mended)
    finder = _Lines(text)
    yield from _walk(data, "", finder, 0)


def _walk(data: Any, category: str, finder: _Lines, depth: int) -> Iterator[Item]:
    if depth > 8:
        return
    if isinstance(data, list):
        for entry in data:
            yield from _walk(entry, category, finder, depth + 1)
    elif isinstance(data, Mapping):
        if any(meaning(str(key))[0] == "question" and isinstance(value, str) for key, value in data.items()):
            question = next(v for k, v in data.items() if meaning(str(k))[0] == "question" and isinstance(v, str))
            yield _record(data, finder.line(question), category)
            return
        for key, value in data.items():
            if isinstance(value, list | Mapping):
                name = category if fold(str(key)) in ("results", "questions", "data", "items", "quiz") else str(key)
                yield from _walk(value, name, finder, depth + 1)


class _Lines:
    """Finds the line of a question again after the document has been read as a whole."""

    def __init__(self, text: str) -> None:
        self._text, self._at, self._line = text, 0, 1

    def line(self, question: str) -> int:
        found = self._text.find(question[:40].split("\n")[0].split('"')[0].split("\\")[0], self._at)
        if found >= 0:
            self._line += self._text.count("\n", self._at, found)
            self._at = found
        return self._line


def _decoded(items: list[Item]) -> Iterator[Item]:
    """Undoes base64 or percent signs where the file as a whole is written that way."""
    records = [item for item in items if isinstance(item, Record)]
    undo = undo_for([r.question for r in records[:100]])
    for item in items:
        if undo and isinstance(item, Record):
            item.question, item.answer = undo(item.question), undo(item.answer)
            item.options = [undo(option) for option in item.options]
            item.category, item.difficulty = undo(item.category), undo(item.difficulty)
            item.explanation = undo(item.explanation)
            if isinstance(item.key, str):
                item.key = undo(item.key)
        yield item


_LEVELS = {"debutant": "easy", "confirme": "medium", "expert": "hard"}
_LANGUAGES = ("fr", "en", "de", "es")


def read_openquizzdb_json(text: str, name: str) -> Iterator[Item]:
    """OpenQuizzDB: ``quizz`` holds levels, or languages that hold levels, or languages that hold a list of levels."""
    finder = _Lines(text)
    try:
        data, mended = read_whole(text)
    except (NotJson, RecursionError):
        # The frame is broken: the questions are still objects of their own.
        yield from _loose(text)
        return
    if mended:
        yield Note(1, mended)
    for quiz in data if isinstance(data, list) else [data]:
        if not isinstance(quiz, Mapping):
            continue
        fields = {fold(str(key)): value for key, value in quiz.items()}
        # The files of 2022 name the category in six languages instead of a theme.
        named = fields.get("categorie-nom-slogan")
        french = named.get("fr") if isinstance(named, Mapping) else None
        theme = fields.get("theme") or (french.get("catégorie") if isinstance(french, Mapping) else "") or ""
        for item in _levels(fields.get("quizz", quiz), str(theme), "fr", finder):
            if isinstance(item, Record):
                item.credit = str(fields.get("redacteur") or "")
            yield item


def _levels(data: Any, theme: str, language: str, finder: _Lines) -> Iterator[Item]:
    if isinstance(data, list):
        for part in data:
            yield from _levels(part, theme, language, finder)
        return
    if not isinstance(data, Mapping):
        return
    for key, value in data.items():
        plain = fold(str(key))
        if plain in _LEVELS and isinstance(value, list):
            for entry in value:
                if isinstance(entry, Mapping):
                    question = str(entry.get("question", ""))
                    item = _record(entry, finder.line(question), theme)
                    if isinstance(item, Record):
                        item.difficulty, item.language = _LEVELS[plain], language
                    yield item
        elif isinstance(value, list | Mapping):
            yield from _levels(value, theme, plain if len(plain) == 2 else language, finder)


def _loose(text: str) -> Iterator[Item]:
    """The question objects of a file whose frame cannot be read; level and language are those named last before."""
    marks = [(m.start(), fold(m.group(1))) for m in re.finditer(r'"([\wéÉ]{2,9})"\s*:\s*[\[{]', text)]
    for found in re.finditer(r'\{\s*"id"', text):
        line = text.count("\n", 0, found.start()) + 1
        before = [name for at, name in marks if at < found.start()]
        level = next((name for name in reversed(before) if name in _LEVELS), "")
        language = next((name for name in reversed(before) if name in _LANGUAGES or len(name) == 2), "fr")
        reader = Lenient(text)
        try:
            data, _ = reader.value(found.start())
        except (NotJson, RecursionError) as error:
            yield Note(line, f"it cannot be read ({error})", lost=True, text=text[found.start() : found.start() + 80])
            continue
        item = _record(data, line, "")
        if isinstance(item, Record):
            item.difficulty, item.language = _LEVELS.get(level, ""), language
            if reader.mended:
                yield Note(line, reader.mended, text=item.question)
        yield item


_MONEY = re.compile(r"[^\d]")


def read_jeopardy(text: str, name: str) -> Iterator[Item]:
    """Jeopardy-style clues: statements wrapped in single quotes, with a category that belongs to the clue."""
    for found in read_objects(text):
        if isinstance(found, Note):
            yield found
            continue
        line, data = found
        clue, answer = data.get("question"), data.get("answer")
        if not isinstance(clue, str) or not isinstance(answer, str | int):
            yield Note(line, "no clue with an answer in it", lost=True)
            continue
        if "<a " in clue or "http" in clue:
            yield Note(line, "it needs a picture or a sound", lost=True, text=clue)
            continue
        category = str(data.get("category") or "").strip()
        clue = clue.strip()
        if len(clue) > 1 and clue[0] == clue[-1] == "'":
            clue = clue[1:-1]
        heading = category.title().replace("'S", "'s")
        record = Record(line, f"{heading}: {clue}" if heading else clue, category=category)
        record.answer, record.aliases = _outside_brackets(str(answer).replace("\\'", "'"))
        digits = _MONEY.sub("", str(data.get("value") or ""))
        record.difficulty = (
            "medium"
            if not digits
            else "easy"
            if int(digits[:6]) <= 400
            else ("medium" if int(digits[:6]) <= 1000 else "hard")
        )
        yield record


def _outside_brackets(answer: str) -> tuple[str, list[str]]:
    """``(the) Nile`` is "the Nile" or "Nile"; ``Rome (or Roma)`` is "Rome" or "Roma"."""
    match = re.match(r"^(.*?)\s*\(([^()]*)\)\s*(.*)$", answer)
    if not match:
        return answer, []
    before, inside, after = match.groups()
    rest = " ".join(part for part in (before, after) if part)
    also = re.sub(r"^(?:or|accept|also)\s+", "", inside, flags=re.IGNORECASE)
    if also != inside:
        return rest, [also]
    return (" ".join(p for p in (before, inside, after) if p), [rest]) if not before else (rest, [])
