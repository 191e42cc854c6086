"""Tells systemd how the host is: ready, what it is doing, still alive, about to end. Without systemd nothing happens.

systemd gives a ``Type=notify`` service the address of a datagram socket in NOTIFY_SOCKET, and with WatchdogSec= also
WATCHDOG_USEC: the time after which it kills and restarts a service that has not said WATCHDOG=1 (sd_notify(3),
sd_watchdog_enabled(3)). A watchdog fed by a timer proves only that timers work. Here the loop feeds it, and only while
sound is being worked on: a host that has gone deaf is as good as dead.
"""

from __future__ import annotations

import atexit
import contextlib
import faulthandler
import os
import socket
from collections.abc import Mapping
from functools import cache
from typing import Final

SOUND: Final = "Sound: "
"""Begins the status that names the devices in use; ``quizhost doctor`` compares them with those found by hand."""
LONGEST_RECOGNITION: Final = 20.0
"""Seconds that one utterance may keep the ear from the next blocks; a Whisper model on a small board takes its time."""


class Notifier:
    """Sends states to a service manager; does nothing where there is none.

    Args:
        address: path of a datagram socket, or ``@`` and an abstract name; empty: nobody listens.
        watchdog: seconds after which the manager takes silence for death; None: it does not.
    """

    def __init__(self, address: str = "", watchdog: float | None = None) -> None:
        self._address = "\0" + address[1:] if address.startswith("@") else address
        self.watchdog = watchdog if address else None
        """Seconds after which the manager takes silence for death; None: it does not."""

    @classmethod
    def of(cls, environment: Mapping[str, str], pid: int) -> Notifier:
        """What the environment of process ``pid`` says; values that cannot be meant are as if absent."""
        address = environment.get("NOTIFY_SOCKET", "")
        if not address.startswith(("/", "@")):
            return cls()
        meant = environment.get("WATCHDOG_PID", str(pid)) == str(pid)
        microseconds = environment.get("WATCHDOG_USEC", "")
        watchdog = int(microseconds) / 1e6 if meant and microseconds.isdecimal() and int(microseconds) else None
        return cls(address, watchdog)

    @property
    def enabled(self) -> bool:
        """Whether anybody listens."""
        return bool(self._address)

    def ready(self, status: str = "") -> None:
        """The host has what it needs and begins; once more does no harm."""
        self._send("READY=1", f"STATUS={_line(status)}" if status else "")

    def status(self, text: str) -> None:
        """What ``systemctl status`` shows, in one line."""
        self._send(f"STATUS={_line(text)}")

    def alive(self) -> None:
        """Feeds the watchdog. For the loop, and for long work that is known to end."""
        if self.watchdog is not None:
            self._send("WATCHDOG=1")

    def stopping(self) -> None:
        """The process is about to end. Not between two games: the manager would take it for the end."""
        self._send("STOPPING=1")

    def _send(self, *states: str) -> None:
        if not self._address:
            return
        # A manager that has gone away or does not keep up must not disturb a game.
        with (
            contextlib.suppress(OSError),
            socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as out,
        ):
            out.setblocking(False)
            out.sendto("\n".join(state for state in states if state).encode(), self._address)


@cache
def this_service() -> Notifier:
    """The manager of this process, found once; it is told of the process's end, and why it hung is written down."""
    notifier = Notifier.of(os.environ, os.getpid())
    if notifier.enabled:
        atexit.register(notifier.stopping)
        faulthandler.enable()  # the watchdog ends a process by SIGABRT: where it hung is then in the journal
    return notifier


class Heartbeat:
    """Feeds the watchdog for as long as sound is being worked on.

    Args:
        notifier: where to.
    """

    def __init__(self, notifier: Notifier) -> None:
        self._notifier = notifier
        self._every = (notifier.watchdog or 0.0) / 6
        self._seen = -1
        self._fed: float | None = None

    def beat(self, now: float, *, processed: int | None, busy_since: float | None = None, away: bool = False) -> bool:
        """The loop looks after its parts; called about twice a second from the thread that owns the host.

        Args:
            now: seconds, monotonic.
            processed: blocks from the microphone that have been worked on so far; None: there is no microphone, and
                that this call happens is all there is to tell.
            busy_since: since when the ear has been at one utterance, on the same clock; None: it is not.
            away: the device is lost and being opened again, which the keeper looks after.

        Returns:
            Whether the host is taken to be alive.
        """
        moved = processed is None or processed != self._seen
        recognising = busy_since is not None and now - busy_since < LONGEST_RECOGNITION
        if not (moved or recognising or away):
            return False
        if self._fed is None or now - self._fed >= self._every:
            self._seen = -1 if processed is None else processed
            self._fed = now
            self._notifier.alive()
        return True


def _line(text: str) -> str:
    """Text as one line: a line break would begin another state."""
    return " ".join(text.split())
