"""One answer before the bench: what the layers look at, and how they word their verdicts."""

from __future__ import annotations

from dataclasses import dataclass

from host.judging.guard import Guard
from host.judging.policy import Policy
from host.judging.reading import Reading, read
from host.judging.record import JudgeRecord
from host.judging.sound import Ear
from host.judging.verdict import Layer, Reason, Verdict, VerdictKind


@dataclass(frozen=True, slots=True)
class Case:
    """What was said against what is asked, with everything the layers may use."""

    said: str
    record: JudgeRecord
    policy: Policy
    guard: Guard
    ear: Ear | None
    card_ids: frozenset[int]
    """Known things the card's answer names."""
    said_ids: frozenset[int]
    """Known things that are called what was said."""

    @property
    def language(self) -> str:
        """Language of the game."""
        return self.record.language

    @property
    def reading(self) -> Reading:
        """What was said, read."""
        return read(self.said, self.record.language)

    @property
    def other_thing(self) -> bool:
        """What was said is the name of something known that the card does not mean."""
        return bool(self.said_ids) and not self.said_ids & self.card_ids

    @property
    def rival(self) -> bool:
        """What was said is the name of a different known thing of the card's kind."""
        if not self.other_thing:
            return False
        entities = self.guard.entities
        topics = {entities[number].topic for number in self.card_ids}
        kinds = {entities[number].kind for number in self.card_ids} or {self.record.kind.value} - {"word"}
        return any(entities[n].topic in topics or entities[n].kind in kinds for n in self.said_ids)

    def verdict(self, kind: VerdictKind, layer: Layer, reason: Reason, matched: str = "", **slots: str) -> Verdict:
        """A verdict on this answer."""
        return Verdict(kind, layer, reason, matched or self.record.main, self.said, tuple(sorted(slots.items())))

    def accept(self, layer: Layer, reason: Reason, matched: str = "") -> Verdict:
        """Right."""
        return self.verdict(VerdictKind.CORRECT, layer, reason, matched)

    def reject(self, layer: Layer, reason: Reason, matched: str = "") -> Verdict:
        """Wrong."""
        return self.verdict(VerdictKind.INCORRECT, layer, reason, matched)

    def prompt(self, layer: Layer, reason: Reason, matched: str = "", **slots: str) -> Verdict:
        """Right, but not precise enough."""
        return self.verdict(VerdictKind.CLOSE, layer, reason, matched, **slots)

    def unsure(self, layer: Layer, reason: Reason, matched: str = "") -> Verdict:
        """Not certain what was said."""
        return self.verdict(VerdictKind.UNSURE, layer, reason, matched)
