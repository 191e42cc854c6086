"""Tables: CSV and TSV with any known header, Kahoot's spreadsheet, and OpenQuizzDB's table without a header."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator
from pathlib import PurePath

from host.bank.importers.fields import meaning
from host.bank.importers.model import Item, Note, Record
from host.bank.words import fold

Row = tuple[int, list[str]]
_HEADER_ROWS = 25
"""Kahoot's template has its header near row eight."""
_LEVELS = {"debutant": "easy", "confirme": "medium", "expert": "hard"}


def read_csv(text: str, name: str) -> Iterator[Item]:
    """A table with a header somewhere in its first rows; comma, semicolon, tab or bar between the cells."""
    rows = _rows(text, _delimiter(text))
    yield from read_rows(rows, name)


def _delimiter(text: str) -> str:
    """The sign that stands equally often in most of the first lines."""
    lines = [line for line in text[:40_000].split("\n")[:40] if line.strip()]
    best, score = ",", 0.0
    for sign in ("\t", ";", ",", "|"):
        counts = [count for line in lines if (count := line.count(sign))]
        if counts:
            common, times = Counter(counts).most_common(1)[0]
            value = times * min(common, 8) * (1.5 if sign == "\t" else 1.0)
            if value > score:
                best, score = sign, value
    return best


def _rows(text: str, delimiter: str) -> Iterator[Row | Note]:
    lines = (line + "\n" for line in text.split("\n"))
    reader = csv.reader(lines, delimiter=delimiter, skipinitialspace=delimiter != "\t")
    while True:
        start = reader.line_num + 1
        try:
            row = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            yield Note(start, f"it cannot be read ({error})", lost=True)
            continue
        if reader.line_num - start > 60:
            yield Note(start, "a quotation mark that is not closed", lost=True, text=" ".join(row)[:60])
        elif any(cell.strip() for cell in row):
            yield start, row


def read_rows(rows: Iterator[Row | Note], name: str) -> Iterator[Item]:
    """Records of a table whose header is among the first rows; without one, "question, answer" is supposed."""
    early: list[Row] = []
    columns: list[tuple[str, str]] = []
    for row in rows:
        if isinstance(row, Note):
            yield row
            continue
        found = [meaning(cell) for cell in row[1]]
        kinds = [what for what, _ in found]
        if "question" in kinds and ({"answer", "options", "wrong"} & set(kinds)):
            columns = found
            break
        early.append(row)
        if len(early) >= _HEADER_ROWS:
            break
    if not columns:
        yield from _headless(early, rows, name)
        return
    for row in rows:
        yield row if isinstance(row, Note) else _record(columns, *row)


def _record(columns: list[tuple[str, str]], line: int, row: list[str]) -> Item:
    record = Record(line, "")
    right, wrong = "", []
    for (what, which), cell in zip(columns, row, strict=False):
        cell = cell.strip()
        if not cell:
            continue
        match what:
            case "media":
                return Note(line, "it needs a picture or a sound", lost=True, text=record.question)
            case "question" if not record.question:
                record.question = cell
            case "options":
                # A column "choices" without a number holds them all.
                parts = cell.split("|") if "|" in cell else cell.split(";")
                record.options += [cell] if which or len(parts) < 2 else [part.strip() for part in parts]
            case "wrong":
                wrong.append(cell)
            case "answer" if not right:
                right = cell
            case "category" if not record.category:
                record.category = cell
            case "difficulty" if not record.difficulty:
                record.difficulty = cell
            case "explanation" if not record.explanation:
                record.explanation = cell
            case "language" if not record.language:
                record.language = cell
            case "aliases":
                record.aliases += [part.strip() for part in cell.replace("|", ";").split(";") if part.strip()]
    if not record.question:
        return Note(line, "there is no question in its column", lost=True, text=" ".join(row)[:60])
    if wrong:
        record.answer, record.options = right, [right, *wrong] if right else []
    elif record.options:
        record.key = right or None
    else:
        record.answer = right
    if not right:
        return Note(line, "there is no answer in its column", lost=True, text=record.question)
    record.truth = not record.options and fold(right) in ("true", "false")
    return record


def _headless(early: list[Row], rows: Iterator[Row | Note], name: str) -> Iterator[Item]:
    """Two columns are question and answer; three, category before them; more, the right answer and wrong ones."""
    category = PurePath(name).stem

    def record(line: int, row: list[str]) -> Item:
        cells = [cell.strip() for cell in row if cell.strip()]
        if cells and cells[0].isdigit():
            cells = cells[1:]
        if len(cells) < 2:
            return Note(line, "fewer than two cells", lost=True, text=" ".join(cells)[:60])
        if len(cells) == 3 and "?" not in cells[0] and "?" in cells[1]:
            return Record(line, cells[1], answer=cells[2], category=cells[0])
        found = Record(line, cells[0], answer=cells[1], category=category)
        if len(cells) > 2:
            found.options = cells[1:6]
        return found

    if early:
        yield Note(early[0][0], "no header: the first column is taken as the question, the second as the answer")
    for row in early:
        yield record(*row)
    for later in rows:
        yield later if isinstance(later, Note) else record(*later)


def read_openquizzdb_csv(text: str, name: str) -> Iterator[Item]:
    """``id;[language];question;right;wrong;wrong;wrong;level;anecdote;address``, unquoted."""
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        cells = [cell.strip() for cell in line[:20_000].split(";")]
        at = next((i for i, cell in enumerate(cells) if fold(cell) in _LEVELS and i >= 6), None)
        if at is None:
            yield Note(number, "no level (Débutant, Confirmé, Expert) in its row", lost=True, text=line)
            continue
        language = cells[1] if len(cells[1]) == 2 and cells[1].isalpha() else ""
        question = "; ".join(cells[2 if language else 1 : at - 4])
        after = cells[at + 1 :]
        address = bool(after) and (after[-1].startswith("http") or not after[-1])
        record = Record(
            number,
            question,
            answer=cells[at - 4],
            options=cells[at - 4 : at],
            language=language or "fr",
            difficulty=_LEVELS[fold(cells[at])],
            explanation="; ".join(after[:-1] if address else after),
        )
        yield record
        if len(cells) not in (9, 10) or (len(cells) == 10 and not language):
            yield Note(number, "one ; too many in its row", text=question)
