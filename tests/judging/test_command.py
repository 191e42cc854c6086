"""`quizhost judge`: single answers, files of them, and what is wrong with a file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from host import cli
from host.app.memory import load_memory, save_memory


@pytest.fixture(autouse=True)
def own_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No test sees or leaves anything in the user's folders."""
    monkeypatch.setenv("QUIZHOST_HOME", str(tmp_path))


def _file(folder: Path, *lines: str) -> str:
    path = folder / "cases.jsonl"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(path)


def test_one_answer_with_its_sentence_and_reason(capsys: pytest.CaptureFixture[str]) -> None:
    """The verdict, what the host would say, and which layer decided why."""
    assert cli.main(["judge", "--card", "the year 1969", "--said", "it was 1970"]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith("reject: ")
    assert "layer numbers, reason wrong_number" in second


def test_a_wrong_answer_is_no_fault_of_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    """Exit 0 with the verdict reject."""
    assert cli.main(["judge", "--card", "Iran", "--said", "Iraq", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["verdict"] == "reject"


def test_explain_shows_the_record(capsys: pytest.CaptureFixture[str]) -> None:
    """What the judge read out of the card's text."""
    assert cli.main(["judge", "--card", "Marie Curie", "--said", "Curie", "--explain"]) == 0
    assert "  kind: person (inferred)" in capsys.readouterr().out.splitlines()


def test_an_alias_of_the_card_counts(capsys: pytest.CaptureFixture[str]) -> None:
    """--alias adds a right answer."""
    assert cli.main(["judge", "--card", "Zorbu", "--said", "the blue one", "--alias", "blue one", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["verdict"] == "accept"


def test_a_batch_keeps_each_line_and_adds_the_verdict(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Fields of the caller's own stay, empty lines are skipped, null is as if left out."""
    name = _file(
        tmp_path,
        '{"card": "Paris", "said": "paris", "number": 7}',
        "",
        '{"card": "Köln", "said": "koeln", "lang": "de", "kind": null}',
        '{"card": "Goethe", "said": "gerta", "alternatives": ["goethe"], "precision": "standard"}',
    )
    assert cli.main(["judge", "--batch", name]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row["verdict"] for row in rows] == ["accept", "accept", "accept"]
    assert rows[0]["number"] == 7


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("{", "not a line of JSON"),
        ("[]", "expected an object"),
        ('{"card": "x"}', "'said' is missing"),
        ('{"card": "x", "said": 3}', "'said' is missing or not text"),
        ('{"card": "x", "said": "y", "lang": "it"}', "expected one of en, fr, de, es"),
        ('{"card": "x", "said": "y", "precision": "fair"}', "lenient"),
        ('{"card": "x", "said": "y", "aliases": "z"}', "'aliases' is not a list"),
        ('{"card": "x", "said": "y", "question": 1}', "'question' is not text"),
    ],
)
def test_a_broken_line_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str], line: str, complaint: str) -> None:
    """One sentence with file, line and what was expected; exit 2."""
    name = _file(tmp_path, '{"card": "Paris", "said": "paris"}', line)
    assert cli.main(["judge", "--batch", name]) == 2
    error = capsys.readouterr().err
    assert complaint in error
    assert "line 2" in error


@pytest.mark.parametrize(
    "arguments",
    [["--card", "x"], ["--said", "x"], ["--batch", "nowhere.jsonl"], ["--batch", "-", "--card", "x"]],
)
def test_calls_that_cannot_be_answered(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """Called wrongly: exit 2 and a sentence, never a traceback."""
    assert cli.main(["judge", *arguments]) == 2
    assert "Traceback" not in capsys.readouterr().err


def test_the_household_is_listed_and_forgotten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What was agreed can be seen, and taken back by the question's id."""
    save_memory(load_memory().add("tiny/1/green", "banana").dispute("tiny/1/pink", note="out of date"))
    assert cli.main(["judge", "--household"]) == 0
    out = capsys.readouterr().out
    assert "tiny/1/green: banana" in out
    assert "tiny/1/pink: out of date" in out
    assert cli.main(["judge", "--forget", "tiny/1/green"]) == 0
    assert cli.main(["judge", "--forget", "tiny/1/green"]) == 1
    capsys.readouterr()
    assert cli.main(["judge", "--household", "--json"]) == 0
    kept = json.loads(capsys.readouterr().out)
    assert (kept["aliases"], len(kept["disputes"])) == ([], 1)
