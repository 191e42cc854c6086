"""The whole way from foreign files to one pack: read, resolve, drop doubles, give colours, number stably."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from host.bank.categories import assign, is_general
from host.bank.editions import COLOURS, EDITIONS
from host.bank.importers.detect import FORMATS, detect
from host.bank.importers.model import Format, Item, Note, Record
from host.bank.importers.resolve import Asked, first_index, resolve
from host.bank.importers.sheet import read_rows
from host.bank.importers.text import clean, decode
from host.bank.importers.xlsx import NotXlsx, read_xlsx
from host.bank.pack import FORMAT
from host.bank.reader import MAX_BYTES
from host.bank.speakable import speakable
from host.bank.words import likely_language, words
from host.errors import PackError

LANGUAGES = ("en", "fr", "de", "es")


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the user says about the files; empty fields are found out."""

    id: str
    title: str = ""
    language: str = ""
    edition: str = "any"
    deck: str = "main"
    author: str = ""
    licence: str = ""
    format: str = "auto"
    category: str = ""
    """One category for all questions."""
    mapping: Mapping[str, str] = field(default_factory=dict)
    """Foreign category (``categories.key_of``) -> category of the edition."""


@dataclass(slots=True)
class Report:
    """What came of one file."""

    name: str
    format: str
    records: int = 0
    """Records found in it, good or bad."""
    imported: int = 0
    notes: list[Note] = field(default_factory=list)

    @property
    def lost(self) -> int:
        """Records that were left out."""
        return sum(note.lost for note in self.notes)


@dataclass(slots=True)
class Imported:
    """The pack made of the files, as header and cards ready to be written, and what to tell the user."""

    header: dict[str, Any]
    cards: list[dict[str, Any]]
    reports: list[Report]
    categories: dict[str, tuple[int, str]]
    """Foreign category -> (questions, colour; empty: dealt to all colours)."""


def read_file(data: bytes, name: str, wanted: str = "auto") -> tuple[Format, list[Item]]:
    """The format and all records and notes of one file.

    Raises:
        PackError: the file is too large or cannot be read at all in that format.
    """
    if len(data) > MAX_BYTES:
        raise PackError(f"larger than {MAX_BYTES // 1024 // 1024} MB", where=name, todo="Split it")
    if data[:4] == b"PK\x03\x04":
        try:
            rows = list(read_xlsx(data))
        except NotXlsx as error:
            raise PackError(f"this workbook cannot be read ({error})", where=name) from error
        return FORMATS["kahoot"], list(read_rows(iter(rows), name))
    text, odd = decode(data)
    if wanted == "auto":
        chosen = detect(text, name)
    elif wanted in FORMATS:
        chosen = FORMATS[wanted]
    else:
        raise PackError(f"there is no format '{wanted}'", todo=f"Known formats: auto, {', '.join(FORMATS)}")
    items: list[Item] = [Note(line, "bytes that are not UTF-8, read as cp1252") for line in odd]
    items += chosen.read(text, name)
    return chosen, items


def import_files(files: Iterable[tuple[str, bytes]], wishes: Wishes) -> Imported:
    """One pack of all files.

    Args:
        files: (name, content) each; names are for reports and, in some formats, for the category.
        wishes: what the user has said.

    Raises:
        PackError: a file cannot be read at all, or nothing in any of them can be asked.
    """
    read = [(name, *read_file(data, name, wishes.format)) for name, data in files]
    language = wishes.language or _language(item for _, _, items in read for item in items)
    asked: list[Asked] = []
    reports = []
    first: dict[tuple[str, ...], str] = {}
    translated = False
    for name, chosen, items in read:
        report = Report(name, chosen.name)
        reports.append(report)
        records = [item for item in items if isinstance(item, Record)]
        base = chosen.first_index if chosen.first_index is not None else first_index(records)
        foreign = 0
        for item in items:
            if isinstance(item, Note):
                report.notes.append(item)
                report.records += item.lost
                continue
            if item.language in (*LANGUAGES, "it", "nl") and item.language != language:
                foreign += 1
                continue
            translated = translated or (chosen.name.startswith("openquizzdb") and item.language not in ("", "fr"))
            report.records += 1
            for found in resolve(item, language, base):
                if isinstance(found, Note):
                    report.notes.append(found)
                    continue
                key = (" ".join(words(found.text)), " ".join(words(found.answer)))
                place = f"{name} line {found.line}" if len(read) > 1 else f"line {found.line}"
                if key in first:
                    note = Note(found.line, f"the same question as in {first[key]}", lost=True, text=found.text[:60])
                    report.notes.append(note)
                    continue
                first[key] = place
                report.imported += 1
                asked.append(found)
        if foreign:
            report.notes.append(Note(1, f"{foreign} questions in other languages than '{language}' passed over"))
        report.notes.sort(key=lambda note: note.line)
    if not asked:
        notes = [note for report in reports for note in report.notes]
        why = f" ({notes[0].sentence()})" if notes else ""
        raise PackError(f"no question found{why}", where=", ".join(name for name, _, _ in read))
    colours = _colours(asked, wishes)
    names = [name for name, _, _ in read]
    writers = dict.fromkeys(i.credit for _, _, items in read for i in items if isinstance(i, Record) and i.credit)
    header = _header(wishes, language, [chosen for _, chosen, _ in read], names, list(writers), translated)
    sizes = Counter(question.category for question in asked)
    return Imported(
        header, _cards(asked, colours, wishes), reports, {name: (sizes[name], colours[name]) for name in sizes}
    )


