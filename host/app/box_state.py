"""What an appliance remembers of itself: that it has been set up, its language and manner, the last game.

The file is written whole or not at all, and a damaged one is as good as none: the first start comes again.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from host import config
from host.app.memory import write_text_whole
from host.dialogue.phrasebook import LANGUAGES
from host.dialogue.talk import Talk
from host.errors import SessionError


@dataclass(frozen=True, slots=True)
class BoxState:
    """What outlives a power cut beside the games."""

    set_up: bool = False
    """The first start has been gone through."""
    manner: Mapping[str, Any] = field(default_factory=dict)
    """Language and manner of the host."""
    microphone: str = ""
    """The microphone that was found to hear; empty: as in the settings."""
    last: str = ""
    """File name of the game that was begun last."""

    @property
    def language(self) -> str:
        """The language of the table; empty when it has not been asked."""
        return str(self.manner.get("language", ""))

    def talk(self, language: str) -> Talk:
        """A conversation in this manner; ``language`` is spoken where none was chosen."""
        return Talk(language=language).with_manner(self.manner)


def manner_of(talk: Talk) -> dict[str, Any]:
    """The manner of a conversation as the box keeps it; what belongs to players or to a board is kept elsewhere."""
    manner = {name: value for name, value in talk.manner().items() if name not in ("colours", "boards")}
    manner["wishes"] = [list(wish) for wish in talk.wishes if not wish[0]]
    return manner


def _file() -> Path:
    return config.home("data") / "box.json"


def load_state() -> BoxState:
    """The state as it was saved last."""
    try:
        data = json.loads(_file().read_text(encoding="utf-8"))
        state = BoxState(**data)
        Talk().with_manner(state.manner)
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return BoxState()
    return state if state.language in ("", *LANGUAGES) else BoxState()


def save_state(state: BoxState) -> None:
    """Writes it; where that cannot be done, the box plays on and asks again at the next start."""
    with contextlib.suppress(SessionError):
        write_text_whole(_file(), json.dumps(asdict(state), ensure_ascii=False), what="the state of the box")
