"""``quizhost packs add``: write your own cards, typed, dictated into the terminal, or piped in line by line."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from host.app.packs_import import category_named, write_atomically
from host.app.shelves import own_packs_folder
from host.bank.lint import Severity, lint_packs
from host.bank.lint.patterns import ASKING, ORDER
from host.bank.pack import Pack, load_pack, pack_from_data, read_text
from host.bank.reader import read_yaml
from host.bank.speakable import speakable
from host.bank.words import fold
from host.bank.write import lines_of, pack_text
from host.errors import PackError, UsageError

_HOW = re.compile(
    r"^(?:how|when|where|why|combien|comment|quand|où|pourquoi|wie|wann|wo|warum|cuánt|cómo|cuándo|dónde|por qué)"
)
_STOP = {"", "stop", "quit", "end", "fin", "ende", "terminar", "fertig", "exit"}


def configure(parser: argparse.ArgumentParser) -> None:
    """The flags of ``packs add``."""
    parser.add_argument("--to", type=Path, metavar="FILE", help="pack to add to (my-cards.yaml among your own packs)")
    parser.add_argument("--lang", default="en", choices=["en", "fr", "de", "es"], help="language of a new pack (en)")
    parser.add_argument("--edition", default="any", help="ruleset of a new pack (any)")
    parser.add_argument("--author", default="", help="your name, for a new pack")
    parser.add_argument("--category", default="", help="category of every card; asked for when not given")


@dataclass(slots=True)
class _Draft:
    question: str
    answer: str
    category: str
    accept: list[str]
    explanation: str


def run(args: argparse.Namespace) -> int:
    """Asks for cards until an empty line or the end of input; each is saved at once."""
    path: Path = args.to or own_packs_folder() / "my-cards.yaml"
    pack = load_pack(path) if path.exists() else None
    language = pack.language if pack else args.lang
    edition = pack.edition if pack else args.edition
    category = category_named(args.category, edition) if args.category else ""
    print("Type or dictate a question, then its answer. An empty line ends.")
    saved = 0
    while (draft := _draft(language, edition, category)) is not None:
        trouble = _trouble(draft, language)
        if trouble:
            print(f"Not saved: {trouble} Try again.")
            continue
        pack = _save(path, pack, draft, args)
        saved += 1
        print(f"Saved. {path.name} has {len(pack.questions)} questions.")
    print(f"{saved} cards added to {path}" if saved else "No card added.")
    return 0


def _say(prompt: str) -> str | None:
    """One line of input without what a terminal or voice must not get; None at the end of input."""
    print(prompt, end=" ", flush=True)
    line = sys.stdin.readline(20_000)
    if not sys.stdin.isatty():
        print()
    return speakable(line) if line else None


def _draft(language: str, edition: str, category: str) -> _Draft | None:
    asked = _say("Question?")
    if asked is None or asked.casefold() in _STOP:
        return None
    answer = _say("Answer?")
    if not answer:
        return None
    while not category:
        said = _say("Category? (blue, pink, yellow, brown, green, orange)")
        if said is None:
            return None
        try:
            category = category_named(said, edition)
        except UsageError as error:
            print(error.sentence())
    also = _say("Other right answers, with commas? (or empty)") or ""
    more = _say("One sentence to say afterwards? (or empty)") or ""
    accept = [part.strip() for part in also.split(",") if part.strip() and fold(part.strip()) != fold(answer)]
    return _Draft(as_question(asked, language), answer, category, accept, more)


def as_question(text: str, language: str) -> str:
    """Dictated words as a written question: a capital, a question mark, and in Spanish both marks."""
    text = text[:1].upper() + text[1:]
    if text[-1:] in ".?!…" or ORDER[language].search(text):
        return text
    asks = ASKING[language].search(text) or _HOW.search(text.lower())
    if not asks:
        return text
    if language == "es":
        return f"¿{text}?"
    return f"{text} ?" if language == "fr" else f"{text}?"


def _data(draft: _Draft) -> dict[str, Any]:
    data: dict[str, Any] = {"question": draft.question, "answer": draft.answer}
    if draft.accept:
        data["judge"] = {"accept": draft.accept}
    if draft.explanation:
        data["explanation"] = draft.explanation
    return data


def _trouble(draft: _Draft, language: str) -> str:
    """Why the card cannot be asked as it stands; warnings are only printed."""
    card = {"id": "draft", "questions": {draft.category: _data(draft)}}
    header = {"format": 1, "id": "draft", "title": "-", "edition": "any", "language": language, "author": "-"}
    try:
        trial = pack_from_data({**header, "licence": "-", "cards": [card]})
    except PackError as error:
        return f"{error.what}."
    for finding in lint_packs([trial]):
        if finding.code in ("no-explanation", "foreign-name", "wrong-language"):
            continue
        if finding.severity is Severity.ERROR:
            return f"{finding.message}."
        print(f"Note: {finding.message}.")
    return ""


def _save(path: Path, pack: Pack | None, draft: _Draft, args: argparse.Namespace) -> Pack:
    """Adds the card at the end of the file, whose other lines and comments stay as they are."""
    used = {q.card for q in pack.questions} if pack else set()
    number = next(n for n in range(1, 1_000_000) if f"n{n:03}" not in used)
    card = {"id": f"n{number:03}", "questions": {draft.category: _data(draft)}}
    if pack is None:
        header = {
            "format": 1, "id": re.sub(r"[^a-z0-9]+", "-", fold(path.stem)).strip("-") or "my-cards",
            "title": path.stem.replace("-", " ").capitalize(), "edition": args.edition, "language": args.lang,
            "author": args.author or "this household", "licence": "private",
        }  # fmt: skip
        write_atomically(path, lines_of(header, [card], large=False))
        return load_pack(path)
    text = read_text(path)
    appended = text.rstrip("\n") + "\n" + "".join(_indented(card, text))
    try:
        longer = pack_from_data(read_yaml(appended, where=str(path)), path=str(path))
        whole = len(longer.questions) == len(pack.questions) + 1
    except PackError:
        whole = False
    if whole:
        write_atomically(path, [appended])
    else:
        # The cards are not the last thing in the file, or written in another style: write it anew.
        added = pack_from_data({**_header(pack), "cards": [card]})
        merged = Pack(**{**_fields(pack), "questions": (*pack.questions, *added.questions)})
        write_atomically(path, [pack_text(merged)])
    return load_pack(path)


def _indented(card: dict[str, Any], text: str) -> Iterator[str]:
    """The lines of a card, as far in as the cards before it."""
    found = re.findall(r"^( *)- (?:\{|id:)", text, re.MULTILINE)
    one_line = bool(re.search(r"^ *- \{", text, re.MULTILINE))
    lines = list(lines_of({}, [card], large=one_line))[1:]
    yield from (f"{found[-1] if found else ''}{line}" for part in lines for line in part.splitlines(keepends=True))


def _header(pack: Pack) -> dict[str, Any]:
    return {
        "format": 1, "id": pack.id, "title": pack.title, "edition": pack.edition, "language": pack.language,
        "deck": pack.deck, "author": pack.author, "licence": pack.licence,
    }  # fmt: skip


def _fields(pack: Pack) -> dict[str, Any]:
    return {name: getattr(pack, name) for name in pack.__slots__}
