"""Plays the scenarios of tests/scenarios/*.yaml against the rules engine.

A step is one line: ``Command(a, b), Command(c) -> Event(x), Event(y), not Event(z); phase ROLL; wedges.A = [green]``.
Commands before the arrow must be accepted, except that the last one may be ``Rejected(reason)`` or
``Doubted(reason)``. Events are looked for in that order among all events of the step; unnamed ones may come between.
``any`` matches every value, a pattern may leave out the last fields. ``phase``, ``destinations``, ``uses`` and every
other ``name = value`` is looked up in the state afterwards (see ``looked_up``).

``Land(kind, colour)`` is no command but a move: it is told as ReportLanding in colour mode, and walked from a
neighbouring space in guide mode. ``MoveTo(space)`` becomes ReportLanding in colour mode. Questions that are due are
posed by the runner, as the host would.
"""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import yaml
from rules.scenario_given import before

from host.rules import queries
from host.rules.board import destinations as walks
from host.rules.commands import PoseQuestion
from host.rules.decks import is_played
from host.rules.engine import apply, decide, destinations, uses
from host.rules.invariants import broken, broken_by
from host.rules.messages import COMMANDS, Doubted, Event, Rejected, from_dict, plain, to_dict
from host.rules.rulebook import Ruleset
from host.rules.state import GameState
from host.rules.state_data import state_from_dict, state_to_dict
from host.rules.words import Kind, Mode, Phase, Purpose, Special


@dataclass(frozen=True, slots=True)
class Case:
    """One run of a scenario in one mode."""

    id: str
    ruleset: str
    mode: Mode
    given: dict[str, Any]
    steps: tuple[str, ...]
    number: int

    def __str__(self) -> str:
        return f"{self.id}.{self.number}-{self.mode}"


def cases(text: str) -> Iterator[Case]:
    """All runs of a scenario file, in all their modes."""
    file = yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    for scenario in file["scenarios"]:
        number = 0
        for run in scenario["runs"]:
            for mode in run.get("modes", scenario.get("modes", file.get("modes", ["guide", "colour"]))):
                number += 1
                given = {**file.get("given", {}), **scenario.get("given", {}), **run.get("given", {})}
                ruleset = scenario.get("ruleset", file["ruleset"])
                yield Case(scenario["id"], ruleset, Mode(mode), given, tuple(run["steps"]), number)


# --- running --------------------------------------------------------------------------------------------------


def run(case: Case, rules: Ruleset, *, saved: bool = False) -> None:
    """Plays a case and fails with the first line that does not hold.

    Args:
        saved: the state goes through JSON before every command.
    """
    state = before(case.given, case.mode, rules)
    for line in case.steps:
        try:
            state = _step(state, line, case.mode, saved)
        except AssertionError as error:
            raise AssertionError(f"{case}: {line}\n{error}") from error


def _step(state: GameState, line: str, mode: Mode, saved: bool) -> GameState:
    left, arrow, right = line.partition("->")
    told: list[Event] = []
    outcome: Rejected | Doubted | None = None
    expects = _split(right, ";") if arrow else []
    wanted = [item for clause in expects for item in _split(clause, ",")]
    for text in _split(left, ","):
        assert outcome is None, f"{text.strip()} comes after a refusal: {outcome}"
        for data in _commands(state, text, mode):
            state = _through_json(state) if saved else state
            command = from_dict(data)
            if state.phase is Phase.POSE and data["type"] not in NO_POSE:
                state, events = _posed(state)
                told += events
            decided = decide(state, command)
            if not isinstance(decided, tuple):
                outcome = decided
                continue
            state, events = _accepted(state, command)
            told += events
    if state.phase is Phase.POSE and any(item.strip().startswith("QuestionPosed") for item in wanted):
        state, events = _posed(state)
        told += events
    _compare(state, told, outcome, expects)
    return state


NO_POSE = frozenset(
    ("PoseQuestion", "PlayBoarding", "PlayFirstClass", "Undo", "Correct", "OverruleVerdict", "ReportDivider",
     "PlacePack", "AddPlayer", "RemovePlayer")
)  # fmt: skip
"""Commands that say nothing about the question that is due."""


def _posed(state: GameState) -> tuple[GameState, tuple[Event, ...]]:
    return _accepted(state, PoseQuestion(f"q{state.seq}"))


def _through_json(state: GameState) -> GameState:
    """The state saved and loaded; the history is that of the running game."""
    data = json.loads(json.dumps(state_to_dict(state)))
    base = state.rules if not state.variants else None
    rules = base or _BASE[state.rules.id]
    loaded = state_from_dict(data, rules)
    assert loaded == state, "the state is another one after save and load"
    return dataclasses.replace(loaded, past=state.past)


