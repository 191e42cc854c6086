"""The hand on the board: what it has to do, and the moment in which it says "done". Then the host knows the place."""

from __future__ import annotations

import json

from host.dialogue.desk import Desk
from host.dialogue.stage import Then
from host.dialogue.talk import Step
from host.dialogue.understand import Intent
from host.rules.messages import Command, from_dict, to_dict


def put_hands(desk: Desk, command: Command, text: str, *, end: str = "") -> None:
    """Tells the hand what to do; the command waits until it is done.

    Args:
        text: the instruction, with every space counted.
        end: what the piece will stand on; empty: the instruction says it.
    """
    desk.put_aside(Step.HANDS, command=json.dumps(to_dict(command)), text=text, end=end)


def ask_hands(desk: Desk) -> None:
    """The instruction for the hand."""
    assert desk.talk.aside is not None
    desk.say_text(desk.talk.aside.get("text"))
    end = desk.talk.aside.get("end")
    desk.say("guide_end" if end else "guide_done", place=end)
    desk.ask()


def take_hands(desk: Desk, intent: Intent) -> Command | Then | None:
    """ "Done": the command that waited. "No": back to the choice."""
    match intent.name:
        case "done" | "yes":
            command: Command = from_dict(json.loads(desk.take_aside().get("command")))
            return command
        case "no":
            desk.take_aside()
            return Then.ASK
    return None


def confirm(desk: Desk, player: str, space: str) -> None:
    """A place was told or found by hand: from now on it is no mere belief (A66)."""
    others = tuple(pair for pair in desk.talk.sure if pair[0] != player)
    desk.change(sure=(*others, (player, space)))


def is_sure(desk: Desk, player: str, space: str) -> bool:
    """Whether that place of that piece (or pawn) was confirmed."""
    return (player, space) in desk.talk.sure


def drop_hands(desk: Desk) -> None:
    """The instruction is void: something else was put right in between."""
    if desk.talk.aside is not None and desk.talk.aside.step is Step.HANDS:
        desk.take_aside()
