"""The guide to a board that hands can read: household things, nothing that stays (A68), one step at a time."""

from __future__ import annotations

from host.dialogue.desk import Desk
from host.dialogue.stage import Stage, Then
from host.dialogue.standing import number
from host.dialogue.talk import Step
from host.dialogue.understand import Intent

STEPS = 8
"""Steps of the guide: the lines ``tactile_1`` to ``tactile_8``."""


def tactile(desk: Desk) -> Then:
    """Begins with the first step."""
    desk.put_aside(Step.TACTILE, at=1)
    return Then.ASK


def ask_tactile(desk: Desk) -> None:
    """The step that is due."""
    assert desk.talk.aside is not None
    step = desk.talk.aside.get("at")
    colours = desk.mind.colours
    desk.say("tactile_step", number=number(desk, int(step)))
    desk.say(f"tactile_{step}", colour=desk.colour(colours[0]) if colours else "")
    desk.say("tactile_next" if int(step) < STEPS else "tactile_last")
    desk.ask()


def take_tactile(desk: Desk, intent: Intent) -> Then | None:
    """ "Next" goes on, "no" leaves."""
    if intent.name not in ("done", "more", "yes", "no"):
        return None
    step = int(desk.take_aside().get("at"))
    if step < STEPS and intent.name != "no":
        desk.put_aside(Step.TACTILE, at=step + 1)
    return Then.ASK


STAGES = {Step.TACTILE: Stage(ask_tactile, take_tactile, ("more", "done", "yes", "no"), menu=False, loose=True)}
