"""The dialogue's own state: what was asked, what is waited for, how often it went past us. Frozen and serialisable.

What is *expected* follows from the game's phase (see host.dialogue.turn.step_of); a confirmation is LISTENING with a
question of its own (`Confirm`), not a state.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from typing import Any

from host.dialogue.phrasebook import Verbosity
from host.dialogue.protocol import Scored, Scores


class Mode(StrEnum):
    """The four states of the dialogue table (see host.dialogue.machine)."""

    SPEAKING = "speaking"
    LISTENING = "listening"
    PAUSED = "paused"
    ENDED = "ended"


class Step(StrEnum):
    """What the host waits for; the name of the help line is ``help_<step>``."""

    PLAYERS = "players"
    PRECISION = "precision"
    START_ROLL = "start_roll"
    LANDING = "landing"
    CATEGORY = "category"
    ANSWER = "answer"
    YES_NO = "yes_no"
    ENDED = "ended"


class Confirm(StrEnum):
    """What a yes/no question is about."""

    NOTHING = ""
    TABLE = "table"
    """Does the table accept the answer that the host could not decide?"""
    SURE = "sure"
    """The rules doubt a report: the command in ``Talk.doubted`` is sent again with ``sure``."""
    OWN_CARD = "own_card"
    """The bank is empty: the table read a card of its own; was the answer right?"""


@dataclass(frozen=True, slots=True)
class Judged:
    """The last verdict, for "why?" and for a contest."""

    player: str
    heard: str
    answer: str
    verdict: str
    """``right``, ``wrong`` or ``none``."""
    reason: str = ""
    """The judge's sentence, in the language of the game."""


@dataclass(frozen=True, slots=True)
class Talk:
    """Where the conversation stands."""

    language: str = "en"
    mode: Mode = Mode.SPEAKING
    verbosity: Verbosity = Verbosity.FULL
    rate: float = 1.0
    """Speech rate asked for, 1 = normal."""
    patience: float = 1.0
    """Factor on the silence that ends an utterance."""
    turn_id: int = 0
    """Grows with every Listen; results of an older turn are stale and dropped."""
    line_id: int = 0
    """Id of the last line said."""
    deadline: float | None = None
    """Time of the next reminder; None: none."""
    silences: int = 0
    misses: int = 0
    prompt: tuple[str, ...] = ()
    """The lines that "repeat" says again."""
    repeats: int = 0
    """How often in a row the prompt was repeated: from the second time it is said slower."""
    players: tuple[str, ...] = ()
    """Names given before the game begins."""
    precision: str = ""
    question_id: str = ""
    """The question that is open, or was judged last."""
    asked: tuple[str, ...] = ()
    """Ids of all questions asked in this game."""
    retries: int = 0
    """Re-says and "be more precise" used up for this question."""
    earlier: Scores | None = None
    """Scores of the first try, while a re-say is waited for."""
    heard: str = ""
    """The answer that the table is asked about."""
    confirm: Confirm = Confirm.NOTHING
    doubted: str = ""
    """JSON of the doubted command."""
    judged: Judged | None = None

    def to_dict(self) -> dict[str, Any]:
        """Plain data, ready for JSON."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Talk:
        """The state from plain data, also after JSON has turned tuples into lists."""
        known = {f.name: data[f.name] for f in fields(cls) if f.name in data}
        for name in ("prompt", "players", "asked"):
            known[name] = tuple(known.get(name, ()))
        known["mode"], known["verbosity"] = Mode(known["mode"]), Verbosity(known["verbosity"])
        known["confirm"] = Confirm(known["confirm"])
        if known.get("judged"):
            known["judged"] = Judged(**known["judged"])
        if known.get("earlier"):
            known["earlier"] = _scores(known["earlier"])
        return cls(**known)


def _scores(data: Mapping[str, Any]) -> Scores:
    return Scores(
        tuple(Scored(**s) for s in data["candidates"]), Scored(**data["open"]), data["engine"], data["noise_db"]
    )
