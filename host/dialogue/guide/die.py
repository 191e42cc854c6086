"""The virtual die beside the physical one: fair, announced, and logged like any other roll (A64).

The value comes from the seed of the game and the number of events so far, both of which come from outside: rolling
again after "undo" gives the same value, so nobody can fish for a better one.
"""

from __future__ import annotations

import random

from host.dialogue.commands import put
from host.dialogue.desk import Desk
from host.dialogue.editions.wheel import say_tie
from host.dialogue.stage import Then
from host.dialogue.standing import number
from host.dialogue.talk import Step
from host.rules.messages import RollDie, RollForStart
from host.rules.words import Phase

FACES = 6


def rolled(seed: int, seq: int) -> int:
    """The value of the virtual die at that moment of that game, 1 to 6, each equally likely."""
    return int(random.Random(f"{seed}/{seq}/die").random() * FACES) + 1


def roll_for_me(desk: Desk) -> Then:
    """The host rolls, where a roll is due."""
    if desk.game is None or not desk.state.rules.is_wheel or desk.state.phase not in (Phase.START, Phase.ROLL):
        desk.say("not_begun" if desk.game is None else "no_roll_due")
        return Then.REPEAT
    if desk.talk.aside is not None and desk.talk.aside.step is Step.MENU:
        desk.take_aside()
    pips = rolled(desk.mind.seed, desk.state.seq)
    desk.say("i_roll", pips=number(desk, pips))
    desk.announce()
    desk.note("die", pips=pips)
    if desk.state.phase is Phase.ROLL:
        return put(desk, RollDie(pips))
    done = put(desk, RollForStart(desk.state.active, pips))
    say_tie(desk, "start_tie")
    return done
