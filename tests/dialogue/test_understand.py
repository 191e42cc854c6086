"""Words to meaning: phrases, fillers, typing slips, pairs, and the three ways of not understanding."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.dialogue.phrasebook import load_phrasebook
from host.dialogue.understand import Ambiguous, Grammar, Intent, NoMatch, build_grammar, fold

COLOURS = {c: (c,) for c in ("green", "blue", "orange", "pink", "brown", "yellow")}
BOOK = load_phrasebook("en").with_words("colour", COLOURS)
GRAMMAR = build_grammar(BOOK, ("landing", "die", *BOOK.intents))


def landing(kind: str, colour: str = "", number: str = "") -> Intent:
    """A landing as it is understood."""
    slots = [("kind", kind), ("colour", colour), ("number", number)]
    return Intent("landing", tuple(slot for slot in slots if slot[1]))


@pytest.mark.parametrize(
    "said, meaning",
    [
        ("four, green", landing("colour", "green", "4")),
        ("green with a four", landing("colour", "green", "4")),
        ("I landed on the green headquarters", landing("hq", "green")),
        ("headquarters blue", landing("hq", "blue")),
        ("a six, the hub", landing("hub", "", "6")),
        ("um, it's the hub please", landing("hub")),
        ("shortcut to brown", landing("shortcut", "brown")),
        ("roll again", landing("roll_again")),
        ("a five", Intent("die", (("number", "5"),))),
        ("WHAT'S the score?", Intent("score")),
        ("repet that", Intent("repeat")),
        ("i contest taht", Intent("contest")),
    ],
)
def test_understood(said: str, meaning: Intent) -> None:
    """What people say at the table, also with fillers and typing slips."""
    assert GRAMMAR.interpret(said) == meaning


@pytest.mark.parametrize(
    "said", ["", "   ", "...", "banana split", "the weather is nice today", "gren", "grn", "bluee pink"]
)
def test_not_understood(said: str) -> None:
    """Nothing fits, and a short word one letter off is another word."""
    assert isinstance(GRAMMAR.interpret(said), NoMatch | Ambiguous)


def test_ambiguous() -> None:
    """Two meanings that fit about equally are both offered."""
    grammar = Grammar((("go to prague", Intent("a")), ("go to praguer", Intent("b"))))
    assert grammar.interpret("go to pragued") == Ambiguous("go to pragued", (Intent("a"), Intent("b")))


def test_exact_takes_no_slips() -> None:
    """Beside an open answer only a phrase as it stands is a command."""
    assert GRAMMAR.interpret("repeat please", exact=True) == Intent("repeat")
    assert isinstance(GRAMMAR.interpret("repet that", exact=True), NoMatch)


@pytest.mark.parametrize("name", sorted(BOOK.intents))
def test_every_phrasing_means_its_intent(name: str) -> None:
    """Each listed phrasing is understood as its own intent when all intents are valid."""
    for phrase in BOOK.intents[name]:
        assert GRAMMAR.interpret(phrase) == Intent(name), phrase


@given(st.text(max_size=200))
def test_any_text_is_taken(text: str) -> None:
    """Whatever comes in, there is an answer and no exception."""
    assert isinstance(GRAMMAR.interpret(text), Intent | NoMatch | Ambiguous)


@given(st.text(max_size=50))
def test_folding_twice_is_folding_once(text: str) -> None:
    """The folded form is a fixed point, so tables of folded phrases can be looked up."""
    assert fold(fold(text)) == fold(text)
