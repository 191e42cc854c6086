"""What a machine gives an appliance: voices, ears and sound devices, each opened only when it is needed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from host.app.keeper import WatchedAudio
from host.errors import DeviceError

if TYPE_CHECKING:
    from host.app.network import Network
    from host.config import Settings
    from host.speech.ports import Ears, Synthesizer
    from host.speech.vad import VoiceActivity


@dataclass(frozen=True, slots=True)
class Outfit:
    """How each part is opened; what is missing raises DeviceError."""

    audio: Callable[[str | bool | None], WatchedAudio]
    """Devices, not open yet; with the name of a microphone, None for the usual one, False for none."""
    voice: Callable[[str], Synthesizer]
    ears: Callable[[str], Ears]
    vad: Callable[[], VoiceActivity]
    microphones: Callable[[], tuple[str, ...]] = lambda: ()
    """Names of the microphones there are."""


def outfit_of_this_machine(settings: Settings, network: Network) -> Outfit:
    """The engines and devices of this machine, and those of others that the settings name.

    Nothing is imported before it is used: the first sound comes first.
    """
    from host import config

    looked: list[bool] = []

    def audio(microphone: str | bool | None) -> WatchedAudio:
        from host.speech.devices import RealAudio
        from host.speech.wyoming.address import is_address

        if not is_address(settings.speaker) and not (isinstance(microphone, str) and is_address(microphone)):
            looked.append(True)
            return RealAudio(microphone=microphone, speaker=settings.speaker, rescan=len(looked) > 1)
        from host.app.halves import HalvesKeeper, open_audio

        named = settings.model_copy(update={"microphone": microphone or None})
        sound = open_audio(named, network, listening=microphone is not False, speaking=True, patient=True)
        assert isinstance(sound, HalvesKeeper)
        network.look_after(sound)
        return sound

    def voice(language: str) -> Synthesizer:
        from host.app.mouth import open_voice

        return network.voice(language, lambda: open_voice(language))

    def ears(language: str) -> Ears:
        from host.speech.ears import open_ears

        return network.ears(language, lambda: open_ears(language, models=config.models_folder()))

    def vad() -> VoiceActivity:
        from host.speech.vad import SileroVad

        return SileroVad()

    def microphones() -> tuple[str, ...]:
        from host.speech.portaudio import list_devices

        try:
            return tuple(dict.fromkeys(device.name for device in list_devices() if device.hears_players))
        except DeviceError:
            return ()

    return Outfit(audio, voice, ears, vad, microphones)
