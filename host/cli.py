"""The ``quizhost`` command: finds the sub-command, reports errors in one sentence, sets the exit status."""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import os
import sys
from collections.abc import Sequence

from host import __version__
from host.errors import HostError

_SUMMARIES = {
    "play": "Host a game.",
    "resume": "Go on with a saved game.",
    "serve": "Be the quizmaster of the table from power-on to power-off.",
    "replay": "Print an evening from its session file.",
    "demo": "A short spoken game without hardware.",
    "judge": "Judge text answers.",
    "listen": "Judge spoken answers from sound files.",
    "simulate": "Random legal play through the rules engine.",
    "rulesets": "List, show and check rulesets.",
    "packs": "List, check, count, import and export question packs.",
    "models": "List, get, add, verify and remove voices and recognisers.",
    "words": "List, add and remove command words of your own.",
    "devices": "List and test microphones and loudspeakers.",
    "manual": "Print the manual: what can be said, and the rules.",
    "doctor": "Check everything and say what to do next.",
    "wyoming": "Lend ears and voice to other machines, and look at what others lend.",
}
COMMANDS = {
    name: summary
    for name, summary in _SUMMARIES.items()
    if importlib.util.find_spec(f"host.app.commands.{name}") is not None
}
"""Sub-command -> what it does. Each lives in host/app/commands/<name>.py with configure(parser) and run(args)."""


def build_parser(only: str | None = None) -> argparse.ArgumentParser:
    """The argument parser; with ``only`` just that sub-command's module is imported, which keeps start-up short."""
    parser = argparse.ArgumentParser(
        prog="quizhost",
        description="An offline voice quizmaster for physical trivia board games.",
        epilog="'quizhost COMMAND --help' describes each command.",
    )
    parser.add_argument("--version", action="version", version=f"quizhost {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, summary in COMMANDS.items():
        sub = commands.add_parser(name, help=summary, description=summary)
        if only in (None, name):
            module = importlib.import_module(f"host.app.commands.{name}")
            module.configure(sub)
            sub.set_defaults(run=module.run)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command. Exit status 0 = done, 1 = something is wrong, 2 = called wrongly."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    only = next((word for word in arguments if word in COMMANDS), "")
    try:
        args = build_parser(only or "none").parse_args(arguments)
        status: int = args.run(args)
        sys.stdout.flush()
        return status
    except HostError as error:
        print(f"quizhost: {error.sentence()}", file=sys.stderr)
        return error.exit_status
    except BrokenPipeError:
        # The reader went away (quizhost … | head): nothing is wrong, but Python must not complain at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        print("", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
