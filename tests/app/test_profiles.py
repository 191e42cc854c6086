"""A player's settings outlive the evening: found again by name, changed, forgotten, and never lost with a bad file."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from host.app.performer import Performer
from host.app.profiles import Profiles
from host.app.table import Table, Wishes, new_table, saved_table
from host.app.typed import run_typed
from host.errors import SessionError


@pytest.fixture(autouse=True)
def _at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything is kept in a folder of its own."""
    monkeypatch.setenv("QUIZHOST_HOME", str(tmp_path))


def play(table: Table, *lines: str) -> str:
    """What is printed when these lines are typed at the table."""
    said: list[str] = []
    assert table.household is not None
    run_typed(table.host, Performer(lambda line: said.append(line.text), table.session), lines, lambda: 0.0)
    table.session.close()
    table.household.close()
    return "\n".join((*table.notices, *said))


def evening(*lines: str, players: str = "Anna,Ben") -> str:
    """One evening in English, where Anna begins."""
    names = tuple(players.split(","))
    table = new_table(Wishes(players=names, precision="standard", seed=7, remember=True))
    return play(table, f"{names[0]} begins", *lines)


def kept(home: Path) -> dict[str, dict[str, object]]:
    """The settings in the file, by player."""
    data = yaml.safe_load((home / "data" / "profiles.yaml").read_text(encoding="utf-8"))
    return {player["name"]: player["settings"] for player in data["players"]}


def test_a_player_is_found_again_by_name(tmp_path: Path) -> None:
    """Set on one evening, in force from the first line of the next, whatever the capitals."""
    evening("triple speed for me", "only the essentials for me", "wait four seconds for Ben")
    assert kept(tmp_path) == {"Anna": {"rate": 3.0, "verbosity": "expert"}, "Ben": {"pause": 4.0}}
    again = evening("what are my settings", players="anna,Clara")
    assert "Welcome back, anna." in again
    assert "I speak at triple speed. I say only the essentials." in again
    assert "\nAnna.\n" in again or "\nanna.\n" in again


def test_what_is_set_for_everybody_holds_on_the_next_evening(tmp_path: Path) -> None:
    """The table's own settings are kept as well, and taken back when they are as usual again."""
    evening("be brief for everybody", "louder")
    assert "These settings are for everybody. My loudness is 125 percent. I am brief." in evening(
        "my settings for everybody", "in full please", "quieter"
    )
    assert "Everything is set as usual." in evening("my settings for everybody")


def test_a_player_can_be_forgotten(tmp_path: Path) -> None:
    """After a yes nothing is left in the file; after a no everything is."""
    evening("half speed for me", "be brief for Ben", "forget me", "no")
    assert set(kept(tmp_path)) == {"Anna", "Ben"}
    assert "I have forgotten all your settings" in evening("forget me", "yes", "slower")
    assert set(kept(tmp_path)) == {"Ben"}


def test_a_break_keeps_the_settings(tmp_path: Path) -> None:
    """Resume takes up what was set for a player, and what had come from the profile."""
    evening("wait five seconds for me", "be brief for everybody")
    evening("triple speed for me", "green")
    again = play(saved_table(None), "what are my settings", "my settings for everybody")
    assert "I speak at triple speed. I wait five seconds after the last word." in again
    assert "These settings are for everybody. I am brief." in again


@pytest.mark.parametrize(
    "text, said",
    [
        ("players: [", "cannot be read"),
        ("format: 1\nplayers:\n- {name: Anna, settings: {rate: 9}}\n", "'rate' is 9, and must be a number from 0.5"),
        ("format: 1\nplayers:\n- {name: Anna, settings: {speed: 2}}\n", "'speed' is no setting"),
        ("format: 1\nplayers:\n- {settings: {rate: 2}}\n", "players.0.name"),
        ("format: 2\nplayers: []\n", "newer quizhost"),
        ("[1, 2]", "profiles.yaml"),
    ],
)
def test_a_damaged_file_is_named_and_left_alone(tmp_path: Path, text: str, said: str) -> None:
    """One clear sentence, the evening is played all the same, and the file stays as it was."""
    file = tmp_path / "data" / "profiles.yaml"
    file.parent.mkdir(parents=True)
    file.write_text(text, encoding="utf-8")
    with pytest.raises(SessionError) as caught:
        Profiles(file)
    assert said in str(caught.value) and "profiles.yaml" in str(caught.value)
    assert file.read_text(encoding="utf-8") == text


def test_an_evening_is_played_without_a_damaged_file(tmp_path: Path) -> None:
    """The settings hold for the evening, and nobody overwrites what could be mended."""
    file = tmp_path / "data" / "profiles.yaml"
    file.parent.mkdir(parents=True)
    file.write_text("players: [", encoding="utf-8")
    said = evening("triple speed for me", "my settings")
    assert "profiles.yaml: the players' profiles cannot be read." in said
    assert "I speak at triple speed." in said
    assert file.read_text(encoding="utf-8") == "players: ["


def test_one_players_settings_never_touch_anothers(tmp_path: Path) -> None:
    """Changes of two tables in one house are both kept, and an empty profile is no profile."""
    one, two = Profiles(tmp_path / "p.yaml"), Profiles(tmp_path / "p.yaml")
    one.change("Anna", "rate", 2.0)
    two.change("Ben", "pause", 4.0)
    one.change("", "volume", 0.8)
    two.change("ANNA", "verbosity", "short")
    again = Profiles(tmp_path / "p.yaml")
    assert again.of("anna") == {"rate": 2.0, "verbosity": "short"} and again.of("Ben") == {"pause": 4.0}
    assert again.table == {"volume": 0.8}
    again.change("Ben", "pause", None)
    again.forget("Anna")
    assert yaml.safe_load((tmp_path / "p.yaml").read_text())["players"] == []


def test_names_in_any_script_are_kept(tmp_path: Path) -> None:
    """A name is text: signs that YAML knows, accents and other scripts come back as they were."""
    names = ("no", "Zoë", "Ægir: the 2nd", "Ольга", "@x", "#7")
    for n, name in enumerate(names):
        Profiles(tmp_path / "p.yaml").change(name, "pause", float(n % 5 + 1))
    again = Profiles(tmp_path / "p.yaml")
    assert [again.of(name)["pause"] for name in names] == [n % 5 + 1 for n in range(len(names))]
