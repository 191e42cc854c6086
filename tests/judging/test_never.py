"""What is never accepted, and the judging bugs of other quizmasters, at every precision and on both channels."""

from __future__ import annotations

import pytest

from host.judging.judge import judge
from host.judging.policy import Channel, Policy, Precision
from host.judging.record import record_from_text
from host.speech.phonemes import phonemizer

POLICIES = [Policy(precision, channel) for precision in Precision for channel in Channel]
NEVER = [
    ("en", "Paris", "not paris"),
    ("fr", "Paris", "pas paris"),
    ("de", "Paris", "nicht paris"),
    ("es", "París", "no es parís"),
    ("en", "Paris", "Paris or London"),
    ("fr", "Paris", "Paris ou Londres"),
    ("de", "Paris", "Paris oder London"),
    ("es", "París", "París o Londres"),
    ("en", "Nigeria", "Niger"),
    ("fr", "Nigéria", "Niger"),
    ("de", "Nigeria", "Niger"),
    ("es", "Nigeria", "Níger"),
    ("en", "Niger", "Nigeria"),
    ("en", "Australia", "Austria"),
    ("en", "Austria", "Australia"),
    ("fr", "Australie", "Autriche"),
    ("de", "Australien", "Österreich"),
    ("es", "Australia", "Austria"),
    ("en", "1941", "1914"),
    ("en", "1941", "nineteen fourteen"),
    ("fr", "1941", "mille neuf cent quatorze"),
    ("de", "1941", "neunzehnhundertvierzehn"),
    ("es", "1941", "mil novecientos catorce"),
    ("en", "Claude Monet", "Manet"),
    ("fr", "Claude Monet", "Manet"),
    ("de", "Claude Monet", "Manet"),
    ("es", "Monet", "Manet"),
    ("en", "Édouard Manet", "Monet"),
    ("fr", "Manet", "Monet"),
    ("en", "USA", "u"),
    ("en", "Federal Bureau of Investigation", "f"),
    ("en", "United Nations", "u"),
    ("en", "Suède", "suisse"),
    ("fr", "Suède", "suisse"),
    ("es", "Suecia", "Suiza"),
    ("en", "Iran", "Iraq"),
    ("fr", "Iran", "Irak"),
    ("en", "New Guinea", "guinea"),
    ("en", "Mars", "jupiter saturn mars"),
    ("fr", "Mars", "jupiter saturne mars"),
    ("en", "Republic of the Congo", "Congo"),
    ("en", "Paul Gauguin", "Paul"),
    ("fr", "Louis XIV", "Louis quinze"),
    ("de", "Ludwig XIV.", "Ludwig der Fünfzehnte"),
    ("en", "Paris", ""),
    ("en", "Paris", "   "),
    ("en", "Paris", "?!"),
    ("en", "colon", ","),
    ("en", "Paris", "the"),
    ("en", "Kellogg's", "'s"),
    ("en", "33 1/3", "128347192834719283561293847129384719238471234"),
    ("en", "constructor", "__proto__"),
    ("en", "air", "chair"),
    ("en", "chair", "air"),
    ("en", "american futures and options exchange", "america"),
    ("en", "carbonyl", "carboxyl"),
    ("en", "Soviet Union", "constructor"),
    ("en", "Tom Hanks", "hanks tom cruise"),
]


@pytest.mark.parametrize("policy", POLICIES, ids=lambda p: f"{p.precision.value}-{p.channel.value}")
@pytest.mark.parametrize(("language", "card", "said"), NEVER)
def test_never_accepted(language: str, card: str, said: str, policy: Policy) -> None:
    """Negations, two answers, neighbours, other years and emptiness fail whatever was agreed."""
    record = record_from_text(card, language)
    assert not judge(said, record, policy, phonemes=phonemizer()).accepted
    assert not judge(said, record, policy).accepted


@pytest.mark.parametrize("precision", [Precision.STANDARD, Precision.STRICT])
@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "nineteen sixty eight"),
        ("fr", "mille neuf cent soixante-huit"),
        ("de", "neunzehnhundertachtundsechzig"),
        ("es", "mil novecientos sesenta y ocho"),
    ],
)
def test_one_year_off_is_wrong_unless_a_margin_was_agreed(language: str, said: str, precision: Precision) -> None:
    """1968 is not 1969; only lenient precision has a margin, and none when the table sets it to nothing."""
    record = record_from_text("1969", language)
    assert not judge(said, record, Policy(precision)).accepted
    assert judge(said, record, Policy(Precision.LENIENT)).accepted
    assert not judge(said, record, Policy(Precision.LENIENT, year_tolerance=0)).accepted


