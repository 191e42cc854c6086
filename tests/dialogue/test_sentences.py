"""What the host said in all transcripts: short sentences, at most three choices at once, the thing asked at the end."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from support.scripted import PACKS, ROOT

from host.bank.pack import load_pack

FILES = sorted((ROOT / "tests" / "transcripts").glob("*/*.txt"))
CARDS = {text for path in PACKS.glob("*.yaml") for q in load_pack(path).questions for text in (q.text, q.explanation)}


def said() -> Iterator[tuple[str, str]]:
    """(transcript, line) of everything the host says."""
    for path in FILES:
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith("HOST"):
                yield path.stem, line.partition(": ")[2]


def own_words(line: str) -> str:
    """The line without what stands on the cards."""
    for text in CARDS:
        line = line.replace(text, "") if text else line
    return line


@pytest.mark.parametrize("name", sorted({name for name, _ in said()}))
def test_sentences_are_short(name: str) -> None:
    """No sentence as it is said, names and lists filled in, has more than 25 words."""
    lines = [own_words(line) for n, line in said() if n == name]
    sentences = [s for line in lines for s in re.split(r"[.?!…:] ", line)]
    assert [s for s in sentences if len(s.split()) > 25] == []


def test_at_most_three_choices_at_once() -> None:
    """A43: no prompt counts up more than three."""
    numbered = re.compile(r"\b(?:One|Two|Three|Four|Five|Un|Deux|Trois|Quatre|Eins|Zwei|Drei|Vier) ?:")
    assert [line for _, line in said() if len(numbered.findall(line)) > 3] == []


def test_no_line_is_blank_or_has_a_hole() -> None:
    """Every slot was filled, and no two stops or spaces stand together."""
    for name, line in said():
        assert line.strip() == line and line, name
        assert not re.search(r"\{|\}|  |\.\.(?!\.)|[?!]\.| [.,]", line), (name, line)


def test_the_verdict_is_one_line() -> None:
    """A46: right or wrong, the right answer and the new standing are said in one breath."""
    lines = [line for name, line in said() if name == "whole-game"]
    spoken = r"answer|looking for|right|Right|done|Yes|Exactly"
    verdicts = [line for line in lines if "wedge" in line and re.search(spoken, line)]
    assert len(verdicts) > 20
