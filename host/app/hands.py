"""Players who type, at a table where nothing can hear: what they say fills the room, and the words reach the host by
the keyboard once they have been said."""

from __future__ import annotations

from typing import Final

from host.app.ear import TurnTimes
from host.dialogue.protocol import Listen, Signal, Typed
from host.speech.audio import AudioBlock

TYPING: Final = 0.4
"""Seconds from the last word to the Enter key."""


class Hands:
    """Takes the place of an ear behind a gate: hears nothing, hands over what is being typed when its time comes."""

    last: TurnTimes | None = None
    """Nothing is ever timed."""

    def __init__(self) -> None:
        self._line: tuple[float, str] | None = None

    def use(self, language: str) -> None:
        """People type in any language."""

    def open(self, listen: Listen) -> None:
        """A new turn: nothing has been typed."""
        self._line = None

    def close(self) -> None:
        """What was being typed is dropped."""
        self._line = None

    def host_said(self, text: str) -> None:
        """Of no use without hearing."""

    def feed(self, block: AudioBlock) -> tuple[Signal, ...]:
        """Nothing, whatever is to be heard."""
        return ()

    def type(self, text: str, over: float) -> None:
        """A player says and types a line.

        Args:
            text: the line.
            over: when the last word will have been said, in seconds of stream time.
        """
        self._line = (over + TYPING, text)

    def entered(self, now: float) -> Typed | None:
        """The line, once it has been entered."""
        if self._line is None or now < self._line[0]:
            return None
        text, self._line = self._line[1], None
        return Typed(text)
