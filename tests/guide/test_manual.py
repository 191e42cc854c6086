"""The manual as text and as a page (A86): in every language, with headings, and with everything that can be said."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from host.app.manual import as_html, as_markdown, as_text, parts
from host.cli import main
from host.dialogue.phrasebook import LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_manual_is_whole(language: str) -> None:
    """Answers, commands, help and the rules of four games; no slot is left open."""
    found = list(parts(language))
    assert [part.level for part in found].count(3) == 4
    assert len(found[2].lines) > 60 and "{" not in as_text(language)
    assert as_markdown(language).count("\n#") == len(found) - 1


def test_a_page_with_headings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The page has one title, headings in order, and its language."""
    assert main(["manual", "--lang", "fr", "--html", str(tmp_path / "m.html")]) == 0
    page = (tmp_path / "m.html").read_text(encoding="utf-8")
    levels = [int(level) for level in re.findall(r"<h(\d)>", page)]
    assert levels[0] == 1 and levels.count(1) == 1 and set(levels) == {1, 2, 3}
    assert all(after - before <= 1 for before, after in pairwise(levels))
    assert '<html lang="fr">' in page and page == as_html("fr")
    assert main(["manual", "--lang", "xx"]) == 2
    assert "xx" in capsys.readouterr().err
