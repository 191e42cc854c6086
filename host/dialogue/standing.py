"""How things stand, in words: wedges, pawns, special cards, spaces."""

from __future__ import annotations

from collections.abc import Mapping

from host.dialogue.desk import Desk
from host.rules.board import HUB
from host.rules.state import GameState
from host.rules.words import Special


def wedges_of(desk: Desk, player: str) -> tuple[str, ...]:
    """The player's wedges in the order of the board's colours."""
    has = desk.state.player(player).wedges
    return tuple(colour for colour in desk.mind.colours if colour in has)


def missing_of(desk: Desk, player: str) -> tuple[str, ...]:
    """The colours the player still needs."""
    has = wedges_of(desk, player)
    return tuple(colour for colour in desk.mind.colours if colour not in has)


def wedges_in_words(desk: Desk, player: str) -> str:
    """ "no wedge yet", "one wedge: blue", "two wedges: blue and pink"."""
    colours = wedges_of(desk, player)
    text = counted(desk, "wedges", len(colours))
    if not colours:
        return text
    items = desk.book.join(tuple(map(desk.colour, colours)))
    return desk.book.word("grammar", "listed").format(what=text, items=items)


def counted(desk: Desk, what: str, count: int, **slots: str) -> str:
    """ "one pawn", "three pawns": a number with its noun, from the grammar words ``<what>_1`` and ``<what>_many``."""
    words = desk.book.words["grammar"]
    key = f"{what}_{count}" if f"{what}_{count}" in words else f"{what}_many"
    return desk.book.word("grammar", key).format(count=number(desk, count), **slots)


def number(desk: Desk, value: int) -> str:
    """A small number as a word; larger ones as digits."""
    return desk.book.word("number", str(value)) if str(value) in desk.book.words["number"] else str(value)


def seconds(desk: Desk, value: int) -> str:
    """A time as it is said."""
    known = desk.book.words["time"]
    return (
        desk.book.word("time", str(value)) if str(value) in known else desk.book.say("seconds", {"count": str(value)})
    )


def cards_in_words(desk: Desk, cards: Mapping[Special, int]) -> str:
    """ "one boarding card and two passports"; empty for an empty hand."""
    held = [(desk.book.words["special"][kind], cards.get(kind, 0)) for kind in Special]
    return desk.book.join(
        tuple(counted(desk, "cards", count, card=ways[0 if count == 1 else -1]) for ways, count in held if count)
    )


def space_in_words(desk: Desk, space: str) -> str:
    """ "the hub", "the green headquarters", "the house"; empty for a space that has no name of its own."""
    head, _, rest = space.partition(".")
    if space == HUB:
        return desk.book.word("grammar", "hub")
    if head == "hq":
        return desk.book.word("grammar", "hq").format(colour=desk.colour(rest))
    if head in ("house", "way", "goal", "ring", "home"):
        return desk.book.word("grammar", {"ring": "way", "home": "way"}.get(head, head))
    return ""


def told_of(desk: Desk, player: str) -> tuple[str, ...]:
    """ "Anna is on", "Anna rolled a": what comes before a space or a die value when people say who it is about."""
    return tuple(text.format(player=desk.name(player)) for text in desk.book.words["grammar"]["told_of"])


def values_in_words(desk: Desk, values: tuple[int, ...]) -> str:
    """ "thirteen or three back": what a playing card may be used for."""
    if len(values) > 4:
        return desk.text("value_any")
    words = (number(desk, v) if v > 0 else desk.text("value_back", number=number(desk, -v)) for v in values)
    return desk.book.join(tuple(words), "or")


def say_standing(desk: Desk, line: str, player: str) -> None:
    """One player's standing, in the words of ``line``."""
    if not desk.state.rules.is_wheel:
        say_pawns(desk, player)
        return
    count = counted(desk, "wedges", len(wedges_of(desk, player)))
    desk.say(line, player=desk.name(player), wedges=wedges_in_words(desk, player), count=count)
    side = desk.state.player(player)
    if line == "standing" and not missing_of(desk, player) and not side.rank and desk.state.outcome is None:
        desk.say("six_wedges")


def say_pawns(desk: Desk, player: str) -> None:
    """Where the pawns of a player are."""
    house, way, goal = pawns_of(desk.state, player)
    desk.say(
        "score_track",
        player=desk.name(player),
        house=number(desk, house),
        way=number(desk, way),
        goal=number(desk, goal),
    )


def pawns_of(game: GameState, player: str) -> tuple[int, int, int]:
    """Pawns in the house, on the way and in the goal, in both modes."""
    side = game.player(player)
    if not side.pawns or any(side.counts):
        return side.counts
    house = [pawn is None for pawn in side.pawns].count(True)
    goal = side.pawns.count(game.track.goal)
    return house, len(side.pawns) - house - goal, goal


def say_score(desk: Desk) -> None:
    """Everybody's standing, one line a player (A81)."""
    for player in desk.state.players:
        if not player.left:
            say_standing(desk, "score_line", player.id)
            desk.end_line()
