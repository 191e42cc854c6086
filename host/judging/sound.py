"""How alike two texts sound: phonemes reduced to what recognisers confuse, compared by edit distance.

Two reductions are averaged: a fine one (one symbol a sound, whatever the language) and a coarse one (voiced and
unvoiced, front vowels, back vowels fall together), so that a near sound costs half of a different one.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from functools import lru_cache

from rapidfuzz.distance import Levenshtein

Phonemizer = Callable[[str, str], str]
"""(text, language) -> phonemes as one string; handed in, so that this room needs no engine."""

_CLUSTERS = (
    ("r̝", "rʒ"), ("tʃ", "ʧ"), ("dʒ", "ʤ"), ("stʃ", "sʧ"), ("oʊ", "o"), ("əʊ", "o"), ("ow", "o"), ("eɪ", "e"),
    ("ɚ", "ər"), ("ɝ", "ər"), ("ɜ", "ər"), ("œ̃", "en"), ("ɛ̃", "en"), ("ɑ̃", "an"), ("ɔ̃", "on"), ("õ", "on"),
    ("ã", "an"), ("ɪʲ", "i"), ("iʲ", "i"), ("kv", "k"),
)  # fmt: skip
_FINE = str.maketrans({
    **dict.fromkeys("ɹʁɾɻʀɽ", "r"), **dict.fromkeys("ɡɣ", "g"), **dict.fromkeys("ŋɲ", "n"), **dict.fromkeys("ʎʝ", "j"),
    "β": "b", "ʋ": "v", "ɱ": "m", "ɫ": "l", "ç": "x", "χ": "x", "ɦ": "h", "ʔ": "",
    **dict.fromkeys("ɑæɐɒʌ", "a"), **dict.fromkeys("ɛœø", "e"), **dict.fromkeys("ɪyʏɨ", "i"), "ɔ": "o", "ʊ": "u",
    "ɵ": "ə", "ɯ": "u",
})  # fmt: skip
_COARSE = str.maketrans({
    "b": "p", "d": "t", "g": "k", "v": "f", "z": "s", "θ": "s", "ð": "t", "ʒ": "ʃ", "ʧ": "ʃ", "ʤ": "ʃ", "m": "n",
    "x": "h", "i": "e", "u": "o", "j": "e", "w": "o", "ə": "a",
})  # fmt: skip
_SPANISH = str.maketrans({"θ": "s", "ð": "d"})
_DROPPED = frozenset("ˈˌːˑ‿̩̯̥̬̪̃͡ʲʷʰ̝")


@lru_cache(maxsize=16384)
def reduce(phonemes: str, language: str = "en") -> tuple[str, str]:
    """Fine and coarse reduction of a phoneme string; blanks and stress go."""
    text = unicodedata.normalize("NFD", phonemes)
    text = "".join(c for c in text if not c.isspace() and c not in "ˈˌ-.,;:!?_'\"")
    for old, new in _CLUSTERS:
        text = text.replace(unicodedata.normalize("NFD", old), new)
    text = "".join(c for c in text if c not in _DROPPED)
    text = text.translate(_FINE)
    if language == "es":
        text = text.translate(_SPANISH)
    fine = "".join(c for i, c in enumerate(text) if i == 0 or c != text[i - 1])
    return fine, fine.translate(_COARSE)


def distance(one: tuple[str, str], other: tuple[str, str]) -> float:
    """0 (the same) to 1 (nothing in common) between two reductions; 1 when one of them is silent."""
    if not one[0] or not other[0]:
        return 1.0
    fine = Levenshtein.normalized_distance(one[0], other[0])
    coarse = Levenshtein.normalized_distance(one[1], other[1])
    return (fine + coarse) / 2


class Ear:
    """Compares texts by sound with the phonemizer it was given."""

    __slots__ = ("_phonemes",)

    LANGUAGES = ("en", "fr", "de", "es", "it")
    """Languages a name on a card may be read in, besides those its letters point to."""

    def __init__(self, phonemes: Phonemizer) -> None:
        self._phonemes = phonemes

    def heard(self, text: str, language: str) -> tuple[str, str]:
        """Reduction of a text read in one language."""
        return reduce(self._phonemes(text, language), language)

    def distance(self, said: str, card: str, language: str, *, own_language_only: bool = False) -> float:
        """Smallest distance between what was said (read in the game's language) and the card's text (read in any)."""
        spoken = self.heard(said, language)
        best = distance(spoken, self.heard(card, language))
        if best and not own_language_only:
            for other in (*self.LANGUAGES, *_languages_of(card)):
                if other != language:
                    best = min(best, distance(spoken, self.heard(card, other)))
        return best

    def length(self, text: str, language: str) -> int:
        """Number of sounds."""
        return len(self.heard(text, language)[0])


@lru_cache(maxsize=4096)
def _languages_of(text: str) -> tuple[str, ...]:
    """Further languages that a name's letters point to."""
    lowered = text.casefold()
    found = []
    if any(c in lowered for c in "řěůčšžťďň"):
        found.append("cs")
    if any(c in lowered for c in "łąęśźżćń") or lowered.endswith(("ski", "wicz")):
        found.append("pl")
    if any(c in lowered for c in "åæø") or lowered.endswith(("sen", "sson")):
        found.append("sv")
    if any(c in lowered for c in "őű") or lowered.endswith("szt"):
        found.append("hu")
    if any(c in lowered for c in "ãõ"):
        found.append("pt")
    if "ij" in lowered or "van " in lowered or "oe" in lowered:
        found.append("nl")
    return tuple(found)
