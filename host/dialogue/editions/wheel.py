"""The wheel games: who starts, where a piece landed, which category is chosen."""

from __future__ import annotations

import random

from host.dialogue.announce import kept_turn, say_hands
from host.dialogue.colours import unknown_colour
from host.dialogue.commands import put, refuse
from host.dialogue.desk import Desk
from host.dialogue.stage import Phrases, Stage, Then, Values
from host.dialogue.standing import missing_of, number
from host.dialogue.steps import next_hand
from host.dialogue.talk import Step
from host.dialogue.understand import Intent, fold
from host.rules import queries
from host.rules.messages import (
    ChooseCategory,
    Correct,
    PlayBoarding,
    ReportLanding,
    RollDie,
    RollForStart,
    SetCards,
)
from host.rules.queries import holds
from host.rules.seating import dealt_hands
from host.rules.state import Player
from host.rules.words import Kind, Phase, Reason, Special

# --- who starts ---------------------------------------------------------------------------------------------------


def ask_start_roll(desk: Desk) -> None:
    """The next start roll."""
    desk.say("ask_start_roll", player=desk.name(desk.state.active))
    desk.ask()


def take_start(desk: Desk, intent: Intent) -> Then | None:
    """A start roll, or simply who begins."""
    match intent.name:
        case "die":
            rolled = put(desk, RollForStart(desk.state.active, int(intent.get("number"))))
            say_tie(desk, "start_tie")
            return rolled
        case "player_starts":
            return _begins(desk, intent.get("player"))
        case "landing" | "board" if all(value is None for _, value in desk.state.start):
            # Somebody has moved already: then that is how they want it.
            _begins(desk, desk.state.active)
            return take_landing(desk, intent)
    return None


def say_tie(desk: Desk, line: str) -> None:
    """After a start roll or card: who has to do it again, when the round has ended in a tie (G-P02, S-P03)."""
    again = tuple(player for player, value in desk.state.start if value is None)
    if desk.events and again and len(again) == len(desk.state.start):
        desk.say(line, players=desk.names(again))
        desk.end_line()


def _begins(desk: Desk, player: str) -> Then:
    """The table says who begins; special cards that are dealt from the starter on are dealt all the same (G-P03)."""
    dealt: tuple[Player, ...] = dealt_hands(desk.state, player).get("players", ())
    desk.must(Correct("active", player))
    for side in dealt:
        desk.must(SetCards(side.id, *(side.cards[kind] for kind in Special)))
    desk.say("starter", player=desk.name(player))
    desk.announce()
    if dealt:
        say_hands(desk)
    return Then.ASK


def ask_hand(desk: Desk) -> None:
    """The special cards of a side, where the table has dealt them itself (G-P03)."""
    desk.say("ask_hand", player=desk.name(next_hand(desk)))
    desk.ask()


def take_hand(desk: Desk, text: str) -> Then | None:
    """Three numbers: boarding, first class, passports."""
    ways = {fold(way): int(value) for value, said in desk.book.words["number"].items() for way in said}
    counts = [ways[word] for word in fold(text).split() if word in ways]
    if len(counts) != 3:
        return None
    player = next_hand(desk)
    outcome = put(desk, SetCards(player, *counts))
    if outcome is Then.ASK:
        desk.agree(hands=(*desk.talk.setup.hands, player))
    return outcome


# --- where a piece landed -------------------------------------------------------------------------------------------


def ask_landing(desk: Desk) -> None:
    """Whose turn it is and what to do, or only where the piece stopped when the die value is told already."""
    game = desk.state
    player = game.player(game.active)
    if game.phase is Phase.MOVE:
        desk.say("ask_landing", pips=number(desk, game.pips or 0))
        desk.ask()
        return
    if player.leave:
        desk.say("must_leave", player=desk.name(player.id))
    line = "turn_on" if kept_turn(desk) else "turn_challenge" if game.challenge else "turn"
    desk.say(line, player=desk.name(player.id))
    if holds(player, Special.BOARDING) and missing_of(desk, player.id) and desk.once(f"boarding/{player.id}"):
        desk.say("boarding_reminder")
    desk.ask()


def take_landing(desk: Desk, intent: Intent) -> Then | None:
    """Die value, landed space and a call of "boarding", in one breath or step by step."""
    match intent.name:
        case "die":
            return put(desk, RollDie(int(intent.get("number"))))
        case "board":
            return take_board(desk, intent)
        case "landing":
            if asked := unknown_colour(desk, intent):
                return asked
            if refused := _roll(desk, intent):
                return refused
            landed = put(desk, ReportLanding(Kind(intent.get("kind")), intent.get("colour")))
            colour = intent.get("board") or desk.talk.boarding
            desk.change(boarding="")
            if colour and landed is Then.ASK and desk.talk.aside is None:
                return put(desk, PlayBoarding(colour))
            return landed
        case "dont_know" | "no" if desk.state.again and desk.state.opt("roll_again_must") is False:
            return None
    return None


