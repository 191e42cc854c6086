"""Words to meaning: what a transcript or a typed line asks for, given what is expected now.

A Grammar is the closed list of phrases that are valid at this moment, each with its Intent. The same list is what
the ear scores against the sound, so typed and spoken words take the same road. Three failures have three names:
NoMatch (not understood), Ambiguous (which one?) and the engine's Rejected (understood, but not allowed now).
"""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from rapidfuzz.distance import Levenshtein

from host.dialogue.phrasebook import Phrasebook, placeholders

NEAR = 0.84
"""Spelling likeness from which a typed or transcribed phrase may be taken for a listed one (typing slips)."""
OWN_PRIOR = 3.0
"""Nats by which the thing asked is likelier than a command (about 20 to 1)."""
MARGIN = 0.08
"""How much nearer the best phrase must be than the best phrase of another meaning."""
ME, EVERYBODY = "*me", "*all"
"""For whom something is wanted: for oneself, for the whole table; else the player's id."""
BREATH = 3
"""Most things that are told in one breath ("four, orange, boarding to green")."""


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

TOGETHER: Mapping[frozenset[str], str] = {
    frozenset({"die", "landing"}): "landing",
    frozenset({"landing", "board"}): "landing",
    frozenset({"die", "board"}): "board",
    frozenset({"die", "landing", "board"}): "landing",
    frozenset({"card", "move"}): "move",
}
"""Intents that are told in one breath -> the intent that carries the details of all."""


@lru_cache(maxsize=16384)
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
    scored: tuple[str, ...] | None = None
    """The phrases worth scoring against the sound; None: all of them."""
    corrections: tuple[str, ...] = ()
    """What people say when they take back what they have just said; what follows counts (A15)."""
    scopes: tuple[tuple[str, str], ...] = ()
    """For whom something is wanted: how people say it ("for Anna"), and the player, ``ME`` or ``EVERYBODY``."""
    scoped: frozenset[str] = frozenset()
    """The intents that may be wanted for somebody."""
    also: Grammar | None = None
    """What is understood as well, where somebody speaks another language than the table."""

    @cached_property
    def _scopes(self) -> tuple[tuple[str, str], ...]:
        return tuple((fold(phrase), who) for phrase, who in self.scopes)

    @cached_property
    def _fillers(self) -> _Fillers:
        return _indexed(self.fillers)

    @cached_property
    def _meanings(self) -> dict[str, Intent]:
        return dict(reversed(self.entries))

    @cached_property
    def _table(self) -> dict[str, Intent]:
        table: dict[str, Intent] = {}
        for phrase, intent in self.entries:
            table.setdefault(fold(phrase), intent)
        return table

    @property
    def phrases(self) -> tuple[str, ...]:
        """The phrases for the ear, each once, as written in the phrase book."""
        return tuple(dict.fromkeys(phrase for phrase, _ in self.entries)) if self.scored is None else self.scored

    def meaning(self, phrase: str) -> Intent | None:
        """The intent of a listed phrase; None if it is not listed."""
        return self._meanings.get(phrase)

    def prior(self, phrase: str) -> float:
        """Nats in favour of a phrase: people mostly say what they were asked for."""
        intent = self.meaning(phrase)
        return OWN_PRIOR if intent is not None and intent.name in self.own else 0.0

    def interpret(self, heard: str, *, exact: bool = False) -> Understood:
        """The meaning of a transcript or typed line; what means nothing here may in the language of the table.

        See ``_interpret`` for the arguments.
        """
        found = self._interpret(heard, exact=exact)
        if self.also is not None and not isinstance(found, Intent):
            other = self.also.interpret(heard, exact=exact)
            return other if isinstance(other, Intent) else found
        return found

    def _interpret(self, heard: str, *, exact: bool) -> Understood:
        """The meaning in the language of this grammar.

        Args:
            heard: the words.
            exact: take nothing but a listed phrase (fillers aside); no typing slips, no things in one breath.
        """
        said = fold(heard)
        if not said:
            return NoMatch(heard)
        forms = tuple(dict.fromkeys((*_without_fillers(said, self._fillers), _smooth(said))))
        if said not in self._table and (wanted := self._for_somebody((said,))):
            return wanted  # before fillers are taken off: in French "ben" is one, and a name
        for form in forms:
            if form in self._table:
                return self._table[form]
        if wanted := self._for_somebody(forms):
            return wanted
        if exact:
            return NoMatch(heard)
        known: dict[str, Intent | None] = {}
        for form in forms:
            if found := self._breath(form, known):
                return found
        for word in map(fold, self.corrections):
            _, found_word, rest = f" {said} ".rpartition(f" {word} ")
            if found_word and rest.strip() and isinstance(meant := self._interpret(rest, exact=False), Intent):
                return meant
        return _nearest(heard, said, self._table)

    def _for_somebody(self, forms: Iterable[str]) -> Intent | None:
        """A command with the words for whom it is, before or after it: "slower for Anna", "for me only choices"."""
        for form in forms:
            for phrase, who in self._scopes:
                for rest in (form.removesuffix(f" {phrase}"), form.removeprefix(f"{phrase} ")):
                    meant = self._part(rest) if rest != form else None
                    if meant is not None and meant.name in self.scoped:
                        return Intent(meant.name, (*meant.slots, ("for", who)))
        return None

    def says(self, heard: str, intent: Intent) -> bool:
        """Whether the words themselves name the intent, with nothing guessed from sound or spelling."""
        return self.interpret(heard, exact=True) == intent

    def _breath(self, said: str, known: dict[str, Intent | None]) -> Intent | None:
        """Several things told in one breath: "four, green", "a seven, I met Ben", "orange, boarding to green"."""
        words = said.split()
        if len(words) < 2 or len(words) > 16:
            return None
        for parts in _cuts(words):
            found = []
            for part in parts:
                if part not in known:
                    known[part] = self._part(part)
                meaning = known[part]
                if meaning is None:
                    break
                found.append(meaning)
            carrier = TOGETHER.get(frozenset(meaning.name for meaning in found))
            if len(found) == len(parts) == len({meaning.name for meaning in found}) and carrier:
                found.sort(key=lambda meaning: meaning.name != carrier)
                merged: dict[str, str] = {}
                for meaning in found:
                    for slot, value in meaning.slots:
                        merged.setdefault(slot if meaning.name == carrier else _OF.get(meaning.name, slot), value)
                return Intent(carrier, tuple(merged.items()))
        return None

    def _part(self, part: str) -> Intent | None:
        return next((self._table[form] for form in _without_fillers(part, self._fillers) if form in self._table), None)


