"""Loading a pack: what is read, and what is refused with a sentence that names file, line and key."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from host.bank.library import Library
from host.bank.pack import load_pack
from host.bank.reader import MAX_BYTES, read_yaml
from host.errors import PackError

HEADER = "format: 1\nid: tiny\ntitle: Tiny\nedition: any\nlanguage: en\nauthor: me\nlicence: CC0-1.0\n"
CARD = 'cards:\n  - id: a\n    questions:\n      blue:\n        question: "Who?"\n        answer: "Me"\n'


def write(folder: Path, text: str, name: str = "tiny.yaml") -> Path:
    """A file with that text."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_a_pack_is_read(tmp_path: Path) -> None:
    """Header and questions arrive, and the question's id is made of pack, card and category."""
    pack = load_pack(write(tmp_path, HEADER + CARD))
    assert (pack.id, pack.edition, [q.id for q in pack.questions]) == ("tiny", "any", ["tiny/a/blue"])


def test_one_card_a_line_means_the_same(tmp_path: Path) -> None:
    """The fast one-line form of a card is the same YAML."""
    lines = 'cards:\n- {"id": "a", "questions": {"blue": {"question": "Who?", "answer": "Me"}}}\n'
    slow = load_pack(write(tmp_path, HEADER + CARD))
    assert load_pack(write(tmp_path, HEADER + lines, "fast.yaml")) == slow


def test_a_pack_may_be_json(tmp_path: Path) -> None:
    """JSON is YAML too, also with tabs, which YAML itself does not allow."""
    data = {"format": 1, "id": "tiny", "title": "Tiny", "edition": "any", "language": "en", "author": "me"}
    cards = [{"id": "a", "questions": {"blue": {"question": "Who?", "answer": "Me"}}}]
    text = json.dumps({**data, "licence": "CC0-1.0", "cards": cards}, indent="\t")
    assert load_pack(write(tmp_path, text, "tiny.json")) == load_pack(write(tmp_path, HEADER + CARD))


def test_one_line_cards_may_be_any_yaml(tmp_path: Path) -> None:
    """A line that is YAML but not JSON, or block style after it, is still read."""
    lines = 'cards:\n- {id: a, questions: {blue: {question: "Who?", answer: Me}}}\n- id: b\n  questions:\n'
    text = HEADER + lines + '    pink: {question: "What?", answer: That}\n'
    assert [q.id for q in load_pack(write(tmp_path, text)).questions] == ["tiny/a/blue", "tiny/b/pink"]


@pytest.mark.parametrize(
    "old, new, line, words",
    [
        ('answer: "Me"', "answer: 1969", 13, "cards.0.questions.blue.answer: must be text (put it in quotes)"),
        ('answer: "Me"', "answer: no", 13, "must be text (put it in quotes)"),
        ('answer: "Me"', "answer: 12:30", 13, "must be text (put it in quotes)"),
        ('answer: "Me"', "answer: 2001-01-01", 13, "must be text (put it in quotes)"),
        ('answer: "Me"', "answer:", 13, "must be text (put it in quotes)"),
        ('answer: "Me"', 'answr: "Me"', 13, "blue.answr: is not a known key (and 1 more)"),
        ('answer: "Me"', 'answer: "Me"\n        difficulty: 4', 14, "difficulty: must be at most 3"),
        ('answer: "Me"', 'answer: "Me"\n        answer: "You"', 14, "the key 'answer' stands here twice"),
        ('answer: "Me"', 'answer: ""', 13, "answer: is empty"),
        ('answer: "Me"', f'answer: "{"x" * 1001}"', 13, "longer than 1000 characters"),
        ('answer: "Me"', 'answer: "Me', 13, "not valid YAML"),
        ('answer: "Me"', "answer: *me", 13, "the reference *me is not allowed"),
        ('answer: "Me"', "answer: &me Me", 13, "the anchor &me is not allowed"),
        ('answer: "Me"', "answer: !!python/object/apply:os.system [ls]", 13, "the tag tag:yaml.org,2002:python"),
        ('answer: "Me"', "answer: M\x07e", 13, "the character U+0007 is not allowed"),
        ('answer: "Me"', "answer: [[[[[[[[[[[[Me]]]]]]]]]]]]", 13, "levels inside each other"),
        ("language: en", "language: it", 5, "language: must be 'en', 'fr', 'de' or 'es'"),
        ("id: tiny", "id: ../tiny", 2, "id: may hold only small letters, digits and hyphens"),
        ("edition: any\n", "", 1, "edition: is missing"),
        ("id: a\n", 'id: "../../etc/passwd"\n', 9, "cards.0.id: may hold only small letters, digits and hyphens"),
        ("blue:", '"\\e[2J":', 11, "may hold only small letters, digits and hyphens"),
        ('answer: "Me"', 'answer: "\\e\\a[[]]"', 0, "holds nothing that can be said"),
        ("format: 1", "format: 2", 1, "format: must be 1"),
    ],
)
def test_a_fault_is_named_with_its_line(tmp_path: Path, old: str, new: str, line: int, words: str) -> None:
    """The error sentence names the file, the line and the key, and says what was expected."""
    path = write(tmp_path, (HEADER + CARD).replace(old, new, 1))
    with pytest.raises(PackError) as error:
        load_pack(path)
    place = f"{path}:{line}: " if line else f"{path}: "
    assert place in error.value.sentence() and words in error.value.sentence()


