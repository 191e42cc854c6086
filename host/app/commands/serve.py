"""quizhost serve: the appliance. Switched on, it says so, offers what there is to play, and never leaves by itself."""

from __future__ import annotations

import argparse
import contextlib
import shlex
import signal
import subprocess
import sys
from types import FrameType

from host import config
from host.app.appliance import Appliance, Terminated
from host.app.beside import at_once
from host.app.box_sound import journal
from host.app.notify import this_service
from host.app.outfit import outfit_of_this_machine
from host.app.panel.gpio import Panel
from host.app.stick import Stick
from host.app.vitals import Vitals
from host.errors import DeviceError


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

    typed, by_hand = args.input == "typed", sys.stdin.isatty()
    with contextlib.ExitStack() as stack:
        panel = _panel(settings)
        network = Network.of(settings)
        stack.callback(panel.close)
        stack.callback(network.close)
        stick = Stick(settings.packs_from, apart=at_once) if typed else Stick(settings.packs_from)
        appliance = Appliance(
            outfit_of_this_machine(settings, network),
            settings,
            beside=(*panel.parts, network, Vitals(), stick),
            keys=panel.buttons is not None or panel.usb is not None or by_hand or typed,
            light=panel.lamp is not None,
            keyboard=Keyboard(sys.stdin) if typed or by_hand else None,
            typed=typed,
            service=this_service(),
            show=show,
        )
        status = appliance.run()
    if appliance.left == "shut_down" and args.poweroff:
        subprocess.run(shlex.split(args.poweroff), check=False)
    return status


def _panel(settings: config.Settings) -> Panel:
    """Button and lamp; without them everything else works, and one line says why."""
    try:
        return Panel(settings)
    except DeviceError as error:
        journal(error.sentence())
        return Panel(settings.model_copy(update={"button_pin": None, "led_pin": None}))


def _terminate(number: int, frame: FrameType | None) -> None:
    raise Terminated
