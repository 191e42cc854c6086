"""The turn: what is expected in each phase, what is asked, and what an understood intent does to the game."""

from __future__ import annotations

import json

from host.bank.draw import draw, mixed_choices
from host.bank.pack import Question
from host.dialogue.announce import announce
from host.dialogue.answers import give_up, open_question, settle, table_decides
from host.dialogue.desk import Desk
from host.dialogue.talk import Confirm, Step
from host.dialogue.understand import Intent, fold
from host.rules import queries
from host.rules.messages import (
    ChooseCategory,
    Command,
    Correct,
    Doubted,
    PoseQuestion,
    Rejected,
    ReportLanding,
    RollDie,
    RollForStart,
    from_dict,
    to_dict,
)
from host.rules.words import Kind, Phase, Purpose

STEPS = {
    Phase.START: Step.START_ROLL,
    Phase.ROLL: Step.LANDING,
    Phase.MOVE: Step.LANDING,
    Phase.CATEGORY: Step.CATEGORY,
    Phase.POSE: Step.ANSWER,
    Phase.ANSWER: Step.ANSWER,
    Phase.ENDED: Step.ENDED,
}


def step_of(desk: Desk) -> Step:
    """What the host waits for now."""
    if desk.talk.confirm is not Confirm.NOTHING:
        return Step.YES_NO
    if desk.game is None:
        return Step.PRECISION if desk.talk.players else Step.PLAYERS
    return STEPS[desk.game.phase]


def ask_next(desk: Desk, *, kept: bool = False) -> None:
    """Asks for what comes next in the game; nothing when it is over.

    Args:
        kept: the same player goes on (a right answer, a free roll).
    """
    assert desk.game is not None
    game = desk.game
    match game.phase:
        case Phase.START:
            desk.say("ask_start_roll", player=desk.name(game.active))
            desk.ask()
        case Phase.ROLL:
            if game.player(game.active).leave:
                desk.say("must_leave")
            desk.say("turn_on" if kept else "turn", player=desk.name(game.active))
            desk.ask()
        case Phase.MOVE:
            desk.say("ask_landing", pips=desk.book.word("number", str(game.pips)))
            desk.ask()
        case Phase.CATEGORY:
            desk.say("ask_final_category" if final_due(desk) else "ask_category", player=desk.name(game.active))
            desk.ask()
        case Phase.POSE:
            pose(desk)
        case Phase.ANSWER:
            ask_question(desk)
        case _:
            pass


def final_due(desk: Desk) -> bool:
    """Whether the question to come is the final one (C-6: the hub with all wedges)."""
    assert desk.game is not None
    return queries.is_final(desk.game)


def pose(desk: Desk) -> None:
    """Draws the question that is due and asks it; with an empty bank the table reads a card of its own."""
    assert desk.game is not None
    due = queries.due(desk.game)
    assert due is not None
    question = draw(
        desk.mind.bank,
        category=due.colour,
        deck=due.deck,
        seed=desk.mind.seed,
        seq=desk.game.seq,
        seen=(*desk.mind.seen, *desk.talk.asked),
        exclude=desk.mind.set_aside,
    )
    outcome = desk.do(PoseQuestion(question.id if question else ""))
    assert isinstance(outcome, tuple), outcome
    desk.change(question_id=question.id if question else "", retries=0, earlier=None)
    if question is None:
        desk.change(confirm=Confirm.OWN_CARD)
        desk.say("no_questions_left", colour=desk.colour(due.colour))
        desk.ask()
        return
    desk.change(asked=(*desk.talk.asked, question.id))
    ask_question(desk)


def ask_question(desk: Desk) -> None:
    """Reads the open question, with its choices numbered."""
    assert desk.game is not None and desk.game.question is not None
    question = open_question(desk)
    if question is None:
        desk.change(confirm=Confirm.OWN_CARD)
        desk.say("no_questions_left", colour=desk.colour(desk.game.question.colour))
        desk.ask()
        return
    due = desk.game.question
    line = {Purpose.WEDGE: "question_wedge", Purpose.FINAL: "question_final"}.get(due.purpose, "question")
    desk.say(
        line,
        player=desk.name(due.player),
        colour=desk.colour(due.colour),
        category=desk.mind.category(due.colour, desk.talk.language),
        question=question.text,
    )
    for number, text in enumerate(choices_of(desk, question), 1):
        desk.say("choice", number=number, text=text.rstrip("."))
    desk.ask("question")


def choices_of(desk: Desk, question: Question) -> tuple[str, ...]:
    """The question's choices in the order in which they are read; empty for a free answer."""
    return mixed_choices(question, seed=desk.mind.seed) if question.choices else ()


