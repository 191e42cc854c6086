"""What this household has been asked, across evenings and upgrades: asked, already known, disputed."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping
from enum import StrEnum
from pathlib import Path
from types import TracebackType

from host.config import home
from host.errors import SessionError
from host.rules.messages import QuestionPosed

_VERSION = 1
_SCHEMA = """
CREATE TABLE IF NOT EXISTS marks (
    question TEXT NOT NULL,
    mark TEXT NOT NULL,
    first REAL NOT NULL,
    last REAL NOT NULL,
    times INTEGER NOT NULL DEFAULT 1,
    PRIMARY KEY (question, mark)
)
"""


class Mark(StrEnum):
    """What happened to a question."""

    ASKED = "asked"
    """It was read out."""
    KNOWN = "known"
    """The table said "we already know this one" and got another."""
    DISPUTED = "disputed"
    """The table found it wrong or out of date: it is not asked again."""


class SeenList:
    """The list in the user's data folder. One object belongs to one thread.

    A list that cannot be read is set aside, and one that cannot be written is kept in memory: an evening never fails
    because of it. What happened is said in ``notice``.

    Args:
        path: the file; None: ``seen.sqlite3`` in the user's data folder.

    Raises:
        SessionError: the list was written by a newer quizhost.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or home("data") / "seen.sqlite3"
        self.notice = ""
        """One sentence about a list that could not be used; empty when all is well."""
        try:
            self._db = self._open()
        except sqlite3.DatabaseError as error:
            self._db = self._after(error)
        except OSError as error:
            self._db = self._in_memory(str(error.strerror))

    def _open(self) -> sqlite3.Connection:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        return self._prepare(sqlite3.connect(self.path, timeout=5))

    def _prepare(self, db: sqlite3.Connection) -> sqlite3.Connection:
        db.isolation_level = None
        version = db.execute("PRAGMA user_version").fetchone()[0]
        if version > _VERSION:
            db.close()
            raise SessionError(
                "the list of questions already asked was written by a newer quizhost",
                where=str(self.path),
                todo="Upgrade quizhost, or move that file away",
            )
        db.execute(_SCHEMA)
        db.execute(f"PRAGMA user_version = {_VERSION}")
        return db

    def _in_memory(self, why: str) -> sqlite3.Connection:
        self.notice = f"The list of questions already asked cannot be kept ({why}); it lasts for this evening."
        return self._prepare(sqlite3.connect(":memory:"))

    def _after(self, error: sqlite3.DatabaseError) -> sqlite3.Connection:
        """A list to go on with after the file could not be used."""
        if isinstance(error, sqlite3.OperationalError):
            return self._in_memory(str(error))
        aside = next(
            path for n in range(1, 1000) if not (path := self.path.with_name(f"{self.path.name}.broken{n}")).exists()
        )
        self.path.rename(aside)
        self.notice = f"The list of questions already asked was damaged; it is kept as {aside} and a new one begun."
        return self._open()

    def mark(self, question_id: str, mark: Mark, *, when: float) -> None:
        """Remembers one question; ``when`` in seconds since the epoch. Written to disk before it returns."""
        self._db.execute(
            "INSERT INTO marks (question, mark, first, last) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (question, mark) DO UPDATE SET last = excluded.last, times = times + 1",
            (question_id, mark.value, when, when),
        )

    def remember(self, events: Iterable[object], *, when: float) -> None:
        """Marks every question that these events of a game pose as asked."""
        for event in events:
            if isinstance(event, QuestionPosed) and event.question:
                self.mark(event.question, Mark.ASKED, when=when)

    def heed(self, kind: str, data: Mapping[str, object], *, when: float) -> None:
        """Heeds a remark of the dialogue ``known`` or ``disputed`` about the ``question`` of that id; others pass."""
        question = data.get("question")
        if kind in (Mark.KNOWN, Mark.DISPUTED) and isinstance(question, str) and question:
            self.mark(question, Mark(kind), when=when)

    def unmark(self, question_id: str, mark: Mark) -> None:
        """Takes a mark back, e.g. when a dispute is undone."""
        self._db.execute("DELETE FROM marks WHERE question = ? AND mark = ?", (question_id, mark.value))

    def seen(self) -> tuple[str, ...]:
        """Ids of all questions asked or known, the one longest ago first: the ``seen`` of host.bank.draw."""
        rows = self._db.execute(
            "SELECT question FROM marks WHERE mark IN ('asked', 'known')"
            " GROUP BY question ORDER BY max(last), max(rowid)"
        )
        return tuple(row[0] for row in rows)

    def excluded(self) -> frozenset[str]:
        """Ids of all disputed questions: part of the ``exclude`` of host.bank.draw."""
        rows = self._db.execute("SELECT question FROM marks WHERE mark = 'disputed'")
        return frozenset(row[0] for row in rows)

    def counts(self) -> dict[str, dict[str, int]]:
        """Pack id -> mark -> number of questions."""
        found: dict[str, dict[str, int]] = {}
        for question, mark in self._db.execute("SELECT question, mark FROM marks ORDER BY question"):
            pack = found.setdefault(question.partition("/")[0], {})
            pack[mark] = pack.get(mark, 0) + 1
        return found

    def forget(self, pack_id: str, *, disputes: bool = False) -> int:
        """Forgets that a pack's questions were asked or known (and disputed, if said so); returns how many."""
        marks = ("asked", "known", "disputed" if disputes else "known")
        done = self._db.execute(
            "DELETE FROM marks WHERE substr(question, 1, ?) = ? AND mark IN (?, ?, ?)",
            (len(pack_id) + 1, f"{pack_id}/", *marks),
        )
        return done.rowcount

    def close(self) -> None:
        """Closes the file; safe to call twice."""
        self._db.close()

    def __enter__(self) -> SeenList:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
