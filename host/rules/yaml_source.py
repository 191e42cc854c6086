"""A YAML file with the line of each of its fields, so that every refusal can say where to look."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pydantic
import yaml

from host.errors import RulesetError

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

Location = tuple[str | int, ...]
Fault = tuple[Location, str]


class Source:
    """One YAML file: its data, and the line of each of its fields."""

    def __init__(self, text: str, path: str) -> None:
        self.path = path
        try:
            self.root = yaml.compose(text, Loader=_LOADER)
            self.data = yaml.load(text, Loader=_LOADER)  # a safe loader: tags create no objects
        except yaml.YAMLError as error:
            mark = getattr(error, "problem_mark", None)
            where = f"{path}, line {mark.line + 1}" if mark else path
            raise RulesetError(f"not valid YAML ({getattr(error, 'problem', None) or error})", where=where) from error
        if not isinstance(self.data, dict):
            raise RulesetError("the file must hold named fields", where=path)
        for loc in _doubled(self.root, ()):
            raise self.error(loc, "this field is there twice")

    def error(self, loc: Location, what: str) -> RulesetError:
        """A RulesetError at that field."""
        field = ".".join(map(str, loc))
        return RulesetError(f"{field}: {what}" if field else what, where=f"{self.path}, line {self.line(loc)}")

    def line(self, loc: Location) -> int:
        """Line of a field, or of the nearest field around it that is in the file; counted from 1."""
        node, line = self.root, 1
        for part in loc:
            found = next(((key, value) for name, key, value in _children(node) if name == str(part)), None)
            if found is not None:
                line, node = found[0].start_mark.line + 1, found[1]
        return line


def _children(node: Any) -> list[tuple[str, Any, Any]]:
    """Name, node of the name and node of the value of everything inside a mapping or a list."""
    if isinstance(node, yaml.MappingNode):
        return [(key.value, key, value) for key, value in node.value]
    return [(str(n), item, item) for n, item in enumerate(node.value)] if isinstance(node, yaml.SequenceNode) else []


def _doubled(node: Any, loc: Location) -> Iterator[Location]:
    if isinstance(node, yaml.MappingNode):
        seen: set[str] = set()
        for key, value in node.value:
            if key.value in seen:
                yield (*loc, key.value)
            seen.add(key.value)
            yield from _doubled(value, (*loc, key.value))
    elif isinstance(node, yaml.SequenceNode):
        for index, value in enumerate(node.value):
            yield from _doubled(value, (*loc, index))


def dumped(data: Mapping[str, Any]) -> str:
    """Plain data as YAML text, fields in the given order, lists in one line."""
    return yaml.safe_dump(dict(data), sort_keys=False, allow_unicode=True, default_flow_style=None, width=120)


def read(path: Path) -> Source:
    try:
        return Source(path.read_text(encoding="utf-8-sig"), str(path))
    except OSError as error:
        raise RulesetError(f"cannot read the file ({error.strerror})", where=str(path)) from error
    except UnicodeDecodeError as error:
        raise RulesetError("the file is not UTF-8 text", where=str(path)) from error


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
