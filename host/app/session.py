"""The session file: one evening as append-only JSON Lines, on disk before anything is said.

Line 1 is the header; then one line an event with its ``seq``, the last of each decision with ``"end": true``, and
notes (what was heard and how it was judged) that tell the story but do not count. Going on with a game replays its
decisions; nothing is ever rewritten, except that a torn last decision (power cut in mid-write) is dropped with a
notice.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from host.errors import SessionError
from host.rules.messages import Event, from_dict, to_dict

FORMAT = 1
OLDEST_FORMAT = 1


@dataclass(frozen=True, slots=True)
class Header:
    """What a game was begun with; enough to build the same table again."""

    ruleset: str
    ruleset_version: int
    language: str
    players: tuple[str, ...]
    seed: int
    packs: tuple[str, ...] = ()
    """Ids of the question packs."""
    options: Mapping[str, Any] = field(default_factory=dict)
    begun: str = ""
    """Local date and time, for people; nothing depends on it."""
    format: int = FORMAT


@dataclass(frozen=True, slots=True)
class Record:
    """A loaded session file."""

    header: Header
    decisions: tuple[tuple[Event, ...], ...]
    """The events of each decision, oldest first."""
    notes: tuple[Mapping[str, Any], ...] = ()
    lines: tuple[Mapping[str, Any], ...] = ()
    """Every line after the header as plain data, in order."""
    torn: bool = False
    """A torn last decision was left out."""
    length: int = 0
    """Bytes of the file that are whole decisions."""

    @property
    def events(self) -> tuple[Event, ...]:
        """All events, oldest first."""
        return tuple(event for decision in self.decisions for event in decision)


class Session:
    """An open session file that grows by appending. Create it with ``begin`` or ``go_on``."""

    def __init__(self, path: Path, seq: int) -> None:
        self.path = path
        self.told: list[Callable[[tuple[Event, ...]], None]] = []
        """Called with the events of each decision after they are on the disk."""
        self.noted: list[Callable[[str, Mapping[str, Any]], None]] = []
        """Called with kind and data of each remark."""
        self._seq = seq
        try:
            # Unbuffered: after a failed write nothing is left over that a later one could bring to the disk.
            self._file = path.open("ab", buffering=0)
            self._length = os.fstat(self._file.fileno()).st_size
        except OSError as error:
            raise _cannot_write(path, error) from error

    @classmethod
    def begin(cls, path: Path, header: Header) -> Session:
        """Writes a new file with its header, whole or not at all.

        Raises:
            SessionError: the folder cannot be written, or the file already exists.
        """
        if path.exists():
            raise SessionError("this save already exists", where=str(path), todo="Choose another name with --save")
        line = json.dumps({**asdict(header), "packs": list(header.packs)}, ensure_ascii=False, sort_keys=True)
        part = path.with_name(path.name + ".part")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with part.open("wb") as file:
                file.write(line.encode() + b"\n")
                file.flush()
                os.fsync(file.fileno())
            part.replace(path)
        except OSError as error:
            with contextlib.suppress(OSError):
                part.unlink(missing_ok=True)
            raise _cannot_write(path, error) from error
        return cls(path, 0)

    @classmethod
    def go_on(cls, path: Path) -> tuple[Session, Record]:
        """Opens a file to continue it, cutting off a torn last line; raises SessionError."""
        record = load(path)
        if record.torn:
            try:
                os.truncate(path, record.length)
            except OSError as error:
                raise _cannot_write(path, error) from error
        return cls(path, len(record.events)), record

    def append(self, decision: Iterable[Event]) -> None:
        """Writes the events of one decision and waits until they are on the disk.

        Raises:
            SessionError: the disk is full or broken. The file is as it was before, so the same may be tried again.
        """
        events = tuple(decision)
        lines = [{"seq": seq, **to_dict(event)} for seq, event in enumerate(events, self._seq + 1)]
        if lines:
            lines[-1]["end"] = True
        self._write(lines, sync=True)
        self._seq += len(events)
        for tell in self.told:
            tell(events)

    def note(self, kind: str, **data: Any) -> None:
        """Writes a remark that does not count as an event, e.g. what was heard."""
        self._write([{"note": kind, **data}], sync=False)
        for tell in self.noted:
            tell(kind, data)

    def close(self) -> None:
        """Closes the file; safe to call twice."""
        self._file.close()

    def _write(self, lines: Sequence[Mapping[str, Any]], *, sync: bool) -> None:
        if not lines:
            return
        raw = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines).encode()
        try:
            rest = memoryview(raw)
            while rest:
                rest = rest[self._file.write(rest) or 0 :]
            if sync:
                os.fsync(self._file.fileno())
        except OSError as error:
            with contextlib.suppress(OSError):  # what cannot be taken back here is a torn entry to whoever reads it
                os.ftruncate(self._file.fileno(), self._length)
            raise _cannot_write(self.path, error) from error
        self._length += len(raw)


def load(path: Path) -> Record:
    """Reads a session file without changing it.

    Raises:
        SessionError: missing, from a newer quizhost, or damaged anywhere but in its last line; names the line.
    """
    try:
        raw = path.read_bytes()
    except OSError as error:
        todo = "'quizhost resume' without a name takes the newest save"
        raise SessionError(f"cannot read the save ({error.strerror})", where=str(path), todo=todo) from error
    lines = raw[: raw.rfind(b"\n") + 1].splitlines(keepends=True)
    if not lines:
        raise SessionError("this is not a saved game", where=str(path))
    header = _header(path, _parse(path, 1, lines[0]))
    decisions: list[tuple[Event, ...]] = []
    pending: list[Event] = []
    parsed: list[dict[str, Any]] = []
    seq, at, length, kept = 0, len(lines[0]), len(lines[0]), 0
    for number, line in enumerate(lines[1:], 2):
        parsed.append(_parse(path, number, line))
        at += len(line)
        data = dict(parsed[-1])
        if "note" not in data:
            seq += 1
            if data.pop("seq", None) != seq:
                raise SessionError("an event is missing or out of order", where=f"{path}, line {number}")
            end = data.pop("end", False)
            try:
                pending.append(from_dict(data))
            except (KeyError, TypeError, ValueError) as error:
                raise SessionError(f"unknown event ({error})", where=f"{path}, line {number}") from error
            if end:
                decisions.append(tuple(pending))
                pending = []
        if not pending:
            length, kept = at, len(parsed)
    parsed = parsed[:kept]
    notes = tuple(line for line in parsed if "note" in line)
    return Record(header, tuple(decisions), notes, tuple(parsed), torn=length < len(raw), length=length)


def newest(folder: Path) -> Path:
    """The save that was written last; raises SessionError when there is none."""
    saves = sorted(folder.glob("*.jsonl"), key=lambda p: p.stat().st_mtime_ns) if folder.is_dir() else []
    if not saves:
        raise SessionError("there is no saved game yet", todo="Start one with 'quizhost play'")
    return saves[-1]


def _parse(path: Path, number: int, line: bytes) -> dict[str, Any]:
    try:
        data = json.loads(line)
    except ValueError as error:
        raise SessionError("this line is damaged", where=f"{path}, line {number}") from error
    if not isinstance(data, dict):
        raise SessionError("this line is not an entry of a saved game", where=f"{path}, line {number}")
    return data


def _header(path: Path, data: dict[str, Any]) -> Header:
    version = data.get("format")
    if not isinstance(version, int) or "ruleset" not in data:
        raise SessionError("this is not a saved game", where=str(path))
    if not OLDEST_FORMAT <= version <= FORMAT:
        raise SessionError(
            f"this save has format {version}, and this quizhost reads {OLDEST_FORMAT} to {FORMAT}",
            where=str(path),
            todo="Go on with the quizhost that wrote it",
        )
    try:
        return Header(**{**data, "players": tuple(data["players"]), "packs": tuple(data.get("packs", ()))})
    except (KeyError, TypeError) as error:
        raise SessionError(f"the first line is damaged ({error})", where=str(path)) from error


def _cannot_write(path: Path, error: OSError) -> SessionError:
    return SessionError(
        f"the game cannot be saved ({error.strerror})",
        where=str(path),
        todo="Choose another place with --save, or free some space",
    )
