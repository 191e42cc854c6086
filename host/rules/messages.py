"""The words between table and rules: the Command and Event unions, refusals, and their form as plain data."""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from host.rules import commands as _commands
from host.rules import events as _events
from host.rules.commands import (
    AddPlayer,
    ChooseCategory,
    ChooseValue,
    ClaimPassport,
    CloseClaims,
    Correct,
    DrawCard,
    DrawForStart,
    DrawQuizCard,
    EnterPawn,
    GiveUp,
    MovePawn,
    MoveTo,
    OverruleVerdict,
    PickQuestions,
    PlacePack,
    PlayBoarding,
    PlayFirstClass,
    PoseQuestion,
    RemovePlayer,
    ReportDivider,
    ReportLanding,
    ReportMove,
    Reshuffle,
    RollDie,
    RollForStart,
    SetCards,
    StartGame,
    SubmitAnswer,
    Undo,
    VoidQuestion,
)  # fmt: skip
from host.rules.events import (
    AnswerJudged,
    CardDrawn,
    CategoryChosen,
    ClaimMade,
    ClaimsOpened,
    ClaimsOrdered,
    Corrected,
    DieRolled,
    GameEnded,
    GameStarted,
    LeaveRequired,
    PackChanged,
    PawnsMet,
    PlayerFinished,
    PointsLost,
    QuestionPosed,
    RoleGiven,
    SpaceLanded,
    SpecialCardPlayed,
    SpecialCardSpent,
    TokenMoved,
    TurnKept,
    TurnPassed,
    Undone,
    WedgeWon,
)  # fmt: skip
from host.rules.frozen import FrozenDict
from host.rules.seats import Member, Seat
from host.rules.words import Reason

