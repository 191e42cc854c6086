"""Every setting of how the host speaks to people, waits for them and asks them: one catalogue, no other place.

A value belongs to a player, or to the table where the player is ``""``; what a player has not asked for is as for the
table, and what nobody has asked for is as usual (``Talk.own``). Values are plain (text, numbers, yes or no), so that
they pass through JSON and YAML unchanged.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from host.dialogue.phrasebook import LANGUAGES, Verbosity
from host.dialogue.protocol import Prompt

SLOWEST, FASTEST = 0.5, 3.0
"""Bounds of the speech rate, 1 = normal (A41)."""
QUIETEST, LOUDEST = 0.3, 1.6
"""Bounds of the volume, 1 = as set: the voice can never be asked to fall silent (B12)."""
STEPS = 10
"""Volumes that can be asked for by number."""
PAUSES = (0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 5.0)
"""Seconds of silence that may end an utterance, as they are asked for one after the other (A12)."""
USUAL_PAUSE: Mapping[Prompt, float] = {Prompt.CLOSED: 0.5, Prompt.ANSWER: 0.9, Prompt.OPEN: 0.9}
"""The same where nobody has asked for another."""
LONGEST_SOUND = 60
"""Characters that a name may have as it is said."""


class ReadBack(StrEnum):
    """When an answer is read back before it is judged (A22)."""

    ALWAYS = "always"
    DOUBT = "doubt"
    """When the recogniser was not sure of it."""
    NEVER = "never"


class Style(StrEnum):
    """How questions are answered (A92)."""

    CARD = "card"
    """With choices where the card has them."""
    FREE = "free"
    CHOICES = "choices"
    """With three choices."""
    FIFTY = "fifty"
    """With two."""


class Means(StrEnum):
    """How a player answers (A95)."""

    VOICE = "voice"
    KEYS = "keys"
    """Typed, or with a key; what is said at the table is not an answer."""
    PARTNER = "partner"
    """Somebody else says it."""


class Level(StrEnum):
    """Which questions a player is asked, where there is a choice."""

    EASY = "easy"
    ANY = "any"
    HARD = "hard"


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting: one of some values, a number between bounds, a free text, or yes and no."""

    usual: Any
    values: tuple[str, ...] = ()
    bounds: tuple[float, float] | None = None
    personal: bool = False
    """There is no such setting for the table."""

    def fits(self, value: Any) -> bool:
        """Whether it may have that value."""
        if self.values:
            return isinstance(value, str) and value in self.values
        if self.bounds:
            low, high = self.bounds
            return isinstance(value, (int, float)) and not isinstance(value, bool) and low <= value <= high
        if isinstance(self.usual, bool):
            return isinstance(value, bool)
        return isinstance(value, str) and 0 < len(value.strip()) == len(value) <= LONGEST_SOUND and value.isprintable()


SETTINGS: Mapping[str, Setting] = {
    "pronounced": Setting("", personal=True),
    "language": Setting("", LANGUAGES, personal=True),
    "rate": Setting(1.0, bounds=(SLOWEST, FASTEST)),
    "volume": Setting(1.0, bounds=(QUIETEST, LOUDEST)),
    "verbosity": Setting(Verbosity.FULL.value, tuple(Verbosity)),
    "pause": Setting(0.0, bounds=(PAUSES[0], PAUSES[-1])),
    "difficulty": Setting(Level.ANY.value, tuple(Level)),
    "style": Setting(Style.CARD.value, tuple(Style)),
    "input": Setting(Means.VOICE.value, tuple(Means)),
    "precision": Setting("", ("lenient", "standard", "strict"), personal=True),
    "readback": Setting(ReadBack.DOUBT.value, tuple(ReadBack)),
    "reminders": Setting(True),
}
"""Name -> what it is. The order is that in which they are told."""

Wishes = tuple[tuple[str, str, Any], ...]
"""Player (empty: the table), setting, value."""


def with_wish(wishes: Wishes, player: str, name: str, value: Any) -> Wishes:
    """The wishes with one more; None takes it back."""
    if wish_of(wishes, player, name) == value:
        return wishes
    kept = tuple(wish for wish in wishes if wish[:2] != (player, name))
    return kept if value is None else (*kept, (player, name, value))


def wish_of(wishes: Wishes, player: str, name: str) -> Any:
    """What somebody has asked for; None: nothing."""
    return next((value for who, wish, value in wishes if (who, wish) == (player, name)), None)


def of_player(wishes: Wishes, player: str) -> dict[str, Any]:
    """All that one player (or, with ``""``, the table) has asked for, in the order of the catalogue."""
    found = {name: value for who, name, value in wishes if who == player}
    return {name: found[name] for name in SETTINGS if name in found}


def usable(settings: Mapping[str, Any], *, table: bool = False) -> dict[str, Any]:
    """Those of the settings that exist and have a value that fits; the rest is left out."""
    return {
        name: value
        for name, value in settings.items()
        if name in SETTINGS and SETTINGS[name].fits(value) and not (table and SETTINGS[name].personal)
    }


def loudness(step: int) -> float:
    """The volume by its number, 1 to ``STEPS``: equal steps for the ear from the quietest to the loudest (B12)."""
    step = min(STEPS, max(1, step))
    return float(round(QUIETEST * (LOUDEST / QUIETEST) ** ((step - 1) / (STEPS - 1)), 2))


def longer(pause: float) -> float:
    """The next longer pause; the longest stays."""
    return next((step for step in PAUSES if step > (pause or USUAL_PAUSE[Prompt.ANSWER] + 0.1)), PAUSES[-1])


def shorter(pause: float) -> float:
    """The next shorter pause; the shortest stays."""
    return next((step for step in reversed(PAUSES) if step < (pause or USUAL_PAUSE[Prompt.ANSWER])), PAUSES[0])


def patience(pause: float, prompt: Prompt) -> float:
    """The pause as a factor on the usual end-of-speech silence of a prompt, as ``Listen`` wants it.

    A pause of a second or less does not make the answers to closed questions slower than they are.
    """
    if not pause or (prompt is Prompt.CLOSED and pause <= 1.0):
        return 1.0
    return round(pause / USUAL_PAUSE[prompt], 3)
