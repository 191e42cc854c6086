"""Words to meaning: what a transcript or a typed line asks for, given what is expected now.

A Grammar is the closed list of phrases that are valid at this moment, each with its Intent. The same list is what
the ear scores against the sound, so typed and spoken words take the same road. Three failures have three names:
NoMatch (not understood), Ambiguous (which one?) and the engine's Rejected (understood, but not allowed now).
"""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from rapidfuzz.distance import Levenshtein

from host.dialogue.phrasebook import Phrasebook, placeholders

NEAR = 0.84
"""Spelling likeness from which a typed or transcribed phrase may be taken for a listed one (typing slips)."""
OWN_PRIOR = 3.0
"""Nats by which the thing asked is likelier than a command (about 20 to 1)."""
MARGIN = 0.08
"""How much nearer the best phrase must be than the best phrase of another meaning."""


@dataclass(frozen=True, slots=True)
class Intent:
    """What somebody wants, with its details."""

    name: str
    slots: tuple[tuple[str, str], ...] = ()

    def get(self, slot: str) -> str:
        """The value of a slot, or empty."""
        return dict(self.slots).get(slot, "")


@dataclass(frozen=True, slots=True)
class NoMatch:
    """Something was said that fits nothing that is expected."""

    heard: str


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """What was said fits more than one meaning about equally."""

    heard: str
    options: tuple[Intent, ...]


Understood = Intent | NoMatch | Ambiguous


def fold(text: str) -> str:
    """Lower case without accents and punctuation, single spaces: the form in which phrases are compared."""
    for _ in range(2):  # taking a letter apart may bring out one that has a lower case
        text = unicodedata.normalize("NFKD", text.casefold()).replace("œ", "oe").replace("æ", "ae")
        text = "".join(c for c in text if not unicodedata.combining(c))
    return " ".join(re.sub(r"[^\w\s]|_", " ", text).split())


@dataclass(frozen=True)
class Grammar:
    """The phrases that are valid now, in the order of preference, and what they mean."""

    entries: tuple[tuple[str, Intent], ...]
    fillers: tuple[str, ...] = ()
    own: frozenset[str] = frozenset()
    """Names of the intents that were asked for, as against commands that are valid at any time."""

    @cached_property
    def _meanings(self) -> dict[str, Intent]:
        return dict(reversed(self.entries))

    @property
    def phrases(self) -> tuple[str, ...]:
        """Every phrase once, as written in the phrase book."""
        return tuple(dict.fromkeys(phrase for phrase, _ in self.entries))

    def meaning(self, phrase: str) -> Intent | None:
        """The intent of a listed phrase; None if it is not listed."""
        return self._meanings.get(phrase)

    def prior(self, phrase: str) -> float:
        """Nats in favour of a phrase: people mostly say what they were asked for."""
        intent = self.meaning(phrase)
        return OWN_PRIOR if intent is not None and intent.name in self.own else 0.0

    def interpret(self, heard: str, *, exact: bool = False) -> Understood:
        """The meaning of a transcript or typed line.

        Args:
            heard: the words.
            exact: take nothing but a listed phrase (fillers aside); no typing slips, no pairs of phrases.
        """
        said = fold(heard)
        if not said:
            return NoMatch(heard)
        table: dict[str, Intent] = {}
        for phrase, intent in self.entries:
            table.setdefault(fold(phrase), intent)
        for form in _without_fillers(said, self.fillers):
            if form in table:
                return table[form]
        if exact:
            return NoMatch(heard)
        for form in _without_fillers(said, self.fillers):
            if pair := _pair(form, table, self.fillers):
                return pair
        return _nearest(heard, said, table)


def _without_fillers(said: str, fillers: Iterable[str]) -> Iterable[str]:
    """The words as said, then with leading and trailing fillers taken off one after the other."""
    seen = [said]
    for form in seen:
        yield form
        for filler in map(fold, fillers):
            shorter = form.removeprefix(filler + " ")
            if shorter == form:
                shorter = form.removesuffix(" " + filler)
            if shorter and shorter not in seen:
                seen.append(shorter)


