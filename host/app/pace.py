"""What players notice of time: how long a reply took, by stage, and the cue that says the host is still thinking."""

from __future__ import annotations

from typing import Final

from host.app.ear import TurnTimes

THINKING_AFTER: Final = 1.0
"""Seconds without a sound after which a busy host says that it is busy."""
THINKING_EVERY: Final = 2.0
"""Seconds between two such cues."""


class TurnLog:
    """Collects the stages of one reply: last voiced sample, decision, recognition, first line, first sample in the air.

    All times are seconds on one clock.
    """

    def __init__(self) -> None:
        self._times: TurnTimes | None = None
        self._ended = self._heard = self._said = 0.0
        self._line: int | None = None

    def heard(self, times: TurnTimes, ended_at: float, now: float) -> None:
        """An utterance was recognised; its reply is waited for."""
        self._times, self._ended, self._heard, self._line = times, ended_at, now, None

    def said(self, line_id: int, now: float) -> None:
        """The host says a line; the first one after an utterance is the reply."""
        if self._times and self._line is None:
            self._line, self._said = line_id, now

    def finished(self, line_id: int, first_heard: float | None) -> dict[str, float | str] | None:
        """A line has ended. For the reply: its stages in seconds, to be written down; None for any other line."""
        if line_id != self._line or self._times is None:
            return None
        times, self._times, self._line = self._times, None, None
        if first_heard is None:
            return None
        stages: dict[str, float] = {
            "endpoint": times.endpoint,
            "recognition": times.recognition,
            "after_end": max(0.0, self._heard - self._ended - times.endpoint),
            "thinking": self._said - self._heard,
            "voice": first_heard - self._said,
            "total": first_heard - self._ended,
            "lost": times.lost,
        }
        return {**{stage: round(seconds, 3) for stage, seconds in stages.items()}, "reason": times.reason}


class ThinkingCue:
    """When a busy host should make a sound, so that nobody thinks it is dead."""

    def __init__(self) -> None:
        self._quiet_since: float | None = None
        self._last = float("-inf")

    def due(self, now: float, *, busy: bool, sounding: bool) -> bool:
        """Whether a cue is due.

        Args:
            now: seconds.
            busy: the host is recognising, or has a line to say that cannot be heard yet.
            sounding: something is to be heard.
        """
        if not busy or sounding:
            self._quiet_since = None
            return False
        if self._quiet_since is None:
            self._quiet_since = now
        if now - self._quiet_since < THINKING_AFTER or now - self._last < THINKING_EVERY:
            return False
        self._last = now
        return True
