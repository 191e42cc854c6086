"""Another precision for one player: only if the table agrees, announced, and asked again on the next evening (A92).

The agreed precision of the table stays the default. What is agreed for somebody stands in the game's own rules, like
every agreement about judging; the profile only remembers what there was.
"""

from __future__ import annotations

from host.dialogue.desk import Desk
from host.dialogue.profiles import in_words
from host.dialogue.settings import wish_of
from host.dialogue.stage import Then
from host.dialogue.talk import Step
from host.rules import queries
from host.rules.messages import Correct


def want(desk: Desk, player: str, precision: str) -> Then:
    """Somebody is to be judged otherwise: the table is asked, unless nobody else is there."""
    if desk.game is None or not player:
        desk.say("not_begun")
        return Then.REPEAT
    if len(desk.game.players) == 1 or queries.terms(desk.game, player).precision == precision:
        return agreed(desk, player, precision)
    desk.put_aside(Step.YES_NO, what="precision", player=player, precision=precision)
    return Then.ASK


def ask(desk: Desk) -> None:
    """Does the table agree?"""
    aside = desk.talk.aside
    assert aside is not None
    desk.speak_to("")
    desk.say(f"ask_precision_{aside.get('precision')}", player=desk.name(aside.get("player")))


def agreed(desk: Desk, player: str, precision: str) -> Then:
    """The table agrees: from the next answer on."""
    rules = {name: dict(rule) for name, rule in dict(desk.state.opt("age_rules") or {}).items()}
    rule = {name: value for name, value in rules.pop(player, {}).items() if name != "precision"}
    if precision != desk.state.opt("precision"):
        rule["precision"] = precision
    if rule:
        rules[player] = rule
    if rules != dict(desk.state.opt("age_rules") or {}):
        desk.must(Correct("option.age_rules", rules))
    desk.wish(player, "precision", precision)
    desk.speak_to(player)
    desk.say("setting_for", player=desk.name(player), setting=in_words(desk, "precision", precision))
    desk.end_line()
    return Then.ASK


def refused(desk: Desk, player: str) -> Then:
    """The table does not agree: everything stays as it is."""
    desk.speak_to("")
    precision = queries.terms(desk.state, player).precision
    desk.say("setting_for", player=desk.name(player), setting=in_words(desk, "precision", precision))
    desk.end_line()
    return Then.ASK


def remind(desk: Desk) -> None:
    """At the beginning: whoever was judged otherwise on another evening is spoken of."""
    for side in reversed(desk.state.players):
        precision = wish_of(desk.talk.wishes, side.id, "precision")
        if precision and precision != queries.terms(desk.state, side.id).precision:
            desk.put_aside(Step.YES_NO, what="precision", player=side.id, precision=precision)
