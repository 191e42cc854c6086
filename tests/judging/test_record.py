"""What the judge reads out of a card's text."""

from __future__ import annotations

import pytest

from host.bank.pack import JudgeFields, Question
from host.judging.judge import judge
from host.judging.kinds import Kind
from host.judging.policy import Channel, Policy, Precision
from host.judging.record import build_record, record_from_text
from host.judging.verdict import Reason, VerdictKind
from host.speech.phonemes import phonemizer


def _question(answer: str, *, language: str = "en", choices: tuple[str, ...] = (), **judged: object) -> Question:
    fields = JudgeFields(**judged)  # type: ignore[arg-type]
    return Question(
        "p/1/blue", "p", "1", "main", "blue", language, "What is it?", answer, judge=fields, choices=choices
    )


@pytest.mark.parametrize(
    ("card", "language", "said"),
    [
        ("Burma or Myanmar", "en", "myanmar"),
        ("Apfelsine oder Orange", "de", "orange"),
        ("le persil ou la menthe", "fr", "menthe"),
        ("la patata o la papa", "es", "papa"),
        ("Istanbul / Constantinople", "en", "constantinople"),
        ("Istanbul (accept: Constantinople)", "en", "constantinople"),
        ("<b><u>Myanmar</u></b> [accept <b>Burma</b>]", "en", "burma"),
        ("lift; elevator", "en", "elevator"),
    ],
)
def test_every_alternative_of_the_card_is_right(card: str, language: str, said: str) -> None:
    """The printed ways to say "or", in each language and in tournament markup."""
    policy = Policy(Precision.STRICT, Channel.TYPED)
    assert judge(said, record_from_text(card, language), policy).kind is VerdictKind.CORRECT


def test_tournament_markup_asks_and_refuses() -> None:
    """[prompt on …] asks, [reject …] refuses, at the loosest precision too."""
    record = record_from_text("<b><u>Lake Superior</u></b> [prompt on lake; reject Superior Bank]", "en")
    lenient = Policy(Precision.LENIENT)
    assert judge("lake", record, lenient).kind is VerdictKind.CLOSE
    assert judge("superior bank", record, lenient).reason is Reason.AUTHOR_REJECTS


@pytest.mark.parametrize(
    ("card", "language", "kind"),
    [
        ("1969", "en", Kind.YEAR),
        ("12", "en", Kind.NUMBER),
        ("42 km", "fr", Kind.QUANTITY),
        ("14 juillet 1789", "fr", Kind.DATE),
        ("Johann Sebastian Bach", "de", Kind.PERSON),
    ],
)
def test_the_kind_is_inferred(card: str, language: str, kind: Kind) -> None:
    """A printed card says no kind; its text mostly does."""
    assert record_from_text(card, language).kind is kind


def test_a_stated_kind_wins() -> None:
    """What the author says is not second-guessed."""
    record = build_record(_question("1984", kind="title"))
    assert (record.kind, record.stated) == (Kind.TITLE, True)


def test_the_judge_block_accepts_refuses_and_asks() -> None:
    """The fields of a pack count beside the answer."""
    record = build_record(_question("Zorbu", accept=("Karp",), reject=("Zorb",), prompt=("animal",)))
    assert [judge(said, record).kind.word for said in ("karp", "zorb", "animal")] == ["accept", "reject", "prompt"]


def test_a_wrong_choice_is_never_taken_for_the_right_one() -> None:
    """Other choices of the question are neighbours: alike or not, they are wrong."""
    record = build_record(_question("Tallinn", choices=("Tallinn", "Tallin Bay")))
    policy = Policy(Precision.LENIENT)
    assert judge("tallin bay", record, policy, phonemes=phonemizer()).kind is VerdictKind.INCORRECT


def test_the_record_explains_itself() -> None:
    """Plain data with the inferred kind marked as such."""
    shown = record_from_text("1969", "en").explain()
    assert shown["kind"] == "year (inferred)"
    assert shown["accepts"] == ["1969"]


def test_another_transcript_may_be_the_right_one() -> None:
    """A further hypothesis of the recogniser that is plainly right counts when the first is nothing known."""
    record = record_from_text("Reykjavik", "en")
    assert judge("wreck a brick", record, alternatives=("reykjavik",)).kind is VerdictKind.CORRECT


def test_another_transcript_never_overrules_a_known_other_thing() -> None:
    """Iraq first and Iran second is asked again, not taken."""
    assert judge("iraq", record_from_text("Iran", "en"), alternatives=("iran",)).kind is VerdictKind.UNSURE


def test_another_transcript_never_overrules_no_answer() -> None:
    """ "I don't know" stays what it is."""
    verdict = judge("I don't know", record_from_text("Iran", "en"), alternatives=("iran",))
    assert verdict.reason is Reason.NOT_KNOWN


@pytest.mark.parametrize(("channel", "word"), [(Channel.SPOKEN, "accept"), (Channel.TYPED, "reject")])
def test_a_homophone_is_right_by_ear_only(channel: Channel, word: str) -> None:
    """Who types "whales" means the animals; who says it may have said "Wales"."""
    verdict = judge("whales", record_from_text("Wales", "en"), Policy(channel=channel), phonemes=phonemizer())
    assert verdict.kind.word == word
