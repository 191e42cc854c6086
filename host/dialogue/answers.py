"""The road of one answer: judged by text and sound, asked again once, made more precise, or put to the table."""

from __future__ import annotations

from dataclasses import dataclass

from host.bank.pack import Question
from host.dialogue.announce import announce
from host.dialogue.desk import Desk
from host.dialogue.protocol import Scores, Transcript
from host.dialogue.talk import Confirm, Judged
from host.judging.forms import spoken_forms
from host.judging.judge import judge
from host.judging.listening import Decision, Ruling, decide_answer
from host.judging.policy import Channel, Policy, Precision
from host.judging.record import build_record
from host.judging.verdict import Verdict, VerdictKind, reason_sentence
from host.rules.messages import GiveUp, SubmitAnswer
from host.rules.words import Verdict as Ruled

MOST_RETRIES = 2
"""Re-says and "be more precise" together, before the table decides."""


@dataclass(frozen=True, slots=True)
class _Text:
    """A text verdict in the words of host.judging.listening."""

    verdict: str
    reason: str
    full: Verdict


def open_question(desk: Desk) -> Question | None:
    """The question that waits for its answer."""
    return desk.mind.bank.question(desk.talk.question_id)


def policy_for(desk: Desk, *, typed: bool) -> Policy:
    """The precision the table agreed, for the channel the words came by."""
    return Policy(
        precision=Precision(desk.talk.precision or "standard"), channel=Channel.TYPED if typed else Channel.SPOKEN
    )


def forms_for(desk: Desk, question: Question) -> tuple[str, ...]:
    """The spoken forms of the card's answer that the precision accepts: what the ear hopes for."""
    return spoken_forms(build_record(question), policy_for(desk, typed=False))


def judge_answer(
    desk: Desk, question: Question, heard: Transcript, scores: Scores | None, *, typed: bool
) -> tuple[Decision, Verdict]:
    """What to do with an answer, and the text judge's own verdict on the words (for "why?")."""
    record = build_record(question)
    policy = policy_for(desk, typed=typed)

    def by_text(text: str) -> _Text:
        full = judge(text, record, policy, phonemes=desk.mind.phonemes, guard=desk.mind.guard)
        return _Text(full.kind.word, full.reason.value, full)

    decision = decide_answer(
        heard,
        scores,
        judge=by_text,
        forms=spoken_forms(record, policy),
        prompting=question.judge.prompt,
        precision=policy.precision,
        previous=desk.talk.earlier,
    )
    return decision, by_text(heard.text).full


def take_answer(desk: Desk, heard: Transcript, scores: Scores | None, *, typed: bool) -> None:
    """Judges an answer and moves the game on, or asks for more."""
    question = open_question(desk)
    assert question is not None and desk.game is not None
    decision, verdict = judge_answer(desk, question, heard, scores, typed=typed)
    reason = reason_sentence(verdict, question.language) if decision.source == "text" else ""
    said = decision.heard or heard.text
    if decision.source == "sound" and decision.ruling in (Ruling.ACCEPT, Ruling.PROMPT):
        said = decision.matched
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
    match decision.ruling:
        case Ruling.ACCEPT:
            settle(desk, said, "right", reason)
        case Ruling.REJECT:
            settle(desk, said, "wrong", reason)
        case Ruling.PROMPT if desk.talk.retries < MOST_RETRIES:
            desk.change(retries=desk.talk.retries + 1, earlier=None)
            desk.say_text(reason_sentence(verdict, question.language) if verdict.kind is VerdictKind.CLOSE else "")
            if not desk.spoke:
                desk.say("be_more_precise")
            desk.ask()
        case Ruling.UNSURE if desk.talk.retries < 1 and not typed:
            desk.change(retries=desk.talk.retries + 1, earlier=scores)
            desk.say("say_again")
            desk.ask()
        case _:
            ask_table(desk, said, question)


def ask_table(desk: Desk, heard: str, question: Question) -> None:
    """Nothing is sure: the answer is revealed and the table decides (yes or no)."""
    desk.change(confirm=Confirm.TABLE, heard=heard)
    line = "table_decides" if heard else "table_decides_unheard"
    desk.say(line, heard=heard.rstrip("."), answer=question.answer.rstrip("."))
    desk.ask()


def table_decides(desk: Desk, accepted: bool) -> None:
    """The table's yes or no to the answer that the host left open."""
    heard = desk.talk.heard
    desk.change(confirm=Confirm.NOTHING, heard="")
    desk.note("table", question=desk.talk.question_id, accepted=accepted)
    desk.say("table_accepts" if accepted else "table_refuses")
    settle(desk, heard, "right" if accepted else "wrong", "")


def settle(desk: Desk, heard: str, verdict: str, reason: str) -> None:
    """Gives the verdict to the rules and tells the table."""
    assert desk.game is not None
    question = open_question(desk)
    assert desk.game.question is not None
    player = desk.game.question.player
    outcome = desk.do(GiveUp(player) if verdict == "none" else SubmitAnswer(player, Ruled(verdict), heard))
    assert isinstance(outcome, tuple), outcome
    answer = question.answer if question else ""
    desk.change(judged=Judged(player, heard, answer, verdict, reason), retries=0, earlier=None)
    announce(desk, outcome)


def give_up(desk: Desk) -> None:
    """ "I don't know": no answer."""
    desk.note("heard", question=desk.talk.question_id, text="", verdict="none", reason="gave_up", source="text")
    settle(desk, "", "none", "")


def is_right(desk: Desk, text: str) -> bool:
    """Whether the words are the open card's answer."""
    question = open_question(desk)
    return question is not None and judge(text, build_record(question), policy_for(desk, typed=True)).accepted