_OF = {"board": "board", "die": "number", "card": "card"}
"""Under which slot the detail of a thing told along is carried."""


def _smooth(said: str) -> str:
    """Without stuttered beginnings and doubled words: "b b blue blue headquarters" (A15)."""
    words: list[str] = []
    for word in said.split():
        if words and (word == words[-1] or (len(words[-1]) == 1 and word.startswith(words[-1]) and len(word) > 2)):
            words.pop()
        words.append(word)
    return " ".join(words)


def _cuts(words: list[str]) -> Iterator[tuple[str, ...]]:
    for count in range(2, BREATH + 1):
        for cuts in itertools.combinations(range(1, len(words)), count - 1):
            ends = (0, *cuts, len(words))
            yield tuple(" ".join(words[a:b]) for a, b in itertools.pairwise(ends))


@dataclass(frozen=True, slots=True)
class _Fillers:
    """Folded fillers by their first and by their last word: there are many, and only a few can fit."""

    first: Mapping[str, tuple[str, ...]]
    last: Mapping[str, tuple[str, ...]]


@lru_cache(maxsize=64)
def _indexed(fillers: tuple[str, ...]) -> _Fillers:
    first: dict[str, tuple[str, ...]] = {}
    last: dict[str, tuple[str, ...]] = {}
    for filler in filter(None, map(fold, fillers)):
        words = filler.split()
        first[words[0]] = (*first.get(words[0], ()), filler)
        last[words[-1]] = (*last.get(words[-1], ()), filler)
    return _Fillers(first, last)


def _without_fillers(said: str, fillers: _Fillers) -> Iterable[str]:
    """The words as said, then with leading and trailing fillers taken off one after the other."""
    seen = [said]
    for form in seen:
        yield form
        words = form.split()
        shorter = [form[len(f) + 1 :] for f in fillers.first.get(words[0], ()) if form.startswith(f + " ")]
        shorter += [form[: -len(f) - 1] for f in fillers.last.get(words[-1], ()) if form.endswith(" " + f)]
        seen += [rest for rest in dict.fromkeys(shorter) if rest and rest not in seen]


