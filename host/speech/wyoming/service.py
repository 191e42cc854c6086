"""A transcriber or voice on the network: its connections, its health, and the way back after it was gone.

    up   --a request or a heartbeat fails-->  down, the failure kept
    down --described itself again-->          up

Requests never wait for a service that is down: they fail at once, and a thread of its own tries to reach it again
with growing pauses. The same thread asks an idle service every few seconds whether it is still there, so that a
machine that lost its power is noticed before somebody has spoken in vain.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeVar

from wyoming.event import Event
from wyoming.info import Describe
from wyoming.ping import Ping, Pong

from host.errors import DeviceError
from host.speech.wyoming.address import Address
from host.speech.wyoming.offers import Described
from host.speech.wyoming.wire import CONNECT_WITHIN, Link, LinkClosed, LinkError, NoAnswer, connect

PAUSES: Final = (0.0, 0.3, 1.0, 2.0, 4.0, 8.0, 15.0, 30.0)
"""Seconds before each attempt to reach a lost service again; the last repeats."""
BEAT: Final = 5.0
"""Seconds between two questions whether an idle service is there."""
ANSWERS_WITHIN: Final = 8.0
"""Seconds that a service may take to describe itself or to answer a ping."""
_PONG_WITHIN: Final = 0.5
"""Seconds after the description in which a service that knows pings has answered one."""
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Times:
    """How long a service is waited for, in seconds."""

    connect: float = CONNECT_WITHIN
    answer: float = ANSWERS_WITHIN
    beat: float = BEAT
    pauses: tuple[float, ...] = PAUSES


class Service:
    """A request service (ears or voice). Any thread may use it.

    Args:
        address: where it is.
        times: how patient we are.
        clock: seconds, monotonic.
    """

    def __init__(
        self, address: Address, *, times: Times | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.address, self.times = address, times or Times()
        self._clock = clock
        self._idle: Link | None = None
        self._lock = threading.Lock()
        self._described: Described | None = None
        self._pings = False
        self._fault: DeviceError | None = None
        self._tries = 0
        self._next = 0.0
        self._quiet_since = 0.0
        self._out = 0
        self._watcher: threading.Thread | None = None
        self._wake = threading.Event()
        self._over = False
        self.losses = 0
        """How often the service was lost."""
        self.round_trip: float | None = None
        """Seconds of the last ping or description."""

    @property
    def fault(self) -> DeviceError | None:
        """Why the service is down; None while it is up."""
        return self._fault

    @property
    def described(self) -> Described:
        """What the service is, asking it the first time.

        Raises:
            DeviceError: it cannot be reached or does not answer.
        """
        if self._described is None:
            if self._fault is not None:  # the watch tries again; nobody else need wait for it
                raise self._again(self._fault)
            self._described = self._describe()
        return self._described

    def ask(self, work: Callable[[Link], T]) -> T:
        """Does work on a connection.

        A service may close a connection that has done its work, which shows only when it is used again; the work is
        then done once more on a new one.

        Raises:
            DeviceError: the service is down, or goes down over this.
        """
        for again in (False, True):
            link = self.begin(fresh=again)
            stale = link.used
            try:
                result = work(link)
            except LinkError as error:
                self.drop(link)
                if stale and not again and isinstance(error, LinkClosed):
                    continue
                raise self.failed(error) from error
            except BaseException:
                self.drop(link)
                raise
            self.give(link)
            return result
        raise AssertionError("unreachable")

    def begin(self, *, fresh: bool = False) -> Link:
        """A connection for a request, at once or not at all: raises DeviceError while the service is down."""
        if (fault := self._fault) is not None:
            raise self._again(fault)
        return self._take(fresh)

    @staticmethod
    def _again(fault: DeviceError) -> LinkError:
        """The same failure for another caller; one exception raised many times would grow."""
        return LinkError(fault.what, where=fault.where, todo=fault.todo)

    def _take(self, fresh: bool) -> Link:
        with self._lock:
            link, self._idle = self._idle, None
            self._out += 1
        if link is not None and not fresh and link.alive:
            return link
        if link is not None:
            link.close()
        try:
            return connect(self.address, within=self.times.connect)
        except LinkError as error:
            with self._lock:
                self._out -= 1
            raise self.failed(error) from error

    def drop(self, link: Link) -> None:
        """Closes a connection that was taken: what is left of the answer must not be taken for the next one."""
        with self._lock:
            self._out -= 1
        link.close()

    def give(self, link: Link) -> None:
        """Hands a connection back after a whole answer."""
        self._quiet_since = self._clock()
        with self._lock:
            self._out -= 1
            if self._idle is None and not self._over:
                self._idle = link
                return
        link.close()

    def failed(self, error: DeviceError) -> DeviceError:
        """The service is down from now on; returns the error to raise."""
        if self._fault is None:
            self.losses += 1
            self._tries, self._next = 0, self._clock() + self.times.pauses[0]
        self._fault = error
        with self._lock:
            link, self._idle = self._idle, None
        if link is not None:
            link.close()
        self._wake.set()
        return error

    def watch(self) -> None:
        """Looks after the service in a thread from now on."""
        if self._watcher is None:
            self._watcher = threading.Thread(target=self._look_after, name=f"watch {self.address}", daemon=True)
            self._watcher.start()

    def close(self) -> None:
        """Ends the watch and the connection."""
        self._over = True
        self._wake.set()
        with self._lock:
            link, self._idle = self._idle, None
        if link is not None:
            link.close()

    def _look_after(self) -> None:
        while not self._over:
            self._wake.wait(self._until())
            self._wake.clear()
            if not self._over:
                self.step()

    def _until(self) -> float:
        at = self._next if self._fault is not None else self._quiet_since + self.times.beat
        return max(0.02, at - self._clock())

    def step(self) -> None:
        """One look: an attempt to come back when it is due, or a heartbeat when nothing has been asked for a while."""
        now = self._clock()
        if self._fault is not None and now >= self._next:
            self._try_again()
        elif self._fault is None and now - self._quiet_since >= self.times.beat:
            if self._out > 0:  # many servers answer nothing while they work
                self._quiet_since = now
            else:
                self._beat()

    def _try_again(self) -> None:
        try:
            self._described = self._describe()
        except DeviceError:
            self._tries += 1
            self._next = self._clock() + self.times.pauses[min(self._tries, len(self.times.pauses) - 1)]
            return
        self._fault = None

    def _beat(self) -> None:
        with contextlib.suppress(DeviceError):  # kept as the fault
            self.ask(self._alive)

    def _alive(self, link: Link) -> None:
        begun = time.perf_counter()
        link.send(Ping("quizhost").event() if self._pings else Describe().event())
        _await(link, "pong" if self._pings else "info", self.times.answer)
        self.round_trip = time.perf_counter() - begun

    def _describe(self) -> Described:
        try:
            link = connect(self.address, within=self.times.connect)
            with self._lock:
                self._out += 1
            begun = time.perf_counter()
            try:
                link.send(Describe().event(), Ping("quizhost").event())
                event = _await(link, "info", self.times.answer)
                self.round_trip = time.perf_counter() - begun
                described = Described.of(self.address, event)
                self._pings = _knows_pings(link)
            except BaseException:
                self.drop(link)
                raise
        except DeviceError as error:
            self._fault = self._fault or error
            raise
        self.give(link)
        return described


def _await(link: Link, kind: str, within: float) -> Event:
    """The next event of a kind; others are passed over."""
    end = time.monotonic() + within
    while (left := end - time.monotonic()) > 0:
        event = link.receive(left)
        if event is not None and event.type == kind:
            return event
    raise NoAnswer("the service does not answer", where=str(link.address), todo="See whether it still runs")


def _knows_pings(link: Link) -> bool:
    """Whether the ping that followed the question has been answered; a service that closes instead does not."""
    try:
        event = link.receive(_PONG_WITHIN)
    except LinkError:
        return False
    return event is not None and Pong.is_type(event.type)
