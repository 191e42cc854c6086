"""The household's own command words on disk: one YAML file, written by voice, by the command, or by hand.

    en:
      next please: skip
      what's the damage: score
    de: {}

What a word stands for is something that the host understands anyway. The file is read anew before every change; one
that cannot be read is never written to.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import pydantic

from host.app.memory import write_whole
from host.config import home
from host.datafile import TEXT, read_model
from host.dialogue.ownwords import LONGEST, SHORTEST
from host.dialogue.phrasebook import LANGUAGES, load_phrasebook
from host.dialogue.understand import Grammar, Intent, build_grammar, fold
from host.errors import SessionError, UsageError

Word = Annotated[str, pydantic.StringConstraints(strip_whitespace=True, min_length=1, max_length=80)]
Words = tuple[tuple[str, str, str], ...]
"""Language, new word, what it stands for."""


class _File(pydantic.BaseModel):
    model_config = pydantic.ConfigDict(extra="forbid", frozen=True)
    en: dict[Word, Word] = {}
    fr: dict[Word, Word] = {}
    de: dict[Word, Word] = {}
    es: dict[Word, Word] = {}


class OwnWords:
    """The new words by language.

    Args:
        path: the file; None: ``words.yaml`` in the user's data folder.

    Raises:
        SessionError: the file cannot be read or breaks the format; the message names file, line and key.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or home("data") / "words.yaml"
        self._file = self._read()

    @property
    def words(self) -> Words:
        """All of them, in the order of the file."""
        return tuple((code, new, known) for code in LANGUAGES for new, known in getattr(self._file, code).items())

    def change(self, language: str, new: str, known: str) -> None:
        """Adds a word, or with ``""`` takes it back. On disk when it returns.

        Raises:
            SessionError: the file has become unreadable, or cannot be written.
        """
        self._file = self._read()
        kept = {word: meant for word, meant in getattr(self._file, language).items() if fold(word) != fold(new)}
        self._file = self._file.model_copy(update={language: {**kept, new: known} if known else kept})
        write_whole(self.path, self._file.model_dump(), what="the household's own words")

    def _read(self) -> _File:
        if not self.path.is_file():
            return _File()
        return read_model(_File, self.path, loader=TEXT, error=SessionError, todo="Mend or delete that entry")


def commands(language: str) -> Grammar:
    """Everything that can be said at some moment without naming a player, a place or a game."""
    book = load_phrasebook(language)
    return build_grammar(book, tuple(book.intents))


def checked(language: str, new: str, known: str) -> tuple[str, str]:
    """The word and its meaning, fit to be added.

    Raises:
        UsageError: it means something already, has a bad length, or stands for nothing that the host understands.
    """
    grammar = commands(language)
    if not isinstance(grammar.interpret(known, exact=True), Intent):
        raise UsageError(f"'{known}' is nothing the host understands", todo="See quizhost words commands")
    if isinstance(grammar.interpret(new, exact=True), Intent):
        raise UsageError(f"'{new}' has a meaning already", todo="Take another word")
    if not SHORTEST <= len(fold(new)) <= LONGEST:
        raise UsageError(f"'{new}' must have {SHORTEST} to {LONGEST} letters", todo="Take another word")
    return " ".join(new.split()), " ".join(known.split())


def listed(language: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The commands of a language with every way to say them."""
    yield from load_phrasebook(language).intents.items()
