"""A table talks, or falls silent: neither ends a game, nor moves a wedge, nor loses a turn."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pytest
import yaml
from support.scripted import Run, parse, run

from host.dialogue.machine import Host
from host.dialogue.mind import Mind
from host.dialogue.phrasebook import LANGUAGES
from host.dialogue.protocol import Action, Heard, Quit, Record, Say, SpeechFinished, Tick, Transcript
from host.dialogue.talk import Mode, Talk
from host.rules.messages import GameEnded, WedgeWon
from host.rules.state import GameState
from host.rules.words import Phase

LINES = 1000
PARTS = yaml.safe_load((Path(__file__).parent / "chatter.yaml").read_text(encoding="utf-8"))
TABLES = {
    "en": "ruleset: genus   lang: en   players: Anna, Ben, Clara",
    "fr": "ruleset: globetrotter   lang: fr   players: Anna, Bruno, Chloé",
    "de": "ruleset: familien   lang: de   pack: familien-de-adult   players: Anna, Ben, Mia",
    "es": "ruleset: genus   lang: es   players: Ana, Mateo, Sara",
}
MOMENTS = {
    "the start roll": (),
    "a landing": ("Anna begins", "six, blue headquarters", "Lisbon"),
    "where it stopped": ("Anna begins", "six, blue headquarters", "Lisbon", "four"),
    "an open question": ("Anna begins", "six, blue headquarters"),
    "a category": ("Anna begins", "six, blue headquarters", "Lisbon", "the hub"),
    "an earlier verdict": (
        "Anna begins",
        "six, blue headquarters",
        "Oporto",
        "green",
        "Anna was right",
    ),
    "which verdict": ("Anna begins", "six, blue headquarters", "Oporto", "list the verdicts"),
    "a correction": ("Anna begins", "six, blue headquarters", "Lisbon", "Ben has the green wedge"),
    "somebody leaving": ("Anna begins", "Ben leaves"),
    "a pause": ("Anna begins", "pause"),
}
"""Moments of an English evening, and what was said before them."""


def lines(language: str, count: int) -> list[str]:
    """So many different lines of chatter, the same ones every time."""
    parts = PARTS[language]
    every = [f"{a} {b}" for a in parts["openings"] for b in parts["ends"]]
    chance = random.Random(language)
    return sorted(every, key=lambda line: (chance.random(), line))[:count]


def at(header: str, *said: str) -> Run:
    """A table at which that has been said."""
    return run(parse(f"{header}   precision: standard   seed: 7\n" + "".join(f"> say  {text}\n" for text in said)))


def wedges(game: GameState | None) -> dict[str, frozenset[str]]:
    """Everybody's wedges."""
    assert game is not None
    return {player.id: player.wedges for player in game.players}


def hear(host: Host, text: str) -> list[Action]:
    """Something is heard, and what the host says to it is listened to."""
    actions = host.handle(Heard(host.talk.turn_id, Transcript(text, 0.9)), 0.0)
    said = [action.line.id for action in actions if isinstance(action, Say)]
    return [*actions, *(host.handle(SpeechFinished(said[-1]), 0.0) if said else [])]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_thousand_lines_of_chatter(language: str) -> None:
    """A long evening of talk: no wedge moves, nobody wins, and the host still listens."""
    host = at(TABLES[language]).host
    assert host is not None
    assert len(set(lines(language, LINES))) == LINES
    before = wedges(host.game)
    done: list[Action] = []
    for line in lines(language, LINES):
        done += hear(host, line)
    assert wedges(host.game) == before
    assert host.game is not None and host.game.phase is not Phase.ENDED
    assert host.talk.mode is Mode.LISTENING
    assert [action for action in done if isinstance(action, Quit)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_chatter_is_answered_a_few_times_only(language: str) -> None:
    """Who talks among themselves is helped a few times, then left alone until something fits."""
    host = at(TABLES[language]).host
    assert host is not None
    spoken = [sum(isinstance(a, Say) for a in hear(host, line)) for line in lines(language, 60)]
    assert sum(spoken) < 12
    assert sum(spoken[20:]) == 0


@pytest.mark.parametrize("moment", MOMENTS)
def test_chatter_at_any_moment(moment: str) -> None:
    """Whatever is being asked, talk decides nothing but an open answer, and that only as a wrong one."""
    for line in lines("en", 40):
        host = _again(moment)
        before = wedges(host.game)
        actions = hear(host, line)
        events = [event for action in actions if isinstance(action, Record) for event in action.events]
        assert not any(isinstance(event, (WedgeWon, GameEnded)) for event in events), line
        assert wedges(host.game) == before, line
        assert moment == "an open question" or events == [], line


@cache
def _moment(moment: str) -> tuple[Mind, GameState | None, Talk]:
    host = at(TABLES["en"], *MOMENTS[moment]).host
    assert host is not None
    return host.base, host.game, host.talk


def _again(moment: str) -> Host:
    """The same moment once more."""
    return Host(*_moment(moment))


@pytest.mark.parametrize("moment", MOMENTS)
def test_ten_minutes_of_silence_change_nothing(moment: str) -> None:
    """A10: ten simulated minutes; two reminders at most, and the game is as it was."""
    host = _again(moment)
    before, now, spoken = host.game, 0.0, 0
    while now < 600.0:
        deadline = host.deadline()
        now = 600.0 if deadline is None else max(now, deadline)
        for signal in (Tick(),):
            actions = host.handle(signal, now)
            said = [action.line.id for action in actions if isinstance(action, Say)]
            spoken += len(said)
            assert not any(isinstance(action, (Record, Quit)) for action in actions)
            if said:
                host.handle(SpeechFinished(said[-1]), now)
    assert host.game == before
    assert spoken <= 2
