"""A USB button, presenter or small keypad as the host's button, where no terminal takes its keys: as a service.

Read as the kernel writes it (linux/input.h): fixed-size records of time, kind, key and value. The device is found by a
part of its name, taken for the host alone so that its keys go nowhere else, and looked for again when it is pulled out.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
import select
import struct
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from host.app.beside import Putting
from host.app.panel.gestures import WIRINGS, Gestures, Use
from host.dialogue.protocol import ButtonPressed

RECORD: Final = struct.Struct("llHHi")
"""struct input_event: seconds, microseconds, type, code, value."""
_KEY: Final = 1
_GRAB: Final = 0x40044590
"""EVIOCGRAB."""
MAIN: Final = {28: "enter", 57: "space", 96: "enter", 106: "right", 109: "page down", 272: "mouse left", 63: "f5"}
"""Keys that are the button: what presenters and big USB buttons send."""
OTHERS: Final = {
    "talk": {104: "repeat", 105: "repeat", 48: "pause", 52: "pause", 164: "pause", 1: "stop", 248: "mute"},
    "switch": {104: "back", 105: "back", 48: "pick", 52: "pick", 164: "pick", 1: "stop", 248: "mute"},
}
"""Page up and left, B and the full stop (a presenter's dark screen), play and pause, escape, the microphone's key."""
AGAIN: Final = 5.0
"""Seconds between two looks for a device that is not there."""
SLICE: Final = 0.1
"""Seconds between two looks at the clock while a key is down."""


def devices(listing: Path = Path("/proc/bus/input/devices")) -> Iterator[tuple[str, Path]]:
    """Name and device file of every input the kernel knows."""
    try:
        text = listing.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return
    for block in text.split("\n\n"):
        name, event = re.search(r'^N: Name="(.*)"$', block, re.M), re.search(r"\b(event\d+)\b", block)
        if name and event:
            yield name[1], Path("/dev/input") / event[1]


class UsbButtons(Putting):
    """Keys of one USB device.

    Args:
        name: part of the device's name.
        use: ``talk`` or ``switch``.
        hold: seconds that count as holding.
        find: the inputs there are.
        clock: seconds, monotonic.
    """

    def __init__(
        self,
        name: str,
        use: Use,
        *,
        hold: float,
        find: Callable[[], Iterator[tuple[str, Path]]] = devices,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__()
        self._name, self._use, self._hold, self._find, self._clock = name.casefold(), use, hold, find, clock
        self._gestures = Gestures(WIRINGS[use], float("-inf"))
        self._down: float | None = None
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="usb button", daemon=True)

    def start(self) -> None:
        """From now on it is looked for and listened to."""
        self._thread.start()

    def close(self) -> None:
        """Lets go of the device."""
        self._over.set()
        if self._thread.is_alive():
            self._thread.join(2.0)

    def _run(self) -> None:
        while not self._over.is_set():
            for name, path in self._find():
                if self._name in name.casefold():
                    with contextlib.suppress(OSError):  # no right to read it, or pulled out
                        self._read(path)
            self._over.wait(AGAIN)

    def _read(self, path: Path) -> None:
        """Follows one device until it goes."""
        device = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        try:
            with contextlib.suppress(OSError):  # something that is no input device, in tests
                fcntl.ioctl(device, _GRAB, 1)
            rest = b""
            while not self._over.is_set():
                ready, _, _ = select.select([device], [], [], SLICE)
                if ready:
                    got = os.read(device, RECORD.size * 64)
                    if not got:
                        return
                    rest += got
                while len(rest) >= RECORD.size:
                    _, _, kind, code, value = RECORD.unpack(rest[: RECORD.size])
                    rest = rest[RECORD.size :]
                    if kind == _KEY:
                        self.key(code, value)
                self.waiting()
        finally:
            self._down = None
            self._gestures.up(self._clock())
            os.close(device)

    def key(self, code: int, value: int) -> None:
        """A key went down (1) or up (0); repeats (2) say nothing new."""
        now = self._clock()
        if code in MAIN and value == 1:
            self._down = now
            self._send(self._gestures.down(now))
        elif code in MAIN and value == 0:
            self._down = None
            self._send(self._gestures.up(now))
        elif value == 1:
            self._send(OTHERS[self._use].get(code, ""))

    def waiting(self) -> None:
        """A key that has been down long enough is held."""
        if self._down is not None and self._clock() - self._down >= self._hold:
            self._down = None
            self._send(self._gestures.held(self._clock()))

    def _send(self, name: str) -> None:
        if name:
            self.put(ButtonPressed(name))
