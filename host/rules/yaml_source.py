"""A YAML file with the line of each of its fields, so that every refusal can say where to look."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pydantic
import yaml

from host.datafile import TYPED, Location, doubled, line_of, parsed, text_of
from host.errors import RulesetError

Fault = tuple[Location, str]


class Source:
    """One YAML file: its data, and the line of each of its fields."""

    def __init__(self, text: str, path: str) -> None:
        self.path = path
        self.data = parsed(text, path, error=RulesetError)
        self.root = yaml.compose(text, Loader=TYPED)
        if not isinstance(self.data, dict):
            raise RulesetError("the file must hold named fields", where=path)
        for loc in doubled(self.root):
            raise self.error(loc, "this field is there twice")

    def error(self, loc: Location, what: str) -> RulesetError:
        """A RulesetError at that field."""
        field = ".".join(map(str, loc))
        return RulesetError(f"{field}: {what}" if field else what, where=f"{self.path}, line {self.line(loc)}")

    def line(self, loc: Location) -> int:
        """Line of a field, or of the nearest field around it that is in the file; counted from 1."""
        return line_of(self.root, loc)


def dumped(data: Mapping[str, Any]) -> str:
    """Plain data as YAML text, fields in the given order, lists in one line."""
    return yaml.safe_dump(dict(data), sort_keys=False, allow_unicode=True, default_flow_style=None, width=120)


def read(path: Path) -> Source:
    """A file of rules or a board; raises RulesetError naming the file."""
    return Source(text_of(path, error=RulesetError), str(path))


def validated(source: Source, model: type[pydantic.BaseModel], data: Any, skip: int = 0) -> Any:
    """``data`` as that model; raises RulesetError at the first field that is wrong. ``skip`` drops outer names."""
    try:
        return model.model_validate(data)
    except pydantic.ValidationError as error:
        first = error.errors()[0]
        # pydantic names the member of a union in the location, which is no field of the file.
        loc = tuple(part for part in first["loc"][skip:] if part not in ("wheel", "track", "[key]"))
        raise source.error(*_told(loc, first)) from error


def _told(loc: Location, error: Any) -> tuple[Location, str]:
    """Field and message of a pydantic error, in the words of a file's author."""
    match error["type"]:
        case "extra_forbidden":
            return loc, "not a known field"
        case "union_tag_invalid":
            return (*loc, "kind"), f"'{error['ctx']['tag']}' is none of: wheel, track"
        case "union_tag_not_found":
            return (*loc, "kind"), "field required"
        case "string_type":
            return loc, f"{error['msg'].lower()}; put it in quotes"
        case _:
            return loc, error["msg"].lower()
