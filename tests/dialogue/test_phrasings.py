"""Every intent in every language: each listed phrasing is understood in the middle of a game, with its details."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from support.scripted import books, parse, run

from host.dialogue.anytime import ANYTIME, OF_SOMETHING
from host.dialogue.desk import Desk
from host.dialogue.expect import grammar_for
from host.dialogue.guide.table import guide_places
from host.dialogue.machine import Host
from host.dialogue.phrasebook import LANGUAGES, placeholders
from host.dialogue.stages import STAGES
from host.dialogue.talk import Step
from host.dialogue.understand import Grammar, Intent

TABLES = {
    "en": "ruleset: globetrotter   lang: en   pack: globetrotter-en   players: Anna, Ben   precision: standard",
    "fr": "ruleset: globetrotter   lang: fr   players: Anna, Bruno   precision: standard",
    "de": "ruleset: familien   lang: de   pack: familien-de-adult   players: Anna, Ben   precision: standard",
    "es": "ruleset: genus   lang: es   players: Ana, Mateo   precision: standard",
}
"""A table in each language."""
VALUES = {
    "colour": "green", "number": "4", "topic": "hub", "question": "wrong_hq", "precision": "strict", "time": "60",
    "language": "en", "pace": "2", "pause": "4",
}  # fmt: skip
"""A value for each slot of a sentence."""


def desk_of(language: str) -> Desk:
    """A desk at that table, where the first player is about to roll."""
    starter = TABLES[language].partition("players: ")[2].partition(",")[0]
    host = run(parse(f"{TABLES[language]}\n> say  {starter}\n")).host
    assert host is not None
    return Desk(host.base, host.game, host.talk, 0.0)


GRAMMARS = {language: grammar_for(desk_of(language)) for language in LANGUAGES}


def detailed(language: str) -> Iterator[tuple[str, Intent]]:
    """Every sentence with details, filled in, and what it means."""
    desk = desk_of(language)
    player = desk.state.players[1].id
    book = desk.book
    place, named = guide_places(desk)[0]
    category = desk.mind.category("blue", language)
    said = {"player": player, "rival": player, "place": named[0], "category": category}
    values = {**VALUES, "player": player, "rival": player, "place": place, "category": "blue"}
    for name in OF_SOMETHING:
        if name == "here_on":  # where a landing is due, "I'm on the hub" is one
            continue
        for text in book.templates.get(name, ()):
            slots = sorted(placeholders(text))
            filled = {s: said[s] if s in said else book.words[s][values[s]][0] for s in slots}
            meant = tuple((slot, values[slot]) for slot in slots)
            yield text.format_map(filled), Intent(name, meant)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_is_understood_in_every_phrasing(language: str) -> None:
    """A table of intents and phrasings: 100 of 100 as text, in the middle of a game."""
    book = books()[language]
    names = (*ANYTIME, *OF_SOMETHING)
    taken = {p: GRAMMARS[language].interpret(p) for name in names for p in book.intents.get(name, ())}
    meant = {p: Intent(name) for name in names for p in book.intents.get(name, ())}
    own = {p for p, got in taken.items() if isinstance(got, Intent) and got.name in STAGES[Step.LANDING].intents}
    assert {p: got for p, got in taken.items() if got != meant[p] and p not in own} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_with_details_is_understood(language: str) -> None:
    """Who, which colour, how long: the details are taken out of the sentence."""
    grammar = GRAMMARS[language]
    wrong = {text: got for text, meant in detailed(language) if (got := grammar.interpret(text)) != meant}
    assert wrong == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_has_five_phrasings(language: str) -> None:
    """A26, for commands without details."""
    book = books()[language]
    assert {name for name in ANYTIME if len(set(book.intents[name])) < 5} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_fillers_do_not_hide_a_command(language: str) -> None:
    """People do not speak like a list: a hesitation before the words changes nothing."""
    filler = {"en": "um, okay, ", "fr": "euh, bon, ", "de": "äh, also, ", "es": "eh, bueno, "}[language]
    book, grammar = books()[language], GRAMMARS[language]
    for name in ("repeat", "score", "help", "undo", "pause"):
        assert grammar.interpret(filler + book.intents[name][0]) == Intent(name)


def test_every_step_has_a_stage_and_a_help_line() -> None:
    """Nothing can be waited for that the host cannot ask, take, and explain, in any language."""
    assert set(STAGES) == set(Step)
    for book in books().values():
        assert {step for step in Step if f"help_{step}" not in book.lines} == set()


def test_every_own_intent_exists() -> None:
    """A stage names only intents that the phrase books have."""
    for book in books().values():
        known = {*book.intents, *(key.partition(".")[0] for key in book.templates)}
        named = {name for stage in STAGES.values() for name in stage.intents} | set(ANYTIME) | set(OF_SOMETHING)
        assert named - known == set()


def test_another_language_is_asked_for_in_that_language() -> None:
    """B17: whoever speaks German says so in German."""
    grammar: Grammar = GRAMMARS["en"]
    for code in ("fr", "de", "es"):
        book = books()[code]
        for text in book.templates["language"]:
            said = text.format(language=book.words["language"][code][0])
            assert grammar.interpret(said) == Intent("language", (("language", code),))


def test_the_host_listens_for_all_that_can_be_said() -> None:
    """The ear is offered what was asked for and every phrasing of a command; it picks the nearest itself."""
    host: Host | None = run(parse(TABLES["en"] + "\n> say  Anna begins\n")).host
    assert host is not None
    from host.dialogue.expect import listen_for

    phrases = set(listen_for(Desk(host.base, host.game, host.talk, 0.0)).phrases)
    assert {"four", "green", "green headquarters", "the hub", "roll again", "four, green"} <= phrases
    assert {*books()["en"].intents["quieter"], *books()["en"].intents["score"]} <= phrases
    assert "what does Ben need" not in phrases
