"""Names of people in what was said: lists of names before the game, and the sides at the table during it."""

from __future__ import annotations

import re

from rapidfuzz.distance import Levenshtein

from host.dialogue.desk import Desk
from host.dialogue.phrasebook import Phrasebook
from host.dialogue.understand import fold

ALIKE = 0.75
"""Spelling likeness from which a heard name may be taken for that of a side."""


def split_names(text: str, book: Phrasebook) -> tuple[str, ...]:
    """ "anna, ben and clara" -> ("Anna", "Ben", "Clara"); the language's own "and" separates like a comma."""
    words = "|".join(re.escape(word) for word in book.words["grammar"]["and"])
    parts = re.split(rf"[,;&+]|\s+(?:{words})\s+", text.strip().rstrip(".!?"), flags=re.IGNORECASE)
    names = []
    for part in parts:
        name = " ".join(part.split()).strip(" .!?")
        name = re.sub(rf"^(?:{words})\s+", "", name, flags=re.IGNORECASE)
        if name:
            names.append(name if any(c.isupper() for c in name) else name.title())
    return tuple(names)


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
