"""A practice turn instead of a reading of the rules (A50): a few things to say, none counts, left at any moment."""

from __future__ import annotations

from host.dialogue.desk import Desk
from host.dialogue.stage import Stage, Then, Values
from host.dialogue.talk import Step
from host.dialogue.understand import Intent, fold
from host.rules.words import Mode

WANTED = {
    "die": ("die", "roll_for_me"),
    "land": ("landing",),
    "card": ("card",),
    "move": ("move",),
    "pick": ("choice", "die"),
    "hand": ("done", "yes"),
    "answer": (),
}
"""What is practised -> the intents that do it; the answer is free words."""
LEAVES = ("no", "stop", "cancel", "skip")


def practice(desk: Desk) -> Then:
    """Begins a practice turn, or begins it anew."""
    if desk.talk.aside is not None and desk.talk.aside.step is Step.PRACTICE:
        desk.take_aside()
    desk.put_aside(Step.PRACTICE, at=0)
    return Then.ASK


def course(desk: Desk) -> tuple[str, ...]:
    """What is practised, as the table plays."""
    wheel = desk.mind.ruleset.is_wheel
    guide = (desk.state.mode if desk.game is not None else desk.mind.mode) is Mode.GUIDE
    first = "die" if wheel else "card"
    return (first, "pick", "hand", "answer") if guide else (first, "land" if wheel else "move", "answer")


def _at(desk: Desk) -> int:
    assert desk.talk.aside is not None
    return int(desk.talk.aside.get("at"))


def ask_practice(desk: Desk) -> None:
    """What to say next."""
    at = _at(desk)
    if not at:
        desk.say("practice_begins")
    desk.say(f"practice_{course(desk)[at]}")
    desk.ask()


def take_practice(desk: Desk, intent: Intent) -> Then | None:
    """The thing practised, or the end of it."""
    step = course(desk)[_at(desk)]
    if step == "answer" and intent.name in ("card", "die", "choice"):  # the answer is a number
        number = intent.get("number") or intent.get("card")
        return answer_words(desk, desk.book.word("number", number) if number.isdigit() else "")
    if intent.name in WANTED[step]:
        return _next(desk)
    if intent.name in LEAVES:
        desk.take_aside()
        desk.say("practice_left")
        desk.end_line()
        return Then.ASK
    return None


def answer_words(desk: Desk, text: str) -> Then | None:
    """The answer to the question of the practice turn."""
    if course(desk)[_at(desk)] != "answer":
        return None
    right = {fold(way) for way in desk.book.words["number"]["7"]}
    desk.say("practice_right" if right & set(fold(text).split()) else "practice_wrong")
    desk.say("practice_over")
    desk.end_line()
    desk.take_aside()
    return Then.ASK


def _next(desk: Desk) -> Then:
    at = _at(desk) + 1
    desk.swap_aside(Step.PRACTICE, at=at)
    return Then.ASK


def _values(desk: Desk) -> Values:
    return {"colour": desk.mind.colours}


STAGES = {
    Step.PRACTICE: Stage(
        ask_practice,
        take_practice,
        ("die", "card", "landing", "move", "choice", "roll_for_me", "done", "yes", *LEAVES),
        words=answer_words,
        values=_values,
        menu=False,
    ),
}
