"""Before play: StartGame and its limits, start rolls and cards, the hands of special cards."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from typing import Any

from host.rules.board import Board
from host.rules.commands import DrawForStart, RollForStart, SetCards, StartGame
from host.rules.events import CardDrawn, Corrected, DieRolled, GameStarted, PackChanged, RoleGiven
from host.rules.messages import Decision, Rejected, freeze
from host.rules.options import OPTIONS
from host.rules.queries import PILES, next_in_turn
from host.rules.rulebook import Ruleset
from host.rules.seating import KINDS, leaders, played_kinds
from host.rules.seats import Seat
from host.rules.state import GameState
from host.rules.story import Story
from host.rules.track import Track
from host.rules.words import Kind, PackState, Phase, Purpose, Reason, Role

DIE = 6
"""Faces of the die."""


_Fault = tuple[str, str]
"""A field of the set-up, and what is allowed."""


def start_game(state: GameState, command: StartGame) -> Decision:
    """Checks the set-up and begins (G-01, N-01, F-01, S-01, F-35); a fault names the field and the limit."""
    if state.phase is not Phase.SETUP:
        return Rejected(Reason.WRONG_PHASE)
    for field, limit in _variant_faults(state.rules, command):
        return Rejected(Reason.BAD_SETUP, field, limit)
    for field, limit in _faults(state.rules.with_variants(command.variants), command):
        return Rejected(Reason.BAD_SETUP, field, limit)
    rules = state.rules.with_variants(command.variants)
    options = {**rules.options, **command.options}
    event = GameStarted(
        ruleset=rules.id,
        version=rules.version,
        mode=command.mode,
        players=tuple(_settled(rules, options, command)),
        options=freeze(options),
        variants=command.variants,
        board=command.board or rules.board,
        seed=command.seed,
    )
    return (event,)


def _variant_faults(rules: Ruleset, command: StartGame) -> Iterator[_Fault]:
    for variant in command.variants:
        if variant not in rules.variants:
            yield "variants", ", ".join(rules.variants) or "none"


def _faults(rules: Ruleset, command: StartGame) -> Iterator[_Fault]:
    """Every reason why this game cannot begin."""
    for key, value in command.options.items():
        yield from ((f"options.{key}", limit) for limit in option_fault(rules, key, value))
    if command.board and command.board not in rules.boards:
        yield "board", ", ".join(rules.boards)
    board = rules.boards.get(command.board or rules.board)
    again = command.options.get("roll_again_spaces", rules.options.get("roll_again_spaces"))
    if isinstance(board, Board) and board.count(Kind.ROLL_AGAIN) and again is False:
        yield "board", "roll_again_spaces: true"  # B-05
    seats = command.players
    solo = rules.solo and command.options.get("solo", rules.options.get("solo")) is not False
    low = 1 if solo else rules.min_players
    if not low <= len(seats) <= rules.max_players:
        yield "players", f"{low}-{rules.max_players}"
    ids = [seat.id for seat in seats]
    if len(set(ids)) < len(ids) or not all(ids):
        yield "players", "different ids"
    colours = pawn_colours(rules, command.board)
    if colours and len(seats) > len(colours):
        yield "players", f"{low}-{len(colours)}"
    for seat in seats:
        yield from seat_faults(rules, seat, colours)
    yield from _team_faults(rules, seats)
    chosen = [seat.colour for seat in seats if seat.colour]
    if len(set(chosen)) < len(chosen):
        yield "colour", "different colours"


def pawn_colours(rules: Ruleset, board: str) -> tuple[str, ...]:
    """The pawn colours of a track board; none on a wheel."""
    found = rules.boards.get(board or rules.board)
    return tuple(colour.id for colour in found.colours) if isinstance(found, Track) else ()


def option_fault(rules: Ruleset, key: str, value: Any) -> Iterator[str]:
    """What is allowed for an option instead of that value; nothing when it is fine."""
    if key not in rules.options:
        yield "not an option of this ruleset"
    elif allowed := OPTIONS[key].fault(value):
        yield allowed


def seat_faults(rules: Ruleset, seat: Seat, colours: tuple[str, ...]) -> Iterator[_Fault]:
    """What is wrong with one side, apart from the others."""
    decks = [deck.id for deck in rules.decks]
    if seat.deck and (rules.deck != "by_age" or seat.deck not in decks):
        yield "deck", ", ".join(decks) if rules.deck == "by_age" else "none"
    if seat.colour and seat.colour not in colours:
        yield "colour", ", ".join(colours) or "none"
    if seat.captain and seat.captain not in [member.name for member in seat.members]:
        yield "captain", ", ".join(member.name for member in seat.members) or "none"
    for member in seat.members:
        if member.category and member.category not in rules.colours:
            yield "category", ", ".join(rules.colours)


def _team_faults(rules: Ruleset, seats: tuple[Seat, ...]) -> Iterator[_Fault]:
    """F-35, F-P24: team sizes, and team play as a variant where the edition makes it one."""
    if "teams" in rules.variants and rules.teams is None and any(seat.members for seat in seats):
        yield "members", "variant teams"
    if rules.teams is not None:
        if any(len(seat.members) > rules.teams.members for seat in seats):
            yield "members", f"1-{rules.teams.members}"
        if sum(max(len(seat.members), 1) for seat in seats) > rules.teams.people:
            yield "people", f"at most {rules.teams.people}"


def _settled(rules: Ruleset, options: Mapping[str, Any], command: StartGame) -> Iterator[Seat]:
    taken = {seat.colour for seat in command.players}
    free = iter([colour for colour in pawn_colours(rules, command.board) if colour not in taken])
    for seat in command.players:
        yield settled(rules, options, seat, "" if rules.is_wheel or seat.colour else next(free))


def settled(rules: Ruleset, options: Mapping[str, Any], seat: Seat, colour: str) -> Seat:
    """The seat with its age deck (F-07, F-P09, F-P10) and pawn colour filled in."""
    if rules.deck == "by_age":
        return dataclasses.replace(seat, deck=age_deck(options, seat))
    return seat if seat.colour or not colour else dataclasses.replace(seat, colour=colour)


def age_deck(options: Mapping[str, Any], seat: Seat) -> str:
    """``adult`` from the agreed age on, or when no age is told; a team is adult when one member is."""
    agreed = options["deck"].get(seat.id) or seat.deck
    if agreed:
        return str(agreed)
    ages = [member.age for member in seat.members] if seat.members else [seat.age]
    return "adult" if any(age is None or age >= options["age_limit"] for age in ages) else "young"


def roll_for_start(state: GameState, command: RollForStart) -> Decision:
    """A start roll; the highest begins, who ties rolls again (G-05, N-05, F-02, G-P02)."""
    if state.phase is not Phase.START or state.rules.start != "highest_die":
        return Rejected(Reason.WRONG_PHASE)
    if not 1 <= command.pips <= DIE:
        return Rejected(Reason.BAD_VALUE, "pips", f"1-{DIE}")
    if (command.player, None) not in state.start:
        return Rejected(Reason.NOT_ELIGIBLE, command.player)
    story = Story(state).tell(DieRolled(command.player, command.pips, Purpose.START))
    return give_roles(story).events()


def draw_for_start(state: GameState, command: DrawForStart) -> Decision:
    """A card for the shuffler; the next in turn order begins, and the piles are made (S-03 to S-05)."""
    if state.phase is not Phase.START or state.rules.start != "highest_card":
        return Rejected(Reason.WRONG_PHASE)
    if command.card not in state.rules.playing_cards:
        return Rejected(Reason.BAD_VALUE, "card", ", ".join(state.rules.playing_cards))
    if (command.player, None) not in state.start:
        return Rejected(Reason.NOT_ELIGIBLE, command.player)
    story = Story(state).tell(CardDrawn(command.player, command.card, Purpose.START))
    return give_roles(story).events()


def give_roles(story: Story) -> Story:
    """Names starter and shuffler as soon as the start rolls or cards are decided."""
    state = story.state
    best = leaders(state, state.start)
    if best and state.rules.start == "highest_die":
        story.tell(RoleGiven(best[0], Role.STARTER))
    elif best:
        story.tell(RoleGiven(best[0], Role.SHUFFLER), RoleGiven(next_in_turn(state, best[0]), Role.STARTER))
        story.tell(PackChanged(PILES, PackState.PLACED))
    return story


def set_cards(state: GameState, command: SetCards) -> Decision:
    """The table tells a hand after dealing; it is believed while the sums fit the box (G-P03)."""
    if state.phase not in (Phase.START, Phase.ROLL) or any(player.rolled for player in state.players):
        return Rejected(Reason.TOO_LATE)
    if not state.has(command.player):
        return Rejected(Reason.NOT_ELIGIBLE, command.player)
    hand = dict(zip(KINDS, (command.boarding, command.first_class, command.passport), strict=True))
    kinds = played_kinds(state.rules, state.options)
    for kind, count in hand.items():
        others = sum(player.cards[kind] for player in state.players if player.id != command.player)
        if count and kind not in kinds:
            return Rejected(Reason.KIND_OFF, kind)
        if count < 0 or count + others > state.rules.special.get(kind, 0):
            most = state.rules.special.get(kind, 0) - others
            return Rejected(Reason.BAD_VALUE, kind, f"0-{most}")
    return (Corrected(f"cards.{command.player}", {kind.value: count for kind, count in hand.items()}),)
