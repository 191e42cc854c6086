"""Names out of what people say when they are asked who plays."""

from __future__ import annotations

import pytest

from host.dialogue.names import odd_names, split_names
from host.dialogue.phrasebook import load_phrasebook


@pytest.mark.parametrize(
    "language, said, names, odd",
    [
        ("en", "anna and ben", ("Anna", "Ben"), ()),
        ("en", "we are anna, ben and clara", ("Anna", "Ben", "Clara"), ()),
        ("en", "and and then", ("And", "Then"), ("And", "Then")),
        ("en", "anna and options", ("Anna", "Options"), ("Options",)),
        ("fr", "anna et ben", ("Anna", "Ben"), ()),
        ("fr", "ben", ("Ben",), ("Ben",)),
        ("de", "wir sind Jos und Klara", ("Jos", "Klara"), ()),
        ("es", "A N A y L U Z", ("Ana", "Luz"), ()),
    ],
)
def test_names(language: str, said: str, names: tuple[str, ...], odd: tuple[str, ...]) -> None:
    """Lists, letters and introductions make names; a filler is one beside others, a command never."""
    book = load_phrasebook(language)
    assert split_names(said, book) == names
    assert odd_names(names, book) == odd