def numbered_choice(desk: Desk, question: Question, heard: str) -> str:
    """The choice that a number names ("two", "number 2"); empty when it is none."""
    choices = choices_of(desk, question)
    said = fold(heard).split()[-1:]
    for number, choice in enumerate(choices, 1):
        if said and any(fold(word) == said[0] for word in desk.book.words["number"][str(number)]):
            return choice
    return ""


def on_intent(desk: Desk, intent: Intent) -> bool:
    """Does what a turn's own intent asks for; False when it does not belong to the step."""
    assert desk.game is not None
    match step_of(desk), intent.name:
        case Step.YES_NO, "yes" | "no" | "accept" | "refuse":
            _confirmed(desk, intent.name in ("yes", "accept"))
        case Step.START_ROLL, "die":
            put(desk, RollForStart(desk.game.active, int(intent.get("number"))))
        case Step.START_ROLL, "player":
            put(desk, Correct("active", intent.get("player")))
        case Step.LANDING, "landing":
            _land(desk, intent)
        case Step.LANDING, "die":
            put(desk, RollDie(int(intent.get("number"))))
        case Step.CATEGORY, "colour":
            put(desk, ChooseCategory(intent.get("colour"), chooser(desk)))
        case Step.ANSWER, "dont_know":
            give_up(desk)
            after_answer(desk)
        case _:
            return False
    return True


def put(desk: Desk, command: Command) -> None:
    """Puts a command to the rules and says what came of it: the events, a doubt, or the refusal with its reason."""
    assert desk.game is not None
    active, phase = desk.game.active, desk.game.phase
    outcome = desk.do(command)
    match outcome:
        case Rejected(reason=reason):
            refuse(desk, "rejected", reason)
        case Doubted(reason=reason):
            desk.change(confirm=Confirm.SURE, doubted=json.dumps(to_dict(command)))
            refuse(desk, "doubted", reason)
        case _:
            announce(desk, outcome)
            desk.end_line()
            ask_next(desk, kept=desk.game.active == active and phase is not Phase.START)


def refuse(desk: Desk, kind: str, reason: str) -> None:
    """Says why the rules refuse or doubt a report; the pending question stays."""
    line = f"{kind}_{reason}"
    if line not in desk.book.lines:
        line = f"{kind}_default"
    desk.say(line, help=help_text(desk))
    desk.end_line()


def help_text(desk: Desk) -> str:
    """What may be said now, in one sentence."""
    pick = f"{desk.mind.seed}/{desk.talk.line_id}"
    return desk.book.say(f"help_{step_of(desk)}", {}, pick=pick)


def _land(desk: Desk, intent: Intent) -> None:
    assert desk.game is not None
    if intent.get("number") and desk.game.phase is Phase.ROLL:
        outcome = desk.do(RollDie(int(intent.get("number"))))
        if not isinstance(outcome, tuple):
            refuse(desk, "rejected", outcome.reason)
            return
    put(desk, ReportLanding(Kind(intent.get("kind")), intent.get("colour")))


def chooser(desk: Desk) -> str:
    """In whose name the category is taken: the player on the hub, or, for the final question, one of the others."""
    assert desk.game is not None
    return queries.choosers(desk.game)[0]


def _confirmed(desk: Desk, yes: bool) -> None:
    confirm, doubted = desk.talk.confirm, desk.talk.doubted
    if confirm is Confirm.TABLE:
        table_decides(desk, yes)
        after_answer(desk)
        return
    desk.change(confirm=Confirm.NOTHING, doubted="")
    if confirm is Confirm.OWN_CARD:
        settle(desk, "", "right" if yes else "wrong", "")
        after_answer(desk)
    elif yes:
        put(desk, from_dict({**json.loads(doubted), "sure": True}))
    else:
        ask_next(desk)


def after_answer(desk: Desk) -> None:
    """Once a verdict has been given, asks for what comes next; while the answer is still open, nothing."""
    assert desk.game is not None
    waiting = desk.game.phase is Phase.ANSWER or desk.talk.confirm is not Confirm.NOTHING
    if not waiting:
        desk.end_line()
        judged = desk.talk.judged
        ask_next(desk, kept=judged is not None and judged.player == desk.game.active and judged.verdict == "right")


def in_words(desk: Desk, intent: Intent) -> str:
    """An understood intent as a phrase somebody could say, for "did you mean …"."""
    slots = dict(intent.slots)
    kind = slots.pop("kind", "")
    key = f"{intent.name}.{kind}" if kind else intent.name
    if key in desk.book.templates:
        words = {slot: desk.book.word(slot, value) for slot, value in slots.items() if value}
        return desk.book.templates[key][0].format_map(words)
    return desk.book.intents[intent.name][0]
