"""Names of people in what was said: lists of names before the game, and the sides at the table during it."""

from __future__ import annotations

import re

from rapidfuzz.distance import Levenshtein

from host.dialogue.desk import Desk
from host.dialogue.phrasebook import Phrasebook
from host.dialogue.understand import fold

ALIKE = 0.75
"""Spelling likeness from which a heard name may be taken for that of a side."""


RUN_ON = 3
"""Words in a row, with nothing between them, that are names of as many people."""


def split_names(text: str, book: Phrasebook) -> tuple[str, ...]:
    """ "we are anna, ben and clara" -> ("Anna", "Ben", "Clara"); the language's own "and" separates like a comma.

    Letters make a name ("A, N, N, A and B E N"), and three or more words with nothing between them are as many names.
    """
    grammar = book.words["grammar"]
    joint = _any_of(grammar["and"])
    text = _introduced(text.strip().rstrip(".!?"), grammar["introducing"], grammar["playing"])
    names: list[str] = []
    for group in re.split(rf"[;&+]|\s+(?:{joint})\s+", text, flags=re.IGNORECASE):
        parts = [_one(part, joint, grammar["introducing"]) for part in group.split(",")]
        letters = [part for part in parts if part]
        names += [_spelled(letters)] if len(letters) > 1 and all(len(part) == 1 for part in letters) else letters
    if len(names) == 1 and len(words := names[0].split()) >= RUN_ON and all(len(word) > 1 for word in words):
        names = words
    return tuple(name[0].upper() + name[1:] if any(c.isupper() for c in name) else name.title() for name in names)


def introduces(text: str, book: Phrasebook) -> bool:
    """Whether somebody begins to tell who plays: "we are …"."""
    text = text.strip()
    return _introduced(text, book.words["grammar"]["introducing"], ("!",)) != text


def _any_of(words: tuple[str, ...]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


def _introduced(text: str, before: tuple[str, ...], after: tuple[str, ...]) -> str:
    """Without what people say around their names: "we are …", "… are playing"."""
    text = re.sub(rf"^(?:(?:{_any_of(before)})[\s,]+)+", "", text, flags=re.IGNORECASE)
    return re.sub(rf"[\s,]+(?:{_any_of(after)})$", "", text, flags=re.IGNORECASE)


def _one(part: str, joint: str, before: tuple[str, ...]) -> str:
    """One name without a leading "and" or "I am"; single letters in a row are put together."""
    name = " ".join(part.split()).strip(" .!?")
    name = _introduced(re.sub(rf"^(?:{joint})\s+", "", name, flags=re.IGNORECASE), before, ("!",))
    letters = re.split(r"[\s.-]+", name)
    return _spelled(letters) if len(letters) > 1 and all(len(letter) == 1 for letter in letters) else name


def _spelled(letters: list[str]) -> str:
    return "".join(letters).capitalize()


def odd_names(names: tuple[str, ...], book: Phrasebook) -> tuple[str, ...]:
    """Those that are no names: only small words ("And and Then"), numbers, or something that people say to the host.

    A single word that is a filler, too (French "ben"), is a name beside others that are.
    """
    small, fillers = (set(fold(" ".join(words)).split()) for words in (book.words["grammar"]["no_name"], book.fillers))
    numbers = {fold(way) for ways in book.words["number"].values() for way in ways}
    said = {fold(phrase) for phrases in book.intents.values() for phrase in phrases}

    def is_odd(words: list[str], no_name: set[str]) -> bool:
        """Whether nothing in it is a name; a number at the end makes one ("Player two"), not before ("two players")."""
        numbered = len(words) > 1 and words[-1] in numbers and words[0] not in numbers
        return " ".join(words) in said or (not numbered and not set(words) - no_name - numbers)

    folded = {name: fold(name).split() for name in names}
    sure = any(not is_odd(words, small | fillers) for words in folded.values())
    return tuple(
        name for name, words in folded.items() if is_odd(words, small if sure and len(words) == 1 else small | fillers)
    )


def twice_named(names: tuple[str, ...]) -> str:
    """A name that stands there more than once; empty when all are different."""
    folded = [fold(name) for name in names]
    return next((name for name in names if folded.count(fold(name)) > 1), "")


def matched(text: str, names: tuple[str, ...], book: Phrasebook) -> tuple[str, ...]:
    """Which of the known names stand in the text, in the order in which they are said.

    A name may be heard slightly otherwise; then the known one that is spelt most alike is meant.
    """
    said = f" {fold(text)} "
    found = [(said.find(f" {fold(name)} "), name) for name in names if f" {fold(name)} " in said]
    if not found:
        for at, part in enumerate(split_names(text, book)):
            ranked = sorted((Levenshtein.normalized_similarity(fold(part), fold(name)), name) for name in names)
            if ranked and ranked[-1][0] >= ALIKE:
                found.append((at, ranked[-1][1]))
    return tuple(dict.fromkeys(name for _, name in sorted(found)))


def sides_in(desk: Desk, text: str) -> tuple[str, ...]:
    """The ids of the sides whose names stand in the text."""
    ids = {desk.name(player.id): player.id for player in desk.state.players if not player.left}
    return tuple(ids[name] for name in matched(text, tuple(ids), desk.book))
