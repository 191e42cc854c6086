"""Keeps what cannot be written: when the disk is full, the host waits aloud, and goes on by itself when there is room.

Nothing that follows from an event is performed before the event is on the disk, so nobody hears of a point that a
power cut could take away again.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from typing import Final

from host.app.performer import Performer
from host.dialogue.protocol import Action, Signal
from host.errors import SessionError

SAID_AGAIN: Final = 60.0
"""Seconds after which a full disk is spoken of again."""


class Backlog:
    """Performs actions in order, and holds them back for as long as they cannot be written.

    Args:
        performer: performs them.
        say: says a line of the phrase book that the host knows nothing of.
    """

    def __init__(self, performer: Performer, say: Callable[[str], None]) -> None:
        self._performer, self._say = performer, say
        self._waiting: deque[Action] = deque()
        self._said: float | None = None

    @property
    def waiting(self) -> bool:
        """Whether something is held back."""
        return bool(self._waiting)

    def perform(self, actions: Iterable[Action], now: float) -> list[Signal]:
        """Performs these after all that waits.

        Args:
            actions: none to try once more what waits.
            now: seconds, monotonic.

        Returns:
            The signals that follow at once.
        """
        self._waiting.extend(actions)
        signals: list[Signal] = []
        while self._waiting:
            try:
                signals += self._performer.perform((self._waiting[0],))
            except SessionError:
                if self._said is None or now - self._said > SAID_AGAIN:
                    self._said = now
                    self._say("fault_disk_full")
                return signals
            if self._said is not None:
                self._said = None
                self._say("fault_disk_room")
            self._waiting.popleft()
        return signals
