"""A stage: how the host asks for one thing, what may be said to it, and what it does with what was said."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from host.dialogue.desk import Desk
from host.dialogue.protocol import Prompt
from host.dialogue.understand import Intent


class Then(StrEnum):
    """What follows when something has been taken."""

    ASK = "ask"
    """Ask for what comes next."""
    REPEAT = "repeat"
    """Something was told in between: say the pending question again."""
    WAIT = "wait"
    """Everything has been said."""


Values = Mapping[str, tuple[str, ...]]
"""``slot`` or ``intent.slot`` -> the values that are possible now."""
Phrases = Iterable[tuple[str, Intent]]


def _nothing(desk: Desk) -> Phrases:
    return ()


def _any(desk: Desk) -> Values:
    return {}


def _always(desk: Desk, intent: Intent) -> bool:
    return True


def no_intent(desk: Desk, intent: Intent) -> None:
    """For a stage that takes free text only (``Stage.take``)."""


@dataclass(frozen=True, slots=True)
class Stage:
    """One row of the dialogue table."""

    ask: Callable[[Desk], Then | None]
    """Says what is asked for, and closes the line with Desk.ask. Then.ASK: it has settled itself, ask what is next."""
    take: Callable[[Desk, Intent], Then | Intent | None]
    """Does what an intent asks for; None when it does not belong here. An intent: that is to be done in what comes."""
    intents: tuple[str, ...] = ()
    """The stage's own intents; the anytime intents come after them."""
    words: Callable[[Desk, str], Then | None] | None = None
    """Takes free text, such as names; None when nothing in it fits."""
    free: bool = True
    """The words are free text: a command among them must be said to the letter."""
    prompt: Prompt = Prompt.CLOSED
    extra: Callable[[Desk], Phrases] = _nothing
    """Phrases that are not in the book, such as category names."""
    values: Callable[[Desk], Values] = _any
    quiet: bool = False
    """People talk here among themselves: what does not fit is none of the host's business."""
    only: bool = False
    """Nothing but its own intents counts here, by the letter or plainly by the sound: the room is full of
    talk that is not meant for the host."""
    menu: bool = True
    """After three failures the host offers the possible answers one by one."""
    loose: bool = False
    """It is only told in between: what is pending below may be said outright, and ends it."""
    offers: tuple[str, ...] = ()
    """The intents whose answers are offered; empty: all of the stage's own."""
    offered: Callable[[Desk, Intent], bool] = _always
    """Whether one of these answers is offered now, where that depends on what is asked."""
    usual: Callable[[Desk], Then] | None = None
    """What is taken when the closed choice fails as well; None: nothing, the host waits."""
