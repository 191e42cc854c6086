"""The turn on the track: draw a card, use it, or lose the points (S-07 to S-18)."""

from __future__ import annotations

from host.rules.commands import DrawCard, EnterPawn, MovePawn, ReportMove, Reshuffle
from host.rules.events import CardDrawn, PackChanged, PawnsMet, PointsLost, TokenMoved
from host.rules.meeting import arrive, has_quiz, points_blocked
from host.rules.messages import Decision, Doubted, Rejected
from host.rules.pawns import card_of, chosen_way, must_clear, on_start, parsed, token, uses, values_of
from host.rules.queries import PILES
from host.rules.ranking import end_turn, finish_if_home, turn_piles
from host.rules.state import GameState, Meeting, Player
from host.rules.story import Story
from host.rules.words import How, Mode, PackState, Phase, Purpose, Reason, Result, Why


def draw_card(state: GameState, command: DrawCard) -> Decision:
    """The turn's card (S-07). In guide mode, points that nobody can use are lost at once (S-17)."""
    if state.phase is not Phase.DRAW:
        return Rejected(Reason.WRONG_PHASE)
    if command.card not in state.rules.playing_cards:
        return Rejected(Reason.BAD_VALUE, "card", ", ".join(state.rules.playing_cards))
    return lose_if_stuck(Story(state).tell(CardDrawn(state.active, command.card, Purpose.MOVE))).events()


def lose_if_stuck(story: Story) -> Story:
    """Guide mode: a card or points for which there is no use at all are lost (S-17, S-P24)."""
    state = story.state
    if state.mode is not Mode.GUIDE or state.phase not in (Phase.PLAY, Phase.VALUE) or uses(state):
        return story
    if state.phase is Phase.VALUE:
        points_blocked(story)
        return story
    player, goal = state.player(state.active), state.track.goal
    under_way = any(progress not in (None, goal) for progress in player.pawns)
    story.tell(PointsLost(player.id, Why.BLOCKED if under_way else Why.NO_MOVE))
    end_turn(story, Why.LOST)
    return story


def reshuffle(state: GameState, command: Reshuffle) -> Decision:
    """All cards were gathered, shuffled and put into two piles (S-09); also when the table ran out before the host."""
    if state.phase not in (Phase.RESHUFFLE, Phase.DRAW, Phase.QUIZ_CARD):
        return Rejected(Reason.WRONG_PHASE)
    return (PackChanged(PILES, PackState.PLACED),)


def enter_pawn(state: GameState, command: EnterPawn) -> Decision:
    """A start card brings a pawn to the start space of its colour (S-11 to S-15)."""
    if state.card and not card_of(state, state.card).enters:
        return Rejected(Reason.NOT_A_START_CARD, state.card)
    if state.phase is not Phase.PLAY or state.mode is not Mode.GUIDE:
        return Rejected(Reason.WRONG_PHASE)
    player = state.player(state.active)
    number = parsed(state, command.pawn, player)
    if None not in player.pawns:
        return Rejected(Reason.HOUSE_EMPTY)
    if number is None or player.pawns[number - 1] is not None:
        return Rejected(Reason.PAWN_NOT_MOVABLE, command.pawn)
    if on_start(state, player):
        return Rejected(Reason.START_BLOCKED, command.pawn)
    story = Story(state)
    arrive(story, command.pawn, 0, How.ENTER)
    return story.events()


def move_pawn(state: GameState, command: MovePawn) -> Decision:
    """An own pawn moves by a value of the card (S-08)."""
    if state.phase is not Phase.PLAY or state.mode is not Mode.GUIDE:
        return Rejected(Reason.WRONG_PHASE)
    player = state.player(state.active)
    number = parsed(state, command.pawn, player)
    if number is None:
        return Rejected(Reason.PAWN_NOT_MOVABLE, command.pawn)
    values = values_of(state, state.card)
    way = chosen_way(state, player, number, command.value, command.branch, values)
    first = must_clear(state, player)
    if first and number not in first and way is not Reason.PAWN_NOT_MOVABLE:
        return Rejected(Reason.CLEAR_START_FIRST, token(player, first[0]))
    if isinstance(way, Reason):
        return Rejected(way, command.pawn)
    story = Story(state)
    arrive(story, command.pawn, way.progress, How.BOUNCE if way.bounced else How.CARD)
    return story.events()


