"""What the table does to the game by word of mouth: wedges and turns put right, people who come and go."""

from __future__ import annotations

import json

from host.dialogue import clock, leniency
from host.dialogue.announce import announce
from host.dialogue.box import shut_down
from host.dialogue.commands import put, say_doubt
from host.dialogue.desk import Desk
from host.dialogue.house import EASIER
from host.dialogue.names import split_names
from host.dialogue.ownwords import keep
from host.dialogue.profiles import forgotten, greet
from host.dialogue.setup import ask_teams, teams_wanted
from host.dialogue.stage import Stage, Then, no_intent
from host.dialogue.standing import seconds
from host.dialogue.talk import Step
from host.dialogue.understand import Intent
from host.rules import queries
from host.rules.messages import AddPlayer, Command, Correct, RemovePlayer, Seat, from_dict, to_dict

LINES = {
    "fix_wedge": "ask_fix_wedge", "fix_no_wedge": "ask_fix_no_wedge", "fix_turn": "ask_fix_turn",
    "leaves": "ask_leaving", "forget": "ask_forget",
}  # fmt: skip
"""Intent -> the question that confirms it (A23)."""


def fix(desk: Desk, intent: Intent) -> Then:
    """A correction by hand, or somebody leaves: asked back before it is done."""
    if desk.game is None:
        desk.say("not_begun")
        return Then.REPEAT
    command = _command(desk, intent)
    desk.put_aside(
        Step.YES_NO, what=intent.name, command=json.dumps(to_dict(command)),
        player=intent.get("player"), colour=intent.get("colour"),
    )  # fmt: skip
    return Then.ASK


def _command(desk: Desk, intent: Intent) -> Command:
    player, colour = intent.get("player"), intent.get("colour")
    match intent.name:
        case "leaves":
            return RemovePlayer(player)
        case "fix_turn":
            return Correct("active", player)
        case name:
            has = desk.state.player(player).wedges
            wedges = has | {colour} if name == "fix_wedge" else has - {colour}
            return Correct(f"wedges.{player}", tuple(sorted(wedges)))


def ask_yes_no(desk: Desk) -> None:
    """The question that an aside confirms."""
    aside = desk.talk.aside
    assert aside is not None
    match aside.get("what"):
        case "sure":
            say_doubt(desk, aside.get("reason"), aside.get("about"))
        case "meant":
            desk.say("ask_meant", phrase=aside.get("phrase"))
        case "teams":
            ask_teams(desk, int(aside.get("count")))
            return
        case "shut_down":
            desk.say("ask_shut_down")
        case "precision":
            leniency.ask(desk)
        case "own_word":
            desk.say("ask_own_word", new=aside.get("new"), known=aside.get("known"))
        case what:
            desk.speak_to(aside.get("player") if what == "forget" else None)
            colour = aside.get("colour")
            desk.say(LINES[what], player=desk.name(aside.get("player")), colour=desk.colour(colour) if colour else "")
    desk.ask()


def take_yes_no(desk: Desk, intent: Intent) -> Then | Intent | None:
    """Yes does it, no leaves everything as it is."""
    if intent.name not in ("yes", "no"):
        return None
    aside, yes = desk.take_aside(), intent.name == "yes"
    what = aside.get("what")
    if what == "teams":
        return teams_wanted(desk, yes)
    if what == "shut_down":
        return shut_down(desk) if yes else Then.ASK
    if what == "precision":
        player = aside.get("player")
        return leniency.agreed(desk, player, aside.get("precision")) if yes else leniency.refused(desk, player)
    if what == "meant":
        meant = json.loads(aside.get("intent"))
        return Intent(meant["name"], tuple(map(tuple, meant["slots"]))) if yes else Then.ASK
    if not yes:
        desk.change(boarding="")
        return Then.ASK
    if what == "forget":
        return forgotten(desk, aside.get("player"))
    if what == "own_word":
        keep(desk, aside.get("new"), aside.get("known"))
        desk.say("own_word_kept", new=aside.get("new"))
        desk.end_line()
        return Then.ASK
    command = json.loads(aside.get("command"))
    if what == "sure":
        return put(desk, from_dict({**command, "sure": True}))
    if what == "leaves":
        desk.say("left", player=desk.name(aside.get("player")))
    events = desk.do(from_dict(command))
    if not isinstance(events, tuple):
        return put(desk, from_dict(command))
    if what != "leaves":
        desk.say("fixed")
    desk.end_line()
    announce(desk, events)
    return Then.ASK


