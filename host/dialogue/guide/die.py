"""The virtual die beside the physical one: fair, announced, and logged like any other roll (A64).

The value comes from the seed of the game, which comes from outside, and the number of rolls that stand: rolling again
after "undo" gives the same value, so nobody can fish for a better one.
"""

from __future__ import annotations

import random

from host.dialogue.commands import put
from host.dialogue.desk import Desk
from host.dialogue.editions.wheel import say_tie
from host.dialogue.stage import Then
from host.dialogue.standing import number
from host.dialogue.talk import Step
from host.rules.history import line
from host.rules.messages import DieRolled, RollDie, RollForStart
from host.rules.words import Phase

FACES = 6


def rolled(seed: int, rolls: int) -> int:
    """The value of the virtual die after so many rolls of that game, 1 to 6, each equally likely."""
    return int(random.Random(f"{seed}/{rolls}/die").random() * FACES) + 1


def _rolls(desk: Desk) -> int:
    """The rolls so far, without those that were taken back."""
    return sum(isinstance(event, DieRolled) for past in line(desk.state) for event in past.events)


def roll_for_me(desk: Desk) -> Then:
    """The host rolls, where a roll is due."""
    if desk.game is None or not desk.state.rules.is_wheel or desk.state.phase not in (Phase.START, Phase.ROLL):
        desk.say("not_begun" if desk.game is None else "no_roll_due")
        return Then.REPEAT
    if desk.talk.aside is not None and desk.talk.aside.step is Step.MENU:
        desk.take_aside()
    pips = rolled(desk.mind.seed, _rolls(desk))
    desk.say("i_roll", pips=number(desk, pips))
    desk.announce()
    desk.note("die", pips=pips)
    if desk.state.phase is Phase.ROLL:
        return put(desk, RollDie(pips))
    done = put(desk, RollForStart(desk.state.active, pips))
    say_tie(desk, "start_tie")
    return done
