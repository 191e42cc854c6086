"""Ears and voice on other machines at the table: what takes their place while they are away, and what is said of it.

An engine of this machine, where there is one, goes on in the middle of a sentence or an utterance, so that nothing is
lost. Where there is none the utterance is lost; what is pending is then repeated, once, when everything is back.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from host import config
from host.app.beside import Beside, View
from host.app.keeper import News
from host.app.remotes import configured
from host.config import Settings
from host.dialogue.protocol import Notice, Scores, Signal, Transcript
from host.errors import DeviceError
from host.speech.audio import AudioChunk, Utterance
from host.speech.foreign import without_marks
from host.speech.phrase_cache import PhraseCache
from host.speech.ports import Ears, Synthesizer
from host.speech.wyoming.address import is_address, parse_address, require

if TYPE_CHECKING:  # the package behind these is optional
    from host.speech.wyoming.ears import WyomingEars
    from host.speech.wyoming.service import Service, Times
    from host.speech.wyoming.voice import WyomingVoice

T = TypeVar("T")
F = TypeVar("F", "WyomingEars", "WyomingVoice")


class Sound(Protocol):
    """Microphone and loudspeaker of which at least one is on another machine."""

    def check(self, now: float) -> News | None:
        """Looks after them."""
        ...

    def lost_signal(self) -> Signal:
        """What the table is told when they are lost."""
        ...

    def back_signal(self) -> Signal | None:
        """What it is told when they are back."""
        ...


class Standby(Generic[T]):
    """An engine of this machine that may have to stand in; opened when it is first needed, by whichever thread.

    Args:
        opening: opens it; raises DeviceError when there is none.
    """

    def __init__(self, opening: Callable[[], T]) -> None:
        self._opening = opening
        self._engine: T | None = None
        self._lock = threading.Lock()
        self._asked = False
        self.there: bool | None = None
        """Whether there is one; None: that is not known yet."""

    def get(self) -> T | None:
        """The engine; None: there is none."""
        with self._lock:
            if self.there is None:
                try:
                    self._engine = self._opening()
                except DeviceError:
                    self._engine = None
                self.there = self._engine is not None
            return self._engine

    def ask(self) -> None:
        """Has it opened beside, so that `there` is known soon."""
        if not self._asked:
            self._asked = True
            threading.Thread(target=self.get, name="stand-in", daemon=True).start()


class Remote(Generic[F, T]):
    """An engine on another machine, and one of this machine, if there is any, in its place.

    Args:
        far: on the other machine.
        own: opens that of this machine; raises DeviceError when there is none.
    """

    def __init__(self, far: F, own: Callable[[], T]) -> None:
        self.far, self.language = far, far.language
        self.own = Standby(own)

    @property
    def name(self) -> str:
        """That on the other machine."""
        return self.far.name

    def load(self) -> None:
        """Raises DeviceError when the service does not fit the language, or is away with nothing in its place."""
        try:
            self.far.load()
        except DeviceError:
            if self.far.service.fault is None or self.own.get() is None:
                raise


class RemoteEars(Remote["WyomingEars", Ears]):
    """Ears on another machine, and those of this one in their place."""

    def expect(self, candidates: Sequence[str]) -> None:
        """Has whoever will hear prepare; raises DeviceError when that fails."""
        try:
            self.far.expect(candidates)
        except DeviceError:
            if own := self.own.get():
                own.expect(candidates)

    def hear(self, utterance: Utterance, candidates: Sequence[str]) -> tuple[Transcript, Scores | None]:
        """What was said; nothing, while there is nobody to hear it."""
        try:
            return self.far.hear(utterance, candidates)
        except DeviceError:
            if own := self.own.get():
                return own.hear(utterance, candidates)
            if self.far.service.fault is None:  # it is there and refuses; nobody else would say so
                raise
        return Transcript("", engine=self.name), None


class RemoteVoice(Remote["WyomingVoice", Synthesizer]):
    """A voice on another machine, and one of this machine that goes on with the sentence it could not say."""

    @property
    def reads_marks(self) -> bool:
        """Whether foreign names may be marked."""
        return self.far.reads_marks

    def synthesize(self, text: str, *, rate: float = 1.0) -> Iterator[AudioChunk]:
        """The sound, from here where the other machine fails; raises DeviceError when both do."""
        rest = text
        try:
            for rest, sound in self.far.by_sentence(text, rate=rate):  # noqa: B007 - where it failed
                yield from sound
            return
        except DeviceError:
            own = self.own.get()
            if own is None:
                raise
        yield from own.synthesize(rest if getattr(own, "reads_marks", False) else without_marks(rest), rate=rate)


class Network(Beside):
    """The services an evening uses; stands beside the loop and tells what happens to them.

    Args:
        ears: address of the ears; empty: those of this machine.
        voice: address of the voice.
        preferred: parts of names of voices, the best first.
        times: how patient we are with services.
    """

    def __init__(
        self, *, ears: str = "", voice: str = "", preferred: Sequence[str] = (), times: Times | None = None
    ) -> None:
        self._addresses = {name: parse_address(text) for name, text in (("ears", ears), ("voice", voice)) if text}
        self._preferred, self._times = tuple(preferred), times
        self._services: dict[str, Service] = {}
        self._ears: dict[str, RemoteEars] = {}
        self._voices: dict[str, RemoteVoice] = {}
        self._away: set[str] = set()
        self._missed = ""
        self._sounds: list[Sound] = []
        if self._addresses:
            require()

    @classmethod
    def of(cls, settings: Settings) -> Network:
        """What the settings say."""
        there = configured(settings)
        preferred = tuple(text for text in settings.voice if not is_address(text))
        return cls(ears=there.get("ears", ""), voice=there.get("voice", ""), preferred=preferred)

    def ears(self, language: str, own: Callable[[], Ears]) -> Ears:
        """The ears of a language; raises DeviceError when there are none."""
        if "ears" not in self._addresses:
            return own()
        from host.speech.wyoming.ears import WyomingEars

        remote = RemoteEars(WyomingEars(self._service("ears"), language), own)
        remote.load()
        self._ears[language] = remote
        self._service("ears").watch()
        return remote

    def voice(self, language: str, own: Callable[[], Synthesizer]) -> Synthesizer:
        """The voice of a language; raises DeviceError when there is none."""
        if "voice" not in self._addresses:
            return own()
        from host.speech.wyoming.voice import WyomingVoice

        cache = PhraseCache(config.home("cache") / "phrases")
        far = WyomingVoice(self._service("voice"), language, preferred=self._preferred, cache=cache)
        remote = RemoteVoice(far, own)
        remote.load()
        self._voices[language] = remote
        self._service("voice").watch()
        return remote

    def look_after(self, sound: Sound) -> None:
        """Watches microphone and loudspeaker whose loop does not do so itself."""
        self._sounds = [sound]

    def sound_lost(self) -> Notice:
        """Microphone or loudspeaker on another machine are gone."""
        self._away.add("sound")
        self._missed = "sound"
        return Notice("away_sound")

    def sound_back(self) -> None:
        """They are there again; `look` tells, when all the rest is back too."""
        self._away.discard("sound")

    def look(self, view: View | None = None) -> Iterable[Signal]:
        """What the table must be told now: what has gone, and, once, that everything is back."""
        told: list[Signal] = []
        for sound in self._sounds:
            match sound.check(time.monotonic()):
                case News.LOST:
                    told.append(sound.lost_signal())
                case News.BACK if signal := sound.back_signal():
                    told.append(signal)
        self._look_at(told, "ears", self._ears.values(), "away_ears", "away_ears_own")
        # Without any voice the speaker's own thread reports it; here it would be told twice.
        self._look_at(told, "voice", self._voices.values(), "", "away_voice")
        if not self._away and self._missed:
            told.append(Notice(f"back_{self._missed}", repeat=True))
            self._missed = ""
        return told

    def _look_at(
        self, told: list[Signal], part: str, all_: Collection[RemoteEars | RemoteVoice], without: str, instead: str
    ) -> None:
        """Tells that a part has gone: ``instead`` where one of this machine stands in, else ``without``."""
        if not any(one.far.service.fault for one in all_):
            self._away.discard(part)
            return
        if part in self._away:
            return
        for one in all_:
            one.own.ask()
        if any(one.own.there is None for one in all_):
            return  # known at the next look
        self._away.add(part)
        missed = not all(one.own.there for one in all_)
        if missed:
            self._missed = self._missed or part
        if line := without if missed else instead:
            told.append(Notice(line))

    def close(self) -> None:
        """Ends all connections."""
        for service in self._services.values():
            service.close()

    def _service(self, name: str) -> Service:
        from host.speech.wyoming.service import Service

        address = self._addresses[name]
        if str(address) not in self._services:
            self._services[str(address)] = Service(address, times=self._times)
        return self._services[str(address)]
