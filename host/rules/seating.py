"""How a game begins: seats become players, decks are put out, special cards dealt, start rolls compared."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from host.rules.board import HUB
from host.rules.events import GameStarted
from host.rules.frozen import FrozenDict
from host.rules.messages import freeze
from host.rules.rulebook import Ruleset
from host.rules.seats import Seat
from host.rules.state import NO_CARDS, Deck, GameState, Player
from host.rules.words import Mode, Phase, Special

KINDS = (Special.BOARDING, Special.FIRST_CLASS, Special.PASSPORT)
"""Special cards in the order in which they are dealt (G-P03)."""


def seated(rules: Ruleset, event: GameStarted) -> dict[str, Any]:
    """The changes GameStarted makes to an empty table."""
    varied = rules.with_variants(event.variants)
    options = freeze(event.options)
    players = tuple(newcomer(varied, seat, event.mode, event.board) for seat in event.players)
    hands: Mapping[str, Mapping[Special, int]] = {}
    if options.get("voyager_deal") == "one_each":
        kinds = played_kinds(varied, options)
        hands = {player.id: FrozenDict({kind: int(kind in kinds) for kind in Special}) for player in players}
    players = tuple(_with_hand(player, hands.get(player.id, NO_CARDS)) for player in players)
    decks, shelves = _decks(varied, options)
    return {
        "rules": varied,
        "phase": Phase.START,
        "mode": event.mode,
        "options": options,
        "variants": event.variants,
        "board": event.board,
        "seed": event.seed,
        "players": players,
        "active": players[0].id,
        "start": tuple((player.id, None) for player in players),
        "decks": decks,
        "shelves": shelves,
        "next_deck": decks[0].id,
        "lying": lying_after(varied, options, players),
        "cards_left": varied.pile,
    }


def newcomer(rules: Ruleset, seat: Seat, mode: Mode, board: str) -> Player:
    """A side that has not moved yet: holder on the hub, or pawns in the house (G-01, N-01, F-01, S-02)."""
    if rules.is_wheel:
        return Player(seat, deck=seat.deck, space=HUB)
    pawns = rules.boards[board].pawns  # type: ignore[union-attr]
    if mode is Mode.GUIDE:
        return Player(seat, pawns=(None,) * pawns)
    return Player(seat, counts=(pawns, 0, 0))


def _with_hand(player: Player, hand: Mapping[Special, int]) -> Player:
    return Player(
        player.seat, deck=player.deck, space=player.space, pawns=player.pawns, counts=player.counts, cards=hand
    )


def played_kinds(rules: Ruleset, options: Mapping[str, Any]) -> tuple[Special, ...]:
    """The kinds of special cards the table plays with (G-04)."""
    return tuple(kind for kind in KINDS if kind in rules.special and options.get(kind.value) is not False)


def lying_after(rules: Ruleset, options: Mapping[str, Any], players: tuple[Player, ...]) -> Mapping[Special, int]:
    """Special cards that lie out of the game when these hands have been dealt."""
    kinds = played_kinds(rules, options)
    return FrozenDict({k: rules.special[k] - sum(p.cards[k] for p in players) if k in kinds else 0 for k in Special})


def dealt_hands(state: GameState, starter: str) -> dict[str, Any]:
    """Deals all special cards, clockwise from the starter, each kind from where the last one stopped (G-P03)."""
    if state.opt("voyager_deal") != "all":
        return {}
    ids = [player.id for player in state.players]
    at = ids.index(starter)
    hands: dict[str, dict[Special, int]] = {id: dict.fromkeys(Special, 0) for id in ids}
    for kind in played_kinds(state.rules, state.options):
        for _ in range(state.rules.special[kind]):
            hands[ids[at % len(ids)]][kind] += 1
            at += 1
    players = state.players
    for id, hand in hands.items():
        players = tuple(_dealt(player, hand) if player.id == id else player for player in players)
    return {"players": players, "lying": NO_CARDS}


def _dealt(player: Player, hand: Mapping[Special, int]) -> Player:
    return _with_hand(player, FrozenDict(dict(hand)))


def _decks(rules: Ruleset, options: Mapping[str, Any]) -> tuple[tuple[Deck, ...], Mapping[str, tuple[int, ...]]]:
    """Puts the first packs out; decks of one pool take theirs from one shelf (N-02)."""
    wanted = options.get("packs", 1)
    decks, shelves = [], {}
    for spec in rules.decks:
        if spec.pool not in shelves:
            shared = sum(other.pool == spec.pool for other in rules.decks)
            count = wanted.get(spec.pool, 1) if isinstance(wanted, Mapping) else wanted
            # Every deck needs a pack of its own, however few the table says there are.
            shelves[spec.pool] = tuple(range(1, max(count, shared) + 1))
        decks.append(Deck(spec.id, shelves[spec.pool][0]))
        shelves[spec.pool] = shelves[spec.pool][1:]
    return tuple(decks), FrozenDict(shelves)


def next_round(state: GameState, player: str, value: str) -> dict[str, Any]:
    """Notes a start roll or card."""
    return started(state, tuple((id, value if id == player else had) for id, had in state.start))


def started(state: GameState, start: tuple[tuple[str, str | None], ...]) -> dict[str, Any]:
    """Who is asked next; when all are in and tie, who is in the running again (G-P02, S-P03)."""
    best = leaders(state, start)
    if len(best) > 1 and state.opt("start_tie") == "reroll_tied":
        start = tuple((id, None) for id in best)
    elif len(best) > 1 and state.opt("start_tie") == "reroll_all":
        start = tuple((player.id, None) for player in state.players if not player.left)
    waiting = next((id for id, had in start if had is None), state.active)
    return {"start": start, "active": waiting}


def leaders(state: GameState, start: tuple[tuple[str, str | None], ...]) -> tuple[str, ...]:
    """The seats with the highest value of this round, in seat order; empty while somebody is missing."""
    if not start or any(value is None for _, value in start):
        return ()
    ranks = list(state.rules.playing_cards)
    worth = {id: int(value or 0) if state.rules.is_wheel else ranks.index(value or "") for id, value in start}
    best = max(worth.values())
    return tuple(id for id, value in worth.items() if value == best)
