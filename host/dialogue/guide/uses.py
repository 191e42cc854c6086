"""The turn on a track that the host knows: which pawn can use the card, where it ends and whom it meets (A72)."""

from __future__ import annotations

from dataclasses import dataclass

from host.dialogue.commands import put
from host.dialogue.desk import Desk
from host.dialogue.guide.hand import confirm, put_hands
from host.dialogue.guide.pawns import stand
from host.dialogue.guide.turn import AT_ONCE, MOST, at_once, listed, show
from host.dialogue.guide.words import steps_in_words
from host.dialogue.stage import Stage, Then, Values
from host.dialogue.standing import number
from host.dialogue.talk import Step
from host.dialogue.understand import Intent
from host.rules.engine import uses
from host.rules.messages import ChooseValue, EnterPawn, MovePawn
from host.rules.pawns import chosen_way, parsed, pawn_on_ring, token, values_of, winning_pawn
from host.rules.queries import owner
from host.rules.state import GameState, Player
from host.rules.track import Way
from host.rules.words import Branch

Command = EnterPawn | MovePawn | ChooseValue


@dataclass(frozen=True, slots=True)
class Use:
    """One way to use the card."""

    number: int
    command: Command
    pawn: int
    """Number of the pawn."""
    value: int
    """Steps; 0: it comes in."""
    way: Way
    met: str
    """Pawn that stands where it ends; empty: nobody does."""


def mover(state: GameState) -> Player:
    """Whose pawn uses the card."""
    return state.player(state.mover or state.active)


def uses_of(state: GameState) -> tuple[Use, ...]:
    """Every legal use: home first, then meeting others, coming in, going on, and own pawns last."""
    found = [_use(state, command) for command in uses(state)]
    found.sort(key=lambda use: (_rank(state, use), -use.way.progress, use.pawn))
    return tuple(Use(n, use.command, use.pawn, use.value, use.way, use.met) for n, use in enumerate(found, 1))


def _use(state: GameState, command: Command) -> Use:
    player = mover(state)
    match command:
        case EnterPawn(pawn=pawn):
            value, way = 0, Way(Branch.NONE, 0)
        case MovePawn(pawn=pawn, value=value, branch=branch):
            way = _way(state, player, pawn, value, branch, state.card)
        case ChooseValue(value=value, branch=branch):
            pawn = winning_pawn(state)
            assert state.meeting is not None
            way = _way(state, player, pawn, value, branch, state.meeting.card)
    number_ = parsed(state, pawn, player)
    assert number_ is not None
    index = state.track.ring_index(player.seat.colour, way.progress)
    met = "" if index is None else pawn_on_ring(state, index, but=pawn)
    return Use(0, command, number_, value, way, met)


def _way(state: GameState, player: Player, pawn: str, value: int, branch: Branch, card: str) -> Way:
    number_ = parsed(state, pawn, player)
    assert number_ is not None
    way = chosen_way(state, player, number_, value, branch, values_of(state, card))
    assert isinstance(way, Way), way
    return way


def _rank(state: GameState, use: Use) -> int:
    if use.way.progress == state.track.goal:
        return 0
    if use.met:
        return 2 if owner(state, use.met) != mover(state).id else 6
    if use.way.progress > state.track.entry:
        return 1
    if not use.value:  # pawns in the house are all alike: the others of them come last
        house = [n for n, progress in enumerate(mover(state).pawns, 1) if progress is None]
        return 3 if use.pawn == house[0] else 7
    return 4 if use.value > 0 else 5


# --- the turn ---------------------------------------------------------------------------------------------------------


def in_words(desk: Desk, use: Use) -> str:
    """ "Pawn two, eight spaces on: on the home straight, space three. It meets a pawn of Ben."."""
    if not use.value:
        text = desk.text("use_enter", number=number(desk, use.pawn))
    else:
        line = "use_on" if use.value > 0 else "use_back"
        text = desk.text(
            line,
            number=number(desk, use.pawn),
            count=steps_in_words(desk, abs(use.value)),
            place=stand(desk, use.way.progress),
        )
    if use.way.bounced:
        text = f"{text}, {desk.text('use_bounced')}"
    if use.met:
        whose = owner(desk.state, use.met)
        line = "use_meets" if whose != mover(desk.state).id else "use_own"
        text = f"{text}, {desk.text(line, player=desk.name(whose), number=number(desk, _number(use.met)))}"
    return text


