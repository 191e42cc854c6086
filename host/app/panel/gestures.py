"""What one button means by how it is pressed. Pure: times are arguments."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

AGAIN_WITHIN: Final = 0.5
"""Seconds between two presses that belong together."""
DEAF_FOR: Final = 0.3
"""Seconds after the start in which presses do not count: opening a pin may look like one."""


@dataclass(frozen=True, slots=True)
class Wiring:
    """What the gestures of a button send (see host.dialogue.protocol.ButtonPressed)."""

    presses: tuple[str, ...]
    """The first press, the second soon after it, the third; the last one repeats nothing."""
    held: str
    at_once: bool
    """The first press counts when the button goes down, not when it comes up: it silences the host without delay, and
    what follows (held, pressed again) adds to it without harm."""


WIRINGS: Final = {
    "talk": Wiring(("press", "repeat", "mute"), "pause", at_once=True),
    "switch": Wiring(("step", "back", "mute"), "pick", at_once=False),
}
"""``talk``: listen now or be silent, held for a pause. ``switch``: everything with one switch (A05)."""
Use = Literal["talk", "switch"]


class Gestures:
    """Follows one button.

    Args:
        wiring: what it sends.
        now: seconds, monotonic; when it was opened.
    """

    def __init__(self, wiring: Wiring, now: float) -> None:
        self._wiring, self._opened = wiring, now
        self._last, self._count = float("-inf"), 0
        self._down = self._was_held = False

    def down(self, now: float) -> str:
        """It goes down; what is to be sent, if anything."""
        if self._down or now - self._opened < DEAF_FOR:
            return ""
        self._down, self._was_held = True, False
        self._count = self._count + 1 if now - self._last <= AGAIN_WITHIN else 1
        self._last = now
        return self._press() if self._wiring.at_once else ""

    def held(self, now: float) -> str:
        """It has been down for the time that counts as holding."""
        if not self._down or self._was_held:
            return ""
        self._was_held, self._count = True, 0
        return self._wiring.held

    def up(self, now: float) -> str:
        """It comes up."""
        was_down, self._down = self._down, False
        return "" if not was_down or self._was_held or self._wiring.at_once else self._press()

    def _press(self) -> str:
        return self._wiring.presses[self._count - 1] if self._count <= len(self._wiring.presses) else ""
