"""Evenings as a household plays them: each a program of its own on the same home."""

from __future__ import annotations

import json
from pathlib import Path

from support.command import quizhost

from host.app.seen import Mark, SeenList

PACK = "format: 1\nid: tiny\ntitle: Tiny\nedition: any\nlanguage: en\nauthor: me\nlicence: CC0\ncards:\n" + "".join(
    f'- {{"id": "{n}", "questions": {{"green": {{"question": "What is number {n}?", "answer": "Thing {n}"}}}}}}\n'
    for n in range(3)
)


def evening(home: Path) -> list[str]:
    """One evening in which one green question is asked and answered wrong; ids of the questions asked."""
    begin = ("--players", "Anna,Ben", "--precision", "standard", "--pack", "tiny")
    quizhost("play", *begin, lines=("six", "two", "four green", "banana"), home=home)
    told = quizhost("replay", "--json", home=home).stdout.splitlines()
    return [event["question"] for line in told if (event := json.loads(line))["type"] == "QuestionPosed"]


def test_no_repeat_across_evenings_until_the_deck_is_through(tmp_path: Path) -> None:
    """Three questions last three evenings; on the fourth the oldest comes again, and a disputed one never."""
    folder = tmp_path / "data" / "questions"
    folder.mkdir(parents=True)
    (folder / "tiny.yaml").write_text(PACK, encoding="utf-8")
    asked = [evening(tmp_path) for _ in range(3)]
    assert sorted(asked) == [["tiny/0/green"], ["tiny/1/green"], ["tiny/2/green"]]
    assert evening(tmp_path) == asked[0]
    with SeenList(tmp_path / "data" / "seen.sqlite3") as seen:
        seen.mark(asked[1][0], Mark.DISPUTED, when=5)
    assert evening(tmp_path) == asked[2]
