"""The table puts places right in one sentence, and changes between colour mode and guide mode (A66, boards 9)."""

from __future__ import annotations

from typing import cast

from host.dialogue.commands import put
from host.dialogue.desk import Desk
from host.dialogue.guide.hand import confirm, drop_hands
from host.dialogue.guide.pawns import stand, tell_pawns
from host.dialogue.guide.words import place_names, spot
from host.dialogue.stage import Stage, Then
from host.dialogue.standing import number, space_in_words
from host.dialogue.talk import Step
from host.dialogue.understand import Intent, fold
from host.judging.numbers import numbers_in, with_numbers
from host.rules.messages import Correct, Rejected
from host.rules.state import Player
from host.rules.words import Mode


def said_place(desk: Desk, space: str) -> str:
    """A place in words: in guide mode with what is printed, else by its name."""
    return spot(desk, space) if desk.state.mode is Mode.GUIDE else space_in_words(desk, space)


def put_on(desk: Desk, intent: Intent) -> Then:
    """ "I'm on the green headquarters", "put Anna on the hub": the wedges stay as they are."""
    if desk.game is None:
        desk.say("not_begun")
        return Then.REPEAT
    player, space = intent.get("player") or desk.state.active, intent.get("place")
    outcome = desk.do(Correct(f"position.{player}", space))
    if isinstance(outcome, tuple):
        drop_hands(desk)
        confirm(desk, player, space)
        desk.say("placed", player=desk.name(player), space=said_place(desk, space))
        desk.announce()
        return Then.ASK
    return put(desk, Correct(f"position.{player}", space))


def swap(desk: Desk, intent: Intent) -> Then:
    """ "Swap me and Tom": two pieces change places, and nothing else."""
    if desk.game is None or not desk.state.rules.is_wheel:
        desk.say("not_begun" if desk.game is None else "rejected_wrong_phase", help="")
        return Then.REPEAT
    one, other = intent.get("player") or desk.state.active, intent.get("rival")
    spaces = desk.state.player(other).space, desk.state.player(one).space
    if not all(spaces) or one == other:
        desk.say("guide_off" if one != other else "belongs", player=desk.name(one), space=said_place(desk, spaces[1]))
        return Then.REPEAT
    drop_hands(desk)
    for player, space in zip((one, other), spaces, strict=True):
        desk.must(Correct(f"position.{player}", space))
        confirm(desk, player, space)
        desk.say("belongs", player=desk.name(player), space=said_place(desk, space))
    desk.announce()
    return Then.ASK


def wrong_piece(desk: Desk) -> Then:
    """Where every piece belongs by the host's books; nothing changes until somebody says so."""
    if desk.game is None:
        desk.say("not_begun")
        return Then.REPEAT
    if desk.state.mode is not Mode.GUIDE:
        desk.say("wrong_piece_colour")
        return Then.REPEAT
    desk.say("wrong_piece")
    for player in desk.state.players:
        if desk.state.rules.is_wheel:
            desk.say("belongs", player=desk.name(player.id), space=spot(desk, player.space))
        elif not player.left:
            tell_pawns(desk, player.id)
    desk.say("wrong_piece_how")
    return Then.REPEAT


# --- between the modes ------------------------------------------------------------------------------------------------


def to_colour(desk: Desk) -> Then:
    """The host stops keeping track of the pieces."""
    return _switch(desk, Mode.COLOUR)


def to_guide(desk: Desk) -> Then:
    """The host keeps track of every piece from now on: it asks for the places it does not know."""
    return _switch(desk, Mode.GUIDE)


def _switch(desk: Desk, mode: Mode) -> Then:
    if desk.game is None:
        desk.say("not_begun")
        return Then.REPEAT
    if desk.state.mode is mode:
        desk.say(f"mode_{mode}")
        return Then.REPEAT
    outcome = desk.do(Correct("mode", mode.value))
    if isinstance(outcome, tuple):
        desk.change(asides=(), boarding="")
        desk.say(f"mode_{mode}")
        desk.announce()
        return Then.ASK
    if isinstance(outcome, Rejected) and outcome.reason == "not_placed":
        desk.put_aside(Step.PLACE)
        return Then.ASK
    return put(desk, Correct("mode", mode.value))


def _lost(desk: Desk) -> list[tuple[str, str]]:
    """The pieces whose place is not known: player and, on the track, the number of the pawn."""
    if desk.state.rules.is_wheel:
        return [(player.id, "") for player in desk.state.players if not player.space]
    return [
        (player.id, str(n))
        for player in desk.state.players
        if player.counts[1]
        for n in range(1, sum(player.counts) + 1)
        if n not in player.placed
    ]


def ask_place(desk: Desk) -> Then | None:
    """Where the next piece stands; when all are known, the mode changes."""
    lost = _lost(desk)
    if not lost:
        desk.take_aside()
        return to_guide(desk)
    player, pawn = lost[0]
    if pawn:
        desk.say("ask_place_pawn", player=desk.name(player), number=number(desk, int(pawn)))
    else:
        desk.say("ask_place", player=desk.name(player))
    desk.ask()
    return None


def place_words(desk: Desk, text: str) -> Then | None:
    """A place, read back in the words of the board; then the next piece, and at last the mode."""
    player, pawn = _lost(desk)[0]
    field = f"position.{player}"
    value: str | int | None = None
    if pawn:
        told = pawn_progress(desk, desk.state.player(player), text)
        if told is None:
            return None
        field, value = f"pawn.{desk.state.player(player).seat.colour}.{pawn}", told[0]
    elif not (value := space_from(desk, text)):
        return None
    if not isinstance(desk.do(Correct(field, value)), tuple):
        desk.say("place_taken")
        desk.end_line("prompt")
        return Then.WAIT
    if pawn:
        words = stand(desk, cast(int | None, value))
        desk.say("pawn_item", number=number(desk, int(pawn)), place=words)
    else:
        confirm(desk, player, str(value))
        desk.say("belongs", player=desk.name(player), space=spot(desk, str(value)))
    desk.end_line()
    return Then.ASK


def space_from(desk: Desk, text: str) -> str:
    """The space that a sentence names; empty when it names none."""
    said = f" {fold(text)} "
    found = [
        (len(name), space)
        for space, ways in place_names(desk.book, desk.state.wheel)
        for way in ways
        if f" {(name := fold(way))} " in said
    ]
    return max(found)[1] if found else ""


def pawn_progress(desk: Desk, player: Player, text: str) -> tuple[int | None] | None:
    """Progress told as "in the house", "in the goal", "home straight, two" or "twenty from the start".

    Returns:
        The progress in a tuple (None inside it: in the house); None when the words tell no place.
    """
    words = desk.book.words["pawn_spot"]
    track, said = desk.state.track, fold(text)

    def names(where: str) -> bool:
        return any(fold(way) in said for way in words[where])

    if names("house"):
        return (None,)
    counts = [n for tokens in with_numbers(text, desk.language) for n in numbers_in(tokens) if n.denominator == 1]
    if names("home"):
        steps = int(counts[0]) if counts else 0
        return (track.entry + steps,) if 1 <= steps <= track.home else None
    if names("goal"):
        return (track.goal,)
    if counts and 0 <= counts[0] <= track.entry:
        return (int(counts[0]),)
    return (0,) if names("start") else None


def _none(desk: Desk, intent: Intent) -> Then | None:
    """ "I'm on …" is a place here too."""
    return None


STAGES = {Step.PLACE: Stage(ask_place, _none, words=place_words, menu=False)}
