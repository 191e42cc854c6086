"""The text-only loop: typed or piped lines in, printed lines out. No threads, no sound, no clock but the caller's."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable

from host.app.performer import Performer
from host.dialogue.machine import Host
from host.dialogue.protocol import InputClosed, Signal, Typed


def run_typed(host: Host, performer: Performer, lines: Iterable[str], clock: Callable[[], float]) -> None:
    """Plays until the dialogue leaves or the lines end; at their end the game is saved and the host says so.

    Every line is a whole answer, so nothing has to be waited for: the host says all it has to say before the next
    line is read, and the question it asks is the last thing printed (A82).
    """

    def settle(signals: Iterable[Signal]) -> None:
        waiting = deque(signals)
        while waiting and not performer.quitting:
            waiting.extend(performer.perform(host.handle(waiting.popleft(), clock())))

    settle(performer.perform(host.start(clock())))
    for line in lines:
        if line.strip():
            settle((Typed(line.strip()),))
        if performer.quitting:  # asked before the next line is waited for
            return
    settle((InputClosed(),))
