"""Late joiners and people who leave (R-T18, R-T19)."""

from __future__ import annotations

from host.rules.claims import next_claimant
from host.rules.commands import AddPlayer, RemovePlayer
from host.rules.events import Corrected, PlayerFinished
from host.rules.messages import Decision, Rejected, freeze, plain
from host.rules.queries import next_in_turn, owner
from host.rules.ranking import end_if_ranked, end_turn, free_ranks, playing
from host.rules.seating import played_kinds
from host.rules.setup import give_roles, pawn_colours, seat_faults, settled
from host.rules.state import GameState, Player
from host.rules.story import Story
from host.rules.turn import pass_turn, pass_turn_from
from host.rules.words import Phase, Purpose, Reason, Why


def add_player(state: GameState, command: AddPlayer) -> Decision:
    """A newcomer starts on the hub or in the house with nothing, and plays when the seat comes up (R-T18)."""
    if state.phase in (Phase.SETUP, Phase.ENDED):
        return Rejected(Reason.WRONG_PHASE)
    present = [player for player in state.players if not player.left]
    most = state.rules.max_players
    colours = pawn_colours(state.rules, state.board)
    if colours:
        most = min(most, len(colours))
    if len(present) >= most or not state.has(command.after):
        return Rejected(Reason.NOT_ELIGIBLE, command.player.id, f"at most {most}")
    if not command.player.id or command.player.id in [player.id for player in state.players]:
        return Rejected(Reason.BAD_SETUP, "players", "different ids")
    for field, limit in seat_faults(state.rules, command.player, colours):
        return Rejected(Reason.BAD_SETUP, field, limit)
    taken = {player.seat.colour for player in state.players}
    if command.player.colour in taken - {""}:
        return Rejected(Reason.BAD_SETUP, "colour", ", ".join(c for c in colours if c not in taken))
    free = next((colour for colour in colours if colour not in taken), "")
    seat = settled(state.rules, state.options, command.player, free)
    kinds = played_kinds(state.rules, state.options)
    cards = {kind.value: 1 for kind in kinds if state.lying[kind] > 0}
    value = {"add": plain(seat), "after": command.after, "cards": cards}
    return (Corrected("players", freeze(value)),)


def remove_player(state: GameState, command: RemovePlayer) -> Decision:
    """Somebody leaves for good; what he was part of is dropped, and the others go on (R-T19)."""
    id = command.player
    if state.phase in (Phase.SETUP, Phase.ENDED):
        return Rejected(Reason.WRONG_PHASE)
    if not state.has(id) or sum(not player.left for player in state.players) == 1:
        return Rejected(Reason.NOT_ELIGIBLE, id)
    gone, to = state.player(id), next_in_turn(state, id)
    story = Story(state).tell(Corrected("players", freeze({"remove": id})))
    if state.phase is Phase.START:
        give_roles(story)  # who is left may all have rolled by now
    elif state.rules.is_wheel:
        _wheel_without(story, state, gone, to)
    else:
        _track_without(story, state, gone, to)
    return story.events()


def _wheel_without(story: Story, before: GameState, gone: Player, to: str) -> None:
    if before.active == gone.id:
        pass_turn_from(story, gone, to, Why.NONE)
        return
    claims, question = story.state.claims, before.question
    if claims is None:
        return
    if not claims.ordered and not claims.players:
        pass_turn(story, Why.WRONG)
    elif question is not None and question.player == gone.id and question.purpose is Purpose.PASSPORT:
        if claims.players:
            next_claimant(story)
        else:
            pass_turn(story, Why.CLAIMS)


def _track_without(story: Story, before: GameState, gone: Player, to: str) -> None:
    """The pawns leave the track; who leaves is ranked last among those still playing."""
    if not gone.rank:
        story.tell(PlayerFinished(gone.id, free_ranks(before)[-1]))
    finished = any(player.rank and not player.left for player in before.players)
    if finished and len(playing(story.state)) == 1:
        end_if_ranked(story)
    elif before.active == gone.id:
        end_turn(story, Why.NONE, to)
    elif before.meeting is not None and gone.id in _involved(before):
        end_turn(story, Why.PLAYED)


def _involved(state: GameState) -> tuple[str, ...]:
    assert state.meeting is not None
    return owner(state, state.meeting.arriver), owner(state, state.meeting.first)
