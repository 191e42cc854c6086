"""Line-by-line text formats: OpenTriviaQA, Aiken, OpenQuizzDB's text and Anki notes."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from pathlib import PurePath

from host.bank.importers.model import Item, Note, Record
from host.bank.words import fold

MAX_LINE = 20_000
"""A longer line is no question; it is skipped whole."""


def numbered_lines(text: str) -> Iterator[tuple[int, str]]:
    """(line number, line without white space at its end); overlong lines become empty."""
    for number, line in enumerate(text.split("\n"), 1):
        yield number, line.rstrip() if len(line) <= MAX_LINE else ""


def overlong(text: str) -> Iterator[Note]:
    """A note for every line that is too long to belong to a quiz."""
    if len(text) > MAX_LINE:
        for number, line in enumerate(text.split("\n"), 1):
            if len(line) > MAX_LINE:
                yield Note(number, f"a line of {len(line):,} characters", lost=True, text=line[:40])


_OPTION = re.compile(r"([A-Za-z])\s+(.+)")


def read_opentriviaqa(text: str, name: str) -> Iterator[Item]:
    """``#Q question``, ``^ answer``, ``A choice`` …; the file's name is the category."""
    category = PurePath(name).stem.replace("-", " ").replace("_", " ")
    yield from overlong(text)
    record: Record | None = None
    for number, line in numbered_lines(text):
        if line.startswith("#Q"):
            if record is not None:
                yield _opentriviaqa(record)
            record = Record(number, line[2:].strip(), category=category)
        elif record is None or not line:
            continue
        elif line.startswith("^"):
            record.answer = line[1:].strip()
        elif not record.answer:
            # Many questions go on over the next lines.
            record.question = f"{record.question} {line.strip()}"
        elif option := _OPTION.fullmatch(line):
            record.options.append(option.group(2).strip())
        elif record.options:
            record.options[-1] = f"{record.options[-1]} {line.strip()}"
        else:
            record.answer = f"{record.answer} {line.strip()}"
    if record is not None:
        yield _opentriviaqa(record)


def _opentriviaqa(record: Record) -> Item:
    if not record.answer:
        return Note(record.line, "no line with ^ and the answer", lost=True, text=record.question)
    return record


_AIKEN_OPTION = re.compile(r"\s*([A-Za-z])\s*[.)]\s*(.*)")
_AIKEN_ANSWER = re.compile(r"\s*ANSWER\s*:\s*([A-Za-z])\b.*", re.IGNORECASE)


def read_aiken(text: str, name: str) -> Iterator[Item]:
    """A stem, options ``A.`` or ``A)``, and ``ANSWER: X``."""
    yield from overlong(text)
    stem: list[str] = []
    options: list[tuple[str, str]] = []
    start = 1
    for number, line in numbered_lines(text):
        answer = _AIKEN_ANSWER.fullmatch(line)
        option = _AIKEN_OPTION.fullmatch(line)
        if answer:
            yield _aiken(start, stem, options, answer.group(1))
            stem, options = [], []
        elif option and stem and option.group(1).upper() == chr(ord("A") + len(options)):
            options.append((option.group(1).upper(), option.group(2)))
        elif not line:
            if options:
                yield Note(start, "no line ANSWER: X after its choices", lost=True, text=" ".join(stem))
                stem, options = [], []
        elif options:
            options[-1] = (options[-1][0], f"{options[-1][1]} {line.strip()}")
        else:
            if not stem:
                start = number
            stem.append(line.strip())
    if stem:
        yield Note(start, "no line ANSWER: X after it", lost=True, text=" ".join(stem))


def _aiken(line: int, stem: list[str], options: list[tuple[str, str]], letter: str) -> Item:
    question = " ".join(stem)
    if not stem or len(options) < 2:
        return Note(line, "no question with at least two choices", lost=True, text=question)
    right = [text for name, text in options if name == letter.upper()]
    if not right:
        return Note(line, f"the answer {letter.upper()} is not among its choices", lost=True, text=question)
    return Record(line, question, answer=right[0], options=[text for _, text in options])


_OQ_HEAD = re.compile(r"\[\s*\d+\s*-\s*(\w+)\s*\]")
_OQ_OPTION = re.compile(r"[A-H]\s*>\s*(.*)")
_OQ_LANGUAGES = {
    "francais": "fr", "anglais": "en", "allemand": "de", "espagnol": "es", "italien": "it", "neerlandais": "nl",
}  # fmt: skip
_OQ_LEVELS = {"debutant": "easy", "confirme": "medium", "expert": "hard"}


