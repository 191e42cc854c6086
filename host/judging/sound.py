"""How alike two texts sound: phonemes of any language reduced to one small alphabet, then a weighted edit distance.

Recognisers confuse vowels with vowels, voiced with unvoiced consonants and drop weak sounds; they hardly ever turn an
``f`` into a ``k``. The weights say so, in the file ``sounds.yaml``.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache

from rapidfuzz.distance import Levenshtein

from host.judging.data import sounds_file

Phonemizer = Callable[[str, str], str]
"""(text, language) -> phonemes as one string; handed in, so that this room needs no engine."""

ACCENTS = {"en": ("en", "en-gb-x-rp"), "es": ("es", "es-es")}
"""Ways the game's language is spoken; the others have one."""
READINGS = ("en", "fr", "de", "es", "it")
"""Languages a name on a card may be read in, besides those its letters point to."""
_VOWELS = frozenset("aeiouə")
_LOAN = re.compile(r"qu|oi|eau|ou|[éèêâç]|gn|oo|ea|sh|^j|y")
"""Spellings that German words rarely have of their own, so that a loan is also read as where it comes from."""
_LONG_WORD = 7
_HOPELESS = 0.75
"""Plain edit distance above which the weighted one is not worth computing."""


_TRILL = re.compile(r"(?<=[aeiou])r(?=ˈ?[aeiou])")
"""The Spanish double r; at the start of a word there is only the one."""


@lru_cache(maxsize=1)
def _alphabet() -> tuple[tuple[tuple[str, str], ...], dict[int, str]]:
    file = sounds_file()
    clusters = tuple((unicodedata.normalize("NFD", old), new) for old, new in file.clusters.items())
    table = {ord(symbol): into for into, symbols in file.merge.items() for symbol in symbols}
    table |= {ord(symbol): "" for symbol in unicodedata.normalize("NFD", file.drop)}
    return clusters, table


@lru_cache(maxsize=32768)
def reduce(phonemes: str, language: str = "en") -> str:
    """A phoneme string in the small alphabet: "ˈɛdɪnbʌɹə" -> "edinbarə"; stress, length and blanks go."""
    clusters, table = _alphabet()
    text = unicodedata.normalize("NFD", phonemes)
    if language == "es":
        text = _TRILL.sub("R", text).replace("ɾ", "r")
    if language == "en":
        text = text.replace("ɾ", "t")  # The American flap; elsewhere the sign is an r.
    elif language == "es":
        text = text.replace("θ", "s").replace("ð", "d")
    for old, new in clusters:
        if old in text:
            text = text.replace(old, new)
    text = text.translate(table)
    return "".join(c for i, c in enumerate(text) if (i == 0 or c != text[i - 1]) and not c.isspace())


@lru_cache(maxsize=1)
def _weights() -> tuple[dict[tuple[str, str], float], dict[str, float], float]:
    file = sounds_file()
    pairs: dict[tuple[str, str], float] = {}
    for cost, groups in file.near.items():
        for group in groups:
            symbols = group.split()
            for one in symbols:
                for other in symbols:
                    pairs[one, other] = min(pairs.get((one, other), 1.0), float(cost))
    weak = {symbol: float(cost) for cost, symbols in file.weak.items() for symbol in symbols}
    return pairs, weak, float(file.strong)


def hard(one: str, other: str) -> bool:
    """A consonant stands where quite another one stands, as in "typhoon" and "tycoon"."""
    return _aligned(one, other)[1]


def distance(one: str, other: str) -> float:
    """0 (the same) to 1 between two reduced strings; 1 when one of them is silent."""
    return _aligned(one, other)[0]


@lru_cache(maxsize=65536)
def _aligned(one: str, other: str) -> tuple[float, bool]:
    """Distance, and whether the cheapest way from one to the other turns a consonant into quite another one."""
    if one == other:
        return (0.0 if one else 1.0), False
    if not one or not other or Levenshtein.normalized_distance(one, other) > _HOPELESS:
        return 1.0, True
    pairs, weak, strong = _weights()
    previous: list[tuple[float, bool]] = [(0.0, False)]
    for symbol in other:
        previous.append((previous[-1][0] + weak.get(symbol, strong), False))
    for symbol in one:
        gone = weak.get(symbol, strong)
        row = [(previous[0][0] + gone, False)]
        for j, target in enumerate(other):
            swap = 0.0 if symbol == target else pairs.get((symbol, target), 1.0)
            turned = swap >= 1.0 and symbol not in _VOWELS and target not in _VOWELS
            (kept, a), (left, b), (added, c) = previous[j], previous[j + 1], row[j]
            row.append(
                min((kept + swap, a or turned), (left + gone, b), (added + weak.get(target, strong), c))
            )  # the cheapest way; of equally cheap ones the gentler
        previous = row
    cost, turned = previous[-1]
    longer, shorter = max(len(one), len(other)), min(len(one), len(other))
    cost += float(sounds_file().uneven) * max(0, longer - shorter - 1)
    return min(1.0, cost * float(sounds_file().scale) / longer), turned


class Ear:
    """Compares texts by sound with the phonemizer it was given."""

    __slots__ = ("_phonemes",)

    def __init__(self, phonemes: Phonemizer) -> None:
        self._phonemes = phonemes

    def heard(self, text: str, language: str) -> str:
        """A text as it sounds in one language, reduced."""
        return reduce(self._phonemes(text, language), language[:2])

    def distance(self, said: str, card: str, language: str, *, own_language_only: bool = False) -> float:
        """Smallest distance between what was said (read in the game's language) and the card's text (read in any)."""
        return self.match(said, card, language, own_language_only=own_language_only)[0]

    def match(
        self, said: str, card: str, language: str, *, own_language_only: bool = False, name: bool = False
    ) -> tuple[float, str, str]:
        """The smallest distance with the two sound strings it lies between.

        Args:
            name: the card's text is a name, which may be read in its own language too.
        """
        accents = ACCENTS.get(language, (language,))
        spoken = list(dict.fromkeys(self.heard(said, accent) for accent in accents))
        best = (1.0, spoken[0], "")
        abroad = not own_language_only and (name or _foreign(card, language))
        readings = (*accents, *READINGS, *_languages_of(card)) if abroad else accents
        for reading in dict.fromkeys(readings):
            printed = self.heard(card, reading)
            for sound in spoken:
                best = min(best, (distance(sound, printed), sound, printed))
                if best[0] == 0:
                    return best
        return best

    def length(self, text: str, language: str) -> int:
        """Number of sounds."""
        return len(self.heard(text, language))


def _foreign(card: str, language: str) -> bool:
    """The text may be a name from elsewhere; short everyday words are read in the game's language only."""
    capital = any(word[0].isupper() for word in card.split())
    return (
        len(card) >= _LONG_WORD or (capital and language != "de") or " " in card or bool(_LOAN.search(card.casefold()))
    )


@lru_cache(maxsize=4096)
def _languages_of(text: str) -> tuple[str, ...]:
    """Further languages that a name's letters point to."""
    lowered = text.casefold()
    letters = sounds_file().letters
    return tuple(language for language, signs in letters.items() if any(sign in lowered for sign in signs.split()))
