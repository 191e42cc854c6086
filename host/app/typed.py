"""Typed lines: the keyboard that several loops may read one after the other, and the loop without sound."""

from __future__ import annotations

import codecs
import contextlib
import os
import queue
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Literal, TextIO

from host.app.keys import signal_of
from host.app.performer import Performer
from host.dialogue.machine import Host
from host.dialogue.protocol import InputClosed, Signal

Sink = Callable[[str | BaseException | None], None]
"""Takes a line; None at their end; an exception when they cannot be read any more."""


class Keyboard:
    """Typed or piped lines, read by one thread for the whole evening.

    A thread that waits for a line cannot be called off. So there is only one: whoever reads next, another game or the
    typed loop after the devices have failed, gets every line that nobody has taken yet, and none is swallowed.

    Args:
        stream: where the lines come from; read below its buffer where it is a file, as a thread that waits inside the
            buffer would not let Python end.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._lock = threading.Lock()
        self._kept: deque[str] = deque()
        self._sink: Sink | None = None
        self._end: BaseException | Literal["closed"] | None = None
        self._thread: threading.Thread | None = None

    def attach(self, sink: Sink) -> None:
        """Hands every line to ``sink`` from now on, those that nobody has taken first, and at last their end."""
        with self._lock:
            self._sink = sink
            while self._kept:
                sink(self._kept.popleft())
            if self._end is not None:
                sink(self._end if isinstance(self._end, BaseException) else None)
            if self._thread is None:
                self._thread = threading.Thread(target=self._read, name="typed", daemon=True)
                self._thread.start()

    def detach(self, unread: Iterable[str] = ()) -> None:
        """Keeps the lines that come for the next reader, and before them those that this one has not used."""
        with self._lock:
            self._sink = None
            self._kept.extendleft(reversed(list(unread)))

    def __iter__(self) -> Iterator[str]:
        """The lines, until they end."""
        got: queue.SimpleQueue[str | BaseException | None] = queue.SimpleQueue()
        self.attach(got.put)
        try:
            while (line := got.get()) is not None:
                if isinstance(line, BaseException):
                    raise line
                yield line
        finally:
            self.detach()
            waiting = [got.get() for _ in range(got.qsize())]
            self.detach(line for line in waiting if isinstance(line, str))

    def _read(self) -> None:
        try:
            for line in _lines(self._stream):
                with self._lock:
                    if self._sink:
                        self._sink(line)
                    else:
                        self._kept.append(line)
        except BaseException as error:  # for the reader, who raises it
            self._end = error
        with self._lock:
            self._end = self._end or "closed"
            if self._sink:
                self._sink(self._end if isinstance(self._end, BaseException) else None)


def _lines(stream: TextIO) -> Iterator[str]:
    """The lines of a stream as they come."""
    descriptor = None
    with contextlib.suppress(OSError, ValueError, AttributeError):
        descriptor = stream.fileno()
    if descriptor is None:
        yield from stream
        return
    decode = codecs.getincrementaldecoder(stream.encoding or "utf-8")("replace").decode
    rest = ""
    while got := os.read(descriptor, 4096):
        *whole, rest = (rest + decode(got)).split("\n")
        yield from whole
    if rest:
        yield rest


def run_typed(
    host: Host,
    performer: Performer,
    lines: Iterable[str],
    clock: Callable[[], float],
    *,
    by_hand: bool = False,
    also: Iterable[Signal] = (),
) -> None:
    """Plays until the dialogue leaves or the lines end; at their end the game is saved and the host says so.

    Every line is a whole answer, so nothing has to be waited for: the host says all it has to say before the next
    line is read, and the question it asks is the last thing printed (A82).

    Args:
        by_hand: somebody sits at the keyboard, and Enter alone steps through the answers (A05).
        also: what is to be told after the first words.
    """

    def settle(signals: Iterable[Signal]) -> None:
        waiting = deque(signals)
        while waiting and not performer.quitting:
            waiting.extend(performer.perform(host.handle(waiting.popleft(), clock())))

    settle(performer.perform(host.start(clock())))
    settle(also)
    for line in lines:
        if signal := signal_of(line, by_hand=by_hand):
            settle((signal,))
        if performer.quitting:  # asked before the next line is waited for
            return
    settle((InputClosed(),))
