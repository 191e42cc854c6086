"""The packs on the shelves: what is there, which fit a game, and the bank made of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from host.bank.draw import Bank
from host.bank.pack import Pack, load_pack, read_text
from host.bank.reader import read_yaml
from host.bank.speakable import harmless
from host.errors import PackError

_SUFFIXES = {".yaml", ".yml", ".json"}
_CARDS = re.compile(r"^cards:", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Header:
    """What a pack says about itself, read without its cards."""

    id: str
    title: str
    edition: str
    language: str
    deck: str
    author: str
    licence: str
    attribution: str
    path: Path

    @property
    def credit(self) -> str:
        """Who wrote the questions and under which licence, in words that can be read aloud."""
        named = self.attribution.rstrip(". ") or self.author
        return f"{self.title}: {named}. {self.licence.replace('-', ' ')}."


@dataclass(frozen=True, slots=True)
class Choice:
    """The packs found for a game."""

    bank: Bank
    exact: bool
    """False: no pack was written for this edition; others in the language stand in for it."""


@dataclass(slots=True)
class Library:
    """All packs in some folders, later folders first in authority; a file that cannot be read never hides the rest.

    Args:
        folders: the shipped folder and the user's own; a missing folder is an empty one.
        loader: how a whole pack is read; the app hands in one with a cache.
    """

    folders: Sequence[Path]
    loader: Callable[[Path], Pack] = load_pack
    headers: tuple[Header, ...] = ()
    """One per readable pack, in the order of the folders, then by file name."""
    faults: tuple[PackError, ...] = ()
    """Why a file was left out."""
    _loaded: dict[str, Pack] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        found: dict[str, Header] = {}
        faults = []
        for path in pack_files(self.folders):
            try:
                header = read_header(path)
                if header.id in found:
                    raise PackError(
                        f"a pack with the id '{header.id}' is already there ({found[header.id].path})", where=str(path)
                    )
                found[header.id] = header
            except PackError as error:
                faults.append(error)
        self.headers, self.faults = tuple(found.values()), tuple(faults)

    def load(self, pack_id: str) -> Pack:
        """The whole pack; raises PackError when there is none of that id or it is faulty."""
        if pack_id not in self._loaded:
            for header in self.headers:
                if header.id == pack_id:
                    self._loaded[pack_id] = self.loader(header.path)
                    break
            else:
                known = ", ".join(header.id for header in self.headers) or "none"
                raise PackError(f"there is no pack '{pack_id}'", todo=f"Known packs: {known}")
        return self._loaded[pack_id]

    def matching(self, *, edition: str, language: str) -> tuple[Header, ...]:
        """Packs in the language that were written for the edition, or for any."""
        return tuple(h for h in self.headers if h.language == language and h.edition in (edition, "any"))

    def choose(self, *, edition: str, language: str, only: Iterable[str] = ()) -> Choice:
        """The bank for a game.

        Without ``only``: every pack for this edition and those for any edition. When no pack was written for the
        edition in this language, the others in the language stand in.

        Raises:
            PackError: there is no pack in the language, or one of them is faulty.
        """
        ids = list(only) or [header.id for header in self.matching(edition=edition, language=language)]
        exact = bool(ids)
        if not ids:
            ids = [header.id for header in self.headers if header.language == language]
        if not ids:
            raise PackError(
                f"there is no question pack in the language '{language}'",
                todo="Add one with: quizhost packs import FILE",
            )
        return Choice(Bank(tuple(self.load(pack_id) for pack_id in ids)), exact)


def pack_files(folders: Iterable[Path]) -> list[Path]:
    """The pack files directly inside the folders, by name; hidden files are left alone."""
    return [
        path
        for folder in folders
        if folder.is_dir()
        for path in sorted(folder.iterdir())
        if path.suffix.lower() in _SUFFIXES and not path.name.startswith(".") and path.is_file()
    ]


def read_header(path: Path) -> Header:
    """The header of a pack file, without reading its cards; raises PackError."""
    text = read_text(path)
    cards = _CARDS.search(text)
    data = read_yaml(text[: cards.start()] if cards else text, where=str(path))
    if not isinstance(data, dict) or data.get("format") != 1:
        raise PackError(
            "not a question pack (it should begin with: format: 1)",
            where=str(path),
            todo="If it is another program's quiz, bring it in with: quizhost packs import FILE",
        )
    values = {}
    for key in ("id", "title", "edition", "language", "author", "licence"):
        value = data.get(key)
        if not isinstance(value, str) or not value:
            raise PackError(f"{key}: is missing" if value is None else f"{key}: must be text", where=str(path))
        values[key] = harmless(value)
    extra = {key: harmless(str(data.get(key, default))) for key, default in (("deck", "main"), ("attribution", ""))}
    return Header(path=path, **values, **extra)
