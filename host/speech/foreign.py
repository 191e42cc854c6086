"""Foreign names in a sentence, each said by the sounds of its own language, as far as the voice has them.

What comes in is a sentence with an SSML mark around such names: ``In <lang xml:lang="fr">Les Misérables</lang> …``.
A Piper voice gets them as raw phonemes: espeak-ng says how the name sounds at home, and every sound that the voice was
never taught is replaced by the nearest one that it was (sounds.yaml beside this file). espeak-ng itself changes its
voice for the name.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Final
from xml.sax.saxutils import escape

import pydantic

from host.datafile import TEXT, read_model

Phonemizer = Callable[[str, str], str]
FILE: Final = Path(__file__).resolve().parent / "sounds.yaml"
_MARK: Final = re.compile(r"""<lang xml:lang="([a-z-]+)">(.*?)</lang>('?s\b)?""")
"""Language, name, and the genitive that may stand behind it."""
_DIALECTS: Final = {"es": "es-es"}
"""Names from Spain and the Americas are said as in Spain."""
_OF_DIALECTS: Final = {"en-gb": {"ɚ": "ə", "ᵻ": "ɪ"}, "en-gb-x-rp": {"ɚ": "ə", "ᵻ": "ɪ"}, "es-419": {"θ": "s"}}
"""What the voices of a dialect do not have of the sounds of the language."""
_SILENT: Final = frozenset("ʲʰʷˠ‿-#̩̯̥̬̪͡ˑˀˤ̚")
"""Signs of the finer phonetics, which no voice is taught: left out."""


class _Sounds(pydantic.BaseModel):
    """The sounds of one voice language."""

    model_config = pydantic.ConfigDict(extra="forbid", frozen=True)
    has: str
    """The signs that its voices are taught, apart from the marks of stress."""
    takes: dict[str, str]
    """Foreign sound -> the sounds of the language that stand for it; the longest one that fits is taken."""
    of: dict[str, dict[str, str]] = {}
    """The same for names from one language only."""


class _File(pydantic.BaseModel):
    model_config = pydantic.ConfigDict(extra="forbid", frozen=True)
    sounds: Annotated[dict[str, _Sounds], pydantic.Field(min_length=4)]


@dataclass(frozen=True, slots=True)
class _Table:
    has: frozenset[str]
    takes: dict[str, str]
    longest: int


@cache
def _tables() -> dict[str, _Sounds]:
    return read_model(_File, FILE, loader=TEXT).sounds


@cache
def _table(into: str, source: str) -> _Table:
    sounds = _tables()[into]
    takes = {
        _taken_apart(key): _taken_apart(value) for key, value in {**sounds.takes, **sounds.of.get(source, {})}.items()
    }
    return _Table(frozenset(_taken_apart(sounds.has)) | set("ˈˌ "), takes, max(map(len, takes)))


def _taken_apart(text: str) -> str:
    """Letters and their marks one by one, as the voices count them."""
    return unicodedata.normalize("NFD", text)


def alphabet(language: str) -> frozenset[str]:
    """The signs that voices of a language are taught, stress included."""
    return _table(language, language).has


def without_marks(text: str) -> str:
    """The sentence with plain names."""
    return _MARK.sub(r"\2\3", text)


def sounds_for(phonemes: str, source: str, into: str) -> str | None:
    """The phonemes of a name in the sounds that a voice of another language has.

    Args:
        phonemes: IPA as espeak-ng writes it.
        source: the language of the name.
        into: the language of the voice.

    Returns:
        Signs that the voice was taught; None when a sound of the name has nothing like it there.
    """
    if into not in _tables():
        return None
    table, said, at = _table(into, source), "", 0
    text = "".join(c for c in _taken_apart(phonemes) if c not in _SILENT) + " "  # keys may end with the word
    while at < len(text):
        for length in range(min(table.longest, len(text) - at), 0, -1):
            if (piece := text[at : at + length]) in table.takes:
                said, at = said + table.takes[piece], at + length
                break
        else:
            if text[at] in table.has:
                said += text[at]
            elif unicodedata.category(text[at])[0] == "L" and text[at] != "ː":
                return None
            at += 1
    said = said.strip()
    return re.sub(r"(?<![aeiouyæøœɐɑɒɔəɛɜɪʊʌʏ\u0303])ː", "", said)  # vowels are lengthened, other sounds are not


def in_phonemes(text: str, language: str, speak: Phonemizer, *, dialect: str = "", known: Collection[str]) -> str:
    """The sentence for a Piper voice: marked names become blocks of raw phonemes, or stay letters where that fails.

    Args:
        text: the sentence with its marks.
        language: of the voice.
        speak: (name, language) -> IPA.
        dialect: the espeak-ng voice it was taught with, such as ``en-gb``.
        known: the signs in its own table.
    """

    def block(mark: re.Match[str]) -> str:
        source = mark[1]
        found = sounds_for(speak(mark[2], _DIALECTS.get(source, source)), source, language) or ""
        found += _genitive(found, language) if found and mark[3] else ""
        for sign, other in _OF_DIALECTS.get(dialect, {}).items():
            found = found.replace(sign, other)
        return f"[[ {found} ]]" if found and set(found) <= {*known, " "} else mark[2] + (mark[3] or "")

    return _MARK.sub(block, text)


def _genitive(said: str, language: str) -> str:
    """The sound of an s behind a name."""
    if language != "en":
        return "s"
    if said.endswith(tuple("szʃʒ")):
        return "ɪz"
    return "s" if said.endswith(tuple("ptkfθ")) else "z"


def in_voices(text: str) -> str:
    """The sentence for espeak-ng as SSML: it changes to the voice of the language for a marked name."""

    def pieces() -> Iterator[str]:
        at = 0
        for mark in _MARK.finditer(text):
            yield escape(text[at : mark.start()])
            # An ending belongs to the sentence's own language, and another voice would say it apart.
            name = escape(mark[2])
            yield name + mark[3] if mark[3] else f'<voice xml:lang="{mark[1]}">{name}</voice>'
            at = mark.end()
        yield escape(text[at:])

    return "".join(pieces())


def is_marked(text: str) -> bool:
    """Whether there is a marked name in the sentence."""
    return _MARK.search(text) is not None
