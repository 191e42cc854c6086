"""How a turn of the wheel games ends, and how the game does: the next player, winners, the winning streak."""

from __future__ import annotations

from host.rules.events import GameEnded, PlayerFinished, TurnKept, TurnPassed
from host.rules.queries import challengers_after, final_question_decides, has_all_wedges, next_in_turn
from host.rules.state import GameState, Player
from host.rules.story import Story
from host.rules.words import Outcome, Why


def pass_turn(story: Story, why: Why) -> None:
    """The active player's turn is over (G-22, N-19, F-18, F-03); in a challenge the next one may try (G-P33)."""
    state = story.state
    pass_turn_from(story, state.player(state.active), next_in_turn(state, state.active), why)


def pass_turn_from(story: Story, player: Player, to: str, why: Why) -> None:
    """The same, for a player who may have left the game just now."""
    state = story.state
    if state.challenge:
        _next_challenger(story)
    elif not (_first_round_ends(state, player, to) and _draw_by_feats(story)):
        story.tell(TurnPassed(player.id, to, why))


def keep_turn(story: Story, player: str, why: Why = Why.RIGHT) -> None:
    """The same player goes on (G-21, N-18, F-17)."""
    story.tell(TurnKept(player, why))


def won_wedge(story: Story, player: str) -> bool:
    """What a wedge may end: a game without final question, or a challenge. True when it has ended that turn."""
    state = story.state
    side = state.player(player)
    if not has_all_wedges(state, side) or side.rank:
        return False
    if state.challenge and player in state.challengers and state.opt("streak_equal") == "six_wedges":
        story.tell(PlayerFinished(player, 1))  # G-P32: passport wedges count
        if player == state.active:
            _next_challenger(story)
        return player == state.active
    if final_question_decides(state):
        return False
    win(story, player)
    return True


def win(story: Story, player: str) -> None:
    """A player has won (G-31, N-29, F-31, F-34); a win in the first turn may still be equalled (G-47, N-34)."""
    state = story.state
    story.tell(PlayerFinished(player, 1))
    if state.challenge:
        _next_challenger(story)
        return
    side = state.player(player)
    if not state.opt("streak") or player != state.active or side.turns or side.late:
        story.tell(GameEnded(Outcome.WON, (player,)))
        return
    if state.opt("streak_trigger") == "six_wedges":
        for other in state.players:
            if other.feat and other.id != player:
                story.tell(PlayerFinished(other.id, 1))
    _next_challenger(story)


def _next_challenger(story: Story) -> None:
    """The next who may equal the streak, or the end (G-P33)."""
    while True:
        state = story.state
        waiting = _waiting(state)
        if not waiting:
            winners = tuple(player.id for player in state.players if player.rank)
            story.tell(GameEnded(Outcome.DRAWN if len(winners) > 1 else Outcome.WON, winners))
            return
        side = state.player(waiting[0])
        if has_all_wedges(state, side) and state.opt("streak_equal") == "six_wedges":
            # Filled up by passports before the own first turn: nothing is left to try.
            story.tell(PlayerFinished(side.id, 1))
            continue
        story.tell(TurnPassed(state.active, side.id, Why.CHALLENGE))
        return


def _waiting(state: GameState) -> tuple[str, ...]:
    if not state.challenge:
        return challengers_after(state, state.active)
    return tuple(id for id in state.challengers if id != state.active and not state.player(id).rank)


def _first_round_ends(state: GameState, player: Player, to: str) -> bool:
    """Whether the first turns are over when the turn passes (option ``streak_trigger: six_wedges``)."""
    six = state.opt("streak") and state.opt("streak_trigger") == "six_wedges"
    return bool(six) and not player.turns and state.player(to).rolled


def _draw_by_feats(story: Story) -> bool:
    """Ends the game in a draw when several players filled up in their first turn (G-P31, second reading)."""
    feats: list[Player] = [player for player in story.state.players if player.feat]
    if len(feats) < 2:
        return False
    for player in feats:
        story.tell(PlayerFinished(player.id, 1))
    story.tell(GameEnded(Outcome.DRAWN, tuple(player.id for player in feats)))
    return True
