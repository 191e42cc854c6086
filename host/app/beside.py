"""What stands beside the loop in an appliance: it sees how things are, and may put signals in.

The loop knows nothing of lamps, buttons and thermometers; it shows its state twice a second and after every action.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from host.dialogue.protocol import Action, Signal
from host.dialogue.talk import Mode

Put = Callable[[Signal | BaseException], None]
"""Takes a signal from any thread; an exception ends the loop with it."""
Apart = Callable[[Callable[[], None]], None]
"""Runs work, now or outside the loop's thread."""


def at_once(work: Callable[[], None]) -> None:
    """Does it here and now."""
    work()


def in_thread(work: Callable[[], None]) -> None:
    """Does it in a thread of its own that keeps no process alive."""
    threading.Thread(target=work, name="apart", daemon=True).start()


@dataclass(frozen=True, slots=True)
class View:
    """How things stand at a moment."""

    now: float
    """Seconds on the loop's clock."""
    mode: Mode = Mode.SPEAKING
    muted: bool = False
    speaking: bool = False
    """Something is to be heard."""
    thinking: bool = False
    """A recognition or a line is in the making."""
    faulty: bool = False
    """Sound is away, or the game cannot be saved."""
    idle: bool = False
    """Nobody plays."""


class Beside:
    """The one that does nothing; others are built on it."""

    def attach(self, put: Put) -> None:
        """A loop begins: signals go to ``put``, from any thread; an exception ends the loop with it."""

    def detach(self) -> None:
        """The loop has ended."""

    def look(self, view: View) -> Iterable[Signal]:
        """Sees how things stand; returns what there is to tell. Called from the loop's thread: must be quick."""
        return ()

    def saw(self, action: Action) -> None:
        """Sees an action that was performed."""

    def errand(self, what: str) -> Iterable[Signal]:
        """Does something for the table; returns what can be told at once, the rest goes to ``put`` later."""
        return ()


class Putting(Beside):
    """One that puts signals in; without a loop they go nowhere."""

    def __init__(self) -> None:
        self.put: Put = _nowhere

    def attach(self, put: Put) -> None:
        """Signals go to this loop."""
        self.put = put

    def detach(self) -> None:
        """Signals go nowhere."""
        self.put = _nowhere


def _nowhere(signal: Signal | BaseException) -> None:
    pass


class Several(Beside):
    """Several of them as one."""

    def __init__(self, *all_: Beside) -> None:
        self._all = all_

    def attach(self, put: Put) -> None:
        """To each of them."""
        for one in self._all:
            one.attach(put)

    def detach(self) -> None:
        """To each of them."""
        for one in self._all:
            one.detach()

    def look(self, view: View) -> Iterable[Signal]:
        """What all of them have to tell."""
        return [signal for one in self._all for signal in one.look(view)]

    def saw(self, action: Action) -> None:
        """To each of them."""
        for one in self._all:
            one.saw(action)

    def errand(self, what: str) -> Iterable[Signal]:
        """What all of them have to tell."""
        return [signal for one in self._all for signal in one.errand(what)]
