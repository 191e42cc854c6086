"""The one small mutable thing of the rules: collects the events of a decision while it is being made."""

from __future__ import annotations

from host.rules.evolve import evolve
from host.rules.messages import Event
from host.rules.state import GameState


class Story:
    """Events told so far and the state they lead to. It never leaves ``decide``."""

    def __init__(self, state: GameState) -> None:
        self.state = state
        self._events: list[Event] = []

    def tell(self, *events: Event) -> Story:
        """Adds events in order."""
        for event in events:
            self._events.append(event)
            self.state = evolve(self.state, event)
        return self

    def events(self) -> tuple[Event, ...]:
        """What was told, in order."""
        return tuple(self._events)
