"""The household's memory on disk: one small YAML file in the user's data folder, written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import yaml

from host.config import home
from host.errors import SessionError
from host.judging.memory import Memory


def memory_path() -> Path:
    """Where the household's memory is kept."""
    return home("data") / "household.yaml"


def load_memory(path: Path | None = None) -> Memory:
    """The household's memory; empty when there is no file yet.

    Raises:
        SessionError: the file cannot be read or breaks the format; the message names it and what was expected.
    """
    path = path or memory_path()
    if not path.is_file():
        return Memory()
    try:
        data = yaml.safe_load(path.read_text(encoding="utf-8-sig"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise SessionError(
            "the household's memory cannot be read", where=str(path), todo="Mend or delete it"
        ) from error
    if data is None:
        return Memory()
    try:
        return Memory.from_dict(data)
    except SessionError as error:
        raise SessionError(error.what, where=str(path), todo="Mend or delete that entry") from error


def save_memory(memory: Memory, path: Path | None = None) -> None:
    """Writes the memory, atomically: a power cut leaves the old file or the new one.

    Raises:
        SessionError: the file cannot be written.
    """
    write_whole(path or memory_path(), memory.to_dict(), what="the household's memory")


def write_whole(path: Path, data: object, *, what: str) -> None:
    """Writes plain data as YAML, atomically: a power cut leaves the old file or the new one.

    Args:
        path: the file; its folder is made where it is missing.
        data: lists, mappings, text, numbers.
        what: what the file holds, for the message.

    Raises:
        SessionError: the file cannot be written.
    """
    write_text_whole(path, yaml.safe_dump(data, allow_unicode=True, sort_keys=False), what=what)


def write_text_whole(path: Path, text: str, *, what: str) -> None:
    """The same with a text as it is."""
    temporary = ""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".new")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except OSError as error:
        if temporary:
            Path(temporary).unlink(missing_ok=True)  # a full disk needs no half a file
        raise SessionError(f"{what} cannot be written ({error.strerror})", where=str(path)) from error
