"""Stepping through the options and picking one: two gestures of one key are enough for a whole evening (A05).

``step`` says the next option, ``back`` the one before, ``pick`` takes the one that was said last. A group is picked to
go into it, and left by its last option. With "step by yourself" the host steps on its own and any press picks.
"""

from __future__ import annotations

from host.dialogue.desk import Desk
from host.dialogue.hearing import do, take_words
from host.dialogue.protocol import Transcript
from host.dialogue.standing import number
from host.dialogue.switch.options import Option, options

PACE = 2.0
"""Seconds after an option until the next one, when the host steps by itself."""
ROUNDS = 2
"""How often the host goes through the options by itself before it waits for a press."""


def step(desk: Desk, by: int = 1) -> None:
    """Says the next option (or the one before)."""
    listed, inside = _open(desk)
    at = _at(desk)
    if not listed:
        return
    now = (by - 1 if by > 0 else len(listed) - 1) if at is None else (at + by) % len(listed)
    desk.change(scan=(*inside, str(now)))
    option = listed[now]
    if at is None and not inside and desk.once("step"):
        line = "step_first_alone" if desk.talk.scanning else "step_first"
        desk.say(line, count=number(desk, len(listed)))
        desk.end_line("prompt")
    desk.say("step_option", text=option.text)
    desk.end_line("prompt", "option", language=option.language)


def pick(desk: Desk) -> None:
    """Takes the option that was said last; before any was said the question comes again."""
    listed, inside = _open(desk)
    at = _at(desk)
    if at is None or not listed:
        step(desk)
        return
    option = listed[at]
    if option.inside:
        desk.change(scan=(*inside, str(at), ""))
        step(desk)
    elif option.intent is None and not option.words:  # out of a group
        desk.change(scan=(*inside[:-1], ""))
        step(desk)
    else:
        desk.change(scan=())
        heard = Transcript(option.words or option.text, 1.0, engine="key")
        if option.words:
            take_words(desk, heard, None)
        else:
            assert option.intent is not None
            do(desk, option.intent, heard)


def steps_alone(desk: Desk) -> bool:
    """Whether the host is to say the next option by itself now."""
    return desk.talk.scanning and desk.talk.rounds < ROUNDS * max(1, len(_open(desk)[0]))


def _at(desk: Desk) -> int | None:
    """Index of the option that was said last in the open list; None: none yet."""
    *_, last = desk.talk.scan or ("",)
    return int(last) if last else None


def _open(desk: Desk) -> tuple[tuple[Option, ...], tuple[str, ...]]:
    """The list that is stepped through, and the way to it: the numbers of the groups gone into."""
    listed: tuple[Option, ...] = options(desk)
    inside = tuple(desk.talk.scan[:-1])
    for group in inside:
        if int(group) >= len(listed) or not listed[int(group)].inside:  # the table has moved on
            desk.change(scan=())
            return options(desk), ()
        listed = (*listed[int(group)].inside, Option(desk.text("step_out")))
    if (at := _at(desk)) is not None and at >= len(listed):
        desk.change(scan=(*inside, ""))
    return listed, inside