Command = (
    StartGame | RollForStart | DrawForStart | SetCards | RollDie | MoveTo | ReportLanding | ChooseCategory
    | PoseQuestion | SubmitAnswer | GiveUp | OverruleVerdict | PlayBoarding | PlayFirstClass | PickQuestions
    | ClaimPassport | CloseClaims | ReportDivider | PlacePack | DrawCard | EnterPawn | MovePawn | ReportMove
    | DrawQuizCard | ChooseValue | Reshuffle | VoidQuestion | AddPlayer | RemovePlayer | Correct | Undo
)  # fmt: skip
Event = (
    GameStarted | DieRolled | CardDrawn | RoleGiven | TokenMoved | SpaceLanded | CategoryChosen | QuestionPosed
    | AnswerJudged | WedgeWon | TurnKept | TurnPassed | LeaveRequired | SpecialCardPlayed | SpecialCardSpent
    | ClaimsOpened | ClaimMade | ClaimsOrdered | PackChanged | PawnsMet | PointsLost | PlayerFinished | GameEnded
    | Corrected | Undone
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Rejected:
    """A hard refusal: the state does not change, and only a correction gets round it."""

    reason: Reason
    about: str = ""
    """What it is about: a field, space, colour, card, deck or player; empty: plain from the command."""
    limit: str = ""
    """What would be allowed, as data: ``2-6``, ``green,blue``; empty: plain from the reason."""


@dataclass(frozen=True, slots=True)
class Doubted:
    """A soft refusal: the state does not change; ask the table, and send the command again with ``sure``."""

    reason: Reason
    about: str = ""


Decision = tuple[Event, ...] | Rejected | Doubted

COMMANDS: Mapping[str, type] = {c.__name__: c for c in typing.get_args(Command)}
"""Name -> command class."""
EVENTS: Mapping[str, type] = {e.__name__: e for e in typing.get_args(Event)}
"""Name -> event class."""
_PARTS = {"Seat": Seat, "Member": Member}


def to_dict(message: Command | Event | Seat) -> dict[str, Any]:
    """Plain data for JSON: ``{"type": "DieRolled", "player": "A", "pips": 4, "purpose": "move"}``.

    Fields that have their default value are left out, which keeps saved games small.
    """
    data: dict[str, Any] = {"type": type(message).__name__}
    for f in dataclasses.fields(message):
        value = getattr(message, f.name)
        default = f.default_factory() if f.default_factory is not dataclasses.MISSING else f.default
        if value != default:
            data[f.name] = plain(value)
    return data


def from_dict(data: Mapping[str, Any]) -> Any:
    """The command or event again.

    Raises:
        ValueError: unknown type, missing or unknown field, or a value of the wrong kind; the message names it.
    """
    name = data.get("type")
    cls = COMMANDS.get(str(name)) or EVENTS.get(str(name))
    if cls is None:
        raise ValueError(f"unknown message type {name!r}")
    return _build(cls, {key: value for key, value in data.items() if key != "type"})


def seat_from(data: Mapping[str, Any]) -> Seat:
    """A seat from plain data; raises ValueError."""
    return _build(Seat, data)  # type: ignore[no-any-return]


def plain(value: Any) -> Any:
    """A value of a message as JSON data: tuples become lists, seats mappings, enumerations text."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        pairs = ((f, getattr(value, f.name)) for f in dataclasses.fields(value))
        return {f.name: plain(v) for f, v in pairs if v != f.default}
    if isinstance(value, StrEnum):
        return str(value)
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (tuple, list)):
        return [plain(item) for item in value]
    return value


def freeze(value: Any) -> Any:
    """JSON data as immutable data: lists become tuples, mappings read-only ones."""
    if isinstance(value, Mapping):
        return FrozenDict({key: freeze(item) for key, item in value.items()})
    if isinstance(value, (list, tuple)):
        return tuple(freeze(item) for item in value)
    return value


def _build(cls: type, data: Mapping[str, Any]) -> Any:
    hints = _hints(cls)
    unknown = sorted(set(data) - set(hints))
    if unknown:
        raise ValueError(f"{cls.__name__} has no field {unknown[0]!r}")
    values = {key: _value(hints[key], item, f"{cls.__name__}.{key}") for key, item in data.items()}
    try:
        return cls(**values)
    except TypeError as error:
        raise ValueError(f"{cls.__name__}: {error}") from error


def _value(hint: Any, item: Any, where: str) -> Any:
    """``item`` as the annotated type asks for; raises ValueError naming ``where``."""
    args = typing.get_args(hint)
    if hint is Any or typing.get_origin(hint) is Mapping:
        return freeze(item)
    if typing.get_origin(hint) is tuple:
        if not isinstance(item, (list, tuple)):
            raise ValueError(f"{where} must be a list, not {item!r}")
        return tuple(_value(args[0], part, where) for part in item)
    if isinstance(hint, types.UnionType):
        return None if item is None else _value(args[0], item, where)
    if isinstance(hint, type) and dataclasses.is_dataclass(hint):
        return _build(hint, item)
    if issubclass(hint, StrEnum):
        try:
            return hint(item)
        except ValueError as error:
            raise ValueError(f"{where} must be one of {', '.join(hint)}, not {item!r}") from error
    if not isinstance(item, hint) or (hint is int and isinstance(item, bool)):
        raise ValueError(f"{where} must be {hint.__name__}, not {item!r}")
    return item


_CACHE: dict[type, dict[str, Any]] = {}


def _hints(cls: type) -> dict[str, Any]:
    if cls not in _CACHE:
        _CACHE[cls] = typing.get_type_hints(cls, vars(_events) | vars(_commands) | _PARTS)
    return _CACHE[cls]


__all__ = [
    "Command", "Event", "Decision", "Rejected", "Doubted", "Reason", "Seat", "Member",
    "COMMANDS", "EVENTS", "to_dict", "from_dict", "seat_from", "plain", "freeze",
    "StartGame", "RollForStart", "DrawForStart", "SetCards", "RollDie", "MoveTo", "ReportLanding", "ChooseCategory",
    "PoseQuestion", "SubmitAnswer", "GiveUp", "OverruleVerdict", "PlayBoarding", "PlayFirstClass", "PickQuestions",
    "ClaimPassport", "CloseClaims", "ReportDivider", "PlacePack", "DrawCard", "EnterPawn", "MovePawn", "ReportMove",
    "DrawQuizCard", "ChooseValue", "Reshuffle", "VoidQuestion", "AddPlayer", "RemovePlayer", "Correct", "Undo",
    "GameStarted", "DieRolled", "CardDrawn", "RoleGiven", "TokenMoved", "SpaceLanded", "CategoryChosen",
    "QuestionPosed", "AnswerJudged", "WedgeWon", "TurnKept", "TurnPassed", "LeaveRequired", "SpecialCardPlayed",
    "SpecialCardSpent", "ClaimsOpened", "ClaimMade", "ClaimsOrdered", "PackChanged", "PawnsMet", "PointsLost",
    "PlayerFinished", "GameEnded", "Corrected", "Undone",
]  # fmt: skip
