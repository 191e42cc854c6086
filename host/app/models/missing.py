"""What a language lacks on this machine, in that language: what is missing, how large it is, and how to get it."""

from __future__ import annotations

import contextlib
from typing import Final

from host import config
from host.app.models.catalogue import Catalogue, Entry, shipped_catalogue
from host.app.models.machine import Machine, suitable_ears, suitable_voice, this_machine

_WORDS: Final = {
    "en": {
        "voice": "The voice is the simple one of espeak-ng.",
        "get_both": "The command {command} fetches a recogniser and a natural voice ({size}).",
        "get_ears": "The command {command} fetches a speech recogniser for English ({size}).",
        "get_voice": "The command {command} fetches a natural one ({size}).",
        "typed": "Nothing can hear English here, so the players type what they say.",
    },
    "fr": {
        "voice": "La voix est celle, toute simple, d'espeak-ng.",
        "get_both": "La commande {command} télécharge une reconnaissance vocale et une voix naturelle ({size}).",
        "get_ears": "La commande {command} télécharge une reconnaissance vocale pour le français ({size}).",
        "get_voice": "La commande {command} en télécharge une plus naturelle ({size}).",
        "typed": "Rien n'entend le français sur cette machine : les joueurs tapent ce qu'ils disent.",
    },
    "de": {
        "voice": "Es spricht die einfache Stimme von espeak-ng.",
        "get_both": "Der Befehl {command} lädt eine Spracherkennung und eine natürliche Stimme ({size}).",
        "get_ears": "Der Befehl {command} lädt eine Spracherkennung für Deutsch ({size}).",
        "get_voice": "Der Befehl {command} lädt eine natürliche ({size}).",
        "typed": "Auf diesem Rechner versteht nichts gesprochenes Deutsch: Die Mitspieler tippen, was sie sagen.",
    },
    "es": {
        "voice": "La voz es la de espeak-ng, muy sencilla.",
        "get_both": "La orden {command} descarga un reconocimiento y una voz natural ({size}).",
        "get_ears": "La orden {command} descarga un reconocimiento de voz para el español ({size}).",
        "get_voice": "La orden {command} descarga una natural ({size}).",
        "typed": "Nada entiende el español hablado en esta máquina: los jugadores escriben lo que dicen.",
    },
}
_UNIT: Final = {"fr": "Mo"}


def advice(
    language: str,
    *,
    voice: bool,
    ears: bool,
    machine: Machine | None = None,
    catalogue: Catalogue | None = None,
) -> str:
    """How to get what is missing, in the language of the game; empty when nothing is.

    Args:
        language: of the game.
        voice: whether a natural voice is missing, so that espeak-ng speaks.
        ears: whether there is no recogniser.
        machine: what the choice must suit; None: this one.
        catalogue: what there is; None: the shipped one.
    """
    if not (voice or ears):
        return ""
    words = _WORDS[language]
    machine, catalogue = machine or this_machine(), catalogue or shipped_catalogue()
    wanted: list[Entry] = []
    if ears:
        wanted.append(suitable_ears(language, machine, catalogue).entry)
    if voice:
        wanted.append(suitable_voice(language, machine, catalogue).entry)
    unit = _UNIT.get(language, "MB")
    size = f"{round(sum(entry.size for entry in wanted) / 1e6)} {unit}"
    how = words["get_both" if voice and ears else "get_ears" if ears else "get_voice"]
    parts = [words["voice"]] if voice else []
    return " ".join([*parts, how.format(command=f"'quizhost models get --for {language}'", size=size)])


def typed_players(language: str) -> str:
    """That simulated players type, in the language of the game."""
    return _WORDS[language]["typed"]


def first_time(language: str, what: str) -> bool:
    """Whether this has never been asked before on this machine; asking makes it so.

    Args:
        language: of the game.
        what: a word for the remark.
    """
    mark = config.home("data") / "told" / f"{language}-{what}"
    if mark.exists():
        return False
    with contextlib.suppress(OSError):
        mark.parent.mkdir(parents=True, exist_ok=True)
        mark.touch()
    return True
