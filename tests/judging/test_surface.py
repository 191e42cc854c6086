"""The judge's surface: records, verdicts and sentences that the other rooms build on."""

from __future__ import annotations

import pytest

from host.judging.data import LANGUAGES, phrases_file
from host.judging.forms import spoken_forms
from host.judging.judge import Precision, Reason, Verdict, VerdictKind, judge
from host.judging.policy import Policy
from host.judging.record import record_from_text
from host.judging.verdict import Layer, reason_sentence


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_has_a_sentence(language: str) -> None:
    """Each reason can be said in each language, and no sentence is left over."""
    assert set(phrases_file(language)) == {reason.value for reason in Reason}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_question_to_the_player_never_reveals_the_answer(language: str) -> None:
    """Sentences of verdicts that are not final do not hold the card's answer."""
    for reason in Reason:
        verdict = Verdict(VerdictKind.CLOSE, Layer.NONE, reason, matched="Zanzibar", heard="x", slots=(("ask", "?"),))
        assert "Zanzibar" not in reason_sentence(verdict, language)


def test_spoken_forms_hold_name_surname_and_numbers_in_words() -> None:
    """The forms for scoring hold what the precision accepts."""
    lenient = spoken_forms(record_from_text("Marie Curie", "en", kind="person"), Policy(Precision.LENIENT))
    assert lenient == ("Marie Curie", "Curie")
    assert spoken_forms(record_from_text("Marie Curie", "en", kind="person"), Policy(Precision.STRICT)) == (
        "Marie Curie",
    )
    assert "nineteen eighty-nine" in spoken_forms(record_from_text("1989", "en"))


def test_a_verdict_has_the_word_of_the_command_line() -> None:
    """Kinds print as accept, reject, prompt and unsure."""
    assert [kind.word for kind in VerdictKind] == ["accept", "reject", "prompt", "unsure"]
    assert judge("paris", record_from_text("Paris", "en")).kind.word == "accept"
