"""Roman numerals to words, where the words around them show that they are numerals.

Rulers and popes, centuries, wars, acts and parts each read theirs in their own way ("the eighth", »der Achte«,
« huit », «octavo»); "I", "C" or "MIX" on their own stay what they are.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from host.dialogue.spoken.amounts import cardinal, gender_of, ordinal
from host.dialogue.spoken.data import Speech
from host.dialogue.spoken.endings import german, german_regnal
from host.judging.numbers import roman

_ROMAN = re.compile(r"(?<![\w.'’-])([IVXLCDM]+)(er|re|ère|e|ème|ᵉ|ᵉʳ|d|nd)?(\.?)(?![\w'’]|-\w)")
_WORDS = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_REACH = 100
"""Characters on either side in which the words that explain a numeral are looked for."""
_CHAIN = re.compile(
    r"\W*(?:[,–-]|\b(?:and|to|et|au|à|und|bis|y|e|al|a|o|or|ou|oder)\b)\W*(?:(?:the|le|la|el|der|die)\W+)?"
)
_PRONOUN_NEXT = frozenset({"am", "think", "know", "have", "don"})
"""After "Charles I" these show that somebody speaks of himself."""


@dataclass(frozen=True, slots=True)
class _Place:
    """A numeral where it stands."""

    value: int
    text: str
    suffix: str
    dot: str
    before: str
    after: str

    @property
    def last(self) -> str:
        """The word before; of "Jean-Paul" the whole."""
        return self.words[-1] if self.words else ""

    @property
    def words(self) -> list[str]:
        """The words before in the same sentence, not parted from the numeral by more than a space."""
        return _WORDS.findall(re.split(r"[.!?:;,()]", self.before)[-1]) if re.search(r"\w $", self.before) else []

    @property
    def noun(self) -> str:
        """The next word, when only a space parts it from the numeral."""
        found = re.match(r" ([^\W\d_]+)", self.after)
        return found[1] if found else ""


def romans_to_words(text: str, speech: Speech) -> str:
    """The text with the Roman numerals that are surely such in words."""
    out: list[str] = []
    done = 0
    kind = ""
    for match in _ROMAN.finditer(text):
        value = roman(match[1])
        if not value:
            continue
        around = text[max(0, match.start() - _REACH) : match.start()], text[match.end() : match.end() + _REACH]
        place = _Place(value, match[1], match[2] or "", match[3], *around)
        chained = kind if kind and done and _CHAIN.fullmatch(text[done : match.start()]) else ""
        kind = _kind(place, speech) or chained
        if not kind:
            continue
        said = _said(kind, place, speech)
        out += [text[done : match.start()], said]
        done = match.end()
    return "".join(out) + text[done:]


def _kind(place: _Place, speech: Speech) -> str:
    """``ruler``, ``ranked`` (an ordinal), ``numbered`` (a plain number), or empty: no numeral."""
    single = len(place.text) == 1
    last = place.last.split("-")[-1]
    base = last.removesuffix("s")
    if last in speech.numbered:
        return "numbered"
    if place.noun in speech.ranked and (place.suffix or not single or place.noun[0].islower() or place.dot):
        return "ranked"
    if last in speech.ranked:
        return "ranked"
    if last in speech.rulers or base in speech.rulers or any(word in speech.titles for word in place.words[-3:-1]):
        if place.text == "I" and place.noun.lower() in _PRONOUN_NEXT:
            return ""
        return "ruler"
    if place.suffix and speech.language == "fr" and set(place.text) <= set("IVX"):
        return "ranked"
    certain = not single and set(place.text) <= set("IVX") and place.value < 40
    long = len(place.text) >= 4 and place.text != "CIVI"
    return "numbered" if (certain and place.words) or (long and place.value > 100) else ""


def _said(kind: str, place: _Place, speech: Speech) -> str:
    match speech.language, kind:
        case "en", "ruler":
            return f"the {ordinal(place.value, 'en')}{place.dot}"
        case "en", "ranked":
            return f"{ordinal(place.value, 'en')}{place.dot}"
        case "fr", "ruler":
            first = "première" if place.last.split("-")[-1] in speech.queens else "premier"
            return f"{first if place.value == 1 else cardinal(place.value, 'fr')}{place.dot}"
        case "fr", "ranked":
            feminine = place.suffix in ("re", "ère") or (bool(place.noun) and gender_of(place.noun, speech) == "f")
            return f"{ordinal(place.value, 'fr', 'f' if feminine else 'm')}{place.dot}"
        case "de", "ruler":
            name = place.last.split("-")[-1]
            return german_regnal(place.value, place.before, name, speech) + _german_stop(place, speech)
        case "de", "ranked" if place.dot:
            return german(place.value, place.before, place.noun, speech)
        case "es", "ruler":
            queen = place.last in speech.queens
            said = (
                ordinal(place.value, "es", "f" if queen else "m") if place.value <= 10 else cardinal(place.value, "es")
            )
            return f"{said}{place.dot}"
        case "es", "ranked":
            return f"{_spanish_ranked(place, speech)}{place.dot}"
    return f"{cardinal(place.value, speech.language)}{place.dot}"


def _spanish_ranked(place: _Place, speech: Speech) -> str:
    """ "siglo quinto", "siglo diecinueve", "Segunda Guerra Mundial"."""
    if place.noun in speech.ranked:
        said = ordinal(place.value, "es", gender_of(place.noun, speech))
        if place.value in (1, 3) and gender_of(place.noun, speech) == "m":
            said = said[:-1]
        said += "s" if place.noun.endswith("s") else ""
        return said.capitalize() if place.noun[0].isupper() else said
    return ordinal(place.value, "es") if place.value <= 10 else cardinal(place.value, "es")


def _german_stop(place: _Place, speech: Speech) -> str:
    """The full stop of "Ludwig XIV." ends the sentence only at the end, or before a word that begins one."""
    if not place.dot:
        return ""
    rest = place.after.strip()
    first = re.match(r"[^\W\d_]+", rest)
    return "." if not rest or (first is not None and first[0] in speech.model.starters) else ""
