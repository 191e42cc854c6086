"""The boards that this household has described: one file for each edition in its data folder, in the form of a board
file, so that they can be read, changed, checked and taken elsewhere (``quizhost play --board FILE``)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from host import config
from host.app.memory import write_text_whole
from host.errors import RulesetError
from host.rules.board import Board
from host.rules.calibration import board_from, data_of
from host.rules.rulebook import Ruleset
from host.rules.ruleset import board_text, load_board
from host.rules.track import Track


def folder() -> Path:
    """Where they are."""
    return config.home("data") / "boards"


def board_in(path: Path, rules: Ruleset) -> Board | Track:
    """The board of a file.

    Raises:
        RulesetError: it cannot be read or breaks the form or the rules of the edition; names file, line and field.
    """
    return load_board(path, rules)[0]


def own_boards(editions: Mapping[str, Ruleset]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The boards of this household as ``Talk.boards`` holds them, and remarks on files that cannot be used."""
    found: list[str] = []
    faults: list[str] = []
    for id, rules in sorted(editions.items()):
        path = folder() / f"{id}.yaml"
        if path.is_file():
            try:
                found.append(_text(board_in(path, rules)))
            except RulesetError as error:
                faults.append(f"{error.sentence()} This evening is played on the usual board.")
    return tuple(found), tuple(faults)


def with_board(boards: tuple[str, ...], board: Board | Track) -> tuple[str, ...]:
    """The same with that board for its edition."""
    others = (text for text in boards if json.loads(text)["ruleset"] != board.ruleset)
    return (*others, _text(board))


def keep_board(text: str) -> None:
    """Writes a board of ``Talk.boards`` into its file, if it has changed."""
    board = board_from(json.loads(text))
    path, wanted = folder() / f"{board.ruleset}.yaml", board_text(board)
    if not path.is_file() or path.read_text(encoding="utf-8") != wanted:
        write_text_whole(path, wanted, what="the table's board")


def _text(board: Board | Track) -> str:
    return json.dumps(data_of(board), ensure_ascii=False)
