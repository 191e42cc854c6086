"""The table's own box: which colour has which category, what the categories are called, and the board it counted (A63).

Everything is one board of the table's own for each edition, kept as the data of a board file: in the conversation, so
in the session file, and by the household.
"""

from __future__ import annotations

import json

from host.dialogue.desk import Desk
from host.dialogue.stage import Stage, Then
from host.dialogue.talk import Step
from host.dialogue.understand import Intent
from host.rules.board import Board
from host.rules.calibration import data_of, renamed, swapped
from host.rules.track import Track

LONGEST = 40
"""Characters that the name of a category may have."""


def own_board(desk: Desk) -> Board | Track:
    """The board that holds for the edition: the table's own, else the shipped one."""
    return desk.mind.ruleset.boards[desk.mind.ruleset.board]


def keep_board(desk: Desk, board: Board | Track) -> None:
    """From now on that is the table's board for its edition."""
    others = (text for text in desk.talk.boards if json.loads(text)["ruleset"] != board.ruleset)
    desk.keep(boards=(*others, json.dumps(data_of(board), ensure_ascii=False)))


def category_is(desk: Desk, intent: Intent) -> Then:
    """ "In our box brown is Art": the two categories change their colours."""
    board, bears, category = own_board(desk), intent.get("colour"), intent.get("category")
    if not isinstance(board, Board):
        desk.say("rule_elsewhere")
        return Then.REPEAT
    if bears != category:
        keep_board(desk, swapped(board, category, bears))
    say_category(desk, category)
    if bears != category:
        say_category(desk, bears)
    return Then.REPEAT


def say_category(desk: Desk, category: str) -> None:
    """Which colour a category has now."""
    name = desk.mind.category(category, desk.language)
    desk.say("category_has", colour=desk.colour(category), category=name)


def rename(desk: Desk, intent: Intent) -> Then:
    """ "The green category has another name": it is asked for."""
    if not isinstance(own_board(desk), Board):
        desk.say("rule_elsewhere")
        return Then.REPEAT
    desk.put_aside(Step.CATEGORY_NAME, colour=intent.get("colour"))
    return Then.ASK


def ask_name(desk: Desk) -> None:
    """What the category is called in this box; what was heard is read back first."""
    assert desk.talk.aside is not None
    colour, name = desk.talk.aside.get("colour"), desk.talk.aside.get("name")
    line = "ask_category_name_right" if name else "ask_category_name"
    desk.say(line, colour=desk.colour(colour), category=name or desk.mind.category(colour, desk.language))
    desk.ask()


def name_words(desk: Desk, text: str) -> Then | None:
    """The name: typed it counts, heard it waits for a yes."""
    assert desk.talk.aside is not None
    name = " ".join(text.split()).strip(" .,;:!?")
    if not name or len(name) > LONGEST:
        return None
    colour = desk.talk.aside.get("colour")
    if not desk.typed:
        desk.swap_aside(Step.CATEGORY_NAME, colour=colour, name=name[0].upper() + name[1:])
        return Then.ASK
    return _named(desk, colour, name)


def take_name(desk: Desk, intent: Intent) -> Then | None:
    """Yes to what was read back; no asks again, and without a name leaves everything as it is."""
    assert desk.talk.aside is not None
    colour, name = desk.talk.aside.get("colour"), desk.talk.aside.get("name")
    if intent.name == "yes" and name:
        return _named(desk, colour, name)
    if intent.name == "no":
        if name:
            desk.swap_aside(Step.CATEGORY_NAME, colour=colour)
        else:
            desk.take_aside()
        return Then.ASK
    return None


def _named(desk: Desk, colour: str, name: str) -> Then:
    board = own_board(desk)
    assert isinstance(board, Board)
    desk.take_aside()
    keep_board(desk, renamed(board, colour, desk.language, name))
    say_category(desk, colour)
    desk.end_line()
    return Then.ASK


STAGES = {
    Step.CATEGORY_NAME: Stage(ask_name, take_name, ("yes", "no"), words=name_words, menu=False),
}
