"""New question packs from a USB stick or the boot partition: found, imported, and what was refused explained (B23).

A stick is somebody's own: only plain files with a known ending are read, never more than a few, nothing on it is
followed, started or changed. What is taken is checked as by ``quizhost packs import`` and copied to the own packs.
"""

from __future__ import annotations

import glob
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from host.app.beside import Apart, Beside, Put, View, in_thread
from host.app.box_sound import journal
from host.dialogue.protocol import Notice, Signal
from host.errors import HostError, PackError

OURS: Final = (".yaml", ".yml")
"""Endings of our own packs."""
OTHERS: Final = (".json", ".csv", ".tsv", ".gift", ".xlsx")
"""Endings of what the importers read; plain texts are too often something else."""
MOST: Final = 20
"""Files that are looked at on one stick."""
TOLD: Final = 3
"""Refused files that are named aloud; the journal names all."""
EVERY: Final = 10.0
"""Seconds between two looks for a stick."""


@dataclass(frozen=True, slots=True)
class Taken:
    """What became of one file."""

    path: Path
    how: str
    """``added``, ``known``, ``format``, ``damaged`` or ``unwritable``."""
    title: str = ""
    count: int = 0
    reason: str = ""
    """Why it was refused, in one sentence."""

    @property
    def notice(self) -> Notice:
        """The same to be told."""
        if self.how in ("added", "known"):
            return Notice(f"packs_{self.how}", (("pack", self.title), ("count", str(self.count))))
        return Notice(f"packs_{self.how}", (("file", self.path.name),))


def folders(patterns: Iterable[str]) -> tuple[Path, ...]:
    """The folders that are there now."""
    return tuple(Path(found) for pattern in patterns for found in sorted(glob.glob(pattern)) if Path(found).is_dir())


def files_in(folder: Path) -> list[Path]:
    """The packs that may be in a folder or in a folder ``quizhost`` of it; links and hidden files are left alone."""
    found: list[Path] = []
    for place in (folder, folder / "quizhost"):
        try:
            entries = sorted(place.iterdir()) if place.is_dir() and not place.is_symlink() else []
        except OSError:
            continue
        found += [
            path
            for path in entries
            if path.suffix.lower() in (*OURS, *OTHERS)
            and not path.name.startswith((".", "_"))
            and not path.is_symlink()
            and path.is_file()
        ]
    return found[:MOST]


def take_in(path: Path) -> Taken:
    """Checks one file and copies it to the own packs."""
    from host.app.packs_import import write_atomically
    from host.bank.pack import read_text

    try:
        title, count, target, text = _read(path)
    except (HostError, OSError) as error:
        how = "damaged" if path.suffix.lower() in OURS else "format"
        return Taken(path, how, reason=error.sentence() if isinstance(error, HostError) else str(error))
    try:
        if target.is_file() and read_text(target) == text:
            return Taken(path, "known", title, count)
        write_atomically(target, [text])
    except HostError as error:
        return Taken(path, "unwritable", title, reason=error.sentence())
    return Taken(path, "added", title, count)


def _read(path: Path) -> tuple[str, int, Path, str]:
    """Title, number of questions, where it goes, and its text; raises PackError or UsageError."""
    from host.app.packs_import import load_mapping, may_write, read_file, slug_of
    from host.app.shelves import own_packs_folder
    from host.bank.importers import Wishes, import_files
    from host.bank.pack import load_pack
    from host.bank.write import LARGE, lines_of, pack_text

    if path.suffix.lower() in OURS:
        pack = load_pack(path)
        target = own_packs_folder() / f"{pack.id}.yaml"
        may_write(target, pack.id)
        return pack.title, len(pack.questions), target, pack_text(pack)
    pack_id = slug_of(path.stem)
    imported = import_files([(path.name, read_file(path))], Wishes(id=pack_id, mapping=load_mapping()))
    if path.parent.name != "quizhost" and not _looks_like_questions(imported.cards):
        todo = "Put it into a folder 'quizhost' on the stick if it is"
        raise PackError("this does not look like questions", where=str(path), todo=todo)
    target = own_packs_folder() / f"{pack_id}.yaml"
    may_write(target, pack_id)
    text = "".join(lines_of(imported.header, imported.cards, large=len(imported.cards) >= LARGE))
    return str(imported.header["title"]), len(imported.cards), target, text


def _looks_like_questions(cards: Sequence[Mapping[str, Any]]) -> bool:
    """Whether most of it asks something or gives choices: a stick also holds accounts and address books."""
    asked = [question for card in cards for question in card["questions"].values()]
    asking = sum("?" in question["question"] or "choices" in question for question in asked)
    return 2 * asking > len(asked)


def news(taken: Sequence[Taken], *, asked: bool) -> Iterator[Notice]:
    """What is told about a look round.

    Args:
        taken: what became of each file.
        asked: somebody wants to know; otherwise what is known already is not spoken of.
    """
    told = [one for one in taken if one.how == "added" or (asked and one.how == "known")]
    refused = [one for one in taken if one.how not in ("added", "known")]
    yield from (one.notice for one in (*told, *refused[:TOLD]))
    if refused:
        yield Notice("packs_log")
    elif asked and not told:
        yield Notice("packs_none")


class Stick(Beside):
    """Looks for packs at the start, when a stick is plugged in, and when somebody asks.

    Args:
        patterns: where sticks are mounted.
        apart: runs the work outside the loop's thread.
    """

    def __init__(
        self,
        patterns: Sequence[str],
        *,
        apart: Apart = in_thread,
    ) -> None:
        self._patterns, self._apart = patterns, apart
        self._put: Put | None = None
        self._waiting: list[Notice] = []
        self._known: tuple[Path, ...] = ()
        self._next = float("-inf")
        self._lock = threading.Lock()

    def attach(self, put: Put) -> None:
        """Notices go to this loop, first those that came between two."""
        with self._lock:
            self._put = put
            waiting, self._waiting = self._waiting, []
        for notice in waiting:
            put(notice)

    def detach(self) -> None:
        """Notices wait for the next loop."""
        with self._lock:
            self._put = None

    def look(self, view: View) -> Iterable[Signal]:
        """A stick that was not there before is looked at."""
        if view.now >= self._next:
            self._next = view.now + EVERY
            there = folders(self._patterns)
            new = tuple(folder for folder in there if folder not in self._known)
            self._known = there
            if new:
                self._apart(lambda: self._search(new, asked=False))
        return ()

    def errand(self, what: str) -> Iterable[Signal]:
        """ "Any new questions?" """
        if what == "packs":
            there = folders(self._patterns)
            self._apart(lambda: self._search(there, asked=True))
        return ()

    def _search(self, there: Sequence[Path], *, asked: bool) -> None:
        taken = [take_in(path) for folder in there for path in files_in(folder)]
        for one in taken:
            if one.how != "known":
                journal(f"{one.path}: {one.how}. {one.reason}" if one.reason else f"{one.path}: {one.how}")
        for notice in news(taken, asked=asked):
            with self._lock:
                put = self._put
                if put is None:
                    self._waiting.append(notice)
            if put is not None:
                put(notice)
