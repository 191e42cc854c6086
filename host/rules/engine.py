"""The rules engine: what a command leads to, and what state the events lead to.

Theory of operation. A game is a chain of *decisions*. ``decide(state, command)`` answers a command with the events
it leads to, or with a refusal that leaves everything as it is; all judgement sits there, in small modules by topic.
``apply(state, events)`` makes those events true and links the decision into the history that the state carries;
``evolve`` is the step of a single event and judges nothing. So a saved game is the list of its decisions, and
``replay`` reads it back without asking ``decide``: a rule mended later never changes a game already played.

Chance and judging come in as data: die values, drawn cards and verdicts are fields of commands. Undo never deletes:
it appends ``Undone(to_seq)``, and the state of that moment holds again. A contest is the same followed by the
verdict the other way round and what follows from it, all in one decision.

The ruleset rides inside the state (``state.rules``) and is serialised as id and version.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from host.rules import (
    answers,
    claims,
    coming_and_going,
    contest,
    decks,
    landing,
    meeting,
    setup,
    special,
    table,
    track_turn,
)
from host.rules import commands as c
from host.rules.answering import decide_answer
from host.rules.candidates import candidates
from host.rules.events import GameStarted, Undone
from host.rules.evolve import evolve
from host.rules.messages import Command, Decision, Event, Rejected
from host.rules.pawns import uses
from host.rules.rulebook import Ruleset
from host.rules.state import GameState, Past, copied, new_game
from host.rules.words import Mode, Phase, Reason

__all__ = [
    "apply", "decide", "destinations", "evolve", "legal_commands", "new_game", "replay", "uses",
]  # fmt: skip

_ANYWHERE: Mapping[type, Callable[[GameState, Any], Decision]] = {
    c.StartGame: setup.start_game,
    c.RollForStart: setup.roll_for_start,
    c.DrawForStart: setup.draw_for_start,
    c.SubmitAnswer: decide_answer,
    c.GiveUp: decide_answer,
    c.PoseQuestion: answers.pose_question,
    c.OverruleVerdict: contest.overrule,
    c.VoidQuestion: table.void_question,
    c.AddPlayer: coming_and_going.add_player,
    c.RemovePlayer: coming_and_going.remove_player,
    c.Correct: table.correct,
    c.Undo: table.undo,
}
_WHEEL: Mapping[type, Callable[[GameState, Any], Decision]] = {
    c.SetCards: setup.set_cards,
    c.RollDie: landing.roll_die,
    c.MoveTo: landing.move_to,
    c.ReportLanding: landing.report_landing,
    c.ChooseCategory: answers.choose_category,
    c.PlayBoarding: special.play_boarding,
    c.PlayFirstClass: special.play_first_class,
    c.PickQuestions: special.pick_questions,
    c.ClaimPassport: claims.claim_passport,
    c.CloseClaims: claims.close_claims,
    c.ReportDivider: decks.report_divider,
    c.PlacePack: decks.place_pack,
}


_TRACK: Mapping[type, Callable[[GameState, Any], Decision]] = {
    c.DrawCard: track_turn.draw_card,
    c.EnterPawn: track_turn.enter_pawn,
    c.MovePawn: track_turn.move_pawn,
    c.ReportMove: track_turn.report_move,
    c.DrawQuizCard: meeting.draw_quiz_card,
    c.ChooseValue: meeting.choose_value,
    c.Reshuffle: track_turn.reshuffle,
}


def decide(state: GameState, command: Command) -> Decision:
    """The events a command leads to, or why it is refused. Never changes anything."""
    own = _WHEEL if state.rules.is_wheel else _TRACK
    handler = _ANYWHERE.get(type(command)) or own.get(type(command))
    if handler is None:
        return Rejected(Reason.WRONG_PHASE)
    return handler(state, command)


def apply(state: GameState, events: tuple[Event, ...]) -> GameState:
    """The state after the events of one decision, with that decision in its history (needed by Undo).

    Raises:
        ValueError: an Undone event points to a moment the state has no memory of.
    """
    after = state
    for event in events:
        after = evolve(after, event)
    if len(events) == 1 and isinstance(events[0], Undone):
        return after  # the history is that of the moment gone back to
    return copied(after, {"past": Past(state, events)})


def replay(log: Iterable[tuple[Event, ...]], rules: Ruleset) -> GameState:
    """The state after a whole log: the events of each decision, oldest first.

    Raises:
        ValueError: the log does not belong together, or belongs to another ruleset, version or board.
    """
    state = new_game(rules)
    for events in log:
        for event in events:
            if isinstance(event, GameStarted):
                _belongs(event, rules)
        state = apply(state, events)
    return state


def _belongs(event: GameStarted, rules: Ruleset) -> None:
    if (event.ruleset, event.version) != (rules.id, rules.version):
        saved = f"{event.ruleset} version {event.version}"
        raise ValueError(f"saved with ruleset {saved}, not {rules.id} version {rules.version}")
    if event.board not in rules.boards:
        raise ValueError(f"saved with board '{event.board}', which ruleset {rules.id} does not have")


def legal_commands(state: GameState) -> tuple[Command, ...]:
    """Every command of normal play that would be accepted now; empty when the game is over.

    Free parts are filled in by example: an empty question id, both verdicts without a text. What the table may do
    at any time (corrections, undo, joining and leaving) is not listed.
    """
    return tuple(command for command in candidates(state) if isinstance(decide(state, command), tuple))


def destinations(state: GameState) -> tuple[str, ...]:
    """Spaces the active piece may move to for the value rolled; empty outside guide mode and phase MOVE."""
    if state.mode is not Mode.GUIDE or state.phase is not Phase.MOVE or state.pips is None:
        return ()
    return landing.ways(state)
