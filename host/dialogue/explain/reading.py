"""The whole rules read aloud, one short section after the other, until somebody has heard enough."""

from __future__ import annotations

from host.dialogue.desk import Desk
from host.dialogue.explain.answer import lines_about, rule_texts
from host.dialogue.explain.topics import SECTIONS
from host.dialogue.stage import Stage, Then
from host.dialogue.standing import number
from host.dialogue.talk import Step
from host.dialogue.understand import Intent

LONGEST = 44
"""Words of a section, from which what else belongs to it makes a section of its own: some 15 seconds."""


def read_rules(desk: Desk) -> Then:
    """Begins with the first section; while it is being read, this goes back to the beginning."""
    if desk.talk.aside is not None and desk.talk.aside.step is Step.RULES:
        desk.take_aside()
    desk.put_aside(Step.RULES, at=0)
    return Then.ASK


def sections(desk: Desk) -> tuple[tuple[str, ...], ...]:
    """The sentences of every section that this edition has as the table plays it, at most LONGEST words in each."""
    parts: list[tuple[str, ...]] = []
    said: set[str] = set()
    for topics in SECTIONS:
        part: tuple[str, ...] = ()
        for topic in topics:
            lines = tuple(line for line in lines_about(desk, topic) if line not in said)
            said |= set(lines)
            text = " ".join(rule_texts(desk, lines))
            if part and _words(*part, text) > LONGEST:
                parts.append(part)
                part = ()
            part = (*part, text) if text else part
        if part:
            parts.append(part)
    return tuple(parts)


def _words(*texts: str) -> int:
    return sum(len(text.split()) for text in texts)


def ask_section(desk: Desk) -> None:
    """The section that is due."""
    assert desk.talk.aside is not None
    at, parts = int(desk.talk.aside.get("at")), sections(desk)
    desk.say("rules_part", number=number(desk, at + 1), count=number(desk, len(parts)))
    for text in parts[at]:
        desk.say_text(text)
    desk.say("rules_next" if at + 1 < len(parts) else "rules_last")
    desk.ask()


def take_section(desk: Desk, intent: Intent) -> Then | None:
    """ "Next" goes on, "back" goes back, "no" or "stop" ends it."""
    assert desk.talk.aside is not None
    at, last = int(desk.talk.aside.get("at")), len(sections(desk)) - 1
    match intent.name:
        case "more" | "yes" | "done" | "go_on" if at < last:
            desk.swap_aside(Step.RULES, at=at + 1)
        case "undo":
            desk.swap_aside(Step.RULES, at=max(0, at - 1))
        case "more" | "yes" | "done" | "go_on" | "no" | "stop" | "cancel" | "that_is_all":
            desk.take_aside()
        case _:
            return None
    return Then.ASK


STAGES = {
    Step.RULES: Stage(
        ask_section, take_section, ("more", "no", "done", "yes", "go_on", "undo", "stop", "cancel", "that_is_all"),
        menu=False, loose=True,
    ),
}  # fmt: skip
