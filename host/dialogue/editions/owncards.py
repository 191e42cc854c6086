"""Cards that the table reads itself: the host is told right or wrong, and keeps count of the packs."""

from __future__ import annotations

from host.dialogue.answers import give_up, settle
from host.dialogue.commands import is_certain, put
from host.dialogue.desk import Desk
from host.dialogue.questions import ask_question
from host.dialogue.stage import Stage, Then
from host.dialogue.talk import Step
from host.dialogue.understand import Intent
from host.rules import queries
from host.rules.messages import PlacePack, PlayFirstClass, ReportDivider

VERDICTS = {
    "right": "right", "right_short": "right", "accept": "right", "yes": "right",
    "wrong": "wrong", "wrong_short": "wrong", "refuse": "wrong", "no": "wrong",
}  # fmt: skip
SHORT = ("right_short", "wrong_short", "yes", "no")
"""Words that are easily misheard: alone they do not decide a verdict."""


def take_own_card(desk: Desk, intent: Intent) -> Then | None:
    """The table's word on the answer that it heard itself."""
    match intent.name:
        case "dont_know":
            return give_up(desk)
        case "first_class":
            return put(desk, PlayFirstClass())
    verdict = VERDICTS.get(intent.name)
    if verdict is None:
        return None
    if not is_certain(desk, verdict, short=intent.name in SHORT):
        desk.say("own_card_sure")
        desk.end_line("prompt")
        return Then.WAIT
    return settle(desk, "", verdict, "")


def deck_in_front(desk: Desk) -> str:
    """The deck whose divider can be in front now: that of the question that is due next."""
    game = desk.state
    return queries.deck_for(game, game.player(game.active))


def divider(desk: Desk) -> Then:
    """The guide card or divider is in front (G-11, N-04, F-28)."""
    if desk.game is None:
        desk.say("not_begun")
        return Then.REPEAT
    deck = deck_in_front(desk)
    outcome = put(desk, ReportDivider(deck))
    if outcome is Then.ASK:
        desk.put_aside(Step.PACK, deck=deck)
    return outcome


def ask_pack(desk: Desk) -> None:
    """The next pack goes into the box."""
    desk.say("ask_next_pack")
    desk.ask()


def take_pack(desk: Desk, intent: Intent) -> Then | None:
    """The next pack is in."""
    if intent.name not in ("done", "yes"):
        return None
    due = queries.due(desk.state)
    deck = desk.take_aside().get("deck") if desk.talk.aside else due.deck if due else deck_in_front(desk)
    desk.must(PlacePack(deck))
    desk.say("pack_placed")
    desk.end_line()
    return Then.ASK


STAGES = {
    Step.OWN_CARD: Stage(
        ask_question, take_own_card,
        ("right", "wrong", "dont_know", "right_short", "wrong_short", "yes", "no", "first_class"),
        quiet=True, menu=False,
    ),
    Step.PACK: Stage(ask_pack, take_pack, ("done", "yes"), menu=False),
}  # fmt: skip
