"""Marked-up cards, dates, durations and parts: one row each for card, language, precision, answer and verdict."""

from __future__ import annotations

from pathlib import Path

import pytest

from host.errors import PackError
from host.judging.data import entity_file, read_yaml
from host.judging.judge import judge
from host.judging.policy import Policy, Precision
from host.judging.record import record_from_text
from host.speech.phonemes import phonemizer

ROWS = [
    ("<b><u>Fir</u></b>es", "en", "standard", "fire", "accept"),
    ("<b><u>Weimar</u></b> Republic", "en", "standard", "weimar", "accept"),
    ("<b><u>Weimar</u></b> Republic", "en", "standard", "republic", "reject"),
    ("<b><u>Weimar</u></b> Republic", "en", "standard", "the second weimar republic", "reject"),
    ("George <b><u>Washington</u></b>", "en", "standard", "washington", "accept"),
    ("George <b><u>Washington</u></b>", "en", "standard", "booker washington", "reject"),
    ("<b><u>Great</u></b> Red <b><u>Spot</u></b> [prompt on partial answer]", "en", "standard", "spot", "prompt"),
    ("<b><u>U</u></b>nited <b><u>N</u></b>ations", "en", "standard", "un", "accept"),
    ("Federal Bureau of Investigation", "en", "standard", "f b i", "accept"),
    ('<b>bass</b> [prompt on <u>fish</u> by asking "what kind?"]', "en", "standard", "fish", "prompt"),
    ("pigs (hogs)", "en", "standard", "hogs", "accept"),
    ("Mozart (1756-1791)", "en", "standard", "mozart", "accept"),
    ("Martin Luther King (Jr.)", "en", "standard", "martin luther king", "accept"),
    ("(the) Salvation Army", "en", "strict", "salvation army", "accept"),
    ("Junior/Community Colleges", "en", "standard", "community colleges", "accept"),
    ("either Nevada or Utah", "en", "standard", "utah", "accept"),
    ("red, blue or green", "en", "standard", "blue", "accept"),
    ("5 foot 10", "en", "standard", "five foot ten", "accept"),
    ("1 hour 30 minutes", "en", "standard", "ninety minutes", "accept"),
    ("3,50 €", "de", "standard", "drei Euro fünfzig", "accept"),
    ("90 minutes", "en", "standard", "one hour thirty", "accept"),
    ("04/07/1776", "en", "standard", "the fourth of july 1776", "accept"),
    ("1776-07-04", "en", "standard", "july fourth seventeen seventy six", "accept"),
    ("14/07/1789", "fr", "standard", "le quatorze juillet dix-sept cent quatre-vingt-neuf", "accept"),
    ("14 July 1789", "en", "standard", "july 1789", "prompt"),
    ("14 July 1789", "en", "standard", "14 july", "prompt"),
    ("14 July 1789", "en", "standard", "14 august 1789", "reject"),
    ("14 July 1789", "en", "standard", "bananas", "reject"),
    ("20 °C", "en", "strict", "twenty degrees", "prompt"),
    ("20 °C", "en", "standard", "twenty degrees", "accept"),
    ("the 1960s", "en", "standard", "the sixties", "prompt"),
    ("the 1960s", "en", "lenient", "the sixties", "accept"),
    ("the 1960s", "en", "standard", "the seventies", "reject"),
    ("the 1960s", "en", "standard", "no idea", "reject"),
    ("1969", "en", "strict", "sixty nine", "reject"),
    ("1969", "en", "standard", "bananas", "reject"),
    ("44 BC", "en", "standard", "forty four BC", "accept"),
    ("44 BC", "en", "standard", "44 AD", "reject"),
    ("8", "en", "standard", "Henry the Eighth", "reject"),
    ("Louis XIV", "fr", "standard", "louis", "prompt"),
    ("Albert Einstein", "en", "standard", "alfred einstein", "reject"),
    ("Einstein", "en", "standard", "albert einstein", "accept"),
    ("Mexico City", "en", "standard", "mexico", "prompt"),
]


@pytest.mark.parametrize(("card", "language", "precision", "said", "expected"), ROWS)
def test_a_row(card: str, language: str, precision: str, said: str, expected: str) -> None:
    """The verdict is the expected one; asking again counts as a prompt."""
    verdict = judge(said, record_from_text(card, language), Policy(Precision(precision)), phonemes=phonemizer())
    assert {"unsure": "prompt"}.get(verdict.kind.word, verdict.kind.word) == expected


@pytest.mark.parametrize(
    ("text", "complaint"),
    [("- x", "expected topics"), ("sea: x", "sea: expected a list"), ("sea: [x, [y]]", "sea: expected"), ("[", "YAML")],
)
def test_a_broken_list_of_known_things_is_named(tmp_path: Path, text: str, complaint: str) -> None:
    """File and topic are in the sentence."""
    path = tmp_path / "seas.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(PackError) as caught:
        entity_file(path)
    assert complaint in str(caught.value)
    assert "seas.yaml" in str(caught.value)


def test_a_missing_data_file_is_named(tmp_path: Path) -> None:
    """One sentence instead of a traceback."""
    with pytest.raises(PackError, match="cannot read the file"):
        read_yaml(tmp_path / "none.yaml")
