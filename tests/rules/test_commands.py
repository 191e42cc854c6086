"""The commands ``rulesets`` and ``simulate`` as users call them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from rules.editions import IDS, RULESETS, edition

from host.app.commands import rulesets as command
from host.app.commands.simulate import Tally
from host.cli import main
from host.rules.random_play import play


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user without rulesets of his own."""
    monkeypatch.setenv("QUIZHOST_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def test_list(capsys: pytest.CaptureFixture[str]) -> None:
    """``rulesets list`` has a line for each edition."""
    assert main(["rulesets", "list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in lines] == list(IDS)
    assert lines[1] == "genus: Genus Edition III, 2-6 sides, questions in es, en, variants: quick"


def test_list_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    """``rulesets list --json`` is one document."""
    assert main(["rulesets", "list", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [(entry["id"], entry["players"]) for entry in found][3] == ("switzergame", [2, 4])


@pytest.mark.parametrize("name", ["familien", "SWITZERGAME", "globe trotter"])
def test_show(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """``rulesets show NAME`` tells mechanics, options with their values, variants and boards."""
    assert main(["rulesets", "show", name]) == 0
    text = capsys.readouterr().out
    for part in (
        "Mechanics:",
        "  move: ",
        "Options (asked at set-up are marked *):",
        " *precision: standard",
        "Board ",
    ):
        assert part in text


def test_show_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    """``rulesets show NAME --json`` has every option with its default."""
    assert main(["rulesets", "show", "familie", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["options"]["age_limit"] == {"default": 14, "values": [], "limit": "1-99"}
    assert set(shown["options"]) == set(edition("familien").options)
    assert "spaces: 73" in shown["boards"]["familien-default"]


def test_show_of_an_unknown_one(capsys: pytest.CaptureFixture[str]) -> None:
    """An unknown name is one sentence and status 1."""
    assert main(["rulesets", "show", "chess"]) == 1
    assert capsys.readouterr().err.startswith("quizhost: there is no ruleset 'chess'. Known are: ")


def test_check_of_the_shipped_files(capsys: pytest.CaptureFixture[str]) -> None:
    """Every shipped ruleset and board passes its check without a warning."""
    files = [str(path) for path in sorted(RULESETS.rglob("*.yaml"))]
    assert main(["rulesets", "check", *files]) == 0
    text = capsys.readouterr().out
    assert (text.count(": OK"), text.count("warning")) == (8, 0)


def test_check_of_wrong_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A wrong file and an odd one: status 1, the error and the warning each in a line."""
    text = (RULESETS / "boards" / "switzergame-default.yaml").read_text(encoding="utf-8")
    wrong, odd = tmp_path / "wrong.yaml", tmp_path / "odd.yaml"
    wrong.write_text(text.replace("pawns: 3", "pawns: 5"), encoding="utf-8")
    odd.write_text(text.replace("home: 5", "home: 1"), encoding="utf-8")
    assert main(["rulesets", "check", str(wrong), str(odd)]) == 1
    out = capsys.readouterr().out
    assert f"  error: {wrong}, line 11: pawns: there are 3 pawns per colour (B-13)." in out
    assert f"{odd}: OK\n  warning: an unusually short home straight (B-16)" in out


def test_check_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    """``rulesets check --json`` reports each file."""
    assert main(["rulesets", "check", "--json", str(RULESETS / "genus.yaml"), "nowhere.yaml"]) == 1
    good, bad = json.loads(capsys.readouterr().out)
    assert (good["ok"], bad["ok"]) == (True, False)
    assert "nowhere.yaml: cannot read the file" in bad["errors"][0]


def test_the_users_own_folder_is_searched(own_home: Path) -> None:
    """Own rulesets live in the data folder."""
    assert command.folders()[1] == own_home / "data" / "rulesets"


def test_simulate(capsys: pytest.CaptureFixture[str]) -> None:
    """``simulate`` plays every edition, finishes every game and breaks nothing."""
    assert main(["simulate", "--games", "3", "--seed", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in lines] == [*IDS, "total"]
    assert lines[-1].startswith("total: 12 games, 12 finished, ")
    assert ", 0 invariant breaks, " in lines[-1]


def test_simulate_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    """``simulate --json`` is one document with the same figures for the same seed."""
    figures = []
    for _ in range(2):
        assert main(["simulate", "--ruleset", "Genus", "--games", "2", "--json"]) == 0
        document = json.loads(capsys.readouterr().out)
        assert document["breaks"] == []
        figures.append([document["total"][key] for key in ("games", "finished", "turns", "events", "commands")])
    assert figures[0] == figures[1]


def test_simulate_on_several_cores(capsys: pytest.CaptureFixture[str]) -> None:
    """Games played in several processes are the same games."""
    figures = []
    for jobs in ("1", "2"):
        assert main(["simulate", "--ruleset", "genus", "--games", "26", "--jobs", jobs, "--json"]) == 0
        total = json.loads(capsys.readouterr().out)["total"]
        figures.append([total[key] for key in ("games", "finished", "turns", "events", "commands")])
    assert figures[0] == figures[1]


def test_simulate_needs_games(capsys: pytest.CaptureFixture[str]) -> None:
    """No games at all is a wrong call."""
    assert main(["simulate", "--games", "0"]) == 2
    assert capsys.readouterr().err == "quizhost: --games must be at least 1.\n"
    assert main(["simulate", "--jobs", "0"]) == 2


def test_breaks_are_reported(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that does not end, or whose log does not fit, is named with its seed, and the status is 1."""
    monkeypatch.setattr("host.app.commands.simulate.play", lambda rules, seed: play(rules, seed, limit=5))
    monkeypatch.setattr("host.app.commands.simulate.replay", lambda log, rules: None)
    assert main(["simulate", "--ruleset", "genus", "--games", "1", "--seed", "9"]) == 1
    assert capsys.readouterr().out.splitlines()[-2:] == [
        "broken: genus, seed 9: the game does not end",
        "broken: genus, seed 9: replaying the log leads to another state",
    ]


def test_an_empty_tally_has_figures() -> None:
    """Nothing played takes no time and divides by nothing."""
    assert Tally().data()["games_per_second"] == 0