def _nearest(heard: str, said: str, table: Mapping[str, Intent]) -> Understood:
    """The meaning of the phrase that is spelt most alike, if it is near enough and no other meaning is as near."""
    best: dict[Intent, float] = {}
    for phrase, intent in table.items():
        if len(phrase) >= 4:  # a short word one letter off is another word
            likeness = Levenshtein.normalized_similarity(said, phrase, score_cutoff=NEAR - MARGIN)
            best[intent] = max(best.get(intent, 0.0), likeness)
    ranked = sorted(best.items(), key=lambda pair: -pair[1])
    if not ranked or ranked[0][1] < NEAR:
        return NoMatch(heard)
    rivals = [intent for intent, likeness in ranked if likeness > ranked[0][1] - MARGIN]
    return ranked[0][0] if len(rivals) == 1 else Ambiguous(heard, tuple(rivals[:3]))


Values = tuple[tuple[str, tuple[str, ...]], ...]
"""``slot`` or ``intent.slot`` -> the values that are possible now."""
Words = tuple[tuple[str, tuple[tuple[str, tuple[str, ...]], ...]], ...]
"""Slot -> value -> how people say it, for slots that the phrase book cannot know, such as players."""


@lru_cache(maxsize=128)
def build_grammar(
    book: Phrasebook,
    names: tuple[str, ...],
    *,
    values: Values = (),
    words: Words = (),
    extra: tuple[tuple[str, Intent], ...] = (),
    own: tuple[str, ...] = (),
    scopes: tuple[tuple[str, str], ...] = (),
    scoped: frozenset[str] = frozenset(),
    unscored: tuple[tuple[str, Intent], ...] = (),
    renamed: tuple[tuple[str, str], ...] = (),
    fillers: tuple[str, ...] = (),
) -> Grammar:
    """The grammar of the named intents in one language.

    Args:
        book: the language.
        names: intents in order of preference; ``landing`` and the like are templates, expanded over their words.
        values: for ``slot`` or ``intent.slot``, the values that are possible now; default all of the book.
        words: the words of slots that only the game knows; a slot without words has no phrases.
        extra: phrases that are not in the book, such as category names; they come first.
        own: the intents that were asked for.
        scopes: how people say for whom something is wanted, and the player, ``ME`` or ``EVERYBODY``.
        scoped: the intents that may be wanted for somebody ("slower for Anna").
        unscored: more such phrases, for which the transcript is enough.
        renamed: new words for phrases; what means nothing now stays without meaning.
        fillers: what people say around it just now, beside the fillers of the book.
    """
    book = book.with_words("player", {})
    for slot, ways in words:
        book = book.with_words(slot, dict(ways))
    entries, scored = list(extra), [phrase for phrase, _ in extra]
    for name in names:
        found = [(phrase, Intent(name)) for phrase in book.intents.get(name, ())]
        for key, texts in book.templates.items():
            base, _, kind = key.partition(".")
            if base == name:
                for text in texts:
                    found += _expand(book, name, kind, text, dict(values))
        entries += found
        # Sentences about players and game words are long: the transcript is enough for them.
        scored += [phrase for phrase, intent in found if _worth_scoring(phrase, intent, asked=name in own)]
    if "landing" in names and "die" in names:
        breaths = _breaths(entries)
        entries += breaths
        scored += [phrase for phrase, intent in breaths if _worth_scoring(phrase, intent, asked=True)]
    entries += unscored
    if renamed:
        meanings = {fold(phrase): intent for phrase, intent in reversed(entries)}
        found = [(new, meanings[fold(known)]) for new, known in renamed if fold(known) in meanings]
        entries += found
        scored += [new for new, _ in found]
    corrections = book.words["grammar"]["correction"]
    called = {fold(way) for ways in book.words["player"].values() for way in ways}  # "ben" is a name at some tables
    return Grammar(
        tuple(entries),
        tuple(filler for filler in (*book.fillers, *fillers) if fold(filler) not in called),
        frozenset(own),
        tuple(dict.fromkeys(scored)),
        corrections,
        scopes,
        scoped,
    )


def _worth_scoring(phrase: str, intent: Intent, *, asked: bool) -> bool:
    """Whether the ear should try a phrase: figures sound like their words, and odd colours are rare."""
    return (asked or not intent.slots) and not any(c.isdigit() for c in phrase) and not intent.get("other_colour")


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
    allowed = [values.get(f"{name}.{slot}", values.get(slot, tuple(book.words[slot]))) for slot in slots]
    for chosen in itertools.product(*allowed):
        filled = tuple(zip(slots, chosen, strict=True))
        kept = tuple((slot, value) for slot, value in filled if slot != "suit")
        for spoken in itertools.product(*(book.words[slot][value] for slot, value in filled)):
            yield text.format_map(dict(zip(slots, spoken, strict=True))), Intent(name, (*fixed, *kept))
