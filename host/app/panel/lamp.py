"""The lamp: mirrors what the host does, by rhythm first and by colour where it has any. It has no state of its own.

What is shown follows from the last view and from how old that is, so it cannot be stuck: a host that does not answer
any more is a fault, whatever it did last. When the process ends the pins are let go and the lamp is dark.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Protocol

from host.app.beside import Beside, View
from host.dialogue.protocol import Signal
from host.dialogue.talk import Mode

STALE: Final = 5.0
"""Seconds without a view after which the host is taken not to answer."""
BETWEEN: Final = 120.0
"""The same between two loops, while a table is set."""
TICK: Final = 0.05
"""Seconds between two changes of brightness."""


class Light(StrEnum):
    """What the lamp shows."""

    LISTENING = "listening"
    THINKING = "thinking"
    SPEAKING = "speaking"
    MUTED = "muted"
    FAULT = "fault"
    RESTING = "resting"
    """Paused, or nobody plays."""
    OFF = "off"


COLOURS: Final[dict[Light, tuple[float, float, float]]] = {
    Light.LISTENING: (0.0, 1.0, 0.0),
    Light.THINKING: (1.0, 0.6, 0.0),
    Light.SPEAKING: (0.0, 0.3, 1.0),
    Light.MUTED: (1.0, 0.0, 0.0),
    Light.FAULT: (1.0, 0.0, 0.0),
    Light.RESTING: (1.0, 1.0, 1.0),
    Light.OFF: (0.0, 0.0, 0.0),
}


def light_for(view: View) -> Light:
    """What a view looks like."""
    if view.faulty:
        return Light.FAULT
    if view.muted and not view.speaking:
        return Light.MUTED
    if view.speaking:
        return Light.SPEAKING
    if view.thinking:
        return Light.THINKING
    if view.idle or view.mode is Mode.PAUSED:
        return Light.RESTING
    return Light.LISTENING


def brightness(light: Light, seconds: float) -> float:
    """How bright a light is at a moment, 0 to 1; told apart without colour.

    Steady: listening. Breathing: speaking. Quick blinking: thinking. A short flash every three seconds: muted. Three
    flashes and a pause: fault. Faint: resting.
    """
    match light:
        case Light.LISTENING:
            return 1.0
        case Light.SPEAKING:
            return 0.6 - 0.4 * math.cos(seconds * math.tau / 1.6)
        case Light.THINKING:
            return 1.0 if seconds % 0.3 < 0.15 else 0.0
        case Light.MUTED:
            return 1.0 if seconds % 3.0 < 0.15 else 0.0
        case Light.FAULT:
            at = seconds % 2.0
            return 1.0 if at < 1.2 and at % 0.4 < 0.2 else 0.0
        case Light.RESTING:
            return 0.1
    return 0.0


class Led(Protocol):
    """One lamp of one or three colours."""

    def show(self, brightness: float, colour: tuple[float, float, float]) -> None:
        """Sets it, 0 to 1."""
        ...

    def close(self) -> None:
        """Lets go of it, dark."""
        ...


@dataclass(frozen=True, slots=True)
class _Seen:
    light: Light
    at: float
    good_for: float


class Lamp(Beside):
    """Shows the views of the loop on a lamp.

    Args:
        led: the lamp.
        clock: seconds, monotonic.
        on: whether it is switched on at first.
    """

    def __init__(self, led: Led, *, clock: Callable[[], float] = time.monotonic, on: bool = True) -> None:
        self._led, self._clock, self._on = led, clock, on
        self._seen = _Seen(Light.THINKING, clock(), BETWEEN)
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="lamp", daemon=True)

    def start(self) -> None:
        """From now on it shines."""
        self._thread.start()

    def look(self, view: View) -> Iterable[Signal]:
        """How things stand now."""
        self._seen = _Seen(light_for(view), self._clock(), STALE)
        return ()

    def detach(self) -> None:
        """One loop has ended; the next is being prepared."""
        self._seen = _Seen(Light.THINKING, self._clock(), BETWEEN)

    def errand(self, what: str) -> Iterable[Signal]:
        """ "Light off", "light on"."""
        if what in ("light_on", "light_off"):
            self._on = what == "light_on"
        return ()

    def light(self) -> Light:
        """What is to be seen at this moment."""
        seen = self._seen
        if self._clock() - seen.at > seen.good_for:
            return Light.FAULT
        # A fault and a microphone that is off are shown even when the rest of the show is not wanted.
        return seen.light if self._on or seen.light in (Light.FAULT, Light.MUTED) else Light.OFF

    def tick(self) -> None:
        """Shows it."""
        light = self.light()
        self._led.show(brightness(light, self._clock()), COLOURS[light])

    def close(self) -> None:
        """The end."""
        self._over.set()
        if self._thread.is_alive():
            self._thread.join(1.0)
        self._led.close()

    def _run(self) -> None:
        while not self._over.wait(TICK):
            self.tick()
