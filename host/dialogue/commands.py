"""Commands put to the rules: what came of them in words, refusals with their reason, and doubts put to the table."""

from __future__ import annotations

import json

from host.dialogue.announce import announce
from host.dialogue.desk import Desk
from host.dialogue.questions import choices_of
from host.dialogue.settings import Means
from host.dialogue.stage import Then
from host.dialogue.steps import needs_cue, step_of
from host.dialogue.talk import Step
from host.rules.messages import Command, Doubted, Rejected, to_dict


def put(desk: Desk, command: Command) -> Then:
    """Puts a command to the rules and says what came of it: the events, a doubt, or the refusal with its reason."""
    outcome = desk.do(command)
    match outcome:
        case Rejected(reason=reason, about=about):
            return refuse(desk, reason, about=about)
        case Doubted(reason=reason, about=about):
            desk.put_aside(Step.YES_NO, what="sure", command=json.dumps(to_dict(command)), reason=reason, about=about)
            return Then.ASK
    desk.change(news=())
    announce(desk, outcome)
    return Then.ASK


def refuse(desk: Desk, reason: str, *, about: str = "") -> Then:
    """Says why the rules refuse a report; what is pending stays pending."""
    line = f"rejected_{reason}"
    if line not in desk.book.lines:
        line = "rejected_default"
    desk.say(line, help=help_text(desk), player=_somebody(desk, about))
    desk.end_line("prompt")
    return Then.ASK if desk.events else Then.WAIT  # a part of what was told may have been done already


def _somebody(desk: Desk, about: str) -> str:
    """The side that a refusal is about."""
    if desk.game is None:
        return about
    player = about if desk.game.has(about) else desk.game.active
    return desk.name(player)


def say_doubt(desk: Desk, reason: str, about: str) -> None:
    """Says what the rules doubt."""
    line = f"doubted_{reason}"
    if line not in desk.book.lines:
        line = "doubted_default"
    colour = about.removeprefix("hq.")
    desk.say(line, colour=desk.colour(colour) if colour in desk.mind.colours else colour)


def help_text(desk: Desk) -> str:
    """What may be said now, in one sentence."""
    step = step_of(desk)
    line = f"help_{step}"
    if step is Step.ANSWER and needs_cue(desk):
        line = "help_answer_cue"
    elif step is Step.ANSWER and desk.talk.own(desk.addressed, "input") == Means.KEYS:
        line = "help_answer_keys"
    elif step is Step.OPTION:
        line = f"help_option_{desk.talk.setup.queue[0]}"
        line = line if line in desk.book.lines else "help_yes_no"
    elif step is Step.ANSWER and choices_of(desk, desk.open_question()):
        line = "help_choices"
    pick = f"{desk.mind.seed}/{desk.talk.line_id}"
    return desk.book.say(line, {}, pick=pick)


def is_certain(desk: Desk, meaning: str, *, short: bool) -> bool:
    """Whether a verdict of the table may be taken: a short word that was only heard needs a second witness (C10).

    Args:
        meaning: what the word would decide.
        short: it is a word that is easily misheard.
    """
    if desk.typed or not short or desk.talk.short == meaning:
        desk.change(short="")
        return True
    desk.change(short=meaning)
    return False