def _language(items: Iterable[Item]) -> str:
    """The language most records state, else the one they read like, else English."""
    records = [item for item in items if isinstance(item, Record)]
    stated = Counter(r.language for r in records if r.language in LANGUAGES)
    if stated:
        # Of a file in several languages the first is the one it was written in.
        return next(r.language for r in records if r.language in stated)
    step = max(1, len(records) // 200)
    return likely_language([clean(r.question) for r in records[::step]]) or "en"


def _colours(asked: Sequence[Asked], wishes: Wishes) -> dict[str, str]:
    sizes = Counter(question.category for question in asked)
    edition = EDITIONS.get(wishes.edition)
    only = edition.categories[0] if edition and len(edition.categories) == 1 else wishes.category
    if only:
        return dict.fromkeys(sizes, only)
    return assign(sizes, wishes.mapping)


def _header(
    wishes: Wishes,
    language: str,
    formats: Sequence[Format],
    names: Sequence[str],
    writers: Sequence[str],
    translated: bool,
) -> dict[str, Any]:
    licences = list(dict.fromkeys(f.licence for f in formats if f.licence))
    credit = list(dict.fromkeys(f.attribution for f in formats if f.attribution))
    if writers and len(writers) <= 5:
        credit = [f"{', '.join(credit)}, written by {', '.join(writers)}"]
    header: dict[str, Any] = {
        "format": FORMAT,
        "id": wishes.id,
        "title": wishes.title or ", ".join(dict.fromkeys(names))[:200],
        "edition": wishes.edition,
        "language": language,
        "deck": wishes.deck,
        "author": wishes.author or "; ".join(credit) or "unknown",
        "licence": wishes.licence or " and ".join(licences) or "unknown",
    }
    if credit:
        header["attribution"] = "; ".join(credit)
    if translated:
        header["notes"] = ["machine-translated"]
    return {key: speakable(value) if isinstance(value, str) else value for key, value in header.items()}


def _cards(asked: Sequence[Asked], colours: Mapping[str, str], wishes: Wishes) -> list[dict[str, Any]]:
    """A card for each question, with an id made of its words: importing a newer file again keeps the ids, so that
    what has been played stays known."""
    cards = []
    choices = EDITIONS[wishes.edition].choices if wishes.edition in EDITIONS else 0
    used: set[str] = set()
    dealt = 0
    for question in asked:
        colour = colours[question.category]
        if not colour:
            colour, dealt = COLOURS[dealt % len(COLOURS)], dealt + 1
        content = " ".join([*words(question.text), "/", *words(question.answer)])
        card = hashlib.blake2b(content.encode(), digest_size=6).hexdigest()
        while card in used:
            card = hashlib.blake2b(card.encode(), digest_size=6).hexdigest()
        used.add(card)
        cards.append({"id": card, "questions": {colour: _question(question, choices)}})
    return cards


def _question(asked: Asked, choices: int) -> dict[str, Any]:
    data: dict[str, Any] = {"question": asked.text, "answer": asked.answer}
    judge = {key: list(value) for key, value in (("accept", asked.accept), ("prompt", asked.prompt)) if value}
    if judge:
        data["judge"] = judge
    if asked.choices:
        data["choices"] = list(asked.choices[:choices] if choices else asked.choices)
    if asked.explanation:
        data["explanation"] = asked.explanation
    if asked.difficulty != 2:
        data["difficulty"] = asked.difficulty
    if asked.category and not is_general(asked.category):
        data["source"] = asked.category
    return data
