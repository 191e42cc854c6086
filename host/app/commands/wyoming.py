"""quizhost wyoming: lends the ears and the voice of this machine to others, and looks at what others lend."""

from __future__ import annotations

import argparse
import json
import signal
import sys
from collections.abc import Callable
from typing import TypeVar

from host import config
from host.dialogue.phrasebook import LANGUAGES
from host.errors import DeviceError, UsageError
from host.speech.wyoming.address import parse_address, require

DEFAULT = "tcp://127.0.0.1:10300"
T = TypeVar("T")


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the two sub-commands."""
    commands = parser.add_subparsers(dest="what", metavar="WHAT", required=True)
    serve = commands.add_parser("serve", help="serve ears and voice of this machine to any Wyoming client")
    serve.add_argument(
        "--uri",
        metavar="URI",
        default=DEFAULT,
        help=f"where to listen (default {DEFAULT}; tcp://0.0.0.0:10300 serves the whole home network)",
    )
    serve.add_argument("--lang", metavar="CODES", help='languages with commas, e.g. "en,fr" (default: all installed)')
    serve.add_argument("--only", choices=("ears", "voice"), help="serve only one of the two")
    serve.add_argument("--clients", metavar="N", type=int, default=32, help="connections at once (default 32)")
    check = commands.add_parser("check", help="ask a service what it is, and how long it takes to answer")
    check.add_argument("uri", metavar="URI", help="tcp://MACHINE:PORT or unix:///PATH")
    check.add_argument("--json", action="store_true", help="one JSON document")


def run(args: argparse.Namespace) -> int:
    """Serves until it is stopped, or checks."""
    return _serve(args) if args.what == "serve" else _check(args.uri, args.json)


def _check(uri: str, as_json: bool) -> int:
    from host.app.remotes import look

    report = look(parse_address(uri))
    if as_json:
        print(json.dumps(report.to_dict(), ensure_ascii=False))
    else:
        print(f"{report.sentence()}.")
    return 0


def _serve(args: argparse.Namespace) -> int:
    address = parse_address(args.uri)
    codes = tuple(args.lang.split(",")) if args.lang else LANGUAGES
    for code in codes:
        if code not in LANGUAGES:
            raise UsageError(f"quizhost does not speak '{code}'", todo=f"Languages: {', '.join(LANGUAGES)}")
    if args.clients < 1:
        raise UsageError("--clients needs a number above 0")
    require()
    from host.app.mouth import open_voice
    from host.speech.ears import open_ears
    from host.speech.wyoming.hall import Hall, HallGuest
    from host.speech.wyoming.server import Server

    demanded = bool(args.lang)
    ears = {} if args.only == "voice" else _opened(codes, lambda code: open_ears(code, models=config.models_folder()))
    voices = {} if args.only == "ears" else _opened(codes, open_voice)
    missing = [
        f"{what} for '{code}'"
        for what, found, wanted in (("ears", ears, args.only != "voice"), ("voice", voices, args.only != "ears"))
        for code in codes
        if wanted and code not in found
    ]
    if not ears and not voices:
        raise DeviceError("there is nothing to serve", todo="See 'quizhost doctor' for what is missing")
    if demanded and missing:
        raise DeviceError(f"there is no {' and no '.join(missing)}", todo="See 'quizhost models list'")
    for engine in ears.values() if demanded else ():
        engine.load()  # now rather than while the first player waits
    hall = Hall(ears, voices)
    server = Server(address, lambda link: HallGuest(hall, link), most=args.clients)
    for code, recogniser in ears.items():
        print(f"Ears {code}: {recogniser.name}.")
    for code, voice in voices.items():
        print(f"Voice {code}: {voice.name}.")
    print(f"Serving at {server.address}. Whoever reaches this address may use it.", flush=True)
    signal.signal(signal.SIGTERM, lambda *_: server.close())
    try:
        server.run()
    except KeyboardInterrupt:
        print("", file=sys.stderr)
    finally:
        server.close()
    return 0


def _opened(codes: tuple[str, ...], opening: Callable[[str], T]) -> dict[str, T]:
    """What there is, by language."""
    found: dict[str, T] = {}
    for code in codes:
        try:
            found[code] = opening(code)
        except DeviceError:
            continue
    return found