@pytest.mark.parametrize(
    ("card", "said", "question", "word"),
    [
        ("4 2 5 3 1", "1 2 3 4 5", "Put them in order", "reject"),
        ("4 2 5 3 1", "4 2 5 3 1", "Put them in order", "accept"),
        ("4, 2, 5, 3 and 1", "1 2 3 4 5", "In which order do they stand?", "reject"),
        ("Dr. Wily", "dr wily", "", "accept"),
        ("Rek'Sai", "rek sai", "", "accept"),
        ("Unbowed, Unbent, Unbroken", "unbowed unbent unbroken", "", "accept"),
        ("realignments [reject dealignments]", "dealignments", "", "reject"),
        ("realignments [reject dealignments]", "realignments", "", "accept"),
        ("1982", "nineteen eighty two", "", "accept"),
        ("1996", "nineteen ninety six", "", "accept"),
        ("4530", "forty five hundred thirty", "", "accept"),
        ("PB&J", "PB&J", "", "accept"),
        ("Justin Trudeau", "Justin Pierre James Trudeau", "", "accept"),
        ("three hundred and sixty six", "366", "", "accept"),
        ("sea horse or pipe fish", "sea horse", "", "accept"),
        ("3 Colors", "three", "How many colors are there in the UK flag?", "accept"),
        ("stein", "steen", "", "accept"),
    ],
)
def test_bug_reports_of_other_judges(card: str, said: str, question: str, word: str) -> None:
    """Inputs that other projects' users reported, with the right outcome for each."""
    record = record_from_text(card, "en", question=question)
    assert judge(said, record, phonemes=phonemizer()).kind.word == word


@pytest.mark.parametrize(
    ("language", "card", "said", "precision", "word"),
    [
        ("es", "Unión Soviética", "URSS", "standard", "accept"),
        ("es", "la Real Maestranza de Caballería de Sevilla", "la Maestranza", "standard", "accept"),
        ("es", "la Real Maestranza de Caballería de Sevilla", "la Maestranza", "strict", "prompt"),
        ("es", "insecto", "coleóptero", "standard", "reject"),
        ("fr", "1969", "dix-neuf cent soixante-neuf", "standard", "accept"),
        ("fr", "1969", "mille neuf cent soixante-neuf", "standard", "accept"),
        ("es", "1969", "mil novecientos sesenta y nueve", "standard", "accept"),
        ("de", "1969", "neunzehnhundertneunundsechzig", "standard", "accept"),
        ("en", "1969", "nineteen sixty nine", "standard", "accept"),
        ("fr", "Louis XIV", "Louis quatorze", "standard", "accept"),
        ("fr", "Louis XIV", "Louis", "standard", "prompt"),
        ("de", "Ludwig XIV.", "Ludwig der Vierzehnte", "standard", "accept"),
        ("de", "Wien", "ah Wien", "standard", "accept"),
        ("de", "Wien", "aber Wien", "standard", "accept"),
        ("en", "flour", "flower", "standard", "accept"),
        ("fr", "seau", "sot", "standard", "accept"),
        ("en", "Kim Novak", "is it Tuesday Weld no Kim Novak", "standard", "accept"),
        ("en", "Paul Gauguin", "Gauguin", "standard", "accept"),
        ("en", "Paul Gauguin", "Paul", "lenient", "prompt"),
        ("en", "Republic of the Congo", "Congo", "standard", "prompt"),
        ("fr", "Kennedy", "je crois que c'est Kennedy", "standard", "accept"),
        ("en", "John F. Kennedy", "Kennedy", "standard", "accept"),
        ("en", "Mars", "Jupiter or Mars", "lenient", "prompt"),
    ],
)
def test_inputs_from_the_field(language: str, card: str, said: str, precision: str, word: str) -> None:
    """What tables of players fell out over, with the outcome we want."""
    verdict = judge(said, record_from_text(card, language), Policy(Precision(precision)), phonemes=phonemizer())
    assert verdict.kind.word == word
