"""Tables that say anything that may be said, at random: nothing breaks, and the host listens on."""

from __future__ import annotations

import random

import pytest
from support.scripted import Driver, Way, parse

from host.dialogue.expect import grammar_for
from host.dialogue.machine import Host
from host.dialogue.talk import Mode, Step
from host.rules.state import GameState

STEPS = 120
TABLES = {
    "genus en": "ruleset: genus   lang: en",
    "genus es, vote": 'ruleset: genus   lang: es   players: Ana, Inés   precision: strict   option overrule: "vote"',
    "globetrotter fr": "ruleset: globetrotter   lang: fr   players: Anna, Bruno, Chloé   precision: standard",
    "globetrotter en, clock": (
        "ruleset: globetrotter   lang: en   pack: globetrotter-en   players: Anna, Ben, Clara   precision: lenient"
        '   option answer_seconds: 30   option voyager_deal: "all"'
    ),
    "familien de": "ruleset: familien   lang: de   pack: familien-de-adult familien-de-young",
    "switzergame fr": "ruleset: switzergame   lang: fr   players: Anna, Bruno, Chloé   precision: standard",
    "switzergame en, own cards": (
        "ruleset: switzergame   lang: en   pack: switzergame-fr   players: Anna, Ben   precision: standard"
        '   option cards: "table"'
    ),
    "genus en, guide": "ruleset: genus   lang: en   mode: guide   players: Anna, Ben   precision: standard",
    "familien de, guide": (
        "ruleset: familien   lang: de   mode: guide   pack: familien-de-adult familien-de-young"
        "   players: Anna, Ben, Clara   precision: standard"
    ),
    "switzergame fr, guide": "ruleset: switzergame   lang: fr   mode: guide   players: Anna, Léo   precision: standard",
    "alone": "ruleset: genus   lang: de   pack: genus-en   players: Anna   precision: standard",
}
ODD = ("hm", "what about that", "Anna", "two three", "", "...", "{x}", "no, Berlin", "a" * 300, "12:30", "\u00df\u0301")
KEYS = (
    "wait  25",
    "wait  90",
    "button  pause",
    "button  yes",
    "button  2",
    "button  repeat",
    "late  say  x",
    "speak  3",
)


def next_input(host: Host, chance: random.Random) -> str:
    """What somebody at the table does next: mostly what was asked, sometimes anything else."""
    grammar = grammar_for(host.desk())
    own = [phrase for phrase, intent in grammar.entries if intent.name in grammar.own]
    dice = chance.random()
    if dice < 0.06:
        return chance.choice(KEYS)
    how = "say  " if chance.random() < 0.7 else "type  "
    if host.step is Step.ANSWER and dice < 0.5:
        question = host.mind.question(host.talk.question_id)
        return how + ("final answer " if host.talk.cue else "") + (question.answer if question else "xyzzy")
    if host.step in (Step.PLAYERS, Step.TEAM, Step.JOIN) and dice < 0.7:
        return how + chance.choice(("Anna and Ben", "Carl, Dora", "Emil"))
    if own and dice < 0.75:
        return how + chance.choice(own)
    if dice < 0.93:
        return how + chance.choice([phrase for phrase, _ in grammar.entries])
    return how + chance.choice(ODD)


def check(game: GameState | None) -> None:
    """What must hold at any table."""
    if game is None or not game.rules.is_wheel:
        return
    for player in game.players:
        assert player.wedges <= set(game.rules.colours)


@pytest.mark.parametrize("table", TABLES)
def test_anything_may_be_said(table: str) -> None:
    """A hundred and twenty things in a row; before some of them all state goes through JSON."""
    chance = random.Random(table)
    driver = Driver(parse(TABLES[table] + "   seed: 5\n"), Way.STRAIGHT)
    driver.start()
    for _ in range(STEPS):
        line = next_input(driver.host, chance)
        if chance.random() < 0.1:
            driver.through_json()
        driver.input(line)
        check(driver.host.game)
        if driver.left:
            return
        assert driver.host.talk.mode is not Mode.SPEAKING, line
