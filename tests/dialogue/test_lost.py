"""What the table is told when a device or an engine fails, and when it is back."""

from __future__ import annotations

import pytest
from support.player import Player

from host.dialogue.protocol import DeviceLost, Listen, NoInput, Notice, Say, SpeechFinished

TOLD = {
    "en": {"microphone": "microphone", "loudspeaker": "loudspeaker", "ears": "recogniser", "voice": "voice"},
    "fr": {"microphone": "micro", "loudspeaker": "haut-parleur", "ears": "reconnaissance", "voice": "voix"},
    "de": {"microphone": "Mikrofon", "loudspeaker": "Lautsprecher", "ears": "Spracherkennung", "voice": "Stimme"},
    "es": {"microphone": "micrófono", "loudspeaker": "altavoz", "ears": "reconocimiento", "voice": "voz"},
}


def table(language: str) -> Player:
    """A game that has begun."""
    begin = {"ruleset": "genus", "lang": language, "players": "Anna, Ben", "precision": "standard"}
    game = Player({**begin, "seed": "3", "pack": "genus-en"}, 3)
    game.begin()
    return game


@pytest.mark.parametrize("language", TOLD)
def test_what_has_failed_is_said_in_the_games_language(language: str) -> None:
    """Each part by its word in the language of the game, without the system's own name of it or an English sentence."""
    for part, word in TOLD[language].items():
        actions = table(language).host.handle(DeviceLost("the microphone 'USB Mic' (no sound)", part), 0.0)
        said = " ".join(action.line.text for action in actions if isinstance(action, Say))
        assert word in said and "USB" not in said and "no sound" not in said


def test_when_sound_is_back_what_is_pending_is_said_again() -> None:
    """ "The sound is back", and then what the table was asked, word for word."""
    game = table("en")
    asked = game.host.handle(Notice("back_sound", repeat=True), 0.0)
    said = [action.line.text for action in asked if isinstance(action, Say)]
    assert said[0] == "The sound is back." and said[-1].endswith("?")


def test_lost_sound_is_asked_for_in_words() -> None:
    """The host asks for what was lost and then listens for the very same thing; the empty turn says nothing more."""
    game = table("en")
    turn = game.host.talk.turn_id
    actions = game.host.handle(Notice("lost_sound"), 0.0)
    said = [action.line for action in actions if isinstance(action, Say)]
    assert [line.text for line in said] == ["Some of that got lost on its way to me. Please say it again."]
    assert game.host.handle(NoInput(turn), 0.0) == []
    step = game.host.step
    assert any(isinstance(action, Listen) for action in game.host.handle(SpeechFinished(said[-1].id), 1.0))
    assert game.host.step is step