def _roll(desk: Desk, intent: Intent) -> Then | None:
    """The die value that was told along; None when all is well."""
    if not intent.get("number") or desk.state.phase is not Phase.ROLL:
        return None
    outcome = desk.do(RollDie(int(intent.get("number"))))
    return None if isinstance(outcome, tuple) else refuse(desk, outcome.reason)


def take_board(desk: Desk, intent: Intent) -> Then:
    """ "Boarding to green": after a roll-again space at once, else the stop before it is asked for (G-33)."""
    if refused := _roll(desk, intent):
        return refused
    colour = intent.get("colour")
    player = desk.state.player(desk.state.active)
    if not holds(player, Special.BOARDING):
        return refuse(desk, Reason.NO_CARD if desk.state.opt("boarding") is not False else Reason.KIND_OFF)
    if colour in player.wedges:
        return refuse(desk, Reason.WEDGE_OWNED)
    if desk.state.landed is not None and desk.state.again:
        return put(desk, PlayBoarding(colour))
    desk.put_aside(Step.BOARD_FROM, colour=colour)
    return Then.ASK


def ask_board_from(desk: Desk) -> None:
    """Where the piece stopped before it boards."""
    assert desk.talk.aside is not None
    desk.say("ask_boarding_from", colour=desk.colour(desk.talk.aside.get("colour")))
    desk.ask()


def take_board_from(desk: Desk, intent: Intent) -> Then | None:
    """The space stopped on; then the card is played."""
    if intent.name != "landing":
        return None
    desk.change(boarding=desk.take_aside().get("colour"))
    return take_landing(desk, intent)


# --- categories -----------------------------------------------------------------------------------------------------


def ask_category(desk: Desk) -> Then | None:
    """Which category: of the player on the hub, or of the others for the final question."""
    game = desk.state
    final = queries.is_final(game)
    if queries.choosers(game) == ("",):  # solo, or agreed so: the host chooses at random
        return choose_myself(desk)
    desk.say("ask_final_category" if final else "ask_category", player=desk.name(game.active))
    desk.ask()
    return None


def choose_myself(desk: Desk) -> Then:
    """The host chooses, by seed."""

    game = desk.state
    colours = desk.mind.colours
    chance = random.Random(f"{desk.mind.seed}/{game.seq}/category")
    colour = colours[int(chance.random() * len(colours))]
    line = "final_category_mine" if queries.is_final(game) else "category_mine"
    desk.say(line, player=desk.name(game.active), category=desk.mind.category(colour, desk.language))
    desk.end_line()
    desk.must(ChooseCategory(colour, queries.choosers(game)[-1]))
    return Then.ASK


def take_category(desk: Desk, intent: Intent) -> Then | None:
    """The category by colour or name; "you choose" leaves it to the host."""
    match intent.name:
        case "colour":
            return put(desk, ChooseCategory(intent.get("colour"), queries.choosers(desk.state)[0]))
        case "you_choose":
            return choose_myself(desk)
    return None


def category_names(desk: Desk) -> Phrases:
    """A category's name and the words of it that stand for it alone ("Science" for Science and Nature)."""
    names = {colour: desk.mind.category(colour, desk.language) for colour in desk.mind.colours}
    words = [word for name in names.values() for word in dict.fromkeys(name.split())]
    for colour, name in names.items():
        own = (word for word in name.split() if len(word) > 3 and words.count(word) == 1)
        for phrase in dict.fromkeys((name, *own)):
            yield phrase, Intent("colour", (("colour", colour),))


def colours_of(desk: Desk) -> Values:
    """Only the colours of this edition."""
    return {"colour": desk.mind.colours}


STAGES = {
    Step.START_ROLL: Stage(
        ask_start_roll, take_start, ("die", "player_starts", "landing"), values=colours_of, offers=("player_starts",)
    ),
    Step.HAND: Stage(ask_hand, lambda desk, intent: None, words=take_hand, menu=False),
    Step.LANDING: Stage(ask_landing, take_landing, ("landing", "die", "board"), values=colours_of),
    Step.BOARD_FROM: Stage(ask_board_from, take_board_from, ("landing",), values=colours_of),
    Step.CATEGORY: Stage(
        ask_category, take_category, ("colour", "you_choose"), extra=category_names, values=colours_of
    ),
}  # fmt: skip
