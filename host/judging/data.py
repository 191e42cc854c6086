"""Where the judge's own data files come in: lexicons, reason sentences and entity lists, checked by pydantic.

Everything is read as text (YAML 1.1 would turn ``no``, ``on`` and ``007`` into something else) and only when it is
first needed. The files ship inside the package; a fault in one is reported with file, key and what was expected.
"""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import pydantic

from host.datafile import TEXT, parsed, read_model, text_of
from host.errors import PackError

LANGUAGES = ("en", "fr", "de", "es")
_HERE = Path(__file__).resolve().parent

Words = tuple[str, ...]


class LexiconModel(pydantic.BaseModel):
    """One ``lexicon/<language>.yaml``: phrases as written; see the file's own comments for what each list does."""

    model_config = pydantic.ConfigDict(extra="forbid", frozen=True)

    articles: Words
    conjunctions: Words
    alternatives: Words
    function_words: Words
    hesitations: Words
    fillers: Words
    lead_ins: Words
    tails: Words
    corrections: Words
    withdrawals: Words
    negations: Words
    unknowns: Words
    repeats: Words
    approximations: Words
    honorifics: Words
    suffixes: Words
    particles: Words
    place_words: Words
    generic: Words
    contrasts: Words
    modifiers: Words
    abbreviations: dict[str, str]
    number_words: dict[str, str]
    scales: dict[str, int]
    decimal_words: Words
    ones: Words
    minus: Words
    percent: Words
    decades: dict[str, int]
    months: tuple[str, ...] = pydantic.Field(min_length=12, max_length=12)
    weekdays: tuple[str, ...] = pydantic.Field(min_length=7, max_length=7)
    letters: dict[str, Words]
    copulas: Words
    focus: Words
    who: Words
    ordered: Words
    eras: dict[str, Words]
    clues: dict[str, Words]
    plurals: dict[str, str]
    uncut: Words
    spellings: dict[str, str]


def read_yaml(path: Path) -> Any:
    """The file's content with every scalar as text; raises PackError naming the file and the line."""
    return parsed(text_of(path), str(path), loader=TEXT)


@cache
def lexicon_file(language: str) -> LexiconModel:
    """The checked lexicon of a language."""
    return read_model(LexiconModel, _HERE / "lexicon" / f"{language}.yaml", loader=TEXT)


class CardsModel(pydantic.BaseModel):
    """``cards.yaml``: regular expressions for the ways answer lines are written."""

    model_config = pydantic.ConfigDict(extra="forbid", frozen=True)

    accept: Words
    prompt: Words
    reject: Words
    vague: Words
    until: Words
    fixed_or: Words


@lru_cache(maxsize=1)
def cards_file() -> CardsModel:
    """The checked patterns of answer lines."""
    return read_model(CardsModel, _HERE / "cards.yaml", loader=TEXT)


class GivenNamesModel(pydantic.BaseModel):
    """``given.yaml``: groups of equal given names, and further ones."""

    model_config = pydantic.ConfigDict(extra="forbid", frozen=True)

    groups: Words
    singles: str


@lru_cache(maxsize=1)
def given_names_file() -> GivenNamesModel:
    """The checked given names."""
    return read_model(GivenNamesModel, _HERE / "given.yaml", loader=TEXT)


class OppositesModel(pydantic.BaseModel):
    """``opposites.yaml``: beginnings and endings that exclude each other."""

    model_config = pydantic.ConfigDict(extra="forbid", frozen=True)

    prefixes: tuple[Words, ...]
    negations: Words
    suffixes: tuple[Words, ...]


@lru_cache(maxsize=1)
def opposites_file() -> OppositesModel:
    """The checked opposites."""
    return read_model(OppositesModel, _HERE / "opposites.yaml", loader=TEXT)


class SoundsModel(pydantic.BaseModel):
    """``sounds.yaml``: the alphabet of sounds and its weights."""

    model_config = pydantic.ConfigDict(extra="forbid", frozen=True)

    clusters: dict[str, str]
    merge: dict[str, str]
    drop: str
    near: dict[str, Words]
    weak: dict[str, str]
    strong: str
    uneven: str
    scale: str
    letters: dict[str, str]


@lru_cache(maxsize=1)
def sounds_file() -> SoundsModel:
    """The checked sounds."""
    return read_model(SoundsModel, _HERE / "sounds.yaml", loader=TEXT)


class UnitModel(pydantic.BaseModel):
    """One unit of ``units.yaml``."""

    model_config = pydantic.ConfigDict(extra="forbid", frozen=True)

    factor: str = pydantic.Field(pattern=r"^\d+(/\d+)?$")
    offset: str = pydantic.Field(default="0", pattern=r"^-?\d+(/\d+)?$")
    imperial: str = ""
    vague: str = ""
    names: Words = pydantic.Field(min_length=1)


class UnitsModel(pydantic.RootModel[dict[str, tuple[UnitModel, ...]]]):
    """``units.yaml``: dimension -> units."""


@lru_cache(maxsize=1)
def units_file() -> dict[str, tuple[UnitModel, ...]]:
    """The checked units by dimension."""
    return read_model(UnitsModel, _HERE / "units.yaml", loader=TEXT).root


class PhrasesModel(pydantic.BaseModel):
    """One ``phrases/<language>.yaml``: a sentence for each reason, with ``{slots}``."""

    model_config = pydantic.ConfigDict(extra="forbid", frozen=True)

    reasons: dict[str, str]


@cache
def phrases_file(language: str) -> dict[str, str]:
    """Reason -> sentence in a language."""
    return read_model(PhrasesModel, _HERE / "phrases" / f"{language}.yaml", loader=TEXT).reasons


def entity_paths() -> tuple[Path, ...]:
    """The shipped entity files, in a fixed order."""
    return tuple(sorted((_HERE / "entities").glob("*.yaml")))


def entity_file(path: Path) -> dict[str, list[str]]:
    """Topic -> lines of one entity file; raises PackError when the shape is wrong."""
    data = read_yaml(path)
    if not isinstance(data, dict):
        raise PackError("expected topics, each with a list of lines", where=str(path))
    for topic, lines in data.items():
        if not isinstance(lines, list) or not all(isinstance(line, str) and line.strip() for line in lines):
            raise PackError(f"{topic}: expected a list of lines of text", where=str(path))
    return data


@lru_cache(maxsize=1)
def topic_kinds() -> dict[str, str]:
    """Topic of an entity list -> kind of answer."""
    data = read_yaml(_HERE / "topics.yaml")
    return {topic: kind for kind, topics in data.items() for topic in topics}


@cache
def ordinary_words(language: str) -> tuple[str, ...]:
    """Lines of everyday words of a language."""
    data = read_yaml(_HERE / "ordinary.yaml")
    return tuple(data.get(language, ()))
