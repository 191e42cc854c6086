"""Whatever stands on a card or is typed in, the voice is handed plain words; and the data behind it is sound."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host.bank.pack import load_pack
from host.config import data_folder
from host.dialogue.phrasebook import load_phrasebook
from host.dialogue.spoken import respellings, spoken
from host.dialogue.spoken.data import FOLDER, load_speech, speech
from host.errors import PackError

LANGUAGES = ("en", "fr", "de", "es")
MARKS = set(" .,;:!?¿¡'-")
PIECES = st.sampled_from(
    ["1", "19", "1.", "1,5", "3-2", "12:30", "II", "XIV.", "V", "Ludwig", "$", "5 km/h", "°C", "%", "(", ")", "„", "“",
     "«", "A", "Y", "M.", "J.-C.", "z. B.", "H2O", "1/2", "–", "…", "'", "Élisabeth", " ", "[[", "]]", "<b>", "½", "²"]
)  # fmt: skip


def unsayable(text: str) -> set[str]:
    """The characters that are neither letters nor the marks of a sentence."""
    return {char for char in text if not (char.isalpha() or char in MARKS or char in "\u0300\u0301\u0308\u0327")}


@pytest.mark.parametrize("language", LANGUAGES)
@given(text=st.one_of(st.lists(PIECES, max_size=12).map(" ".join), st.lists(PIECES, max_size=12).map("".join)))
@settings(max_examples=150, deadline=None)
def test_signs_and_numbers_become_words(language: str, text: str) -> None:
    """No digit, sign, quote, bracket or tag is left, whatever meets whatever."""
    assert unsayable(spoken(text, language)) == set()


@pytest.mark.parametrize("language", LANGUAGES)
@given(text=st.text(max_size=120))
@settings(max_examples=100, deadline=None)
def test_any_text_is_taken(language: str, text: str) -> None:
    """Arbitrary characters give words or nothing, never an error or a phoneme block."""
    said = spoken(text, language)
    assert not any(char.isdigit() or char in '[]<>"&/' for char in said)


@given(answer=st.text(max_size=40), say=st.lists(st.text(min_size=1, max_size=20), max_size=3))
@settings(max_examples=100, deadline=None)
def test_any_respelling_is_taken(answer: str, say: list[str]) -> None:
    """A pack's respelling never fails, and only names words of the answer."""
    assert all(part in " ".join(answer.split()) for part in respellings(answer, say))


@pytest.mark.parametrize("path", sorted(data_folder("questions").glob("*.yaml")), ids=lambda path: path.stem)
def test_shipped_questions_are_sayable(path: Path) -> None:
    """Every text of the shipped packs becomes plain words, and reading those again changes nothing."""
    pack = load_pack(path)
    said = [spoken(text, pack.language) for q in pack.questions for text in (q.text, q.answer, q.explanation)]
    assert set().union(*map(unsayable, said)) == set()
    assert [spoken(text, pack.language) for text in said] == said


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_hosts_own_sentences_hold_nothing_odd(language: str) -> None:
    """The phrase book's sentences come out with their words unchanged but for quotes, names and numbers."""
    lines = load_phrasebook(language).lines.values()
    for text in (text for levels in lines for texts in levels.values() for text in texts if "{" not in text and text):
        said = spoken(text, language)
        assert said and unsayable(said) == set()


def test_the_languages_have_the_same_signs_and_units() -> None:
    """A sign or unit known in one language is known in all, so that no edition spells it out."""
    for table in ("signs", "joints"):
        keys = [set(speech(language).model.model_dump()[table]) for language in LANGUAGES]
        assert all(known == keys[0] for known in keys)
    metric = {
        "km/h",
        "m/s",
        "km²",
        "m²",
        "m³",
        "km",
        "m",
        "cm",
        "mm",
        "kg",
        "g",
        "l",
        "ha",
        "°C",
        "°F",
        "°",
        "%",
        "kWh",
    }
    assert all(metric <= speech(language).model.units.keys() for language in LANGUAGES)


@pytest.mark.parametrize(
    "change, message",
    [
        (("joints:", "joint:"), "joints"),
        (("months: [", "months: [Smarch, "), "months"),
        (("language: en", "language: xx"), "language"),
        (("language: en", "language: ["), "not valid YAML"),
    ],
)
def test_a_broken_file_is_named(tmp_path: Path, change: tuple[str, str], message: str) -> None:
    """The error names the file and the key."""
    broken = tmp_path / "en.yaml"
    broken.write_text((FOLDER / "en.yaml").read_text(encoding="utf-8").replace(*change, 1), encoding="utf-8")
    with pytest.raises(PackError, match=r"en\.yaml") as caught:
        load_speech(broken)
    assert message in str(caught.value)
