"""Half-duplex: holds a Listen back until the host's last sound and its echo in the room are over."""

from __future__ import annotations

from host.app.ear import GATE_TAIL, Ear
from host.dialogue.protocol import Lacking, Listen


class Gate:
    """Between the dialogue and the ear. Belongs to the ear's thread.

    Args:
        ear: opened when the room is quiet.
        tail: seconds of quiet before it opens; 0 with a headset or echo cancellation.
    """

    def __init__(self, ear: Ear, *, tail: float = GATE_TAIL) -> None:
        self._ear, self._tail = ear, tail
        self._waiting: Listen | None = None
        self._muted = False
        self._quiet_since: float | None = None

    def use(self, language: str) -> Lacking | None:
        """Has the ears of a language ready; tells if there are none."""
        return self._ear.use(language)

    def open(self, listen: Listen) -> None:
        """Listens as soon as it is quiet. A newer Listen takes the place of an older one."""
        self._ear.close()
        self._waiting = None if self._muted else listen

    def close(self) -> None:
        """Hears nothing until the next `open`."""
        self._waiting = None
        self._ear.close()

    def mute(self, on: bool) -> None:
        """Opens for nobody while it is on."""
        self._muted = on
        if on:
            self.close()

    def step(self, now: float, quiet: bool) -> Listen | None:
        """Called with every block of stream time.

        Args:
            now: seconds of stream time.
            quiet: the loudspeaker plays nothing, its latency included.

        Returns:
            The Listen for which the ear has just been opened.
        """
        if not quiet:
            self._quiet_since = None
        elif self._quiet_since is None:
            self._quiet_since = now
        if self._waiting is None or self._quiet_since is None or now - self._quiet_since < self._tail:
            return None
        listen, self._waiting = self._waiting, None
        self._ear.open(listen)
        return listen
