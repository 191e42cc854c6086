"""One evening at the table: chooses the channels (microphone or typed lines, voice or print) and runs the loop."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

from host.app.performer import Performer
from host.app.table import Table, another_table
from host.app.typed import Keyboard, run_typed
from host.config import Settings
from host.dialogue.protocol import Line
from host.errors import DeviceError


def run_evening(table: Table, *, voice: str, source: str, settings: Settings) -> int:
    """Plays until the host leaves.

    Args:
        table: the host and its session.
        voice: ``auto``, ``on`` or ``off``.
        source: ``auto``, ``mic`` or ``typed``.
        settings: devices, rate, volume.

    Returns:
        Exit status 0.

    Raises:
        DeviceError: ``voice on`` or ``input mic`` was demanded and cannot be had.
    """
    keyboard = Keyboard(sys.stdin)
    while True:
        _one_game(table, voice=voice, source=source, settings=settings, keyboard=keyboard)
        if table.host.left != "again":
            return 0
        table = another_table(table)


def _one_game(table: Table, *, voice: str, source: str, settings: Settings, keyboard: Keyboard) -> None:
    for notice in table.notices:
        print(f"Note: {notice}", file=sys.stderr)
    try:
        if source != "mic" and (source == "typed" or not sys.stdin.isatty()) and voice != "on":
            run_typed(table.host, Performer(show, table.session), keyboard, time.monotonic, by_hand=sys.stdin.isatty())
        else:
            _with_sound(table, voice=voice, source=source, settings=settings, keyboard=keyboard)
    finally:
        table.session.close()
        if table.household:
            table.household.close()


def _with_sound(table: Table, *, voice: str, source: str, settings: Settings, keyboard: Keyboard) -> None:
    """Opens microphone and loudspeaker; what cannot be had is said once, and typing takes its place."""
    from host.app.with_devices import run_with_devices

    try:
        run_with_devices(table, voice=voice, source=source, settings=settings, show=show, keyboard=keyboard)
    except DeviceError as error:
        if source == "mic" or voice == "on":
            raise
        print(f"Note: {error.sentence()} So please type your answers.", file=sys.stderr)
        run_typed(table.host, Performer(show, table.session), keyboard, time.monotonic, by_hand=sys.stdin.isatty())


def show(line: Line) -> None:
    """Prints one line of the host's, at once."""
    print(line.text, flush=True)


Show = Callable[[Line], None]
