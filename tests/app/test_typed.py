"""The keyboard: no line is lost between two readers."""

from __future__ import annotations

import io
import os
import pty
import select
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TextIO

import pytest
from support.command import ROOT

from host.app.loop import Loop
from host.app.typed import Keyboard
from host.dialogue.protocol import Action, Line, Quit, Say, Signal, Typed
from host.errors import DeviceError


@pytest.fixture
def terminal() -> Iterator[tuple[int, TextIO]]:
    """A terminal: (where to type, what the program reads)."""
    ours, theirs = pty.openpty()
    with os.fdopen(theirs, "r") as stream:
        yield ours, stream
    os.close(ours)


def test_the_second_reader_gets_what_the_first_did_not_take(terminal: tuple[int, TextIO]) -> None:
    """A reader that leaves while the keyboard waits swallows nothing: not the next line, not those typed ahead."""
    keys, stream = terminal
    keyboard = Keyboard(stream)
    os.write(keys, b"one\ntwo\nthree\n")
    first = iter(keyboard)
    assert next(first) == "one"
    first.close()  # type: ignore[attr-defined]
    os.write(keys, "vier é\n".encode())
    second = iter(keyboard)
    assert [next(second) for _ in range(3)] == ["two", "three", "vier é"]


def test_the_end_is_told_to_every_reader() -> None:
    """Lines that end do so for the next reader as well, and a last line without an end counts."""
    keyboard = Keyboard(io.StringIO("one\ntwo"))
    assert [line.strip() for line in keyboard] == ["one", "two"]
    assert list(keyboard) == []


def test_a_broken_stream_is_raised_to_the_reader() -> None:
    """What goes wrong in the keyboard's thread is the reader's error, again and again."""

    class Broken(io.StringIO):
        def __next__(self) -> str:
            raise OSError("gone")

    keyboard = Keyboard(Broken())
    for _ in range(2):
        with pytest.raises(OSError, match="gone"):
            list(keyboard)


class Forgetful:
    """A host that dies of a lost device at its first line, with more typed behind it."""

    talk = SimpleNamespace(mode="none")

    def __init__(self, patience: int) -> None:
        self.patience = patience
        self.told: list[Signal] = []

    def start(self, now: float) -> list[Action]:
        return [Say(Line(1, "Welcome."))]

    def deadline(self) -> float | None:
        return None

    def handle(self, signal: Signal, now: float) -> list[Action]:
        if isinstance(signal, Typed):
            self.told.append(signal)
            if len(self.told) == self.patience:
                raise DeviceError("the loudspeaker is gone")
            if signal.text == "stop":
                return [Quit()]
        return []


def test_no_line_is_lost_when_the_devices_fail() -> None:
    """The loop that fails has used one line of three; the next loop goes on with the other two."""
    keyboard = Keyboard(io.StringIO("green\nsix\nstop\n"))
    show: Any = lambda line: None  # noqa: E731
    first, second = Forgetful(1), Forgetful(9)
    with pytest.raises(DeviceError):
        Loop(first, None, show, typed=keyboard).run()  # type: ignore[arg-type]
    Loop(second, None, show, typed=keyboard).run()  # type: ignore[arg-type]
    assert [s.text for s in (*first.told, *second.told) if isinstance(s, Typed)] == ["green", "six", "stop"]


@pytest.mark.slow
def test_a_waiting_keyboard_lets_python_end(tmp_path: Path) -> None:
    """A program whose keyboard thread still waits for a line ends at once, with status 0 and without a complaint."""
    program = "import sys\nfrom host.app.typed import Keyboard\nKeyboard(sys.stdin).attach(print)\nprint('on')"
    ours, theirs = pty.openpty()
    child = subprocess.Popen(
        [sys.executable, "-c", program], cwd=ROOT, stdin=theirs, stdout=theirs, stderr=theirs, close_fds=True
    )
    os.close(theirs)
    try:
        assert child.wait(60) == 0
        seen = b""
        with suppress(OSError):
            while select.select([ours], [], [], 1)[0] and (got := os.read(ours, 4096)):
                seen += got
        assert seen.split() == [b"on"]
    finally:
        child.kill()
        os.close(ours)
