"""The household's memory: what a table agreed on, as data and on disk."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.app.memory import load_memory, save_memory
from host.errors import SessionError
from host.judging.judge import judge
from host.judging.memory import Memory
from host.judging.record import record_from_text
from host.judging.verdict import Layer, VerdictKind

WORDS = st.text(alphabet="abcdéß ", min_size=1, max_size=8).filter(str.strip)


@given(st.lists(st.tuples(WORDS, WORDS), max_size=4), st.lists(WORDS, max_size=3))
def test_plain_data_gives_the_same_memory_back(aliases: list[tuple[str, str]], disputes: list[str]) -> None:
    """to_dict and from_dict are inverse."""
    memory = Memory()
    for question, text in aliases:
        memory = memory.add(question, text)
    for question in disputes:
        memory = memory.dispute(question)
    assert Memory.from_dict(memory.to_dict()) == memory


def test_the_same_alias_is_kept_once_and_an_empty_one_never() -> None:
    """Articles and case make no second alias; silence makes none."""
    memory = Memory().add("q", "banana").add("q", "The Banana").add("q", "  ").add("q", "?!")
    assert memory.of("q") == ("banana",)


def test_one_alias_goes_and_the_others_stay() -> None:
    """Removal is by question and, when given, by text."""
    memory = Memory().add("q", "one thing").add("q", "another").add("r", "another")
    assert memory.remove("q", "another").of("q") == ("one thing",)
    assert memory.remove("q").of("r") == ("another",)


def test_a_second_dispute_replaces_the_note_until_it_is_settled() -> None:
    """A card is disputed or not."""
    memory = Memory().dispute("q", note="old").dispute("q", note="new")
    assert [dispute.note for dispute in memory.disputes] == ["new"]
    assert memory.disputed("q")
    assert not memory.settle("q").disputed("q")


def test_what_was_agreed_counts_as_right() -> None:
    """An alias of the household makes an answer right that the card alone refuses."""
    assert judge("banana", record_from_text("Zorbu", "en")).kind is VerdictKind.INCORRECT
    agreed = Memory().add("q", "banana").of("q")
    verdict = judge("the banana", record_from_text("Zorbu", "en", household=agreed))
    assert (verdict.kind, verdict.layer) == (VerdictKind.CORRECT, Layer.HOUSEHOLD)


def test_the_file_holds_what_was_saved(tmp_path: Path) -> None:
    """Saved, loaded, the same; nothing else is left in the folder."""
    path = tmp_path / "deep" / "household.yaml"
    memory = Memory().add("pack/1/blue", "Côte d'Ivoire", language="fr", on="2026-01-02").dispute("pack/2/pink")
    save_memory(memory, path)
    assert load_memory(path) == memory
    assert [entry.name for entry in path.parent.iterdir()] == ["household.yaml"]


def test_no_file_or_an_empty_one_is_an_empty_memory(tmp_path: Path) -> None:
    """A new household has agreed on nothing."""
    assert load_memory(tmp_path / "none.yaml") == Memory()
    (tmp_path / "empty.yaml").write_text("", encoding="utf-8")
    assert load_memory(tmp_path / "empty.yaml") == Memory()


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[", "cannot be read"),
        ("- 1\n", "format 1"),
        ("format: 9\n", "format 1"),
        ("format: 1\naliases: 3\n", "aliases: expected a list"),
        ("format: 1\naliases: [x]\n", "aliases, entry 1"),
        ("format: 1\naliases: [{question: q}]\n", "'text' is missing"),
        ("format: 1\naliases: [{question: q, text: 1969}]\n", "put it in quotes"),
        ("format: 1\ndisputes: [{question: q, why: x}]\n", "unknown field 'why'"),
    ],
)
def test_a_damaged_file_is_named_with_the_entry(tmp_path: Path, text: str, complaint: str) -> None:
    """One sentence says file and entry."""
    path = tmp_path / "household.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SessionError) as caught:
        load_memory(path)
    assert complaint in caught.value.what
    assert "household.yaml" in str(caught.value)


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    """A file where the folder should be: one sentence, not a traceback."""
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(SessionError, match="cannot be written"):
        save_memory(Memory(), tmp_path / "file" / "household.yaml")
