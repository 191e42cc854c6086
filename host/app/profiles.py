"""The household's profiles on disk: one YAML file with the settings of every player who has asked for some.

The file is read anew before every change, so two tables in one house do not undo each other's changes. A file that
cannot be read is never written to: somebody may want to mend it.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import pydantic
import yaml

from host.app.memory import write_whole
from host.config import home
from host.dialogue.settings import LONGEST_SOUND, SETTINGS, Setting, usable
from host.dialogue.understand import fold
from host.errors import SessionError

FORMAT = 1
Name = Annotated[str, pydantic.StringConstraints(strict=True, strip_whitespace=True, min_length=1, max_length=80)]


def _fits(settings: dict[str, Any]) -> dict[str, Any]:
    """Every setting exists and has a value that fits."""
    for name, value in settings.items():
        if name not in SETTINGS:
            raise ValueError(f"'{name}' is no setting; there are {', '.join(SETTINGS)}")
        if not SETTINGS[name].fits(value):
            raise ValueError(f"'{name}' is {value!r}, and must be {_expected(SETTINGS[name])}")
    return settings


def _expected(setting: Setting) -> str:
    """What a setting may be, for somebody who writes the file by hand."""
    if setting.values:
        return " or ".join(setting.values)
    if setting.bounds:
        return f"a number from {setting.bounds[0]} to {setting.bounds[1]}"
    return "true or false" if isinstance(setting.usual, bool) else f"text of at most {LONGEST_SOUND} characters"


Settings = Annotated[dict[str, Any], pydantic.AfterValidator(_fits)]


class _Strict(pydantic.BaseModel):
    model_config = pydantic.ConfigDict(extra="forbid", frozen=True)


class _Profile(_Strict):
    name: Name
    settings: Settings = pydantic.Field(default_factory=dict)


class _File(_Strict):
    format: Literal[1]
    table: Settings = pydantic.Field(default_factory=dict)
    """What holds for everybody."""
    players: tuple[_Profile, ...] = ()


class Profiles:
    """The settings of players, by name; capitals and accents make no difference.

    Args:
        path: the file; None: ``profiles.yaml`` in the user's data folder.

    Raises:
        SessionError: the file cannot be read or breaks the format; the message names it and what was expected.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or home("data") / "profiles.yaml"
        self._file = self._read()

    def of(self, name: str) -> dict[str, Any]:
        """The settings of a player; empty: there is no profile."""
        return next((dict(p.settings) for p in self._file.players if fold(p.name) == fold(name)), {})

    @property
    def table(self) -> dict[str, Any]:
        """The settings that hold for everybody."""
        return usable(self._file.table, table=True)

    def change(self, name: str, setting: str, value: Any) -> None:
        """Keeps a setting of a player, or with ``""`` of the table; None takes it back. On disk when it returns.

        Raises:
            SessionError: the file has become unreadable, or cannot be written.
        """
        self._file = self._read()
        before = self.of(name) if name else dict(self._file.table)
        if before.get(setting) == value:
            return
        settings = {key: kept for key, kept in before.items() if key != setting}
        if value is not None:
            settings[setting] = value
        settings = {key: settings[key] for key in SETTINGS if key in settings}
        if name:
            players = [p for p in self._file.players if fold(p.name) != fold(name)]
            self._write(self._file.table, (*players, _Profile(name=name, settings=settings)))
        else:
            self._write(settings, self._file.players)

    def forget(self, name: str) -> None:
        """Deletes the profile of a player."""
        self._file = self._read()
        self._write(self._file.table, tuple(p for p in self._file.players if fold(p.name) != fold(name)))

    def _write(self, table: Mapping[str, Any], players: tuple[_Profile, ...]) -> None:
        kept = tuple(sorted((p for p in players if p.settings), key=lambda p: fold(p.name)))
        self._file = _File(format=FORMAT, table=dict(table), players=kept)
        write_whole(self.path, self._file.model_dump(mode="json"), what="the players' profiles")

    def _read(self) -> _File:
        if not self.path.is_file():
            return _File(format=FORMAT)
        try:
            data = yaml.safe_load(self.path.read_text(encoding="utf-8-sig"))
        except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
            raise SessionError(
                "the players' profiles cannot be read", where=str(self.path), todo="Mend or delete it"
            ) from error
        if data is None:
            return _File(format=FORMAT)
        if isinstance(data, dict) and isinstance(data.get("format"), int) and data["format"] > FORMAT:
            raise SessionError(
                "the players' profiles were written by a newer quizhost",
                where=str(self.path),
                todo="Upgrade quizhost, or move that file away",
            )
        try:
            return _File.model_validate(data)
        except pydantic.ValidationError as error:
            first = error.errors()[0]
            key = ".".join(map(str, first["loc"])) or "file"
            message = first["msg"].removeprefix("Value error, ")
            raise SessionError(f"{key}: {message}", where=str(self.path), todo="Mend or delete that entry") from error
