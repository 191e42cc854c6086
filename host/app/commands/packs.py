"""``quizhost packs``: list, check and count question packs, bring in other people's and write your own."""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path
from random import Random

from host.app import packs_add, packs_import
from host.app.pack_cache import load_cached
from host.app.seen import SeenList
from host.app.shelves import all_packs, pack_folders
from host.bank.export import EXPORTS
from host.bank.library import pack_files
from host.bank.lint import Finding, Severity, lint_files
from host.bank.pack import load_pack
from host.bank.stats import Stats, stats
from host.bank.write import question_data
from host.errors import PackError, UsageError


def configure(parser: argparse.ArgumentParser) -> None:
    """The sub-commands and their flags."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)

    one = actions.add_parser("list", help="the packs there are, shipped and your own")
    one.add_argument("--lang", help="only this language")
    _json(one)

    one = actions.add_parser("lint", help="check packs: format, wording, answers, repetition")
    one.add_argument("files", nargs="*", type=Path, metavar="FILE", help="pack files, or folders of them (all packs)")
    one.add_argument("--strict", action="store_true", help="warnings count as wrong too")
    one.add_argument("--errors-only", action="store_true", help="do not print warnings")
    _json(one)

    one = actions.add_parser("stats", help="count cards and questions")
    one.add_argument("files", nargs="*", type=Path, metavar="FILE", help="pack files, or folders of them (all packs)")
    _json(one)

    one = actions.add_parser("sample", help="print some questions with their answers, to read them over")
    one.add_argument("files", nargs="*", type=Path, metavar="FILE", help="pack files, or folders of them (all packs)")
    one.add_argument("--number", type=int, default=10, help="how many questions (10)")
    one.add_argument("--seed", type=int, default=0, help="another number gives other questions (0)")
    one.add_argument("--lang", help="only this language")
    _json(one)

    one = actions.add_parser("import", help="bring in quiz files of other programs")
    packs_import.configure(one)

    one = actions.add_parser("export", help="write a pack in another format")
    one.add_argument("pack", help="pack file, or id of a pack")
    one.add_argument("--format", default="csv", choices=list(EXPORTS), help="csv, anki, gift, json or yaml (csv)")
    one.add_argument("--out", type=Path, metavar="FILE", help="where to write it (standard output)")

    packs_add.configure(actions.add_parser("add", help="type or dictate your own cards"))

    one = actions.add_parser("seen", help="how many questions have been asked and are left")
    one.add_argument("--forget", metavar="PACK", help="let a pack's questions come again")
    one.add_argument("--disputed", action="store_true", help="with --forget: those that were disputed too")
    _json(one)


def _json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def run(args: argparse.Namespace) -> int:
    """Does what was asked; 1 when something wrong was found."""
    match args.action:
        case "list":
            return _list(args)
        case "lint":
            return _lint(args)
        case "stats":
            return _stats(args)
        case "sample":
            return _sample(args)
        case "import":
            return packs_import.run(args)
        case "export":
            return _export(args)
        case "add":
            return packs_add.run(args)
        case _:
            return _seen(args)


def _files(given: list[Path]) -> list[Path]:
    """The files named, and those inside folders named; all packs when none is named; raises UsageError."""
    if not given:
        return pack_files(pack_folders())
    found: list[Path] = []
    for path in given:
        if path.is_dir():
            inside = pack_files([path])
            if not inside:
                raise UsageError("there is no pack in this folder", where=str(path))
            found += inside
        elif path.is_file():
            found.append(path)
        else:
            raise UsageError("there is no such file", where=str(path))
    return found


def _list(args: argparse.Namespace) -> int:
    library = all_packs()
    headers = [h for h in library.headers if args.lang in (None, h.language)]
    if args.json:
        packs = [
            {
                "id": h.id,
                "title": h.title,
                "edition": h.edition,
                "language": h.language,
                "deck": h.deck,
                "author": h.author,
                "licence": h.licence,
                "attribution": h.attribution,
                "file": str(h.path),
            }
            for h in headers
        ]
        faults = [fault.sentence() for fault in library.faults]
        print(json.dumps({"packs": packs, "faults": faults}, ensure_ascii=False, indent=2))
    else:
        for h in headers:
            deck = "" if h.deck == "main" else f", {h.deck} deck"
            print(f"{h.id}: {h.title} ({h.edition}, {h.language}{deck}), by {h.author}, {h.licence}")
        for fault in library.faults:
            print(f"left out: {fault.sentence()}")
        if not headers:
            print("No pack found.")
    return 1 if library.faults else 0


def _lint(args: argparse.Namespace) -> int:
    files = _files(args.files)
    findings = lint_files(files)
    errors = sum(f.severity is Severity.ERROR for f in findings)
    warnings = len(findings) - errors
    wrong = bool(errors or (args.strict and warnings))
    if args.errors_only:
        findings = [f for f in findings if f.severity is Severity.ERROR]
    if args.json:
        document = {
            "files": len(files),
            "errors": errors,
            "warnings": warnings,
            "ok": not wrong,
            "codes": dict(Counter(f.code for f in findings).most_common()),
            "findings": [f.to_dict() for f in findings],
        }
        print(json.dumps(document, ensure_ascii=False, indent=2))
    else:
        _print_findings(findings)
        print(f"{len(files)} files: {_count(errors, 'error')}, {_count(warnings, 'warning')}.")
    return 1 if wrong else 0


def _print_findings(findings: list[Finding]) -> None:
    for finding in findings:
        print(finding.sentence())


def _count(number: int, what: str) -> str:
    return f"{number or 'no'} {what}{'' if number == 1 else 's'}"


def _stats(args: argparse.Namespace) -> int:
    counted: list[tuple[Path, Stats]] = []
    faults: list[PackError] = []
    for path in _files(args.files):
        try:
            counted.append((path, stats(load_pack(path))))
        except PackError as error:
            faults.append(error)
    if args.json:
        document = {
            "packs": [{"file": str(path), **s.to_dict()} for path, s in counted],
            "cards": sum(s.cards for _, s in counted),
            "questions": sum(s.questions for _, s in counted),
            "faults": [fault.sentence() for fault in faults],
        }
        print(json.dumps(document, ensure_ascii=False, indent=2))
        return 1 if faults else 0
    for _, s in counted:
        _print_stats(s)
    for fault in faults:
        print(f"left out: {fault.sentence()}")
    cards, questions = sum(s.cards for _, s in counted), sum(s.questions for _, s in counted)
    print(f"In all: {_count(len(counted), 'pack')}, {_count(cards, 'card')}, {_count(questions, 'question')}.")
    return 1 if faults else 0


def _print_stats(s: Stats) -> None:
    deck = "" if s.deck == "main" else f", {s.deck} deck"
    print(f"{s.id} ({s.edition}, {s.language}{deck}): {_count(s.cards, 'card')}, {_count(s.questions, 'question')}")
    print(f"  categories: {', '.join(f'{name} {number}' for name, number in s.categories.items())}")
    names = {1: "easy", 2: "middling", 3: "hard"}
    print(f"  difficulty: {', '.join(f'{names[level]} {number}' for level, number in s.difficulties.items())}")
    if s.kinds:
        print(f"  kinds: {', '.join(f'{name} {number}' for name, number in s.kinds.items())}")
    print(
        f"  with choices {s.with_choices}, only with choices {s.only_with_choices}, "
        f"with explanation {s.with_explanation}, with aliases {s.with_aliases}, "
        f"{s.words} words a question"
    )


def _sample(args: argparse.Namespace) -> int:
    """Questions drawn evenly from all files, with everything that is read out."""
    everything = [
        question
        for path in _files(args.files)
        for question in load_cached(path).questions
        if args.lang in (None, question.language)
    ]
    chance = Random(args.seed)
    ranked = sorted((chance.random(), at) for at in range(len(everything)))[: max(0, args.number)]
    chosen = [everything[at] for _, at in sorted(ranked, key=lambda pair: pair[1])]
    if args.json:
        print(json.dumps([{"id": q.id, **question_data(q)} for q in chosen], ensure_ascii=False, indent=2))
        return 0
    for number, q in enumerate(chosen, 1):
        choices = f" ({' / '.join(q.choices)})" if q.choices else ""
        also = f" [also: {', '.join(q.judge.accept)}]" if q.judge.accept else ""
        print(f"{number}. {q.text}{choices}\n   {q.answer}{also}. {q.explanation}\n   {q.id}")
    return 0


def _export(args: argparse.Namespace) -> int:
    path = Path(args.pack)
    pack = load_pack(path) if path.is_file() else all_packs().load(args.pack)
    text = EXPORTS[args.format](pack)
    if args.out is None:
        print(text, end="")
        return 0
    if args.out.exists() and args.out.stat().st_size:
        raise UsageError("this file is there already", where=str(args.out), todo="Give another --out")
    packs_import.write_atomically(args.out, [text])
    print(f"{_count(len(pack.questions), 'question')} written to {args.out}; licence: {pack.licence}")
    return 0


def _seen(args: argparse.Namespace) -> int:
    with SeenList() as seen:
        if seen.notice:
            print(seen.notice)
        if args.forget:
            number = seen.forget(args.forget, disputes=args.disputed)
            print(json.dumps({"forgotten": number}) if args.json else f"{_count(number, 'question')} forgotten.")
            return 0
        counts = seen.counts()
        gone = {*seen.seen(), *seen.excluded()}
    library = all_packs()
    rows = []
    for header in library.headers:
        questions = library.load(header.id).questions
        left = sum(question.id not in gone for question in questions)
        rows.append({"id": header.id, "questions": len(questions), "left": left, **counts.get(header.id, {})})
    if args.json:
        print(json.dumps({"packs": rows}, ensure_ascii=False, indent=2))
        return 0
    for row in rows:
        marks = ", ".join(f"{row[mark]} {mark}" for mark in ("asked", "known", "disputed") if mark in row)
        print(f"{row['id']}: {row['left']} of {row['questions']} left{': ' if marks else ''}{marks}")
    return 0
