"""``packs lint``: every code is found where it belongs, and not where it does not."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from host.bank.lint import CODES, lint_files, lint_packs
from host.bank.pack import Pack, build, check

GOOD: dict[str, Any] = {
    "question": "Which river flows through Cologne?",
    "answer": "The Rhine",
    "explanation": "It rises in the Swiss Alps and reaches the sea in the Netherlands.",
}
OTHER: dict[str, Any] = {
    "question": "How many legs does a spider have?",
    "answer": "Eight",
    "explanation": "Insects have two fewer.",
}


def pack(*cards: dict[str, dict[str, Any]], **header: Any) -> Pack:
    """A pack of cards given as category -> question."""
    data = {"format": 1, "id": "t", "title": "T", "edition": "any", "language": "en", "author": "me", "licence": "CC0"}
    listed = [{"id": f"c{number}", "questions": card} for number, card in enumerate(cards)]
    model, faults = check({**data, **header, "cards": listed})
    assert model is not None, faults
    return build(model, as_written=True)


def codes(*packs: Pack) -> set[str]:
    """The codes found."""
    return {finding.code for finding in lint_packs(packs)}


def one(language: str = "en", **changes: Any) -> set[str]:
    """The codes found on one question."""
    return codes(pack({"blue": {**GOOD, **changes}}, language=language))


def test_a_good_question_is_clean() -> None:
    """Nothing is found where nothing is wrong."""
    assert one() == set() and codes(pack({"blue": GOOD, "pink": OTHER})) == set()


WRONG: list[tuple[str, dict[str, Any]]] = [
    ("answer-in-question", {"question": "Which river, the Rhine, flows through Cologne?"}),
    ("answer-in-question", {"question": "Who painted the Mona Lisa?", "answer": "Mona Lisa"}),
    ("answer-hint", {"question": "Which land do Portuguese sailors come from?", "answer": "Portugal"}),
    ("answer-hint", {"question": "Which water of Africa honours Queen Victoria?", "answer": "Lake Victoria"}),
    ("long-question", {"question": "Which river " + "that flows on and on " * 8 + "is meant?"}),
    ("long-answer", {"answer": "The long and winding river that rises in Switzerland"}),
    ("long-explanation", {"explanation": "It flows and it flows. " * 10}),
    ("no-explanation", {"explanation": ""}),
    ("needs-choices", {"question": "Which of these rivers flows through Cologne?"}),
    ("needs-choices", {"question": "Who among the following crossed the Alps?", "answer": "Hannibal"}),
    ("needs-choices", {"language": "fr", "question": "Lequel de ces fleuves traverse Lyon ?"}),
    ("needs-choices", {"language": "fr", "question": "Parmi les suivants, qui est peintre ?"}),
    ("needs-choices", {"language": "de", "question": "Welcher der folgenden Flüsse fließt durch Köln?"}),
    ("needs-choices", {"language": "de", "question": "Wer von diesen war Maler?"}),
    ("needs-choices", {"language": "es", "question": "¿Cuál de estos ríos pasa por Sevilla?"}),
    ("needs-choices", {"language": "es", "question": "¿Cuál de los siguientes ríos pasa por Sevilla?"}),
    ("picture", {"question": "Which river is shown below?"}),
    ("picture", {"language": "fr", "question": "Quel fleuve voit-on sur cette image ?"}),
    ("picture", {"language": "de", "question": "Welcher Fluss ist hier zu sehen?"}),
    ("picture", {"language": "es", "question": "¿Qué río se ve en la imagen?"}),
    ("blank", {"question": "Which river ____ through Cologne?"}),
    ("dated", {"question": "Who is the current mayor of Cologne?", "answer": "Somebody"}),
    ("dated", {"language": "fr", "question": "Quel est actuellement le plus haut pont ?"}),
    ("dated", {"language": "de", "question": "Wer ist derzeit Weltmeister?"}),
    ("dated", {"language": "es", "question": "¿Quién es el campeón actual?"}),
    ("not-a-question", {"question": "This river flows through Cologne."}),
    ("unspeakable", {"question": "Which <b>river</b> flows through Cologne?"}),
    ("unspeakable", {"question": "Which river [[ h@l'oU ]] flows through Cologne?"}),
    ("unspeakable", {"answer": "Ρήνος"}),
    ("unspeakable", {"explanation": "See https://example.org for more."}),
    ("unspeakable", {"question": "Which river → Cologne?"}),
    ("unspeakable", {"question": "Which \u202eriver flows through Cologne?"}),
    ("typography", {"question": "Which river  flows through Cologne?"}),
    ("typography", {"question": "Which river (in Germany flows through Cologne?"}),
    ("typography", {"language": "es", "question": "Qué río pasa por Colonia?"}),
    ("foreign-name", {"answer": "Dvořák"}),
    ("foreign-name", {"language": "fr", "answer": "Shakespeare"}),
    ("foreign-name", {"language": "de", "answer": "Bordeaux"}),
    ("foreign-name", {"language": "es", "answer": "Washington"}),
    ("bad-choices", {"choices": ["The Rhine"]}),
    ("bad-choices", {"choices": ["The Elbe", "The Rhine"]}),
    ("bad-choices", {"choices": ["The Rhine", "The Elbe", "the elbe"]}),
    ("bad-choices", {"choices": ["The Rhine", "The Elbe", "the Rhine."]}),
    ("all-of-these", {"choices": ["The Rhine", "All of the above"]}),
    ("all-of-these", {"choices": ["The Rhine", "None of these"]}),
    ("sounds-alike", {"answer": "Austria", "choices": ["Austria", "Australia"]}),
    ("required-not-in-answer", {"judge": {"required": "Rhone"}}),
    ("judge-contradiction", {"judge": {"accept": ["Father Rhine"], "reject": ["father rhine"]}}),
    ("judge-contradiction", {"judge": {"prompt": ["the rhine"]}}),
    ("judge-contradiction", {"judge": {"neighbours": ["Rhine"]}}),
    ("judge-contradiction", {"judge": {"reject": ["Elbe"], "prompt": ["Elbe"]}}),
    ("judge-repeats", {"judge": {"accept": ["the Rhine"]}}),
    ("kind-mismatch", {"judge": {"kind": "year"}}),
    ("kind-mismatch", {"judge": {"kind": "place", "unit": "km"}}),
    ("kind-mismatch", {"answer": "Apollo 11", "judge": {"kind": "person"}}),
    ("kind-mismatch", {"answer": "Rhine", "judge": {"kind": "pair"}}),
    ("unknown-code", {"allow": ["datd"]}),
]


@pytest.mark.parametrize("code, changes", WRONG)
def test_a_fault_of_one_question_is_found(code: str, changes: dict[str, Any]) -> None:
    """Each faulty question gives its code."""
    assert code in one(**changes)


RIGHT: list[tuple[str, dict[str, Any]]] = [
    ("answer-in-question", {"question": "Which is longer, the Rhine or the Elbe?"}),
    ("answer-hint", {"question": "Which river flows through Cologne?", "answer": "The river Rhine"}),
    ("answer-hint", {"question": "Which great lake lies west of Kenya?", "answer": "Lake Victoria"}),
    ("needs-choices", {"question": "Which of these?", "choices": ["The Rhine", "The Elbe"]}),
    ("needs-choices", {"question": "Which of the Beatles played the drums?", "answer": "Ringo Starr"}),
    ("needs-choices", {"language": "de", "question": "Welcher der Brüder Grimm war jünger?"}),
    ("needs-choices", {"language": "fr", "question": "Lequel des frères Lumière était l'aîné ?"}),
    ("dated", {"question": "Which current of warm water reaches Norway?", "allow": ["dated"]}),
    ("picture", {"question": "Who painted a picture of sunflowers?", "answer": "Vincent van Gogh"}),
    ("not-a-question", {"question": "Name the river that flows through Cologne."}),
    ("not-a-question", {"language": "de", "question": "Nenne den Fluss, der durch Köln fließt."}),
    ("typography", {"language": "fr", "question": "Quel fleuve traverse Lyon ?"}),
    ("typography", {"question": "Which river is 1,230 kilometres long, or (nearly) so?"}),
    ("typography", {"language": "de", "question": "Wer schrieb „Faust“?"}),
    ("unspeakable", {"answer": "Édouard Manet (½ of 5 % & more)"}),
    ("foreign-name", {"answer": "Dvořák", "judge": {"say": ["dvor-zhahk"]}}),
    ("foreign-name", {"language": "de", "answer": "Straßburg"}),
    ("foreign-name", {"language": "es", "answer": "Núñez"}),
    ("sounds-alike", {"answer": "1914", "choices": ["1914", "1915"]}),
    ("kind-mismatch", {"answer": "Im Jahr 1989", "judge": {"kind": "year"}}),
]


@pytest.mark.parametrize("code, changes", RIGHT)
def test_what_is_right_is_left_alone(code: str, changes: dict[str, Any]) -> None:
    """Each of these looks like the fault and is none."""
    assert code not in one(**changes)


def test_the_same_question_twice_is_found_across_packs() -> None:
    """Case, accents, punctuation and word order do not hide a duplicate; it is reported at the later place."""
    again = {**GOOD, "question": "Through Cologne flows which RIVER"}
    found = [f for f in lint_packs([pack({"blue": GOOD}), pack({"pink": again}, id="u")]) if f.code[:4] == "dupl"]
    assert [(f.code, f.question) for f in found] == [("duplicate-question", "u/c0/pink")]


def test_another_answer_to_the_same_question_is_a_contradiction() -> None:
    """Two cards must not disagree."""
    assert "contradiction" in codes(pack({"blue": GOOD}, {"blue": {**GOOD, "answer": "The Elbe"}}))


def test_nearly_the_same_question_is_found() -> None:
    """The same answer asked for in nearly the same words is a near duplicate; another year is not."""
    near = {**GOOD, "question": "Which river flows right through Cologne?"}
    assert "near-duplicate" in codes(pack({"blue": GOOD}, {"blue": near}))
    cup = {**GOOD, "question": "Who won the world cup in 1958?", "answer": "Brazil"}
    assert "near-duplicate" not in codes(pack({"blue": cup}, {"blue": {**cup, "question": "Who won the cup in 1962?"}}))


def test_one_answer_too_often_is_found() -> None:
    """The fourth time the same answer comes, it tires."""
    asked = [{"blue": {**GOOD, "question": f"Which river is number {n} of the list?"}} for n in range(4)]
    assert "repeated-answer" in codes(pack(*asked)) and "repeated-answer" not in codes(pack(*asked[:3]))


def test_cards_are_held_against_their_edition() -> None:
    """Missing and unknown categories, a deck or a number of choices that the edition does not have."""
    card = {"blue": GOOD, "red": OTHER}
    assert codes(pack(card, edition="genus")) >= {"missing-category", "unknown-category"}
    assert "wrong-deck" in codes(pack(card, edition="genus", deck="young"))
    assert "wrong-deck" in codes(pack(card, edition="familien"))
    assert "choice-count" in codes(pack({"quiz": GOOD}, edition="switzergame"))


def test_answers_of_one_card_are_told_apart() -> None:
    """Two equal or like-sounding answers on one card are found."""
    assert "same-answer-on-card" in codes(pack({"blue": GOOD, "pink": {**OTHER, "answer": "Rhine"}}))
    assert "sounds-alike" in codes(pack({"blue": {**GOOD, "answer": "Iran"}, "pink": {**OTHER, "answer": "Iraq"}}))


def test_the_wrong_language_is_noticed() -> None:
    """A pack that says French and reads like English."""
    cards = [{"blue": {**GOOD, "question": f"What is the name of the river in the town number {n}?"}} for n in range(5)]
    assert "wrong-language" in codes(pack(*cards, language="fr"))
    assert "wrong-language" not in codes(pack(*cards))


def test_a_machine_translation_is_flagged() -> None:
    """The note that an import leaves is a warning until someone has read the pack."""
    assert "machine-translated" in codes(pack({"blue": GOOD}, notes=["machine-translated"]))


def test_files_are_checked_with_lines(tmp_path: Path) -> None:
    """A finding in a file names the line of its question; broken files are findings too."""
    header = "format: 1\nid: t\ntitle: T\nedition: any\nlanguage: en\nauthor: me\nlicence: CC0\ncards:\n"
    card = '- id: "{}"\n  questions:\n    blue:\n      question: "Who is the current king?"\n      answer: "Arthur"\n'
    (tmp_path / "a.yaml").write_text(header + card.format("1"), encoding="utf-8")
    (tmp_path / "b.yaml").write_text(header.replace("id: t", "id: u") + "- id: 1\n", encoding="utf-8")
    (tmp_path / "c.yaml").write_text("a: *b\n", encoding="utf-8")
    (tmp_path / "d.yaml").write_text(header + card.format("1"), encoding="utf-8")
    (tmp_path / "e.yaml").write_text(header.replace("id: t", "id: v") + 2 * card.format("1"), encoding="utf-8")
    found = {(Path(f.path).name, f.line, f.code) for f in lint_files(sorted(tmp_path.iterdir()))}
    assert {("a.yaml", 11, "dated"), ("b.yaml", 9, "format"), ("c.yaml", 1, "format"), ("d.yaml", 1, "format")} <= found
    assert ("e.yaml", 11, "doubled-card") in found or ("e.yaml", 16, "doubled-card") in found


def test_every_code_is_tested() -> None:
    """No code of the table is without a test in this file."""
    text = Path(__file__).read_text(encoding="utf-8")
    assert [code for code in CODES if not re.search(rf'"{code}"', text)] == []
