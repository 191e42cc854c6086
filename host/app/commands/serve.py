"""quizhost serve: the appliance. Switched on, it says so, offers what there is to play, and never leaves by itself."""

from __future__ import annotations

import argparse
import shlex
import signal
import subprocess
import sys
from types import FrameType

from host import config
from host.app.appliance import Appliance, Terminated
from host.app.notify import this_service
from host.app.outfit import outfit_of_this_machine


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the command's arguments."""
    parser.add_argument("--input", choices=("mic", "typed"), default="mic", help="listen, or read typed lines only")
    parser.add_argument(
        "--poweroff", metavar="COMMAND", help="what 'shut down' runs at the end, e.g. 'systemctl poweroff' (nothing)"
    )


def run(args: argparse.Namespace) -> int:
    """Plays game after game until "shut down" or SIGTERM."""
    settings = config.load_settings()
    signal.signal(signal.SIGTERM, _terminate)
    from host.app.evening import show
    from host.app.network import Network
    from host.app.typed import Keyboard

    typed = args.input == "typed"
    network = Network.of(settings)
    appliance = Appliance(
        outfit_of_this_machine(settings, network),
        settings,
        beside=(network,),
        keyboard=Keyboard(sys.stdin) if typed or sys.stdin.isatty() else None,
        typed=typed,
        keys=sys.stdin.isatty() or typed,
        service=this_service(),
        show=show,
    )
    status = appliance.run()
    if appliance.left == "shut_down" and args.poweroff:
        subprocess.run(shlex.split(args.poweroff), check=False)
    return status


def _terminate(number: int, frame: FrameType | None) -> None:
    raise Terminated
