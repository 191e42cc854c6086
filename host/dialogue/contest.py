"""Contests by voice: at once or much later, by one clear word or by vote, and undo. What must be put right is told."""

from __future__ import annotations

import json
from collections.abc import Iterator

from host.dialogue.announce import announce
from host.dialogue.commands import is_certain
from host.dialogue.desk import Desk
from host.dialogue.hands import say_corrections
from host.dialogue.questions import choices_of, stated
from host.dialogue.stage import Stage, Then
from host.dialogue.standing import number
from host.dialogue.talk import Judged, Step
from host.dialogue.understand import Intent
from host.rules.history import Judgement, judgements
from host.rules.messages import CloseClaims, GameEnded, OverruleVerdict, PlayerFinished, Rejected
from host.rules.queries import around
from host.rules.state import GameState
from host.rules.words import Phase, Verdict

PAGE = 2
"""Earlier verdicts read out at once, beside "more" (A43)."""
MOST = 12
"""Earlier verdicts that can be picked from."""


def contest(desk: Desk, *, right: bool | None = None, player: str = "") -> Then:
    """Somebody contests a verdict.

    Args:
        right: the answer is claimed to be right, or wrong; None: the opposite of the verdict.
        player: whose answer; empty: the last one.
    """
    if desk.game is None:
        return _nothing(desk)
    if desk.game.opt("overrule") == "nobody":
        desk.say("contest_off")
        return Then.REPEAT
    found = _meant(desk.game, right, player)
    if found is None:
        return _nothing(desk)
    now = right if right is not None else found.verdict is not Verdict.RIGHT
    at_once = desk.game.verdict is not None and found == next(_standing(desk.game), None)
    if desk.game.opt("overrule") == "vote" and around(desk.game, found.player):
        desk.put_aside(Step.VOTE, seq=found.seq, right=now, asked=[], votes={})
        return Then.ASK
    silent = not found.text and desk.question(found.question) is not None  # nobody said anything that could count
    if at_once and not (silent and now):
        return overrule(desk, found, right=now)
    desk.put_aside(Step.RECALL, seq=found.seq, right=now)
    return Then.ASK


def _nothing(desk: Desk) -> Then:
    desk.say("nothing_to_contest")
    return Then.REPEAT


def _meant(game: GameState, right: bool | None, player: str) -> Judgement | None:
    """The latest verdict that fits: of that player, and not already as it is claimed to be."""
    for found in _standing(game):
        if player and found.player != player:
            continue
        if right is None or (found.verdict is Verdict.RIGHT) != right:
            return found
        if not player and right is not None:
            return None  # "that was right" means the last answer, and it was
    return None


def _standing(game: GameState) -> Iterator[Judgement]:
    """The verdicts on those who still play, latest first."""
    return (found for found in judgements(game) if game.has(found.player))


def overrule(
    desk: Desk, found: Judgement, *, right: bool, votes: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
) -> Then:
    """Gives the verdict again, the other way; wedge, turn and pieces follow and are told (N1)."""
    before = desk.state
    verdict = Verdict.RIGHT if right else Verdict.WRONG
    outcome = desk.do(OverruleVerdict(verdict, found.seq, in_favour=votes[0], against=votes[1]))
    if not isinstance(outcome, tuple):
        no_vote = isinstance(outcome, Rejected) and outcome.reason == "no_majority"
        desk.say("rejected_no_majority" if no_vote else "rejected_too_late")
        return Then.REPEAT
    question = desk.question(found.question)
    desk.say("overruled_right" if right else "overruled_wrong", player=desk.name(found.player))
    if found.text and question is not None and not choices_of(desk, question):
        desk.note("ruling", question=found.question, text=found.text, accepted=right)
        if right:
            desk.say("remembered")
    answer = question.answer if question else ""
    desk.change(
        judged=Judged(found.player, found.text, answer, verdict.value), question_id=found.question, retries=0,
        earlier=None, cued=False, clock=0.0, running=None, news=(), asides=(),
    )  # fmt: skip
    desk.announce("verdict")
    if desk.state.phase is Phase.CLAIM:  # the answer is known by now, so nobody can claim any more
        desk.must(CloseClaims())
    say_corrections(desk, before, desk.state)
    announce(desk, tuple(event for event in outcome if isinstance(event, PlayerFinished | GameEnded)))
    return Then.ASK


# --- an earlier verdict -------------------------------------------------------------------------------------------


def contest_earlier(desk: Desk) -> Then:
    """The recent verdicts, one of which is meant."""
    if desk.game is None or not _recent(desk.game):
        return _nothing(desk)
    desk.put_aside(Step.CONTEST, page=0)
    return Then.ASK


def _recent(game: GameState) -> list[Judgement]:
    return [found for found, _ in zip(_standing(game), range(MOST), strict=False)]


def _page(desk: Desk) -> list[Judgement]:
    assert desk.talk.aside is not None
    page = int(desk.talk.aside.get("page"))
    return _recent(desk.state)[page * PAGE : page * PAGE + PAGE]


def ask_contest(desk: Desk) -> None:
    """The next few verdicts with their numbers."""
    items, more = contest_items(desk)
    desk.say("ask_contest")
    for n, text in enumerate(items, 1):
        desk.say("menu_item", number=number(desk, n), text=text)
    if more:
        desk.say("contest_more")
    desk.ask()


