"""The table's own command words: taught by voice or by a command, kept in a file, understood on the next evening."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.command import quizhost

from host.app.words import OwnWords, checked
from host.errors import SessionError, UsageError

PLAY = ("play", "--players", "Anna,Ben", "--precision", "standard", "--lang", "en", "--ruleset", "genus")


def test_a_word_taught_by_voice_is_known_on_the_next_evening(tmp_path: Path) -> None:
    """Told in one game, listed by the command, understood in another game, and taken back."""
    first = quizhost(*PLAY, lines=("when I say what's the damage, I mean score", "yes"), home=tmp_path)
    assert "'what's the damage' it is." in first.stdout
    listed = json.loads(quizhost("words", "list", "--json", home=tmp_path).stdout)
    assert listed == [{"language": "en", "new": "what's the damage", "known": "score"}]
    second = quizhost(*PLAY, lines=("four", "three", "what's the damage"), home=tmp_path)
    assert "Anna: no wedge yet." in second.stdout
    quizhost("words", "remove", "What's the damage", "--lang", "en", home=tmp_path)
    quizhost("words", "remove", "what's the damage", "--lang", "en", home=tmp_path, check=1)


def test_a_word_added_by_the_command_is_understood(tmp_path: Path) -> None:
    """In its own language, in any state of the game."""
    quizhost("words", "add", "quoi de neuf", "où en est-on", "--lang", "fr", home=tmp_path)
    game = ("play", "--players", "Anna,Ben", "--precision", "standard", "--lang", "fr", "--ruleset", "globetrotter")
    done = quizhost(*game, lines=("quatre", "trois", "quoi de neuf"), home=tmp_path)
    assert "Anna : un camembert encore vide." in done.stdout


@pytest.mark.parametrize(
    "new, known, why",
    [
        ("skip", "score", "has a meaning already"),
        ("gimme", "the moon", "nothing the host understands"),
        ("hm", "score", "3 to 40 letters"),
    ],
)
def test_what_cannot_be_a_word(new: str, known: str, why: str) -> None:
    """No command loses its meaning, and no word stands for nothing."""
    with pytest.raises(UsageError, match=why):
        checked("en", new, known)


def test_a_damaged_file_is_named_and_left_alone(tmp_path: Path) -> None:
    """The message names the file and the line; nothing is written over it."""
    path = tmp_path / "words.yaml"
    path.write_text("en: {a b: [skip]}\n", encoding="utf-8")
    with pytest.raises(SessionError, match=r"words\.yaml"):
        OwnWords(path)
    home = tmp_path / "home"
    (home / "data").mkdir(parents=True)
    (home / "data" / "words.yaml").write_text("xx: {}\n", encoding="utf-8")
    done = quizhost(*PLAY, lines=("when I say hey ho, I mean score", "yes", "hey ho"), home=home)
    assert "own command words are not known" in done.stderr and "'hey ho' it is." in done.stdout
    assert (home / "data" / "words.yaml").read_text(encoding="utf-8") == "xx: {}\n"


def test_all_commands_are_listed(tmp_path: Path) -> None:
    """Every command with every way to say it, in each language, for people and for programs."""
    found = json.loads(quizhost("words", "commands", "--lang", "de", "--json", home=tmp_path).stdout)
    assert "überspringen" in found["skip"] and all(len(ways) >= 5 for ways in found.values())
