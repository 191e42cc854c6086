"""Ruleset files: the shipped ones, finding them by name, and refusing wrong ones in one clear sentence."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
import yaml
from rules.editions import IDS, ROOT, RULESETS, edition

from host.errors import RulesetError
from host.rules.mechanics import MECHANICS
from host.rules.options import OPTIONS
from host.rules.ruleset import find_ruleset, list_rulesets, load_board, load_ruleset, ruleset_from_text
from host.rules.words import Kind

BAD: list[dict[str, Any]] = yaml.safe_load((Path(__file__).parent / "bad_rulesets.yaml").read_text(encoding="utf-8"))


def folder(tmp_path: Path) -> Path:
    """A copy of the shipped rulesets."""
    return Path(shutil.copytree(RULESETS, tmp_path / "rulesets"))


@pytest.mark.parametrize("bad", BAD, ids=lambda bad: f"{bad['file'].split('/')[-1]}: {bad['says'][:60]}")
def test_one_mistake_is_refused_with_its_place(bad: dict[str, Any], tmp_path: Path) -> None:
    """A file with one mistake is refused with file, line and field, and what was expected."""
    path = folder(tmp_path) / bad["file"]
    text = path.read_text(encoding="utf-8")
    assert bad["put"] in text, "the mistake cannot be made"
    line = bad.get("line") or text[: text.index(bad["put"])].count("\n") + 1
    path.write_text(text.replace(bad["put"], bad["by"], 1), encoding="utf-8")
    with pytest.raises(RulesetError) as refused:
        if "boards" in bad["file"]:
            load_board(path, edition(path.name.split("-")[0]))
        else:
            load_ruleset(path)
    sentence = str(refused.value)
    whole = f"{path}, line {line}: {bad['says']}."
    assert sentence == whole or (bad["says"] == "not valid YAML" and sentence.startswith(whole[:-1])), sentence


@pytest.mark.parametrize(
    "name, id",
    [("genus", "genus"), ("GENUS III", "genus"), ("Familien-Edition", "familien"), ("famille", "familien"),
     ("Edición Familia", "familien"), ("Trivial Pursuit Globetrotter", "globetrotter"),
     ("switzer_game", "switzergame")],
)  # fmt: skip
def test_found_by_any_name(name: str, id: str) -> None:
    """A ruleset is found by id, name in any language or alias, whatever the case."""
    assert find_ruleset(name, RULESETS).id == id


def test_an_unknown_name_lists_the_known_ones() -> None:
    """Who asks for a ruleset that does not exist is told which do."""
    with pytest.raises(RulesetError) as refused:
        find_ruleset("monopoly", RULESETS)
    said = "there is no ruleset 'monopoly'. Known are: familien, genus, globetrotter, switzergame."
    assert str(refused.value) == said


def test_no_rulesets_at_all(tmp_path: Path) -> None:
    """An empty folder has no rulesets, and says so."""
    with pytest.raises(RulesetError, match="Known are: none"):
        find_ruleset("genus", tmp_path)


def test_names_do_not_collide() -> None:
    """No two rulesets answer to the same name."""
    answers = [{name.casefold() for name in (id, *edition(id).names.values(), *edition(id).aliases)} for id in IDS]
    names = [name for names in answers for name in names]
    twice = {name for name in names if names.count(name) > 1}
    assert twice == set()


def test_the_users_own_ruleset_wins(tmp_path: Path) -> None:
    """A later folder replaces a shipped ruleset of the same id, and its boards are added to the shipped ones."""
    own = tmp_path / "own"
    (own / "boards").mkdir(parents=True)
    text = (RULESETS / "genus.yaml").read_text(encoding="utf-8").replace("version: 1", "version: 2", 1)
    (own / "genus.yaml").write_text(text, encoding="utf-8")
    board = (RULESETS / "boards" / "familien-default.yaml").read_text(encoding="utf-8")
    (own / "boards" / "ours.yaml").write_text(board.replace("id: familien-default", "id: ours"), encoding="utf-8")
    found = {rules.id: rules for rules in list_rulesets(RULESETS, own)}
    assert (found["genus"].version, sorted(found["familien"].boards)) == (2, ["familien-default", "ours"])


@pytest.mark.parametrize(
    "content, said", [(b"\xff\xfe\x00", "the file is not UTF-8 text"), (None, "cannot read the file")]
)
def test_unreadable_files(content: bytes | None, said: str, tmp_path: Path) -> None:
    """A file that is not text, or is not there, is refused in one sentence."""
    path = tmp_path / "odd.yaml"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(RulesetError, match=said):
        load_ruleset(path)


def test_a_list_is_no_ruleset() -> None:
    """A file whose top is not a mapping is refused."""
    with pytest.raises(RulesetError, match=r"ruleset\.yaml: the file must hold named fields"):
        ruleset_from_text("- a\n- b\n")


def test_boards_may_stand_in_the_ruleset_file() -> None:
    """A ruleset may hold its boards inline; their mistakes are found at their place."""
    text = (RULESETS / "switzergame.yaml").read_text(encoding="utf-8")
    board = (RULESETS / "boards" / "switzergame-default.yaml").read_text(encoding="utf-8")
    lines = [line for line in board.splitlines() if not line.startswith("#")]
    inline = "boards:\n  - " + "\n    ".join(lines) + "\n"
    assert ruleset_from_text(text + inline).board == "switzergame-default"
    with pytest.raises(RulesetError, match=r"boards\.0\.entry: a pawn turns in after a full lap"):
        ruleset_from_text(text + inline.replace("entry: 59", "entry: 3"))


@pytest.mark.parametrize("id", IDS)
def test_every_option_default_is_allowed(id: str) -> None:
    """Every default of a shipped ruleset is a value that works."""
    faults = {key: OPTIONS[key].fault(value) for key, value in edition(id).options.items()}
    assert {key: fault for key, fault in faults.items() if fault} == {}


def test_every_mechanic_is_cited() -> None:
    """No mechanic and no option lies about that no shipped ruleset uses."""
    cited = {
        (slot, getattr(edition(id), slot))
        for id in IDS
        for slot in ("move", "start", "order", "win", "deck", "wedges", "meeting", "enter")
    }
    cited |= {("spaces", effect) for id in IDS for effect in edition(id).spaces.values()}
    cited |= {("cards", card.value) for id in IDS for card in edition(id).special}
    cited |= {
        (slot, v)
        for id in IDS
        for patch in edition(id).variants.values()
        for slot, v in patch.items()
        if slot != "spaces" and slot != "teams"
    }
    known = {(slot, name) for slot, names in MECHANICS.items() for name in names}
    assert known - cited == set()
    assert set(OPTIONS) - {key for id in IDS for key in edition(id).options} == set()


def test_variants_change_only_their_slots() -> None:
    """A variant patches the slots it names; without variants the ruleset is the same object."""
    base = edition("familien")
    short = base.with_variants(("short",))
    assert base.with_variants(()) is base
    assert base.with_variants(("short",)) is short
    assert (short.wedges, short.win, short.spaces[Kind.HQ], short.spaces[Kind.HUB]) == (
        "anywhere", "all_wedges", "ask", "choose_category",
    )  # fmt: skip
    assert not short.asks_hq_for_wedge and base.asks_hq_for_wedge


def test_variants_ask_for_their_own_options() -> None:
    """F-37, F-38: with teams the table is asked about conferring and the captain; without, it is not."""
    assert edition("familien").ask == ("precision", "cards")
    assert edition("familien").with_variants(("short", "teams")).ask == (
        "precision", "cards", "confer_seconds", "team_answer",
    )  # fmt: skip


def test_board_files_are_written_as_the_shipped_ones() -> None:
    """Every shipped board file belongs to a shipped ruleset and is its default."""
    files = sorted((ROOT / "rulesets" / "boards").glob("*.yaml"))
    assert [path.stem for path in files] == sorted(edition(id).board for id in IDS)
