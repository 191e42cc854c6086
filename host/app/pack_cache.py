"""Large packs as the interpreter reads them fastest, in the user's cache folder, so that a game starts at once.

An entry is named by the content of the pack, the shape of our classes and the Python version: whatever changes, the
entry is simply not found and made anew. Nothing but this module writes there; it may be deleted at any time.
"""

from __future__ import annotations

import gc
import hashlib
import marshal
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path
from typing import Any

from host.bank.pack import JudgeFields, Pack, Question, load_pack
from host.config import home

SMALLEST = 200_000
"""Bytes; a smaller pack is read as fast without a cache."""
KEPT = 40
"""Entries kept, newest first."""
_SHAPE = ",".join(f.name for kind in (Pack, Question, JudgeFields) for f in fields(kind))
_TAG = hashlib.blake2b(f"{_SHAPE}/{sys.implementation.cache_tag}/{marshal.version}".encode(), digest_size=6).hexdigest()


def cache_folder() -> Path:
    """Where entries are kept; it is made when the first is written."""
    return home("cache") / "packs"


def load_cached(path: Path) -> Pack:
    """The pack of a file, from the cache where it is large and unchanged; raises PackError as load_pack does."""
    try:
        data = path.read_bytes() if path.stat().st_size >= SMALLEST else b""
    except OSError:
        data = b""
    if not data:
        return load_pack(path)
    entry = cache_folder() / f"{hashlib.blake2b(data, digest_size=16).hexdigest()}-{_TAG}.pack"
    del data
    with _collector_paused():
        try:
            pack = _thaw(marshal.loads(entry.read_bytes()), str(path))
        except (OSError, ValueError, EOFError, TypeError, KeyError):
            pack = load_pack(path)
            _store(entry, pack)
    return pack


@contextmanager
def _collector_paused() -> Iterator[None]:
    """Building hundreds of thousands of objects that all stay would have the collector search them in vain, again
    and again: most of the loading time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _freeze(pack: Pack) -> tuple[Any, ...]:
    plain = JudgeFields()
    header = [getattr(pack, f.name) for f in fields(Pack) if f.name not in ("questions", "path")]
    rows = []
    for question in pack.questions:
        judge = question.judge
        frozen = None if judge == plain else tuple(getattr(judge, f.name) for f in fields(JudgeFields))
        rows.append(tuple(frozen if f.name == "judge" else getattr(question, f.name) for f in fields(Question)))
    return header, rows


def _thaw(frozen: tuple[Any, ...], path: str) -> Pack:
    header, rows = frozen
    names = [f.name for f in fields(Pack) if f.name not in ("questions", "path")]
    place = [f.name for f in fields(Question)].index("judge")
    plain = JudgeFields()
    questions = []
    for row in rows:
        judge = plain if row[place] is None else JudgeFields(*row[place])
        questions.append(Question(*row[:place], judge, *row[place + 1 :]))
    return Pack(**dict(zip(names, header, strict=True)), questions=tuple(questions), path=path)


def _store(entry: Path, pack: Pack) -> None:
    """Writes an entry; a full or read-only disk only means that the next start is slower too."""
    beside = entry.with_name(f".{entry.name}.{os.getpid()}")
    try:
        entry.parent.mkdir(parents=True, exist_ok=True)
        beside.write_bytes(marshal.dumps(_freeze(pack)))
        beside.replace(entry)
        entries = sorted(entry.parent.glob("*.pack"), key=lambda path: path.stat().st_mtime, reverse=True)
        for old in entries[KEPT:]:
            old.unlink(missing_ok=True)
    except OSError:
        return
