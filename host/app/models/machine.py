"""What this machine can carry, and the voice and the recogniser that suit it."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from host.app.models.catalogue import Catalogue, Entry
from host.app.models.sums import megabytes
from host.errors import UsageError
from host.speech.ears import STRONG

ROOMY: Final = 3_500
"""Megabytes of memory from which Whisper base fits beside the voice and the system."""
TIGHT: Final = 1_800
"""Megabytes below which only a low voice leaves room for a recogniser."""
SLOW_BOARDS: Final = ("Pi 3", "Pi 4", "Pi Zero", "Pi 2")
"""Boards on which a medium voice takes nearly as long as it speaks (0.8 of the time on a Pi 4)."""


@dataclass(frozen=True, slots=True)
class Machine:
    """What counts for the choice."""

    memory_mb: int
    cores: int
    board: str = ""
    """Model name of a small board, e.g. ``Raspberry Pi 4 Model B Rev 1.4``; empty elsewhere."""

    @property
    def words(self) -> str:
        """It in words."""
        cores = "one core" if self.cores == 1 else f"{self.cores} cores"
        return f"{self.board or 'this machine'}, {cores}, {self.memory_mb / 1000:.0f} GB of memory"

    @property
    def slow(self) -> bool:
        """Whether a medium voice comes too late on it."""
        return any(name in self.board for name in SLOW_BOARDS)


def this_machine() -> Machine:
    """The machine quizhost runs on."""
    try:
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 1_000_000
    except (OSError, ValueError):
        memory = 4_000
    try:
        board = Path("/proc/device-tree/model").read_text(encoding="utf-8", errors="replace").strip("\0 \n")
    except OSError:
        board = ""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return Machine(memory, cores, board)


@dataclass(frozen=True, slots=True)
class Pick:
    """A model and the reason for it, in a sentence."""

    entry: Entry
    why: str


def has_library(entry: Entry) -> bool:
    """Whether the Python package that the model's engine needs is installed."""
    return entry.extra != "whisper" or importlib.util.find_spec("faster_whisper") is not None


def suitable_voice(language: str, machine: Machine, catalogue: Catalogue) -> Pick:
    """The voice for a language; raises UsageError when the catalogue has none."""
    voices = catalogue.for_language(language, "voice")
    low = machine.slow or machine.memory_mb < TIGHT
    wanted = [voice for voice in voices if (voice.level == "low") == low] or list(voices)
    if not wanted:
        raise UsageError(f"the catalogue has no voice for '{language}'", todo="Languages: en, fr, de, es")
    why = "this machine is quick enough for a fuller voice"
    if low:
        why = "a fuller voice would come late on this board" if machine.slow else "it needs little memory"
    return Pick(wanted[0], why)


def suitable_ears(language: str, machine: Machine, catalogue: Catalogue, *, library: bool | None = None) -> Pick:
    """The recogniser for a language; raises UsageError when the catalogue has none.

    Args:
        language: of the game.
        machine: what it runs on.
        catalogue: what there is.
        library: whether the Whisper library is installed; None looks.
    """
    ears = catalogue.for_language(language, "ears")
    if not ears:
        raise UsageError(f"the catalogue has no recogniser for '{language}'", todo="Languages: en, fr, de, es")
    by_engine = {one.engine: one for one in reversed(ears)}
    if moonshine := by_engine.get("moonshine"):
        return Pick(moonshine, "it is quick on every machine and hears answers best in this language")
    whisper, vosk = by_engine.get("whisper"), by_engine.get("vosk")
    weak = _too_weak(machine)
    if whisper and (vosk is None or not weak):
        if vosk is None or (has_library(whisper) if library is None else library):
            return Pick(whisper, "it hears names best, and this machine is strong enough for it")
        missing = 'its library is missing (pip install "quizhost[whisper]")'
        return Pick(vosk, f"it is light; Whisper would hear names better here, but {missing}")
    assert vosk is not None
    return Pick(vosk, f"it is light and quick; Whisper would be slow here ({weak})")


def _too_weak(machine: Machine) -> str:
    """Why Whisper would not answer in time; empty when it would."""
    if machine.cores < STRONG:
        return "few cores"
    if machine.memory_mb < ROOMY:
        return "little memory"
    return "a small board" if machine.board else ""


def suitable(languages: Sequence[str], machine: Machine, catalogue: Catalogue) -> list[Pick]:
    """A voice and ears for each language, each model once."""
    picks: dict[str, Pick] = {}
    for language in languages:
        for pick in (suitable_voice(language, machine, catalogue), suitable_ears(language, machine, catalogue)):
            picks.setdefault(pick.entry.name, pick)
    return list(picks.values())


def offer(entry: Entry) -> str:
    """What it costs to have: size and licence."""
    return f"{megabytes(entry.size)}, {entry.licence}"
