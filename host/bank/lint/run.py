"""Runs every check over pack files and puts line numbers to what they find."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from host.bank.lint.answers import check_answer
from host.bank.lint.findings import Finding
from host.bank.lint.packs import check_pack, check_repetition
from host.bank.lint.wording import check_wording
from host.bank.pack import Pack, Question, build, check, read_text
from host.bank.reader import lines_of_questions, read_yaml
from host.errors import PackError


def lint_packs(packs: Sequence[Pack]) -> list[Finding]:
    """All findings on loaded packs, in pack order; without files and lines."""
    found: list[Finding] = []
    everything: dict[str, Question] = {}
    for pack in packs:
        for question in pack.questions:
            everything.setdefault(question.id, question)
            for checked in (check_wording(question), check_answer(question, pack.edition)):
                found += [Finding(code, message, question.id) for code, message in checked]
        found += [replace(finding, path=pack.path) for finding in check_pack(pack)]
    found += check_repetition(q for pack in packs for q in pack.questions)
    return [f for f in found if f.question not in everything or f.code not in everything[f.question].allow]


def lint_files(paths: Sequence[Path]) -> list[Finding]:
    """All findings on pack files, sorted by file and line; a file that cannot be loaded is one of them."""
    found: list[Finding] = []
    packs: dict[str, Pack] = {}
    texts: dict[str, str] = {}
    for path in paths:
        try:
            text = read_text(path)
            model, faults = check(read_yaml(text, where=str(path)), text)
        except PackError as error:
            where, _, line = error.where.rpartition(":")
            numbered = bool(where) and line.isdigit()
            place = (where, int(line)) if numbered else (error.where, 0)
            found.append(Finding("format", error.what, path=place[0], line=place[1]))
            continue
        if model is None:
            found += [
                Finding("format", f"{f.key or 'the file'}: {f.what}", path=str(path), line=f.line) for f in faults
            ]
        elif model.id in packs:
            message = f"the pack id '{model.id}' is also used by {packs[model.id].path}"
            found.append(Finding("format", message, path=str(path), line=1))
        else:
            packs[model.id] = build(model, str(path), as_written=True)
            texts[model.id] = text
    findings = lint_packs(list(packs.values()))
    return sorted([*found, *_placed(findings, packs, texts)], key=lambda f: (f.path, f.line))


def _placed(findings: list[Finding], packs: dict[str, Pack], texts: dict[str, str]) -> Iterator[Finding]:
    """The findings with file and line; a file's lines are only looked up when something was found in it."""
    lines: dict[str, dict[tuple[str, str], int]] = {}
    for finding in findings:
        pack_id, _, rest = finding.question.partition("/")
        if pack_id not in packs:
            yield finding
            continue
        if pack_id not in lines:
            lines[pack_id] = lines_of_questions(texts[pack_id])
        card, _, category = rest.rpartition("/")
        yield replace(finding, path=packs[pack_id].path, line=lines[pack_id].get((card, category), 0))
