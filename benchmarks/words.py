"""How much the host talks: words a turn at each level (full, short, expert), the questions of the cards not counted.

    python -m benchmarks.words [--minutes 30] [--seed 1] [--json]

Two simulated players play for so long by the clock; an evening is played in colour mode and in guide mode with the
same seed. The time is reckoned, not waited for: words spoken at a normal pace, and a few seconds for each answer.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from support.player import Player

from host.dialogue.phrasebook import Verbosity
from host.dialogue.protocol import Action, Say
from host.dialogue.talk import Step
from host.rules.messages import QuestionPosed, TurnPassed

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
        self.host.talk = self.host.talk.__class__(
            **{**{f: getattr(self.host.talk, f) for f in self.host.talk.__slots__}, "verbosity": level}
        )
        self.words_said = self.all_words = 0

    def _perform(self, actions: list[Action], *, hold: bool) -> None:
        for action in actions:
            if isinstance(action, Say):
                question = self.host.mind.question(self.host.talk.question_id)
                text = action.line.text
                self.all_words += len(text.split())
                self.words_said += len(text.replace(question.text if question else "\0", "").split())
        super()._perform(actions, hold=hold)

    def words(self) -> str:
        """In colour mode the die and the colours in turn."""
        colours = self.host.mind.colours
        if self.host.step is Step.LANDING:
            kind = " headquarters" if self.chance.random() < 0.3 else ""
            return f"{self.chance.choice(colours)}{kind}"
        return super().words()


def evening(ruleset: str, mode: str, pack: str, level: Verbosity, *, minutes: float, seed: int) -> dict[str, Any]:
    """Plays for so many minutes; words of the host's own a question and a turn."""
    header = {
        "ruleset": ruleset, "lang": "en", "seed": str(seed), "mode": mode, "pack": pack,
        "players": "Anna, Ben", "precision": "standard",
    }  # fmt: skip
    game = Evening(header, seed, level)
    game.begin()
    game.words_said = game.all_words = 0
    seconds = 0.0
    while seconds < minutes * 60 and game.host.step is not Step.ENDED:
        game.say(game.words())
        seconds = game.all_words / WORDS_A_SECOND + len(game.said) * ANSWER_SECONDS
    turns = sum(isinstance(event, TurnPassed) for event in game.run_.events) + 1
    questions = sum(isinstance(event, QuestionPosed) for event in game.run_.events)
    return {
        "ruleset": ruleset,
        "mode": mode,
        "level": str(level),
        "minutes": round(seconds / 60, 1),
        "turns": turns,
        "questions": questions,
        "words_a_turn": round(game.words_said / turns, 1),
    }


def table(minutes: float, seed: int) -> list[dict[str, Any]]:
    """Every evening at every level."""
    return [
        evening(*which, level, minutes=minutes, seed=seed) for which in EVENINGS for level in Verbosity
    ]


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
            f"{row['ruleset']} in {row['mode']} mode, {row['level']}: {row['words_a_turn']} words a turn "
            f"({row['turns']} turns, {row['questions']} questions, {row['minutes']} minutes)"
        )


if __name__ == "__main__":
    main()
