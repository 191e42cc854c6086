"""How much the host talks: words a move (a roll or a card) at each level, the questions of the cards not counted.

    python -m benchmarks.words [--minutes 30] [--seed 1] [--json]

Two simulated players play for so long by the clock at the full level, in colour mode and in guide mode; then the very
same inputs are given at the other levels, so that the game is the same. The time is reckoned, not waited for: words
spoken at a normal pace, and a few seconds for each answer.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from support.player import Player

from host.dialogue.machine import Host
from host.dialogue.phrasebook import Verbosity
from host.dialogue.protocol import Action, Say
from host.dialogue.talk import Step
from host.rules.messages import CardDrawn, SpaceLanded

WORDS_A_SECOND = 2.6
"""A normal pace of speech."""
ANSWER_SECONDS = 4.0
"""Until a player has answered or moved."""
EVENINGS = (
    ("genus", "colour", "genus-en"), ("genus", "guide", "genus-en"), ("switzergame", "guide", "switzergame-fr"),
)  # fmt: skip


class Evening(Player):
    """Counts what is said."""

    def __init__(self, header: dict[str, str], seed: int, level: Verbosity) -> None:
        super().__init__(header, seed)
        self.host.talk = self.host.talk.with_wish("", "verbosity", level.value)
        self.words_said = self.all_words = 0

    def _perform(self, actions: list[Action], *, hold: bool) -> None:
        for action in actions:
            if isinstance(action, Say):
                question = self.host.mind.question(self.host.talk.question_id)
                text = action.line.text
                self.all_words += len(text.split())
                self.words_said += len(text.replace(question.text if question else "\0", "").split())
        super()._perform(actions, hold=hold)

    @property
    def seconds(self) -> float:
        """How long it has taken."""
        return self.all_words / WORDS_A_SECOND + len(self.said) * ANSWER_SECONDS

    def begin(self) -> Host:
        """The first words are not counted."""
        host = super().begin()
        self.words_said = self.all_words = 0
        return host

    def words(self) -> str:
        """In colour mode the die and the colours in turn."""
        colours = self.host.mind.colours
        if self.host.step is Step.LANDING:
            if not self.host.missing:
                return "the hub"
            kind = " headquarters" if self.chance.random() < 0.3 else ""
            return f"{self.chance.choice(colours)}{kind}"
        return super().words()


def evening(ruleset: str, mode: str, pack: str, *, minutes: float, seed: int) -> list[dict[str, Any]]:
    """Plays so many minutes at the fullest level, then says the same again at the others: the same game each time."""
    played = {level: [0.0, 0, 0] for level in Verbosity}
    while played[Verbosity.FULL][0] < minutes * 60:
        header = {
            "ruleset": ruleset, "lang": "en", "seed": str(seed), "mode": mode, "pack": pack,
            "players": "Anna, Ben", "precision": "standard",
        }  # fmt: skip
        full = Evening(header, seed, Verbosity.FULL)
        full.begin()
        while played[Verbosity.FULL][0] + full.seconds < minutes * 60 and full.host.step is not Step.ENDED:
            full.say(full.words())
        for level, sums in played.items():
            game = Evening(header, seed, level)
            game.begin()
            for _, words in full.said:
                game.say(words)
            assert game.run_.events == full.run_.events
            sums[0] += game.seconds
            sums[1] += game.words_said
            sums[2] += sum(isinstance(event, CardDrawn | SpaceLanded) for event in game.run_.events)
        seed += 1
    return [
        {
            "ruleset": ruleset,
            "mode": mode,
            "level": str(level),
            "minutes": round(seconds / 60, 1),
            "moves": moves,
            "words_a_move": round(words / moves, 1),
            "share_of_full": round(words / played[Verbosity.FULL][1], 2),
        }
        for level, (seconds, words, moves) in played.items()
    ]


def table(minutes: float, seed: int) -> list[dict[str, Any]]:
    """Every evening at every level."""
    return [row for which in EVENINGS for row in evening(*which, minutes=minutes, seed=seed)]


def main() -> None:
    """Prints one line for each evening and level."""
    parser = argparse.ArgumentParser(description="Count the words the host speaks a turn.")
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    rows = table(args.minutes, args.seed)
    if args.json:
        print(json.dumps(rows))
        return
    for row in rows:
        print(
            f"{row['ruleset']} in {row['mode']} mode, {row['level']}: {row['words_a_move']} words a move, "
            f"{row['share_of_full']} of full ({row['moves']} moves, {row['minutes']} minutes)"
        )


if __name__ == "__main__":
    main()
