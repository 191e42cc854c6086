"""Taking things back: the last decision, and a card that the table throws out, also after its verdict."""

from __future__ import annotations

from host.dialogue.desk import Desk
from host.dialogue.hands import say_corrections
from host.dialogue.house import back
from host.dialogue.stage import Then
from host.dialogue.steps import step_of
from host.dialogue.talk import Step
from host.rules.messages import (
    AnswerJudged,
    CardDrawn,
    CategoryChosen,
    ClaimMade,
    Corrected,
    DieRolled,
    Event,
    SpaceLanded,
    TokenMoved,
    Undo,
    Undone,
    VoidQuestion,
)
from host.rules.state import GameState
from host.rules.words import Phase


def steps_back(game: GameState) -> int:
    """How many decisions lie behind the last thing the table said; 0 when there is nothing to take back.

    What the host does by itself (drawing a question, putting the next pack in) goes back with what led to it.
    """
    steps, state = 0, game
    while state.past is not None:
        dealt = all(isinstance(e, Corrected) and e.field.startswith("cards.") for e in state.past.events)
        steps, state = steps + 1, state.past.before
        if state.phase is Phase.SETUP:
            return 0
        if state.phase is not Phase.POSE and not dealt:
            return steps
    return 0


def undo(desk: Desk) -> Then:
    """Takes the last thing back and says what it was; the pending question is asked again."""
    if desk.game is None and (asked := back(desk)):
        return asked
    steps = steps_back(desk.game) if desk.game is not None else 0
    if not steps:
        desk.say("nothing_to_undo")
        return Then.REPEAT
    before = desk.state
    gone = _decisions(before, steps)
    desk.must(Undo(steps))
    desk.change(asides=(), retries=0, earlier=None, cued=False, short="", boarding="", picks=(), news=())
    if desk.state.question is not None and desk.state.question.id:
        desk.change(question_id=desk.state.question.id)
    _say_undone(desk, gone)
    desk.announce()
    say_corrections(desk, before, desk.state)
    return Then.ASK


def _decisions(game: GameState, steps: int) -> tuple[Event, ...]:
    """The events that are taken back, oldest first."""
    events: tuple[Event, ...] = ()
    state = game
    for _ in range(steps):
        assert state.past is not None
        events, state = (*state.past.events, *events), state.past.before
    return events


def _say_undone(desk: Desk, gone: tuple[Event, ...]) -> None:
    contested = any(isinstance(event, Undone) for event in gone)
    lines: dict[type, str] = {
        SpaceLanded: "undone_landing", DieRolled: "undone_roll", CardDrawn: "undone_card", TokenMoved: "undone_move",
        CategoryChosen: "undone_choice", ClaimMade: "undone_choice", Corrected: "undone_correction",
    }  # fmt: skip
    for event in gone:
        if isinstance(event, AnswerJudged):
            desk.say("undone_answer", player=desk.name(event.player))
            if contested and desk.talk.judged is not None and event.text:
                counted = event.verdict == "right"
                desk.note("ruling", question=desk.talk.question_id, text=event.text, accepted=not counted)
            return
        if line := lines.get(type(event)):
            desk.say(line)
            return
    desk.say("undone")


def void(desk: Desk, *, mark: str, line: str = "voided") -> Then:
    """Throws the open card out and draws another of the same colour at no cost (R-T16).

    Right after its verdict the verdict goes with it, as long as nobody has rolled since.

    Args:
        mark: what is remembered of the question (``known``, ``disputed``); empty: nothing.
    """
    if desk.game is None or not (_is_open(desk) or desk.game.verdict is not None):
        desk.say("nothing_to_void")
        return Then.REPEAT
    before, question = desk.state, desk.talk.question_id
    if not _is_open(desk):
        desk.must(Undo(steps_back(desk.game)))
    if desk.state.phase is not Phase.ANSWER:
        desk.say("nothing_to_void")
        return Then.REPEAT
    desk.must(VoidQuestion())
    desk.change(asides=(), judged=None if before.verdict else desk.talk.judged, voided=(*desk.talk.voided, question))
    if mark and question:
        desk.note(mark, question=question)
    desk.say(line)
    desk.end_line()
    say_corrections(desk, before, desk.state)
    return Then.ASK


def _is_open(desk: Desk) -> bool:
    return desk.state.phase is Phase.ANSWER and step_of(desk) in (Step.ANSWER, Step.OWN_CARD, Step.HEARD, Step.TABLE)
