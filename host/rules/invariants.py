"""What must hold in every state of every game, and of every decision: used by simulation and tests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from host.rules.events import WedgeWon
from host.rules.evolve import evolve
from host.rules.messages import Event
from host.rules.queries import addressed
from host.rules.state import GameState, Player
from host.rules.words import Mode, Phase, Special


def broken(state: GameState) -> tuple[str, ...]:
    """Every invariant the state breaks, in words; empty when it is sound."""
    if state.phase is Phase.SETUP:
        return ()
    parts = _wheel if state.rules.is_wheel else _track
    return (*_turn(state), *_cards(state), *parts(state))


def broken_by(before: GameState, events: tuple[Event, ...]) -> tuple[str, ...]:
    """What is wrong with a decision: it says nothing, or somebody wins a wedge twice (R-T14)."""
    found = [] if events else ["a legal command without an event"]
    state = before
    for event in events:
        if isinstance(event, WedgeWon) and event.colour in state.player(event.player).wedges:
            found.append(f"{event.player} wins {event.colour} twice")
        state = evolve(state, event)
    return tuple(found)


def _turn(state: GameState) -> Iterator[str]:
    """Exactly one side to act, unless the game is over."""
    who = addressed(state)
    if state.phase is Phase.ENDED:
        if not state.winners or state.outcome is None:
            yield "ended without an outcome"
        if who:
            yield f"{who} is to act in a game that is over"
        return
    if state.outcome is not None or state.winners:
        yield "an outcome in a game that goes on"
    for id in {who, state.active}:
        if not state.has(id):
            yield f"{id or 'nobody'} is to act and does not play"
        elif state.player(id).rank:
            yield f"{id} is to act and has finished"
    if (state.phase is Phase.ANSWER) and state.question is None:
        yield "an answer is due without a question"
    if state.phase is Phase.CLAIM and (state.claims is None or not state.claims.players):
        yield "claims are open for nobody"


def _cards(state: GameState) -> Iterator[str]:
    """Special cards, packs and playing cards are neither made nor torn."""
    for kind in Special:
        there = state.lying[kind] + sum(player.cards[kind] for player in state.players)
        if there > state.rules.special.get(kind, 0) or min(p.cards[kind] for p in state.players) < 0:
            yield f"{there} {kind} cards"
    for pool, shelf in state.shelves.items():
        out = [d.pack for d, spec in zip(state.decks, state.rules.decks, strict=True) if spec.pool == pool]
        # The pack of a finished deck is still in its box and already on the shelf.
        packs = set(out) | set(shelf)
        if packs != set(range(1, len(packs) + 1)) or len(set(shelf)) < len(shelf):
            yield f"packs of {pool}: {out} in boxes, {shelf} on the shelf"
    if not 0 <= state.cards_left <= state.rules.pile:
        yield f"{state.cards_left} playing cards left"
    if state.phase in (Phase.DRAW, Phase.QUIZ_CARD) and not state.cards_left:
        yield "a card is due and none is left"


def _wheel(state: GameState) -> Iterator[str]:
    colours = set(state.rules.colours)
    for player in state.players:
        if not player.wedges <= colours:
            yield f"{player.id} owns {sorted(player.wedges - colours)}"
        if state.mode is Mode.GUIDE and player.space not in state.wheel.spaces:
            yield f"{player.id} stands on {player.space or 'no space'}"
        if player.leave and player.space and player.leave != player.space:
            yield f"{player.id} must leave {player.leave} and stands on {player.space}"


def _track(state: GameState) -> Iterator[str]:
    """House, way and goal add up; no two pawns share a space outside a meeting."""
    pawns = state.track.pawns
    places: Counter[str] = Counter()
    for player in state.players:
        if player.left:
            continue
        if state.mode is Mode.COLOUR:
            if sum(player.counts) != pawns or min(player.counts) < 0:
                yield f"{player.id} has {player.counts} pawns"
        else:
            yield from _pawns(state, player, pawns)
            places.update(_standing(state, player))
    meeting = state.meeting
    for space, count in places.items():
        if count > (2 if meeting is not None and meeting.space == space else 1):
            yield f"{count} pawns on {space}"


def _pawns(state: GameState, player: Player, pawns: int) -> Iterator[str]:
    if len(player.pawns) != pawns:
        yield f"{player.id} has {len(player.pawns)} pawns"
    if any(progress is not None and progress > state.track.goal for progress in player.pawns):
        yield f"{player.id} has a pawn beyond the goal"


def _standing(state: GameState, player: Player) -> Iterator[str]:
    track = state.track
    for number, progress in enumerate(player.pawns, 1):
        if progress is not None and progress != track.goal:
            yield track.space(player.seat.colour, number, progress)
