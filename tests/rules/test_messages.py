"""Commands and events as plain data: every class goes through JSON, and wrong data is refused by name."""

from __future__ import annotations

import dataclasses
import json
import pickle
from typing import Any, get_type_hints

import pytest

from host.rules import commands, events
from host.rules.frozen import FrozenDict
from host.rules.messages import COMMANDS, EVENTS, freeze, from_dict, plain, seat_from, to_dict
from host.rules.seats import Member, Seat
from host.rules.words import Kind, Purpose, Verdict

SEAT = Seat("A", "Anna", 14, "", "adult", (Member("Ann", 16, "pink"), Member("Abe")), "Ann")


def sample(cls: type) -> Any:
    """A message of that class in which no field has its default value."""
    hints = get_type_hints(cls)
    return cls(**{field.name: _sample(field.name, hints[field.name]) for field in dataclasses.fields(cls)})


def _sample(name: str, hint: Any) -> Any:
    text = str(hint)
    if "Seat" in text:
        return (SEAT,) if "tuple" in text else SEAT
    if "tuple" in text:
        return ("A", "B")
    if "Mapping" in text or hint is Any:
        return FrozenDict({"A": (1, 2), "b": None})
    if hint is bool:
        return True
    if "int" in text:
        return 3
    if hint is str:
        return f"some {name}"
    return list(hint)[-1]


@pytest.mark.parametrize("name", [*COMMANDS, *EVENTS])
def test_every_message_goes_through_json(name: str) -> None:
    """Every command and event is the same after JSON, with all its fields set."""
    message = sample({**COMMANDS, **EVENTS}[name])
    assert from_dict(json.loads(json.dumps(to_dict(message)))) == message


def test_no_message_class_is_forgotten() -> None:
    """Every dataclass of the two vocabularies is in its union: 31 commands, 24 game events and Undone."""
    for module, union in ((commands, COMMANDS), (events, EVENTS)):
        own = {name for name, item in vars(module).items() if dataclasses.is_dataclass(item)} - {"Seat"}
        assert own == set(union)
    assert (len(COMMANDS), len(EVENTS)) == (31, 25)


def test_defaults_are_left_out() -> None:
    """A saved event names only what differs from the defaults."""
    assert to_dict(events.DieRolled("A", 4)) == {"type": "DieRolled", "player": "A", "pips": 4}
    assert to_dict(events.SpaceLanded("A", Kind.HUB)) == {"type": "SpaceLanded", "player": "A", "kind": "hub"}
    seat = to_dict(commands.StartGame((Seat("A"),)))
    assert seat == {"type": "StartGame", "players": [{"id": "A"}]}


@pytest.mark.parametrize(
    "data, said",
    [
        ({"type": "Dance"}, "unknown message type 'Dance'"),
        ({}, "unknown message type None"),
        ({"type": "Undone", "to_seq": 3, "why": "x"}, "Undone has no field 'why'"),
        ({"type": "Undone"}, "Undone: .*to_seq"),
        ({"type": "Undone", "to_seq": "three"}, "Undone.to_seq must be int, not 'three'"),
        ({"type": "Undone", "to_seq": True}, "Undone.to_seq must be int, not True"),
        ({"type": "ClaimsOpened", "players": "A"}, "ClaimsOpened.players must be a list, not 'A'"),
        ({"type": "TurnKept", "player": "A", "why": "luck"}, "TurnKept.why must be one of right, .*, not 'luck'"),
        ({"type": "StartGame", "players": [{"id": "A", "hat": 1}]}, "Seat has no field 'hat'"),
    ],
)
def test_wrong_data_is_refused_by_name(data: dict[str, Any], said: str) -> None:
    """Data that is no message is refused with the field and what was expected."""
    with pytest.raises(ValueError, match=said):
        from_dict(data)


def test_none_stays_none() -> None:
    """A die value that was not told is null in JSON and None again."""
    assert from_dict({"type": "DieRolled", "player": "A", "pips": None}) == events.DieRolled("A", None, Purpose.MOVE)


def test_plain_and_frozen_are_inverse() -> None:
    """Plain data and frozen data hold the same."""
    data = {"a": [1, {"b": [None, "x"]}], "c": True}
    assert plain(freeze(data)) == data
    assert freeze(data) == {"a": (1, {"b": (None, "x")}), "c": True}


def test_seats_have_plain_data() -> None:
    """A seat with its members is the same after plain data."""
    assert seat_from(plain(SEAT)) == SEAT


def test_frozen_dicts_cannot_change() -> None:
    """A FrozenDict refuses every change, can be hashed and pickled, and equals a plain dict."""
    frozen = FrozenDict({"a": 1})
    changes = [
        lambda: frozen.__setitem__("b", 2), lambda: frozen.__delitem__("a"), lambda: frozen.update(b=2),
        lambda: frozen.pop("a"), lambda: frozen.clear(), lambda: frozen.setdefault("b", 2), lambda: frozen.popitem(),
    ]  # fmt: skip
    for change in changes:
        with pytest.raises(TypeError, match="cannot be changed"):
            change()
    assert frozen == {"a": 1} == pickle.loads(pickle.dumps(frozen))
    assert hash(frozen) == hash(FrozenDict({"a": 1}))
    assert Verdict.RIGHT == "right"
