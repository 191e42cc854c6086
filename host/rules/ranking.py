"""The end of a turn and of the game on the track: piles, finishing, the ranking to the last player."""

from __future__ import annotations

from host.rules.events import GameEnded, PackChanged, PlayerFinished, TurnPassed
from host.rules.queries import PILES, next_in_turn
from host.rules.state import GameState, Player
from host.rules.story import Story
from host.rules.words import Mode, Outcome, PackState, Why


def is_home(state: GameState, player: Player) -> bool:
    """Whether all pawns of a player are in the goal (S-38)."""
    if state.mode is Mode.COLOUR:
        return player.counts[0] + player.counts[1] == 0
    return all(progress == state.track.goal for progress in player.pawns)


def playing(state: GameState) -> tuple[Player, ...]:
    """Who has no rank yet."""
    return tuple(player for player in state.players if not player.rank and not player.left)


def finish_if_home(story: Story, id: str) -> None:
    """Gives the next rank to a player with all pawns in the goal, and ends the game when it is decided (S-39)."""
    player = story.state.player(id)
    if player.rank or not is_home(story.state, player):
        return
    story.tell(PlayerFinished(id, free_ranks(story.state)[0]))
    if not story.state.opt("play_on"):
        story.tell(GameEnded(Outcome.WON, (id,)))
    else:
        end_if_ranked(story)


def free_ranks(state: GameState) -> list[int]:
    """Ranks not taken, the best first: who finishes gets the first of them, who leaves the last."""
    taken = {player.rank for player in state.players}
    return [rank for rank in range(1, len(state.players) + 1) if rank not in taken]


def end_if_ranked(story: Story) -> None:
    """The last one left is last, and the ranking is complete (S-P31)."""
    left = playing(story.state)
    if len(left) > 1:
        return
    for player in left:
        story.tell(PlayerFinished(player.id, free_ranks(story.state)[0]))
    ranked = sorted((player for player in story.state.players if player.rank), key=lambda player: player.rank)
    story.tell(GameEnded(Outcome.RANKED, tuple(player.id for player in ranked)))


def end_turn(story: Story, why: Why, to: str = "") -> None:
    """The next player draws, anticlockwise from the one who drew the turn's card (S-06, S-P27).

    Args:
        to: who is next, when the active player has left the game.
    """
    state = story.state
    if state.outcome is None:
        story.tell(TurnPassed(state.active, to or next_in_turn(state, state.active), why))
        turn_piles(story)


def turn_piles(story: Story) -> None:
    """When the next card is needed and all have been turned, the piles are made again first (S-09, S-P28)."""
    if story.state.cards_left == 0:
        story.tell(PackChanged(PILES, PackState.FINISHED))
