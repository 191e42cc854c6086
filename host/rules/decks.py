"""Decks of question cards: the divider in front ends a pack, another one takes its place (G-10, N-03, F-27, F-28)."""

from __future__ import annotations

from host.rules.commands import PlacePack, ReportDivider
from host.rules.events import PackChanged
from host.rules.messages import Decision, Rejected
from host.rules.queries import deck
from host.rules.state import Deck, GameState
from host.rules.story import Story
from host.rules.words import PackState, Phase, Reason

OUTSIDE_PLAY = (Phase.SETUP, Phase.ENDED)


def is_played(state: GameState, found: Deck) -> bool:
    """Whether all cards of the host's own pack were played; printed cards are not counted."""
    return bool(state.opt("cards") == "host") and found.played >= state.opt("pack_size")


def finish_if_played(story: Story, id: str) -> Story:
    """After a question: the divider comes to the front when that was the last card of the host's own pack."""
    found = deck(story.state, id)
    if found is not None and story.state.rules.is_wheel and not found.finished and is_played(story.state, found):
        story.tell(PackChanged(id, PackState.FINISHED))
    return story


def report_divider(state: GameState, command: ReportDivider) -> Decision:
    """The guide card or divider is in front: the pack is used up (G-11, N-04, F-28)."""
    found = deck(state, command.deck)
    if state.phase in OUTSIDE_PLAY or not state.rules.is_wheel:
        return Rejected(Reason.WRONG_PHASE)
    if found is None:
        return Rejected(Reason.BAD_VALUE, "deck", ", ".join(spec.id for spec in state.decks))
    if found.finished:
        return Rejected(Reason.TOO_LATE, command.deck)
    if state.opt("cards") == "host" and not is_played(state, found):
        return Rejected(Reason.PACK_NOT_FINISHED, command.deck)
    return (PackChanged(command.deck, PackState.FINISHED),)


def place_pack(state: GameState, command: PlacePack) -> Decision:
    """The next pack is in the box: the one used longest ago (G-P34, N-P27, F-P21)."""
    found = deck(state, command.deck)
    if state.phase in OUTSIDE_PLAY or not state.rules.is_wheel:
        return Rejected(Reason.WRONG_PHASE)
    if found is None:
        return Rejected(Reason.BAD_VALUE, "deck", ", ".join(spec.id for spec in state.decks))
    if not found.finished:
        return Rejected(Reason.PACK_NOT_FINISHED, command.deck)
    return (PackChanged(command.deck, PackState.PLACED),)
