"""Unpacks a zip from elsewhere without trusting it: nothing outside the folder, no links, no surprise in size."""

from __future__ import annotations

import shutil
import stat
import zipfile
import zlib
from pathlib import Path, PurePosixPath
from typing import Final

from host.app.models.fetch import disk_fault
from host.errors import DeviceError

MOST_FILES: Final = 5_000
MOST_BYTES: Final = 8_000_000_000
"""Of an archive whose size is not known beforehand."""
_BLOCK = 1 << 20


def unpack(archive: Path, folder: Path, *, most: int = MOST_BYTES) -> None:
    """Unpacks a zip file or a wheel; on any fault the folder is taken away again.

    Args:
        archive: the zip.
        folder: made here; must not exist.
        most: bytes it may have when unpacked.

    Raises:
        DeviceError: it is no whole zip, or it holds something that has no business in a model.
    """
    folder.mkdir(parents=True)
    try:
        with zipfile.ZipFile(archive) as bundle:
            members = bundle.infolist()
            if len(members) > MOST_FILES:
                raise _bad(archive, f"it holds {len(members)} files")
            if sum(member.file_size for member in members) > most:
                raise _bad(archive, "it would be too large when unpacked")
            left = most
            for member in members:
                left -= _one(bundle, member, folder, archive, left)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
        shutil.rmtree(folder, ignore_errors=True)
        raise DeviceError("the archive is damaged or cut short", where=str(archive), todo="Get it again") from error
    except OSError as error:
        shutil.rmtree(folder, ignore_errors=True)
        raise disk_fault(error, folder) from error
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise


def _one(bundle: zipfile.ZipFile, member: zipfile.ZipInfo, folder: Path, archive: Path, left: int) -> int:
    """Unpacks one member; the bytes written."""
    path = PurePosixPath(member.filename)
    if path.is_absolute() or ".." in path.parts or "\\" in member.filename or ":" in member.filename:
        raise _bad(archive, f"it wants to write outside its folder ('{member.filename}')")
    mode = member.external_attr >> 16
    if stat.S_IFMT(mode) not in (0, stat.S_IFREG, stat.S_IFDIR):
        raise _bad(archive, f"it holds a link ('{member.filename}')")
    if member.flag_bits & 0x1:
        raise _bad(archive, "it is locked with a password")
    target = folder / path
    if member.is_dir():
        target.mkdir(parents=True, exist_ok=True)
        return 0
    target.parent.mkdir(parents=True, exist_ok=True)
    written = 0
    with bundle.open(member) as source, target.open("xb") as file:
        while block := source.read(_BLOCK):
            written += len(block)
            if written > left:  # the size in the directory of a zip need not be true
                raise _bad(archive, "it would be too large when unpacked")
            file.write(block)
    return written


def _bad(archive: Path, why: str) -> DeviceError:
    return DeviceError(f"this archive is not used: {why}", where=str(archive), todo="Get the model from its publisher")
