"""What is told about a piece while a question is open: it is not judged as an answer before somebody says so."""

from __future__ import annotations

from copy import deepcopy

import pytest
from support.scripted import parse, run

from host.dialogue.machine import Host
from host.dialogue.protocol import Heard, SpeechFinished, Transcript, Typed
from host.dialogue.talk import Step

TABLES = {
    "en": ("genus", "", "Anna begins", "green", ("Anna is on blue", "Ben rolled a four"), "no", "yes"),
    "fr": ("globetrotter", "", "Anna", "vert", ("Anna est sur le bleu", "Ben a fait un quatre"), "non", "oui"),
    "de": ("familien", "familien-de-adult", "Anna", "Grün", ("Anna ist auf Blau", "Ben steht auf Blau"), "nein", "ja"),
    "es": ("genus", "", "Anna", "verde", ("Anna está en el azul", "Ben ha sacado un cuatro"), "no", "sí"),
}


def asked(language: str) -> Host:
    """A table of two; Anna has been asked a question."""
    rules, pack, begins, landed, *_ = TABLES[language]
    head = f"ruleset: {rules}   lang: {language}   players: Anna, Ben   precision: standard"
    head += f"   pack: {pack}" if pack else ""
    host = run(parse(f"{head}\n> say  {begins}\n> say  {landed}\n")).host
    assert host is not None and host.step is Step.ANSWER
    return host


def say(host: Host, text: str, *, typed: bool) -> None:
    """Somebody says or types it."""
    host.handle(Typed(text) if typed else Heard(host.talk.turn_id, Transcript(text, 0.9)), 0.0)
    host.handle(SpeechFinished(host.talk.line_id), 0.0)


@pytest.mark.parametrize("typed", [True, False])
@pytest.mark.parametrize("language", TABLES)
def test_a_statement_is_read_back_before_it_is_judged(language: str, typed: bool) -> None:
    """However often; "no" leaves the question open, "yes" has it judged."""
    host = asked(language)
    *_, told, no, yes = TABLES[language]
    game = deepcopy(host.game)
    for statement in told:
        say(host, statement, typed=typed)
        assert host.step is Step.HEARD, statement
        say(host, no, typed=True)
        assert host.step is Step.ANSWER and host.game == game, statement
    say(host, told[0], typed=typed)
    say(host, yes, typed=True)
    assert host.step is not Step.HEARD and host.game != game
