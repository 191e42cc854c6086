"""Passport claims: others may win a wedge that the questioned player did not (G-39 to G-44)."""

from __future__ import annotations

from host.rules.commands import ClaimPassport, CloseClaims
from host.rules.events import (
    AnswerJudged,
    ClaimMade,
    ClaimsOpened,
    ClaimsOrdered,
    QuestionPosed,
    SpecialCardSpent,
    WedgeWon,
)  # fmt: skip
from host.rules.messages import Decision, Rejected
from host.rules.queries import around, asker, holds, is_alone, target_wedge
from host.rules.seating import played_kinds
from host.rules.state import GameState
from host.rules.story import Story
from host.rules.turn import pass_turn, won_wedge
from host.rules.words import Phase, Purpose, Reason, Special, Verdict, WedgeHow, Why


def claimants(state: GameState) -> tuple[str, ...]:
    """Who may claim the wedge of the headquarters the active piece stands on, in answering order (G-42, G-P23)."""
    if Special.PASSPORT not in played_kinds(state.rules, state.options) or is_alone(state):
        return ()
    colour = target_wedge(state)
    return tuple(id for id in _order(state) if _why_not(state, id, colour) is None)


def _order(state: GameState) -> tuple[str, ...]:
    """Everyone but the questioned player, in the agreed order; the asker comes last (G-P24)."""
    questioned = state.active
    others = [player.id for player in around(state, questioned)]
    reader = asker(state, questioned)
    if state.opt("claim_order") == "questioned_left_first":
        return tuple(others)
    from_reader = [player.id for player in around(state, reader) if player.id != questioned]
    if state.opt("claim_order") == "asker_left_last":
        from_reader.reverse()
    return (*from_reader, reader)


def _why_not(state: GameState, id: str, colour: str) -> Reason | None:
    """Why a player may not claim that wedge; None when he may."""
    player = state.player(id)
    if not holds(player, Special.PASSPORT):
        return Reason.NO_CARD
    if colour in player.wedges:
        return Reason.WEDGE_OWNED
    rule = state.opt("asker_may_claim")
    barred = rule == "no" or (rule == "auto" and state.opt("cards") == "table")
    if player.rank or (id == asker(state, state.active) and barred):
        return Reason.NOT_ELIGIBLE
    return None


def open_claims(story: Story, judged: AnswerJudged) -> bool:
    """Opens the window when somebody may claim (G-39, G-P22). The answer is kept back until it closes."""
    state = story.state
    if judged.verdict.value not in (state.opt("passport_after") or ()):
        return False
    players = claimants(state)
    if players:
        story.tell(ClaimsOpened(players))
    return bool(players)


def claim_passport(state: GameState, command: ClaimPassport) -> Decision:
    """A player joins the claim (G-39); all claims are made before the first answer (G-P25)."""
    if Special.PASSPORT not in played_kinds(state.rules, state.options):
        return Rejected(Reason.KIND_OFF, Special.PASSPORT)
    if state.phase is not Phase.CLAIM or state.claims is None:
        return Rejected(Reason.WRONG_PHASE)
    id = command.player
    if not state.has(id) or id == state.active or id in state.claims.claimed:
        return Rejected(Reason.NOT_ELIGIBLE, id)
    if reason := _why_not(state, id, target_wedge(state)):
        return Rejected(reason, id)
    return (ClaimMade(id),)


def close_claims(state: GameState, command: CloseClaims) -> Decision:
    """The window closes: the claimants answer in order, or play goes on (G-42, G-44)."""
    if state.phase is not Phase.CLAIM or state.claims is None:
        return Rejected(Reason.WRONG_PHASE)
    story = Story(state)
    order = tuple(id for id in state.claims.players if id in state.claims.claimed)
    if order:
        next_claimant(story.tell(ClaimsOrdered(order)))
    else:
        pass_turn(story, Why.NONE if state.verdict is Verdict.NONE else Why.WRONG)
    return story.events()


def next_claimant(story: Story) -> None:
    """The same question goes to the first claimant who has not answered (G-39)."""
    state = story.state
    assert state.claims is not None and state.question is not None
    question = state.question
    story.tell(QuestionPosed(state.claims.players[0], question.colour, question.deck, Purpose.PASSPORT, question.id))


def after_claim(story: Story, judged: AnswerJudged, colour: str) -> None:
    """A claimant has answered: the wedge and the card stay with the one who is right (G-40 to G-43)."""
    if judged.verdict is Verdict.RIGHT:
        # The table may have put the wedge into the holder meanwhile (R-T14).
        if colour not in story.state.player(judged.player).wedges:
            story.tell(WedgeWon(judged.player, colour, WedgeHow.PASSPORT))
            if won_wedge(story, judged.player):
                return
        pass_turn(story, Why.CLAIMS)
        return
    story.tell(SpecialCardSpent(judged.player, Special.PASSPORT))
    assert story.state.claims is not None
    if story.state.claims.players:
        next_claimant(story)
    else:
        pass_turn(story, Why.CLAIMS)  # G-44, G-P26: the left neighbour of the player questioned first
