"""What every importer speaks: a Record as it stood in the file, and a Note on what was mended or left out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field


@dataclass(slots=True)
class Record:
    """One question as a foreign file gives it, before anything is cleaned."""

    line: int
    """Line in the file where it begins, from 1."""
    question: str
    answer: str = ""
    """The right answer's text; empty when ``key`` tells which option it is."""
    key: str | int | None = None
    """Number, letter or text that points at the right option."""
    options: list[str] = field(default_factory=list)
    """All choices in the file's order, with or without the right answer."""
    aliases: list[str] = field(default_factory=list)
    """Other right answers."""
    vague: list[str] = field(default_factory=list)
    """Answers worth a part of the points: right but not enough."""
    category: str = ""
    difficulty: str = ""
    """The file's own word or number for it."""
    explanation: str = ""
    language: str = ""
    kind: str = ""
    """A kind of pack.KINDS, where the format tells."""
    credit: str = ""
    """Who wrote it, where the file says so."""
    truth: bool = False
    """A statement that is true or false."""


@dataclass(frozen=True, slots=True)
class Note:
    """Something the user should know about one place of the file."""

    line: int
    reason: str
    lost: bool = False
    """True: the record was left out; False: it was mended and kept."""
    text: str = ""
    """The beginning of the record's question."""

    def sentence(self) -> str:
        """One line for the report."""
        about = f": {self.text[:60]}" if self.text else ""
        return f"line {self.line}: {'left out' if self.lost else 'mended'}, {self.reason}{about}"


Item = Record | Note
Reader = Callable[[str, str], Iterator[Item]]
"""(text, file name) -> records and notes in file order."""


@dataclass(frozen=True, slots=True)
class Format:
    """A foreign format and what is known about files of that kind."""

    name: str
    title: str
    read: Reader
    licence: str = ""
    """SPDX id where all files of the kind have one licence."""
    attribution: str = ""
    """Whom to name, as words that can be read aloud."""
    first_index: int | None = None
    """Whether a number that points at an option counts from 0 or 1; None: found out from the file."""
