"""Events to words: what the host says about what has just happened. What comes next is told by the next prompt."""

from __future__ import annotations

from collections.abc import Iterable

from host.dialogue.desk import Desk
from host.dialogue.guide.pawns import say_moved
from host.dialogue.questions import stated
from host.dialogue.standing import cards_in_words, number, say_standing
from host.rules import queries
from host.rules.messages import (
    AnswerJudged,
    ClaimsOrdered,
    Event,
    GameEnded,
    LeaveRequired,
    PackChanged,
    PawnsMet,
    PlayerFinished,
    PointsLost,
    RoleGiven,
    SpaceLanded,
    SpecialCardPlayed,
    SpecialCardSpent,
    TokenMoved,
    TurnKept,
    WedgeWon,
)
from host.rules.words import Mode, Phase, Special


def announce(desk: Desk, events: Iterable[Event]) -> None:
    """Says what the events mean for the table: verdict with the right answer, what to do by hand, new standing.

    Verdict, right answer and standing share one line (A46). The right answer is kept back while somebody may still
    answer the same question.
    """
    standing = ""
    for event in events:
        match event:
            case AnswerJudged(player=player, verdict=verdict, purpose=purpose):
                desk.speak_to(player)  # the turn may have passed already
                say_verdict(desk, verdict)
                standing = player
                if purpose == "quiz" and verdict == "right":
                    desk.say("pawn_saved", player=desk.name(player))
                if purpose == "first_class" and desk.state.picks and desk.state.phase is Phase.POSE:
                    desk.say("first_class_next")
            case PlayerFinished() | GameEnded():
                _end(desk, event)
                standing = "" if isinstance(event, GameEnded) else standing
            case WedgeWon(player=player, colour=colour, how=how):
                desk.say("wedge_won", player=desk.name(player), colour=desk.colour(colour))
                if how == "passport":
                    desk.say("passport_kept", player=desk.name(player))
            case TokenMoved():
                _moved(desk, event)
            case _:
                _rest(desk, event)
    if standing and desk.state.rules.is_wheel and queries.may_reveal(desk.state):
        say_standing(desk, "standing", standing)
    desk.announce(*(("verdict",) if standing else ()))
    if standing and queries.may_reveal(desk.state):
        desk.speak_to(standing)
        explain(desk)
        desk.speak_to(None)


def say_verdict(desk: Desk, verdict: str) -> None:
    """Right or wrong, with the card's answer where it may be said and is known."""
    question = desk.open_question()
    desk.chime("right" if verdict == "right" else "wrong")
    line = {"right": "right", "wrong": "wrong"}.get(verdict, "no_answer")
    if question is None:
        desk.say(f"{line}_plain")
    elif verdict != "right" and not queries.may_reveal(desk.state):
        desk.say(f"{line}_hidden")
    else:
        desk.say(line, answer=stated(question))


def explain(desk: Desk) -> None:
    """The card's explanation, where the verbosity has room for it."""
    question = desk.open_question()
    if question and question.explanation:
        desk.say("explanation", explanation=question.explanation)
        desk.end_line()


def reveal(desk: Desk) -> None:
    """The right answer that was kept back, now that nobody can answer any more."""
    question = desk.open_question()
    if question is not None:
        desk.say("answer_was", answer=stated(question))
        desk.announce("verdict")
        explain(desk)


def _rest(desk: Desk, event: Event) -> None:
    """What the table does or must know, apart from verdicts and moves."""
    match event:
        case RoleGiven(player=player, role=role):
            desk.say(role, player=desk.name(player))
            if role == "starter" and desk.state.opt("voyager_deal") == "all":
                say_hands(desk)
        case SpaceLanded(kind="roll_again"):
            desk.say("roll_again_space")
        case SpaceLanded(kind="shortcut", colour=colour):
            desk.say("shortcut", colour=desk.colour(colour))
            desk.announce()
        case LeaveRequired(player=player) if not _is_over(desk, player):
            desk.say("leave_required")
        case SpecialCardPlayed(player=player, card=Special.BOARDING, target=target):
            colour = target.removeprefix("hq.")
            desk.say("boarding_played", player=desk.name(player), colour=desk.colour(colour))
            desk.announce()
        case SpecialCardPlayed(player=player, card=Special.FIRST_CLASS):
            desk.say("first_class_played", player=desk.name(player))
            desk.announce()
        case SpecialCardSpent(player=player, card=Special.PASSPORT):
            desk.say("passport_spent", player=desk.name(player))
        case ClaimsOrdered(players=players) if len(players) > 1:
            desk.say("claims_order", players=desk.names(players))
            desk.announce()
        case PawnsMet(arriver=arriver, first=first):
            one, other = queries.owner(desk.state, arriver), queries.owner(desk.state, first)
            if one != other and desk.state.phase in (Phase.QUIZ_CARD, Phase.RESHUFFLE):
                desk.say("pawn_met", player=desk.name(one), other=desk.name(other))
        case PointsLost():
            desk.say("points_lost")
        case PackChanged(deck=queries.PILES, state="placed") if desk.state.cards_left and _was_dry(desk):
            desk.say("reshuffled")


def _is_over(desk: Desk, player: str) -> bool:
    """Whether the duty to leave matters no more, e.g. for somebody whose one turn is over."""
    return desk.state.outcome is not None or not desk.state.player(player).leave


def _was_dry(desk: Desk) -> bool:
    return desk.state.phase is not Phase.DRAW or any(player.turns for player in desk.state.players)


def say_hands(desk: Desk) -> None:
    """Every hand of special cards."""
    for player in desk.state.players:
        desk.say("hands_dealt", player=desk.name(player.id), cards=cards_in_words(desk, player.cards))
    desk.end_line()


def _moved(desk: Desk, event: TokenMoved) -> None:
    """Pawns, and what the table must do with them by hand."""
    if desk.state.rules.is_wheel:
        return
    owner = desk.name(queries.owner(desk.state, event.token))
    lines = {
        "captured": "pawn_captured", "displaced": "pawn_displaced", "returned": "pawn_returned",
        "enter": "pawn_entered",
    }  # fmt: skip
    if line := lines.get(event.how):
        desk.say(line, player=owner)
        if desk.state.mode is Mode.GUIDE and event.how != "enter":
            say_moved(desk, event.token, queries.owner(desk.state, event.token))
    elif desk.state.mode is Mode.GUIDE and event.how in ("quiz", "gift"):
        say_moved(desk, event.token, queries.owner(desk.state, event.token))
    elif event.target.startswith("goal"):
        desk.say("pawn_goal", player=owner)


def _end(desk: Desk, event: PlayerFinished | GameEnded) -> None:
    match event:
        case PlayerFinished(player=player, rank=rank) if not desk.state.rules.is_wheel:
            if desk.state.player(player).left or (desk.state.outcome and rank == len(desk.state.players)):
                return
            desk.say("player_home", player=desk.name(player), rank=number(desk, rank))
        case PlayerFinished(player=player) if desk.state.challenge:
            # The first to finish has set the mark, everybody after that has reached it.
            first = not any(p.rank for p in desk.state.players if p.id != player)
            desk.say("streak" if first else "streak_equalled", player=desk.name(player))
        case GameEnded(outcome=outcome, players=players):
            lines = {"drawn": "drawn", "won": "won", "ranked": "ranking"}
            desk.say(lines[outcome], player=desk.name(players[0]), players=desk.names(players))


def kept_turn(desk: Desk) -> bool:
    """Whether the turn was kept at this desk: the same player goes on."""
    return any(isinstance(event, TurnKept) for event in desk.events)
