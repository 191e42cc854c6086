"""``quizhost packs import``: reads foreign files, asks once about unknown categories, writes the pack, reports."""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from collections import Counter
from pathlib import Path

import yaml

from host.app.pack_cache import load_cached
from host.app.shelves import own_packs_folder
from host.bank.categories import guess, is_general, key_of
from host.bank.editions import COLOURS, EDITIONS
from host.bank.importers import FORMATS, Imported, Wishes, import_files
from host.bank.library import read_header
from host.bank.pack import load_pack
from host.bank.reader import MAX_BYTES
from host.bank.words import fold
from host.bank.write import LARGE, lines_of, pack_text
from host.config import home
from host.errors import PackError, UsageError

SHOWN = 20
"""Notes printed for each file; ``--json`` prints them all."""


def configure(parser: argparse.ArgumentParser) -> None:
    """The flags of ``packs import``."""
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="the files to bring into one pack")
    parser.add_argument("--out", type=Path, metavar="FILE", help="where to write the pack (your own packs folder)")
    parser.add_argument("--format", default="auto", choices=["auto", *FORMATS], help="format of the files (auto)")
    parser.add_argument("--id", help="id of the pack: small letters, digits, hyphens (from the file's name)")
    parser.add_argument("--title", default="", help="title of the pack (the files' names)")
    parser.add_argument("--lang", default="", choices=["", "en", "fr", "de", "es"], help="language (found out)")
    parser.add_argument("--edition", default="any", help="ruleset the pack is for (any)")
    parser.add_argument("--deck", default="main", choices=["main", "adult", "young"], help="age deck (main)")
    parser.add_argument("--author", default="", help="who wrote the questions")
    parser.add_argument("--licence", default="", help="licence of the questions, where the format does not tell")
    parser.add_argument("--category", default="", help="one category for all questions")
    parser.add_argument(
        "--map", action="append", default=[], metavar="NAME=COLOUR",
        help="category of the files to a category of the board, e.g. \"Film=pink\"; remembered; may be repeated",
    )  # fmt: skip
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def run(args: argparse.Namespace) -> int:
    """Imports; 0 when a pack was written."""
    if len(args.files) == 1 and is_pack(args.files[0]):
        return _take_over(args.files[0], args.out)
    files = [(path.name, read_file(path)) for path in args.files]
    pack_id = args.id or slug_of(args.out.stem if args.out else args.files[0].stem)
    if not re.fullmatch(r"[a-z0-9][a-z0-9-]*", pack_id):
        raise UsageError(f"the id '{pack_id}' may hold only small letters, digits and hyphens")
    remembered = load_mapping()
    remembered.update(_told(args.map, args.edition))
    if args.map:
        save_mapping(remembered)
    wishes = Wishes(
        id=pack_id,
        title=args.title,
        language=args.lang,
        edition=args.edition,
        deck=args.deck,
        author=args.author,
        licence=args.licence,
        format=args.format,
        category=category_named(args.category, args.edition) if args.category else "",
        mapping=remembered,
    )
    out: Path = args.out or own_packs_folder() / f"{pack_id}.yaml"
    may_write(out, pack_id)
    imported = import_files(files, wishes)
    if not wishes.category and not args.json and sys.stdin.isatty():
        answers = _ask(imported, remembered)
        if answers:
            remembered.update(answers)
            save_mapping(remembered)
            imported = import_files(files, wishes)
    write_atomically(out, lines_of(imported.header, imported.cards, large=len(imported.cards) >= LARGE))
    print_report(imported, out, as_json=args.json)
    del imported, files
    # Read back what was written: it proves the file, and the first game on it starts at once.
    load_cached(out)
    return 0


def is_pack(path: Path) -> bool:
    """Whether the file is in our own format already."""
    try:
        return path.suffix.lower() in (".yaml", ".yml", ".json") and bool(read_header(path))
    except PackError:
        return False


def _take_over(path: Path, out: Path | None) -> int:
    """Somebody else's pack in our own format: checked, made harmless, and put among the user's own."""
    pack = load_pack(path)
    target = out or own_packs_folder() / f"{pack.id}.yaml"
    may_write(target, pack.id)
    write_atomically(target, [pack_text(pack)])
    print(f"{len(pack.questions)} questions in {pack.language} written to {target}; licence: {pack.licence}")
    return 0


def read_file(path: Path) -> bytes:
    try:
        if path.stat().st_size > MAX_BYTES:
            raise PackError(f"larger than {MAX_BYTES // 1024 // 1024} MB", where=str(path), todo="Split it")
        return path.read_bytes()
    except OSError as error:
        raise PackError(f"cannot be read ({error.strerror})", where=str(path)) from error


