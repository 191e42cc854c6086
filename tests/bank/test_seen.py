"""What a household has been asked is remembered across evenings, upgrades and mishaps."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from host.app.seen import Mark, SeenList
from host.bank.draw import Bank, draw, left
from host.bank.pack import Pack, Question
from host.errors import SessionError
from host.rules.messages import QuestionPosed
from host.rules.words import Purpose


def bank(cards: int) -> Bank:
    """One pack with that many blue questions."""
    questions = tuple(
        Question(f"p/{n}/blue", "p", str(n), "main", "blue", "en", f"What is {n}?", "x") for n in range(cards)
    )
    return Bank((Pack("p", "P", "any", "en", "a", "l", "main", questions),))


def evening(path: Path, cards: Bank, draws: int, *, seed: int, start: float) -> list[str]:
    """One evening: a list is opened, every question drawn is marked, the list is closed."""
    asked = []
    with SeenList(path) as seen:
        for number in range(draws):
            found = draw(cards, category="blue", seed=seed, seen=seen.seen(), exclude=seen.excluded())
            assert found is not None
            seen.mark(found.id, Mark.ASKED, when=start + number)
            asked.append(found.id)
    return asked


def test_two_evenings_on_one_pack_have_no_repeat(tmp_path: Path) -> None:
    """Until the deck is through nothing comes twice, and then the oldest comes first."""
    cards = bank(10)
    first = evening(tmp_path / "s", cards, 6, seed=1, start=1000)
    second = evening(tmp_path / "s", cards, 6, seed=2, start=2000)
    assert len({*first, *second[:4]}) == 10 and second[4:] == first[:2]


def test_a_disputed_question_is_set_aside_until_the_dispute_is_undone(tmp_path: Path) -> None:
    """A disputed card never comes, not even when all others have."""
    with SeenList(tmp_path / "s") as seen:
        seen.mark("p/0/blue", Mark.DISPUTED, when=1)
        assert seen.excluded() == {"p/0/blue"}
        assert "p/0/blue" not in evening(tmp_path / "s", bank(3), 8, seed=1, start=10)
        seen.unmark("p/0/blue", Mark.DISPUTED)
        assert seen.excluded() == frozenset()


def test_known_questions_count_as_seen(tmp_path: Path) -> None:
    """ "We already know this one" keeps it back as if it had been asked, and "how many are left" knows."""
    with SeenList(tmp_path / "s") as seen:
        seen.mark("p/1/blue", Mark.KNOWN, when=1)
        assert left(bank(3), category="blue", seen=seen.seen()) == 2
        assert seen.counts() == {"p": {"known": 1}}


def test_remarks_of_the_dialogue_are_heeded(tmp_path: Path) -> None:
    """ "known" and "disputed" mark the question they name; other remarks and empty ids are no concern."""
    with SeenList(tmp_path / "s") as seen:
        for kind, question in (("known", "a/1/x"), ("disputed", "a/2/x"), ("heard", "a/3/x"), ("known", "")):
            seen.heed(kind, {"question": question}, when=1)
        assert (seen.seen(), seen.excluded()) == (("a/1/x",), {"a/2/x"})


def test_events_mark_what_was_posed(tmp_path: Path) -> None:
    """Only questions of the bank count; a card that the table reads itself has no id."""
    posed = [QuestionPosed("Ann", "blue", "main", Purpose.SPACE, question) for question in ("a/1/x", "")]
    with SeenList(tmp_path / "s") as seen:
        seen.remember([*posed, object()], when=1)
        assert seen.seen() == ("a/1/x",)


def test_asking_again_moves_a_question_to_the_end(tmp_path: Path) -> None:
    """The order is that of the last time asked."""
    with SeenList(tmp_path / "s") as seen:
        for when, question in enumerate(("a/1/x", "a/2/x", "a/1/x")):
            seen.mark(question, Mark.ASKED, when=when)
        assert seen.seen() == ("a/2/x", "a/1/x")


def test_a_pack_can_be_forgotten(tmp_path: Path) -> None:
    """Only that pack's marks go, disputes only when asked for; ids that begin alike are other packs."""
    with SeenList(tmp_path / "s") as seen:
        for question in ("a/1/x", "a/2/x", "ab/1/x"):
            seen.mark(question, Mark.ASKED, when=1)
        seen.mark("a/1/x", Mark.DISPUTED, when=1)
        assert seen.forget("a") == 2 and seen.seen() == ("ab/1/x",) and seen.excluded() == {"a/1/x"}
        assert seen.forget("a", disputes=True) == 1 and seen.excluded() == frozenset()


def test_the_list_lies_in_the_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where QUIZHOST_HOME says, and the folder is made."""
    monkeypatch.setenv("QUIZHOST_HOME", str(tmp_path))
    with SeenList() as seen:
        seen.mark("a/1/x", Mark.ASKED, when=1)
    assert (tmp_path / "data" / "seen.sqlite3").is_file()


def test_a_damaged_list_is_set_aside(tmp_path: Path) -> None:
    """The evening goes on with a new list; the damaged one is kept and named."""
    path = tmp_path / "s"
    path.write_bytes(b"this is not a database, and long enough to be looked at" * 40)
    with SeenList(path) as seen:
        seen.mark("a/1/x", Mark.ASKED, when=1)
        assert "s.broken1" in seen.notice and seen.seen() == ("a/1/x",)
    with SeenList(path) as seen:
        assert seen.notice == "" and seen.seen() == ("a/1/x",)
    assert path.with_name("s.broken1").read_bytes().startswith(b"this is not")


def test_a_list_that_cannot_be_kept_lasts_the_evening(tmp_path: Path) -> None:
    """Where the folder cannot be made, the list lives in memory and says so."""
    (tmp_path / "file").write_text("in the way")
    with SeenList(tmp_path / "file" / "s") as seen:
        seen.mark("a/1/x", Mark.ASKED, when=1)
        assert seen.seen() == ("a/1/x",) and "lasts for this evening" in seen.notice


def test_a_list_of_a_newer_version_is_not_touched(tmp_path: Path) -> None:
    """It is refused with advice, and its content stays."""
    with sqlite3.connect(tmp_path / "s") as db:
        db.execute("PRAGMA user_version = 9")
    with pytest.raises(SessionError, match="newer quizhost"):
        SeenList(tmp_path / "s")


def test_a_list_of_an_unversioned_file_is_upgraded(tmp_path: Path) -> None:
    """An empty database from an interrupted first start is a fresh list."""
    sqlite3.connect(tmp_path / "s").close()
    with SeenList(tmp_path / "s") as seen:
        assert seen.seen() == () and seen.notice == ""
