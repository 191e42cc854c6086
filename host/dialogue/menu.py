"""A closed choice, when nothing else helps (A21, A05): what can be said now, two or three at a time, by number."""

from __future__ import annotations

import json
from typing import Any

from host.dialogue.desk import Desk
from host.dialogue.guide.corrections import said_place
from host.dialogue.stage import Stage, Then
from host.dialogue.standing import number
from host.dialogue.talk import Step
from host.dialogue.understand import Grammar, Intent

FEWEST = 2
"""Fewer are no choice."""
AT_ONCE = 3
"""Choices read out at once (A43)."""


def in_words(desk: Desk, intent: Intent) -> str:
    """An understood intent as a phrase somebody could say, for "did you mean …"."""
    slots = {slot: value for slot, value in intent.slots if value}
    kind = slots.pop("kind", "")
    key = f"{intent.name}.{kind}" if kind else intent.name
    if key not in desk.book.templates:
        return desk.book.intents[intent.name][0]
    words = {
        slot: _word(desk, slot, value)
        for slot, value in slots.items()
        if slot in ("player", "rival", "place", "category", *desk.book.words)
    }
    return desk.book.templates[key][0].format_map(words)


def _word(desk: Desk, slot: str, value: str) -> str:
    if slot in ("player", "rival"):
        return desk.name(value)
    if slot == "category":
        return desk.mind.category(value, desk.language)
    return said_place(desk, value) if slot == "place" else desk.book.word(slot, value)


def open_menu(desk: Desk, grammar: Grammar, stage: Stage) -> bool:
    """Offers what the stage asks for, one choice after the other; False when there is nothing to choose from."""
    names = stage.offers or grammar.own
    own = [
        intent
        for _, intent in grammar.entries
        if intent.name in names and not intent.get("number") and stage.offered(desk, intent)
    ]
    intents = list(dict.fromkeys(own))
    if len(intents) < FEWEST:
        return False
    items: list[Any] = [[in_words(desk, intent), _plain(intent)] for intent in intents]
    landings = [item for item in items if item[1]["name"] == "landing"]
    if len(landings) > 2 * AT_ONCE:  # too many to go through: the kind of space first
        kinds = {"colour": "menu_colour", "hq": "menu_hq"}
        grouped = [
            [desk.text(line), [item for item in landings if ["kind", kind] in item[1]["slots"]]]
            for kind, line in kinds.items()
        ]
        rest = [item for item in landings if not any(item in group[1] for group in grouped)]
        items = [*grouped, *rest]
    desk.put_aside(Step.MENU, items=items)
    return True


def _show(desk: Desk, items: list[Any]) -> None:
    desk.swap_aside(Step.MENU, items=items)


def _plain(intent: Intent) -> dict[str, Any]:
    return {"name": intent.name, "slots": [list(slot) for slot in intent.slots]}


def _items(desk: Desk) -> list[Any]:
    assert desk.talk.aside is not None
    items: list[Any] = json.loads(desk.talk.aside.get("items"))
    return items


def _shown(items: list[Any]) -> int:
    return len(items) if len(items) <= AT_ONCE else AT_ONCE - 1


def menu_items(desk: Desk) -> tuple[tuple[str, ...], bool]:
    """The texts that are read out now, and whether there are more of them."""
    items = _items(desk)
    return tuple(text for text, _ in items[: _shown(items)]), _shown(items) < len(items)


def ask_menu(desk: Desk) -> None:
    """The next two or three."""
    texts, more = menu_items(desk)
    if more:
        texts = (*texts, desk.text("menu_more"))
    desk.say("menu")
    for n, text in enumerate(texts, 1):
        desk.say("menu_item", number=number(desk, n), text=text)
    desk.ask()


def take_menu(desk: Desk, intent: Intent) -> Then | Intent | None:
    """A number; the last one goes on to the next few."""
    items = _items(desk)
    shown = _shown(items)
    if intent.name == "more":
        picked = shown + 1
    elif intent.name == "choice":
        picked = int(intent.get("number") or intent.get("ordinal"))
    else:
        return None
    if picked > shown and shown < len(items):
        _show(desk, [*items[shown:], *items[:shown]])
        return Then.ASK
    if picked > shown:
        return None
    chosen = items[picked - 1][1]
    if isinstance(chosen, list):
        _show(desk, chosen)
        return Then.ASK
    desk.take_aside()
    return Intent(chosen["name"], tuple((slot, value) for slot, value in chosen["slots"]))


STAGES = {Step.MENU: Stage(ask_menu, take_menu, ("choice", "more"), menu=False, loose=True)}
