"""The first sheet of an xlsx workbook as rows of text: just enough for quiz spreadsheets, and nothing is executed.

A workbook comes from strangers: sizes are limited before anything is unpacked, nothing is written to disk, and XML
that declares entities is refused.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from xml.etree import ElementTree

from host.bank.importers.model import Note

MAX_UNPACKED = 60 * 1024 * 1024
_CELL = re.compile(r"([A-Z]{1,3})(\d{1,7})")
_MAX_COLUMN = 60


class NotXlsx(ValueError):
    """The bytes are not a workbook that can be read."""


def read_xlsx(data: bytes) -> Iterator[tuple[int, list[str]] | Note]:
    """(row number, cells) of the first sheet; raises NotXlsx."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = archive.namelist()
            sheets = sorted(name for name in names if re.fullmatch(r"xl/worksheets/sheet\d*\.xml", name))
            if not sheets:
                raise NotXlsx("there is no sheet in it")
            shared = []
            if "xl/sharedStrings.xml" in names:
                root = _xml(archive, "xl/sharedStrings.xml")
                shared = [_text(entry) for entry in root if _local(entry.tag) == "si"]
            sheet = _xml(archive, min(sheets, key=lambda name: (len(name), name)))
    except (zipfile.BadZipFile, ElementTree.ParseError, NotImplementedError, RuntimeError, OSError, EOFError) as error:
        raise NotXlsx(str(error)) from error
    for row in sheet.iter():
        if _local(row.tag) == "row":
            number = row.get("r", "")
            yield int(number) if number.isdigit() else 0, _cells(row, shared)


def _xml(archive: zipfile.ZipFile, name: str) -> ElementTree.Element:
    if archive.getinfo(name).file_size > MAX_UNPACKED:
        raise NotXlsx(f"{name} is larger than {MAX_UNPACKED // 1024 // 1024} MB when unpacked")
    with archive.open(name) as file:
        content = file.read(MAX_UNPACKED + 1)
    if len(content) > MAX_UNPACKED:
        raise NotXlsx(f"{name} is larger than it says")
    if b"<!DOCTYPE" in content or b"<!ENTITY" in content or content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise NotXlsx(f"{name} declares entities")
    return ElementTree.fromstring(content)


def _local(tag: str) -> str:
    return tag.rpartition("}")[2]


def _text(entry: ElementTree.Element) -> str:
    return "".join(part.text or "" for part in entry.iter() if _local(part.tag) == "t")


def _cells(row: ElementTree.Element, shared: list[str]) -> list[str]:
    found: list[str] = []
    for cell in row:
        place = _CELL.fullmatch(cell.get("r", ""))
        column = _number(place.group(1)) if place else len(found)
        if column >= _MAX_COLUMN:
            continue
        found += [""] * (column + 1 - len(found))
        found[column] = _value(cell, shared)
    return found


def _value(cell: ElementTree.Element, shared: list[str]) -> str:
    kind = cell.get("t", "n")
    if kind == "inlineStr":
        return _text(cell)
    raw = next((part.text or "" for part in cell if _local(part.tag) == "v"), "")
    if kind == "s":
        return shared[int(raw)] if raw.isdigit() and int(raw) < len(shared) else ""
    if kind == "b":
        return "true" if raw == "1" else "false"
    if kind == "n" and raw:
        try:
            number = float(raw)
        except ValueError:
            return raw
        return str(int(number)) if number.is_integer() and abs(number) < 1e15 else raw
    return raw


def _number(letters: str) -> int:
    value = 0
    for letter in letters:
        value = value * 26 + ord(letter) - ord("A") + 1
    return value - 1
