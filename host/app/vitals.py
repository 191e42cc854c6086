"""Tells the table how the machine feels: too hot, slowed down, weak power, a microphone that was plugged in (B10).

Everything is told once when it begins and once when it is over, never again and again at a threshold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final

from host.app.beside import Apart, Putting, View, in_thread
from host.app.health import HOT, Throttling, degrees, throttling
from host.dialogue.protocol import Notice, Signal

EVERY: Final = 30.0
"""Seconds between two looks at the thermometer; asking the firmware takes a tenth of one."""
COOL: Final = 70.0
"""Degrees Celsius below which a hot machine is cool again."""
WEAK_AGAIN: Final = 600.0
"""Seconds after which a weak power supply is spoken of again."""
PLUGS_EVERY: Final = 5.0
"""Seconds between two looks for a microphone where there is none."""
_SLOWED: Final = 0b1100
"""Bits of the firmware: slowed down, and too hot."""
_WEAK: Final = 0b1


class Vitals(Putting):
    """Thermometer and power.

    Args:
        temperature: degrees Celsius; None where nobody tells.
        slowed: what the firmware tells; None where it does not.
        apart: runs the reading, which may take a moment, outside the loop's thread.
    """

    def __init__(
        self,
        *,
        temperature: Callable[[], float | None] = degrees,
        slowed: Callable[[], Throttling | None] = throttling,
        apart: Apart = in_thread,
    ) -> None:
        super().__init__()
        self._temperature, self._slowed, self._apart = temperature, slowed, apart
        self._next = 0.0
        self._hot = False
        self._weak_at: float | None = None

    def look(self, view: View) -> Iterable[Signal]:
        """Every half minute, reads what there is to read."""
        if view.now >= self._next:
            self._next, now = view.now + EVERY, view.now
            self._apart(lambda: self._read(now))
        return ()

    def _read(self, now: float) -> None:
        for line in self._news(self._temperature(), self._slowed(), now):
            self.put(Notice(line, chime="attention" if line != "fault_cooler" else ""))

    def _news(self, temperature: float | None, slowed: Throttling | None, now: float) -> Iterator[str]:
        bits = slowed.bits if slowed else 0
        if not self._hot and ((temperature or 0.0) >= HOT or bits & _SLOWED):
            self._hot = True
            yield "fault_hot"
        elif self._hot and (temperature or 0.0) < COOL and not bits & _SLOWED:
            self._hot = False
            yield "fault_cooler"
        if bits & _WEAK and (self._weak_at is None or now - self._weak_at > WEAK_AGAIN):
            self._weak_at = now
            yield "fault_power"


def can_record(proc: Path = Path("/proc/asound/pcm")) -> bool:
    """Whether some sound card of this machine has an input."""
    try:
        return "capture" in proc.read_text(encoding="ascii", errors="replace")
    except OSError:
        return False


class Plugs(Putting):
    """Looks for a microphone where there is none.

    Args:
        missing: whether there is none.
        found: ends the loop, so that the sound is opened anew.
        there: whether the machine has an input now.
    """

    def __init__(
        self,
        missing: Callable[[], bool],
        found: Callable[[], BaseException],
        *,
        there: Callable[[], bool] = can_record,
    ) -> None:
        super().__init__()
        self._missing, self._found, self._there = missing, found, there
        self._was_there: bool | None = None
        self._next = 0.0

    def look(self, view: View) -> Iterable[Signal]:
        """An input that was not there a moment ago is tried; one that was there and cannot be opened is left alone."""
        if view.now >= self._next and not view.speaking:
            self._next = view.now + PLUGS_EVERY
            there = self._there()
            if there and self._was_there is False and self._missing():
                self.put(self._found())
            self._was_there = there
        return ()
