"""Finds the game that was not finished, e.g. because of a power cut, and says whose it is."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from host import config
from host.app.session import load
from host.app.table import restore
from host.dialogue.machine import Host
from host.dialogue.setup import game_name
from host.dialogue.talk import Step
from host.rules.messages import GameStarted

LOOKED_AT = 5
"""Saves that are looked at; an interview that was broken off leaves one without a game."""


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A game that can go on."""

    path: Path
    host: Host

    def offer(self, language: str) -> tuple[tuple[str, str], ...]:
        """What is told about it (A91): the game, who plays, whose turn it is, and whether a question is open.

        Args:
            language: in which it is told.
        """
        host, desk = self.host, self.host.desk()
        desk.change(language=language)
        assert host.game is not None
        players = desk.names(tuple(player.id for player in host.game.players if not player.left))
        told = {"game": game_name(desk), "players": players, "player": desk.name(host.player)}
        return (*told.items(), ("open", "yes" if host.step is Step.ANSWER else ""))


def last_game(preferred: str = "") -> Unfinished | None:
    """The game begun last, if it is not finished.

    Args:
        preferred: file name of that game, which does not depend on the clock being right (B20).

    Raises:
        HostError: its save cannot be read or does not fit what is installed.
    """
    folder = config.saves_folder()
    saves = sorted(folder.glob("*.jsonl"), key=lambda path: path.stat().st_mtime_ns, reverse=True)
    saves.sort(key=lambda path: path.name != preferred)
    for path in saves[:LOOKED_AT]:
        record = load(path)
        if any(isinstance(event, GameStarted) for event in record.events):
            host, _ = restore(record, path)
            return None if host.step is Step.ENDED else Unfinished(path, host)
    return None
