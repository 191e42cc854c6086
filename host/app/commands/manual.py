"""quizhost manual: how to play and what can be said, as plain text, Markdown or a page with headings."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from host import config
from host.app.manual import as_html, as_markdown, as_text, parts
from host.dialogue.phrasebook import LANGUAGES
from host.errors import UsageError


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the command's arguments."""
    parser.add_argument("--lang", metavar="CODE", help="en, fr, de or es (default: your settings, else en)")
    parser.add_argument("--html", metavar="FILE", type=Path, help="write a page with headings instead of printing")
    parser.add_argument("--markdown", action="store_true", help="print Markdown")
    parser.add_argument("--json", action="store_true", help="print the headings and lines as JSON")


def run(args: argparse.Namespace) -> int:
    """Prints or writes the manual."""
    language = args.lang or config.load_settings().language or "en"
    if language not in LANGUAGES:
        raise UsageError(f"there is no manual in '{language}'", todo=f"Languages: {', '.join(LANGUAGES)}")
    if args.html:
        try:
            args.html.write_text(as_html(language), encoding="utf-8")
        except OSError as error:
            raise UsageError(f"cannot write {args.html} ({error.strerror})", todo="Name another file") from error
        print(f"Written: {args.html}")
    elif args.json:
        told = [{"level": part.level, "title": part.title, "lines": part.lines} for part in parts(language)]
        print(json.dumps(told, ensure_ascii=False))
    else:
        print(as_markdown(language) if args.markdown else as_text(language), end="")
    return 0
