"""States as plain data for JSON, and back. The history is not part of it: ``engine.replay`` rebuilds that."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

from host.rules.frozen import FrozenDict
from host.rules.messages import freeze, plain, seat_from
from host.rules.rulebook import Ruleset
from host.rules.state import Claims, Deck, GameState, Landed, Meeting, Player, Question
from host.rules.words import Kind, Mode, Outcome, Phase, Purpose, Special, Verdict

_PARTS: dict[str, Any] = {
    "landed": lambda d: Landed(**d | {"kind": Kind(d["kind"])}),
    "question": lambda d: Question(**d | {"purpose": Purpose(d["purpose"])}),
    "claims": lambda d: Claims(**{key: freeze(value) for key, value in d.items()}),
    "meeting": lambda d: Meeting(**d),
    "resume": Phase,
    "outcome": Outcome,
    "verdict": Verdict,
}
"""Fields that are either None or an object of their own."""


def state_to_dict(state: GameState) -> dict[str, Any]:
    """Plain data; the ruleset is named by id and version."""
    data: dict[str, Any] = {"ruleset": {"id": state.rules.id, "version": state.rules.version}}
    for field in dataclasses.fields(state):
        value = getattr(state, field.name)
        if field.name in ("rules", "past"):
            continue
        if field.name == "players":
            data["players"] = [_player_to_dict(player) for player in value]
        elif dataclasses.is_dataclass(value) and not isinstance(value, type):
            data[field.name] = {f.name: plain(getattr(value, f.name)) for f in dataclasses.fields(value)}
        elif field.name == "decks":
            data["decks"] = [dataclasses.asdict(deck) for deck in value]
        else:
            data[field.name] = plain(value)
    return data


def _player_to_dict(player: Player) -> dict[str, Any]:
    data = {field.name: plain(getattr(player, field.name)) for field in dataclasses.fields(player)}
    return data | {"wedges": sorted(player.wedges), "placed": sorted(player.placed)}


def state_from_dict(data: Mapping[str, Any], rules: Ruleset) -> GameState:
    """The state again, without history.

    Raises:
        ValueError: the data belongs to another ruleset, or to a version of it that played by other rules.
    """
    named = data["ruleset"]
    if named["id"] != rules.id or named["version"] != rules.version:
        saved = f"{named['id']} version {named['version']}"
        raise ValueError(f"saved with ruleset {saved}, not {rules.id} version {rules.version}")
    values: dict[str, Any] = {key: freeze(value) for key, value in data.items() if key != "ruleset"}
    for key, build in _PARTS.items():
        values[key] = None if data[key] is None else build(data[key])
    values |= {
        "phase": Phase(data["phase"]),
        "mode": Mode(data["mode"]),
        "lying": _by_kind(data["lying"]),
        "decks": tuple(Deck(**deck) for deck in data["decks"]),
        "players": tuple(_player_from_dict(player) for player in data["players"]),
    }
    return GameState(rules.with_variants(values["variants"]), **values)


def _player_from_dict(data: Mapping[str, Any]) -> Player:
    values: dict[str, Any] = {key: freeze(value) for key, value in data.items()}
    values |= {
        "seat": seat_from(data["seat"]),
        "wedges": frozenset(data["wedges"]),
        "placed": frozenset(data["placed"]),
        "cards": _by_kind(data["cards"]),
    }
    return Player(**values)


def _by_kind(data: Mapping[str, int]) -> FrozenDict[Special, int]:
    return FrozenDict({Special(kind): count for kind, count in data.items()})
