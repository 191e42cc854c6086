"""How strictly to judge, agreed by the table before play."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Precision(StrEnum):
    """The three levels of the precision table."""

    LENIENT = "lenient"
    STANDARD = "standard"
    STRICT = "strict"


class Channel(StrEnum):
    """Where the words come from: sound-alikes count only when they were spoken."""

    SPOKEN = "spoken"
    TYPED = "typed"


_SOUND_LIMITS = {Precision.LENIENT: 0.34, Precision.STANDARD: 0.26, Precision.STRICT: 0.12}


@dataclass(frozen=True, slots=True)
class Policy:
    """One player's policy for one answer. Children may have their own precision."""

    precision: Precision = Precision.STANDARD
    channel: Channel = Channel.SPOKEN
    year_tolerance: int = 2
    """Years a year may be off, at lenient precision only."""
    quantity_tolerance: float = 0.01
    """Share a quantity may be off (0.01 = one per cent), at lenient precision only."""

    @property
    def lenient(self) -> bool:
        """Lenient precision."""
        return self.precision is Precision.LENIENT

    @property
    def strict(self) -> bool:
        """Strict precision."""
        return self.precision is Precision.STRICT

    @property
    def spoken(self) -> bool:
        """The answer came through a recogniser."""
        return self.channel is Channel.SPOKEN

    @property
    def sound_limit(self) -> float:
        """Largest phoneme distance (0 to 1) that passes for spoken answers."""
        return _SOUND_LIMITS[self.precision]

    def typo_limit(self, letters: int) -> int:
        """How many edits a word of that many letters may hold."""
        match self.precision:
            case Precision.STRICT:
                return 0
            case Precision.LENIENT:
                return 2 if letters >= 7 else 1 if letters >= 5 else 0
            case Precision.STANDARD:
                return 2 if letters >= 9 else 1 if letters >= 5 else 0
