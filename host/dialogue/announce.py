"""Events to words: what the host says about what has just happened, and how things stand."""

from __future__ import annotations

from collections.abc import Iterable

from host.dialogue.desk import Desk
from host.rules.messages import (
    AnswerJudged,
    Event,
    GameEnded,
    LeaveRequired,
    PlayerFinished,
    RoleGiven,
    SpaceLanded,
    WedgeWon,
)


def announce(desk: Desk, events: Iterable[Event]) -> None:
    """Says what the events mean for the table: verdict with the right answer, what to do by hand, new standing.

    Verdict, right answer and standing share one line (A46); turn changes are told by the next prompt.
    """
    standing = ""
    for event in events:
        match event:
            case RoleGiven(player=player, role="starter"):
                desk.say("starter", player=desk.name(player))
            case SpaceLanded(kind="roll_again"):
                desk.say("roll_again_space")
            case SpaceLanded(kind="shortcut", colour=colour):
                desk.say("shortcut", colour=desk.colour(colour))
                desk.end_line()
            case AnswerJudged(player=player, verdict=verdict):
                _verdict(desk, verdict)
                standing = player
            case WedgeWon(player=player, colour=colour):
                desk.say("wedge_won", player=desk.name(player), colour=desk.colour(colour))
            case LeaveRequired():
                desk.say("leave_required")
            case PlayerFinished(player=player) if desk.game is not None and desk.game.challenge:
                desk.say("streak", player=desk.name(player))
            case GameEnded(outcome=outcome, players=players):
                desk.say(
                    "drawn" if outcome == "drawn" else "won",
                    player=desk.name(players[0]),
                    players=desk.book.join(tuple(map(desk.name, players))),
                )
                standing = ""
    if standing:
        say_standing(desk, "standing", standing)
        desk.end_line("verdict")
        explain(desk)
    desk.end_line()


def _verdict(desk: Desk, verdict: str) -> None:
    question = desk.mind.bank.question(desk.talk.question_id)
    answer = question.answer if question else ""
    desk.chime("right" if verdict == "right" else "wrong")
    desk.say({"right": "right", "wrong": "wrong"}.get(verdict, "no_answer"), answer=answer.rstrip("."))


def explain(desk: Desk) -> None:
    """The card's explanation, where the verbosity has room for it."""
    question = desk.mind.bank.question(desk.talk.question_id)
    if question and question.explanation:
        desk.say("explanation", explanation=question.explanation)
        desk.end_line()


def wedges_in_words(desk: Desk, player: str) -> str:
    """ "no wedge yet", "one wedge: blue", "two wedges: blue and pink"."""
    colours = wedges_of(desk, player)
    key = f"wedges_{len(colours)}" if len(colours) < 2 else "wedges_many"
    count = desk.book.word("number", str(len(colours))) if colours else ""
    text = desk.book.word("grammar", key).format(count=count)
    return f"{text}: {desk.book.join(tuple(desk.colour(c) for c in colours))}" if colours else text


def wedges_of(desk: Desk, player: str) -> tuple[str, ...]:
    """The player's wedges in the order of the board's colours."""
    assert desk.game is not None
    has = desk.game.player(player).wedges
    return tuple(colour for colour in desk.mind.colours if colour in has)


def missing_of(desk: Desk, player: str) -> tuple[str, ...]:
    """The colours the player still needs."""
    has = wedges_of(desk, player)
    return tuple(colour for colour in desk.mind.colours if colour not in has)


def say_standing(desk: Desk, line: str, player: str) -> None:
    """One player's wedges, in the words of ``line``."""
    desk.say(line, player=desk.name(player), wedges=wedges_in_words(desk, player))
    if line == "standing" and not missing_of(desk, player):
        desk.say("six_wedges")


def say_score(desk: Desk) -> None:
    """Everybody's wedges, one line a player (A81)."""
    assert desk.game is not None
    for player in desk.game.players:
        say_standing(desk, "score_line", player.id)
        desk.end_line()
