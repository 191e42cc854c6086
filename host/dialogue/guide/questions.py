"""Questions about the board, on anybody's turn: an answer changes nothing and costs nothing (A60, A61)."""

from __future__ import annotations

from host.dialogue.desk import Desk
from host.dialogue.guide.hand import is_sure
from host.dialogue.guide.pawns import tell_pawns
from host.dialogue.guide.walks import shortest, straight
from host.dialogue.guide.words import direction, place, spot, steps_in_words, way_in_words
from host.dialogue.stage import Then
from host.dialogue.standing import number, space_in_words
from host.dialogue.understand import Intent
from host.rules.board import HUB, Board, hq_id
from host.rules.queries import space_at
from host.rules.words import Kind, Mode


def known_space(desk: Desk, player: str) -> str:
    """Where a piece stands as far as the host knows; empty when it does not."""
    return desk.state.player(player).space if desk.state.rules.is_wheel else ""


def where(desk: Desk, player: str = "") -> Then:
    """Where a piece stands: a belief until the table has confirmed it once (A66)."""
    player = player or desk.state.active
    space = known_space(desk, player)
    if not desk.state.rules.is_wheel:
        tell_pawns(desk, player)
    elif not space:
        desk.say("place_unknown", player=desk.name(player), space="")
    else:
        line = "stands" if is_sure(desk, player, space) else "place_known"
        guide = desk.state.mode is Mode.GUIDE
        desk.say(line, player=desk.name(player), space=spot(desk, space) if guide else space_in_words(desk, space))
    return Then.REPEAT


def _board_known(desk: Desk) -> bool:
    """Says why nothing can be told, where positions are not tracked."""
    if desk.game is None:
        desk.say("not_begun")
        return False
    if desk.state.mode is not Mode.GUIDE:
        desk.say("guide_off")
        return False
    return True


def around(desk: Desk) -> Then:
    """What lies next to the piece in every direction, and what comes at the end of that way."""
    if not _board_known(desk):
        return Then.REPEAT
    if not desk.state.rules.is_wheel:
        tell_pawns(desk, desk.state.active)
        return Then.REPEAT
    board, here = desk.state.wheel, desk.state.player(desk.state.active).space
    if here == HUB:  # six spokes are too many to go through (A44)
        desk.say("around_hub", colours=desk.book.join(tuple(map(desk.colour, board.hq_order))))
        return Then.REPEAT
    for near in dict.fromkeys(board.links[here]):
        ahead = straight(board, here, near)
        leg, end = ahead.legs[0], ahead.path[-1]
        towards, printed = direction(desk, leg.direction, leg.spoke), place(desk, near)
        if ahead.steps == 1:
            desk.say("around_next", direction=towards, place=printed)
        else:
            count, goal = steps_in_words(desk, ahead.steps), space_in_words(desk, end)
            desk.say("around_item", direction=towards, place=printed, end=goal, count=count)
    return Then.REPEAT


def how_far(desk: Desk, intent: Intent) -> Then:
    """How many spaces to a place, and by which way."""
    if not _board_known(desk) or not desk.state.rules.is_wheel:
        return Then.REPEAT
    player, target = intent.get("player") or desk.state.active, intent.get("place")
    here = desk.state.player(player).space
    way = shortest(desk.state.wheel, here, target)
    if way is None or not way.steps:
        desk.say("far_here", player=desk.name(player), space=spot(desk, target))
    else:
        desk.say(
            "far",
            player=desk.name(player),
            space=spot(desk, target),
            count=steps_in_words(desk, way.steps),
            way=way_in_words(desk, way),
        )
    return Then.REPEAT


def pawns(desk: Desk) -> Then:
    """Every pawn of whoever's turn it is."""
    if desk.game is None:
        desk.say("not_begun")
        return Then.REPEAT
    return where(desk)


def nearest(desk: Desk) -> Then:
    """The nearest headquarters that the player still needs; with a full holder the hub."""
    if not _board_known(desk) or not desk.state.rules.is_wheel:
        return Then.REPEAT
    board, player = desk.state.wheel, desk.state.player(desk.state.active)
    missing = [hq_id(colour) for colour in board.hq_order if colour not in player.wedges] or [HUB]
    ways = [way for target in missing if (way := shortest(board, player.space, target)) is not None and way.steps]
    best = min(ways, key=lambda way: way.steps, default=None)
    return how_far(desk, Intent("how_far", (("place", best.path[-1]),))) if best else Then.REPEAT


def describe(desk: Desk) -> Then:
    """The whole board in a few sentences (A60)."""
    if desk.game is None:
        desk.say("not_begun")
        return Then.REPEAT
    if not desk.state.rules.is_wheel:
        track = desk.state.track
        desk.say(
            "board_track",
            ring=track.ring,
            home=number(desk, track.home),
            colours=desk.book.join(tuple(colour.names[desk.language] for colour in track.colours)),
            direction=desk.book.word("direction", track.direction),
        )
        return Then.REPEAT
    board = desk.state.wheel
    order = desk.book.join(tuple(map(desk.colour, board.hq_order)))
    desk.say(
        "board_wheel",
        count=len(board.spaces),
        spoke=_span(desk, board, "spoke"),
        ring=_span(desk, board, "ring"),
        colours=order,
    )
    kinds = [space_at(desk.state, space).kind for space in board.spaces]
    for kind in (Kind.ROLL_AGAIN, Kind.SHORTCUT):
        if count := kinds.count(kind):
            desk.say(f"board_{kind}", count=number(desk, count))
    return Then.REPEAT


def _span(desk: Desk, board: Board, part: str) -> str:
    """How many spaces a spoke or a segment of the ring has: one number, or from the least to the most."""
    lengths = {sum(space.startswith(f"{part}.{colour}.") for space in board.spaces) for colour in board.hq_order}
    low, high = min(lengths), max(lengths)
    if low == high:
        return number(desk, low)
    return desk.book.word("grammar", "range").format(low=number(desk, low), high=number(desk, high))