_BASE: dict[str, Ruleset] = {}


def know(rules: Ruleset) -> Ruleset:
    """Remembers a ruleset without variants, which a loaded state needs."""
    _BASE[rules.id] = rules
    return rules


def _accepted(state: GameState, command: Any) -> tuple[GameState, tuple[Event, ...]]:
    decided = decide(state, command)
    assert isinstance(decided, tuple), f"{command} was refused: {decided}"
    assert [from_dict(json.loads(json.dumps(to_dict(event)))) for event in decided] == list(decided)
    assert broken_by(state, decided) == (), broken_by(state, decided)
    after = apply(state, decided)
    assert broken(after) == (), broken(after)
    return after, decided


# --- reading lines --------------------------------------------------------------------------------------------


def _split(text: str, separator: str) -> list[str]:
    """Parts between separators that stand outside all brackets."""
    parts, depth, current = [], 0, ""
    for char in text:
        depth += (char in "([{") - (char in ")]}")
        if char == separator and not depth:
            parts.append(current.strip())
            current = ""
        else:
            current += char
    return [part for part in [*parts, current.strip()] if part]


_CALL = re.compile(r"^(\w+)(?:\((.*)\))?$", re.DOTALL)


def _call(text: str) -> tuple[str, list[str]]:
    match = _CALL.match(text.strip())
    assert match, f"cannot read {text!r}"
    return match[1], _split(match[2] or "", ",")


def _commands(state: GameState, text: str, mode: Mode) -> list[dict[str, Any]]:
    """A command as data; Land and MoveTo are told in the way of the mode."""
    name, args = _call(text)
    if name == "Land":
        kind, colour = args[0], args[1] if len(args) > 1 else ""
        if mode is Mode.COLOUR:
            return [{"type": "ReportLanding", "kind": kind, "colour": colour}]
        return _walked(state, Kind(kind), colour)
    if name == "MoveTo" and mode is Mode.COLOUR:
        space = state.wheel.spaces[args[0]]
        return [{"type": "ReportLanding", "kind": space.kind.value, "colour": space.colour}]
    return [_data(name, args)]


def _walked(state: GameState, kind: Kind, colour: str) -> list[dict[str, Any]]:
    """Commands that put the active piece there: by one roll, else it is corrected to a neighbour first."""
    board = state.wheel
    player = state.player(state.active)
    for pips in range(1, 7):
        for end in walks(board, player.space, pips):
            if board.spaces[end].kind is kind and board.spaces[end].colour == colour:
                return [{"type": "RollDie", "pips": pips}, {"type": "MoveTo", "space": end}]
    for space in board.spaces.values():
        if space.kind is kind and space.colour == colour:
            return [
                {"type": "Correct", "field": f"position.{player.id}", "value": board.links[space.id][0]},
                {"type": "RollDie", "pips": 1},
                {"type": "MoveTo", "space": space.id},
            ]
    raise AssertionError(f"the board has no {kind} {colour}")


def _data(name: str, args: list[str]) -> dict[str, Any]:
    cls = COMMANDS[name]
    names = [field.name for field in dataclasses.fields(cls)]
    hints = {field.name: str(field.type) for field in dataclasses.fields(cls)}
    data: dict[str, Any] = {"type": name}
    if name in ("AddPlayer",):
        return {
            "type": name,
            "player": yaml.safe_load(args[0]) if args[0].startswith("{") else {"id": args[0]},
            "after": args[1],
        }
    for position, arg in enumerate(args):
        key, eq, value = arg.partition("=")
        if not eq:
            key, value = names[position], arg
            if arg == "sure":
                data["sure"] = True
                continue
        parsed = yaml.safe_load(value)
        data[key.strip()] = value.strip().strip('"') if hints[key.strip()] == "str" else parsed
    return data


# --- comparing ------------------------------------------------------------------------------------------------


def _compare(state: GameState, told: list[Event], outcome: Any, expects: list[str]) -> None:
    refused = False
    at = 0
    for clause in expects:
        if re.match(r"^(destinations|uses|legal) ", clause):
            _check(state, clause)
            continue
        for item in _split(clause, ","):
            if item.startswith(("Rejected", "Doubted")):
                kind, args = _call(item)
                assert type(outcome).__name__ == kind, f"wanted {item}, got {outcome or told}"
                assert outcome.reason == args[0], f"wanted {item}, got {outcome}"
                if len(args) > 1:
                    assert outcome.about == args[1], f"wanted {item}, got {outcome}"
                refused = True
            elif item.startswith("phase "):
                assert state.phase.name == item.removeprefix("phase "), f"phase is {state.phase.name}"
            elif "=" in item.partition("(")[0]:
                _check(state, item)
            elif item.startswith("not "):
                found = [event for event in told if _matches(event, item.removeprefix("not "))]
                assert not found, f"{item} came: {found}"
            else:
                index = next((i for i in range(at, len(told)) if _matches(told[i], item)), None)
                assert index is not None, f"{item} did not come after {told[:at]}: {told[at:]} {outcome or ''}"
                at = index + 1
    assert refused or outcome is None, f"refused: {outcome}"


