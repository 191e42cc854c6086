"""Pawns arriving: captures, the quiz that may save a pawn, and what its points lead to (S-19 to S-30)."""

from __future__ import annotations

from host.rules.answers import answered
from host.rules.commands import ChooseValue, DrawQuizCard, GiveUp, SubmitAnswer
from host.rules.events import CardDrawn, PawnsMet, PointsLost, TokenMoved
from host.rules.messages import Decision, Rejected
from host.rules.pawns import (
    card_of,
    chosen_way,
    parsed,
    pawn_on_ring,
    values_of,
    winning_pawn,
    won_ways,
)  # fmt: skip
from host.rules.queries import owner
from host.rules.ranking import end_turn, finish_if_home, turn_piles
from host.rules.state import GameState, Player
from host.rules.story import Story
from host.rules.track import Way
from host.rules.words import How, Mode, Phase, Purpose, Reason, Verdict, Why


def place(state: GameState, pawn: str) -> tuple[Player, int, int | None]:
    """Owner, number and progress of a pawn (guide mode)."""
    player = state.player(owner(state, pawn))
    number = parsed(state, pawn, player)
    assert number is not None
    return player, number, player.pawns[number - 1]


def go(story: Story, pawn: str, progress: int | None, how: How) -> None:
    """A pawn goes to that progress, or to the house."""
    state = story.state
    player, number, before = place(state, pawn)
    origin = state.track.space(player.seat.colour, number, before)
    target = state.track.space(player.seat.colour, number, progress)
    story.tell(TokenMoved(pawn, origin, target, how, progress))


def arrive(story: Story, pawn: str, progress: int, how: How) -> None:
    """A pawn moves and meets whoever stands there; without a quiz the turn ends (S-19, S-20, S-22, S-40)."""
    player, number, before = place(story.state, pawn)
    origin = story.state.track.space(player.seat.colour, number, before)
    go(story, pawn, progress, how)
    state = story.state
    index = state.track.ring_index(player.seat.colour, progress)
    met = "" if index is None else pawn_on_ring(state, index, but=pawn)
    if not met:
        finish_if_home(story, player.id)
        end_turn(story, Why.PLAYED)
        return
    story.tell(PawnsMet(pawn, met, f"ring.{index}", origin, before))
    if owner(state, met) == player.id:
        go(story, met, None, How.DISPLACED)
        end_turn(story, Why.PLAYED)
    elif has_quiz(state, index in {colour.start for colour in state.track.colours}):
        turn_piles(story)
    else:
        go(story, met, None, How.CAPTURED)
        end_turn(story, Why.PLAYED)


def has_quiz(state: GameState, on_a_start: bool) -> bool:
    """Whether the pawn that is met may save itself (S-21, S-40, S-P12)."""
    return state.rules.meeting == "quiz" and not (on_a_start and state.opt("quiz_on_start") is False)


def draw_quiz_card(state: GameState, command: DrawQuizCard) -> Decision:
    """The asker, who arrived second, draws the card of the question (S-23)."""
    if state.phase is not Phase.QUIZ_CARD:
        return Rejected(Reason.WRONG_PHASE)
    assert state.meeting is not None
    if command.card not in state.rules.playing_cards:
        return Rejected(Reason.BAD_VALUE, "card", ", ".join(state.rules.playing_cards))
    return (CardDrawn(owner(state, state.meeting.arriver), command.card, Purpose.QUIZ),)


def quiz_answer(state: GameState, command: SubmitAnswer | GiveUp) -> Decision:
    """Right: the pawn is saved and the points are moved; wrong or none: it goes to the house (S-24 to S-29)."""
    judged = answered(state, command)
    if isinstance(judged, Rejected):
        return judged
    assert state.meeting is not None
    story = Story(state).tell(judged)
    if judged.verdict is not Verdict.RIGHT:
        if state.mode is Mode.GUIDE:
            go(story, state.meeting.first, None, How.CAPTURED)
        else:
            story.tell(TokenMoved(state.meeting.first, "way", "house", How.CAPTURED))
        end_turn(story, Why.PLAYED)
    elif state.mode is Mode.GUIDE:
        ways = won_ways(story.state)
        if not ways:
            points_blocked(story)
        elif len(ways) == 1:
            _use_points(story, ways[0][1])
    return story.events()


def choose_value(state: GameState, command: ChooseValue) -> Decision:
    """How the won points are used: the value of an ace, queen or joker, and the way at the home entry (S-28)."""
    if state.phase is not Phase.VALUE:
        return Rejected(Reason.WRONG_PHASE)
    assert state.meeting is not None
    player, number, _ = place(state, winning_pawn(state))
    values = values_of(state, state.meeting.card)
    way = chosen_way(state, player, number, command.value, command.branch, values)
    if isinstance(way, Reason):
        return Rejected(way, str(command.value))
    story = Story(state)
    _use_points(story, way)
    return story.events()


def _use_points(story: Story, way: Way) -> None:
    state = story.state
    assert state.meeting is not None
    how = How.GIFT if card_of(state, state.meeting.card).given else How.QUIZ
    arrive(story, winning_pawn(state), way.progress, how)


def points_blocked(story: Story) -> None:
    """The points cannot be used: the saved pawn stays, the arriving one goes back where it came from (S-P24).

    When that space has been taken meanwhile, in a chain of meetings, it goes to its house.
    """
    state = story.state
    meeting = state.meeting
    assert meeting is not None
    story.tell(PointsLost(state.mover, Why.BLOCKED))
    player, _, _ = place(state, meeting.arriver)
    index = None if meeting.progress is None else state.track.ring_index(player.seat.colour, meeting.progress)
    taken = index is not None and pawn_on_ring(state, index, but=meeting.arriver)
    go(story, meeting.arriver, None if taken else meeting.progress, How.RETURNED)
    end_turn(story, Why.PLAYED)
