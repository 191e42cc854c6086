"""Random tables against the engine: whatever they do in whatever order, nothing breaks."""

from __future__ import annotations

import dataclasses
import json
from random import Random
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from rules.editions import IDS, edition

from host.rules import commands as c
from host.rules.candidates import candidates
from host.rules.contest import corrections
from host.rules.engine import apply, decide, legal_commands, new_game, replay
from host.rules.history import judgements
from host.rules.invariants import broken, broken_by
from host.rules.messages import Command, Doubted, Event, Rejected
from host.rules.random_play import set_up
from host.rules.seats import Seat
from host.rules.state import GameState
from host.rules.state_data import state_from_dict, state_to_dict
from host.rules.words import Mode, Phase, Verdict

SEEDS = st.integers(min_value=0, max_value=2**32)


class Table(RuleBasedStateMachine):
    """One table with one of the editions, any variants and options."""

    state: GameState
    log: list[tuple[Event, ...]]

    @initialize(id=st.sampled_from(IDS), seed=SEEDS)
    def begin(self, id: str, seed: int) -> None:
        """Sits down and starts."""
        self.base = edition(id)
        self.state = new_game(self.base)
        self.log = []
        self.names = 0
        self.tell(set_up(self.base, Random(seed)))
        assert self.log, "every drawn set-up is accepted"

    def tell(self, command: Command) -> bool:
        """Tries a command; a refusal changes nothing, a decision says something and breaks nothing."""
        before = state_to_dict(self.state)
        decided = decide(self.state, command)
        if isinstance(decided, (Rejected, Doubted)):
            assert state_to_dict(self.state) == before
            return False
        assert broken_by(self.state, decided) == ()
        self.state = apply(self.state, decided)
        self.log.append(decided)
        return True

    def over(self) -> bool:
        return self.state.phase is Phase.ENDED

    @precondition(lambda self: not self.over())
    @rule(seed=SEEDS, steps=st.integers(min_value=1, max_value=25))
    def go_on(self, seed: int, steps: int) -> None:
        """Some turns of normal play."""
        rng = Random(seed)
        for _ in range(steps):
            offers = list(candidates(self.state))
            rng.shuffle(offers)
            asked = self.state.question
            if self.state.phase is Phase.ANSWER and asked is not None and rng.random() < 0.7:
                offers.insert(0, c.SubmitAnswer(asked.player, Verdict.RIGHT))
            if not any(self.tell(command) for command in offers):
                assert self.over(), f"nothing is legal in phase {self.state.phase}"
                return

    @rule(seed=SEEDS)
    def anything(self, seed: int) -> None:
        """A command out of place is refused or fits; it never breaks anything."""
        rng = Random(seed)
        other = edition(rng.choice(IDS))
        stranger = play_some(other, seed)
        offers = list(candidates(stranger))
        if offers:
            self.tell(rng.choice(offers))

    @rule()
    def look_at_what_is_legal(self) -> None:
        """Every command said to be legal is; there are none exactly when the game is over."""
        commands = legal_commands(self.state)
        assert (commands == ()) == self.over()

    @rule(steps=st.integers(min_value=1, max_value=5))
    def undo(self, steps: int) -> None:
        """Back some decisions."""
        if self.state.past is not None and self.state.past.before.phase is not Phase.SETUP:
            self.tell(c.Undo(steps))
            if self.state.phase is Phase.SETUP:  # not back to the empty table: the machine has begun
                self.tell(self.restart())

    def restart(self) -> c.StartGame:
        return set_up(self.base, Random(1))

    @precondition(lambda self: not self.over())
    @rule(seed=SEEDS)
    def undo_and_redo(self, seed: int) -> None:
        """R-T08: undo, then the same again is the same, but for the number of events."""
        offers = list(legal_commands(self.state))
        command = Random(seed).choice(offers)
        before = dataclasses.replace(self.state, seq=0)
        self.tell(command)
        after = dataclasses.replace(self.state, seq=0)
        self.tell(c.Undo())
        assert dataclasses.replace(self.state, seq=0) == before
        self.tell(command)
        assert dataclasses.replace(self.state, seq=0) == after

    @rule(seed=SEEDS)
    def contest(self, seed: int) -> None:
        """R-T17: any verdict of the game so far is turned round, and what to do by hand is said."""
        found = list(judgements(self.state))
        if not found:
            return
        chosen = Random(seed).choice(found)
        other = Verdict.WRONG if chosen.verdict is Verdict.RIGHT else Verdict.RIGHT
        before = self.state
        everyone = tuple(player.id for player in before.players)
        if self.tell(c.OverruleVerdict(other, chosen.seq, in_favour=everyone)):
            turned = next(judgements(self.state))
            assert (turned.seq, turned.player, turned.verdict) == (chosen.seq, chosen.player, other)
            assert isinstance(corrections(before, self.state), tuple)

    @rule(seed=SEEDS)
    def correct(self, seed: int) -> None:
        """Corrections by hand of many fields, right and wrong ones."""
        rng = Random(seed)
        self.tell(c.Correct(*rng.choice(self.fields(rng))))

    def fields(self, rng: Random) -> list[tuple[str, Any]]:
        state = self.state
        player = rng.choice(state.players)
        found: list[tuple[str, Any]] = [
            ("active", player.id),
            (f"name.{player.id}", "Eva"),
            ("seats", [p.id for p in reversed(state.players)]),
            ("mode", rng.choice(list(Mode)).value),
            ("option.silence", "counts_as_wrong"),
        ]
        if state.rules.is_wheel:
            space = rng.choice(list(state.wheel.spaces))
            found += [
                (f"wedges.{player.id}", rng.sample(list(state.rules.colours), 3)),
                (f"leave.{player.id}", rng.choice(["", "hub", "hq.pink"])),
                (f"position.{player.id}", space),
                (f"cards.{player.id}", {"boarding": rng.randint(0, 7), "passport": 1}),
                (f"board.{space}", rng.choice(["pink", "unknown", "roll_again", "shortcut-pink"])),
                (f"deck.{player.id}", "young"),
                (f"pack.{state.decks[0].id}", 99),
            ]
        else:
            pawn = f"{player.seat.colour}.{rng.randint(1, 3)}"
            found += [
                (f"pawn.{pawn}", rng.choice([None, 0, 12, 62, 65])),
                (f"counts.{player.id}", {"house": 1, "way": 1, "goal": 1}),
                ("piles", rng.randint(1, 55)),
            ]
        return found

    @rule(seed=SEEDS)
    def somebody_comes(self, seed: int) -> None:
        """R-T18: a late joiner, as far as there is room."""
        present = [player.id for player in self.state.players if not player.left]
        self.names += 1
        self.tell(c.AddPlayer(Seat(f"late{self.names}"), Random(seed).choice(present)))

    @rule(seed=SEEDS)
    def somebody_goes(self, seed: int) -> None:
        """R-T19: a player leaves."""
        if len(self.state.players) > 2:
            self.tell(c.RemovePlayer(Random(seed).choice(self.state.players).id))

    @invariant()
    def nothing_is_broken(self) -> None:
        """Every state is sound."""
        if hasattr(self, "state"):
            assert broken(self.state) == ()

    @invariant()
    def states_can_be_saved(self) -> None:
        """The state is the same after JSON."""
        if hasattr(self, "state"):
            assert state_from_dict(json.loads(json.dumps(state_to_dict(self.state))), self.base) == self.state

    def teardown(self) -> None:
        """The log leads to the state."""
        if hasattr(self, "state"):
            assert replay(self.log, self.base) == self.state


def play_some(rules: Any, seed: int) -> GameState:
    """A state early in some other game."""
    rng = Random(seed)
    state = new_game(rules)
    decided = decide(state, set_up(rules, rng))
    for _ in range(rng.randint(0, 30)):
        assert isinstance(decided, tuple)
        state = apply(state, decided)
        offers = list(candidates(state))
        rng.shuffle(offers)
        decided = next((d for d in (decide(state, command) for command in offers) if isinstance(d, tuple)), ())
    return state


TestTable = Table.TestCase
TestTable.settings = settings(
    max_examples=60,
    stateful_step_count=30,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
