"""The state a scenario begins with: what its ``given`` says, and the boards made for it."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any

from host.rules.board import HUB, Board, Space, wheel
from host.rules.calibration import lists_of
from host.rules.commands import StartGame
from host.rules.engine import apply, decide, new_game
from host.rules.frozen import FrozenDict
from host.rules.rulebook import Ruleset
from host.rules.seating import lying_after
from host.rules.seats import Member, Seat
from host.rules.state import GameState, Player
from host.rules.words import Kind, Mode, Phase, Special

COLOURS = {"A": "red", "B": "blue", "C": "green", "D": "yellow"}
"""Pawn colours of the seats in the track scenarios."""


def loop_board() -> Board:
    """A board where hq.green and its neighbour are joined by two ways, and nothing else is near (G-T23)."""
    spaces = {
        HUB: Space(HUB, Kind.HUB),
        "hq.green": Space("hq.green", Kind.HQ, "green"),
        "ring.green.1": Space("ring.green.1", Kind.COLOUR, "pink"),
    }
    twice = {"hq.green": ("ring.green.1",) * 2, "ring.green.1": ("hq.green",) * 2}
    return Board("loop", "globetrotter", ("green",), spaces, {HUB: (), **twice}, {})


def changed_boards(rules: Ruleset) -> Iterator[Board]:
    """The classic wheel with all colours unknown, and with a roll-again space on each spoke (B-T06, B-T10)."""
    board = rules.boards[rules.board]
    assert isinstance(board, Board)
    ids = [space.id for space in board.spaces.values() if space.kind is Kind.COLOUR]
    second = [f"spoke.{colour}.2" for colour in board.hq_order]
    for id, learned in (
        ("unlearnt", dict.fromkeys(ids, "unknown")),
        ("special-spoke", dict.fromkeys(second, "roll_again")),
    ):
        lists = lists_of(board, id, learned)
        yield wheel(id, rules.id, lists.hq_order, lists.spokes, lists.ring, lists.categories)


# --- the state before the first step -------------------------------------------------------------------------


def before(given: dict[str, Any], mode: Mode, rules: Ruleset) -> GameState:
    """The state the scenario gives: by default four players in the middle of a game, A to roll or draw."""
    given = dict(given)
    options = dict(given.pop("options", {}))
    if rules.special and "voyager_deal" not in options:
        options["voyager_deal"] = "custom"  # nobody holds special cards unless the case says so
    seats = tuple(_seat(entry, rules) for entry in given.pop("players", ["A", "B", "C", "D"]))
    start = StartGame(seats, mode, options, tuple(given.pop("variants", ())), given.pop("board", ""))
    phase = given.pop("phase", "")
    if phase == "SETUP":
        return new_game(rules)
    decided = decide(new_game(rules), start)
    assert isinstance(decided, tuple), f"{start} was refused: {decided}"
    state = apply(new_game(rules), decided)
    if phase == "START":
        given.pop("active", None)
        return _adjusted(state, given)
    state = dataclasses.replace(
        state,
        phase=Phase.ROLL if rules.is_wheel else Phase.DRAW,
        active=given.pop("active", seats[0].id),
        start=(),
        players=tuple(_in_the_middle(player, rules) for player in state.players),
    )
    return _adjusted(state, given)


def _seat(entry: Any, rules: Ruleset) -> Seat:
    data = {"id": entry} if isinstance(entry, str) else dict(entry)
    data["members"] = tuple(Member(**member) for member in data.get("members", ()))
    if not rules.is_wheel and rules.id == "switzergame":
        data.setdefault("colour", COLOURS.get(data["id"], ""))
    return Seat(**data)


def _in_the_middle(player: Player, rules: Ruleset) -> Player:
    space = "" if rules.is_wheel else player.space
    return dataclasses.replace(player, rolled=True, moves=1, turns=1, space=space)


def _adjusted(state: GameState, given: dict[str, Any]) -> GameState:
    players = {player.id: player for player in state.players}

    def change(id: str, **changes: Any) -> None:
        players[id] = dataclasses.replace(players[id], **changes)

    for id, space in given.pop("at", {}).items():
        positions = state.mode is Mode.GUIDE or space == HUB or space.startswith("hq.")
        change(id, space=space if positions else "")
    for id, owned in given.pop("wedges", {}).items():
        colours = set(state.rules.colours)
        if isinstance(owned, str):
            owned = colours - {owned.removeprefix("all but ")}
        change(id, wedges=frozenset(owned))
    dealt = given.pop("cards", {})
    for id, hand in dealt.items():
        change(id, cards=FrozenDict({kind: hand.get(kind.value, 0) for kind in Special}))
    for id, space in given.pop("leave", {}).items():
        change(id, leave=space, space=space)
    for id in given.pop("first_roll", ()):
        change(id, rolled=False, moves=0, turns=0, space=HUB)
    for id in given.pop("first_turn", ()):
        change(id, turns=0)
    for id in given.pop("feat", ()):
        change(id, feat=True)
    for pawn, progress in given.pop("pawns", {}).items():
        colour, _, number = pawn.rpartition(".")
        id = next(player.id for player in players.values() if player.seat.colour == colour)
        if state.mode is Mode.GUIDE:
            pawns = list(players[id].pawns)
            pawns[int(number) - 1] = state.track.goal if progress == "goal" else progress
            change(id, pawns=tuple(pawns))
        else:
            house, way, goal = players[id].counts
            home = progress == "goal"
            change(id, counts=(house - 1, way + (not home), goal + home))
    for id, counts in given.pop("counts", {}).items():
        change(id, counts=tuple(counts))
    for id, rank in given.pop("ranks", {}).items():
        change(id, rank=rank)
    changes: dict[str, Any] = {"players": tuple(players.values())}
    if dealt:
        changes["lying"] = lying_after(state.rules, state.options, changes["players"])
    for deck, played in given.pop("played", {}).items():
        decks = changes.get("decks", state.decks)
        changes["decks"] = tuple(dataclasses.replace(d, played=played) if d.id == deck else d for d in decks)
    if "cards_left" in given:
        changes["cards_left"] = given.pop("cards_left")
    if state.mode is Mode.GUIDE and state.rules.is_wheel and state.phase is not Phase.START:
        # Guide mode knows where everybody is: who was not placed stands on the hub.
        changes["players"] = tuple(
            player if player.space else dataclasses.replace(player, space=HUB) for player in players.values()
        )
    assert not given, f"unknown in 'given': {sorted(given)}"
    return dataclasses.replace(state, **changes)
