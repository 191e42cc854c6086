"""The clock of a question, only where the table agreed on one (A10, A11).

It starts after the host's last word, stands still while the host or a player speaks and during a pause, warns twenty
seconds before the end, and any "more time" adds the whole agreed time again, as often as it is said.
"""

from __future__ import annotations

from host.dialogue.desk import Desk
from host.rules import queries

WARNING = 20.0
"""Seconds before the end at which the host warns; nobody has less time than that to ask for more."""


def agreed_seconds(desk: Desk) -> int | None:
    """The time for the open question; None: as long as it takes. A team's time to confer counts as well."""
    due = desk.state.question
    if due is None:
        return None
    terms = queries.terms(desk.state, due.player, due.colour)
    return terms.seconds if terms.seconds is not None else terms.confer_seconds


def wind(desk: Desk) -> None:
    """Winds the clock up for a new question or claimant; nothing where no time was agreed."""
    agreed = agreed_seconds(desk)
    desk.change(clock=float(agreed or 0), running=None, warned=agreed is not None and agreed <= WARNING)


def stop(desk: Desk) -> None:
    """The question has been answered."""
    desk.change(clock=0.0, running=None, warned=False)


def more(desk: Desk) -> int:
    """Gives the agreed time once more; returns its seconds, 0 when there is no clock."""
    agreed = agreed_seconds(desk) if desk.game is not None else None
    if not agreed:
        return 0
    desk.change(clock=desk.talk.clock + agreed, warned=False)
    return agreed


def next_alarm(clock: float, *, warned: bool) -> float:
    """Seconds from now until the warning or the end is due."""
    return clock if warned else max(0.0, clock - WARNING)
