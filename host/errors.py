"""The errors users meet, told apart by whose fault they are.

Anything else that is raised is our own bug and is not caught.
"""

from __future__ import annotations


class HostError(Exception):
    """Base of all errors with a sentence for the user. Not raised itself.

    Args:
        what: one sentence saying what is wrong, without a final full stop.
        where: file, line, key or device it is about; empty when there is none.
        todo: one sentence saying what to do next; empty when there is nothing.
    """

    exit_status = 1

    def __init__(self, what: str, *, where: str = "", todo: str = "") -> None:
        self.what, self.where, self.todo = what, where, todo
        super().__init__(self.sentence())

    def sentence(self) -> str:
        """The whole message in one line: where, what, and what to do."""
        text = f"{self.where}: {self.what}" if self.where else self.what
        text = text.rstrip(".") + "."
        return f"{text} {self.todo.rstrip('.')}." if self.todo else text


class RulesetError(HostError):
    """A ruleset or board file is wrong, or no ruleset has that name."""


class PackError(HostError):
    """A question pack, phrase or judging data file is wrong or missing."""


class SessionError(HostError):
    """A saved game cannot be read, written or continued."""


class DeviceError(HostError):
    """A microphone, loudspeaker, voice or recogniser is missing or broken."""


class UsageError(HostError):
    """A command was called with values it cannot take."""

    exit_status = 2
