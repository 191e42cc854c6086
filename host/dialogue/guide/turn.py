"""The turn on a wheel that the host knows: the roll, the destinations offered, the hand that moves the piece."""

from __future__ import annotations

from collections.abc import Sequence

from host.dialogue.announce import kept_turn
from host.dialogue.colours import unknown_colour
from host.dialogue.commands import put, refuse
from host.dialogue.desk import Desk
from host.dialogue.editions.wheel import category_names, colours_of, take_board
from host.dialogue.guide.hand import confirm, put_hands
from host.dialogue.guide.offers import HQ, ROLL_AGAIN, Offer, offers
from host.dialogue.guide.walks import Direction
from host.dialogue.guide.words import passed_in_words, place, spot, way_in_brief, way_in_words
from host.dialogue.phrasebook import Verbosity
from host.dialogue.stage import Phrases, Stage, Then, Values
from host.dialogue.standing import number
from host.dialogue.talk import Step
from host.dialogue.understand import Intent
from host.rules.messages import Correct, MoveTo, PlayBoarding, ReportLanding, RollDie
from host.rules.queries import next_in_turn
from host.rules.words import Kind, Phase

AT_ONCE = 3
"""Destinations told at once (A43)."""
LONGEST = 170
"""Letters of the three destinations above which only two are told at once: some 11 seconds."""
MOST = 13
"""Most destinations that can be called by number."""


def ask_roll(desk: Desk) -> None:
    """Whose turn it is; only the die value is asked."""
    player = desk.state.player(desk.state.active)
    if player.leave:
        desk.say("must_leave", player=desk.name(player.id))
    line = "guide_on" if kept_turn(desk) else "guide_challenge" if desk.state.challenge else "guide_turn"
    desk.say(line, player=desk.name(player.id))
    desk.ask()


def take_roll(desk: Desk, intent: Intent) -> Then | Intent | None:
    """The die value; a place that is told along with it is chosen at once."""
    match intent.name:
        case "die":
            return put(desk, RollDie(int(intent.get("number"))))
        case "board" if desk.state.again and desk.state.landed is not None:
            return take_board(desk, intent)
        case "board":  # played once the hand has found the space before it (G-33)
            desk.change(boarding=intent.get("colour"))
            if intent.get("number"):
                return put(desk, RollDie(int(intent.get("number"))))
            desk.say("guide_die_first")
            return Then.REPEAT
        case "landing" if intent.get("number"):
            if asked := unknown_colour(desk, intent):
                return asked
            outcome = desk.do(RollDie(int(intent.get("number"))))
            if not isinstance(outcome, tuple):
                return refuse(desk, outcome.reason)
            return intent
        case "landing":
            desk.say("guide_die_first")
            return Then.REPEAT
    return None


# --- destinations -----------------------------------------------------------------------------------------------------


def listed(desk: Desk) -> tuple[str, int]:
    """What the list is narrowed to, and how many of it have been told; forgotten with the next event."""
    match desk.talk.offer:
        case (seq, wanted, told) if seq == str(desk.state.seq):
            return wanted, int(told)
    return "", 0


def show(desk: Desk, wanted: str, told: int = 0) -> Then:
    desk.change(offer=(str(desk.state.seq), wanted, str(told)))
    return Then.ASK


def at_once(texts: Sequence[str]) -> int:
    """How many of the next items are told in one line: three, or two where three would take too long (A44)."""
    few = len(texts) < AT_ONCE or sum(map(len, texts[:AT_ONCE])) > LONGEST
    return min(len(texts), AT_ONCE - 1 if few else AT_ONCE)


def shown(desk: Desk) -> tuple[tuple[tuple[Offer, str], ...], bool]:
    """The offers told now with their words, at most three, and whether there are more of them."""
    wanted, told = listed(desk)
    fitting = [offer for offer in offers(desk.state) if offer.fits(wanted)][told:]
    texts = [f"{place(desk, offer.space.id)}, {way_in_brief(desk, offer.walk)}" for offer in fitting[:AT_ONCE]]
    count = at_once(texts)
    return tuple(zip(fitting[:count], texts, strict=False)), len(fitting) > count


def ask_destination(desk: Desk) -> Then | None:
    """How many destinations there are and the best three, or the next three, or only some of them."""
    wanted, before = listed(desk)
    everything = offers(desk.state)
    if not everything:  # the table has put the piece where the roll leads nowhere
        desk.say("guide_no_way")
        desk.end_line()
        desk.must(Correct("active", next_in_turn(desk.state, desk.state.active)))
        return Then.ASK
    if not wanted and not before:
        line = "offer_count" if len(everything) > 1 else "offer_one"
        desk.say(line, pips=number(desk, desk.state.pips or 0), count=number(desk, len(everything)))
    told, more = shown(desk)
    for offer, text in told:
        desk.say("menu_item", number=number(desk, offer.number), text=text)
    line = "offer_more" if more else "offer_which"
    desk.say(line, at_most=Verbosity.FULL if desk.once(f"{line}/{desk.addressed}") else Verbosity.SHORT)
    desk.ask()
    return None