# --- rules agreed anew in mid-game (A11, A92) ----------------------------------------------------------------------


def agree_anew(desk: Desk, intent: Intent) -> Then:
    """Another precision, time limit, or easier rules for somebody, from now on."""
    if desk.game is None:
        desk.say("not_begun")
        return Then.REPEAT
    player = intent.get("player")
    easier = {name: dict(rule) for name, rule in dict(desk.game.opt("age_rules") or {}).items() if name != player}
    name = desk.name(player) if player else ""
    match intent.name:
        case "set_precision":
            precision = intent.get("precision")
            desk.must(Correct("option.precision", precision))
            desk.change(precision=precision)
            desk.say("precision_is", precision=desk.book.word("precision", precision))
            if others := tuple(who for who in easier if queries.terms(desk.game, who).precision != precision):
                desk.say("own_kept", players=desk.names(others))
        case "set_time":
            value = int(intent.get("time"))
            desk.must(Correct("option.answer_seconds", value))
            desk.say("agreed_time", time=seconds(desk, value))
        case "set_no_time":
            desk.must(Correct("option.answer_seconds", None))
            clock.stop(desk)
            desk.say("agreed_no_time")
        case "easier_on":
            desk.must(Correct("option.age_rules", easier | {player: EASIER}))
            desk.say("agreed_easier", players=name)
        case _:
            desk.must(Correct("option.age_rules", easier))
            desk.say("easier_off", player=name)
    return Then.REPEAT


# --- somebody joins (R-T18) ----------------------------------------------------------------------------------------


def join(desk: Desk) -> Then:
    """A late joiner."""
    if desk.game is None:
        return Then.REPEAT
    desk.put_aside(Step.JOIN)
    return Then.ASK


def ask_join(desk: Desk) -> None:
    """The name."""
    desk.say("ask_join")
    desk.ask()


def join_words(desk: Desk, text: str) -> Then | None:
    """The name of the newcomer."""
    names = split_names(text, desk.book)
    if len(names) != 1:
        return None
    if len(desk.state.players) == 1:
        return _seated(desk, names[0], desk.state.players[0].id)
    desk.swap_aside(Step.JOIN_SEAT, name=names[0])
    return Then.ASK


def ask_join_seat(desk: Desk) -> None:
    """Where the newcomer sits."""
    assert desk.talk.aside is not None
    desk.say("ask_join_seat", player=desk.talk.aside.get("name"))
    desk.ask()


def take_join_seat(desk: Desk, intent: Intent) -> Then | None:
    """The seat before."""
    if intent.name != "player":
        return None
    assert desk.talk.aside is not None
    return _seated(desk, desk.talk.aside.get("name"), intent.get("player"))


def _seated(desk: Desk, name: str, after: str) -> Then:
    desk.take_aside()
    outcome = put(desk, AddPlayer(Seat(name), after))
    if outcome is Then.ASK and desk.state.has(name):
        desk.say("joined", player=name, other=desk.name(after))
        desk.end_line()
        greet(desk, (name,))
    return outcome


STAGES = {
    Step.YES_NO: Stage(ask_yes_no, take_yes_no, ("yes", "no")),
    Step.JOIN: Stage(ask_join, no_intent, words=join_words, menu=False),
    Step.JOIN_SEAT: Stage(ask_join_seat, take_join_seat, ("player",)),
}
