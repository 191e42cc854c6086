"""Boarding and first-class cards (G-33 to G-38)."""

from __future__ import annotations

from host.rules.board import distance, hq_id
from host.rules.commands import PickQuestions, PlayBoarding, PlayFirstClass
from host.rules.events import (
    CategoryChosen,
    SpaceLanded,
    SpecialCardPlayed,
    SpecialCardSpent,
    TokenMoved,
    Undone,
)  # fmt: skip
from host.rules.history import last_judgement
from host.rules.messages import Decision, Doubted, Rejected
from host.rules.queries import board_of, choosers, holds, target_wedge
from host.rules.seating import played_kinds
from host.rules.state import GameState
from host.rules.story import Story
from host.rules.words import How, Kind, Phase, Purpose, Reason, Special, Verdict


def play_boarding(state: GameState, command: PlayBoarding) -> Decision:
    """After stopping two spaces from a headquarters whose wedge is missing: straight there (G-33, G-P16, G-P17)."""
    if refused := _held(state, Special.BOARDING):
        return refused
    player = state.player(state.active)
    before_question = state.phase in (Phase.POSE, Phase.CATEGORY) and state.question is None
    if state.landed is None or not (before_question or state.again):
        return Rejected(Reason.TOO_LATE)
    if command.colour not in state.rules.colours:
        return Rejected(Reason.NO_SUCH_SPACE, command.colour)
    if command.colour in player.wedges:
        return Rejected(Reason.WEDGE_OWNED, command.colour)
    target = hq_id(command.colour)
    board = board_of(state)
    if board is not None:
        if distance(board, player.space, target) != state.opt("boarding_distance"):
            return Rejected(Reason.NOT_TWO_AWAY, target)
    elif not command.sure:
        return Doubted(Reason.NOT_TWO_AWAY, target)
    return (
        Story(state)
        .tell(
            SpecialCardPlayed(player.id, Special.BOARDING, target),
            SpecialCardSpent(player.id, Special.BOARDING),  # G-35
            TokenMoved(player.id, player.space, target, How.BOARDING),
            SpaceLanded(player.id, Kind.HQ, command.colour),  # G-34
        )
        .events()
    )


def play_first_class(state: GameState, command: PlayFirstClass) -> Decision:
    """Instead of an answer on a headquarters whose wedge is missing: two other questions (G-36, G-P19)."""
    if Special.FIRST_CLASS not in played_kinds(state.rules, state.options):
        return Rejected(Reason.KIND_OFF, Special.FIRST_CLASS)
    if state.phase is not Phase.ANSWER:
        return _first_class_after_wrong(state)
    if refused := _held(state, Special.FIRST_CLASS):
        return refused
    assert state.question is not None
    colour = target_wedge(state)
    if not colour:
        return Rejected(Reason.NOT_ON_HEADQUARTERS)
    if colour in state.player(state.active).wedges:
        return Rejected(Reason.WEDGE_OWNED, colour)
    if state.question.purpose is not Purpose.WEDGE:
        return Rejected(Reason.TOO_LATE)
    return _first_class(Story(state)).events()


def _first_class(story: Story) -> Story:
    state = story.state
    target = hq_id(target_wedge(state))
    return story.tell(
        SpecialCardPlayed(state.active, Special.FIRST_CLASS, target),
        SpecialCardSpent(state.active, Special.FIRST_CLASS),  # G-38
    )


def _first_class_after_wrong(state: GameState) -> Decision:
    """Option ``first_class_after_wrong``: the wrong answer is taken back, as long as nothing was rolled since."""
    judgement = last_judgement(state)
    if state.verdict is None:
        return Rejected(Reason.WRONG_PHASE)
    wrong_on_hq = judgement is not None and judgement.purpose is Purpose.WEDGE and state.verdict is Verdict.WRONG
    if judgement is None or not wrong_on_hq or not state.opt("first_class_after_wrong"):
        return Rejected(Reason.TOO_LATE)
    story = Story(state).tell(Undone(judgement.seq))
    refused = _held(story.state, Special.FIRST_CLASS)
    return refused or _first_class(story).events()


def pick_questions(state: GameState, command: PickQuestions) -> Decision:
    """Two other questions of the same card, by colour, unseen (G-36, G-P20, G-P21)."""
    if state.phase is not Phase.PICK:
        return Rejected(Reason.WRONG_PHASE)
    assert state.question is not None
    asked = {state.question.colour}
    for colour in (command.first, command.second):
        if colour not in state.rules.colours or colour in asked:
            return Rejected(Reason.NOT_ELIGIBLE, colour)
        asked.add(colour)
    by = choosers(state)[0]
    return (CategoryChosen(by, command.first), CategoryChosen(by, command.second))


def _held(state: GameState, card: Special) -> Rejected | None:
    """Why the active player cannot play such a card; None when it is in the hand."""
    if card not in played_kinds(state.rules, state.options):
        return Rejected(Reason.KIND_OFF, card)
    if not state.active or not holds(state.player(state.active), card):
        return Rejected(Reason.NO_CARD, card)
    return None
