"""Drawing the question that is due, reading it out, and its numbered choices."""

from __future__ import annotations

import re

from host.bank.choices import MOST, choices_for, in_order
from host.bank.draw import draw
from host.bank.pack import Question
from host.bank.wording import depends_on_choices
from host.dialogue.clock import wind
from host.dialogue.desk import Desk
from host.dialogue.settings import Level, Means, Style
from host.dialogue.standing import seconds
from host.rules import queries
from host.rules import state as rules_state
from host.rules.messages import PlacePack, PoseQuestion, Rejected
from host.rules.words import Phase, Purpose

LEVELS = {Level.EASY.value: 1, Level.HARD.value: 3}
"""What a player wants -> the difficulty of the cards."""
_ARTICLE = {"en": re.compile(r"(The|An?) \w"), "de": re.compile(r"(Der|Die|Das|Eine?) \w")}
_ARTICLE |= dict.fromkeys(("fr", "es"), re.compile(r"(?!)"))  # "Le Havre", "La Habana": the article is part of names
QUIZ = "quiz"
"""Category of the questions that belong to playing cards."""


def ask_question(desk: Desk) -> None:
    """Asks the question that is due or open."""
    if desk.state.phase is Phase.POSE:
        _pose(desk)
    due = desk.state.question
    assert due is not None, "no question is open"
    question = desk.question(due.id)
    if question is None:
        _ask_own_card(desk, due)
    else:
        _read(desk, due, question)


def _pose(desk: Desk) -> None:
    """Draws the question that is due; with printed cards, or an empty bank, the table reads one of its own."""
    due = queries.due(desk.state)
    assert due is not None, "no question is due"
    question = None if desk.state.opt("cards") == "table" else _drawn(desk, due)
    command = PoseQuestion(question.id if question else "")
    outcome = desk.do(command)
    if isinstance(outcome, Rejected):  # the host's own pack is through
        desk.must(PlacePack(due.deck))
        desk.say("next_pack", deck=desk.book.word("deck", due.deck))
        desk.end_line()
        desk.must(command)
    fresh = {"retries": 0, "earlier": None, "cued": False, "short": "", "first_class_refused": ""}
    desk.change(question_id=command.question, **fresh)
    if question is not None:
        desk.change(asked=(*desk.talk.asked, question.id))
    wind(desk)


def _drawn(desk: Desk, due: rules_state.Question) -> Question | None:
    agreed = queries.terms(desk.state, due.player, due.colour)
    age = desk.state.player(due.player).seat.age
    level, style = desk.talk.own(due.player, "difficulty"), style_of(desk)

    def one(*, choices: bool, age: int | None) -> Question | None:
        return draw(
            desk.mind.bank,
            category=due.colour or QUIZ,
            deck=due.deck,
            seed=desk.mind.seed,
            seq=desk.state.seq,
            seen=(*desk.mind.seen, *desk.talk.asked),
            exclude=desk.mind.set_aside | frozenset(desk.talk.voided),
            age=age,
            need_choices=choices,
            free_answer=style is Style.FREE,
            difficulty=LEVELS.get(level),
        )

    return (
        (agreed.choices and one(choices=True, age=age)) or one(choices=False, age=age) or one(choices=False, age=None)
    )


def _read(desk: Desk, due: rules_state.Question, question: Question) -> None:
    """Reads the open question, with its choices numbered."""
    lines = {
        Purpose.WEDGE: "question_wedge", Purpose.FINAL: "question_final", Purpose.FIRST_CLASS: "question_first_class",
        Purpose.QUIZ: "question_quiz", Purpose.PASSPORT: "question_passport",
    }  # fmt: skip
    _say_terms(desk, due)
    foreign = question.language != desk.language  # its words need a voice of their own
    desk.say(
        lines.get(due.purpose, "question"),
        player=desk.name(due.player),
        colour=desk.colour(due.colour) if due.colour else "",
        category=desk.mind.category(due.colour, desk.language),
        question="" if foreign else question.text,
    )
    if foreign:
        desk.ask()
        desk.say_text(question.text)
    if choices := choices_of(desk, question):
        say_choices(desk, choices, question.language)
    desk.ask("question", language=question.language, more=foreign)