def slug_of(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", fold(name)).strip("-")[:60] or "pack"


def may_write(out: Path, pack_id: str) -> None:
    """A pack of the same id may be replaced by a newer import; anything else is left alone."""
    if not out.exists() or (out.is_file() and out.stat().st_size == 0):
        return
    try:
        if out.is_file() and read_header(out).id == pack_id:
            return
    except PackError:
        pass
    raise UsageError("this file is there already and is not this pack", where=str(out), todo="Give another --out")


def write_atomically(path: Path, lines: object) -> None:
    """Writes beside the file and moves it into place, so that a power cut leaves the old or the new one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with beside.open("w", encoding="utf-8", newline="\n") as file:
            file.writelines(lines)  # type: ignore[arg-type]
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise PackError(f"cannot be written ({error.strerror})", where=str(path)) from error


def _mapping_file() -> Path:
    return home("config") / "categories.yaml"


def load_mapping() -> dict[str, str]:
    """Foreign category -> category of the board, as the user has decided before."""
    path = _mapping_file()
    if not path.is_file():
        return {}
    try:
        data = yaml.safe_load(path.read_text(encoding="utf-8")) or {}
    except (OSError, yaml.YAMLError, UnicodeDecodeError) as error:
        raise UsageError("the remembered categories cannot be read", where=str(path), todo="Delete it") from error
    if not isinstance(data, dict):
        raise UsageError("the remembered categories cannot be read", where=str(path), todo="Delete it")
    return {key_of(str(name)): str(colour) for name, colour in data.items()}


def save_mapping(mapping: dict[str, str]) -> None:
    """Remembers the user's decisions for the next import."""
    text = yaml.safe_dump(dict(sorted(mapping.items())), allow_unicode=True)
    write_atomically(_mapping_file(), [text])


def _told(pairs: list[str], edition: str) -> dict[str, str]:
    told = {}
    for pair in pairs:
        name, equals, colour = pair.rpartition("=")
        if not equals or not name.strip():
            raise UsageError(f"--map wants NAME=COLOUR, not '{pair}'")
        told[key_of(name)] = category_named(colour, edition)
    return told


_NAMES = {
    "blue": "blue bleu blau azul", "pink": "pink rose rosa", "yellow": "yellow jaune gelb amarillo",
    "brown": "brown marron braun purple violet lila", "green": "green vert grun gruen verde",
    "orange": "orange naranja",
}  # fmt: skip
_COLOURS = {word: colour for colour, names in _NAMES.items() for word in names.split()}


def category_named(text: str, edition: str) -> str:
    """A category of the edition by its name or a colour word in any of the four languages."""
    plain = fold(text).strip()
    allowed = EDITIONS[edition].categories if edition in EDITIONS else COLOURS
    found = plain if plain in allowed else _COLOURS.get(plain, "")
    if found not in allowed:
        raise UsageError(f"there is no category '{text.strip()}'", todo=f"Take one of: {', '.join(allowed)}")
    return found


def _ask(imported: Imported, remembered: dict[str, str]) -> dict[str, str]:
    """Asks for every category that nothing is known about; an empty line takes the proposal."""
    answers: dict[str, str] = {}
    unknown = [
        (name, size, colour)
        for name, (size, colour) in imported.categories.items()
        if colour and key_of(name) not in remembered and not guess(name) and not is_general(name)
    ]
    if len(unknown) > 30:
        # Puns as categories, as in Jeopardy: nobody wants to answer that many questions.
        return {}
    for name, size, colour in unknown:
        while True:
            said = input(f"Which colour for '{name}' ({size} questions)? Empty for {colour}: ")
            try:
                answers[key_of(name)] = category_named(said, "") if said.strip() else colour
                break
            except UsageError as error:
                print(error.sentence())
    return answers


def print_report(imported: Imported, out: Path, *, as_json: bool) -> None:
    """What came of every file, where the categories went, and where the pack is."""
    header = imported.header
    if as_json:
        document = {
            "pack": str(out),
            **header,
            "questions": len(imported.cards),
            "categories": {n: {"questions": size, "colour": c} for n, (size, c) in imported.categories.items()},
            "files": [
                {
                    "name": r.name, "format": r.format, "records": r.records, "imported": r.imported, "lost": r.lost,
                    "notes": [{"line": n.line, "lost": n.lost, "reason": n.reason, "text": n.text} for n in r.notes],
                }
                for r in imported.reports
            ],
        }  # fmt: skip
        print(json.dumps(document, ensure_ascii=False, indent=2))
        return
    for report in imported.reports:
        title = FORMATS[report.format].title
        mended = len(report.notes) - report.lost
        print(
            f"{report.name}: {title}: {report.records} records, {report.imported} imported, {report.lost} left out, "
            f"{mended} mended."
        )
        for note in report.notes[:SHOWN]:
            print(f"  {note.sentence()}")
        if len(report.notes) > SHOWN:
            print(f"  and {len(report.notes) - SHOWN} more; --json lists them all.")
    placed = Counter[str]()
    for name, (size, colour) in imported.categories.items():
        placed[colour] += 1
        if len(imported.categories) <= 40:
            print(f"category {name or '(none)'}: {colour or 'dealt to all colours'}, {size} questions")
    print(f"licence: {header['licence']}; by {header.get('attribution') or header['author']}")
    for note_text in header.get("notes", []):
        print(f"warning: {note_text}; have somebody read it who speaks the language")
    print(f"{len(imported.cards)} questions in {header['language']} written to {out}")
