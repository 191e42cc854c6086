"""quizhost doctor: checks everything and says the one next thing to do for each fault."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from host.app.doctor import Status, examine
from host.dialogue.phrasebook import LANGUAGES


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the command's arguments."""
    parser.add_argument(
        "--latency", metavar="CODE", nargs="?", const="en", choices=LANGUAGES, help="time voice and ears"
    )
    parser.add_argument(
        "--support", metavar="FILE", type=Path, help="also write a zip for somebody who helps: logs and games, no sound"
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
    bundle = None
    if args.support:
        from host.app.support import write_support

        bundle = write_support(args.support, checks)
    failed = [check for check in checks if check.status is Status.FAIL]
    warned = [check for check in checks if check.status is Status.WARN]
    if args.json:
        listed = [{"status": c.status, "name": c.name, "what": c.what, "todo": c.todo} for c in checks]
        times = {stage.name: round(stage.seconds, 3) for stage in stages}
        support = {"path": str(bundle.path), "files": bundle.files} if bundle else None
        data = {"checks": listed, "failed": len(failed), "latency": times, "support": support}
        print(json.dumps(data, ensure_ascii=False))
    else:
        if bundle:
            print(f"Support bundle: {bundle.path}, {max(1, bundle.size // 1000)} kB. In it: {', '.join(bundle.files)}.")
            print(
                "Not in it: any sound, players' names, and what was overheard beside the game. All of it is plain text."
            )
        print(f"Summary: {len(checks)} checks, {len(failed)} failed, {len(warned)} warnings.")
    return 1 if failed else 0
