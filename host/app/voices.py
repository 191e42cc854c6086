"""Who speaks in a simulated game: the host's voice, and players whose voices are not the host's."""

from __future__ import annotations

from collections.abc import Sequence

from host.app.mouth import open_voice
from host.app.players import PlayerVoice
from host.errors import DeviceError
from host.speech.espeak import EspeakSynthesizer
from host.speech.ports import Synthesizer

NAMES = {
    "en": ("Anna", "Ben", "Clara"),
    "fr": ("Anne", "Marc", "Claire"),
    "de": ("Anna", "Felix", "Klara"),
    "es": ("Ana", "Marcos", "Clara"),
}
_VARIANTS = (("", 45, 0.95), ("+f3", 55, 0.9), ("+m3", 40, 0.92))
"""espeak-ng variant, pitch and tempo of each player."""
_SHIFTS = ((1.12, 1.0), (1.25, 0.95), (0.9, 1.0))
"""Where espeak-ng is missing: pitch and tempo of the host's own voice, changed enough to be another person."""


def player_voices(language: str, host: Synthesizer, players: Sequence[str]) -> dict[str, PlayerVoice]:
    """A voice for every player: espeak-ng where it is installed, else the host's at another pitch and tempo."""
    try:
        return {
            player: PlayerVoice(
                EspeakSynthesizer(language, variant=variant, pitch=pitch, speed=speed),
                label=f"espeak-ng {variant}".strip(),
            )
            for player, (variant, pitch, speed) in zip(players, _VARIANTS, strict=False)
        }
    except DeviceError:
        return {
            player: PlayerVoice(host, shift, rate, f"{host.name}, pitch x {shift}")
            for player, (shift, rate) in zip(players, _SHIFTS, strict=False)
        }


def host_voice(language: str) -> Synthesizer:
    """The host's voice; raises DeviceError saying what is missing and how to get it."""
    return open_voice(language)
