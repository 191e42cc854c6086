"""Packs from a USB stick: found, imported, known, refused with a reason, and nothing else touched."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from support.command import ROOT, quizhost
from support.living_box import LivingBox, Says

from host.app.appliance import Terminated
from host.app.beside import View, at_once
from host.app.box_state import BoxState, save_state
from host.app.shelves import own_packs_folder
from host.app.stick import MOST, Stick, files_in, folders, news, take_in
from host.bank.pack import load_pack
from host.dialogue.protocol import Notice
from host.dialogue.talk import Step

PACK = ROOT / "tests" / "transcripts" / "packs" / "genus-en.yaml"
CSV = "Question,Answer 1,Answer 2,Answer 3,Answer 4,Correct\nWhich is the capital of Peru?,Lima,Quito,La Paz,Bogotá,1\n"


@pytest.fixture(autouse=True)
def stick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A stick beside a home of its own."""
    monkeypatch.setenv("QUIZHOST_HOME", str(tmp_path / "home"))
    folder = tmp_path / "media" / "anna" / "STICK"
    folder.mkdir(parents=True)
    return folder


def pattern(stick: Path) -> tuple[str, ...]:
    """Where sticks are mounted in this test."""
    return (f"{stick.parent.parent}/*/*",)


def told(stick: Path, *, asked: bool) -> list[Notice]:
    """What is told about the stick."""
    notices: list[object] = []
    beside = Stick(pattern(stick), apart=at_once)
    beside.attach(notices.append)
    if asked:
        beside.errand("packs")
    else:
        beside.look(View(0.0))
    return [notice for notice in notices if isinstance(notice, Notice)]


def test_a_pack_is_taken_and_then_known(stick: Path) -> None:
    """Copied to the own packs, whole; the second time there is nothing new, which is said only when asked."""
    shutil.copy(PACK, stick)
    pack = load_pack(PACK)
    assert told(stick, asked=False) == [
        Notice("packs_added", (("pack", pack.title), ("count", str(len(pack.questions)))))
    ]
    assert load_pack(own_packs_folder() / f"{pack.id}.yaml").questions
    assert told(stick, asked=False) == []
    assert [notice.line for notice in told(stick, asked=True)] == ["packs_known"]


def test_a_newer_version_replaces_the_older(stick: Path) -> None:
    """The same pack with one question more is new."""
    shutil.copy(PACK, stick)
    told(stick, asked=False)
    text = (stick / PACK.name).read_text(encoding="utf-8")
    (stick / PACK.name).write_text(text.replace("Portugal", "the Portuguese"), encoding="utf-8")
    assert [notice.line for notice in told(stick, asked=False)] == ["packs_added"]
    assert "the Portuguese" in (own_packs_folder() / f"{load_pack(PACK).id}.yaml").read_text(encoding="utf-8")


def test_a_foreign_file_is_imported(stick: Path) -> None:
    """A table from somebody else's quiz goes through the importers, also from a folder of its own."""
    (stick / "quizhost").mkdir()
    (stick / "quizhost" / "capitals.csv").write_text(CSV, encoding="utf-8")
    assert [notice.line for notice in told(stick, asked=False)] == ["packs_added"]
    assert load_pack(own_packs_folder() / "capitals.yaml").questions[0].answer == "Lima"


