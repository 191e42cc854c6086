"""Whatever comes in, a verdict comes out, and nothing is accepted for saying nothing."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host.judging.data import LANGUAGES
from host.judging.forms import spoken_forms
from host.judging.judge import judge
from host.judging.policy import Channel, Policy, Precision
from host.judging.reading import read
from host.judging.record import record_from_text
from host.judging.verdict import reason_sentence
from host.speech.phonemes import phonemizer

ODD = st.one_of(
    st.text(max_size=80),
    st.text(alphabet=".,;:!?-–—'\"()[]{}<>/\\|&%$€#@*+=~^ \t\n\x00", max_size=40),
    st.integers(min_value=0, max_value=10**40).map(str),
    st.sampled_from(
        ["x" * 10_000, "1" * 10_000, "(" * 500, "[accept " * 200, "or " * 300, "'" * 1000, "ß" * 400, "\ud800"]
    ),
    st.lists(
        st.sampled_from(
            [
                "no",
                "wait",
                "or",
                "not",
                "the",
                "of",
                "and",
                "1/2",
                "half",
                "point",
                "hundred",
                "XIV",
                "oh",
                "double",
                "accept",
                "prompt",
                "on",
                "[",
                "]",
                "(",
                ")",
                "/",
                ";",
            ]
        ),
        max_size=12,
    ).map(" ".join),
)
CARDS = st.one_of(
    ODD,
    st.sampled_from(
        [
            "Paris",
            "1969",
            "8848 m",
            "red, white and blue",
            "Marie Curie",
            "Louis XIV",
            "the 1980s",
            "4 July 1776",
            "100 °C",
            "<b><u>graphene</u></b> [reject graphite; prompt on <u>carbon</u>]",
            "Junior/Community Colleges",
            "33 1/3",
            "1/0",
            "I",
            "C",
        ]
    ),
)


@settings(max_examples=150, deadline=None)
@given(
    said=ODD,
    card=CARDS,
    language=st.sampled_from(LANGUAGES),
    precision=st.sampled_from(Precision),
    spoken=st.booleans(),
)
def test_any_text_gets_a_verdict(said: str, card: str, language: str, precision: Precision, spoken: bool) -> None:
    """Never an exception; a verdict with a sentence; empty and wordless answers are never accepted."""
    record = record_from_text(card, language)
    policy = Policy(precision, Channel.SPOKEN if spoken else Channel.TYPED)
    verdict = judge(said, record, policy, phonemes=phonemizer())
    assert reason_sentence(verdict, language)
    if read(said, language).empty or not any(c.isalnum() for c in said):
        assert not verdict.accepted
    assert all(form.strip() for form in spoken_forms(record, policy))


@settings(max_examples=60, deadline=None)
@given(card=st.sampled_from(["Paris", "Nile", "1969", "Albert Einstein", "red and blue", "H2O", "the"]), said=ODD)
def test_an_answer_without_a_letter_or_digit_is_nothing(card: str, said: str) -> None:
    """Punctuation, blanks and control characters alone say nothing, at every precision."""
    bare = "".join(c for c in said if not c.isalnum())
    for precision in Precision:
        assert not judge(bare, record_from_text(card, "en"), Policy(precision)).accepted


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_is_accepted_as_it_stands(language: str) -> None:
    """Every known thing's own name is accepted for itself, so no layer in front swallows it."""
    from host.judging.guard import shipped_guard

    names = [entity.name(language) for entity in shipped_guard().entities[::37]]
    failed = [name for name in names if not judge(name, record_from_text(name, language)).accepted]
    assert failed == []
