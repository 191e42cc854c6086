"""The four languages: every phrasing is understood, and every sentence agrees with any name, colour or place."""

from __future__ import annotations

import re

import pytest

from host.dialogue.phrasebook import LANGUAGES, Phrasebook, load_phrasebook
from host.dialogue.understand import Grammar, Intent, build_grammar

COLOURS = {
    "en": {"green": ("green",), "yellow": ("yellow",), "blue": ("blue",)},
    "fr": {"green": ("vert", "verte"), "yellow": ("jaune",), "blue": ("bleu", "bleue")},
    "de": {"green": ("Grün", "grünes", "grüne", "grünen"), "yellow": ("Gelb", "gelbes"), "blue": ("Blau", "blaues")},
    "es": {"green": ("verde",), "yellow": ("amarillo", "amarilla"), "blue": ("azul",)},
}
BOOKS = {language: load_phrasebook(language).with_words("colour", COLOURS[language]) for language in LANGUAGES}
ALL = {language: build_grammar(book, tuple(book.intents)) for language, book in BOOKS.items()}
TURN = {language: build_grammar(book, ("landing", "die", "repeat", "score")) for language, book in BOOKS.items()}

FORBIDDEN = {
    "en": (r"\ba \{colour\}",),
    "fr": (
        r"\b(?:de|que|si|du|au|aux|des) \{(?:player|players|name|captain|other|game|member|answerer)\}",
        r"\b(?:de|à) \{(?:deck|space|origin|target)\}",
    ),
    "de": (
        r"\{(?:player|name|captain|other|member|answerer)\}s\b",
        r"\b(?:in|aus|auf|von|vom|zu|zum|mit) \{(?:deck|space|origin|target)\}",
        r"\b(?:eine|einen|der|die|das|den) \{colour\}",
    ),
    "es": (r"\b(?:a|de|del|al) \{(?:deck|space|origin|target)\}", r"\b(?:la|una) \{colour\}", r"\bsede \{colour\}"),
}
"""What would be wrong for some name, colour or place: elision, contraction, case, gender."""


def landing(kind: str, colour: str = "", number: str = "") -> Intent:
    """A landing as it is understood."""
    slots = [("kind", kind), ("colour", colour), ("number", number)]
    return Intent("landing", tuple(slot for slot in slots if slot[1]))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_phrasing_means_its_intent(language: str) -> None:
    """No phrasing of one intent is taken for another, even when all are valid at once."""
    taken = {
        phrase: ALL[language].interpret(phrase) for phrases in BOOKS[language].intents.values() for phrase in phrases
    }
    meant = {phrase: Intent(name) for name, phrases in BOOKS[language].intents.items() for phrase in phrases}
    assert {phrase: got for phrase, got in taken.items() if got != meant[phrase]} == {}


@pytest.mark.parametrize(
    "language, said, meaning",
    [
        ("fr", "j'ai fait un quatre", Intent("die", (("number", "4"),))),
        ("fr", "euh, c'est la case verte", landing("colour", "green")),
        ("fr", "trois, le QG bleu", landing("hq", "blue", "3")),
        ("fr", "je suis tombé sur le Quartier Général jaune", landing("hq", "yellow")),
        ("fr", "on est au centre", landing("hub")),
        ("fr", "case Rejouez", landing("roll_again")),
        ("fr", "vous pouvez répéter s'il vous plaît", Intent("repeat")),
        ("de", "ich habe eine vier gewürfelt", Intent("die", (("number", "4"),))),
        ("de", "ich stehe auf dem grünen Feld", landing("colour", "green")),
        ("de", "drei, blaues Eckfeld", landing("hq", "blue", "3")),
        ("de", "ähm, ich bin im Zentrum", landing("hub")),
        ("de", "auf einem Würfelfeld", landing("roll_again")),
        ("de", "wie steht's", Intent("score")),
        ("es", "he sacado un cuatro", Intent("die", (("number", "4"),))),
        ("es", "he caído en la casilla amarilla", landing("colour", "yellow")),
        ("es", "un tres, sede azul", landing("hq", "blue", "3")),
        ("es", "pues estoy en la sede amarilla", landing("hq", "yellow")),
        ("es", "estamos en el centro", landing("hub")),
        ("es", "vuelve a tirar", landing("roll_again")),
        ("es", "otra vez, por favor", Intent("repeat")),
    ],
)
def test_what_tables_say(language: str, said: str, meaning: Intent) -> None:
    """Landings and dice as people say them, with fillers and in every ending of the colour."""
    grammar: Grammar = TURN[language]
    assert grammar.interpret(said) == meaning


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_agree_with_any_slot(language: str) -> None:
    """No sentence needs an article, a case or an elision that only some names, colours or places allow."""
    book: Phrasebook = BOOKS[language]
    texts = [(line, text) for line, levels in book.lines.items() for texts in levels.values() for text in texts]
    faults = [(line, text) for line, text in texts for bad in FORBIDDEN[language] if re.search(bad, text)]
    assert faults == []
