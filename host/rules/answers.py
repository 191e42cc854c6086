"""Questions of the wheel games: posing them, judging answers, and what right and wrong lead to."""

from __future__ import annotations

from host.rules.claims import after_claim, open_claims
from host.rules.commands import ChooseCategory, GiveUp, PoseQuestion, SubmitAnswer
from host.rules.decks import finish_if_played
from host.rules.events import AnswerJudged, CategoryChosen, LeaveRequired, QuestionPosed, WedgeWon
from host.rules.messages import Decision, Rejected
from host.rules.queries import choosers, deck, due, target_wedge, terms, wedge_space
from host.rules.state import GameState, Question
from host.rules.story import Story
from host.rules.turn import keep_turn, pass_turn, win, won_wedge
from host.rules.words import Cause, Kind, Phase, Purpose, Reason, Verdict, WedgeHow, Why


def choose_category(state: GameState, command: ChooseCategory) -> Decision:
    """The player on the hub chooses (G-20, N-17, F-25); for the final question the others do (G-30, N-28, F-30)."""
    if state.phase is not Phase.CATEGORY:
        return Rejected(Reason.WRONG_PHASE)
    if command.by not in choosers(state):
        return Rejected(Reason.WRONG_CHOOSER, command.by)
    if command.colour not in state.rules.colours:
        return Rejected(Reason.NO_SUCH_SPACE, command.colour)
    return (CategoryChosen(command.by, command.colour),)


def pose_question(state: GameState, command: PoseQuestion) -> Decision:
    """The question that is due is read (G-19, N-16, F-16, S-23); its deck must have a pack (G-11, N-04, F-28)."""
    question = due(state)
    if question is None:
        return Rejected(Reason.WRONG_PHASE)
    source = deck(state, question.deck)
    if source is not None and source.finished:
        return Rejected(Reason.PACK_FINISHED, question.deck)
    posed = QuestionPosed(question.player, question.colour, question.deck, question.purpose, command.question)
    return finish_if_played(Story(state).tell(posed), question.deck).events()


def answered(state: GameState, command: SubmitAnswer | GiveUp) -> Rejected | AnswerJudged:
    """The verdict as an event, or why nobody may answer so now (R-T05, F-38, G-P09, G-P10)."""
    question = state.question
    if state.phase is not Phase.ANSWER or question is None:
        return Rejected(Reason.WRONG_PHASE)
    if command.player != question.player:
        return Rejected(Reason.NOT_ACTIVE, command.player)
    agreed = terms(state, question.player, question.colour)
    if isinstance(command, SubmitAnswer):
        if command.by and agreed.captain and command.by != agreed.captain:
            return Rejected(Reason.NOT_ACTIVE, command.by)
        return AnswerJudged(question.player, command.verdict, question.purpose, command.text)
    if command.cause is Cause.TIME and agreed.seconds is None:
        return Rejected(Reason.NOT_ELIGIBLE, "answer_seconds")
    if command.cause is Cause.SILENCE and state.opt("silence") == "wait":
        return Rejected(Reason.NOT_ELIGIBLE, "silence")
    return AnswerJudged(question.player, Verdict.NONE, question.purpose)


def answer(state: GameState, command: SubmitAnswer | GiveUp) -> Decision:
    """An answer of the wheel games and everything that follows from its verdict."""
    if isinstance(command, GiveUp) and state.phase is Phase.ROLL and state.again:
        return _stop(state, command)
    judged = answered(state, command)
    if isinstance(judged, Rejected):
        return judged
    assert state.question is not None
    story = Story(state).tell(judged)
    if judged.purpose is Purpose.PASSPORT:
        after_claim(story, judged, target_wedge(state))
    elif judged.verdict is Verdict.RIGHT:
        _right(story, state, state.question)
    elif story.state.phase is not Phase.POSE:  # else the second question of first class is due
        _wrong(story, state, judged)
    return story.events()


def _stop(state: GameState, command: GiveUp) -> Decision:
    """After a roll-again space a player may stop instead, where the table plays so (G-P04)."""
    if state.opt("roll_again_must"):
        return Rejected(Reason.WRONG_PHASE)
    if command.player != state.active:
        return Rejected(Reason.NOT_ACTIVE, command.player)
    story = Story(state)
    pass_turn(story, Why.PLAYED)
    return story.events()


def _right(story: Story, before: GameState, question: Question) -> None:
    """A right answer earns what the space offers and keeps the turn (G-21, N-18, F-17)."""
    player = question.player
    if question.purpose is Purpose.FINAL:
        win(story, player)
        return
    wedge = _earned(before, question)
    if wedge is not None:
        story.tell(wedge)
        if won_wedge(story, player):
            return
    keep_turn(story, player)


def _earned(state: GameState, question: Question) -> WedgeWon | None:
    """The wedge a right answer earns (G-24, G-37, G-45, N-20, N-31, F-21, F-33); None when there is none."""
    player, landed = state.player(question.player), state.landed
    assert landed is not None
    colour, how = question.colour, WedgeHow.QUICK
    if question.purpose is Purpose.WEDGE:
        how = WedgeHow.HEADQUARTERS
    elif question.purpose is Purpose.FIRST_CLASS:
        colour, how = landed.colour, WedgeHow.FIRST_CLASS
    elif (
        state.rules.wedges != "anywhere"
        or (landed.kind is Kind.HUB and not (state.opt("quick_hub_wedge") or state.opt("short_hub_wedge")))
        or (landed.kind is Kind.HQ and state.opt("short_hq") == "no_wedge")
    ):
        return None
    # The table may have put the wedge into the holder while the question was pending (R-T14).
    return None if colour in player.wedges else WedgeWon(player.id, colour, how)


def _wrong(story: Story, before: GameState, judged: AnswerJudged) -> None:
    """A wrong answer ends the turn (G-22, N-19, F-18), after the claims of others (G-39)."""
    space = wedge_space(before)
    # Nothing is to be left when the table has said meanwhile that the piece stands elsewhere (R-T11).
    if before.player(judged.player).space in ("", space) and space:
        story.tell(LeaveRequired(judged.player, space))  # G-25, G-32, N-21, N-30, F-23, F-32
    if judged.purpose is Purpose.WEDGE and open_claims(story, judged):
        return
    pass_turn(story, Why.NONE if judged.verdict is Verdict.NONE else Why.WRONG)
