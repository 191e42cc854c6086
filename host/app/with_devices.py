"""Opens what this machine has (voice, ears, microphone, loudspeaker) and runs one game on it."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

from host import config
from host.app.barge import BargeIn
from host.app.ear import Ear
from host.app.halves import open_audio
from host.app.loop import Loop
from host.app.models.missing import advice, first_time
from host.app.mouth import Mouth, open_voice
from host.app.network import Network
from host.app.notify import this_service
from host.app.table import Table, with_ears
from host.app.typed import Keyboard
from host.config import Settings
from host.dialogue.phrasebook import languages_from
from host.dialogue.protocol import Lacking, Line
from host.errors import DeviceError
from host.speech.ports import Ears, Synthesizer

T = TypeVar("T")


def run_with_devices(
    table: Table, *, voice: str, source: str, settings: Settings, show: Callable[[Line], None], keyboard: Keyboard
) -> None:
    """Opens what this machine has and plays.

    Args:
        table: the host and its session.
        voice: ``auto``, ``on`` or ``off``.
        source: ``auto``, ``mic`` or ``typed``.
        settings: devices, rate and volume.
        show: prints a line.
        keyboard: where typed lines come from.

    Raises:
        DeviceError: something that was demanded is missing, or nothing at all can be opened.
    """
    from host.speech.ears import open_ears
    from host.speech.vad import SileroVad

    language = table.host.talk.language
    missing: dict[str, DeviceError] = {}

    network = Network.of(settings)

    def ears_of(code: str) -> Ears:
        return network.ears(code, lambda: open_ears(code, models=config.models_folder()))

    def voice_of(code: str) -> Synthesizer:
        return network.voice(code, lambda: open_voice(code))

    def loaded_ears_of(code: str) -> Ears:
        """Ears that hear the next word: the model is loaded while the host speaks."""
        found = ears_of(code)
        found.load()
        return found

    def attempt(what: str, wanted: bool, demanded: bool, opening: Callable[[str], T]) -> T | None:
        """Opens a part for the language, else for another one; one that was not demanded may be missing."""
        if not wanted:
            return None
        for code in languages_from(language):
            try:
                return opening(code)
            except DeviceError as error:
                if demanded:
                    raise
                missing.setdefault(what, error)
        return None

    ears = attempt("ears", source != "typed", source == "mic", ears_of)
    voices = attempt("voice", voice != "off", voice == "on", voice_of)
    if ears is None and voices is None:
        raise next(iter(missing.values())) if missing else DeviceError("neither voice nor microphone is wanted")
    audio = open_audio(settings, network, listening=ears is not None, speaking=voices is not None)
    mouth = (
        Mouth({voices.language: voices}, audio, rate=settings.speech_rate, volume=settings.volume, opening=voice_of)
        if voices
        else None
    )
    ear = Ear(ears, SileroVad(), opening=loaded_ears_of) if ears else None
    if ear:
        with_ears(table)
    for remark in _remarks(language, voices, missing):
        print(remark, file=sys.stderr)
    typed = None if source == "mic" and not sys.stdin.isatty() else keyboard
    barge = BargeIn(ears, SileroVad()) if ears and voices and settings.barge_in == "voice" else None
    lacking = (Lacking("ears", language),) if "ears" in missing and not ears else ()
    loop = Loop(
        table.host,
        table.session,
        show,
        audio=audio,
        mouth=mouth,
        ear=ear,
        typed=typed,
        barge=barge,
        beside=network,
        service=this_service(),
        lacking=lacking,
    )
    with contextlib.closing(network):
        loop.run()


def _remarks(language: str, voice: Synthesizer | None, missing: Mapping[str, DeviceError]) -> Iterator[str]:
    """What the table should know before it begins: what is missing, how large it is and how to get it.

    How to get ears is told every time, in the language of the game (that answers must be typed the host itself says);
    that there are better voices, once.
    """
    plain = voice is not None and voice.name.startswith("espeak") and not config.load_settings().voice
    plain = plain and first_time(language, "voice")
    if remark := advice(language, voice=plain, ears="ears" in missing):
        yield remark
    for part in missing:
        if part == "voice" or config.load_settings().ears:
            yield f"Note: {missing[part].sentence()}"
