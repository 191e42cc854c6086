"""The table's power over the game: void questions, undo, and corrections by hand of every field of the state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from host.rules.board import printed_space
from host.rules.commands import Correct, Undo, VoidQuestion
from host.rules.events import Corrected, Undone
from host.rules.landing import is_printed, pass_if_stuck
from host.rules.messages import Decision, Rejected, freeze
from host.rules.queries import deck
from host.rules.setup import option_fault
from host.rules.state import GameState, Player
from host.rules.story import Story
from host.rules.track_turn import lose_if_stuck
from host.rules.words import Kind, Mode, Phase, Reason, Special


def void_question(state: GameState, command: VoidQuestion) -> Decision:
    """Another question of the same colour, deck and purpose, at no cost (R-T16)."""
    if state.phase is not Phase.ANSWER:
        return Rejected(Reason.TOO_LATE if state.verdict else Reason.WRONG_PHASE)
    return (Corrected("question", "void"),)


def undo(state: GameState, command: Undo) -> Decision:
    """Back some decisions; a further Undo goes on from there (R-T08)."""
    target = state
    if command.steps < 1:
        return Rejected(Reason.BAD_VALUE, "steps", "1-")
    for _ in range(command.steps):
        if target.past is None:
            return Rejected(Reason.WRONG_PHASE)
        target = target.past.before
    return (Undone(target.seq),)


Refusal = Rejected | None


def correct(state: GameState, command: Correct) -> Decision:
    """Puts a field right as the table says (R-T09 to R-T11); the fields are listed in FIELDS."""
    if state.phase is Phase.SETUP:
        return Rejected(Reason.WRONG_PHASE)
    name, _, key = command.field.partition(".")
    check = FIELDS.get(name)
    if check is None:
        return Rejected(Reason.NO_SUCH_FIELD, command.field)
    refused = check(state, key, command.value)
    if refused is not None:
        return refused
    story = Story(state).tell(Corrected(command.field, freeze(command.value)))
    # With the pieces where they really are, the roll or card may have no use any more.
    settled = pass_if_stuck(story) if state.rules.is_wheel else lose_if_stuck(story)
    return settled.events()


def _bad(field: str, limit: str) -> Rejected:
    return Rejected(Reason.BAD_VALUE, field, limit)


def _side(state: GameState, name: str, key: str, *, wheel: bool | None = None) -> Refusal:
    """Refuses a field of somebody who does not play, or that this kind of game does not have."""
    if not state.has(key) or (wheel is not None and wheel is not state.rules.is_wheel):
        return Rejected(Reason.NO_SUCH_FIELD, f"{name}.{key}")
    return None


def _whole(value: Any, low: int, high: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def _active(state: GameState, key: str, value: Any) -> Refusal:
    ids = [player.id for player in state.players if not player.left]
    return None if not key and value in ids else _bad("active", ", ".join(ids))


def _wedges(state: GameState, key: str, value: Any) -> Refusal:
    colours = list(state.rules.colours)
    fine = isinstance(value, (list, tuple, set, frozenset)) and all(colour in colours for colour in value)
    return _side(state, "wedges", key, wheel=True) or (None if fine else _bad(f"wedges.{key}", ", ".join(colours)))


def _leave(state: GameState, key: str, value: Any) -> Refusal:
    spaces = ["", "hub", *(f"hq.{colour}" for colour in state.rules.colours)]
    fine = value in spaces
    return _side(state, "leave", key, wheel=True) or (None if fine else _bad(f"leave.{key}", ", ".join(spaces)))


def _position(state: GameState, key: str, value: Any) -> Refusal:
    refused = _side(state, "position", key, wheel=True)
    if refused is None and value not in state.wheel.spaces:
        return Rejected(Reason.NO_SUCH_SPACE, str(value))
    return refused


def _pawn(state: GameState, key: str, value: Any) -> Refusal:
    """A progress from the own start space, None in the house; no two pawns on one space."""
    colour, _, number = key.rpartition(".")
    player = next((player for player in state.players if player.seat.colour == colour and not player.left), None)
    count = max(len(player.pawns), sum(player.counts)) if player else 0
    if state.rules.is_wheel or player is None or not (number.isdecimal() and 1 <= int(number) <= count):
        return Rejected(Reason.NO_SUCH_FIELD, f"pawn.{key}")
    track = state.track
    if value is not None and not _whole(value, -track.ring, track.goal):
        return _bad(f"pawn.{key}", f"{-track.ring}-{track.goal}")
    if value is not None and value != track.goal:
        space = track.space(colour, int(number), value)
        for other in state.players:
            for n, progress in enumerate(other.pawns, 1):
                known = state.mode is Mode.GUIDE or n in other.placed
                same = (other.seat.colour, n) != (colour, int(number))
                if known and same and progress is not None and track.space(other.seat.colour, n, progress) == space:
                    return _bad(f"pawn.{key}", f"{other.seat.colour}.{n} stands there")
    return None


def _counts(state: GameState, key: str, value: Any) -> Refusal:
    refused = _side(state, "counts", key, wheel=False)
    if refused is not None or state.mode is Mode.GUIDE:
        return refused or Rejected(Reason.NO_SUCH_FIELD, f"counts.{key}")
    total = sum(state.player(key).counts)
    keys = {"house", "way", "goal"}
    fine = isinstance(value, Mapping) and set(value) == keys and all(_whole(n, 0, total) for n in value.values())
    return None if fine and sum(value.values()) == total else _bad(f"counts.{key}", f"house, way, goal: {total}")


def _cards(state: GameState, key: str, value: Any) -> Refusal:
    others = [player for player in state.players if player.id != key]
    most = {kind: count - sum(p.cards[kind] for p in others) for kind, count in state.rules.special.items()}
    fine = isinstance(value, Mapping) and all(
        kind in list(Special) and _whole(n, 0, most.get(Special(kind), 0)) for kind, n in value.items()
    )
    limit = ", ".join(f"{kind}: 0-{n}" for kind, n in most.items()) or "none"
    return _side(state, "cards", key, wheel=True) or (None if fine else _bad(f"cards.{key}", limit))


def _age_deck(state: GameState, key: str, value: Any) -> Refusal:
    decks = [found.id for found in state.decks] if state.rules.deck == "by_age" else []
    return _side(state, "deck", key, wheel=True) or (None if value in decks else _bad(f"deck.{key}", ", ".join(decks)))


def _pack(state: GameState, key: str, value: Any) -> Refusal:
    if not state.rules.is_wheel or deck(state, key) is None:
        return Rejected(Reason.NO_SUCH_FIELD, f"pack.{key}")
    size = state.opt("pack_size")
    return None if _whole(value, 0, size) else _bad(f"pack.{key}", f"0-{size}")


def _piles(state: GameState, key: str, value: Any) -> Refusal:
    if state.rules.is_wheel:
        return Rejected(Reason.NO_SUCH_FIELD, "piles")
    return None if _whole(value, 1, state.rules.pile) else _bad("piles", f"1-{state.rules.pile}")


def _option(state: GameState, key: str, value: Any) -> Refusal:
    if key not in state.options:
        return Rejected(Reason.NO_SUCH_FIELD, f"option.{key}")
    return next((_bad(f"option.{key}", limit) for limit in option_fault(state.rules, key, value)), None)


def _board(state: GameState, key: str, value: Any) -> Refusal:
    """What is printed on a spoke or ring space (boards 7.3); kinds that are not printed are refused (C-2)."""
    if not state.rules.is_wheel or key not in state.wheel.spaces:
        return Rejected(Reason.NO_SUCH_FIELD, f"board.{key}")
    space = printed_space(key, str(value))
    fixed = state.wheel.spaces[key].kind in (Kind.HUB, Kind.HQ)
    fine = space.kind is Kind.UNKNOWN or is_printed(state, space.kind, space.colour)
    return None if fine and not fixed else Rejected(Reason.NO_SUCH_SPACE, str(value))


def _mode(state: GameState, key: str, value: Any) -> Refusal:
    """Guide mode needs every piece placed, and no move half made (R-T10)."""
    if value not in list(Mode):
        return _bad("mode", ", ".join(Mode))
    if value != Mode.GUIDE or state.mode is Mode.GUIDE:
        return None
    if state.meeting is not None or (state.phase is Phase.MOVE and state.pips is None):
        return Rejected(Reason.WRONG_PHASE)
    lost = next((player for player in state.players if not _is_placed(state, player)), None)
    return None if lost is None else Rejected(Reason.NOT_PLACED, lost.id)


def _is_placed(state: GameState, player: Player) -> bool:
    if state.rules.is_wheel:
        return bool(player.space)
    return not player.counts[1] or len(player.placed) == sum(player.counts)


def _seats(state: GameState, key: str, value: Any) -> Refusal:
    ids = [player.id for player in state.players]
    fine = isinstance(value, (list, tuple)) and sorted(map(str, value)) == sorted(ids)
    return None if fine else _bad("seats", ", ".join(ids))


def _name(state: GameState, key: str, value: Any) -> Refusal:
    fine = isinstance(value, str) and value.strip()
    return _side(state, "name", key) or (None if fine else _bad(f"name.{key}", "a name"))


FIELDS: Mapping[str, Callable[[GameState, str, Any], Refusal]] = {
    "active": _active,
    "wedges": _wedges,
    "leave": _leave,
    "position": _position,
    "pawn": _pawn,
    "counts": _counts,
    "cards": _cards,
    "deck": _age_deck,
    "pack": _pack,
    "piles": _piles,
    "option": _option,
    "board": _board,
    "mode": _mode,
    "seats": _seats,
    "name": _name,
}
"""Field (before the first dot) -> its check. After the dot: a seat id, pawn, deck, option key or space."""
