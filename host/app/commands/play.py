"""quizhost play: hosts a game at the table, by voice where there is a microphone, otherwise typed."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from host import config
from host.app.evening import run_evening
from host.app.table import Wishes, new_table, parse_players
from host.config import Settings
from host.dialogue.phrasebook import LANGUAGES
from host.errors import UsageError
from host.speech.wyoming.address import is_address, parse_address

PRECISIONS = ("lenient", "standard", "strict")


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the command's arguments."""
    parser.add_argument("--ruleset", metavar="NAME", help="the game: see 'quizhost rulesets list' (default genus)")
    parser.add_argument("--lang", metavar="CODE", help="en, fr, de or es (default: your settings, else the game's own)")
    parser.add_argument("--players", metavar="NAMES", help='names with commas, clockwise: "Anna,Ben"')
    parser.add_argument("--precision", metavar="P", help="how exact answers must be: lenient, standard or strict")
    parser.add_argument("--mode", choices=("colour", "guide"), default="colour", help="who knows the board")
    parser.add_argument("--cards", choices=("host", "table"), default="host", help="who reads the questions")
    parser.add_argument("--variant", metavar="NAME", action="append", default=[], help="a variant; repeatable")
    parser.add_argument("--board", metavar="FILE", type=Path, help="a board file, where your printing differs")
    parser.add_argument("--pack", metavar="ID", action="append", default=[], help="a question pack; repeatable")
    add_channels(parser)
    parser.add_argument("--save", metavar="FILE", type=Path, help="where to save (default: your data folder)")
    parser.add_argument(
        "--seed", metavar="N", type=int, help="the same questions every time, whatever was asked before"
    )


def add_channels(parser: argparse.ArgumentParser) -> None:
    """Adds where to listen and speak, which play and resume share."""
    parser.add_argument(
        "--voice", metavar="auto|on|off|URI", type=_voice, default="auto", help="speak, or only print; or whose voice"
    )
    parser.add_argument("--input", choices=("auto", "mic", "typed"), default="auto", help="listen, or read typed lines")
    parser.add_argument("--ears", metavar="URI", type=_address, help="a recogniser on the network: tcp://MACHINE:PORT")
    parser.add_argument("--mic", metavar="NAME|URI", help="a part of the microphone's name, or one on the network")
    parser.add_argument("--speaker", metavar="NAME|URI", help="a part of the loudspeaker's name, or one on the network")


def channels(args: argparse.Namespace, settings: Settings) -> dict[str, Any]:
    """What was chosen, as `run_evening` takes it; who names a service on the network means to use it."""
    chosen: dict[str, Any] = {"ears": args.ears, "microphone": args.mic, "speaker": args.speaker}
    for device in (args.mic, args.speaker):
        if is_address(device):
            parse_address(device)
    voice, source = args.voice, args.input
    if is_address(voice):
        chosen["voice"], voice = (voice, *(name for name in settings.voice if not is_address(name))), "on"
    if source == "auto" and (args.ears or is_address(args.mic)):
        source = "mic"
    settings = settings.model_copy(update={name: value for name, value in chosen.items() if value})
    return {"voice": voice, "source": source, "settings": settings}


def _voice(text: str) -> str:
    if text not in ("auto", "on", "off"):
        if not is_address(text):
            raise argparse.ArgumentTypeError(f"'{text}' is not auto, on, off or an address such as tcp://pi:10300")
        _address(text)
    return text


def _address(text: str) -> str:
    try:
        parse_address(text)
    except UsageError as error:
        raise argparse.ArgumentTypeError(error.sentence()) from error
    return text


def run(args: argparse.Namespace) -> int:
    """Plays until somebody stops or the game is left."""
    settings = config.load_settings()
    language = args.lang or settings.language or "en"
    if language not in LANGUAGES:
        raise UsageError(f"quizhost does not speak '{language}'", todo=f"Languages: {', '.join(LANGUAGES)}")
    precision = args.precision or settings.precision or ""
    if precision not in ("", *PRECISIONS):
        raise UsageError(f"there is no precision '{precision}'", todo=f"Choose {', '.join(PRECISIONS)}")
    options = {"cards": args.cards} if args.cards != "host" else {}
    table = new_table(
        Wishes(
            ruleset=args.ruleset or settings.ruleset or "genus",
            ask_edition=not (args.ruleset or settings.ruleset),
            language=language,
            ask_language=not (args.lang or settings.language),
            players=parse_players(args.players) if args.players is not None else (),
            precision=precision,
            mode=args.mode,
            variants=tuple(args.variant),
            options=options,
            packs=tuple(args.pack),
            board=args.board,
            seed=args.seed,
            save=args.save,
            remember=args.seed is None,
        )
    )
    return run_evening(table, **channels(args, settings))
