"""The dialogue table: every step with its stage. Who wants to know what the host does when, reads this."""

from __future__ import annotations

from collections.abc import Mapping

from host.dialogue import answering, colours, contest, house, lobby, menu, naming, setup, tablework
from host.dialogue.commands import help_text
from host.dialogue.desk import Desk
from host.dialogue.editions import owncards, track, voyager, wheel
from host.dialogue.explain import reading
from host.dialogue.guide import table as guide
from host.dialogue.protocol import Prompt
from host.dialogue.questions import ask_question
from host.dialogue.stage import Stage, Then
from host.dialogue.steps import step_of
from host.dialogue.talk import Step
from host.dialogue.understand import Intent


def ask_next(desk: Desk) -> None:
    """Asks for what is due now; what settles itself (the host's own choice, an empty hand) is passed on the way."""
    while STAGES[step_of(desk)].ask(desk) is Then.ASK:
        pass


def _ask_after_end(desk: Desk) -> None:
    """Nothing is left to ask when the game is over, only what there still is to say."""
    desk.say_text(help_text(desk))
    desk.ask()


def _after_end(desk: Desk, intent: Intent) -> Then | None:
    """Another game with the same people."""
    if intent.name not in ("again", "yes"):
        return None
    desk.quit("again")
    return Then.WAIT


STAGES: Mapping[Step, Stage] = {
    **setup.STAGES,
    **lobby.STAGES,
    **house.STAGES,
    **wheel.STAGES,
    **voyager.STAGES,
    **track.STAGES,
    **owncards.STAGES,
    **guide.STAGES,
    **contest.STAGES,
    **tablework.STAGES,
    **colours.STAGES,
    **naming.STAGES,
    **reading.STAGES,
    **menu.STAGES,
    Step.ANSWER: Stage(
        ask_question, answering.take_answer_intent, ("choice", "dont_know", "first_class", "reveal"),
        prompt=Prompt.ANSWER, extra=answering.choice_phrases, menu=False,
    ),
    Step.FIRST_CLASS: Stage(
        answering.ask_first_class, answering.take_first_class, ("yes", "no", "first_class", "dont_know")
    ),
    Step.HEARD: Stage(
        answering.ask_heard, answering.take_heard, ("yes", "no", "dont_know"), words=answering.heard_words, menu=False
    ),
    Step.TABLE: Stage(answering.ask_table, answering.take_table, ("accept", "refuse", "yes", "no")),
    Step.ENDED: Stage(_ask_after_end, _after_end, ("again", "yes"), menu=False),
}  # fmt: skip
