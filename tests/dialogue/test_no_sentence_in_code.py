"""What players hear stands in the phrase files: no sentence for them in code."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from host.dialogue.phrasebook import load_phrasebook

FOLDER = Path(load_phrasebook.__code__.co_filename).parent
FILES = sorted(FOLDER.rglob("*.py"))


def sentences(tree: ast.AST) -> Iterator[str]:
    """Texts of three words and more that are neither documentation nor the message of an error or an assertion."""
    own: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            own.add(id(node.value))
        if isinstance(node, (ast.Assert, ast.Raise)):
            own |= {id(part) for part in ast.walk(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in own:
            words = node.value.split()
            if len(words) >= 3 and any(word.isalpha() for word in words):
                yield node.value


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(FOLDER).as_posix())
def test_no_sentence_for_players_in_code(path: Path) -> None:
    """A word to a player in code could not be translated, varied or shortened."""
    found = list(sentences(ast.parse(path.read_text(encoding="utf-8"))))
    # The one that reads the files tells their authors what is wrong with them.
    assert found == [] or path.name == "phrasebook.py"


def test_the_check_finds_one() -> None:
    """A sentence in code is found, documentation is not."""
    code = 'def f(desk):\n    """Says it to the table."""\n    desk.say_text("Well done, all of you.")\n'
    assert list(sentences(ast.parse(code))) == ["Well done, all of you."]
