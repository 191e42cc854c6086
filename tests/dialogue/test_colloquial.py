"""What people at a table really say: vague, polite, short, with fillers; understood to the word or nearly."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from support.scripted import parse, run

from host.dialogue.desk import Desk
from host.dialogue.expect import grammar_for
from host.dialogue.phrasebook import LANGUAGES
from host.dialogue.understand import Intent

TABLES = {
    "en": "ruleset: globetrotter   lang: en   pack: globetrotter-en   players: Anna, Ben   precision: standard",
    "fr": "ruleset: globetrotter   lang: fr   players: Anna, Bruno   precision: standard",
    "de": "ruleset: familien   lang: de   pack: familien-de-adult   players: Anna, Ben   precision: standard",
    "es": "ruleset: genus   lang: es   players: Ana, Mateo   precision: standard",
}
SAID = yaml.safe_load((Path(__file__).parent / "colloquial.yaml").read_text(encoding="utf-8"))


def meaning(intent: object) -> str:
    """An understood intent in the notation of the table."""
    if not isinstance(intent, Intent):
        return type(intent).__name__
    if intent.name == "landing":
        return "/".join(["landing", intent.get("kind"), intent.get("colour"), intent.get("number")])
    return intent.name


@pytest.mark.parametrize("language", LANGUAGES)
def test_people_are_understood(language: str) -> None:
    """Every sentence of the table means what somebody who says it wants."""
    starter = TABLES[language].partition("players: ")[2].partition(",")[0]
    host = run(parse(f"{TABLES[language]}\n> say  {starter}\n")).host
    assert host is not None
    grammar = grammar_for(Desk(host.base, host.game, host.talk, 0.0))
    wrong = {
        said: got
        for meant, sentences in SAID[language].items()
        for said in sentences
        if (got := meaning(grammar.interpret(said))) != meant
    }
    assert wrong == {}