def contest_items(desk: Desk) -> tuple[tuple[str, ...], bool]:
    """The verdicts that are read out now, and whether there are more of them."""
    assert desk.talk.aside is not None
    texts = tuple(
        desk.text(
            "contest_item",
            player=desk.name(found.player),
            heard=found.text.rstrip(".") or desk.text("contest_silent" if found.question else "contest_own_card"),
            verdict=desk.book.word("verdict", found.verdict),
        )
        for found in _page(desk)
    )
    return texts, (int(desk.talk.aside.get("page")) + 1) * PAGE < len(_recent(desk.state))


def take_contest(desk: Desk, intent: Intent) -> Then | None:
    """The number of a verdict, or the next few."""
    aside = desk.talk.aside
    assert aside is not None
    if intent.name == "more":
        page = int(aside.get("page")) + 1
        desk.swap_aside(Step.CONTEST, page=page if page * PAGE < len(_recent(desk.state)) else 0)
        return Then.ASK
    picked = intent.get("number") or intent.get("ordinal")
    if intent.name != "choice" or int(picked) > len(_page(desk)):
        return None
    found = _page(desk)[int(picked) - 1]
    desk.swap_aside(Step.RECALL, seq=found.seq, right=found.verdict is not Verdict.RIGHT)
    return Then.ASK


def _found(desk: Desk, seq: str) -> Judgement | None:
    return next((found for found in _standing(desk.state) if found.seq == int(seq)), None)


def ask_recall(desk: Desk) -> Then | None:
    """Going back takes pieces and wedges with it, so the table confirms it (A23)."""
    aside = desk.talk.aside
    assert aside is not None
    found = _found(desk, aside.get("seq"))
    if found is None:
        desk.take_aside()
        return Then.ASK
    question = desk.question(found.question)
    kind = "right" if json.loads(aside.get("right")) else "wrong"
    line = f"ask_recall_{kind}" if question else f"ask_recall_own_{kind}"
    desk.say(
        "ask_recall_silent" if question and kind == "right" and not found.text else line,
        player=desk.name(found.player),
        heard=found.text.rstrip(".") or desk.text("contest_silent"),
        answer=stated(question) if question else desk.text("contest_own_card"),
    )
    desk.ask()
    return None


def take_recall(desk: Desk, intent: Intent) -> Then | None:
    """The table's word on whether that answer counts."""
    counts = {"accept": True, "refuse": False}.get(intent.name)
    aside = desk.talk.aside
    assert aside is not None
    right = bool(json.loads(aside.get("right")))
    if intent.name in ("yes", "no"):  # "yes" means: go back
        counts = right if intent.name == "yes" else not right
    if counts is None:
        return None
    if not is_certain(desk, str(counts), short=intent.name in ("yes", "no")):
        desk.say("table_sure")
        desk.end_line("prompt")
        return Then.WAIT
    found = _found(desk, desk.take_aside().get("seq"))
    if found is None or counts != right:
        desk.say("verdict_stays")
        desk.end_line()
        return Then.ASK
    return overrule(desk, found, right=right)


# --- by vote --------------------------------------------------------------------------------------------------------


def _voters(desk: Desk) -> Iterator[str]:
    """The others who have not been asked yet."""
    aside = desk.talk.aside
    assert aside is not None
    found = _found(desk, aside.get("seq"))
    asked = json.loads(aside.get("asked"))
    if found is not None:
        yield from (side.id for side in around(desk.state, found.player) if side.id not in asked)


def ask_vote(desk: Desk) -> Then | None:
    """The next of the others; after the last one the votes are counted (F-P22)."""
    aside = desk.talk.aside
    assert aside is not None
    found, voter = _found(desk, aside.get("seq")), next(_voters(desk), "")
    if found is None:
        desk.take_aside()
        return Then.ASK
    if not voter:
        return _count(desk, found)
    desk.say("ask_vote", player=desk.name(voter), answerer=desk.name(found.player))
    desk.ask()
    return None


def take_vote(desk: Desk, intent: Intent) -> Then | None:
    """One vote."""
    counts = {"accept": True, "refuse": False, "yes": True, "no": False}.get(intent.name)
    aside, voter = desk.talk.aside, next(_voters(desk), "")
    assert aside is not None
    if counts is None and intent.name != "dont_know":
        return None
    if counts is not None and not is_certain(desk, str(counts), short=intent.name in ("yes", "no")):
        desk.say("table_sure")
        desk.end_line("prompt")
        return Then.WAIT
    votes = json.loads(aside.get("votes")) | ({} if counts is None else {voter: counts})
    desk.swap_aside(
        Step.VOTE,
        seq=int(aside.get("seq")),
        right=json.loads(aside.get("right")),
        asked=[*json.loads(aside.get("asked")), voter],
        votes=votes,
    )
    return Then.ASK


def _count(desk: Desk, found: Judgement) -> Then:
    aside = desk.take_aside()
    votes: dict[str, bool] = json.loads(aside.get("votes"))
    right = bool(json.loads(aside.get("right")))
    count = sum(votes.values())
    desk.say("vote_count", yes=number(desk, count), no=number(desk, len(votes) - count))
    in_favour = tuple(voter for voter, counts in votes.items() if counts == right)
    against = tuple(voter for voter, counts in votes.items() if counts != right)
    if len(in_favour) <= len(against):
        desk.say("vote_stays")
        desk.end_line()
        return Then.ASK
    return overrule(desk, found, right=right, votes=(in_favour, against))


STAGES = {
    Step.CONTEST: Stage(ask_contest, take_contest, ("choice", "more")),
    Step.RECALL: Stage(ask_recall, take_recall, ("accept", "refuse", "yes", "no")),
    Step.VOTE: Stage(ask_vote, take_vote, ("accept", "refuse", "yes", "no", "dont_know")),
}  # fmt: skip