def read_openquizzdb_txt(text: str, name: str) -> Iterator[Item]:
    """``[1 - Débutant]``, ``Question:``, ``A > text *`` (the star: the right one), ``Anecdote:``; six languages."""
    language, theme, level, author = "fr", "", "", ""
    record: Record | None = None
    yield from overlong(text)
    for number, line in numbered_lines(text):
        bare = fold(line.replace(" ", ""))
        if bare in _OQ_LANGUAGES:
            language = _OQ_LANGUAGES[bare]
        elif line.startswith("** Quizz"):
            theme = line.partition(":")[2].strip()
        elif line.startswith("** Rédacteur"):
            author = line.partition(":")[2].strip()
        elif head := _OQ_HEAD.fullmatch(line.strip()):
            level = _OQ_LEVELS.get(fold(head.group(1)), "")
        elif line.startswith("Question"):
            if record is not None:
                yield _starred(record)
            text_part = line.partition(":")[2].strip()
            record = Record(number, text_part, language=language, category=theme, difficulty=level, credit=author)
        elif record is None:
            continue
        elif option := _OQ_OPTION.fullmatch(line):
            choice = option.group(1).strip()
            if choice.endswith("*"):
                choice = record.answer = choice[:-1].strip()
            record.options.append(choice)
        elif line.startswith("Anecdote"):
            record.explanation = line.partition(":")[2].strip()
    if record is not None:
        yield _starred(record)


def _starred(record: Record) -> Item:
    if not record.answer:
        return Note(record.line, "no choice is marked with a star", lost=True, text=record.question)
    return record


_SEPARATORS = {"tab": "\t", "comma": ",", "semicolon": ";", "pipe": "|", "colon": ":", "space": " "}
_CLOZE = re.compile(r"\{\{c(\d+)::(.*?)(?:::.*?)?\}\}", re.DOTALL)
_BREAK = re.compile(r"<br\s*/?>|</?(?:div|p|li|ul|ol)(?:\s[^<>]*)?>", re.IGNORECASE)
_MEDIA = re.compile(r"\[sound:|<img\b|<audio\b|<video\b|\[latex\]|\\\(|\[\$", re.IGNORECASE)


def read_anki(text: str, name: str) -> Iterator[Item]:
    """Anki notes as text: front, back and tags between tabs, with ``#separator:`` and other header lines."""
    separator, tags, deck = "\t", 0, ""
    body: list[str] = []
    first = 1
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith("#") and not body:
            key, _, value = line[1:].partition(":")
            match key.strip().lower():
                case "separator":
                    separator = _SEPARATORS.get(value.strip().lower(), value.strip()[:1] or "\t")
                case "tags column":
                    tags = int(value) if value.strip().isdigit() else 0
                case "deck":
                    deck = value.strip()
            first = number + 1
        else:
            body.append(line + "\n")
    rows = csv.reader(body, delimiter=separator)
    line_before = 0
    while True:
        start = first + line_before
        try:
            row = next(rows)
        except StopIteration:
            return
        except csv.Error as error:
            yield Note(start, f"it cannot be read ({error})", lost=True)
            line_before = rows.line_num
            continue
        line_before = rows.line_num
        if any(cell.strip() for cell in row):
            yield _anki(start, row, tags, deck)


def _anki(line: int, row: list[str], tags: int, deck: str) -> Item:
    if len(row) > 2 and row[0].strip().isdigit():
        # Some notes carry a number of their own before the front.
        row, tags = row[1:], tags - 1
    front = _BREAK.sub(" ", row[0]).strip()
    back = _BREAK.sub(" / ", row[1]).strip(" /") if len(row) > 1 else ""
    gapped = next((at for at, cell in enumerate(row) if _CLOZE.search(cell)), 0)
    if gapped:
        # The gap is in a later field: the field before it says what to do.
        front = _BREAK.sub(" ", f"{row[gapped - 1]} {row[gapped]}").strip()
        back = _BREAK.sub(" / ", row[gapped + 1]).strip(" /") if len(row) > gapped + 1 else ""
    if _MEDIA.search(front) or _MEDIA.search(back):
        return Note(line, "it needs a picture, a sound or a formula", lost=True, text=front)
    named = row[tags - 1] if 0 < tags <= len(row) else row[2] if len(row) > 2 and not tags else ""
    category = named.split()[0].split("::")[-1].replace("_", " ") if named.split() else deck.split("::")[-1]
    clozes = _CLOZE.findall(front)
    if clozes:
        wanted = clozes[0][0]
        answers = [inside for which, inside in clozes if which == wanted]
        if len(set(answers)) > 1:
            return Note(line, "more than one gap to fill in at once", lost=True, text=front)
        question = _CLOZE.sub(lambda m: "_____" if m.group(1) == wanted else m.group(2), front)
        answer, *others = [part.strip() for part in answers[0].split("|")]
        return Record(line, question, answer, category=category, explanation=back, aliases=others)
    if not back:
        return Note(line, "the note has no back", lost=True, text=front)
    answer, *more = [part.strip() for part in back.split(" / ") if part.strip()]
    record = Record(line, front, answer=answer, category=category)
    if more:
        # Only the first line of a long back is the answer; the rest is worth hearing afterwards.
        record.explanation = ". ".join(part.rstrip(".") for part in more) + "."
    return record
