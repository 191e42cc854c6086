"""The sound of an appliance: opened at power-on, kept through all games, opened anew when a device comes or goes."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final, TypeVar

from host.app.held import Held
from host.app.keeper import AudioKeeper
from host.app.notify import Notifier
from host.app.outfit import Outfit
from host.errors import DeviceError

if TYPE_CHECKING:
    from host.app.barge import BargeIn
    from host.app.ear import Ear
    from host.app.mouth import Mouth
    from host.config import Settings
    from host.speech.ports import Ears

AGAIN_AFTER: Final = 5.0
"""Seconds between two looks for a loudspeaker that is not there."""
NO_VOICE: Final = 2
"""Beeps to be counted when there is no voice to say anything with (docs/raspberry-pi.md)."""
T = TypeVar("T")


class BoxSound:
    """Devices, voice and ears of one appliance. Belongs to its main thread.

    Args:
        outfit: how they are opened.
        settings: volume and rate.
        service: told what is waited for.
        pause: waits so many seconds.
    """

    def __init__(
        self,
        outfit: Outfit,
        settings: Settings,
        service: Notifier,
        *,
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        self._outfit, self._settings, self._service, self._pause = outfit, settings, service, pause
        self._held: Held | None = None
        self._voiceless = False
        self.mouth: Mouth | None = None
        self.ear: Ear | None = None
        self.barge: BargeIn | None = None
        self.deaf = False
        """There is no microphone."""
        self.earless = False
        """There is a microphone, but nothing that understands speech."""

    def open(self, microphone: str | None, chime: str = "") -> None:
        """Opens what there is. Without a microphone the host only speaks; without a loudspeaker this waits for one.

        Args:
            microphone: its name; None for the usual one.
            chime: a cue that proves the loudspeaker, played before anything else is loaded.
        """
        from host.speech.earcons import earcon

        said = False
        while (failed := self._try(microphone)) is not None:
            if not said:
                journal(f"{failed.sentence()} Waiting for a loudspeaker")
                said = True
            self._service.ready("waiting for a loudspeaker")
            self._service.alive()
            self._pause(AGAIN_AFTER)
        assert self._held is not None
        if chime:
            self._held.play(-1, [earcon(chime, self._settings.volume)])

    def _try(self, wanted: str | None) -> DeviceError | None:
        """Opens the devices, with the wanted microphone, any, or none; what is in the way if not even that works."""
        failed: DeviceError | None = None
        for microphone in dict.fromkeys((wanted, None, False)):
            try:
                held = Held(self._outfit.audio(microphone))
                held.open(lambda block: None, lambda line, done: None)
            except DeviceError as error:
                failed = error
                continue
            self._held, self.deaf = held, microphone is False
            if self.deaf and failed:
                journal(f"{failed.sentence()} The host goes on without a microphone")
            return None
        return failed

    def reopen(self, microphone: str | None) -> bool:
        """Closes and opens the devices; returns whether there is a microphone now and was none before."""
        was_deaf = self.deaf
        self.release()
        self.ear = None
        self.open(microphone)
        return was_deaf and not self.deaf

    def release(self) -> None:
        """Closes the devices."""
        if self._held:
            self._held.release()

    @property
    def lost(self) -> bool:
        """A device has stopped working."""
        return self._held is None or not self._held.is_open or self._held.lost() is not None

    def keeper(self) -> AudioKeeper:
        """The devices for one loop."""
        assert self._held is not None, "sound is opened first"
        return AudioKeeper(self._held)

    def prepare(self, language: str, keeper: AudioKeeper) -> None:
        """Voice and ears for the loop on ``keeper``, opened if they have not been yet."""
        from host.app.barge import BargeIn
        from host.app.ear import Ear
        from host.app.mouth import Mouth
        from host.dialogue.phrasebook import languages_from

        if self.mouth is not None:
            self.mouth.audio = keeper
        elif (voice := _first(self._outfit.voice, languages_from(language))) is not None:
            volume, rate = self._settings.volume, self._settings.speech_rate
            self.mouth = Mouth({voice.language: voice}, keeper, rate=rate, volume=volume, opening=self._outfit.voice)
        elif not self._voiceless:
            self._voiceless = True
            self._no_voice()
        if self.ear is None and not self.deaf:
            ears = _first(self._outfit.ears, languages_from(language))
            self.earless = ears is None
            if ears is not None:
                self.ear = Ear(ears, self._outfit.vad(), opening=self._ears_of, many=True)
                self.barge = BargeIn(ears, self._outfit.vad()) if self._settings.barge_in == "voice" else None

    def _ears_of(self, language: str) -> Ears:
        """Ears of a language, or of all of them at once where people answer in any."""
        from host.app.many_ears import MANY, ManyEars
        from host.dialogue.phrasebook import LANGUAGES, load_phrasebook

        if language != MANY:
            ears = self._outfit.ears(language)
            ears.load()
            return ears
        found = (_first(self._outfit.ears, [code]) for code in LANGUAGES)
        parts = [ears for ears in found if ears is not None]
        if len(parts) < 2:
            raise DeviceError("there are no ears for more than one language")
        many = ManyEars(parts, {code: load_phrasebook(code) for code in LANGUAGES})
        many.load()
        return many

    def _no_voice(self) -> None:
        """No voice of any language: beeps to be counted, and the reason in the journal (B10)."""
        from host.speech.earcons import beeps

        journal(f"No voice can be opened (code {NO_VOICE}); lines are only printed")
        if self._held:
            self._held.play(-1, [beeps(NO_VOICE, self._settings.volume)])


def journal(text: str) -> None:
    """A line for whoever looks after the machine."""
    print(f"Note: {text.rstrip('.')}.", file=sys.stderr, flush=True)


def _first(opening: Callable[[str], T], languages: Iterable[str]) -> T | None:
    """The part for the first of the languages that there is one for."""
    for code in languages:
        try:
            return opening(code)
        except DeviceError:
            continue
    return None
