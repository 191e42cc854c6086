"""The sentences: complete, well-formed, and the same in every language."""

from __future__ import annotations

from pathlib import Path

import pytest

from host.dialogue.phrasebook import FOLDER, Phrasebook, Verbosity, load_phrasebook, placeholders
from host.errors import PackError

BOOKS = [load_phrasebook(path.stem) for path in sorted(FOLDER.glob("*.yaml"))]
ENGLISH = load_phrasebook("en")


def every_text(book: Phrasebook) -> list[tuple[str, str]]:
    """(line, variant) for everything the host may say."""
    return [(name, text) for name, levels in book.lines.items() for texts in levels.values() for text in texts]


@pytest.mark.parametrize("book", BOOKS, ids=lambda b: b.language)
def test_every_language_has_every_line(book: Phrasebook) -> None:
    """No line, intent, template or word is missing or left over."""
    assert set(book.lines) == set(ENGLISH.lines)
    assert set(book.intents) == set(ENGLISH.intents)
    assert set(book.templates) == set(ENGLISH.templates)
    assert {s: set(v) for s, v in book.words.items()} == {s: set(v) for s, v in ENGLISH.words.items()}


@pytest.mark.parametrize("book", BOOKS, ids=lambda b: b.language)
def test_placeholders_are_known(book: Phrasebook) -> None:
    """A variant uses only slots that the English line has, so that filling it cannot fail."""
    for name, text in every_text(book):
        known = frozenset().union(*(placeholders(t) for n, t in every_text(ENGLISH) if n == name))
        assert placeholders(text) <= known, (name, text)


@pytest.mark.parametrize("book", BOOKS, ids=lambda b: b.language)
def test_sentences_are_short(book: Phrasebook) -> None:
    """No sentence has more than 25 words."""
    for name, text in every_text(book):
        for sentence in text.replace("?", ".").replace("!", ".").split("."):
            assert len(sentence.split()) <= 25, (name, sentence)


@pytest.mark.parametrize("book", BOOKS, ids=lambda b: b.language)
def test_each_intent_has_five_phrasings(book: Phrasebook) -> None:
    """A26: at least five ways to say each thing."""
    assert {name: len(texts) for name, texts in book.intents.items() if len(set(texts)) < 5} == {}


def test_variants_follow_the_seed() -> None:
    """The same seed says the same words, other seeds say others."""
    said = {ENGLISH.say("right", {"answer": "Lisbon"}, pick=str(n)) for n in range(40)}
    assert len(said) == len(ENGLISH.lines["right"][Verbosity.FULL])
    assert ENGLISH.say("right", {"answer": "x"}, pick="7") == ENGLISH.say("right", {"answer": "x"}, pick="7")


def test_expert_is_shorter() -> None:
    """A level without variants of its own uses the next fuller one."""
    slots = {"player": "Anna"}
    assert ENGLISH.say("turn", slots, level=Verbosity.EXPERT) == "Anna."
    assert ENGLISH.say("won", slots, level=Verbosity.EXPERT, pick="1") == ENGLISH.say("won", slots, pick="1")


@pytest.mark.parametrize(
    "text, message",
    [
        ("language: en\nlines: {a: [1]}\n", "lines.a"),
        ("language: en\nline: {}\n", "line: Extra"),
        ("language: [", "not valid YAML"),
    ],
)
def test_a_broken_phrase_file_is_named(tmp_path: Path, text: str, message: str) -> None:
    """The error names the file and the key."""
    (tmp_path / "en.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(PackError, match=r"en\.yaml") as caught:
        load_phrasebook("en", tmp_path)
    assert message in str(caught.value)


def test_a_missing_language_is_named(tmp_path: Path) -> None:
    """A language without phrases is an error, not silence."""
    with pytest.raises(PackError, match="'xx'"):
        load_phrasebook("xx", tmp_path)


@pytest.mark.parametrize(
    "items, text", [((), ""), (("a",), "a"), (("a", "b"), "a and b"), (("a", "b", "c"), "a, b and c")]
)
def test_lists_are_joined_as_spoken(items: tuple[str, ...], text: str) -> None:
    """Commas, and the language's "and" before the last."""
    assert ENGLISH.join(items) == text


@pytest.mark.parametrize(
    "items, word, text",
    [
        (("Ana", "Inés"), "and", "Ana e Inés"),
        (("Ana", "Hilario"), "and", "Ana e Hilario"),
        (("nieve", "hielo"), "and", "nieve y hielo"),
        (("Ana", "Yago"), "and", "Ana y Yago"),
        (("una", "otra"), "or", "una u otra"),
        (("verde", "azul"), "or", "verde o azul"),
    ],
)
def test_spanish_joints_follow_the_next_sound(items: tuple[str, ...], word: str, text: str) -> None:
    """ "y" becomes "e" before the same sound, "o" becomes "u"."""
    assert load_phrasebook("es").join(items, word) == text


def test_a_line_begins_with_a_capital() -> None:
    """A slot that opens a sentence is written like the first word of a sentence."""
    assert ENGLISH.say("standing", {"count": "no wedge yet"}, level=Verbosity.EXPERT) == "No wedge yet."
