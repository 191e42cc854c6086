"""Finds the answers that sound nearest to a card's: what a spoken answer has to be told apart from.

The pool of known answers (loaded packs, entity lists) is turned into phonemes once; the phonemiser is handed in, so
nothing here knows where phonemes come from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from num2words import num2words
from rapidfuzz import process
from rapidfuzz.distance import Levenshtein

Phonemes = Callable[[str], str]
"""Text in the game's language -> a string of one character a phoneme, without stress and blanks."""

PRUNE_ABOVE = 64
"""More candidates than this are cut down by sound before they are scored."""


@dataclass(frozen=True, slots=True)
class Rival:
    """A known answer that may be said instead of the card's."""

    text: str
    kind: str = ""
    """Kind as in a judge record, or the name of an entity list; empty when unknown."""


@dataclass(slots=True)
class DecoyPool:
    """Known answers and how they sound. Phonemes are computed at the first use and kept.

    Args:
        rivals: the known answers; later ones of the same text are ignored.
        phonemes: the phonemiser of the game's language.
    """

    rivals: Iterable[Rival]
    phonemes: Phonemes
    _keys: dict[str, str] = field(default_factory=dict)
    _kinds: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for rival in self.rivals:
            self._kinds.setdefault(" ".join(rival.text.split()), rival.kind)
        self._kinds.pop("", None)

    def __len__(self) -> int:
        return len(self._kinds)

    def remember(self, keys: Mapping[str, str]) -> None:
        """Takes phonemes that were computed on an earlier day; texts that are not in the pool are left out."""
        self._keys |= {text: str(key) for text, key in keys.items() if text in self._kinds}

    def prepare(self) -> int:
        """Computes all missing phonemes now (about 0.2 ms each); returns how many were missing."""
        missing = [text for text in self._kinds if text not in self._keys]
        for text in missing:
            self._key(text)
        return len(missing)

    def keys(self) -> dict[str, str]:
        """Text -> phonemes of all rivals prepared so far."""
        return {text: self._keys[text] for text in self._kinds if text in self._keys}

    def _key(self, text: str) -> str:
        key = self._keys.get(text)
        if key is None:
            key = self._keys[text] = self.phonemes(text)
        return key

    def nearest(self, forms: Sequence[str], *, kind: str = "", count: int = 16) -> tuple[str, ...]:
        """The rivals that sound nearest to any form of the card, nearest first.

        Half of them at most are of another kind: players mostly confuse like with like. A rival that contains a form
        word for word, or is contained in one ("Beethoven" in "Ludwig van Beethoven"), is no rival but the same thing.

        Args:
            forms: what is right on this card.
            kind: the card's kind; empty: all kinds alike.
            count: how many at most.
        """
        self.prepare()
        best: dict[str, float] = {}
        for form in forms:
            found = process.extract(
                self._key(form), self._keys_of_rivals(), scorer=Levenshtein.normalized_similarity, limit=count * 4
            )
            for _, likeness, text in found:
                best[text] = max(likeness, best.get(text, 0.0))
        ranked = sorted((t for t in best if not any(_same(t, form) for form in forms)), key=lambda t: (-best[t], t))
        if not kind:
            return tuple(ranked[:count])
        alike = [t for t in ranked if self._kinds[t] == kind]
        other = [t for t in ranked if self._kinds[t] != kind]
        taken = alike[: max(count - len(other), count // 2)]
        chosen = set(taken) | set(other[: count - len(taken)])
        return tuple(t for t in ranked if t in chosen)

    def _keys_of_rivals(self) -> dict[str, str]:
        return {text: self._keys[text] for text in self._kinds if self._keys[text]}


def prune(
    texts: Sequence[str], heard: Iterable[str], phonemes: Phonemes, *, keep: Iterable[str] = (), most: int = PRUNE_ABOVE
) -> tuple[str, ...]:
    """Cuts a long candidate list down to those that sound nearest to what was heard, in the order given.

    Args:
        texts: everything that could be scored.
        heard: the transcript and its alternatives.
        phonemes: the phonemiser.
        keep: texts that stay whatever they sound like (the card's own forms).
        most: how many may stay.
    """
    unique = list(dict.fromkeys(texts))
    if len(unique) <= most:
        return tuple(unique)
    kept = [text for text in unique if text in set(keep)][:most]
    said = [key for text in heard if (key := phonemes(text))]
    rest = [text for text in unique if text not in set(kept)]
    likeness = {
        text: max((Levenshtein.normalized_similarity(key, phonemes(text)) for key in said), default=0.0)
        for text in rest
    }
    near = sorted(rest, key=lambda text: -likeness[text])[: most - len(kept)]
    chosen = set(kept) | set(near)
    return tuple(text for text in unique if text in chosen)


def number_rivals(value: int, language: str, *, most: int = 8) -> tuple[str, ...]:
    """Numbers that are easily said or heard for another, in digits and in words.

    Neighbours, the same digits in another order, and "fifteen" for "fifty"; above a hundred also the next century.
    """
    near = [value + 1, value - 1, value + 10, value - 10]
    if value % 10 == 0 and 20 < value < 100:
        near.insert(0, value // 10 + 10)
    if 13 <= value <= 19:
        near.insert(0, (value - 10) * 10)
    if value >= 100:
        tail = value % 100
        near += [value - tail + tail % 10 * 10 + tail // 10, value + 100, value - 100]
        if 13 <= tail <= 19:
            near.insert(0, value - tail + (tail - 10) * 10)
        if tail % 10 == 0 and tail > 20:
            near.insert(0, value - tail + tail // 10 + 10)
    numbers = [n for n in dict.fromkeys(near) if n > 0 and n != value][:most]
    year = 1000 <= value <= 2100
    texts: list[str] = []
    for number in numbers:
        texts.append(str(number))
        try:
            texts.append(num2words(number, lang=language, to="year" if year else "cardinal"))
        except (NotImplementedError, OverflowError, TypeError, ValueError, IndexError):
            continue
    return tuple(texts)


def _same(a: str, b: str) -> bool:
    first, second = (f" {' '.join(text.casefold().split())} " for text in (a, b))
    return first in second or second in first
