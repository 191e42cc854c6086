"""Random legal games: who plays how is drawn from a seed, so that every game can be played again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from host.rules import commands as c
from host.rules.candidates import candidates
from host.rules.engine import apply, decide, new_game
from host.rules.events import TurnPassed
from host.rules.invariants import broken, broken_by
from host.rules.messages import Command, Event
from host.rules.options import OPTIONS
from host.rules.queries import has_all_wedges
from host.rules.rulebook import Ruleset
from host.rules.seats import Member, Seat
from host.rules.state import GameState
from host.rules.words import Kind, Mode, Phase, Verdict

RIGHT = 0.8
"""Share of right answers: players who know little play for hours."""


@dataclass(frozen=True, slots=True)
class Played:
    """What became of one game."""

    state: GameState
    log: tuple[tuple[Event, ...], ...]
    """The decisions, oldest first."""
    commands: int
    """Commands decided, refused ones included."""
    turns: int
    breaks: tuple[str, ...]
    """Invariants that broke, in words."""

    @property
    def finished(self) -> bool:
        """Whether the game came to its end."""
        return self.state.phase is Phase.ENDED

    @property
    def events(self) -> int:
        """Number of events."""
        return sum(map(len, self.log))


def set_up(rules: Ruleset, rng: Random) -> c.StartGame:
    """A game to begin: seats, mode, variants and options at random."""
    variants = tuple(name for name in rules.variants if rng.random() < 0.3)
    low = 1 if rules.solo else rules.min_players
    seats = tuple(_seat("ABCDEF"[n], rng, "teams" in variants) for n in range(rng.randint(low, rules.max_players)))
    options = {}
    for key in rules.options:
        values = OPTIONS[key].values
        # A board with roll-again spaces cannot be played as one without.
        if len(values) > 1 and key != "roll_again_spaces" and rng.random() < 0.3:
            options[key] = rng.choice(values)
    if rules.solo and len(seats) == 1:
        options["solo"] = True
    elif "solo" in options:
        options["solo"] = bool(options["solo"])
    return c.StartGame(seats, rng.choice(list(Mode)), options, variants)


def _seat(id: str, rng: Random, team: bool) -> Seat:
    age = rng.choice((None, 8, 13, 14, 40))
    members = tuple(Member(f"{id}{n}", age) for n in range(rng.randint(2, 6))) if team else ()
    return Seat(id, age=age, members=members, captain=members[0].name if members else "")


def play(rules: Ruleset, seed: int, limit: int = 50_000) -> Played:
    """One random game; ``limit`` decisions at most, so that a game that cannot end is seen as such."""
    rng = Random(seed)
    state = new_game(rules)
    log: list[tuple[Event, ...]] = []
    breaks: list[str] = []
    commands = turns = 0
    pending: Iterator[Command] = iter((set_up(rules, rng),))
    while state.phase is not Phase.ENDED and len(log) < limit and not breaks:
        for command in pending:
            commands += 1
            decided = decide(state, command)
            if isinstance(decided, tuple):
                break
        else:
            breaks.append(f"no legal command in phase {state.phase}")
            break
        breaks += broken_by(state, decided)
        state = apply(state, decided)
        breaks += broken(state)
        log.append(decided)
        turns += sum(isinstance(event, TurnPassed) for event in decided)
        pending = _choices(state, rng)
    return Played(state, tuple(log), commands, turns, tuple(breaks))


def _choices(state: GameState, rng: Random) -> Iterator[Command]:
    """Commands to try, the wished one first, then all others in random order."""
    wished = _wish(state, rng)
    if wished is not None:
        yield wished
    offers = list(candidates(state))
    rng.shuffle(offers)
    # Packs change when they are played; a table that reads its own cards says so now and then.
    offers.sort(key=lambda command: isinstance(command, c.ReportDivider) and rng.random() < 0.99)
    yield from offers


def _wish(state: GameState, rng: Random) -> Command | None:
    """What a player with a plan would do: answer right, make for missing wedges, then for the hub."""
    if state.phase is Phase.ANSWER and state.question is not None and rng.random() < RIGHT:
        return c.SubmitAnswer(state.question.player, Verdict.RIGHT)
    if not state.rules.is_wheel or state.phase is not Phase.MOVE or rng.random() < 0.4:
        return None
    player = state.player(state.active)
    missing = [colour for colour in state.rules.colours if colour not in player.wedges]
    if has_all_wedges(state, player):
        return c.MoveTo("hub") if state.mode is Mode.GUIDE else c.ReportLanding(Kind.HUB)
    if state.mode is Mode.COLOUR:
        return c.ReportLanding(Kind.HQ, _one(missing, rng))
    return c.MoveTo(f"hq.{_one(missing, rng)}")


def _one(values: Sequence[str], rng: Random) -> str:
    return values[int(rng.random() * len(values))]
