"""What the four editions ask of a pack: categories, decks, choices."""

from __future__ import annotations

from dataclasses import dataclass

COLOURS = ("blue", "pink", "yellow", "brown", "green", "orange")
"""The six categories of the wheel games, in no particular order."""
QUIZ = "quiz"
"""The only category of Switzergame."""
ANY = "any"
"""Edition of a pack that was written for no particular game."""


@dataclass(frozen=True, slots=True)
class Edition:
    """What a pack for an edition must have."""

    categories: tuple[str, ...]
    decks: tuple[str, ...] = ("main",)
    choices: int = 0
    """Number of choices that every question needs; 0: none needed."""


EDITIONS = {
    "globetrotter": Edition(COLOURS),
    "genus": Edition(COLOURS),
    "familien": Edition(COLOURS, decks=("adult", "young")),
    "switzergame": Edition((QUIZ,), choices=3),
}
"""Ruleset id -> what it asks; other ids and ``any`` ask nothing."""