def _matches(event: Event, pattern: str) -> bool:
    name, args = _call(pattern)
    if type(event).__name__ != name:
        return False
    values: list[Any] = []
    for field in dataclasses.fields(event):
        value = getattr(event, field.name)
        values += value if isinstance(value, tuple) and field.name == "players" else [value]
    if len(args) > len(values) or (
        name in ("ClaimsOpened", "ClaimsOrdered", "GameEnded") and args and len(args) != len(values)
    ):
        return False
    return all(arg == "any" or _word(value) == arg for arg, value in zip(args, values, strict=False))


def _word(value: Any) -> str:
    return "none" if value in ("", None) else str(value)


def _check(state: GameState, item: str) -> None:
    """``name = value``, ``name lacks value`` for lists, and lists in any order for destinations and uses."""
    lacks = re.match(r"^(\S+) (lacks|has) (.*)$", item)
    if lacks:
        found = looked_up(state, lacks[1])
        inside = lacks[3] in map(str, found)
        assert inside == (lacks[2] == "has"), f"{item}: {found}"
        return
    name, _, text = item.partition("=")
    name = name.strip()
    found = looked_up(state, name)
    if name in ("destinations", "uses"):
        assert sorted(map(str, found)) == sorted(_split(text, ",")), f"{name} = {sorted(map(str, found))}"
        return
    wanted = yaml.safe_load(text)
    assert found == wanted, f"{name} is {found!r}, not {wanted!r}"


def looked_up(state: GameState, path: str) -> Any:
    """A value of the state, as plain data, by a short name: ``wedges.A``, ``active``, ``pawn.red.1`` …"""
    name, _, key = path.partition(".")
    match name:
        case "destinations":
            return list(destinations(state))
        case "uses":
            return [_use(use) for use in uses(state)]
        case "choosers" | "addressed" | "may_reveal" | "due" | "asker":
            value = {
                "choosers": lambda: queries.choosers(state), "addressed": lambda: queries.addressed(state),
                "may_reveal": lambda: queries.may_reveal(state), "due": lambda: queries.due(state),
                "asker": lambda: queries.asker(state, key),
            }[name]()  # fmt: skip
            return plain(value)
        case "wedges":
            return sorted(state.player(key).wedges)
        case "cards":
            return [state.player(key).cards[kind] for kind in (Special.BOARDING, Special.FIRST_CLASS, Special.PASSPORT)]
        case "lying":
            return [state.lying[kind] for kind in (Special.BOARDING, Special.FIRST_CLASS, Special.PASSPORT)]
        case "counts":
            return _counts(state, key)
        case "leave" | "space" | "rank" | "turns" | "deck" | "rolled":
            return getattr(state.player(key), name)
        case "pawn":
            colour, _, number = key.rpartition(".")
            player = next(player for player in state.players if player.seat.colour == colour)
            return player.pawns[int(number) - 1]
        case "option":
            return plain(state.options[key])
        case "terms":
            player, _, part = key.partition(".")
            return getattr(queries.terms(state, player, state.question.colour if state.question else ""), part)
        case "pack":
            return next(deck.pack for deck in state.decks if deck.id == key)
        case "order":
            found = next(deck for deck in state.decks if deck.id == key)
            return list(found.order(state.opt("pack_size")))
        case "played_out":
            return is_played(state, next(deck for deck in state.decks if deck.id == key))
        case "players":
            return [player.id for player in state.players if not player.left]
        case "question":
            return state.question is not None and state.phase is Phase.ANSWER
        case "question_id":
            return state.question.id if state.question else ""
        case "purpose":
            return str(state.question.purpose if state.question else Purpose.SPACE)
        case _:
            return plain(getattr(state, name))


def _counts(state: GameState, id: str) -> list[int]:
    player = state.player(id)
    if state.mode is Mode.COLOUR:
        return list(player.counts)
    house = sum(p is None for p in player.pawns)
    goal = sum(p == state.track.goal for p in player.pawns)
    return [house, len(player.pawns) - house - goal, goal]


def _use(use: Any) -> str:
    values = [str(getattr(use, field.name)) for field in dataclasses.fields(use)]
    return f"{type(use).__name__}({', '.join(value for value in values if value)})"
