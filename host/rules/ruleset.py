"""Rulesets and boards from YAML files: loading, checking what the models cannot see, finding by name.

Every refusal is one RulesetError that names file, line and field and what was expected. A ruleset file may hold
its boards inline (``boards:``); the others are looked for in the folder ``boards`` beside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from host.datafile import Location
from host.errors import RulesetError
from host.rules.board import Board, wheel
from host.rules.board_check import Finding, WheelLists, check_track, check_wheel
from host.rules.calibration import data_of
from host.rules.frozen import FrozenDict
from host.rules.mechanics import MECHANICS
from host.rules.messages import freeze
from host.rules.options import OPTIONS
from host.rules.rulebook import DeckSpec, PlayingCard, Printed, Ruleset, Teams
from host.rules.schema import BoardFile, MechanicsModel, RulesetModel, TrackModel, WheelModel
from host.rules.track import Track, TrackColour
from host.rules.words import Kind
from host.rules.yaml_source import Fault, Source, dumped, read, validated

__all__ = ["Ruleset", "board_text", "find_ruleset", "list_rulesets", "load_board", "load_ruleset", "ruleset_from_text"]

_SLOTS = ("move", "start", "order", "win", "deck", "wedges", "meeting", "enter")


def load_ruleset(path: Path, *board_folders: Path) -> Ruleset:
    """The ruleset in a file.

    Args:
        board_folders: where its board files are; none: the folder ``boards`` beside it.

    Raises:
        RulesetError: it cannot be read or breaks the format; the message names file, line and field.
    """
    return _ruleset(read(path), board_folders or (path.parent / "boards",))


def ruleset_from_text(text: str, path: str = "ruleset.yaml", *board_folders: Path) -> Ruleset:
    """The ruleset in a text; ``path`` is only named in errors."""
    return _ruleset(Source(text, path), board_folders)


def load_board(path: Path, rules: Ruleset) -> tuple[Board | Track, tuple[Finding, ...]]:
    """The board in a file and what is worth saying about it (warnings and totals); errors raise RulesetError."""
    source = read(path)
    model = validated(source, BoardFile, {"board": source.data}, skip=1).board
    if model.ruleset != rules.id:
        raise source.error(("ruleset",), f"this board is for '{model.ruleset}', not for '{rules.id}'")
    return _board(source, model, (), rules)


def board_text(board: WheelLists | Board | Track) -> str:
    """A board as the text of a board file."""
    return dumped(data_of(board))


def list_rulesets(*folders: Path) -> tuple[Ruleset, ...]:
    """All rulesets of the folders, by id; a later folder (the user's own) wins where ids are the same.

    A board in the folder ``boards`` of any of them belongs to the ruleset it names.
    """
    found: dict[str, Ruleset] = {}
    boards = [folder / "boards" for folder in folders]
    for folder in folders:
        for path in sorted(folder.glob("*.yaml")):
            rules = load_ruleset(path, *boards)
            found[rules.id] = rules
    return tuple(found[id] for id in sorted(found))


def find_ruleset(name: str, *folders: Path) -> Ruleset:
    """The ruleset of that id, name or alias, whatever its case.

    Raises:
        RulesetError: there is none; the message lists the ids there are.
    """
    known = list_rulesets(*folders)
    wanted = _folded(name)
    for rules in known:
        if wanted in map(_folded, (rules.id, *rules.names.values(), *rules.aliases)):
            return rules
    ids = ", ".join(rules.id for rules in known) or "none"
    raise RulesetError(f"there is no ruleset '{name}'", todo=f"Known are: {ids}")


def _folded(name: str) -> str:
    return " ".join(name.casefold().replace("-", " ").replace("_", " ").split())


def _ruleset(source: Source, board_folders: Iterable[Path]) -> Ruleset:
    model: RulesetModel = validated(source, RulesetModel, source.data)
    for loc, what in _unknown_mechanics(model):
        raise source.error(loc, what)
    for loc, what in _faults(model):
        raise source.error(loc, what)
    m = model.mechanics
    rules = Ruleset(
        id=model.id,
        version=model.version,
        names=FrozenDict(model.name.model_dump()),
        aliases=model.aliases,
        languages=model.languages,
        source=model.source,
        min_players=model.players.min,
        max_players=model.players.max,
        solo=model.players.solo,
        colours=freeze({colour: forms.model_dump() for colour, forms in model.colours.items()}),
        move=m.move,
        start=m.start,
        order=m.order,
        win=m.win,
        deck=m.deck,
        spaces=FrozenDict(dict(m.spaces)),
        wedges=m.wedges,
        special=FrozenDict(dict(m.cards)),
        meeting=m.meeting,
        enter=m.enter,
        decks=tuple(DeckSpec(deck.id, deck.pool) for deck in model.decks),
        playing_cards=FrozenDict({card.rank: PlayingCard(**card.model_dump()) for card in model.playing_cards}),
        options=freeze({key: model.options.get(key, OPTIONS[key].default) for key in sorted(_option_keys(model))}),
        ask=model.ask,
        variants=freeze({name: _patch(v.model_dump(exclude_none=True)) for name, v in model.variants.items()}),
        teams=Teams(**model.teams.model_dump()) if model.teams else None,
        printed=Printed(model.printed.steps_to_hq, FrozenDict(_counts(model))),
        boards=FrozenDict({}),
        board=model.board,
    )
    for index, board_model in enumerate(model.boards):
        board, _ = _board(source, board_model, ("boards", index), rules)
        rules = rules.with_board(board)
    for folder in board_folders:
        for path in sorted(folder.glob("*.yaml")):
            own = read(path)
            if own.data.get("ruleset") == rules.id:
                rules = rules.with_board(load_board(path, rules)[0])
    if rules.board not in rules.boards:
        raise source.error(("board",), f"there is no board '{rules.board}' for this ruleset")
    return rules


def _counts(model: RulesetModel) -> dict[Kind, int]:
    found = {Kind.ROLL_AGAIN: model.printed.roll_again, Kind.SHORTCUT: model.printed.shortcut}
    return {kind: count for kind, count in found.items() if count is not None}


def _patch(changes: dict[str, Any]) -> dict[str, Any]:
    if "teams" in changes:
        changes["teams"] = Teams(**changes["teams"])
    return changes


def _cited(m: MechanicsModel) -> Iterator[tuple[Location, str, str]]:
    """Every mechanic a ruleset cites: its field, slot and name."""
    for slot in _SLOTS:
        yield ("mechanics", slot), slot, getattr(m, slot)
    for kind, name in m.spaces.items():
        yield ("mechanics", "spaces", kind.value), "spaces", name
    for card in m.cards:
        yield ("mechanics", "cards", card.value), "cards", card.value


def _option_keys(model: RulesetModel) -> set[str]:
    """The options of the mechanics cited, and those the file names itself."""
    keys = set(model.options)
    unused = {"wheel": ("meeting", "enter"), "track": ("wedges",)}[model.mechanics.move]
    for _, slot, name in _cited(model.mechanics):
        if slot not in unused:
            keys |= set(MECHANICS[slot][name].options)
    return keys


def _unknown_mechanics(model: RulesetModel) -> Iterator[Fault]:
    """Mechanics that are not in the dictionary."""
    cited = list(_cited(model.mechanics))
    for name, variant in model.variants.items():
        for slot in ("wedges", "win", "meeting"):
            if value := getattr(variant, slot):
                cited.append((("variants", name, slot), slot, value))
        for kind, effect in (variant.spaces or {}).items():
            cited.append((("variants", name, "spaces", kind.value), "spaces", effect))
    for loc, slot, mechanic in cited:
        if mechanic not in MECHANICS[slot]:
            yield loc, f"unknown mechanic '{mechanic}'; known are: {', '.join(MECHANICS[slot])}"


def _faults(model: RulesetModel) -> Iterator[Fault]:
    """What is wrong between the fields of a ruleset file whose mechanics are known."""
    for key, value in model.options.items():
        if key not in OPTIONS:
            yield ("options", key), "not a known option"
        elif allowed := OPTIONS[key].fault(value):
            yield ("options", key), f"allowed are: {allowed}"
    keys = _option_keys(model)
    asked: list[tuple[Location, str]] = [(("ask", index), key) for index, key in enumerate(model.ask)]
    for name, variant in model.variants.items():
        asked += [(("variants", name, "ask", index), key) for index, key in enumerate(variant.ask or ())]
    for loc, key in asked:
        if key not in keys:
            yield loc, f"'{key}' is not an option of this ruleset"
    if model.players.min > model.players.max:
        yield ("players", "min"), "more than 'max'"
    ids = [deck.id for deck in model.decks]
    if len(set(ids)) < len(ids):
        yield ("decks",), "two decks have the same id"
    if model.mechanics.deck == "by_age" and set(ids) != {"adult", "young"}:
        yield ("decks",), "the mechanic by_age needs the decks 'adult' and 'young'"
    if model.mechanics.deck == "quiz" and ids != ["quiz"]:
        yield ("decks",), "the mechanic quiz needs the one deck 'quiz'"
    if model.mechanics.move == "wheel":
        missing = [kind.value for kind in (Kind.COLOUR, Kind.HQ, Kind.HUB) if kind not in model.mechanics.spaces]
        if missing:
            yield ("mechanics", "spaces"), f"a wheel needs what happens on: {', '.join(missing)}"
    elif not model.playing_cards:
        yield ("playing_cards",), "a track needs playing cards"
    for index, card in enumerate(model.playing_cards):
        if 0 in card.values or max(map(abs, card.values)) > 13:
            yield ("playing_cards", index, "values"), "values go from -13 to 13, without 0"


def _board(
    source: Source, model: WheelModel | TrackModel, loc: Location, rules: Ruleset
) -> tuple[Board | Track, tuple[Finding, ...]]:
    built: Board | Track
    if isinstance(model, TrackModel):
        built = Track(
            model.id,
            model.ruleset,
            model.ring,
            tuple(TrackColour(c.id, c.start, FrozenDict(dict(c.name))) for c in model.colours),
            model.pawns,
            model.entry,
            model.home,
            model.direction,
        )
        findings = tuple(check_track(built))
    else:
        lists = WheelLists(
            model.id, model.ruleset, model.hq_order, model.spokes, model.ring, model.categories, model.called
        )
        findings = tuple(check_wheel(lists, rules))
    _refuse(source, findings, loc)
    if isinstance(model, WheelModel):
        built = wheel(model.id, model.ruleset, model.hq_order, model.spokes, model.ring, model.categories, model.called)
    return built, findings


def _refuse(source: Source, findings: Iterable[Finding], loc: Location) -> None:
    for finding in findings:
        if finding.level == "error":
            raise source.error((*loc, *finding.loc), f"{finding.what} ({finding.rule})")
