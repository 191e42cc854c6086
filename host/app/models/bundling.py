"""``quizhost models bundle``: the flags and the words of it."""

from __future__ import annotations

import argparse
import json
import re
from functools import partial
from pathlib import Path

from host import config
from host.app.models.bundle import PI, Target, make
from host.app.models.catalogue import Catalogue
from host.app.models.debs import RELEASES, fill
from host.app.models.fetch import Fetcher
from host.app.models.machine import Pick, suitable, this_machine
from host.app.models.remarks import described, languages_of, say
from host.app.models.sums import megabytes
from host.errors import UsageError


def configure(parser: argparse.ArgumentParser) -> None:
    """The flags."""
    parser.add_argument("--for", dest="languages", metavar="CODES", required=True, help='languages, e.g. --for "fr,en"')
    parser.add_argument("--out", metavar="DIR", type=Path, required=True, help="the folder")
    parser.add_argument("--model", dest="names", metavar="NAME", action="append", default=[], help="this model too")
    parser.add_argument("--pi", action="store_true", help="for a Raspberry Pi 4 or 5 with a 64-bit system")
    parser.add_argument("--python", metavar="VERSION", default="", help="the other machine's Python, e.g. 3.13")
    parser.add_argument("--wheel", metavar="FILE", type=Path, help="quizhost's own wheel")
    parser.add_argument("--no-debs", action="store_true", help="no system packages")
    parser.add_argument("--no-wheels", action="store_true", help="only models and packs")
    parser.add_argument("--mirror", metavar="URL", help="ask this address first")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("--catalogue", type=Path, metavar="FILE", help=argparse.SUPPRESS)


def run(args: argparse.Namespace, catalogue: Catalogue) -> int:
    """Fills the folder and says what to do with it."""
    if args.python and not re.fullmatch(r"3\.\d+", args.python):
        raise UsageError("--python needs a version of Python", todo="For example --python 3.13")
    if args.wheel and not args.wheel.is_file():
        raise UsageError("there is no such file", where=str(args.wheel))
    languages = languages_of(args.languages)
    machine = PI if args.pi else this_machine()
    say(f"For {machine.words}:")
    picks = suitable(languages, machine, catalogue)
    picks += [Pick(catalogue.find(name), "you asked for it") for name in args.names]
    for pick in picks:
        for line in described(pick):
            say(line)
    fetcher = Fetcher(mirror=args.mirror or config.load_settings().mirror or "", say=say)
    entries = list({pick.entry.name: pick.entry for pick in picks}.values())
    # A bundle for a Raspberry Pi serves both releases of its system unless one is named.
    pythons = [args.python] if args.python else list(RELEASES) if args.pi else [""]
    make(
        entries,
        languages,
        args.out,
        fetcher,
        catalogue,
        targets=[Target("aarch64" if args.pi else "", python) for python in pythons],
        wheel=args.wheel,
        wheels=not args.no_wheels,
        debs=None if args.no_debs else partial(fill, say=say),
    )
    size = sum(path.stat().st_size for path in args.out.rglob("*") if path.is_file())
    if args.json:
        print(json.dumps({"out": str(args.out), "models": [entry.name for entry in entries], "size": size}))
    else:
        how = "sh install.sh" if not args.no_wheels else "quizhost models add --from it"
        print(f"{args.out}: {megabytes(size)}. Copy it to the other machine; there: {how}.")
    return 0
