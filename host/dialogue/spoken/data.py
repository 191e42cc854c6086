"""The spoken text front end's own data: <language>.yaml beside this file, checked by pydantic, ready for look-up.

Everything is read as text, so that ``no``, ``on`` or ``1`` stay what they are written as. The files ship inside the
package; a fault in one is reported with file, key and what was expected.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Annotated, Literal

import pydantic

from host.datafile import TEXT, read_model

FOLDER = Path(__file__).resolve().parent

Text = Annotated[str, pydantic.StringConstraints(min_length=1)]
Words = tuple[Text, ...]
Pair = tuple[Text, Text]


class _Strict(pydantic.BaseModel):
    model_config = pydantic.ConfigDict(extra="forbid", frozen=True)


class _Joints(_Strict):
    """The small words between numbers and things."""

    both: Text
    """ "&"."""
    either: Text
    """ "/" between words."""
    to: Text
    """A range: 1939–1945."""
    score: Text
    """A result: 3-2."""
    point: Text
    minus: Text
    over: Text
    """A fraction without a name of its own: 7/12."""


class _Model(_Strict):
    language: Literal["en", "fr", "de", "es"]
    joints: _Joints
    letters: dict[Text, Text]
    """Letters whose bare capital the voice would take for a word."""
    signs: dict[Text, str]
    fractions: dict[Text, Text]
    months: Annotated[Words, pydantic.Field(min_length=12, max_length=12)]
    units: dict[Text, Pair]
    """Unit as written after a number -> one, many."""
    bare_units: Words
    """Units that are also read where no number stands before them."""
    currencies: dict[Text, Pair]
    scales: dict[Text, Text]
    """What may stand between a number and its currency: million."""
    abbreviations: dict[Text, Text]
    """Full stop included; a word always follows, so they end no sentence."""
    endings: dict[Text, Text]
    """Abbreviations that may end a sentence."""
    initials: Words
    """Capital words that are spelled though they could be read."""
    symbol_words: Words
    """Words near which a chemical symbol is spelled."""
    feminine: Words
    neuter: Words = ()
    not_counted: Words
    """Words that are not the thing counted when they follow a number."""
    rulers: Words
    queens: Words
    titles: Words
    numbered: Words
    """Words whose Roman numeral is a plain number: Act IV."""
    ranked: Words
    """Words whose Roman or dotted numeral is an ordinal: XX century, II Guerra."""
    datives: Words = ()
    accusatives: Words = ()
    starters: Words = ()
    """German: words that begin a sentence, after "Ludwig XIV."."""
    foreign: dict[Annotated[str, pydantic.StringConstraints(pattern=r"^[a-z]{2}$")], Words]
    """Language -> names that are said by its sounds."""
    names: dict[Text, Text]
    """The pronunciation lexicon: word or words as written -> how the voice should read them."""


@dataclass(frozen=True)
class Speech:
    """One language's data with its tables turned into patterns. Immutable."""

    language: str
    model: _Model
    names: re.Pattern[str]
    """Names of letters: they come last, after "Élisabeth II" has been understood."""
    own_names: re.Pattern[str]
    """The same without those that are said by the sounds of another language."""
    foreign: re.Pattern[str]
    tongues: Mapping[str, str]
    """Foreign name -> its language."""
    bare_units: re.Pattern[str]
    codes: re.Pattern[str]
    """Names with digits or signs ("AC/DC", "007"): they come first."""
    abbreviations: re.Pattern[str]
    """Both tables in one, so that the longest wins: "av. J.-C." before "av."."""
    units: str
    """Alternatives of all units, longest first."""
    feminine: frozenset[str]
    neuter: frozenset[str]
    not_counted: frozenset[str]
    rulers: frozenset[str]
    queens: frozenset[str]
    titles: frozenset[str]
    numbered: frozenset[str]
    ranked: frozenset[str]
    initials: frozenset[str]


def alternatives(keys: Iterable[str]) -> str:
    """A pattern's alternatives, the longest first; what matches nothing when there are none."""
    return "|".join(re.escape(key) for key in sorted(keys, key=len, reverse=True)) or r"(?!)"


@lru_cache(maxsize=64)
def foreign_names(names: frozenset[str], language: str) -> re.Pattern[str]:
    """Finds names in a sentence of that language, with the genitive that German puts behind them."""
    genitive = "s?" if language == "de" else ""
    return re.compile(rf"(?<!\w)({alternatives(names)})({genitive})(?!\w)")


def load_speech(path: Path) -> Speech:
    """Reads one language's file.

    Raises:
        PackError: the file is missing or breaks the format; the message names file, line and key.
    """
    model = read_model(_Model, path, loader=TEXT)
    genitive = "s?" if model.language == "de" else ""
    codes = [name for name in model.names if any(char.isdigit() or char == "/" for char in name)]
    names = model.names.keys() - set(codes)
    tongues = {name: language for language, listed in model.foreign.items() for name in listed}
    return Speech(
        model.language,
        model,
        names=re.compile(rf"(?<!\w)({alternatives(names)})({genitive})(?!\w)"),
        own_names=re.compile(rf"(?<!\w)({alternatives(names - tongues.keys())})({genitive})(?!\w)"),
        foreign=foreign_names(frozenset(tongues), model.language),
        tongues=tongues,
        bare_units=re.compile(rf"(?<![\w/])({alternatives(model.bare_units)})(?![\w/])"),
        codes=re.compile(rf"(?<!\w)({alternatives(codes)})(?!\w)"),
        abbreviations=re.compile(rf"(?<![\w.])({alternatives([*model.abbreviations, *model.endings])})(?!\w)"),
        units=alternatives(model.units),
        feminine=frozenset(model.feminine),
        neuter=frozenset(model.neuter),
        not_counted=frozenset(model.not_counted),
        rulers=frozenset(model.rulers) | frozenset(model.queens),
        queens=frozenset(model.queens),
        titles=frozenset(model.titles),
        numbered=frozenset(model.numbered),
        ranked=frozenset(model.ranked),
        initials=frozenset(model.initials),
    )


@cache
def speech(language: str) -> Speech:
    """The shipped data of a language, read once."""
    return load_speech(FOLDER / f"{language}.yaml")
