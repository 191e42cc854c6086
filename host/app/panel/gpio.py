"""Button and lamp on the pins of a Raspberry Pi, through gpiozero. What is not there is said once, and not missed."""

from __future__ import annotations

import contextlib
import os
import tempfile
import threading
import time
import warnings
from collections.abc import Callable
from typing import Any, Final

from host.app.beside import Beside, Putting
from host.app.panel.gestures import WIRINGS, Gestures
from host.app.panel.lamp import Lamp
from host.app.panel.usb import UsbButtons
from host.config import Settings
from host.dialogue.protocol import ButtonPressed
from host.errors import DeviceError

BOUNCE: Final = 0.05
"""Seconds within which the contact of a button may chatter."""
HOLD: Final = {"talk": 1.0, "switch": 0.6}
"""Seconds that count as holding."""
_TODO: Final = 'Run pip install "quizhost[pi]", or remove button_pin and led_pin from your settings'


class Buttons(Putting):
    """A push button between a pin and ground.

    Args:
        button: gpiozero's, or a stand-in for it.
        use: ``talk`` or ``switch``.
        clock: seconds, monotonic.
    """

    def __init__(self, button: Any, use: str, *, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._button, self._clock = button, clock
        self._gestures = Gestures(WIRINGS[use], clock())
        self._lock = threading.Lock()
        button.when_pressed = lambda: self._on("down")
        button.when_held = lambda: self._on("held")
        button.when_released = lambda: self._on("up")

    def _on(self, what: str) -> None:
        """From gpiozero's thread."""
        with self._lock:
            name = getattr(self._gestures, what)(self._clock())
        if name:
            self.put(ButtonPressed(name))

    def close(self) -> None:
        """Lets go of the pin."""
        self._button.close()


class _OneColour:
    """A single LED."""

    def __init__(self, led: Any) -> None:
        self._led = led

    def show(self, brightness: float, colour: tuple[float, float, float]) -> None:
        self._led.value = round(brightness, 2)

    def close(self) -> None:
        self._led.close()


class _ThreeColours:
    """An RGB LED."""

    def __init__(self, led: Any) -> None:
        self._led = led

    def show(self, brightness: float, colour: tuple[float, float, float]) -> None:
        self._led.value = tuple(round(brightness * part, 2) for part in colour)

    def close(self) -> None:
        self._led.close()


class Panel:
    """What is on the pins, and a USB button.

    Args:
        settings: which pins.
        factory: gpiozero's pin factory; None: the machine's own.

    Raises:
        DeviceError: gpiozero is not installed, this machine has no pins, or a pin cannot be used.
    """

    def __init__(self, settings: Settings, factory: Any = None) -> None:
        self.buttons: Buttons | None = None
        self.usb: UsbButtons | None = None
        self.lamp: Lamp | None = None
        if settings.usb_button:
            self.usb = UsbButtons(settings.usb_button, settings.button, hold=HOLD[settings.button])
            self.usb.start()
        if settings.button_pin is None and settings.led_pin is None:
            return
        os.environ.setdefault("LG_WD", tempfile.gettempdir())  # lgpio keeps a pipe there, else where it was started
        try:
            import gpiozero
        except ImportError as error:
            self.close()
            raise DeviceError("there is no button and no lamp: gpiozero is not installed", todo=_TODO) from error
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # it tells of every pin library that is missing; one sentence does
                self._open(gpiozero, settings, factory)
        except Exception as error:  # each pin library has errors of its own, and none of them may stop a game
            self.close()
            reason = " ".join(str(error).split()).rstrip("!. ") or type(error).__name__
            raise DeviceError(f"there is no button and no lamp: {reason}", todo=_TODO) from error
        if self.lamp:
            self.lamp.start()

    def _open(self, gpiozero: Any, settings: Settings, factory: Any) -> None:
        if settings.button_pin is not None:
            button = gpiozero.Button(
                settings.button_pin, bounce_time=BOUNCE, hold_time=HOLD[settings.button], pin_factory=factory
            )
            self.buttons = Buttons(button, settings.button)
        if isinstance(settings.led_pin, int):
            self.lamp = Lamp(_OneColour(gpiozero.PWMLED(settings.led_pin, pin_factory=factory)), on=settings.light)
        elif settings.led_pin is not None:
            led = gpiozero.RGBLED(*settings.led_pin, pin_factory=factory)
            self.lamp = Lamp(_ThreeColours(led), on=settings.light)

    @property
    def parts(self) -> tuple[Beside, ...]:
        """What stands beside the loop."""
        return tuple(part for part in (self.buttons, self.usb, self.lamp) if part is not None)

    def close(self) -> None:
        """Lets go of the pins; the lamp is dark."""
        for part in (self.buttons, self.usb, self.lamp):
            if part:
                with contextlib.suppress(Exception):
                    part.close()