def _number(pawn: str) -> int:
    return int(pawn.rpartition(".")[2])


def _fits(use: Use, wanted: str) -> bool:
    """Whether it belongs to a narrowed list: the number of a pawn, or pawn and steps (``2/7``)."""
    pawn, _, steps = wanted.partition("/")
    return (not pawn or str(use.pawn) == pawn) and (not steps or str(abs(use.value)) == steps)


def shown(desk: Desk) -> tuple[tuple[Use, ...], bool]:
    """The uses told now, at most three, and whether there are more of them."""
    wanted, told = listed(desk)
    fitting = [use for use in uses_of(desk.state) if _fits(use, wanted)][told:]
    count = at_once([in_words(desk, use) for use in fitting[:AT_ONCE]])
    return tuple(fitting[:count]), len(fitting) > count


def ask_use(desk: Desk) -> Then | None:
    """What the card can do: how many ways, and the best three; when there is only one, the hand is told at once."""
    wanted, before = listed(desk)
    everything = uses_of(desk.state)
    if not wanted and not before:
        meeting = desk.state.meeting
        card = meeting.card if meeting is not None and meeting.card else desk.state.card
        line = "use_count" if len(everything) > 1 else "use_one"
        desk.say(
            line,
            card=desk.book.word("card", card),
            player=desk.name(mover(desk.state).id),
            count=number(desk, len(everything)),
            text=in_words(desk, everything[0]),
        )
    if len(everything) == 1:
        return _chosen(desk, everything[0])
    told, more = shown(desk)
    for use in told:
        desk.say("menu_item", number=number(desk, use.number), text=in_words(desk, use))
    desk.say("use_more" if more else "use_which")
    desk.ask()
    return None


def take_use(desk: Desk, intent: Intent) -> Then | None:
    """A number, "more", or only what one pawn can do."""
    everything = uses_of(desk.state)
    match intent.name:
        case "choice":
            picked = int(intent.get("number") or intent.get("ordinal"))
            found = [use for use in everything if use.number == picked]
            return _chosen(desk, found[0]) if found else _no_such(desk)
        case "only_pawn" | "pawn_steps":
            steps = intent.get("steps")
            wanted = f"{intent.get('number')}/{steps}" if steps else intent.get("number")
            found = [use for use in everything if _fits(use, wanted)]
            if not found:
                return _no_such(desk)
            return _chosen(desk, found[0]) if len(found) == 1 else show(desk, wanted)
        case "move" if intent.get("kind") in ("entered", "entered_met"):
            found = [use for use in everything if not use.value]
            return _chosen(desk, found[0]) if found else _no_such(desk)
        case "more":
            wanted, before = listed(desk)
            told, more = shown(desk)
            return show(desk, wanted, before + len(told) if more else 0)
        case "all_ways":
            return show(desk, "")
    return None


def _no_such(desk: Desk) -> Then:
    desk.say("offer_none")
    return Then.REPEAT


def _chosen(desk: Desk, use: Use) -> Then:
    text = desk.text("use_hand", player=desk.name(mover(desk.state).id), text=in_words(desk, use))
    put_hands(desk, use.command, text)
    return Then.ASK


def after_use(desk: Desk, command: Command) -> Then:
    """The hand has moved the pawn: now it counts."""
    player = mover(desk.state)
    pawn = command.pawn if not isinstance(command, ChooseValue) else winning_pawn(desk.state)
    moved = put(desk, command)
    after = desk.state.player(player.id)
    n = int(pawn.rpartition(".")[2])
    confirm(desk, token(player, n), str(after.pawns[n - 1] if n <= len(after.pawns) else ""))
    return moved


def use_values(desk: Desk) -> Values:
    """The numbers of this card's uses, and the numbers of the pawns."""
    numbers = tuple(str(n) for n in range(1, min(MOST, len(uses_of(desk.state))) + 1))
    pawns = tuple(str(n) for n in range(1, len(mover(desk.state).pawns) + 1))
    ordinals = tuple(n for n in numbers if n in desk.book.words["ordinal"])
    return {"choice.number": numbers, "choice.ordinal": ordinals, "only_pawn.number": pawns}


CHOOSING = ("choice", "only_pawn", "pawn_steps", "more", "all_ways", "move")
STAGES = {Step.USE: Stage(ask_use, take_use, CHOOSING, values=use_values, menu=False)}
