"""The pages of requirements: every test they name exists; and tests of requirements that have no other place."""

from __future__ import annotations

import re

import pytest
from support.player import Player
from support.scripted import ROOT

from host.dialogue.guide.die import FACES, rolled
from host.dialogue.protocol import ButtonPressed

PAGE = "".join((ROOT / "docs" / name).read_text(encoding="utf-8") for name in ("accessibility.md", "raspberry-pi.md"))
ENTRY = re.compile(r"^- \*\*([ABC]\d\d)\*\* \(([MS]), (met|partly|not met)\) (.+)$", re.MULTILINE)
ENTRIES = ENTRY.findall(PAGE)
NEEDED = (
    *range(1, 7), *range(10, 17), *range(20, 31), *range(40, 51), *range(60, 73), *range(80, 87), *range(90, 97),
)  # fmt: skip
"""Numbers of the requirements A."""


def player(seed: int = 3) -> Player:
    """A game in guide mode that has begun."""
    game = Player(
        {
            "ruleset": "genus", "lang": "en", "seed": str(seed), "mode": "guide", "pack": "genus-en",
            "players": "Anna, Ben", "precision": "standard",
        },
        seed,
    )  # fmt: skip
    game.begin()
    return game


def test_every_requirement_is_spoken_of() -> None:
    """No requirement is left out, and none stands twice."""
    told = [int(entry[0][1:]) for entry in ENTRIES if entry[0].startswith("A")]
    assert told == list(NEEDED)
    assert [entry[0] for entry in ENTRIES if entry[0].startswith("B")] == [f"B{number:02}" for number in range(1, 26)]


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry[0])
def test_the_named_test_exists(entry: tuple[str, str, str, str]) -> None:
    """What is said to be met names a test, and that test is there."""
    named = re.search(r"Test: (`[^`]+`(?:, `[^`]+`)*)", entry[3])
    assert named or entry[2] != "met", entry
    file = ""
    for one in re.findall(r"`([^`]+)`", named[1]) if named else ():
        found = re.fullmatch(r"([\w/]+\.py)?::(\w+)(?:\[([\w/-]+)\])?", one)
        assert found, one
        file = found[1] or file  # "::name" is in the file named before
        assert re.search(rf"^def {found[2]}\(", (ROOT / file).read_text(encoding="utf-8"), re.MULTILINE), one
        assert not found[3] or (ROOT / "tests" / "transcripts" / f"{found[3]}.txt").exists()


def test_a_bouncing_key_counts_once() -> None:
    """A06: the same key twice within half a second does one thing."""
    game = player()
    first = game.host.handle(ButtonPressed("score"), 100.0)
    again = game.host.handle(ButtonPressed("score"), 100.3)
    later = game.host.handle(ButtonPressed("score"), 101.0)
    assert first and later and not again


def test_undo_goes_ten_steps_back() -> None:
    """A24: ten times "undo", each says what it took back."""
    game = player()
    for _ in range(30):
        game.say(game.words())
    for _ in range(10):
        before = game.host.game
        game.say("undo")
        assert game.host.game != before


def test_the_pace_has_its_bounds() -> None:
    """A41: from half to three times the normal pace, and no further."""
    game = player()
    for _ in range(12):
        game.say("slower")
    assert game.host.talk.own("", "rate") == 0.5
    for _ in range(20):
        game.say("faster")
    assert game.host.talk.own("", "rate") == 3.0


def test_the_virtual_die_is_fair() -> None:
    """A64: over 6000 rolls of many games every face comes about equally often."""
    values = [rolled(seed, seq) for seed in range(60) for seq in range(100)]
    counts = [values.count(face) for face in range(1, FACES + 1)]
    assert sum(counts) == 6000
    assert sum((count - 1000) ** 2 / 1000 for count in counts) < 20.5  # chi square, 5 degrees of freedom, p = 0.001


def test_the_virtual_die_cannot_be_fished_for() -> None:
    """A64: after "undo" the same roll comes again."""
    game = player()
    for _ in range(20):
        game.say(game.words())
        if game.host.step == "destination":
            break
    assert game.host.step == "destination"
    assert game.host.game is not None
    pips = game.host.game.pips
    game.say("undo")
    game.say("roll for me")
    assert game.host.game is not None and game.host.game.pips == pips


def test_a_list_of_ways_is_short() -> None:
    """A44: a list of ways with its question has at most some 230 letters, about 15 seconds at the normal pace."""
    lengths = []
    for seed in (3, 4, 5):
        game = player(seed)
        for _ in range(80):
            if game.host.step == "destination":
                lengths.append(len(game.host.talk.prompt[-1][1]))
            game.say(game.words())
    assert max(lengths) <= 250 and sorted(lengths)[len(lengths) * 9 // 10] <= 232


def test_accessibility_help_by_voice() -> None:
    """A93: what there is, in a few sentences, and then the pending question again."""
    game = player()
    asked = game.host.talk.prompt
    game.say("accessibility help")
    told = " ".join(game.run_.lines[-4:])
    assert "Guide mode" in told and "one button" in told and game.host.talk.prompt == asked


def test_sixty_musts_are_met() -> None:
    """At least sixty of the requirements that are musts are met."""
    assert sum(level == "M" and state == "met" for _, level, state, _ in ENTRIES) >= 60
