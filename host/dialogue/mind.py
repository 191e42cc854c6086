"""What the host knows and does not change during a game: rules, words, questions, and the judge's helpers."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from host.bank.draw import Bank
from host.bank.pack import Question
from host.dialogue.phrasebook import Phrasebook
from host.judging.judge import Guard, Phonemizer
from host.rules.board import Board
from host.rules.calibration import board_from
from host.rules.rulebook import Ruleset
from host.rules.words import Mode


@dataclass(frozen=True, slots=True)
class Box:
    """An appliance: switched on, spoken to, switched off."""

    keys: bool = True
    """There is a button or a keyboard, which can switch the microphone on again."""
    microphones: int = 1
    """How many there are still to be tried."""
    light: bool = False
    """There is a lamp."""


@dataclass(frozen=True, slots=True, eq=False)
class Mind:
    """What the host knows. Compared by identity."""

    ruleset: Ruleset
    books: Mapping[str, Phrasebook]
    bank: Bank
    seed: int = 0
    seen: tuple[str, ...] = ()
    """Ids of questions asked on earlier evenings, the one longest ago first."""
    set_aside: frozenset[str] = frozenset()
    """Ids of questions that the table has disputed: they do not come again."""
    mode: Mode = Mode.COLOUR
    variants: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    """Rule options given on the command line or in the settings."""
    phonemes: Phonemizer | None = None
    guard: Guard | None = None
    """Known things of each kind, for the judge."""
    decoys: Callable[[Question], tuple[str, ...]] = lambda question: ()
    """Other answers that sound near a card's, for the ear."""
    aliases: Callable[[str], tuple[str, ...]] = lambda question: ()
    """Question id -> answers that this household has agreed to accept."""
    profile: Callable[[str], Mapping[str, Any]] = lambda name: {}
    """Name of a person -> the settings that this household keeps of them (host.dialogue.settings); empty: none."""
    editions: Mapping[str, Ruleset] = field(default_factory=dict)
    """The other games there are, by id, when the table has not said which one it plays."""
    bank_for: Callable[[str, str], Bank | None] = lambda ruleset, language: None
    """(ruleset id, language) -> its questions; None when there are none."""
    box: Box | None = None
    """What the box can do, where the host lives in one that belongs to the table; None: on somebody's computer."""
    shelved: tuple[Bank, ...] = ()
    """Banks used earlier in this game, whose questions may still be spoken of."""

    @property
    def colours(self) -> tuple[str, ...]:
        """The colours of the edition, in the order of its headquarters."""
        board = self.ruleset.boards[self.ruleset.board]
        return board.hq_order if isinstance(board, Board) else ()

    def category(self, colour: str, language: str) -> str:
        """The name of a category."""
        board = self.ruleset.boards[self.ruleset.board]
        return board.categories[colour][language] if isinstance(board, Board) else colour

    def book(self, language: str) -> Phrasebook:
        """The phrases of a language with the colours of the edition."""
        return _coloured(self.books[language], self.ruleset)

    def called(self, language: str, aliases: tuple[tuple[str, str], ...]) -> Phrasebook:
        """The phrases with the table's own names of colours as well."""
        return _aliased(self.book(language), aliases) if aliases else self.book(language)

    def question(self, id: str) -> Question | None:
        """A question by its id, also one of a bank used earlier or of another language."""
        banks = itertools.chain((self.bank, *self.shelved), (self.at("", code).bank for code in self.books if id))
        return next((found for bank in banks if (found := bank.question(id))), None)

    def printed(self, boards: tuple[str, ...]) -> Mind:
        """What the host knows with the table's own board for this edition, if there is one (``Talk.boards``)."""
        return _printed(self, boards) if boards else self

    def at(self, edition: str, language: str) -> Mind:
        """What the host knows when another game or another language has been chosen."""
        return _moved(self, edition or self.ruleset.id, language)


@lru_cache(maxsize=64)
def _coloured(book: Phrasebook, ruleset: Ruleset) -> Phrasebook:
    board = ruleset.boards[ruleset.board]
    called = board.called if isinstance(board, Board) else {}
    return book.with_words(
        "colour",
        {colour: ruleset.colours[called.get(colour, colour)][book.language] for colour in ruleset.colours},
    )


@lru_cache(maxsize=64)
def _aliased(book: Phrasebook, aliases: tuple[tuple[str, str], ...]) -> Phrasebook:
    colours = dict(book.words["colour"])
    for other, colour in aliases:
        if colour in colours:
            colours[colour] = (*colours[colour], *book.words["other_colour"][other])
    return book.with_words("colour", colours)


@lru_cache(maxsize=16)
def _printed(mind: Mind, boards: tuple[str, ...]) -> Mind:
    for data in map(json.loads, boards):
        if data["ruleset"] == mind.ruleset.id:
            return replace(mind, ruleset=mind.ruleset.played_on(board_from(data)))
    return mind


@lru_cache(maxsize=16)
def _moved(mind: Mind, edition: str, language: str) -> Mind:
    ruleset = mind.editions.get(edition, mind.ruleset)
    if ruleset is mind.ruleset and any(pack.language == language for pack in mind.bank.packs):
        return mind
    bank = mind.bank_for(ruleset.id, language)
    if bank is None or (ruleset is mind.ruleset and bank is mind.bank):
        return mind if ruleset is mind.ruleset else replace(mind, ruleset=ruleset)
    return replace(mind, ruleset=ruleset, bank=bank, shelved=(mind.bank, *mind.shelved))
