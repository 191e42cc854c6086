"""Globetrotter's special cards: the two other questions of first class, and claims with a passport."""

from __future__ import annotations

import random

from host.dialogue import clock
from host.dialogue.announce import announce, reveal
from host.dialogue.commands import put, refuse
from host.dialogue.desk import Desk
from host.dialogue.editions.wheel import category_names, colours_of
from host.dialogue.names import sides_in
from host.dialogue.stage import Stage, Then
from host.dialogue.talk import Step
from host.dialogue.understand import Intent, fold
from host.rules import queries
from host.rules.messages import ClaimPassport, CloseClaims, PickQuestions, Rejected
from host.rules.words import Reason

# --- first class ---------------------------------------------------------------------------------------------------


def _open_colours(desk: Desk) -> tuple[str, ...]:
    """The colours of the card that can still be picked."""
    assert desk.state.question is not None
    gone = {desk.state.question.colour, *desk.talk.picks}
    return tuple(colour for colour in desk.mind.colours if colour not in gone)


def ask_picks(desk: Desk) -> Then | None:
    """The asker picks two other questions of the card; silent or solo the host does (G-P21)."""
    chooser = queries.choosers(desk.state)[0]
    if not chooser:
        return _pick_myself(desk)
    if desk.talk.picks:
        desk.say("ask_second_pick", first=desk.colour(desk.talk.picks[0]))
    else:
        desk.say("ask_picks", player=desk.name(chooser))
    desk.ask()
    return None


def _pick_myself(desk: Desk) -> Then:
    chance = random.Random(f"{desk.mind.seed}/{desk.state.seq}/picks")
    ranked = sorted((chance.random(), colour) for colour in _open_colours(desk))
    picks = (*desk.talk.picks, *(colour for _, colour in ranked))[:2]
    desk.say("picks_mine", colours=desk.book.join(tuple(map(desk.colour, picks))))
    desk.end_line()
    desk.change(picks=())
    desk.must(PickQuestions(*picks))
    return Then.ASK


def take_pick(desk: Desk, intent: Intent) -> Then | None:
    """One colour, or the host's choice."""
    if intent.name == "you_choose":
        return _pick_myself(desk)
    return _picked(desk, (intent.get("colour"),)) if intent.name == "colour" else None


def pick_words(desk: Desk, text: str) -> Then | None:
    """Two colours in one breath."""
    ways = {fold(way): colour for colour in desk.mind.colours for way in desk.book.words["colour"][colour]}
    ways |= {fold(phrase): intent.get("colour") for phrase, intent in category_names(desk)}
    said = f" {fold(text)} "
    found = sorted((said.find(f" {way} "), colour) for way, colour in ways.items() if f" {way} " in said)
    colours = tuple(dict.fromkeys(colour for _, colour in found))
    return _picked(desk, colours[:2]) if colours else None


def _picked(desk: Desk, colours: tuple[str, ...]) -> Then:
    if any(colour not in _open_colours(desk) for colour in colours):
        return refuse(desk, Reason.NOT_ELIGIBLE)
    picks = (*desk.talk.picks, *colours)[:2]
    desk.change(picks=picks)
    if len(picks) < 2:
        return Then.ASK
    desk.change(picks=())
    return put(desk, PickQuestions(*picks))


# --- passports -------------------------------------------------------------------------------------------------------


def _may_claim(desk: Desk) -> tuple[str, ...]:
    assert desk.state.claims is not None
    return tuple(player for player in desk.state.claims.players if player not in desk.state.claims.claimed)


def ask_claim(desk: Desk) -> Then | None:
    """Who wants to try for the wedge with a passport? The answer is kept back (G-39)."""
    assert desk.state.claims is not None
    waiting, claimed = _may_claim(desk), desk.state.claims.claimed
    if claimed and not waiting:
        return close_claims(desk)
    if claimed:
        desk.say("claim_made", player=desk.names(claimed))
    else:
        desk.say("ask_claim", players=desk.names(waiting, "or"))
    desk.ask()
    return None


def take_claim(desk: Desk, intent: Intent) -> Then | None:
    """A claim, or that nobody (else) claims."""
    match intent.name:
        case "claim":
            return _claim(desk, (intent.get("player"),))
        case "yes" if len(_may_claim(desk)) == 1:
            return _claim(desk, _may_claim(desk))
        case "nobody" | "that_is_all" | "no" | "done":
            return close_claims(desk)
    return None


def claim_words(desk: Desk, text: str) -> Then | None:
    """Several names in one breath."""
    players = sides_in(desk, text)
    return _claim(desk, players) if players else None


def _claim(desk: Desk, players: tuple[str, ...]) -> Then:
    for player in players:
        outcome = desk.do(ClaimPassport(player))
        if isinstance(outcome, Rejected):
            line = f"rejected_{outcome.reason}"
            desk.say(line if line in desk.book.lines else "rejected_default", player=desk.name(player), help="")
            desk.end_line()
    return Then.ASK


def close_claims(desk: Desk) -> Then:
    """Nobody else claims: the claimants answer in order, or play goes on and the answer may be said."""
    events = desk.must(CloseClaims())
    if desk.state.claims is None:
        reveal(desk)
    else:
        clock.wind(desk)
    announce(desk, events)
    return Then.ASK


STAGES = {
    Step.PICKS: Stage(
        ask_picks, take_pick, ("colour", "you_choose"), words=pick_words, extra=category_names, values=colours_of
    ),
    Step.CLAIM: Stage(
        ask_claim,
        take_claim,
        ("claim", "nobody", "that_is_all", "yes", "no", "done"),
        words=claim_words,
        values=lambda desk: {"claim.player": _may_claim(desk)},
    ),
}
