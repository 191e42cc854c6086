"""What a household agrees on outlives the evening."""

from __future__ import annotations

from pathlib import Path

import yaml
from support.command import quizhost

PACK = (
    "format: 1\nid: tiny\ntitle: Tiny\nedition: any\nlanguage: en\nauthor: me\nlicence: CC0\ncards:\n"
    '- {"id": "1", "questions": {"green": {"question": "What is it?", "answer": "Bulbous thing"}}}\n'
)
BEGIN = ("play", "--players", "Anna,Ben", "--precision", "standard", "--pack", "tiny", "--lang", "en")
OPENING = ("six", "two", "four green")


def evening(home: Path, *lines: str) -> str:
    """One evening on the pack with one card."""
    return quizhost(*BEGIN, lines=(*OPENING, *lines), home=home).stdout


def test_an_answer_that_the_table_accepted_counts_from_then_on(tmp_path: Path) -> None:
    """N12: contested once, remembered in a file of the user's, and taken back by deleting it."""
    folder = tmp_path / "data" / "questions"
    folder.mkdir(parents=True)
    (folder / "tiny.yaml").write_text(PACK, encoding="utf-8")
    memory = tmp_path / "data" / "household.yaml"
    assert "remember" in evening(tmp_path, "banana", "I contest that").lower()
    kept = yaml.safe_load(memory.read_text(encoding="utf-8"))["aliases"]
    assert [(alias["question"], alias["text"]) for alias in kept] == [("tiny/1/green", "banana")]
    replay = _told(tmp_path, "banana")
    assert 'Anna answers "banana": right.' in replay
    memory.unlink()
    assert 'Anna answers "banana": wrong.' in _told(tmp_path, "banana")


def test_a_damaged_memory_is_named_and_left_alone(tmp_path: Path) -> None:
    """The evening is played without it, and nobody overwrites what could be mended."""
    folder = tmp_path / "data" / "questions"
    folder.mkdir(parents=True)
    (folder / "tiny.yaml").write_text(PACK, encoding="utf-8")
    memory = tmp_path / "data" / "household.yaml"
    memory.write_text("aliases: [", encoding="utf-8")
    done = quizhost(*BEGIN, lines=(*OPENING, "banana", "I contest that"), home=tmp_path)
    assert "household.yaml" in done.stderr
    assert memory.read_text(encoding="utf-8") == "aliases: ["


def _told(home: Path, *lines: str) -> str:
    evening(home, *lines)
    return quizhost("replay", home=home).stdout
