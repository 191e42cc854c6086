"""The sentences and phrasings of one language: phrases/<lang>.yaml and its chapters, checked by pydantic, frozen.

A chapter is a folder beside it (phrases/guide/<lang>.yaml): the same form, for a subject with much to say.
A line has variants, chosen by seed so that the host does not say the same words forty times, and may have shorter
variants for the verbosity levels ``short`` and ``expert``. No sentence for players stands in code.
"""

from __future__ import annotations

import random
import re
import string
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Literal

import pydantic

from host.datafile import read_model
from host.errors import PackError

FOLDER = Path(__file__).resolve().parent / "phrases"
LANGUAGES = ("en", "fr", "de", "es")


def languages_from(language: str) -> tuple[str, ...]:
    """All languages, this one first."""
    return (language, *(other for other in LANGUAGES if other != language))


class Verbosity(StrEnum):
    """How much the host says; a level without variants of its own uses the next fuller one."""

    FULL = "full"
    SHORT = "short"
    EXPERT = "expert"


_FULLER = {Verbosity.EXPERT: Verbosity.SHORT, Verbosity.SHORT: Verbosity.FULL}

_CLASH = {"y": re.compile(r"h?[ií](?![aeoáéó])", re.IGNORECASE), "o": re.compile(r"h?[oó]", re.IGNORECASE)}
"""Spanish: before which words "y" becomes "e" and "o" becomes "u", the second form in the phrase book."""

Text = Annotated[str, pydantic.StringConstraints(strict=True, strip_whitespace=True, min_length=1)]
Variants = Annotated[tuple[Text, ...], pydantic.Field(min_length=1)]
MaybeSilent = tuple[Annotated[str, pydantic.Strict()], ...]


class _Strict(pydantic.BaseModel):
    model_config = pydantic.ConfigDict(extra="forbid", frozen=True)


class _Levels(_Strict):
    full: Variants
    short: MaybeSilent = ()
    expert: MaybeSilent = ()


class _BookModel(_Strict):
    language: Literal["en", "fr", "de", "es"]
    lines: dict[Text, Variants | _Levels] = {}
    intents: dict[Text, Variants] = {}
    """Intent name -> phrasings without slots."""
    templates: dict[Text, Variants] = {}
    """Intent name -> phrasings with slots such as ``{colour}`` or ``{number}``."""
    words: dict[Text, dict[Text, Variants]] = {}
    """Slot name -> value -> how people say it; the first is what the host says."""
    fillers: tuple[Text, ...] = ()
    """What people say before the words that matter ("I landed on", "we are on the")."""


@dataclass(frozen=True, slots=True, eq=False)
class Phrasebook:
    """One language's lines, intents and words. Immutable; compared by identity."""

    language: str
    lines: Mapping[str, Mapping[Verbosity, tuple[str, ...]]]
    intents: Mapping[str, tuple[str, ...]]
    templates: Mapping[str, tuple[str, ...]]
    words: Mapping[str, Mapping[str, tuple[str, ...]]]
    fillers: tuple[str, ...]

    def say(
        self,
        line: str,
        slots: Mapping[str, str],
        *,
        pick: str = "",
        level: Verbosity = Verbosity.FULL,
        opening: bool = True,
    ) -> str:
        """The line's text with its slots filled.

        Args:
            line: id of the line; an unknown id is our bug and raises KeyError.
            slots: values of the placeholders.
            pick: seed that chooses among the variants; the same seed gives the same variant.
            level: verbosity; an empty text means that this level says nothing here.
            opening: it is a sentence and begins with a capital letter; otherwise it is put into another one.
        """
        levels = self.lines[line]
        while level not in levels:
            level = _FULLER[level]
        variants = levels[level]
        index = int(random.Random(f"{pick}/{line}").random() * len(variants))
        return _filled(variants[index], slots, opening=opening)

    def word(self, slot: str, value: str) -> str:
        """How the host says a value: ``word("colour", "green")``."""
        return self.words[slot][value][0]

    def join(self, items: tuple[str, ...], word: str = "and") -> str:
        """A spoken list: "blue, pink and green"; empty for no items. ``word``: ``and`` or ``or``."""
        if len(items) < 2:
            return "".join(items)
        joint, *other = self.words["grammar"][word]
        if other and (clash := _CLASH.get(joint)) and clash.match(items[-1]):
            joint = other[0]
        return f"{', '.join(items[:-1])} {joint} {items[-1]}"

    def with_words(self, slot: str, values: Mapping[str, tuple[str, ...]]) -> Phrasebook:
        """The same book with other words for a slot, such as the colours of an edition."""
        return replace(self, words={**self.words, slot: values})


_OPENING = re.compile(r"((?:[.!?…] )[¡¿«»„“”\"'‘’ ]*)\{(\w+)\}")
"""A slot that begins a sentence."""


def _filled(template: str, slots: Mapping[str, str], *, opening: bool) -> str:
    """The text with its slots filled; a colour, a number or an answer that begins a sentence gets a capital letter."""

    def capital(match: re.Match[str]) -> str:
        value = slots[match[2]]
        return match[1] + (value[:1].upper() + value[1:]).replace("{", "{{").replace("}", "}}")

    text = _OPENING.sub(capital, template).format_map(slots)
    return text[:1].upper() + text[1:] if opening else text


def load_phrasebook(language: str, folder: Path = FOLDER) -> Phrasebook:
    """Reads one language's phrases: the book itself and its chapters.

    Raises:
        PackError: a file is missing or breaks the format, or a chapter says again what stands elsewhere; the message
            names file, line and key.
    """
    book = _read(folder / f"{language}.yaml", language)
    parts = {part: dict(getattr(book, part)) for part in ("lines", "intents", "templates", "words")}
    for path in sorted(folder.glob(f"*/{language}.yaml")):
        chapter = _read(path, language)
        for part, told in parts.items():
            more = getattr(chapter, part)
            if twice := told.keys() & more.keys():
                raise PackError(f"{part}.{min(twice)}: stands in another phrase file already", where=str(path))
            told.update(more)
    return Phrasebook(
        book.language,
        {name: _levels(line) for name, line in parts["lines"].items()},
        parts["intents"],
        parts["templates"],
        parts["words"],
        book.fillers,
    )


def _read(path: Path, language: str) -> _BookModel:
    if not path.is_file():
        raise PackError(f"there are no phrases for the language '{language}'", where=str(path))
    return read_model(_BookModel, path)


def _levels(line: tuple[str, ...] | _Levels) -> dict[Verbosity, tuple[str, ...]]:
    if isinstance(line, tuple):
        return {Verbosity.FULL: line}
    found = {Verbosity.FULL: line.full}
    if line.short:
        found[Verbosity.SHORT] = line.short
    if line.expert:
        found[Verbosity.EXPERT] = line.expert
    return found


def placeholders(text: str) -> frozenset[str]:
    """The names of the slots in a text."""
    return frozenset(name for _, name, _, _ in string.Formatter().parse(text) if name)