def test_a_fault_in_a_one_line_card_is_named_too(tmp_path: Path) -> None:
    """The line of a faulty card in the fast form is found."""
    good = '- {"id": "a", "questions": {"blue": {"question": "Who?", "answer": "Me"}}}\n'
    path = write(tmp_path, HEADER + "cards:\n" + good + good.replace('"Me"', "1969").replace('"a"', '"b"'))
    with pytest.raises(PackError, match=r":10: cards\.1\.questions\.blue\.answer"):
        load_pack(path)


def test_an_alias_bomb_is_refused_at_once() -> None:
    """Nine levels of ten references each would be a thousand million items."""
    bomb = "a0: &a0 [x]\n" + "".join(f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]\n" for i in range(1, 10))
    with pytest.raises(PackError, match="anchor &a0 is not allowed"):
        read_yaml(bomb, where="bomb.yaml")


def test_a_giant_file_is_not_even_read(tmp_path: Path) -> None:
    """A file with a line of 100 MB is refused by its size."""
    path = tmp_path / "giant.yaml"
    with path.open("wb") as file:
        file.truncate(100 * 1024 * 1024)
    assert path.stat().st_size > MAX_BYTES
    with pytest.raises(PackError, match="larger than 64 MB"):
        load_pack(path)


@pytest.mark.parametrize("text", ["", "[]", "hello", "{}", "- 1\n- 2\n", "cards: []", "[" * 5000, "a: b: c", "%", "\t"])
def test_what_is_no_pack_is_refused_in_a_sentence(tmp_path: Path, text: str) -> None:
    """Any other text raises PackError, nothing else."""
    with pytest.raises(PackError):
        load_pack(write(tmp_path, text))


def test_a_missing_file_and_a_wrong_encoding_are_named(tmp_path: Path) -> None:
    """Both say what is the matter."""
    with pytest.raises(PackError, match="cannot read the pack"):
        load_pack(tmp_path / "none.yaml")
    (tmp_path / "latin.yaml").write_bytes((HEADER + CARD).replace("Me", "Zoë").encode("latin-1"))
    with pytest.raises(PackError, match=r"latin\.yaml:13: not UTF-8"):
        load_pack(tmp_path / "latin.yaml")


def shelf(folder: Path, **packs: str) -> Library:
    """A library of packs given as id=``edition/language``."""
    for name, place in packs.items():
        edition, language = place.split("/")
        text = HEADER.replace("id: tiny", f"id: {name}").replace("language: en", f"language: {language}")
        write(folder, text.replace("edition: any", f"edition: {edition}") + CARD, f"{name}.yaml")
    return Library([folder, folder / "missing"])


def test_packs_are_found_by_edition_and_language(tmp_path: Path) -> None:
    """A game gets the packs written for its edition and those for any, in its language only."""
    library = shelf(tmp_path, one="genus/en", two="any/en", three="genus/es", four="familien/en")
    choice = library.choose(edition="genus", language="en")
    assert choice.exact and {pack.id for pack in choice.bank.packs} == {"one", "two"}


def test_other_packs_stand_in(tmp_path: Path) -> None:
    """Without a pack for the edition, the others in the language serve, and the choice says so."""
    choice = shelf(tmp_path, one="genus/en", two="genus/es").choose(edition="familien", language="en")
    assert not choice.exact and [pack.id for pack in choice.bank.packs] == ["one"]


def test_no_pack_in_the_language_is_an_error_with_advice(tmp_path: Path) -> None:
    """The sentence says how to get one."""
    with pytest.raises(PackError, match="quizhost packs import"):
        shelf(tmp_path, one="genus/en").choose(edition="genus", language="de")


def test_a_broken_file_hides_no_other(tmp_path: Path) -> None:
    """Broken and doubled packs are reported beside the good ones."""
    write(tmp_path, "format: 1\n", "a-broken.yaml")
    write(tmp_path, HEADER + CARD, "z-copy.yaml")
    library = shelf(tmp_path, tiny="any/en")
    assert [header.id for header in library.headers] == ["tiny"]
    assert [fault.where.rsplit("/", 1)[-1] for fault in library.faults] == ["a-broken.yaml", "z-copy.yaml"]


def test_an_unknown_id_lists_the_known(tmp_path: Path) -> None:
    """The error names what there is."""
    with pytest.raises(PackError, match=r"there is no pack 'x'\. Known packs: one"):
        shelf(tmp_path, one="genus/en").load("x")


def test_the_credit_can_be_read_aloud(tmp_path: Path) -> None:
    """Title, author and licence make one sentence."""
    write(tmp_path, HEADER + 'attribution: "Open Trivia DB"\n' + CARD)
    assert Library([tmp_path]).headers[0].credit == "Tiny: Open Trivia DB. CC0 1.0."