def _say_terms(desk: Desk, due: rules_state.Question) -> None:
    """Who answers in a team, and how long there is time: said before the clock starts (A11)."""
    agreed = queries.terms(desk.state, due.player, due.colour)
    if agreed.category_owner:
        desk.say("category_owner", member=agreed.category_owner)
    if desk.state.player(due.player).seat.members and desk.once(f"captain/{due.player}"):
        desk.say("captain_answers", captain=agreed.captain or desk.name(due.player))
    means = desk.talk.own(due.player, "input")
    if means != Means.VOICE and desk.once(f"{means}/{due.player}"):
        desk.say(f"answers_by_{means}", player=desk.name(due.player))
    if desk.talk.clock and desk.once(f"clock/{due.player}"):
        desk.say("clock_starts", time=seconds(desk, round(desk.talk.clock)))
    desk.end_line()


def say_choices(desk: Desk, choices: tuple[str, ...], language: str) -> None:
    """The choices with their numbers, in the language of the card."""
    book = desk.base.books.get(language, desk.book)
    for n, text in enumerate(choices, 1):
        desk.say_text(book.say("choice", {"number": book.word("number", str(n)), "text": text.rstrip(".")}))


def stated(question: Question) -> str:
    """The answer as it stands inside a sentence: "The house" becomes "the house" where the language writes it so."""
    answer = question.answer.rstrip(".")
    return answer[0].lower() + answer[1:] if _ARTICLE[question.language].match(answer) else answer


def choices_of(desk: Desk, question: Question | None) -> tuple[str, ...]:
    """The choices in the order in which they are read, as the player wants to be asked; empty for a free answer."""
    if question is None or not (choices := _choices(desk, question)):
        return ()
    return in_order(question, choices, seed=desk.mind.seed)


def right_choice(desk: Desk, question: Question) -> str:
    """The right one of the choices; empty for a free answer."""
    return next(iter(_choices(desk, question)), "")


def _choices(desk: Desk, question: Question) -> tuple[str, ...]:
    """The right one first."""
    match style_of(desk):
        case Style.CHOICES:
            return _made(desk, question, MOST)
        case Style.FIFTY:
            return _made(desk, question, 2)
        case Style.FREE if not depends_on_choices(question.text, question.language):
            return ()
    return question.choices


def _made(desk: Desk, question: Question, count: int) -> tuple[str, ...]:
    others = desk.mind.bank.pool(question.category, question.deck)
    return choices_for(question, count=count, seed=desk.mind.seed, others=others) or question.choices


def style_of(desk: Desk) -> Style:
    """How the side that is asked answers: as the player wants it, else as the table has agreed for it (A92)."""
    style = Style(desk.talk.own(desk.addressed, "style"))
    if style is not Style.CARD or desk.game is None:
        return style
    rule = dict(desk.game.opt("age_rules") or {}).get(desk.addressed, {})
    return Style.CHOICES if rule.get("choices") else style


def _ask_own_card(desk: Desk, due: rules_state.Question) -> None:
    """The table reads a card of its own and will say whether the answer was right."""
    _say_terms(desk, due)
    player = desk.name(due.player)
    if not due.colour:
        desk.say("read_own_quiz", player=player)
    elif desk.state.opt("cards") == "table":
        desk.say(
            "read_own_card",
            player=player,
            deck=desk.book.word("deck", due.deck),
            colour=desk.colour(due.colour),
            category=desk.mind.category(due.colour, desk.language),
        )
    else:
        desk.say("no_questions_left", colour=desk.colour(due.colour))
    desk.ask("question")
