"""The practice turn (A50): short, optional, left at any moment, and nothing counts."""

from __future__ import annotations

import pytest
from support.player import PACKS, Player
from support.scripted import books

from host.dialogue.phrasebook import LANGUAGES
from host.dialogue.talk import Step

TURN = {
    ("genus", "colour"): ("four", "blue", "seven"),
    ("genus", "guide"): ("roll for me", "one", "done", "seven"),
    ("switzergame", "colour"): ("eight", "moved", "eight"),
    ("switzergame", "guide"): ("eight", "one", "done", "seven"),
}


def table(name: str, mode: str, language: str = "en") -> Player:
    """A game that has begun."""
    header = {
        "ruleset": name, "lang": language, "seed": "3", "pack": PACKS[name], "mode": mode,
        "players": "Anna, Ben", "precision": "standard",
    }  # fmt: skip
    game = Player(header, 3)
    game.begin()
    return game


@pytest.mark.parametrize("which", TURN, ids="-".join)
def test_a_practice_turn_counts_for_nothing(which: tuple[str, str]) -> None:
    """Done in three or four sentences, with the game and what is asked as they were."""
    game = table(*which)
    state, prompt = game.host.game, game.host.talk.prompt
    game.say("practice turn")
    for words in TURN[which]:
        assert game.host.step is Step.PRACTICE
        game.say(words)
        assert game.host.talk.misses == 0, game.run_.lines[-4:]
    assert game.host.step is not Step.PRACTICE
    assert (game.host.game, game.host.talk.prompt) == (state, prompt)
    assert ("Right: seven" in " ".join(game.run_.lines[-4:])) == (TURN[which][-1] == "seven")


@pytest.mark.parametrize("which", TURN, ids="-".join)
def test_a_picture_card_is_a_wrong_answer(which: tuple[str, str]) -> None:
    """ "Queen" is no number of days, and no reason to break down."""
    game = table(*which)
    for words in ("practice turn", *TURN[which][:-1], "queen"):
        game.say(words)
    assert game.host.step is not Step.PRACTICE
    assert "The answer is seven" in " ".join(game.run_.lines[-4:])


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_left_at_any_moment(language: str) -> None:
    """ "Stop" ends the practice turn, not the game."""
    game, book = table("genus", "guide", language), books()[language]
    game.say(book.intents["practice"][0])
    assert game.host.step is Step.PRACTICE
    game.say(book.intents["stop"][0])
    assert game.host.step is Step.START_ROLL and not game.left
