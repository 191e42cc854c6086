"""What a screen reader gets: the output checks A80 to A85, over every transcript in the suite."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

import pytest
from support.scripted import ROOT, Driver, Way, parse

from host.dialogue.phrasebook import Verbosity
from host.dialogue.protocol import Action, Chime, Lacking, Notice, Quit, Say, Signal
from host.dialogue.talk import Mode

FILES = sorted((ROOT / "tests" / "transcripts").glob("*/*.txt"))
IDS = [f"{path.parent.name}/{path.stem}" for path in FILES]


class Reader(Driver):
    """Keeps everything that is printed, and what stood last when the host fell silent."""

    def __init__(self, path: Path) -> None:
        super().__init__(parse(path.read_text(encoding="utf-8")), Way.STRAIGHT)
        self.printed: list[str] = []
        self.last: list[tuple[str, bool]] = []
        self.alone: list[str] = []
        """Sounds that came without a line."""
        self._news = False

    def _send(self, signal: Signal, *, hold: bool) -> None:
        self._news = isinstance(signal, Notice | Lacking)
        super()._send(signal, hold=hold)

    def _perform(self, actions: list[Action], *, hold: bool) -> None:
        lines = [action.line for action in actions if isinstance(action, Say)]
        self.printed += [line.text for line in lines]
        if not lines:
            self.alone += [action.name for action in actions if isinstance(action, Chime)]
        leaving = any(isinstance(action, Quit) for action in actions)
        talk = self.host.talk
        quiet = self._news or leaving or talk.muted or talk.clock or talk.mode in (Mode.PAUSED, Mode.ENDED)
        if lines and not quiet and lines[-1].text not in self.host.book.lines["take_time"][Verbosity.FULL]:
            self.last.append((lines[-1].text, "prompt" in lines[-1].tags))
        super()._perform(actions, hold=hold)


@pytest.fixture(scope="module", params=FILES, ids=IDS)
def read(request: pytest.FixtureRequest) -> Reader:
    """A transcript, played."""
    reader = Reader(request.param)
    reader.run()
    return reader


def test_output_is_a_plain_stream(read: Reader) -> None:
    """A80: no escape sequences, no carriage returns, no boxes; a line is a line."""
    bad = re.compile(r"[\x00-\x09\x0b-\x1f\x7f\u2500-\u259f]|\n")
    assert [text for text in read.printed if bad.search(text)] == []


def test_no_tables(read: Reader) -> None:
    """A81: no columns made of spaces, bars or tabs."""
    assert [text for text in read.printed if re.search(r"\t| {2,}|\|", text)] == []


def test_what_is_asked_comes_last(read: Reader) -> None:
    """A82: the last line is what is asked, or tells what may be said.

    A running clock is not talked over; news from outside, and "take your time", leave standing what was asked before.
    """
    helps = re.compile(r"\?|'[^']+'|«[^»]+»|»[^«]+«|\b(?:say|dites|sag|sagt|di|decid|type|tippt)\b", re.IGNORECASE)
    assert [text for text, asked in read.last if not asked and not helps.search(text)] == []


def test_every_line_begins_with_a_word(read: Reader) -> None:
    """A85: no emoji and no sign stands at the beginning or carries the meaning alone."""
    for text in read.printed:
        assert re.match(r"[¿¡«»\"“„'‘]*\w", text), text
        assert not [c for c in text if unicodedata.category(c) in ("So", "Sk", "Cs", "Co")], text


def test_every_sound_has_words(read: Reader) -> None:
    """A94: no sound stands alone, but the one that says that the host listens."""
    assert set(read.alone) <= {"listening"}