def _pair(said: str, table: Mapping[str, Intent], fillers: tuple[str, ...]) -> Intent | None:
    """A die value and a landing in one breath, in either order: "four, green" or "green headquarters with a four"."""

    def meaning(part: str) -> Intent | None:
        return next((table[form] for form in _without_fillers(part, fillers) if form in table), None)

    words = said.split()
    for cut in range(1, len(words)):
        for first, second in itertools.permutations((" ".join(words[:cut]), " ".join(words[cut:]))):
            die, landing = meaning(first), meaning(second)
            if die and landing and die.name == "die" and landing.name == "landing":
                return Intent("landing", (*landing.slots, *die.slots))
    return None


def _nearest(heard: str, said: str, table: Mapping[str, Intent]) -> Understood:
    """The meaning of the phrase that is spelt most alike, if it is near enough and no other meaning is as near."""
    best: dict[Intent, float] = {}
    for phrase, intent in table.items():
        if len(phrase) >= 4:  # a short word one letter off is another word
            likeness = Levenshtein.normalized_similarity(said, phrase)
            best[intent] = max(likeness, best.get(intent, 0.0))
    ranked = sorted(best.items(), key=lambda item: -item[1])
    if not ranked or ranked[0][1] < NEAR:
        return NoMatch(heard)
    rivals = [intent for intent, likeness in ranked if likeness > ranked[0][1] - MARGIN]
    return ranked[0][0] if len(rivals) == 1 else Ambiguous(heard, tuple(rivals[:3]))


def build_grammar(
    book: Phrasebook,
    names: tuple[str, ...],
    *,
    values: Mapping[str, tuple[str, ...]] | None = None,
    extra: Iterable[tuple[str, Intent]] = (),
    own: Iterable[str] = (),
) -> Grammar:
    """The grammar of the named intents in one language.

    Args:
        book: the language.
        names: intents in order of preference; ``landing`` and the like are templates, expanded over their words.
        values: for a slot, the values that are possible now (e.g. the colours of this edition); default all.
        extra: phrases that are not in the book, such as players' names; they come first.
        own: the intents that were asked for.
    """
    entries = list(extra)
    for name in names:
        entries += [(phrase, Intent(name)) for phrase in book.intents.get(name, ())]
        for key, texts in book.templates.items():
            base, _, kind = key.partition(".")
            if base == name:
                for text in texts:
                    entries += _expand(book, name, kind, text, values or {})
    if "landing" in names and "die" in names:
        entries += _breaths(entries)
    return Grammar(tuple(entries), book.fillers, frozenset(own))


def _breaths(entries: list[tuple[str, Intent]]) -> list[tuple[str, Intent]]:
    """Die value and landing in one breath ("four, green headquarters"), in the shortest phrasing of each."""
    first: dict[Intent, str] = {}
    for phrase, intent in entries:
        first.setdefault(intent, phrase)
    dice = [(phrase, intent) for intent, phrase in first.items() if intent.name == "die"]
    places = [(phrase, intent) for intent, phrase in first.items() if intent.name == "landing"]
    return [
        (f"{number}, {place}", Intent("landing", (*landing.slots, *die.slots)))
        for number, die in dice
        for place, landing in places
    ]


def _expand(
    book: Phrasebook, name: str, kind: str, text: str, values: Mapping[str, tuple[str, ...]]
) -> Iterable[tuple[str, Intent]]:
    fixed = (("kind", kind),) if kind else ()
    slots = sorted(placeholders(text))
    allowed = [values.get(slot, tuple(book.words[slot])) for slot in slots]
    for chosen in itertools.product(*allowed):
        filled = tuple(zip(slots, chosen, strict=True))
        for spoken in itertools.product(*(book.words[slot][value] for slot, value in filled)):
            yield text.format_map(dict(zip(slots, spoken, strict=True))), Intent(name, (*fixed, *filled))
