"""Reading the history a state carries: which verdicts were given, and from which state they can be given again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from host.rules.events import AnswerJudged, Undone
from host.rules.state import GameState, Past
from host.rules.words import Purpose, Verdict


@dataclass(frozen=True, slots=True)
class Judgement:
    """One verdict of the game so far, on the line of play that still holds."""

    seq: int
    """``seq`` of the state in which the question was pending: names the verdict in OverruleVerdict."""
    player: str
    verdict: Verdict
    purpose: Purpose
    colour: str
    question: str
    """Question id; empty when the table read its own card."""
    text: str
    """What was answered."""


def line(state: GameState) -> Iterator[Past]:
    """The decisions that led here, latest first. What a contest has taken back is left out."""
    past = state.past
    limit: int | None = None
    while past is not None:
        if limit is None or past.before.seq < limit:
            yield past
        back = next((event.to_seq for event in past.events if isinstance(event, Undone)), None)
        if back is not None:
            limit = back if limit is None else min(limit, back)
        past = past.before.past


def judgements(state: GameState) -> Iterator[Judgement]:
    """All verdicts that can be contested, latest first."""
    for past in line(state):
        for event in past.events:
            if isinstance(event, AnswerJudged):
                yield _judgement(past, event)


def _judgement(past: Past, event: AnswerJudged) -> Judgement:
    before = past.before
    back = next((e.to_seq for e in past.events if isinstance(e, Undone)), None)
    while back is not None and before.seq != back:
        assert before.past is not None
        before = before.past.before
    question = before.question
    assert question is not None
    return Judgement(before.seq, event.player, event.verdict, event.purpose, question.colour, question.id, event.text)


def last_judgement(state: GameState) -> Judgement | None:
    """The latest verdict, None before the first."""
    return next(judgements(state), None)
