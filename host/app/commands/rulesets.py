"""``quizhost rulesets``: which editions there are, what one of them plays by, and whether a file is sound."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from host.config import data_folder, home
from host.errors import RulesetError
from host.rules.board import Board
from host.rules.board_check import Finding, check_track, totals
from host.rules.mechanics import MECHANICS
from host.rules.messages import plain
from host.rules.options import OPTIONS
from host.rules.rulebook import Ruleset
from host.rules.ruleset import find_ruleset, list_rulesets, load_board, load_ruleset
from host.rules.yaml_source import read


def folders() -> tuple[Path, Path]:
    """Where rulesets are: the shipped ones, then the user's own."""
    return data_folder("rulesets"), home("data") / "rulesets"


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds ``list``, ``show NAME`` and ``check FILE…``."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    listing = actions.add_parser("list", help="the editions there are")
    show = actions.add_parser("show", help="rules, options, variants and boards of one edition")
    show.add_argument("name", metavar="NAME", help="id, name or alias, in any case")
    check = actions.add_parser("check", help="check ruleset and board files")
    check.add_argument("files", metavar="FILE", nargs="+", type=Path)
    for action in (listing, show, check):
        action.add_argument("--json", action="store_true", help="print one JSON document")


def run(args: argparse.Namespace) -> int:
    """Exit status 1 when a checked file is wrong."""
    if args.action == "list":
        return _list(args)
    if args.action == "show":
        return _show(args)
    return _check(args)


def _list(args: argparse.Namespace) -> int:
    found = list_rulesets(*folders())
    if args.json:
        print(json.dumps([_summary(rules) for rules in found], ensure_ascii=False))
        return 0
    for rules in found:
        sides = f"{rules.min_players}-{rules.max_players} sides"
        variants = ", ".join(rules.variants) or "none"
        print(
            f"{rules.id}: {rules.names['en']}, {sides}, questions in {', '.join(rules.languages)}, variants: {variants}"
        )
    return 0


def _summary(rules: Ruleset) -> dict[str, Any]:
    return {
        "id": rules.id,
        "version": rules.version,
        "names": plain(rules.names),
        "aliases": list(rules.aliases),
        "languages": list(rules.languages),
        "players": [rules.min_players, rules.max_players],
        "variants": list(rules.variants),
        "source": rules.source,
    }


def mechanics_of(rules: Ruleset) -> dict[str, str]:
    """The mechanics an edition cites: where, and what they do."""
    cited = {slot: getattr(rules, slot) for slot in ("move", "start", "order", "win", "deck")}
    if rules.is_wheel:
        cited["wedges"] = rules.wedges
        cited |= {f"spaces.{kind}": effect for kind, effect in rules.spaces.items()}
        cited |= {f"cards.{card}": card.value for card in rules.special}
    else:
        cited |= {"meeting": rules.meeting, "enter": rules.enter}
    return {where: f"{name}: {MECHANICS[where.partition('.')[0]][name].does}" for where, name in cited.items()}


def _option(key: str, default: Any) -> dict[str, Any]:
    option = OPTIONS[key]
    return {"default": plain(default), "values": plain(option.values), "limit": option.limit}


def _show(args: argparse.Namespace) -> int:
    rules = find_ruleset(args.name, *folders())
    options = {key: _option(key, default) for key, default in rules.options.items()}
    boards = {id: [finding.what for finding in board_totals(board)] for id, board in rules.boards.items()}
    if args.json:
        details = {
            "solo": rules.solo, "mechanics": mechanics_of(rules), "decks": [deck.id for deck in rules.decks],
            "ask": list(rules.ask), "options": options, "board": rules.board, "boards": boards,
            "playing_cards": {card.rank: list(card.values) for card in rules.playing_cards.values()},
        }  # fmt: skip
        print(json.dumps(_summary(rules) | details, ensure_ascii=False))
        return 0
    print(f"{rules.id} (version {rules.version}): {rules.names['en']}")
    print(f"Source: {rules.source}")
    print(f"Also called: {', '.join(rules.aliases) or 'nothing else'}")
    alone = ", or one alone" if rules.solo else ""
    print(f"Sides: {rules.min_players}-{rules.max_players}{alone}")
    print(f"Decks: {', '.join(deck.id for deck in rules.decks)}")
    print(f"Variants: {', '.join(rules.variants) or 'none'}")
    print("Mechanics:")
    for where, does in mechanics_of(rules).items():
        print(f"  {where}: {does}")
    print("Options (asked at set-up are marked *):")
    for key, option in options.items():
        mark = "*" if key in rules.ask else " "
        values = ", ".join(map(_word, option["values"])) or option["limit"]
        print(f" {mark}{key}: {_word(option['default'])} (of: {values})")
    for id, lines in boards.items():
        print(f"Board {id}{' (default)' if id == rules.board else ''}: {'; '.join(lines)}")
    return 0


def _word(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def board_totals(board: Any) -> list[Finding]:
    """What the host says back of a board (B-09, B-17)."""
    findings = totals(board) if isinstance(board, Board) else check_track(board)
    return [finding for finding in findings if finding.level == "total"]


def _check(args: argparse.Namespace) -> int:
    reports = [checked(path) for path in args.files]
    if args.json:
        print(json.dumps(reports, ensure_ascii=False))
    else:
        for report in reports:
            print(f"{report['file']}: {'OK' if report['ok'] else 'FAIL'}")
            for kind in ("errors", "warnings", "totals"):
                for line in report[kind]:
                    print(f"  {kind.removesuffix('s')}: {line}")
    return 0 if all(report["ok"] for report in reports) else 1


def checked(path: Path) -> dict[str, Any]:
    """The report on one file: a board when it has a ``kind``, else a ruleset."""
    findings: list[Finding] = []
    errors: list[str] = []
    try:
        data = read(path).data
        if "kind" in data:
            rules = find_ruleset(str(data.get("ruleset")), *folders())
            findings = list(load_board(path, rules)[1])
        else:
            boards = [folder / "boards" for folder in (path.parent, *folders())]
            rules = load_ruleset(path, *boards)
            findings = board_totals(rules.boards[rules.board])
    except RulesetError as error:
        errors.append(error.sentence())
    lines = {
        level: [f"{finding.what} ({finding.rule})" for finding in findings if finding.level == level]
        for level in ("warning", "total")
    }
    return {
        "file": str(path), "ok": not errors, "errors": errors, "warnings": lines["warning"], "totals": lines["total"],
    }  # fmt: skip
