"""The road of one answer: judged by text and sound, asked again once, made more precise, or put to the table."""

from __future__ import annotations

from host.bank.pack import Question
from host.dialogue import clock
from host.dialogue.announce import announce
from host.dialogue.desk import Desk
from host.dialogue.protocol import Scores, Transcript
from host.dialogue.stage import Then
from host.dialogue.talk import Judged, Step
from host.judging.forms import prompting_forms, spoken_forms
from host.judging.judge import judge
from host.judging.listening import ByText, Decision, Ruling, Source, decide_answer
from host.judging.policy import Channel, Policy, Precision
from host.judging.record import JudgeRecord, build_record
from host.judging.verdict import Verdict, VerdictKind, reason_sentence
from host.rules import queries
from host.rules.claims import claimants
from host.rules.messages import GiveUp, SubmitAnswer
from host.rules.words import Cause, Purpose
from host.rules.words import Verdict as Ruled

MOST_RETRIES = 2
"""Re-says and "be more precise" together, before the table decides."""
LOW = 0.5
"""Confidence of a transcript, where there are no scores, below which a wrong answer is read back first (A22)."""


def open_question(desk: Desk) -> Question | None:
    """The question that waits for its answer."""
    return desk.open_question()


def policy_for(desk: Desk, *, typed: bool) -> Policy:
    """The precision agreed for the side that is asked, for the channel the words came by."""
    channel = Channel.TYPED if typed else Channel.SPOKEN
    due = desk.game.question if desk.game is not None else None
    if due is None:
        return Policy(precision=Precision(desk.talk.precision or "standard"), channel=channel)
    return Policy(precision=Precision(queries.terms(desk.state, due.player, due.colour).precision), channel=channel)


def record_for(desk: Desk, question: Question) -> JudgeRecord:
    """What the card demands, with the answers that this household has agreed to accept."""
    return build_record(question, household=desk.mind.aliases(question.id))


def forms_for(desk: Desk, question: Question) -> tuple[str, ...]:
    """What the ear hopes for: the spoken forms of the card's answer that the precision accepts, and those that are
    right but too vague."""
    record = record_for(desk, question)
    return tuple(dict.fromkeys((*spoken_forms(record, policy_for(desk, typed=False)), *prompting_forms(record))))


def is_right(desk: Desk, text: str) -> bool:
    """Whether the words are the open card's answer as it stands: a command that happens to be one is the answer."""
    question = desk.open_question()
    return question is not None and judge(text, record_for(desk, question), policy_for(desk, typed=True)).accepted


def judge_answer(
    desk: Desk, question: Question, heard: Transcript, scores: Scores | None, *, typed: bool
) -> tuple[Decision, Verdict]:
    """What to do with an answer, and the text judge's own verdict on the words (for "why?")."""
    record = record_for(desk, question)
    policy = policy_for(desk, typed=typed)

    def by_text(text: str) -> ByText:
        return ByText(judge(text, record, policy, phonemes=desk.mind.phonemes, guard=desk.mind.guard))

    decision = decide_answer(
        heard,
        scores,
        judge=by_text,
        forms=spoken_forms(record, policy),
        prompting=prompting_forms(record),
        precision=policy.precision,
        previous=desk.talk.earlier,
    )
    return decision, by_text(heard.text).full


