"""The user's models folder: a model is in it whole, or not at all.

A model is put together in ``.incoming`` of the same folder, checked, and moved into its place by one rename, with a
receipt that keeps the checksum of every file. What is being fetched stays in ``.incoming`` and is gone on with.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from host.app.models.catalogue import Engine, Entry
from host.app.models.fetch import disk_fault
from host.app.models.shapes import RECEIPT, lacks
from host.app.models.sums import Sums, settle, sums_of
from host.errors import DeviceError, UsageError


@dataclass(frozen=True, slots=True)
class Receipt:
    """Where a model came from and what its files are."""

    name: str
    engine: Engine
    languages: tuple[str, ...]
    source: str
    licence: str = ""
    files: Mapping[str, Sums] = field(default_factory=dict)
    """Path in the folder -> size and checksums when it was installed."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """How one model was found."""

    name: str
    fault: str = ""
    """What is wrong, in words; empty when all is well."""
    compared: bool = True
    """Whether there was a receipt to compare with; else only the files' presence was looked at."""


class Store:
    """One folder of models.

    Args:
        root: need not exist.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self.incoming = root / ".incoming"

    def folder(self, name: str) -> Path:
        """Where a model of that name is kept."""
        return self.root / name

    def names(self) -> list[str]:
        """The models in the folder, those put there by hand included."""
        if not self.root.is_dir():
            return []
        return sorted(path.name for path in self.root.iterdir() if path.is_dir() and not path.name.startswith("."))

    @contextlib.contextmanager
    def working(self, name: str) -> Iterator[Path]:
        """The place where a model is put together, for one process at a time; what is in it stays for the next.

        Raises:
            DeviceError: another process is at it, or nothing can be written.
        """
        place = self.incoming / name
        try:
            place.mkdir(parents=True, exist_ok=True)
            lock = os.open(self.root, os.O_RDONLY)
        except OSError as error:
            raise disk_fault(error, self.root) from error
        try:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                todo = "Wait until it has finished"
                raise DeviceError("another quizhost is getting a model just now", where=name, todo=todo) from error
            self._restore(name)
            yield place
        finally:
            os.close(lock)  # which unlocks it

    def begun(self) -> dict[str, int]:
        """Models of which a part has come -> bytes that are there."""
        if not self.incoming.is_dir():
            return {}
        places = [place for place in self.incoming.iterdir() if place.is_dir() and place.suffix != ".old"]
        sizes = {p.name: sum(file.stat().st_size for file in p.rglob("*") if file.is_file()) for p in places}
        return {name: size for name, size in sorted(sizes.items()) if size}

    def adopt(self, staged: Path, receipt: Receipt) -> Path:
        """Moves a finished model into its place, over an older one of the same name.

        Args:
            staged: a folder inside `working`, with the model's files only.
            receipt: without its files, which are counted here.

        Raises:
            DeviceError: it is no model of its engine, or the disk is full.
        """
        fault = lacks(receipt.engine, staged, receipt.name)
        if fault:
            raise DeviceError(f"this is no {receipt.engine.capitalize()} model: {fault}", where=receipt.name)
        place, old = self.folder(receipt.name), self._old(receipt.name)
        try:
            files = {path.relative_to(staged).as_posix(): path for path in sorted(staged.rglob("*")) if path.is_file()}
            files.pop(RECEIPT, None)
            sums = {path: sums_of(file) for path, file in files.items()}
            _write_receipt(staged / RECEIPT, receipt, sums)
            for path in sorted(staged.rglob("*")):
                settle(path)
            if place.exists() or place.is_symlink():
                self._discard(old)
                place.rename(old)
            staged.rename(place)
            settle(self.root)
            self._discard(old)
        except OSError as error:
            raise disk_fault(error, self.root) from error
        return place

    def receipt(self, name: str) -> Receipt | None:
        """The receipt of a model; None when it has none that can be read."""
        try:
            data: Any = json.loads((self.folder(name) / RECEIPT).read_text(encoding="utf-8"))
            return Receipt(
                name=str(data["name"]),
                engine=data["engine"],
                languages=tuple(map(str, data["languages"])),
                source=str(data["source"]),
                licence=str(data["licence"]),
                files={path: Sums(s["size"], s["sha256"], s["md5"]) for path, s in data["files"].items()},
            )
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return None

    def verify(self, name: str, entry: Entry | None = None) -> Verdict:
        """Looks at every byte of a model.

        Args:
            name: of an installed model; raises UsageError when there is none.
            entry: what the catalogue says of it.
        """
        folder = self.folder(name)
        if not folder.is_dir():
            raise UsageError(f"no model called '{name}' is in your models folder", where=str(self.root))
        receipt = self.receipt(name)
        engine = receipt.engine if receipt else entry.engine if entry else None
        try:
            if engine and (fault := lacks(engine, folder, name)):
                return Verdict(name, fault)
            if receipt:
                return Verdict(name, _differs(folder, receipt))
            parts = entry.files if entry else ()
            for part in parts:
                if fault := sums_of(folder / part.path).fault(part):
                    return Verdict(name, f"{part.path}: {fault}")
            return Verdict(name, compared=bool(parts))
        except OSError as error:
            return Verdict(name, f"cannot be read ({error.strerror or error})")

    def remove(self, name: str) -> None:
        """Takes a model away, or what has come of it so far; raises UsageError when there is none of that name."""
        place = self.folder(name)
        if name in self.begun() and not place.exists():
            self.forget(name)
            return
        if name.startswith(".") or "/" in name or not (place.is_dir() or place.is_symlink()):
            raise UsageError(f"no model called '{name}' is in your models folder", where=str(self.root))
        try:
            if place.is_symlink():
                place.unlink()  # the link is ours, what it leads to is not
                return
            self.incoming.mkdir(exist_ok=True)
            old = self._old(name)
            self._discard(old)
            place.rename(old)
            self._discard(old)
            self.forget(name)
        except OSError as error:
            raise disk_fault(error, self.root) from error

    def forget(self, name: str) -> None:
        """Throws away what has been fetched of a model so far."""
        shutil.rmtree(self.incoming / name, ignore_errors=True)
        with contextlib.suppress(OSError):
            self.incoming.rmdir()

    def _old(self, name: str) -> Path:
        return self.incoming / f"{name}.old"

    def _restore(self, name: str) -> None:
        """After a power cut between the two renames: the older model goes back to its place."""
        old = self._old(name)
        if old.is_dir() and not self.folder(name).exists():
            old.rename(self.folder(name))

    @staticmethod
    def _discard(path: Path) -> None:
        if path.is_symlink():
            path.unlink()
        else:
            shutil.rmtree(path, ignore_errors=True)


def _write_receipt(path: Path, receipt: Receipt, sums: Mapping[str, Sums]) -> None:
    files = {name: {"size": s.size, "sha256": s.sha256, "md5": s.md5} for name, s in sums.items()}
    data = {
        "name": receipt.name,
        "engine": receipt.engine,
        "languages": list(receipt.languages),
        "source": receipt.source,
        "licence": receipt.licence,
        "files": files,
    }
    path.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _differs(folder: Path, receipt: Receipt) -> str:
    """The first file that is not as it was when it was installed, in words."""
    for path, then in receipt.files.items():
        file = folder / path
        if not file.is_file():
            return f"{path} is missing"
        now = sums_of(file)
        if now.size != then.size:
            return f"{path} has {now.size} bytes and had {then.size}"
        if now.sha256 != then.sha256:
            return f"{path} has changed since it was installed"
    return ""
