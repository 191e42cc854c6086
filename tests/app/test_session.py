"""The session file: nothing that was said is lost, and a damaged file says so."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from host.app.session import Header, Session, load, newest
from host.errors import SessionError
from host.rules.messages import DieRolled, TurnKept, TurnPassed
from host.rules.words import Why

HEADER = Header("genus", 1, "en", ("Anna", "Ben"), 7, packs=("genus-en",), options={"precision": "strict"})
EVENTS = (DieRolled("Anna", 4), TurnKept("Anna", Why.RIGHT), TurnPassed("Anna", "Ben", Why.WRONG))


def written(path: Path) -> Path:
    """A save with three events and a note between them."""
    session = Session.begin(path, HEADER)
    session.append(EVENTS[:2])
    session.note("heard", text="lisbon", verdict="accept")
    session.append(EVENTS[2:])
    session.close()
    return path


def test_what_was_written_is_read(tmp_path: Path) -> None:
    """Header and events come back equal, notes aside."""
    record = load(written(tmp_path / "a" / "game.jsonl"))
    assert (record.header, record.events) == (HEADER, EVENTS)
    assert record.notes == ({"note": "heard", "text": "lisbon", "verdict": "accept"},)


def test_going_on_appends(tmp_path: Path) -> None:
    """A second evening goes on in the same file with the next number."""
    path = written(tmp_path / "game.jsonl")
    session, _ = Session.go_on(path)
    session.append([EVENTS[0]])
    session.close()
    assert load(path).events == (*EVENTS, EVENTS[0])
    assert json.loads(path.read_text().splitlines()[-1])["seq"] == 4


@pytest.mark.parametrize("cut", range(1, 40, 3))
def test_a_torn_last_line_is_dropped(tmp_path: Path, cut: int) -> None:
    """Power cut in mid-write: the whole decisions stay, the torn one goes, and going on mends the file."""
    path = written(tmp_path / "game.jsonl")
    path.write_bytes(path.read_bytes()[:-cut])
    assert load(path).torn
    session, record = Session.go_on(path)
    session.append([EVENTS[2]])
    session.close()
    assert record.events == EVENTS[:2]
    assert load(path).events == EVENTS


def test_half_a_decision_is_dropped(tmp_path: Path) -> None:
    """A decision of which only the first event reached the disk never happened."""
    path = tmp_path / "game.jsonl"
    session = Session.begin(path, HEADER)
    session.append(EVENTS[:1])
    session.append(EVENTS[1:])
    session.close()
    path.write_text("".join(path.read_text().splitlines(keepends=True)[:-1]))
    record = load(path)
    assert (record.decisions, record.torn) == ((EVENTS[:1],), True)


def test_a_damaged_line_is_named(tmp_path: Path) -> None:
    """Damage in the middle is not passed over: it names the line."""
    path = written(tmp_path / "game.jsonl")
    lines = path.read_text().splitlines()
    lines[2] = lines[2][:-5]
    path.write_text("\n".join(lines) + "\n")
    with pytest.raises(SessionError, match="line 3"):
        load(path)


def test_a_missing_event_is_named(tmp_path: Path) -> None:
    """A line taken out is noticed by its number."""
    path = written(tmp_path / "game.jsonl")
    lines = path.read_text().splitlines()
    del lines[1]
    path.write_text("\n".join(lines) + "\n")
    with pytest.raises(SessionError, match="out of order"):
        load(path)


@pytest.mark.parametrize(
    "text, message",
    [
        ("", "not a saved game"),
        ("{}\n", "not a saved game"),
        ("[1]\n", "not an entry"),
        ("hello\n", "damaged"),
        ('{"format": 99, "ruleset": "genus"}\n', "format 99"),
        ('{"format": 1, "ruleset": "genus"}\n', "first line"),
    ],
)
def test_other_files_are_refused(tmp_path: Path, text: str, message: str) -> None:
    """A file that is no save, or one from a newer quizhost, gives one clear sentence."""
    path = tmp_path / "x.jsonl"
    path.write_text(text)
    with pytest.raises(SessionError, match=message):
        load(path)


def test_an_existing_save_is_not_overwritten(tmp_path: Path) -> None:
    """Beginning on top of another game is refused."""
    with pytest.raises(SessionError, match="already exists"):
        Session.begin(written(tmp_path / "game.jsonl"), HEADER)


def test_an_unwritable_folder_says_so(tmp_path: Path) -> None:
    """The sentence says that the game cannot be saved, and what to do."""
    (tmp_path / "file").write_text("")
    with pytest.raises(SessionError, match="cannot be saved") as caught:
        Session.begin(tmp_path / "file" / "game.jsonl", HEADER)
    assert "--save" in str(caught.value)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_a_full_disk_says_so(tmp_path: Path) -> None:
    """Appending to a full disk is an error, not a lost event."""
    path = tmp_path / "game.jsonl"
    path.symlink_to("/dev/full")
    session = Session(path, 0)
    with pytest.raises(SessionError, match="No space"):
        session.append(EVENTS)


def test_newest(tmp_path: Path) -> None:
    """Resume without a name takes the save that was written last; with none it says so."""
    with pytest.raises(SessionError, match="no saved game"):
        newest(tmp_path)
    for number, name in enumerate(("b", "a", "c")):
        path = written(tmp_path / f"{name}.jsonl")
        os.utime(path, ns=(number, number))
    assert newest(tmp_path).name == "c.jsonl"
