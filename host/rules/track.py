"""The track of a pawn game: a ring run round once, one home straight and one goal per colour."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from host.rules.words import Branch


@dataclass(frozen=True, slots=True)
class TrackColour:
    """One colour of the track."""

    id: str
    start: int
    """Ring index of its start space."""
    names: Mapping[str, str]
    """Language -> name."""


@dataclass(frozen=True, slots=True)
class Way:
    """One way a pawn can go by a value."""

    branch: Branch
    """NONE when it is the only one."""
    progress: int
    """Where it ends, counted in steps from the own start space."""
    bounced: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Track:
    """A track board. Progress p of a pawn counts steps from its own start space. Compared by identity."""

    id: str
    ruleset: str
    ring: int
    """Number of ring spaces (L); indices run in the direction of travel."""
    colours: tuple[TrackColour, ...]
    pawns: int
    """Pawns per colour."""
    entry: int
    """Progress of the last ring space before the home straight (E)."""
    home: int
    """Spaces of each home straight (H)."""
    direction: str
    """Of travel, for speech only: ``clockwise`` or ``anticlockwise``."""

    @property
    def goal(self) -> int:
        """Progress of the goal (G = E + H + 1)."""
        return self.entry + self.home + 1

    def start(self, colour: str) -> int:
        """Ring index of the start space of a colour."""
        return next(c.start for c in self.colours if c.id == colour)

    def ring_index(self, colour: str, progress: int) -> int | None:
        """Ring index of a pawn, None on the home straight and in the goal."""
        return (self.start(colour) + progress) % self.ring if progress <= self.entry else None

    def space(self, colour: str, number: int, progress: int | None) -> str:
        """Space id of pawn ``number`` (1, 2 …) of a colour; None is the house."""
        if progress is None:
            return f"house.{colour}.{number}"
        if progress == self.goal:
            return f"goal.{colour}"
        if progress > self.entry:
            return f"home.{colour}.{progress - self.entry}"
        return f"ring.{(self.start(colour) + progress) % self.ring}"

    def ways(
        self, progress: int, value: int, *, skip_home: bool, bounce: bool, backward_opens: bool
    ) -> tuple[Way, ...]:
        """Where a value leads from ``progress`` (S-31 to S-37, boards 8.3); empty when it cannot be used.

        Args:
            value: steps, negative backwards.
            skip_home: the ring may be taken past the entry, for an extra lap (S-37, S-P18).
            bounce: too many points lead back from the goal (S-33); otherwise they cannot be used (S-P19).
            backward_opens: a pawn that went back over its start space may turn in at once (S-P16).
        """
        if value < 0:
            return (Way(Branch.NONE, progress + value),)
        if progress > self.entry:
            return self._home(progress + value, Branch.NONE, bounce)
        lap = progress + self.ring if progress < 0 and backward_opens else progress
        if not 0 <= lap <= self.entry < lap + value:
            return (Way(Branch.NONE, progress + value),)
        ring = Way(Branch.RING, lap + value - self.ring)
        home = self._home(lap + value, Branch.HOME if skip_home else Branch.NONE, bounce)
        if not skip_home:
            return home
        return (*home, ring) if home else (Way(Branch.NONE, ring.progress),)

    def _home(self, progress: int, branch: Branch, bounce: bool) -> tuple[Way, ...]:
        if progress <= self.goal:
            return (Way(branch, progress),)
        return (Way(branch, 2 * self.goal - progress, bounced=True),) if bounce else ()

    def passes_foreign_entry(self, colour: str, progress: int, value: int) -> bool:
        """Whether that many steps from a ring space lead past the entry of another colour's home straight (S-36)."""
        first = (self.start(colour) + progress) % self.ring
        entries = {(c.start + self.entry) % self.ring for c in self.colours if c.id != colour}
        return any((first + step) % self.ring in entries for step in range(max(value, 0)))
