"""The desk at which one signal is worked off: collects events, lines and changes, and hands them out in order.

A Desk lives for one call of Host.handle. The states it holds are frozen and replaced, never changed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from host.bank.draw import Bank
from host.bank.pack import Question
from host.dialogue.phrasebook import Phrasebook
from host.dialogue.protocol import Action, Chime, Line, Note, Quit, Record, Say
from host.dialogue.talk import Talk
from host.judging.judge import Guard, Phonemizer
from host.rules.board import Board
from host.rules.engine import apply, decide
from host.rules.messages import Command, Decision, Doubted, Event, Rejected
from host.rules.rulebook import Ruleset
from host.rules.state import GameState, new_game
from host.rules.words import Mode


@dataclass(frozen=True, slots=True)
class Mind:
    """What the host knows and does not change during a game."""

    ruleset: Ruleset
    books: Mapping[str, Phrasebook]
    bank: Bank
    seed: int = 0
    seen: tuple[str, ...] = ()
    """Ids of questions asked on earlier evenings, the one longest ago first."""
    set_aside: frozenset[str] = frozenset()
    """Ids of questions that the table has disputed: they do not come again."""
    mode: Mode = Mode.COLOUR
    variants: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    """Rule options given on the command line or in the settings."""
    phonemes: Phonemizer | None = None
    guard: Guard | None = None
    """Known things of each kind, for the judge."""
    decoys: Callable[[Question], tuple[str, ...]] = lambda question: ()
    """Other answers that sound near a card's, for the ear."""

    @property
    def colours(self) -> tuple[str, ...]:
        """The colours of the edition, in the order of its headquarters."""
        board = self.ruleset.boards[self.ruleset.board]
        return board.hq_order if isinstance(board, Board) else ()

    def category(self, colour: str, language: str) -> str:
        """The name of a category."""
        board = self.ruleset.boards[self.ruleset.board]
        return board.categories[colour][language] if isinstance(board, Board) else colour


class Desk:
    """Works off one signal.

    Args:
        mind: what the host knows.
        game: the game's state; None before it has begun.
        talk: the conversation's state.
        now: seconds on the caller's clock.
    """

    def __init__(self, mind: Mind, game: GameState | None, talk: Talk, now: float) -> None:
        self.mind, self.game, self.talk, self.now = mind, game, talk, now
        self.book = mind.books[talk.language]
        self._decisions: list[tuple[Event, ...]] = []
        self._after: list[Action] = []
        self._parts: list[str] = []
        self._before: list[Action] = []

    # --- words -----------------------------------------------------------------------------------------------

    def say(self, line: str, **slots: object) -> None:
        """Adds a sentence of the phrase book to the line in the making."""
        pick = f"{self.mind.seed}/{self.talk.line_id}/{len(self._parts)}"
        text = self.book.say(line, {k: str(v) for k, v in slots.items()}, pick=pick, level=self.talk.verbosity)
        self.say_text(text)

    def say_text(self, text: str) -> None:
        """Adds a ready sentence (a question, a judge's reason) to the line in the making."""
        if text:
            self._parts.append(text[0].upper() + text[1:])

    def end_line(self, *tags: str) -> str:
        """Closes the line in the making and says it; returns its text, empty when there was nothing to say."""
        text, self._parts = " ".join(self._parts), []
        if text:
            line_id = self.talk.line_id + 1
            self.change(line_id=line_id)
            line = Line(line_id, text, language=self.talk.language, tags=frozenset(tags))
            self._after.append(Say(line))
        return text

    def ask(self, *tags: str) -> None:
        """Closes the line as the thing asked now: what "repeat" repeats."""
        text = self.end_line("prompt", *tags)
        if text:
            self.change(prompt=(text,), repeats=0)

    def chime(self, name: str) -> None:
        """A short cue between two lines."""
        self.end_line()
        self._after.append(Chime(name))

    def note(self, kind: str, **data: object) -> None:
        """A remark for the session file."""
        self._before.append(Note(kind, tuple(data.items())))

    def quit(self, reason: str) -> None:
        """Leaves after everything has been said."""
        self.end_line()
        self._after.append(Quit(reason))

    def colour(self, colour: str) -> str:
        """How the host calls a colour."""
        return self.book.word("colour", colour)

    def name(self, player: str) -> str:
        """How a side is called."""
        seat = self.game.player(player).seat if self.game is not None else None
        return (seat.name or seat.id) if seat else player

    # --- state -----------------------------------------------------------------------------------------------

    def change(self, **changes: Any) -> None:
        """Replaces fields of the conversation's state."""
        self.talk = replace(self.talk, **changes)

    def do(self, command: Command) -> Decision:
        """Puts a command to the rules; its events are recorded before anything said here is spoken."""
        if self.game is None:
            self.game = new_game(self.mind.ruleset)
        outcome = decide(self.game, command)
        if isinstance(outcome, Rejected | Doubted):
            return outcome
        self.game = apply(self.game, outcome)
        self._decisions.append(outcome)
        return outcome

    def actions(self) -> list[Action]:
        """Everything in the order in which it must be performed."""
        self.end_line()
        return [*map(Record, self._decisions), *self._before, *self._after]

    @property
    def spoke(self) -> bool:
        """Whether anything was said."""
        return any(isinstance(action, Say) for action in self._after) or bool(self._parts)
