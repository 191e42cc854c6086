"""A YAML file checked by a pydantic model, and the line of each of its fields: every refusal can say where to look."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar

import pydantic
import yaml

from host.errors import HostError, PackError

Location = tuple[str | int, ...]
Model = TypeVar("Model", bound=pydantic.BaseModel)

TYPED: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""Numbers, truth values and dates become what they look like; tags create no objects."""
TEXT: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
"""Everything stays the text it is written as: YAML 1.1 would make something else of ``no``, ``on`` and ``007``."""


def parsed(text: str, where: str, *, loader: Any = TYPED, error: type[HostError] = PackError, todo: str = "") -> Any:
    """The data of a YAML text.

    Raises:
        error: not YAML; its ``where`` is the file and the line.
    """
    try:
        return yaml.load(text, Loader=loader)
    except yaml.YAMLError as fault:
        mark = getattr(fault, "problem_mark", None)
        at = f"{where}, line {mark.line + 1}" if mark else where
        raise error(f"not valid YAML ({getattr(fault, 'problem', None) or fault})", where=at, todo=todo) from fault


def text_of(path: Path, *, error: type[HostError] = PackError, todo: str = "") -> str:
    """The text of a file; raises ``error`` naming the file when it cannot be read or is not UTF-8."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as fault:
        raise error(f"cannot read the file ({fault.strerror})", where=str(path), todo=todo) from fault
    except UnicodeDecodeError as fault:
        raise error("the file is not UTF-8 text", where=str(path), todo=todo) from fault


def read_model(
    model: type[Model], path: Path, *, loader: Any = TYPED, error: type[HostError] = PackError, todo: str = ""
) -> Model:
    """The file as that model.

    Args:
        loader: :data:`TYPED` or :data:`TEXT`.
        error: the kind of error to raise.
        todo: what the user is to do about any of them.

    Raises:
        error: the file cannot be read, is not YAML or breaks the format; names file, line and field.
    """
    text = text_of(path, error=error, todo=todo)
    data = parsed(text, str(path), loader=loader, error=error, todo=todo)
    try:
        return model.model_validate({} if data is None else data)
    except pydantic.ValidationError as fault:
        first = fault.errors()[0]
        field = ".".join(map(str, first["loc"])) or "the file"
        where = f"{path}, line {line_of(yaml.compose(text, Loader=loader), first['loc'])}"
        raise error(f"{field}: {first['msg']}", where=where, todo=todo) from fault


def line_of(root: Any, loc: Location) -> int:
    """Line of a field below a node, or of the nearest field around it that is in the file; counted from 1."""
    node, line = root, 1
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


def doubled(node: Any, loc: Location = ()) -> Iterator[Location]:
    """Every field that stands twice in the same mapping, below a node."""
    if isinstance(node, yaml.MappingNode):
        seen: set[str] = set()
        for key, value in node.value:
            if key.value in seen:
                yield (*loc, key.value)
            seen.add(key.value)
            yield from doubled(value, (*loc, key.value))
    elif isinstance(node, yaml.SequenceNode):
        for index, value in enumerate(node.value):
            yield from doubled(value, (*loc, index))
