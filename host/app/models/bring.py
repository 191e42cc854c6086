"""Brings in models that are on this machine or a USB stick: folders, zips, and Python wheels that carry them."""

from __future__ import annotations

import shutil
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path

from host.app.models.catalogue import NAME, Catalogue, Entry
from host.app.models.fetch import disk_fault
from host.app.models.get import SPARE
from host.app.models.shapes import Shape, find_shapes
from host.app.models.store import Receipt, Store
from host.app.models.sums import need_room, sums_of
from host.app.models.unpack import unpack
from host.errors import DeviceError, UsageError
from host.speech.synthesizer import voice_language

_ARCHIVES = (".zip", ".whl")
_HINT = (
    "A Piper voice is two files, NAME.onnx and NAME.onnx.json; a Vosk model is a folder with am and conf; "
    "Whisper is a folder with model.bin, config.json and tokenizer.json"
)


def bring(
    paths: Sequence[Path],
    store: Store,
    catalogue: Catalogue,
    *,
    name: str = "",
    say: Callable[[str], None] = lambda line: None,
) -> list[str]:
    """Copies models into the store, each whole or not at all.

    Args:
        paths: folders, zips or wheels; several together may hold the pieces of one model.
        store: where to.
        catalogue: what published models must look like.
        name: which of them, or what the only one shall be called; empty: all, under their own names.
        say: told what is going on.

    Returns:
        The names of what was brought in.

    Raises:
        UsageError: a path is not there, or the name cannot be used.
        DeviceError: there is no model in it, it is damaged, or the disk is full.
    """
    for path in paths:
        if not path.exists():
            raise UsageError("there is no such file or folder", where=str(path))
    bench = store.incoming / "bench"
    shutil.rmtree(bench, ignore_errors=True)
    try:
        shapes = _chosen(_found(paths, bench, catalogue), name, paths)
        return [_adopt(shape, called, store, catalogue, paths, say) for called, shape in shapes]
    finally:
        store.forget("bench")


def _found(paths: Sequence[Path], bench: Path, catalogue: Catalogue) -> list[Shape]:
    """The models in folders, and in archives once they are unpacked side by side."""
    shapes: list[Shape] = []
    archives: list[Path] = []
    for path in paths:
        if path.is_dir():
            inside = find_shapes(path)
            shapes += inside
            if not inside:
                archives += sorted(p for p in path.iterdir() if p.suffix in _ARCHIVES)
        else:
            archives.append(path)
    for number, archive in enumerate(archives):
        if not zipfile.is_zipfile(archive):
            raise DeviceError("this is no zip or wheel, or it was cut short", where=str(archive), todo="Copy it again")
        entry = catalogue.get(archive.stem)
        if entry and entry.archive and (fault := sums_of(archive).fault(entry.archive)):
            raise DeviceError(f"this is not the published archive: {fault}", where=str(archive), todo="Get it again")
        need_room(bench, archive.stat().st_size * 2 + SPARE)
        unpack(archive, bench / str(number))
    return shapes + (find_shapes(bench) if archives else [])


def _chosen(shapes: list[Shape], name: str, paths: Sequence[Path]) -> list[tuple[str, Shape]]:
    """The models wanted, with the names they get."""
    if not shapes:
        raise DeviceError("no voice and no recogniser is in it", where=", ".join(map(str, paths)), todo=_HINT)
    if not name:
        nameless = next((shape for shape in shapes if not shape.name), None)
        if nameless:
            todo = f"Give it one: quizhost models add {_example(nameless)} --from …"
            raise UsageError(f"this {nameless.engine.capitalize()} model has no name", todo=todo)
        return list({shape.name: (shape.name, shape) for shape in shapes}.values())
    named = [shape for shape in shapes if shape.name.casefold() == name.casefold()]
    if named:
        return [(named[0].name, named[0])]
    if len(shapes) > 1:
        there = ", ".join(shape.name or f"a {shape.engine.capitalize()} model" for shape in shapes[:8])
        raise UsageError(f"'{name}' is not in it", todo=f"There is: {there}")
    return [(_checked_name(name, shapes[0]), shapes[0])]


