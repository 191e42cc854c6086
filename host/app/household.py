"""What this household remembers beyond one game: questions asked, answers agreed to accept, and its players' settings.

It listens to the session file, so nothing is remembered that is not on the disk already, and the dialogue stays pure.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Mapping
from typing import Any

from host.app.boards import keep_board
from host.app.memory import load_memory, save_memory
from host.app.profiles import Profiles
from host.app.seen import SeenList
from host.app.session import Session
from host.app.words import OwnWords, Words
from host.errors import SessionError
from host.judging.memory import Memory


class Household:
    """The seen list, the agreed answers and the profiles.

    Args:
        clock: seconds since 1970, for the order of evenings; nothing else depends on it.
    """

    def __init__(self, *, clock: Callable[[], float] = time.time) -> None:
        self.seen = SeenList()
        self._clock = clock
        self._keeps = True
        self.notices: list[str] = [self.seen.notice] if self.seen.notice else []
        """Remarks for the operator, e.g. a memory that cannot be read."""
        try:
            self._memory = load_memory()
        except SessionError as error:
            # Never overwritten: somebody may want to mend it. This evening is played without.
            self._memory, self._keeps = Memory(), False
            self.notices.append(error.sentence())
        self._words: OwnWords | None = None
        """None: they cannot be read; this evening is played without, and their file is left as it is."""
        try:
            self._words = OwnWords()
        except SessionError as error:
            self.notices.append(f"{error.sentence()} Until then your own command words are not known.")
        self.profiles: Profiles | None = None
        """None: they cannot be read; this evening is played without, and their file is left as it is."""
        try:
            self.profiles = Profiles()
        except SessionError as error:
            self.notices.append(f"{error.sentence()} Until then no settings of players are kept.")

    def own_words(self) -> Words:
        """The table's own command words."""
        return self._words.words if self._words else ()

    def profile(self, name: str) -> Mapping[str, Any]:
        """The settings of a player; empty: nothing is known."""
        return self.profiles.of(name) if self.profiles else {}

    def table_settings(self) -> Mapping[str, Any]:
        """The settings that hold for everybody."""
        return self.profiles.table if self.profiles else {}

    def aliases(self, question_id: str) -> tuple[str, ...]:
        """The answers agreed for a question."""
        return self._memory.of(question_id)

    def follow(self, session: Session, language: Callable[[], str]) -> None:
        """Keeps in step with a game from now on; ``language`` tells the one it is played in."""
        session.told.append(lambda events: self._remembering(self.seen.remember, events, when=self._clock()))
        session.noted.append(lambda kind, data: self._remembering(self._note, kind, data, language()))

    def _remembering(self, remember: Callable[..., None], *what: Any, **when: Any) -> None:
        """Remembers something, if it can be: a full disk must not end a game over a list of old questions."""
        try:
            remember(*what, **when)
        except (sqlite3.Error, SessionError) as error:
            self.notices.append(f"The household's memory could not be kept ({error}).")

    def _note(self, kind: str, data: Mapping[str, Any], language: str) -> None:
        self.seen.heed(kind, data, when=self._clock())
        self._keep_setting(kind, data)
        if kind == "word" and self._words is not None:
            self._words.change(data["language"], data["new"], data["known"])
        self._keep_boards(kind, data)
        if kind != "ruling" or not data.get("question") or not data.get("text"):
            return
        question, text = str(data["question"]), str(data["text"])
        changed = (
            self._memory.add(question, text, language=language)
            if data.get("accepted")
            else self._memory.remove(question, text)
        )
        if changed == self._memory:
            return
        self._memory = changed
        if self._keeps:
            save_memory(changed)

    def _keep_boards(self, kind: str, data: Mapping[str, Any]) -> None:
        """The table has described its own board."""
        if kind == "manner":
            for text in data.get("boards", ()):
                keep_board(text)

    def _keep_setting(self, kind: str, data: Mapping[str, Any]) -> None:
        """A changed setting, or a player to be forgotten."""
        if self.profiles is not None and kind == "setting":
            self.profiles.change(data["player"], data["name"], data["value"])
        elif self.profiles is not None and kind == "forgotten":
            self.profiles.forget(data["player"])

    def close(self) -> None:
        """Closes the seen list."""
        self.seen.close()
