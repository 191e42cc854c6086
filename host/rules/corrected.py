"""What a correction by hand changes in the state. Which corrections are allowed is decided in ``table``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from host.rules.board import HUB
from host.rules.frozen import FrozenDict
from host.rules.messages import seat_from
from host.rules.queries import owner
from host.rules.seating import lying_after, newcomer, started
from host.rules.state import BETWEEN_TURNS, Claims, GameState, Player, changed, with_player
from host.rules.words import Mode, Phase, Special

Changes = dict[str, Any]


def corrected(state: GameState, field: str, value: Any) -> Changes:
    """The changes a Corrected event makes."""
    name, _, key = field.partition(".")
    return _FIELDS[name](state, key, value)


def _nothing(state: GameState, key: str, value: Any) -> Changes:
    """``verdict``: the events that follow say what it leads to."""
    return {}


def _question(state: GameState, key: str, value: Any) -> Changes:
    """``question``: it was void, another of the same kind is due (R-T16)."""
    assert state.question is not None, "a void question that was never posed"
    return {"phase": Phase.POSE, "question": replace(state.question, id="")}


def _active(state: GameState, key: str, value: Any) -> Changes:
    """``active``: that side begins a turn; nothing is pending, and a game that had ended goes on (R-T09)."""
    wheel = state.rules.is_wheel
    players = tuple(changed(p, rank=0) if wheel or p.id == value else p for p in state.players)
    phase = Phase.ROLL if wheel else Phase.DRAW
    empty = not wheel and not state.cards_left  # the piles are still to be made
    return BETWEEN_TURNS | {
        "active": value, "phase": Phase.RESHUFFLE if empty else phase, "resume": phase if empty else None,
        "verdict": None, "players": players, "outcome": None, "winners": (), "challenge": False, "challengers": (),
        "start": (),
    }  # fmt: skip


def _wedges(state: GameState, key: str, value: Any) -> Changes:
    return {"players": with_player(state, key, wedges=frozenset(value))}


def _leave(state: GameState, key: str, value: Any) -> Changes:
    """``leave.A``: the space to be left, on which the piece then stands; empty: no duty."""
    stands = {"space": value} if value else {}
    return {"players": with_player(state, key, leave=value, **stands)}


def _position(state: GameState, key: str, value: Any) -> Changes:
    """``position.A``: a space of the wheel (R-T11). The hub before the first move keeps that move the first."""
    player = state.player(key)
    moves = max(player.moves, 0 if value == HUB else 1)
    leave = player.leave if player.leave == value else ""
    return {"players": with_player(state, key, space=value, moves=moves, leave=leave)}


def _pawn(state: GameState, key: str, value: Any) -> Changes:
    """``pawn.red.1``: progress from the own start space, None in the house."""
    colour, _, number = key.rpartition(".")
    player = next(p for p in state.players if p.seat.colour == colour)
    before = player.pawns or (None,) * sum(player.counts)
    pawns = tuple(value if n == int(number) else p for n, p in enumerate(before, 1))
    placed = player.placed | {int(number)} if state.mode is Mode.COLOUR else player.placed
    return {"players": with_player(state, player.id, pawns=pawns, placed=placed)}


def _counts(state: GameState, key: str, value: Any) -> Changes:
    return {"players": with_player(state, key, counts=(value["house"], value["way"], value["goal"]))}


def _cards(state: GameState, key: str, value: Any) -> Changes:
    """``cards.A``: the hand; before anybody has rolled it is the deal, and the rest lies out."""
    hand = FrozenDict({kind: value.get(kind.value, 0) for kind in Special})
    players = with_player(state, key, cards=hand)
    left = lying_after(state.rules, state.options, players)
    if any(player.rolled for player in players):
        # Cards that were set aside do not come back, but what is in a hand does not lie out either.
        left = FrozenDict({kind: min(state.lying[kind], left[kind]) for kind in Special})
    return {"players": players, "lying": left}


def _deck(state: GameState, key: str, value: Any) -> Changes:
    """``deck.A``: the age deck of a side."""
    return {"players": with_player(state, key, deck=value)}


def _pack(state: GameState, key: str, value: Any) -> Changes:
    """``pack.box``: cards played since the divider was in front."""
    decks = tuple(replace(deck, played=value) if deck.id == key else deck for deck in state.decks)
    return {"decks": decks}


def _piles(state: GameState, key: str, value: Any) -> Changes:
    return {"cards_left": value}


def _option(state: GameState, key: str, value: Any) -> Changes:
    return {"options": FrozenDict({**state.options, key: value})}


def _board(state: GameState, key: str, value: Any) -> Changes:
    """``board.spoke.blue.1``: what is printed on a space (boards 7.3)."""
    return {"learned": FrozenDict({**state.learned, key: value})}


def _mode(state: GameState, key: str, value: Any) -> Changes:
    """``mode``: guide mode takes the places over, colour mode forgets them (README 2)."""
    mode = Mode(value)
    if state.rules.is_wheel or mode is state.mode:
        return {"mode": mode}
    if mode is Mode.GUIDE:
        return {"mode": mode, "players": tuple(_placed(state, player) for player in state.players)}
    changes: Changes = {"mode": mode, "players": tuple(_counted(state, player) for player in state.players)}
    if state.meeting is not None:
        origin = "house" if state.meeting.progress is None else "way"
        changes["meeting"] = replace(
            state.meeting, arriver=owner(state, state.meeting.arriver), first=owner(state, state.meeting.first),
            space="unknown", origin=origin, progress=None,
        )  # fmt: skip
    if state.phase is Phase.VALUE:
        changes["phase"] = Phase.PLAY
    return changes


def _placed(state: GameState, player: Player) -> Player:
    house, _, goal = player.counts
    told = len(player.placed) == sum(player.counts)
    pawns = player.pawns if told else (None,) * house + (state.track.goal,) * goal
    return changed(player, pawns=pawns, placed=frozenset(), counts=(0, 0, 0))


def _counted(state: GameState, player: Player) -> Player:
    house = sum(p is None for p in player.pawns)
    goal = sum(p == state.track.goal for p in player.pawns)
    return changed(player, pawns=(), counts=(house, len(player.pawns) - house - goal, goal))


def _players(state: GameState, key: str, value: Any) -> Changes:
    """``players``: somebody joins or leaves (R-T18, R-T19)."""
    if "remove" in value:
        return _without(state, value["remove"])
    joined = changed(
        newcomer(state.rules, seat_from(value["add"]), state.mode, state.board),
        cards=FrozenDict({kind: value["cards"].get(kind.value, 0) for kind in Special}),
        late=state.phase is not Phase.START,
    )
    lying = {kind: state.lying[kind] - joined.cards[kind] for kind in Special}
    at = next(i for i, player in enumerate(state.players, 1) if player.id == value["after"])
    start = (*state.start, (joined.id, None)) if state.phase is Phase.START else state.start
    return {
        "players": (*state.players[:at], joined, *state.players[at:]), "lying": FrozenDict(lying), "start": start,
    }  # fmt: skip


def _without(state: GameState, gone: str) -> Changes:
    player = state.player(gone)
    if state.rules.is_wheel and not player.rank:
        players = tuple(other for other in state.players if other.id != gone)
    else:
        # Kept for the ranking; the colour is free again.
        seat = replace(player.seat, colour="")
        empty = changed(player, seat=seat, left=True, pawns=(), placed=frozenset(), counts=(0, 0, 0))
        players = tuple(empty if other.id == gone else other for other in state.players)
    changes: Changes = {"players": players, "challengers": tuple(id for id in state.challengers if id != gone)}
    if state.phase is Phase.START:
        start = tuple((id, had) for id, had in state.start if id != gone)
        changes |= started(replace(state, players=players), start)
    if state.claims is not None:
        changes["claims"] = Claims(
            tuple(id for id in state.claims.players if id != gone),
            tuple(id for id in state.claims.claimed if id != gone),
            state.claims.ordered,
        )
    return changes


def _seats(state: GameState, key: str, value: Any) -> Changes:
    """``seats``: the order round the table, clockwise."""
    return {"players": tuple(state.player(id) for id in value)}


def _name(state: GameState, key: str, value: Any) -> Changes:
    """``name.A``: somebody else takes the side over, or the name was misheard."""
    return {"players": with_player(state, key, seat=replace(state.player(key).seat, name=value))}


_FIELDS: Mapping[str, Callable[[GameState, str, Any], Changes]] = {
    "verdict": _nothing,
    "question": _question,
    "active": _active,
    "wedges": _wedges,
    "leave": _leave,
    "position": _position,
    "pawn": _pawn,
    "counts": _counts,
    "cards": _cards,
    "deck": _deck,
    "pack": _pack,
    "piles": _piles,
    "option": _option,
    "board": _board,
    "mode": _mode,
    "players": _players,
    "seats": _seats,
    "name": _name,
}
