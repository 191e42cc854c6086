"""Where packs are kept: the shipped folder and the user's own."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from host.app.pack_cache import load_cached
from host.bank.library import Library
from host.config import data_folder, home


def own_packs_folder() -> Path:
    """The user's packs; it is not created here."""
    return home("data") / "questions"


def pack_folders() -> tuple[Path, ...]:
    """The folders in which packs are looked for, the shipped one first."""
    return (data_folder("questions"), own_packs_folder())


def library(folders: Sequence[Path]) -> Library:
    """The packs in these folders, loaded by way of the cache."""
    return Library(folders, loader=load_cached)


def all_packs() -> Library:
    """Every pack there is."""
    return library(pack_folders())
