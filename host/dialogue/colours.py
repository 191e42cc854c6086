"""A colour that the edition does not print: purple is brown on one board and pink on another, so the host asks once."""

from __future__ import annotations

import json

from host.dialogue.desk import Desk
from host.dialogue.stage import Stage, Then, Values
from host.dialogue.talk import Step
from host.dialogue.understand import Intent

MAY_MEAN = ("brown", "pink")
"""What printings call purple."""
KINDS = {"other_colour": "colour", "other_hq": "hq"}


def unknown_colour(desk: Desk, intent: Intent) -> Then | None:
    """Asks what the table's colour is; None when the intent names no such colour."""
    if intent.get("kind") not in KINDS:
        return None
    slots = {**dict(intent.slots), "kind": KINDS[intent.get("kind")]}
    other = slots.pop("other_colour")
    desk.put_aside(Step.COLOUR_MEANS, other=other, intent=json.dumps([intent.name, list(slots.items())]))
    return Then.ASK


def ask_colour_means(desk: Desk) -> None:
    """Brown or pink?"""
    assert desk.talk.aside is not None
    other = desk.book.word("other_colour", desk.talk.aside.get("other"))
    options = tuple(desk.colour(colour) for colour in MAY_MEAN if colour in desk.mind.colours)
    desk.say("ask_colour_means", other=other, options=desk.book.join(options, "or"))
    desk.ask()


def take_colour_means(desk: Desk, intent: Intent) -> Then | Intent | None:
    """From now on that is what it means; then what was said goes on."""
    if intent.name != "colour":
        return None
    aside, colour = desk.take_aside(), intent.get("colour")
    other = aside.get("other")
    desk.keep(colours=(*(pair for pair in desk.talk.colours if pair[0] != other), (other, colour)))
    desk.say("colour_means_is", other=desk.book.word("other_colour", other), colour=desk.colour(colour))
    desk.end_line()
    name, slots = json.loads(aside.get("intent"))
    return Intent(name, (*((slot, value) for slot, value in slots), ("colour", colour)))


def _colours(desk: Desk) -> Values:
    return {"colour": desk.mind.colours}


STAGES = {Step.COLOUR_MEANS: Stage(ask_colour_means, take_colour_means, ("colour",), values=_colours)}
