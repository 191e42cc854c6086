"""The table's last word on a verdict, at once or much later, and what must be put right by hand afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from host.rules.answering import decide_answer
from host.rules.commands import OverruleVerdict, SubmitAnswer
from host.rules.events import Corrected, Undone
from host.rules.history import Judgement, judgements
from host.rules.messages import Decision, Rejected
from host.rules.state import GameState, Player
from host.rules.story import Story
from host.rules.words import Mode, Reason, Special, Verdict


def overrule(state: GameState, command: OverruleVerdict) -> Decision:
    """Gives the verdict again, the other way: play goes back to the answer and on from there (F-06, R-T17).

    Without ``seq`` only the last verdict can be overruled, until the next roll or draw (F-T24).
    """
    rule = state.opt("overrule")
    if rule == "nobody":
        return Rejected(Reason.KIND_OFF, "overrule")
    judgement = _judgement(state, command)
    if judgement is None or (command.seq is None and state.verdict is None):
        return Rejected(Reason.TOO_LATE)
    right = command.verdict is Verdict.RIGHT
    if right == (judgement.verdict is Verdict.RIGHT):
        return Rejected(Reason.NOT_ELIGIBLE, "verdict")
    if rule == "vote" and not _majority(state, judgement.player, command):
        return Rejected(Reason.NO_MAJORITY)
    story = Story(state).tell(Undone(judgement.seq), Corrected("verdict", command.verdict.value))
    again = SubmitAnswer(judgement.player, command.verdict, judgement.text)
    decided = decide_answer(story.state, again)
    assert isinstance(decided, tuple), "a verdict that was given once can be given again"
    return story.tell(*decided).events()


def _judgement(state: GameState, command: OverruleVerdict) -> Judgement | None:
    found = judgements(state)
    if command.seq is None:
        return next(found, None)
    return next((judgement for judgement in found if judgement.seq == command.seq), None)


def _majority(state: GameState, answered: str, command: OverruleVerdict) -> bool:
    """F-P22: the others vote, who says nothing counts for neither, a tie leaves the verdict."""
    others = {player.id for player in state.players if not player.left} - {answered}
    return len(others & set(command.in_favour)) > len(others & set(command.against))


class Hand(StrEnum):
    """Kinds of things to put right by hand."""

    PIECE = "piece"
    """A holder or pawn goes back to ``target``; an empty target: to where it stood before it was moved."""
    WEDGE_GIVEN = "wedge_given"
    """The player gets the wedge ``item``."""
    WEDGE_TAKEN = "wedge_taken"
    """The player gives the wedge ``item`` back."""
    CARD_GIVEN = "card_given"
    """The player gets a special card of kind ``item`` back."""
    CARD_TAKEN = "card_taken"
    """The player puts a special card of kind ``item`` aside."""
    PACK = "pack"
    """Pack number ``target`` belongs into the box ``item``."""
    CARDS_BACK = "cards_back"
    """``target`` playing cards, drawn since, go back on a pile."""
    TURN = "turn"
    """It is this player's turn."""


@dataclass(frozen=True, slots=True)
class Correction:
    """One thing to put right by hand."""

    kind: Hand
    player: str = ""
    item: str = ""
    """Pawn, colour, kind of card or deck."""
    origin: str = ""
    """Where a piece is now, as far as it is known."""
    target: str = ""


def corrections(before: GameState, after: GameState) -> tuple[Correction, ...]:
    """What the table must do by hand so that ``before`` becomes ``after``: pieces first, the turn last."""
    found: list[Correction] = []
    for player in after.players:
        if before.has(player.id):
            found += _pieces(before, after, before.player(player.id), player)
    for player in after.players:
        if before.has(player.id):
            found += _things(before.player(player.id), player)
    found += [
        Correction(Hand.PACK, item=new.id, origin=str(old.pack), target=str(new.pack))
        for old, new in zip(before.decks, after.decks, strict=True)
        if old.pack != new.pack
    ]
    if before.cards_left < after.cards_left:
        found.append(Correction(Hand.CARDS_BACK, target=str(after.cards_left - before.cards_left)))
    if after.active != before.active:
        found.append(Correction(Hand.TURN, after.active))
    return tuple(found)


def _pieces(before: GameState, after: GameState, old: Player, new: Player) -> Iterator[Correction]:
    if after.rules.is_wheel:
        if old.space != new.space or (old.moves != new.moves and not new.space):
            yield Correction(Hand.PIECE, new.id, origin=old.space, target=new.space)
    elif after.mode is Mode.GUIDE and before.mode is Mode.GUIDE:
        colour, track = new.seat.colour, after.track
        for number, (was, now) in enumerate(zip(old.pawns, new.pawns, strict=True), 1):
            if was != now:
                places = track.space(colour, number, was), track.space(colour, number, now)
                yield Correction(Hand.PIECE, new.id, f"{colour}.{number}", *places)
    else:
        house, _, goal = (now - was for was, now in zip(old.counts, new.counts, strict=True))
        for place, change in (("house", house), ("goal", goal)):
            for _ in range(abs(change)):
                ends = ("way", place) if change > 0 else (place, "way")
                yield Correction(Hand.PIECE, new.id, origin=ends[0], target=ends[1])


def _things(old: Player, new: Player) -> Iterator[Correction]:
    for colour in sorted(old.wedges - new.wedges):
        yield Correction(Hand.WEDGE_TAKEN, new.id, colour)
    for colour in sorted(new.wedges - old.wedges):
        yield Correction(Hand.WEDGE_GIVEN, new.id, colour)
    for kind in Special:
        change = new.cards[kind] - old.cards[kind]
        for _ in range(abs(change)):
            yield Correction(Hand.CARD_GIVEN if change > 0 else Hand.CARD_TAKEN, new.id, kind.value)
