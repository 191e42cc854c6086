"""What the table must put right by hand after a contest or an undo, told as things to do."""

from __future__ import annotations

from host.dialogue.desk import Desk
from host.dialogue.standing import number, space_in_words
from host.rules.contest import Correction, Hand, corrections
from host.rules.state import GameState


def say_corrections(desk: Desk, before: GameState, after: GameState) -> None:
    """Everything that differs on the physical board, pieces first; whose turn it is follows with the next prompt."""
    found = [c for c in corrections(before, after) if c.kind is not Hand.TURN]
    if len(found) > 1:
        desk.say("put_right")
    for correction in found:
        _say(desk, correction)
    desk.announce()


def _say(desk: Desk, c: Correction) -> None:
    player = desk.name(c.player) if c.player else ""
    match c.kind:
        case Hand.PIECE:
            _say_piece(desk, c, player)
        case Hand.WEDGE_GIVEN:
            desk.say("hand_wedge_given", player=player, colour=desk.colour(c.item))
        case Hand.WEDGE_TAKEN:
            desk.say("hand_wedge_taken", player=player, colour=desk.colour(c.item))
        case Hand.CARD_GIVEN:
            desk.say("hand_card_given", player=player, card=desk.book.word("special", c.item))
        case Hand.CARD_TAKEN:
            desk.say("hand_card_taken", player=player, card=desk.book.word("special", c.item))
        case Hand.PACK:
            desk.say("hand_pack", deck=desk.book.word("deck", c.item))
        case Hand.CARDS_BACK:
            one = int(c.target) == 1
            desk.say("hand_card_back" if one else "hand_cards_back", count=number(desk, int(c.target)))


def _say_piece(desk: Desk, c: Correction, player: str) -> None:
    """A holder or a pawn; a space without a name of its own is where it stood before."""
    if desk.state.rules.is_wheel:
        space = space_in_words(desk, c.target)
        desk.say("hand_piece_to" if space else "hand_piece_back", player=player, space=space)
        return
    origin, target = space_in_words(desk, c.origin), space_in_words(desk, c.target)
    if c.item:
        desk.say("hand_pawn_named", player=player, item=c.item.rpartition(".")[2], target=target)
    else:
        desk.say("hand_pawn", player=player, origin=origin, target=target)
