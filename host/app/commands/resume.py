"""quizhost resume: goes on with a saved game, with the standing and the pending question."""

from __future__ import annotations

import argparse
from pathlib import Path

from host import config
from host.app.commands.play import add_channels, channels
from host.app.evening import run_evening
from host.app.table import saved_table


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the command's arguments."""
    parser.add_argument("file", metavar="FILE", nargs="?", type=Path, help="the save (default: the newest)")
    add_channels(parser)


def run(args: argparse.Namespace) -> int:
    """Plays on until somebody stops or the game is left."""
    how = channels(args, config.load_settings())
    return run_evening(saved_table(args.file), **how)
