"""The move on the wheel: the roll, the destination or the reported landing, and what the space does."""

from __future__ import annotations

from host.rules.board import HUB, destinations, hq_id, kinds_after, print_of, reachable_with_turns, shortest_loop
from host.rules.board_check import LONGEST_ROLL
from host.rules.commands import MoveTo, ReportLanding, RollDie
from host.rules.events import Corrected, DieRolled, PointsLost, SpaceLanded, TokenMoved, TurnKept
from host.rules.messages import Decision, Doubted, Rejected
from host.rules.queries import prints, space_at
from host.rules.setup import DIE
from host.rules.state import GameState, Player
from host.rules.story import Story
from host.rules.turn import pass_turn
from host.rules.words import How, Kind, Mode, Phase, Purpose, Reason, Why


def ways(state: GameState) -> tuple[str, ...]:
    """Spaces the active piece may be moved to for the value rolled (guide mode); G-14, G-15, G-17, G-25."""
    player = state.player(state.active)
    assert state.pips is not None, "no die value to move by"
    ends = destinations(state.wheel, player.space, state.pips, state.opt("retrace"))
    return tuple(space for space in ends if space != player.leave)


def roll_die(state: GameState, command: RollDie) -> Decision:
    """A move begins (G-12, N-09, F-10). Guide mode needs the value; a roll that leads nowhere ends the turn (G-P14)."""
    if state.phase is not Phase.ROLL:
        return Rejected(Reason.WRONG_PHASE)
    if command.pips is None:
        if state.mode is Mode.GUIDE:
            return Rejected(Reason.BAD_VALUE, "pips", f"1-{DIE}")
    elif not 1 <= command.pips <= DIE:
        return Rejected(Reason.BAD_VALUE, "pips", f"1-{DIE}")
    return pass_if_stuck(Story(state).tell(DieRolled(state.active, command.pips, Purpose.MOVE))).events()


def pass_if_stuck(story: Story) -> Story:
    """Guide mode: a roll that leads nowhere ends the turn (G-P14, N-P18, F-P13)."""
    state = story.state
    if state.mode is Mode.GUIDE and state.phase is Phase.MOVE and state.pips is not None and not ways(state):
        pass_turn(story.tell(PointsLost(state.active, Why.NO_ROOM)), Why.LOST)
    return story


def move_to(state: GameState, command: MoveTo) -> Decision:
    """The chosen destination (guide mode)."""
    if state.phase is not Phase.MOVE or state.mode is not Mode.GUIDE or _waits_for_print(state):
        return Rejected(Reason.WRONG_PHASE)
    player = state.player(state.active)
    if command.space not in state.wheel.spaces:
        return Rejected(Reason.NO_SUCH_SPACE, command.space)
    if command.space not in ways(state):
        return Rejected(_why_not(state, player, command.space), command.space)
    story = Story(state).tell(TokenMoved(player.id, player.space, command.space, How.ROLL))
    space = space_at(state, command.space)
    if space.kind is not Kind.UNKNOWN:
        land(story, space.kind, space.colour, player)
    return story.events()


def _why_not(state: GameState, player: Player, space: str) -> Reason:
    if space == player.space:
        if not player.moves:
            return Reason.FIRST_MOVE
        return Reason.MUST_LEAVE if player.leave == space else Reason.SAME_SPACE
    back = reachable_with_turns(state.wheel, player.space, state.pips or 0)
    return Reason.TURNED_BACK if space in back else Reason.NOT_REACHABLE


def _waits_for_print(state: GameState) -> bool:
    """Whether the piece has moved to an unknown space and the table is asked what it is (boards 7.3)."""
    return state.phase is Phase.MOVE and state.mode is Mode.GUIDE and state.pips is None


def report_landing(state: GameState, command: ReportLanding) -> Decision:
    """Where the piece stopped, as the table says (colour mode), or what an unknown space is (guide mode)."""
    guide = state.mode is Mode.GUIDE
    if not (_waits_for_print(state) if guide else state.phase in (Phase.ROLL, Phase.MOVE)):
        return Rejected(Reason.WRONG_PHASE)
    if not is_printed(state, command.kind, command.colour):
        return Rejected(Reason.NO_SUCH_SPACE, command.colour or command.kind)
    player = state.player(state.active)
    story = Story(state)
    if guide:
        if command.kind in (Kind.HUB, Kind.HQ):
            return Rejected(Reason.NO_SUCH_SPACE, command.kind)
        story.tell(Corrected(f"board.{player.space}", print_of(command.kind, command.colour)))
    elif refused := _colour_checks(state, command, player):
        return refused
    land(story, command.kind, command.colour, player)
    return story.events()


def is_printed(state: GameState, kind: Kind, colour: str) -> bool:
    """Whether such a space exists in this edition (C-2): its kind is printed, and its colour fits the kind."""
    coloured = kind in (Kind.COLOUR, Kind.HQ, Kind.SHORTCUT)
    return prints(state, kind) and (colour in state.rules.colours if coloured else not colour)


def _colour_checks(state: GameState, command: ReportLanding, player: Player) -> Rejected | Doubted | None:
    """C-3 to C-5: what can be known without positions."""
    space = {Kind.HUB: HUB, Kind.HQ: hq_id(command.colour)}.get(command.kind, "")
    first = not player.moves
    if first and space == HUB:
        return Rejected(Reason.FIRST_MOVE)  # C-4
    loop = shortest_loop(state.wheel)
    if space and space == player.space and (loop is None or loop > LONGEST_ROLL):
        return Rejected(Reason.MUST_LEAVE if player.leave == space else Reason.SAME_SPACE, space)  # C-3
    if first and state.pips is not None:  # C-5
        steps = state.rules.printed.steps_to_hq
        if steps is not None and (state.pips == steps) != (command.kind is Kind.HQ):
            return Rejected(Reason.FIRST_MOVE)  # F-09
        if command.kind not in kinds_after(state.wheel, (state.pips,)) and not command.sure:
            return Doubted(Reason.FIRST_MOVE)
    return None


def land(story: Story, kind: Kind, colour: str, before: Player) -> None:
    """The piece of the active player stops on such a space, which then does what the ruleset says.

    Args:
        before: the player as before the move, with the leave duty.
    """
    player = before.id
    story.tell(SpaceLanded(player, kind, colour))
    match story.state.rules.spaces[kind]:
        case "roll_again":
            story.tell(TurnKept(player, Why.ROLL_AGAIN))  # G-23, F-24
        case "go_to_headquarters":
            if colour in before.wedges and story.state.opt("shortcut_when_owned") == "stay":
                return
            origin = story.state.player(player).space
            story.tell(TokenMoved(player, origin, hq_id(colour), How.SHORTCUT))  # N-23
            story.tell(SpaceLanded(player, Kind.HQ, colour))
        case _:
            pass  # a question or a choice is due: the phase says so
