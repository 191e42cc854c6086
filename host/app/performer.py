"""Performs what the dialogue asks for: writes events, prints lines, speaks, opens and closes the gate.

One order is sacred: events are on disk before anything that follows from them is printed or spoken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

from host.app.session import Session
from host.dialogue.protocol import (
    Action,
    Chime,
    Errand,
    Lacking,
    Line,
    Listen,
    Mute,
    Note,
    Quit,
    Record,
    Say,
    Signal,
    SpeechFinished,
    StopListening,
    StopSpeaking,
    UseLanguage,
)


class Voice(Protocol):
    """Where lines are spoken; answers later with SpeechFinished."""

    def use(self, language: str) -> Lacking | None:
        """Has the voice of a language ready; what it lacks it tells now, or later as a signal."""
        ...

    def say(self, say: Say) -> None:
        """Queues a line."""
        ...

    def chime(self, chime: Chime) -> None:
        """Queues a short cue."""
        ...

    def stop(self) -> None:
        """Falls silent now; every dropped line is reported as not completed."""
        ...


class Gate(Protocol):
    """Where utterances are heard."""

    def use(self, language: str) -> Lacking | None:
        """Has the ears of a language ready; what it lacks it tells now, or later as a signal."""
        ...

    def open(self, listen: Listen) -> None:
        """Listens for one utterance."""
        ...

    def close(self) -> None:
        """Stops listening."""
        ...

    def mute(self, on: bool) -> None:
        """Throws away what the microphone brings, or hears again."""
        ...


class Performer:
    """Performs actions in order.

    Args:
        show: prints a line.
        session: where events go; None only in tests.
        voice: None: text only, and every line counts as finished once it is printed.
        gate: None: nothing is heard.
        errand: does what takes a while; returns what can be told at once.
        watch: told every action after it was performed (the demo's log).
    """

    def __init__(
        self,
        show: Callable[[Line], None],
        session: Session | None,
        *,
        voice: Voice | None = None,
        gate: Gate | None = None,
        errand: Callable[[str], Iterable[Signal]] = lambda what: (),
        watch: Callable[[Action], None] = lambda action: None,
    ) -> None:
        self._show, self._session, self._errand, self._watch = show, session, errand, watch
        self.voice, self.gate = voice, gate
        self.quitting: Quit | None = None
        """Set when the dialogue has asked to leave."""

    def perform(self, actions: Iterable[Action]) -> tuple[Signal, ...]:
        """Performs the actions; returns the signals that follow at once (text only: the lines' SpeechFinished)."""
        finished: list[Signal] = []
        for action in actions:
            match action:
                case Record(events):
                    if self._session:
                        self._session.append(events)  # type: ignore[arg-type]
                case Note(kind, data):
                    if self._session:
                        self._session.note(kind, **dict(data))
                case Say(line):
                    self._show(line)
                    if self.voice:
                        self.voice.say(action)
                    else:
                        finished.append(SpeechFinished(line.id))
                case UseLanguage(language):
                    parts = [part.use(language) for part in (self.voice, self.gate) if part]
                    finished += [lacking for lacking in parts if lacking]
                case StopSpeaking():
                    if self.voice:
                        self.voice.stop()
                case Chime():
                    if self.voice:
                        self.voice.chime(action)
                case Listen():
                    if self.gate:
                        self.gate.open(action)
                case StopListening():
                    if self.gate:
                        self.gate.close()
                case Mute(on):
                    if self.gate:
                        self.gate.mute(on)
                case Errand(what):
                    finished += self._errand(what)
                case Quit():
                    self.quitting = action
            self._watch(action)
        return tuple(finished)
