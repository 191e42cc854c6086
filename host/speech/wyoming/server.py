"""A Wyoming server with limits: a thread a client, so many clients, so much of everything from each.

The server of the package ``wyoming`` believes every length a client announces and keeps what it sends until memory
ends; a machine that several tables hang on must not.
"""

from __future__ import annotations

import contextlib
import os
import socket
import stat
import threading
from collections.abc import Callable
from typing import Final, Protocol

from wyoming.error import Error
from wyoming.event import Event
from wyoming.ping import Ping, Pong

from host.errors import DeviceError
from host.speech.wyoming.address import Address
from host.speech.wyoming.wire import Link, LinkError, keep_alive

MOST_CLIENTS: Final = 32
"""Connections at once; further ones are told so and closed."""
LONGEST: Final = 1024 * 1024
"""Bytes of a line or a payload from a client: half a minute of sound in one piece."""
IDLE: Final = 300.0
"""Seconds without a word after which a client is let go."""


class Guest(Protocol):
    """What serves one client."""

    def take(self, event: Event) -> bool:
        """Answers one event; False: the client is to be let go. May raise LinkError."""
        ...


class Server:
    """Listens at an address.

    Args:
        address: where; its port may be 0 for any free one.
        receive: makes the Guest of a new client.
        most: clients at once.
        idle: seconds without a word after which a client is let go.
    """

    def __init__(
        self,
        address: Address,
        receive: Callable[[Link], Guest],
        *,
        most: int = MOST_CLIENTS,
        idle: float = IDLE,
    ) -> None:
        self._receive, self._most, self._idle = receive, most, idle
        self._links: set[Link] = set()
        self._lock = threading.Lock()
        self._over = False
        self._socket = _listen(address)
        name = self._socket.getsockname()
        self.address = Address("tcp", address.host, int(name[1])) if address.scheme == "tcp" else address
        """Where it listens."""
        self.served = 0
        """Clients so far."""
        self.last_error: Exception | None = None
        """What a guest stumbled over last, if that was our fault."""

    @property
    def clients(self) -> int:
        """Connections now."""
        return len(self._links)

    def run(self) -> None:
        """Serves until `close`."""
        while not self._over:
            try:
                accepted, _ = self._socket.accept()
            except OSError:
                if self._over:
                    return
                continue
            link = Link(accepted, self.address, longest=LONGEST)
            if self.address.scheme == "tcp":
                with contextlib.suppress(OSError):
                    keep_alive(accepted)
            with self._lock:
                full = len(self._links) >= self._most
                if not full:
                    self._links.add(link)
                    self.served += 1
            target = self._turn_away if full else self._serve
            threading.Thread(target=target, args=(link,), name="wyoming client", daemon=True).start()

    def start(self) -> None:
        """Serves in a thread of its own."""
        threading.Thread(target=self.run, name="wyoming server", daemon=True).start()

    def close(self) -> None:
        """Stops listening and lets all clients go."""
        self._over = True
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)  # wakes the thread that waits for a client
        self._socket.close()
        with self._lock:
            links, self._links = self._links, set()
        for link in links:
            link.close()
        if self.address.scheme == "unix":
            with contextlib.suppress(OSError):
                os.unlink(self.address.path)

    def _serve(self, link: Link) -> None:
        try:
            guest = self._receive(link)
            while (event := link.receive(self._idle)) is not None:
                if Ping.is_type(event.type):
                    link.send(Pong(Ping.from_event(event).text).event())
                elif not guest.take(event):
                    break
        except LinkError:
            pass  # gone, or not speaking our language
        except Exception as error:  # one client's trouble must not end the others' evening
            self.last_error = error
        finally:
            with self._lock:
                self._links.discard(link)
            link.close()

    def _turn_away(self, link: Link) -> None:
        with contextlib.suppress(LinkError):
            link.send(Error("too many clients", "busy").event())
        link.close()


def _listen(address: Address) -> socket.socket:
    try:
        if address.scheme == "unix":
            _clear(address.path)
            listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            listening.bind(address.path)
        else:
            family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
            listening = socket.socket(family, socket.SOCK_STREAM)
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.bind((address.host, address.port))
        listening.listen(MOST_CLIENTS)
    except OSError as error:
        raise DeviceError(
            f"cannot listen there ({error.strerror or error})",
            where=str(address),
            todo="Choose an address of this machine and a free port",
        ) from error
    return listening


def _clear(path: str) -> None:
    """Removes the socket file of a server that died; never anything else, nor that of one that lives."""
    with contextlib.suppress(FileNotFoundError):
        if not stat.S_ISSOCK(os.stat(path).st_mode):
            return
        probe = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            probe.connect(path)
        except ConnectionRefusedError:
            os.unlink(path)
        finally:
            probe.close()
