"""One connection that carries Wyoming events: bounded in size, bounded in time, and honest about how it ended.

The package ``wyoming`` reads and writes the events. It takes any file for a source, waits for ever, believes every
length it is told, and returns None for rubbish as for the end; the reader in here sets limits and tells these apart.
A link is used by one reading thread; any thread may send.
"""

from __future__ import annotations

import contextlib
import io
import socket
import threading
import time
from typing import Any, Final

from wyoming.event import Event, read_event, write_event

from host.errors import DeviceError
from host.speech.wyoming.address import Address

CONNECT_WITHIN: Final = 3.0
"""Seconds for a connection to be made."""
STALLED_AFTER: Final = 10.0
"""Seconds that an event may take from its first byte to its last, and that a peer may refuse to take bytes."""
LONGEST: Final = 4 * 1024 * 1024
"""Bytes of a line or a payload. The list of all voices of a Piper server is a quarter of a megabyte."""
_PIECE: Final = 65_536


class LinkError(DeviceError):
    """A service cannot be reached, fell silent, or does not speak the protocol."""


class LinkClosed(LinkError):
    """The other side ended the connection."""


class NoAnswer(LinkError):
    """The other side is connected and silent."""


class Link:
    """A connection.

    Args:
        connected: a connected stream socket, which this object closes.
        address: for error messages.
        longest: bytes of a line or a payload that are taken.
    """

    def __init__(self, connected: socket.socket, address: Address, *, longest: int = LONGEST) -> None:
        self.address = address
        self._in, self._out = connected, connected.dup()  # a time-out belongs to the object, and directions differ
        self._lock = threading.Lock()
        self._reader = _Reader(self._in, longest)
        self._closed = False
        self.used = False
        """Whether anything was ever received: a link that was used may have been closed meanwhile."""

    def send(self, *events: Event) -> None:
        """Sends events, whole and in order.

        Raises:
            LinkError: the peer is gone or does not take them.
        """
        packed = io.BytesIO()
        for event in events:
            write_event(event, packed)
        try:
            with self._lock:
                self._out.settimeout(STALLED_AFTER)
                self._out.sendall(packed.getbuffer())
        except TimeoutError as error:
            raise self._error("takes no more data") from error
        except (OSError, ValueError) as error:
            raise self._closed_by_peer() from error

    def receive(self, timeout: float) -> Event | None:
        """The next event; None when none begins within ``timeout`` seconds.

        Raises:
            LinkError: the connection ended, the event did not, or it is none.
        """
        try:
            if not self._reader.wait(timeout):
                return None
            event = read_event(self._reader)  # type: ignore[arg-type]
        except TimeoutError as error:
            raise self._error("stopped in the middle of a message") from error
        except OSError as error:
            raise self._closed_by_peer() from error
        except (_TooLong, AttributeError, KeyError, TypeError, RecursionError, ValueError) as error:
            raise self._error("sends something that is not Wyoming") from error
        if event is None or not isinstance(event.type, str) or not isinstance(event.data, dict):
            if event is None and self._reader.ended:
                raise self._closed_by_peer()
            raise self._error("sends something that is not Wyoming")
        self.used = True
        return event

    @property
    def alive(self) -> bool:
        """Whether the connection is open as far as this side knows; costs nothing."""
        if self._closed or self._reader.ended:
            return False
        try:
            self._in.settimeout(0.0)
            return self._in.recv(1, socket.MSG_PEEK) != b""
        except (BlockingIOError, TimeoutError):
            return True
        except OSError:
            return False

    def close(self) -> None:
        """Ends the connection; a thread that waits for it wakes up."""
        self._closed = True
        with contextlib.suppress(OSError):
            self._in.shutdown(socket.SHUT_RDWR)
        self._in.close()
        self._out.close()

    def _closed_by_peer(self) -> LinkClosed:
        error = self._error("closed the connection")
        return LinkClosed(error.what, where=error.where, todo=error.todo)

    def _error(self, what: str) -> LinkError:
        return LinkError(f"the service {what}", where=str(self.address), todo="See whether it still runs")


class _TooLong(Exception):
    """A length beyond what is taken."""


class _Reader:
    """A buffered source for `read_event` with a deadline and limits."""

    def __init__(self, source: socket.socket, longest: int) -> None:
        self._source, self._longest = source, longest
        self._buffer = bytearray()
        self._deadline = 0.0
        self.ended = False

    def wait(self, timeout: float) -> bool:
        """Whether a byte is there within ``timeout`` seconds, or the end; from now on the event must hurry."""
        if not self._buffer and not self.ended:
            self._deadline = time.monotonic() + timeout
            try:
                self._fill()
            except TimeoutError:
                return False
        self._deadline = time.monotonic() + STALLED_AFTER
        return True

    def readline(self) -> bytes:
        """Up to and with the next line feed; less at the end."""
        searched = 0
        while (at := self._buffer.find(b"\n", searched)) < 0 and not self.ended:
            searched = len(self._buffer)
            if searched > self._longest:
                raise _TooLong
            self._fill()
        return self._take(at + 1 if at >= 0 else len(self._buffer))

    def read(self, count: Any) -> bytes:
        """Exactly so many bytes; less at the end."""
        if not isinstance(count, int) or not 0 < count <= self._longest:
            raise _TooLong
        while len(self._buffer) < count and not self.ended:
            self._fill()
        return self._take(min(count, len(self._buffer)))

    def _take(self, count: int) -> bytes:
        taken = bytes(self._buffer[:count])
        del self._buffer[:count]
        return taken

    def _fill(self) -> None:
        left = self._deadline - time.monotonic()
        self._source.settimeout(max(left, 0.0))
        try:
            piece = self._source.recv(_PIECE)
        except BlockingIOError as error:  # a time-out of 0
            raise TimeoutError from error
        self.ended = not piece
        self._buffer += piece


def connect(address: Address, *, within: float = CONNECT_WITHIN) -> Link:
    """A new connection.

    Raises:
        LinkError: there is no such machine, nothing listens there, or it does not answer.
    """
    try:
        if address.scheme == "unix":
            connected = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            connected.settimeout(within)
            connected.connect(address.path)
        else:
            connected = socket.create_connection((address.host, address.port), timeout=within)
            keep_alive(connected)
    except (OSError, UnicodeError) as error:
        what, todo = _why(error, address)
        raise LinkError(what, where=str(address), todo=todo) from error
    return Link(connected, address)


def keep_alive(connected: socket.socket) -> None:
    """Sends small pieces at once, and has the system notice within some ten seconds that the other machine is gone."""
    connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    connected.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in (("TCP_KEEPIDLE", 5), ("TCP_KEEPINTVL", 2), ("TCP_KEEPCNT", 3), ("TCP_USER_TIMEOUT", 10_000)):
        if hasattr(socket, name):  # names differ between systems
            with contextlib.suppress(OSError):
                connected.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)


def _why(error: Exception, address: Address) -> tuple[str, str]:
    """What went wrong, and what to do, in words."""
    match error:
        case socket.gaierror() | UnicodeError():
            return f"no machine is called '{address.host}'", "Check the name, or use its number"
        case ConnectionRefusedError() | FileNotFoundError():
            return "nothing listens there", "Start the service, or check the port"
        case TimeoutError():
            return "the machine does not answer", "Check that it is on and in the same network"
        case PermissionError():
            return "the socket may not be used", "Check who may use it"
    return f"there is no way to the machine ({getattr(error, 'strerror', None) or error})", "Check the network"
