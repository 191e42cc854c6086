"""The desk at which one signal is worked off: collects events, lines and changes, and hands them out in order.

A Desk lives for one call of Host.handle. The states it holds are frozen and replaced, never changed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from host.bank.pack import Question
from host.dialogue.mind import Mind
from host.dialogue.phrasebook import Phrasebook, Verbosity
from host.dialogue.protocol import Action, Chime, Line, Note, Quit, Record, Say, UseLanguage
from host.dialogue.spoken import Names, marked, respellings, spoken
from host.dialogue.talk import MANNER, Aside, Step, Talk
from host.rules.engine import apply, decide
from host.rules.messages import Command, Decision, Doubted, Event, Rejected
from host.rules.state import GameState, new_game

__all__ = ["SLOW", "Desk", "Mind"]

SLOW = 0.8
"""Factor on the speech rate of a line that is repeated more slowly."""


class Desk:
    """Works off one signal.

    Args:
        mind: what the host knows.
        game: the game's state; None before it has begun.
        talk: the conversation's state.
        now: seconds on the caller's clock.
        typed: the signal is typed or a key: nothing can have been misheard.
    """

    def __init__(self, mind: Mind, game: GameState | None, talk: Talk, now: float, *, typed: bool = False) -> None:
        self.base, self.game, self.talk, self.now, self.typed = mind, game, talk, now, typed
        self._decisions: list[tuple[Event, ...]] = []
        self._after: list[Action] = []
        self._parts: list[str] = []
        self._before: list[Action] = []
        self._to: str | None = None

    # --- what is known ---------------------------------------------------------------------------------------

    @property
    def mind(self) -> Mind:
        """What the host knows, in the game and language of the moment."""
        mind = self.base.at(self.talk.setup.edition, self.language)
        fitting = (mind.ruleset.id, "any")
        if self.language != self.talk.language and not any(pack.edition in fitting for pack in mind.bank.packs):
            mind = self.base.at(self.talk.setup.edition, self.talk.language)  # another game's categories are others
        return mind.printed(self.talk.boards)

    @property
    def language(self) -> str:
        """The language of the side that is spoken to, else of the table."""
        own: str = self.talk.own(self.addressed, "language")
        return own if own in self.base.books else self.talk.language

    @property
    def book(self) -> Phrasebook:
        """The phrases of the language in use, with the colours of the edition."""
        return self.mind.called(self.language, self.talk.colours)

    @property
    def state(self) -> GameState:
        """The game, where it is known to have begun."""
        assert self.game is not None, "there is no game yet"
        return self.game

    @property
    def addressed(self) -> str:
        """The side that the host speaks to: who is asked, else who is on; empty before the game and for the table."""
        if self._to is not None:
            return self._to
        if self.game is None:
            return ""
        return self.game.question.player if self.game.question is not None else self.game.active

    @property
    def verbosity(self) -> Verbosity:
        """How much is said to the side that is spoken to."""
        return Verbosity(self.talk.own(self.addressed, "verbosity"))

    def speak_to(self, player: str | None) -> None:
        """The next line is for that side; empty: for the whole table; None: for the side that is on."""
        self._to = player

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that has happened at this desk."""
        return tuple(event for decision in self._decisions for event in decision)

    def open_question(self) -> Question | None:
        """The question that waits for its answer, or was judged last; None when the table reads its own cards."""
        return self.question(self.talk.question_id)

    def question(self, id: str) -> Question | None:
        """A question by its id, of the language of the moment or of any other that is spoken at the table."""
        for language in dict.fromkeys((self.language, *self.languages)):
            if found := self.base.at(self.talk.setup.edition, language).question(id):
                return found
        return None

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages spoken at the table: that of the table, and those of single players."""
        own = (value for _, name, value in self.talk.wishes if name == "language" and value in self.base.books)
        return tuple(dict.fromkeys((self.talk.language, *own)))

    def once(self, what: str) -> bool:
        """Whether this is the first time that something is explained; from now on it is not."""
        if what in self.talk.reminded:
            return False
        self.change(reminded=(*self.talk.reminded, what))
        return True

    # --- words -----------------------------------------------------------------------------------------------

    def text(self, line: str, /, *, at_most: Verbosity = Verbosity.FULL, **slots: object) -> str:
        """Words of the phrase book to be put into a sentence; empty when the verbosity says nothing here.

        Args:
            at_most: no fuller than that, whatever the table wants.
        """
        pick = f"{self.mind.seed}/{self.talk.line_id}/{len(self._parts)}"
        level = self.verbosity if self.verbosity is not Verbosity.FULL else at_most
        filled = {k: str(v) for k, v in slots.items()}
        return self.book.say(line, filled, pick=pick, level=level, opening=False)

    def say(self, line: str, /, *, at_most: Verbosity = Verbosity.FULL, **slots: object) -> None:
        """Adds a sentence of the phrase book to the line in the making."""
        self.say_text(self.text(line, at_most=at_most, **slots))

    def say_text(self, text: str) -> None:
        """Adds a ready sentence (a question, a judge's reason) to the line in the making."""
        if text:
            self._parts.append(text[0].upper() + text[1:])

    def end_line(
        self, *tags: str, rate: float = 1.0, language: str = "", names: Mapping[str, str] | None = None
    ) -> str:
        """Closes the line in the making and says it; returns its text, empty when there was nothing to say.

        Args:
            tags: what the line is, for the shell.
            rate: factor on the speech rate.
            language: in which it is spoken, where that is not the language of the table.
            names: player -> how the name is said in this line only (see host.dialogue.naming).
        """
        text, self._parts = " ".join(self._parts).strip(), []
        if text:
            line_id = self.talk.line_id + 1
            self.change(line_id=line_id)
            tongue = language or self.language
            own = self._names(tongue, names or {})
            says = {**self._says(tongue), **own.respelled}
            said = spoken(text, tongue, says)
            line = Line(
                line_id,
                text,
                spoken=said if said != text else "",
                marked=marked(text, tongue, says, own.foreign),
                language=tongue,
                tags=frozenset(tags),
                rate=round(self.talk.own(self.addressed, "rate") * rate, 3),
                volume=self.talk.own(self.addressed, "volume"),
            )
            self._after.append(Say(line))
            self._to = None
        return text

    def _says(self, language: str) -> Mapping[str, str]:
        """How the open card's answer is said, where its author respelled it."""
        question = self.open_question()
        if question is None or question.language != language:
            return {}
        return respellings(question.answer, question.judge.say)

    def _names(self, language: str, names: Mapping[str, str]) -> Names:
        """How players want their names said in a line of that language."""
        kept = {who: value for who, name, value in self.talk.wishes if name == "pronounced"}
        return Names.of({self.name(who): sound for who, sound in {**kept, **names}.items()}, language)

    def ask(self, *tags: str, language: str = "", more: bool = False, names: Mapping[str, str] | None = None) -> None:
        """Closes the line as the thing asked now: what "repeat" repeats.

        Args:
            language: in which it is spoken, where that is not the language of the table.
            more: it belongs to the lines asked just before.
            names: as for ``end_line``.
        """
        tongue = language or self.language
        text = self.end_line("prompt", *tags, language=tongue, names=names)
        if text:
            asked = (tongue, text)
            self.change(prompt=(*self.talk.prompt, asked) if more else (asked,), repeats=0, scan=(), rounds=0)

    def announce(self, *tags: str) -> None:
        """Closes the line as news: what "what happened?" tells again."""
        text = self.end_line(*tags)
        if text:
            self.change(news=(*self.talk.news, text)[-4:])

    def chime(self, name: str, *, always: bool = False) -> None:
        """A short cue between two lines, as loud as the table wants its cues.

        Args:
            always: it is heard even when cues are switched off.
        """
        self.end_line()
        volume = max(self.talk.sounds, 1.0) if always else self.talk.sounds
        if volume > 0:
            self._after.append(Chime(name, volume))

    def act(self, action: Action) -> None:
        """Something for the shell to do, after what was said so far."""
        self.end_line()
        self._after.append(action)

    def note(self, kind: str, **data: object) -> None:
        """A remark for the session file."""
        self._before.append(Note(kind, tuple(data.items())))

    def use_language(self) -> None:
        """Has voice and ears ready for the languages of the table before anything is said in them, its own last."""
        for language in reversed(self.languages):
            self._before.append(UseLanguage(language))

    def wish(self, player: str, name: str, value: object) -> None:
        """Changes a setting of one player, or with ``""`` of the table, and has it kept."""
        before, self.talk = self.talk, self.talk.with_wish(player, name, value)
        if before != self.talk:
            self.note("setting", player=player, name=name, value=value)

    def keep(self, **changes: object) -> None:
        """Changes what the table has agreed on about speaking and listening, and has it kept beyond a break."""
        self.change(**changes)
        self.note("manner", **{name: getattr(self.talk, name) for name in MANNER})
        if "language" in changes:
            self.use_language()

    def quit(self, reason: str) -> None:
        """Leaves after everything has been said."""
        self.end_line()
        self._after.append(Quit(reason))

    def colour(self, colour: str) -> str:
        """How the host calls a colour."""
        return self.book.word("colour", colour)

    def name(self, player: str) -> str:
        """How a side is called."""
        if self.game is None or player not in [side.id for side in self.game.players]:
            return player  # somebody who has left is still spoken of
        seat = self.game.player(player).seat
        return seat.name or seat.id

    def names(self, players: tuple[str, ...], word: str = "and") -> str:
        """Several sides as a spoken list."""
        return self.book.join(tuple(map(self.name, players)), word)

    # --- state -----------------------------------------------------------------------------------------------

    def change(self, **changes: Any) -> None:
        """Replaces fields of the conversation's state."""
        self.talk = replace(self.talk, **changes)

    def agree(self, **changes: Any) -> None:
        """Replaces fields of what is agreed before play."""
        self.change(setup=replace(self.talk.setup, **changes))

    def put_aside(self, step: Step, **data: object) -> None:
        """Puts a question of the host's own before what is pending; values that are not text are kept as JSON."""
        pairs = tuple((k, v if isinstance(v, str) else json.dumps(v)) for k, v in data.items())
        self.change(asides=(*self.talk.asides, Aside(step, pairs)), short="")

    def swap_aside(self, step: Step, **data: object) -> None:
        """Goes on from the aside that is being asked to the next one."""
        self.take_aside()
        self.put_aside(step, **data)

    def take_aside(self) -> Aside:
        """Ends the aside and returns it."""
        *below, aside = self.talk.asides
        self.change(asides=tuple(below), short="")
        return aside

    def do(self, command: Command) -> Decision:
        """Puts a command to the rules; its events are recorded before anything said here is spoken."""
        if self.game is None:
            self.game = new_game(self.mind.ruleset)
        before = self.game
        outcome = decide(before, command)
        if isinstance(outcome, Rejected | Doubted):
            return outcome
        self.game = after = apply(before, outcome)
        self._decisions.append(outcome)
        if (before.phase, before.question, before.active) != (after.phase, after.question, after.active):
            self.change(asides=())  # what they were about is over
        return outcome

    def must(self, command: Command) -> tuple[Event, ...]:
        """Puts a command that cannot be refused here."""
        outcome = self.do(command)
        assert isinstance(outcome, tuple), outcome
        return outcome

    def actions(self) -> list[Action]:
        """Everything in the order in which it must be performed."""
        self.end_line()
        return [*map(Record, self._decisions), *self._before, *self._after]

    @property
    def spoke(self) -> bool:
        """Whether anything was said."""
        return any(isinstance(action, Say) for action in self._after) or bool(self._parts)
