"""``quizhost simulate``: random legal games through the real rules engine, with every invariant checked."""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from host.app.commands.rulesets import folders
from host.errors import UsageError
from host.rules.engine import replay
from host.rules.random_play import Played, play
from host.rules.rulebook import Ruleset
from host.rules.ruleset import find_ruleset, list_rulesets

CHUNK = 25
"""Games a process plays at a time; fewer games than twice that are not worth a second process."""


@dataclass(slots=True)
class Tally:
    """What came of the games of one ruleset, or of all."""

    games: int = 0
    finished: int = 0
    turns: int = 0
    events: int = 0
    decided: int = 0
    """Commands that were accepted."""
    breaks: list[str] = field(default_factory=list)
    """Games that broke an invariant or did not end, each with its seed."""
    seconds: float = 0.0

    def add(self, rules: Ruleset, seed: int, played: Played) -> None:
        """Counts one game; its log must lead to its state again."""
        self.games += 1
        self.finished += played.finished
        self.turns += played.turns
        self.events += played.events
        self.decided += len(played.log)
        found = list(played.breaks)
        if not played.finished and not found:
            found.append("the game does not end")
        if replay(played.log, rules) != played.state:
            found.append("replaying the log leads to another state")
        self.breaks += [f"{rules.id}, seed {seed}: {what}" for what in found]

    def join(self, other: Tally) -> None:
        """Adds another tally."""
        for name in ("games", "finished", "turns", "events", "decided", "breaks", "seconds"):
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def data(self) -> dict[str, Any]:
        """The figures for ``--json``."""
        seconds = max(self.seconds, 1e-9)
        return {
            "games": self.games,
            "finished": self.finished,
            "turns": self.turns,
            "events": self.events,
            "commands": self.decided,
            "invariant_breaks": len(self.breaks),
            "games_per_second": round(self.games / seconds, 1),
            "commands_per_minute": round(self.decided / seconds * 60),
            "seconds": round(self.seconds, 2),
        }


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds ``--ruleset``, ``--games`` and ``--seed``."""
    parser.add_argument("--ruleset", default="all", metavar="NAME", help="id, name or alias; default: all of them")
    parser.add_argument("--games", type=int, default=100, metavar="N", help="games of each ruleset (default: 100)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="game n is played with seed N + n")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="processes (default: cores)")
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def run(args: argparse.Namespace) -> int:
    """Exit status 1 when an invariant broke or a game did not end."""
    for name in ("games", "jobs"):
        if getattr(args, name) < 1:
            raise UsageError(f"--{name} must be at least 1")
    everyone = args.ruleset.casefold() == "all"
    rulesets = list_rulesets(*folders()) if everyone else (find_ruleset(args.ruleset, *folders()),)
    total = Tally()
    results = {}
    for rules in rulesets:
        tally = Tally()
        begun = time.perf_counter()
        for part in _parts(rules.id, range(args.seed, args.seed + args.games), args.jobs):
            tally.join(part)
        tally.seconds = time.perf_counter() - begun
        total.join(tally)
        results[rules.id] = tally.data()
        if not args.json:
            _print(rules.id, tally)
    if args.json:
        print(json.dumps({"rulesets": results, "total": total.data(), "breaks": total.breaks}, ensure_ascii=False))
    else:
        if len(rulesets) > 1:
            _print("total", total)
        for line in total.breaks:
            print(f"broken: {line}")
    return 1 if total.breaks else 0


def _parts(id: str, seeds: range, jobs: int) -> Iterator[Tally]:
    """The tallies of all games, in order; the figures do not depend on the number of processes."""
    chunks = [seeds[at : at + CHUNK] for at in range(0, len(seeds), CHUNK)]
    if jobs == 1 or len(chunks) == 1:
        yield from (_played(id, chunk) for chunk in chunks)
        return
    with ProcessPoolExecutor(min(jobs, len(chunks))) as pool:
        yield from pool.map(_played, [id] * len(chunks), chunks)


@cache
def _known(id: str) -> Ruleset:
    return find_ruleset(id, *folders())


def _played(id: str, seeds: range) -> Tally:
    """Plays these games; runs in a process of its own."""
    tally = Tally()
    for seed in seeds:
        tally.add(_known(id), seed, play(_known(id), seed))
    return tally


def _print(name: str, tally: Tally) -> None:
    d = tally.data()
    print(
        f"{name}: {d['games']} games, {d['finished']} finished, {d['turns']} turns, {d['events']} events, "
        f"{d['invariant_breaks']} invariant breaks, {d['games_per_second']} games per second, "
        f"{d['commands_per_minute']} decided commands per minute",
        flush=True,
    )
