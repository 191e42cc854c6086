"""Sizes, checksums and free space."""

from __future__ import annotations

import hashlib
import os
import shutil
from dataclasses import dataclass
from pathlib import Path

from host.app.models.catalogue import Checked
from host.errors import DeviceError

_BLOCK = 1 << 20


@dataclass(frozen=True, slots=True)
class Sums:
    """What a file on disk is."""

    size: int
    sha256: str
    md5: str

    def fault(self, wanted: Checked) -> str:
        """Why this is not the file that was published, in words; empty when it is."""
        if self.size != wanted.size:
            return f"it has {self.size} bytes instead of {wanted.size}"
        if (wanted.sha256 and self.sha256 != wanted.sha256) or (wanted.md5 and self.md5 != wanted.md5):
            return "its checksum is not the published one"
        return ""


def sums_of(path: Path) -> Sums:
    """Reads a file once; raises OSError."""
    sha, md5, size = hashlib.sha256(), hashlib.md5(usedforsecurity=False), 0
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            sha.update(block)
            md5.update(block)
            size += len(block)
    return Sums(size, sha.hexdigest(), md5.hexdigest())


def megabytes(size: int) -> str:
    """A size for people, e.g. ``64 MB``; below one megabyte in kilobytes."""
    return f"{round(size / 1e6)} MB" if size >= 1_000_000 else f"{-(-size // 1000)} kB"


def need_room(folder: Path, size: int) -> None:
    """Raises DeviceError when the disk of a folder, which need not exist yet, has not that many bytes free."""
    while not folder.exists():
        folder = folder.parent
    free = shutil.disk_usage(folder).free
    if free < size:
        raise DeviceError(
            f"the disk has {megabytes(free)} free and {megabytes(size)} are needed",
            where=str(folder),
            todo=f"Free {megabytes(size - free)} and try again",
        )


def settle(path: Path) -> None:
    """A file or folder that has been written is on the disk, not only in memory."""
    try:
        handle = os.open(path, os.O_RDONLY)
    except OSError:
        return  # a folder that cannot be opened cannot be flushed, and some file systems refuse it
    try:
        os.fsync(handle)
    except OSError:
        pass
    finally:
        os.close(handle)