def take_answer(
    desk: Desk, heard: Transcript, scores: Scores | None, decided: tuple[Decision, Verdict], *, typed: bool
) -> Then:
    """Gives the verdict and moves the game on, or asks for more."""
    question = desk.open_question()
    assert question is not None
    decision, verdict = decided
    reason = reason_sentence(verdict, question.language) if decision.source is Source.TEXT else ""
    said = decision.heard or heard.text
    if decision.source is Source.SOUND and decision.ruling in (Ruling.ACCEPT, Ruling.PROMPT):
        said = decision.matched
    _note(desk, question, heard, decision, typed=typed)
    match decision.ruling:
        case Ruling.ACCEPT:
            return settle(desk, said, "right", reason)
        case Ruling.REJECT:
            return settle(desk, said, "wrong", reason)
        case Ruling.PROMPT if desk.talk.retries < MOST_RETRIES:
            desk.change(retries=desk.talk.retries + 1, earlier=None)
            if verdict.kind is VerdictKind.CLOSE:
                desk.say_text(reason_sentence(verdict, question.language))
            else:
                desk.say("be_more_precise")
            return _listen_again(desk)
        case Ruling.UNSURE if desk.talk.retries < 1 and not typed:
            desk.change(retries=desk.talk.retries + 1, earlier=scores)
            desk.say("say_again")
            return _listen_again(desk)
    if others_may_answer(desk):  # the card's answer must not be said yet, so the table cannot decide (G-P22)
        return settle(desk, said, "wrong", reason)
    return ask_table(desk, said)


def _listen_again(desk: Desk) -> Then:
    """Asks for the same answer once more; "repeat" still reads the whole question."""
    desk.end_line("prompt")
    return Then.WAIT


def _note(desk: Desk, question: Question, heard: Transcript, decision: Decision, *, typed: bool) -> None:
    desk.note(
        "heard",
        question=question.id,
        text=heard.text,
        verdict=decision.ruling.value,
        reason=decision.reason,
        source=decision.source.value,
        ratio=decision.ratio,
        margin=decision.margin,
        decoy=decision.best_decoy,
        typed=typed,
    )


def others_may_answer(desk: Desk) -> bool:
    """Whether somebody may still try the same question with a passport."""
    due, claims = desk.state.question, desk.state.claims
    if due is None or due.purpose not in (Purpose.WEDGE, Purpose.PASSPORT):
        return False
    if claims is not None:
        return len(claims.players) > 1
    return bool(claimants(desk.state))


def ask_table(desk: Desk, heard: str) -> Then:
    """Nothing is sure: the answer is revealed and the table decides."""
    desk.put_aside(Step.TABLE, heard=heard)
    return Then.ASK


def reveal(desk: Desk) -> Then:
    """The answer was given by other means (signed, written down): the card is read out, the table decides (A95)."""
    if desk.open_question() is None or others_may_answer(desk):  # G-P22
        desk.say("reveal_not_yet")
        return Then.REPEAT
    desk.put_aside(Step.TABLE, heard="", shown="yes")
    return Then.ASK


def table_decides(desk: Desk, accepted: bool) -> Then:
    """The table's ruling on the answer that the host left open."""
    heard = desk.take_aside().get("heard")
    desk.note("table", question=desk.talk.question_id, accepted=accepted)
    desk.say("table_accepts" if accepted else "table_refuses")
    return settle(desk, heard, "right" if accepted else "wrong", "")


def give_up(desk: Desk, cause: Cause = Cause.SAID) -> Then:
    """ "I don't know", or an agreed time ran out: no answer."""
    desk.note("heard", question=desk.talk.question_id, text="", verdict="none", reason=cause.value, source="text")
    return settle(desk, "", "none", "", cause=cause)


def settle(desk: Desk, heard: str, verdict: str, reason: str, *, cause: Cause = Cause.SAID) -> Then:
    """Gives the verdict to the rules and tells the table."""
    due = desk.state.question
    assert due is not None, "an answer without a question"
    player = due.player
    question = desk.open_question()
    events = desk.must(GiveUp(player, cause) if verdict == "none" else SubmitAnswer(player, Ruled(verdict), heard))
    answer = question.answer if question else ""
    desk.change(judged=Judged(player, heard, answer, verdict, reason), retries=0, earlier=None, cued=False, short="")
    if desk.state.question is not None and desk.state.question.purpose is Purpose.PASSPORT:
        clock.wind(desk)
    else:
        clock.stop(desk)
    desk.change(news=())
    announce(desk, events)
    return Then.ASK
