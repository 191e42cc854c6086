"""A disk that is full from a certain byte on, until somebody makes room."""

from __future__ import annotations

import errno
import os
from dataclasses import dataclass
from typing import Any


@dataclass
class Disk:
    """How many bytes there is room for."""

    room: int = 10**9
    refused: int = 0
    """Writes that did not fit."""


class FullFile:
    """A session's file on that disk: writes what fits, then fails as a full file system does."""

    def __init__(self, file: Any, disk: Disk) -> None:
        self._file, self._disk = file, disk

    def write(self, raw: bytes) -> int:
        fits = min(len(raw), self._disk.room)
        if not fits:
            self._disk.refused += 1
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        self._disk.room -= fits
        return int(self._file.write(raw[:fits]))

    def fileno(self) -> int:
        return int(self._file.fileno())

    def close(self) -> None:
        self._file.close()