def report_move(state: GameState, command: ReportMove) -> Decision:
    """What became of the card, as the table says (colour mode, S-P33): counts are checked, places are not."""
    if state.phase is not Phase.PLAY or state.mode is not Mode.COLOUR:
        return Rejected(Reason.WRONG_PHASE)
    player = state.player(state.mover or state.active)
    won = state.meeting
    rank = won.card if won else state.card
    if command.value is not None and command.value not in values_of(state, rank):
        return Rejected(Reason.VALUE_NOT_ON_CARD, str(command.value))
    if command.result is Result.LOST:
        return _lost(state, command, player, won)
    if refused := _move_fault(state, command, player, rank) or _met_fault(state, command, player):
        return refused
    story = Story(state)
    origin = "house" if command.result is Result.ENTERED else "way"
    target = "goal" if command.result is Result.GOAL else "way"
    story.tell(TokenMoved(player.id, origin, target, _how(state, command, won)))
    if not command.met:
        finish_if_home(story, player.id)
        end_turn(story, Why.PLAYED)
        return story.events()
    story.tell(PawnsMet(player.id, command.met, "unknown", origin))
    if command.met == player.id:
        story.tell(TokenMoved(player.id, "way", "house", How.DISPLACED))
        end_turn(story, Why.PLAYED)
    elif has_quiz(state, command.result is Result.ENTERED):
        turn_piles(story)
    else:
        story.tell(TokenMoved(command.met, "way", "house", How.CAPTURED))
        end_turn(story, Why.PLAYED)
    return story.events()


def _how(state: GameState, command: ReportMove, won: Meeting | None) -> How:
    if won is not None:
        return How.GIFT if card_of(state, won.card).given else How.QUIZ
    return How.ENTER if command.result is Result.ENTERED else How.CARD


def _move_fault(state: GameState, command: ReportMove, player: Player, rank: str) -> Rejected | None:
    house, way, _ = player.counts
    if command.result is not Result.ENTERED:
        return None if way else Rejected(Reason.PAWN_NOT_MOVABLE)
    if state.meeting is not None or not card_of(state, rank).enters:
        return Rejected(Reason.NOT_A_START_CARD, rank)
    return None if house else Rejected(Reason.HOUSE_EMPTY)


def _met_fault(state: GameState, command: ReportMove, player: Player) -> Rejected | None:
    met = command.met
    if not met:
        return None
    if command.result is Result.GOAL or not state.has(met):
        return Rejected(Reason.NOT_ELIGIBLE, met)
    if met != player.id:
        return None if state.player(met).counts[1] else Rejected(Reason.NOT_ELIGIBLE, met)
    if command.result is Result.ENTERED:
        return Rejected(Reason.START_BLOCKED)  # S-15
    if state.opt("own_capture") == "forbidden":
        return Rejected(Reason.PAWN_NOT_MOVABLE, met)
    return None if player.counts[1] > 1 else Rejected(Reason.NOT_ELIGIBLE, met)


def _lost(state: GameState, command: ReportMove, player: Player, won: Meeting | None) -> Decision:
    """Points that cannot be used (S-17). Whoever has a pawn under way is asked whether that can be (S-18)."""
    house, way, _ = player.counts
    if won is None and house and not way and card_of(state, state.card).enters:
        return Rejected(Reason.OTHER_PAWN_MUST_MOVE)
    if way and not command.sure:
        return Doubted(Reason.OTHER_PAWN_MUST_MOVE)
    story = Story(state).tell(PointsLost(player.id, Why.BLOCKED if way else Why.NO_MOVE))
    if won is None:
        end_turn(story, Why.LOST)
    else:
        story.tell(TokenMoved(won.arriver, "way", won.origin, How.RETURNED))  # S-P24
        end_turn(story, Why.PLAYED)
    return story.events()