def _example(shape: Shape) -> str:
    return {"vosk": "vosk-model-fr-mine", "whisper": "whisper-mine"}.get(shape.engine, "my-model")


def _checked_name(name: str, shape: Shape) -> str:
    """A name under which the model will be found again; raises UsageError."""
    import re

    if not re.match(NAME, name):
        raise UsageError(f"'{name}' cannot be a model's name", todo="Letters, digits, dots and dashes only")
    if shape.engine == "vosk" and not re.match(r"vosk-model-(small-)?[a-z]{2}\b", name):
        todo = "Call it vosk-model-LANGUAGE-…, e.g. vosk-model-fr-mine"
        raise UsageError("the name of a Vosk model must say its language", todo=todo)
    if shape.engine == "whisper" and not name.startswith("whisper-"):
        raise UsageError("the name of a Whisper model must begin with whisper-", todo="E.g. whisper-mine")
    if shape.engine == "moonshine" and name != shape.name:
        raise UsageError(f"this model can only be called {shape.name}")
    return name


def _adopt(
    shape: Shape,
    name: str,
    store: Store,
    catalogue: Catalogue,
    paths: Sequence[Path],
    say: Callable[[str], None],
) -> str:
    entry = catalogue.get(name)
    if entry and entry.engine != shape.engine:
        raise UsageError(f"'{name}' is another model in the catalogue", todo="Give it another name")
    if entry and store.folder(name).is_dir() and not store.verify(name, entry).fault:
        say(f"{name}: it is there already, as published.")
        return name
    with store.working(name) as place:
        staged = place / "brought"
        shutil.rmtree(staged, ignore_errors=True)
        need_room(store.root, sum(p.stat().st_size for pieces in shape.files.values() for p in pieces) + SPARE)
        say(f"{name}: copying.")
        try:
            for path, pieces in shape.files.items():
                # A Piper voice is found by the name of its files.
                target = staged / (path.replace(shape.name, name, 1) if shape.engine == "piper" else path)
                target.parent.mkdir(parents=True, exist_ok=True)
                with target.open("wb") as file:
                    for piece in pieces:
                        with piece.open("rb") as source:
                            shutil.copyfileobj(source, file, 1 << 20)
            _compare(staged, entry, say)
            languages = entry.languages if entry else _languages(shape, name)
            source = ", ".join(str(path) for path in paths)
            licence = entry.licence if entry else ""
            store.adopt(staged, Receipt(name, shape.engine, languages, source, licence))
        except OSError as error:
            raise disk_fault(error, store.root) from error
        finally:
            shutil.rmtree(staged, ignore_errors=True)
    store.forget(name)
    return name


def _compare(staged: Path, entry: Entry | None, say: Callable[[str], None]) -> None:
    """Holds the copy against what was published; a description may differ, the model itself may not."""
    for part in entry.files if entry else ():
        fault = sums_of(staged / part.path).fault(part) if (staged / part.path).is_file() else "it is missing"
        if fault and part.path.endswith(".json"):
            say(f"{part.path} is another edition than the published one; it is used as it is.")
        elif fault:
            raise DeviceError(
                f"{part.path} is not the published file: {fault}",
                todo="Copy it again; a model of your own needs a name of its own",
            )


def _languages(shape: Shape, name: str) -> tuple[str, ...]:
    match shape.engine:
        case "piper":
            language = voice_language(next(iter(shape.files.values()))[0])
            return (language,) if language else ()
        case "vosk":
            words = name.removeprefix("vosk-model-").removeprefix("small-").split("-")
            return (words[0],)
        case "moonshine":
            return ("en",)
        case _:
            return ("en", "fr", "de", "es")
