"""The support bundle: what is in it, and what is not."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest
from support.command import quizhost

from host.app.doctor import Check, Status
from host.app.support import write_support
from host.errors import UsageError

CHECKS = [Check(Status.OK, "Python", "version 3")]
SAVE = [
    {"begun": "", "format": 1, "language": "en", "players": ["Zoë", "Annabel"], "ruleset": "genus"},
    {"seq": 1, "type": "GameStarted", "players": [{"id": "Zoë"}, {"id": "Annabel"}, {"id": "Anna"}], "end": True},
    {"note": "talk", "text": "did you feed the cat"},
    {"note": "intent", "name": "die", "text": "six"},
]


def journal(command: Sequence[str]) -> str:
    """A journal with a name in it; no service."""
    return "host: zoë, it's your turn. Anna's next, Annabel rolls.\n" if command[0] == "journalctl" else ""


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A household with five games, profiles, settings, and a recording that somebody put beside the saves."""
    monkeypatch.setenv("QUIZHOST_HOME", str(tmp_path))
    saves = tmp_path / "data" / "saves"
    saves.mkdir(parents=True)
    for number in range(5):
        text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in SAVE)
        (saves / f"{number}.jsonl").write_text(text + '{"torn', encoding="utf-8")
    (saves / "answer.wav").write_bytes(b"RIFF")
    (tmp_path / "data" / "profiles.yaml").write_text("format: 1\nplayers:\n- name: Grandpa\n", encoding="utf-8")
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "config.yaml").write_text("speaker: Jabra of Grandpa\n", encoding="utf-8")
    return tmp_path


def read(path: Path) -> dict[str, str]:
    """Every file of a zip."""
    with zipfile.ZipFile(path) as file:
        return {name: file.read(name).decode() for name in file.namelist()}


def test_what_is_in_it(house: Path) -> None:
    """B22: doctor, versions, log, settings and the latest three games; nothing that is no text."""
    bundle = write_support(house / "help", CHECKS, tool=journal)
    files = read(bundle.path)
    assert bundle.path.name == "help.zip" and tuple(files) == bundle.files
    assert files["doctor.txt"] == "OK Python: version 3.\n"
    assert sum(name.startswith("games/") for name in files) == 3
    assert not [name for name in files if not name.endswith((".txt", ".json", ".jsonl", ".yaml"))]
    assert "pydantic" in json.loads(files["versions.json"])["libraries"]
    assert all(word in files["README.txt"] for word in ("Not in it", "any sound", "names of players"))


def test_names_are_replaced_everywhere(house: Path) -> None:
    """The same number stands for a player in every file, and a name inside another word is no name."""
    files = read(write_support(house / "help.zip", CHECKS, tool=journal).path)
    assert files["log.txt"] == "host: Player 4, it's your turn. Player 1's next, Player 2 rolls.\n"
    assert '"Player 4", "Player 2"' in files["games/4.jsonl"]
    assert files["config.yaml"] == "speaker: Jabra of Player 3\n"
    for name, text in files.items():
        assert not any(word in text for word in ("Zoë", "Annabel", "Grandpa")), name


def test_talk_beside_the_game_is_left_out(house: Path) -> None:
    """What was taken as a command stays; what was only overheard goes; a torn line does no harm."""
    text = read(write_support(house / "help.zip", CHECKS, tool=journal).path)["games/4.jsonl"]
    assert "feed the cat" not in text and "(20 characters of talk)" in text and '"six"' in text and "torn" not in text


def test_the_log_is_capped(house: Path) -> None:
    """A long log is cut at its beginning."""
    long = "x" * 3_000_000 + "end"
    files = read(write_support(house / "help.zip", CHECKS, tool=lambda command: long).path)
    assert len(files["log.txt"]) == 2_000_000 and files["log.txt"].endswith("end")


def test_a_place_that_cannot_be_written(house: Path) -> None:
    """One sentence, and no half file."""
    with pytest.raises(UsageError, match="cannot be written"):
        write_support(house / "not" / "there.zip", CHECKS, tool=journal)


def test_the_command_says_what_is_in_it(tmp_path: Path) -> None:
    """B22: one command, and it says plainly what is in the bundle and what is not."""
    done = quizhost("doctor", "--support", tmp_path / "help.zip", home=tmp_path / "home")
    assert f"Support bundle: {tmp_path}/help.zip" in done.stdout and "Not in it: any sound" in done.stdout
    assert (tmp_path / "help.zip").is_file()
