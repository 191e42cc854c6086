"""A full disk: said aloud, waited out, and nothing of the game lost or written by halves."""

from __future__ import annotations

import io
import os
import subprocess
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.full_disk import Disk, FullFile

from host.app.appliance import Appliance
from host.app.box_state import BoxState, save_state
from host.app.household import Household
from host.app.loop import Loop
from host.app.outfit import Outfit
from host.app.session import Header, Session, load
from host.app.table import Wishes, new_table
from host.app.typed import Keyboard
from host.config import Settings
from host.dialogue.protocol import Line
from host.errors import SessionError
from host.rules.messages import DieRolled, Event

EVENTS: tuple[Event, ...] = tuple(DieRolled("Anna", pips) for pips in (1, 2, 3))


def begun(folder: Path, disk: Disk) -> Session:
    """A session whose file is on that disk."""
    path = folder / "game.jsonl"
    path.unlink(missing_ok=True)
    session = Session.begin(path, Header("genus", 1, "en", ("Anna",), 1))
    session._file = FullFile(session._file, disk)  # type: ignore[assignment]
    return session


@given(room=st.integers(0, 400))
def test_a_decision_is_written_whole_or_not_at_all(room: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Wherever the disk ends, the file is as it was before; with room the same decision is written, once."""
    disk = Disk()
    session = begun(tmp_path_factory.mktemp("full"), disk)
    session.append(EVENTS[:1])
    before, disk.room = session.path.read_bytes(), room
    try:
        session.append(EVENTS[1:])
    except SessionError:
        assert session.path.read_bytes() == before
        disk.room = 10**9
        session.append(EVENTS[1:])
    session.close()
    record = load(session.path)
    assert (record.events, record.torn) == (EVENTS, False)


def test_a_full_disk_is_said_and_waited_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was told while the disk was full is written when there is room, in order; the host says both."""
    monkeypatch.setenv("QUIZHOST_HOME", str(tmp_path))
    table = new_table(Wishes(players=("Anna", "Ben"), precision="standard", seed=1))
    disk = Disk(room=3000)
    table.session._file = FullFile(table.session._file, disk)  # type: ignore[assignment]
    said: list[str] = []

    def show(line: Line) -> None:
        said.append(line.text)

    lines = ["Anna begins", *["score"] * 3, "blue", "I don't know", "pink", "stop"]
    disk.room = 700
    loop = Loop(table.host, table.session, show, typed=Keyboard(io.StringIO("\n".join(lines) + "\n")), check_every=0.02)
    thread = threading.Thread(target=loop.run, daemon=True)
    thread.start()
    until = time.monotonic() + 90
    while disk.refused < 3 and time.monotonic() < until:
        time.sleep(0.01)
    assert any("storage is full" in text for text in said)
    assert load(table.session.path).torn is False
    waiting = len(said)
    time.sleep(0.1)
    assert len(said) == waiting, "the host goes on although nothing is saved"
    disk.room = 10**9
    thread.join(90)
    assert not thread.is_alive()
    assert said.count(next(text for text in said if "save again" in text)) == 1
    assert "saved" in said[-1]
    table.session.close()
    record = load(table.session.path)
    assert len(record.decisions) >= 4 and not record.torn


def test_a_list_of_old_questions_ends_no_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the household cannot remember for want of room is a remark, not an error."""
    monkeypatch.setenv("QUIZHOST_HOME", str(tmp_path))
    household = Household()
    session = begun(tmp_path, Disk())
    household.follow(session, lambda: "en")
    household.seen.close()  # every write fails from now on
    session.note("known", question="pack/card/blue")
    assert "could not be kept" in household.notices[-1]


def test_no_game_begins_on_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A new game that cannot be saved is refused aloud; with room it begins."""
    monkeypatch.setenv("QUIZHOST_HOME", str(tmp_path))
    save_state(BoxState(set_up=True, manner={"language": "en"}))
    begin, refused = Session.begin, []

    def full(path: Path, header: Header) -> Session:
        if refused:
            return begin(path, header)
        refused.append(path)
        raise SessionError("the game cannot be saved (No space left on device)", where=str(path))

    monkeypatch.setattr(Session, "begin", full)
    lines: list[str] = []
    none: Any = lambda *what: None  # noqa: E731
    box = Appliance(
        Outfit(none, none, none, none),
        Settings(ruleset="genus"),
        typed=True,
        keyboard=Keyboard(io.StringIO("new game\nnew game\nAnna\n")),
        show=lambda line: lines.append(line.text),
    )
    assert box.run() == 0
    at = next(n for n, line in enumerate(lines) if "no game can begin" in line)
    assert any("Who is playing?" in line for line in lines[at:])


@pytest.mark.skipif(os.geteuid() != 0, reason="needs a file system of its own")
def test_a_real_full_disk(tmp_path: Path) -> None:
    """The same on a real file system of 64 kB."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "none", str(disk)], capture_output=True)
    if mounted.returncode:
        pytest.skip("nothing can be mounted here")
    try:
        session = Session.begin(disk / "game.jsonl", Header("genus", 1, "en", ("Anna",), 1))
        filler = disk / "filler"
        filler.write_bytes(bytes(60_000))
        written = 0
        with pytest.raises(SessionError, match="No space left"):
            while True:
                session.append(EVENTS)
                written += 1
        filler.unlink()
        session.append(EVENTS)
        session.close()
        assert len(load(session.path).decisions) == written + 1
    finally:
        subprocess.run(["umount", str(disk)], check=True)
