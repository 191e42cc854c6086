"""quizhost replay: prints an evening from its session file, event by event, in words."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from host import config
from host.app.session import load, newest
from host.app.story import tell


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the command's arguments."""
    parser.add_argument("file", metavar="FILE", nargs="?", type=Path, help="the save (default: the newest)")
    parser.add_argument("--json", action="store_true", help="print the events, one JSON object a line")


def run(args: argparse.Namespace) -> int:
    """Prints the evening; changes nothing."""
    path = args.file or newest(config.saves_folder())
    record = load(path)
    if args.json:
        for line in record.lines:
            if "note" not in line:
                print(json.dumps(line, ensure_ascii=False))
        return 0
    for text in tell(record):
        print(text)
    return 0
