"""quizhost doctor: checks everything and says the one next thing to do for each fault."""

from __future__ import annotations

import argparse
import json

from host.app.doctor import Status, examine
from host.dialogue.phrasebook import LANGUAGES


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the command's arguments."""
    parser.add_argument(
        "--latency", metavar="CODE", nargs="?", const="en", choices=LANGUAGES, help="time voice and ears"
    )
    parser.add_argument("--json", action="store_true", help="one JSON document")


def run(args: argparse.Namespace) -> int:
    """Prints a line a check; exit status 1 when one failed."""
    checks = []
    for check in examine():
        checks.append(check)
        if not args.json:
            print(check.line, flush=True)
    stages = []
    if args.latency:
        from host.app.latency import measure

        stages = measure(args.latency)
        if not args.json:
            for stage in stages:
                print(f"Time to {stage.name}: {stage.seconds:.2f} seconds.")
    failed = [check for check in checks if check.status is Status.FAIL]
    warned = [check for check in checks if check.status is Status.WARN]
    if args.json:
        listed = [{"status": c.status, "name": c.name, "what": c.what, "todo": c.todo} for c in checks]
        times = {stage.name: round(stage.seconds, 3) for stage in stages}
        print(json.dumps({"checks": listed, "failed": len(failed), "latency": times}, ensure_ascii=False))
    else:
        print(f"Summary: {len(checks)} checks, {len(failed)} failed, {len(warned)} warnings.")
    return 1 if failed else 0