def take_destination(desk: Desk, intent: Intent) -> Then | None:
    """A number, a place, a direction; or which of the destinations are to be told."""
    everything = offers(desk.state)
    match intent.name:
        case "choice":
            picked = int(intent.get("number") or intent.get("ordinal"))
            chosen = [offer for offer in everything if offer.number == picked]
            return _chosen(desk, chosen)
        case "landing":
            if asked := unknown_colour(desk, intent):
                return asked
            return _chosen(desk, _meant(everything, intent), intent.get("colour") or intent.get("kind"))
        case "here_on":  # the hand is there already
            ends = [o for o in everything if o.space.id == intent.get("place")]
            return after_move(desk, MoveTo(ends[0].space.id)) if ends else None
        case "way":
            return _chosen(desk, [o for o in everything if o.fits(intent.get("direction"))], intent.get("direction"))
        case "more":
            wanted, before = listed(desk)
            told, more = shown(desk)
            return show(desk, wanted, before + len(told) if more else 0)
        case "only_hq":
            return _narrow(desk, everything, HQ)
        case "only_again":
            return _narrow(desk, everything, ROLL_AGAIN)
        case "only":
            return _narrow(desk, everything, intent.get("colour"))
        case "all_ways":
            return show(desk, "")
        case "board":
            desk.change(boarding=intent.get("colour"))
            return Then.ASK
    return None


def _meant(everything: tuple[Offer, ...], intent: Intent) -> list[Offer]:
    """The offers that a place fits: a colour means every space of it, a headquarters only that."""
    kind, colour = intent.get("kind"), intent.get("colour")
    return [o for o in everything if o.space.colour == colour and (kind == Kind.COLOUR or o.space.kind == kind)]


def _chosen(desk: Desk, found: list[Offer], wanted: str = "") -> Then:
    if not found:
        desk.say("offer_none")
        return Then.REPEAT
    if len(found) > 1:
        return _narrow(desk, tuple(found), wanted)
    offer = found[0]
    player = desk.name(desk.state.active)
    text = desk.text("guide_move", player=player, way=way_in_words(desk, offer.walk))
    if passed := passed_in_words(desk, offer.walk):
        text = f"{text} {desk.text('guide_pass', places=passed)}".strip()
    put_hands(desk, MoveTo(offer.space.id), text, end=place(desk, offer.space.id))
    return Then.ASK


def _narrow(desk: Desk, everything: tuple[Offer, ...], wanted: str) -> Then:
    if not any(offer.fits(wanted) for offer in everything):
        desk.say("offer_none")
        return Then.REPEAT
    return show(desk, wanted)


def after_move(desk: Desk, command: MoveTo) -> Then:
    """The hand has found the space: now it counts, and a boarding card that was called is played."""
    player, colour = desk.state.active, desk.talk.boarding
    moved = put(desk, command)
    desk.change(boarding="")
    if desk.events:
        confirm(desk, player, command.space)
        if colour and desk.talk.aside is None and desk.state.phase in (Phase.POSE, Phase.ROLL):
            return put(desk, PlayBoarding(colour))
    return moved


# --- a space the board file does not know (boards 7.3) ---------------------------------------------------------------


def ask_print(desk: Desk) -> None:
    """What is printed on the space that was reached."""
    desk.say("ask_print", place=spot(desk, desk.state.player(desk.state.active).space))
    desk.ask()


def take_print(desk: Desk, intent: Intent) -> Then | None:
    """A colour, "roll again" or a shortcut."""
    if intent.name != "landing":
        return None
    return unknown_colour(desk, intent) or put(desk, ReportLanding(Kind(intent.get("kind")), intent.get("colour")))


def offered_values(desk: Desk) -> Values:
    """The colours of the edition and the numbers of this roll."""
    numbers = tuple(str(n) for n in range(1, min(MOST, len(offers(desk.state))) + 1))
    ordinals = tuple(n for n in numbers if n in desk.book.words["ordinal"])
    return {**colours_of(desk), "choice.number": numbers, "choice.ordinal": ordinals, "direction": tuple(Direction)}


def places_by_category(desk: Desk) -> Phrases:
    """A category's name means every space of it."""
    for phrase, intent in category_names(desk):
        yield phrase, Intent("landing", (("kind", "colour"), ("colour", intent.get("colour"))))


OFFERED = ("choice", "landing", "way", "more", "only_hq", "only_again", "only", "all_ways", "board")
STAGES = {
    Step.ROLL: Stage(ask_roll, take_roll, ("die", "landing", "board"), values=colours_of),
    Step.DESTINATION: Stage(
        ask_destination, take_destination, OFFERED, extra=places_by_category, values=offered_values, menu=False
    ),
    Step.PRINT: Stage(ask_print, take_print, ("landing",), values=colours_of),
}  # fmt: skip