def test_what_is_refused_is_explained(stick: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Aloud by name and kind, at most three; in the journal each with its reason, file and line."""
    (stick / "broken.yaml").write_text("format: 1\nid: [", encoding="utf-8")
    (stick / "accounts.csv").write_text("date;amount\n2026-01-01;3\n", encoding="utf-8")
    for number in range(4):
        (stick / f"more{number}.json").write_text("{}", encoding="utf-8")
    notices = told(stick, asked=True)
    assert [notice.line for notice in notices] == ["packs_format", "packs_damaged", "packs_format", "packs_log"]
    assert notices[1].slots == (("file", "broken.yaml"),)
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 6 and all(len(line) > 40 for line in said)
    assert not own_packs_folder().exists()


def test_an_account_book_is_no_quiz(stick: Path) -> None:
    """Unless it lies in a folder that says so, a table without a question mark is not taken for questions."""
    (stick / "accounts.csv").write_text("date;amount\n2026-01-01;3\n", encoding="utf-8")
    (stick / "capitals.csv").write_text(CSV, encoding="utf-8")
    assert [notice.line for notice in told(stick, asked=False)] == ["packs_added", "packs_format", "packs_log"]


def test_nothing_new_is_said_when_asked(stick: Path) -> None:
    """Silence would leave open whether anybody has looked."""
    assert told(stick, asked=True) == [Notice("packs_none")]
    assert told(stick, asked=False) == []


def test_only_plain_files_with_a_known_ending_are_looked_at(stick: Path, tmp_path: Path) -> None:
    """Links, hidden files, programs, letters and what lies deeper are none of the host's business."""
    outside = tmp_path / "secret.yaml"
    outside.write_text("x", encoding="utf-8")
    (stick / "link.yaml").symlink_to(outside)
    os.mkfifo(stick / "pipe.yaml")
    for name in (".hidden.yaml", "._mac.yaml", "letter.txt", "run.sh", "photo.jpg"):
        (stick / name).write_text("x", encoding="utf-8")
    (stick / "deep").mkdir()
    (stick / "deep" / "pack.yaml").write_text("x", encoding="utf-8")
    (stick / "dir.yaml").mkdir()
    assert files_in(stick) == []
    for number in range(MOST + 5):
        (stick / f"p{number}.yaml").write_text("x", encoding="utf-8")
    assert len(files_in(stick)) == MOST


def test_another_pack_of_that_name_is_left_alone(stick: Path) -> None:
    """A file among the own packs that is not this pack is never overwritten."""
    pack = load_pack(PACK)
    own_packs_folder().mkdir(parents=True)
    mine = own_packs_folder() / f"{pack.id}.yaml"
    mine.write_text("my notes", encoding="utf-8")
    shutil.copy(PACK, stick)
    assert take_in(stick / PACK.name).how == "damaged"
    assert mine.read_text(encoding="utf-8") == "my notes"


def test_a_stick_pulled_out_meanwhile(stick: Path) -> None:
    """A file that is gone when it is read is refused, and nothing else happens."""
    taken = take_in(stick / "gone.yaml")
    assert taken.how == "damaged" and taken.reason
    assert next(news([taken], asked=False)).line == "packs_damaged"
    assert folders([str(stick / "nowhere" / "*")]) == ()


def test_a_stick_is_found_when_it_is_plugged_in(stick: Path) -> None:
    """Only a folder that was not there before is looked at, ten seconds apart; between two loops news wait."""
    notices: list[object] = []
    beside = Stick(pattern(stick), apart=at_once)
    beside.attach(notices.append)
    stick.rmdir()
    beside.look(View(0.0))
    stick.mkdir()
    shutil.copy(PACK, stick)
    beside.look(View(5.0))
    assert notices == []
    beside.detach()
    beside.look(View(20.0))
    beside.look(View(40.0))
    assert notices == []
    beside.attach(notices.append)
    assert len(notices) == 1


def test_any_new_questions(stick: Path) -> None:
    """Asked by voice while nobody plays, and answered aloud."""
    save_state(BoxState(set_up=True, manner={"language": "fr", "wishes": [["", "reminders", False]]}))
    says: list[Says] = [(Step.IDLE, "de nouvelles questions")]
    beside = Stick(pattern(stick))
    beside.look(View(0.0))
    shutil.copy(PACK, stick)
    with LivingBox(says, beside=[beside]) as living:
        assert living.wait(lambda: living.heard("Nouveau : ")), living.story()
        living.end(Terminated())


def test_asked_in_writing(stick: Path, tmp_path: Path) -> None:
    """The same typed: the answer comes before the next line is read."""
    shutil.copy(PACK, stick)
    home = tmp_path / "home"
    (home / "config").mkdir(parents=True)
    (home / "config" / "config.yaml").write_text(f"packs_from: ['{pattern(stick)[0]}']\n", encoding="utf-8")
    lines = ("English", "any new questions", "shut down", "yes")
    done = quizhost("serve", "--input", "typed", lines=lines, home=home)
    looking, after = done.stdout.split("I'll have a look.")
    assert "New: " in after and "New: " not in looking
