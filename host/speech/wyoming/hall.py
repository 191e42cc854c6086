"""What our server offers: the ears and voices of this machine to any Wyoming client, several tables at once.

An engine serves one request at a time; the others wait their turn. Nothing is kept of what is heard but the last
utterance of each client, which is often asked about twice.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, TypeVar

import numpy as np
from wyoming.asr import Transcribe, Transcript
from wyoming.audio import AudioStart, AudioStop
from wyoming.error import Error
from wyoming.event import Event
from wyoming.info import AsrModel, AsrProgram, Attribution, Info, TtsProgram, TtsVoice
from wyoming.tts import Synthesize, SynthesizeStart, SynthesizeStopped, SynthesizeVoice

from host import __version__
from host.errors import DeviceError
from host.speech.audio import RATE, AudioChunk, Pcm, Utterance
from host.speech.foreign import without_marks
from host.speech.ports import Ears, Synthesizer
from host.speech.wyoming.offers import base_of
from host.speech.wyoming.pcm import BadSound, Inflow, chunk
from host.speech.wyoming.scoring import KEY, candidates_of, offer, scores_event
from host.speech.wyoming.wire import Link

LONGEST: Final = 30
"""Seconds of an utterance that are kept; what comes after is not heard."""
LONGEST_TEXT: Final = 4_000
"""Characters that are spoken at once."""
T = TypeVar("T", Ears, Synthesizer)
_OURS: Final = Attribution("quizhost", "")
_SENTENCE: Final = re.compile(r"""[.!?…]["'”’»)\]]*\s+""")


@dataclass
class Hall:
    """The engines of this machine, by language, each with its lock."""

    ears: Mapping[str, Ears] = field(default_factory=dict)
    voices: Mapping[str, Synthesizer] = field(default_factory=dict)

    def __post_init__(self) -> None:
        engines = (*self.ears.values(), *self.voices.values())
        self._locks = {id(engine): threading.Lock() for engine in engines}

    def lock(self, engine: Ears | Synthesizer) -> threading.Lock:
        """Held while an engine works."""
        return self._locks[id(engine)]

    def info(self) -> Event:
        """The answer to ``describe``."""
        asr = AsrProgram(
            name="quizhost", attribution=_OURS, installed=True, description="Ears of a quizmaster",
            version=__version__,
            models=[
                AsrModel(
                    name=ears.name, attribution=_OURS, installed=True, description=ears.name, version=None,
                    languages=[code],
                )
                for code, ears in self.ears.items()
            ],
        )  # fmt: skip
        tts = TtsProgram(
            name="quizhost", attribution=_OURS, installed=True, description="Voice of a quizmaster",
            version=__version__, supports_synthesize_streaming=True,
            voices=[
                TtsVoice(
                    name=voice.name, attribution=_OURS, installed=True, description=voice.name, version=None,
                    languages=[code],
                )
                for code, voice in self.voices.items()
            ],
        )  # fmt: skip
        event = Info(asr=[asr] if self.ears else [], tts=[tts] if self.voices else []).event()
        event.data[KEY] = offer(True)
        return event

    def ears_for(self, language: str | None, name: str | None) -> Ears | None:
        """The recogniser a client means; without a language and a name the first."""
        return _of(self.ears, language, name)

    def voice_for(self, voice: SynthesizeVoice | None) -> Synthesizer | None:
        """The voice a client means."""
        return _of(self.voices, voice.language if voice else None, voice.name if voice else None)


class HallGuest:
    """One client of the hall."""

    def __init__(self, hall: Hall, link: Link) -> None:
        self._hall, self._link = hall, link
        self._ears: Ears | None = None
        self._candidates: tuple[str, ...] = ()
        self._inflow = Inflow()
        self._heard: list[Pcm] = []
        self._samples = 0
        self._last: Utterance | None = None
        self._voice: Synthesizer | None = None
        self._text: str | None = None
        """Of a stream of text that has been begun."""

    def take(self, event: Event) -> bool:
        """Answers one event; unknown ones are passed over, as the protocol wants it."""
        try:
            self._take(event)
        except BadSound as error:
            self._refuse(error.what, "audio-format")
            return False
        except DeviceError as error:
            self._refuse(error.sentence(), "engine")
        except (KeyError, TypeError, ValueError, AttributeError):
            self._refuse(f"the event '{event.type[:40]}' is not complete", "event")
        return True

    def _take(self, event: Event) -> None:
        match event.type:
            case "describe":
                self._link.send(self._hall.info())
            case "transcribe":
                asked = Transcribe.from_event(event)
                self._ears = self._hall.ears_for(asked.language, asked.name)
                self._candidates = ()
                if self._ears is None:
                    self._refuse(f"no ears for '{asked.language}' here", "language")
            case "quizhost-candidates":
                self._candidates = candidates_of(event)
            case "quizhost-expect":
                if self._ears is not None:
                    with self._hall.lock(self._ears):
                        self._ears.expect(candidates_of(event))
            case "audio-start":
                self._inflow, self._heard, self._samples = Inflow(), [], 0
            case "audio-chunk":
                if self._samples < LONGEST * RATE:
                    pcm = self._inflow.take(event)
                    self._heard.append(pcm)
                    self._samples += len(pcm)
            case "audio-stop":
                self._transcribe()
            case "synthesize" if self._text is None:  # inside a stream it repeats the whole for older servers
                spoken = Synthesize.from_event(event)
                if voice := self._voice_for(spoken.voice):
                    self._speak(voice, str(spoken.text))
            case "synthesize-start":
                self._voice, self._text = self._voice_for(SynthesizeStart.from_event(event).voice), ""
            case "synthesize-chunk" if self._text is not None:
                self._text = (self._text + str(event.data["text"]))[:LONGEST_TEXT]
                if ends := list(_SENTENCE.finditer(self._text)):
                    whole, self._text = self._text[: ends[-1].end()], self._text[ends[-1].end() :]
                    self._speak(self._voice, whole)
            case "synthesize-stop" if self._text is not None:
                rest, self._text = self._text, None
                self._speak(self._voice, rest)
                self._link.send(SynthesizeStopped().event())

    def _transcribe(self) -> None:
        ears = self._ears or self._hall.ears_for(None, None)
        heard, self._heard, self._samples = self._heard, [], 0
        if ears is None:
            self._refuse("no ears here", "language")
            return
        pcm = np.concatenate(heard)[: LONGEST * RATE] if heard else np.zeros(0, np.int16)
        if self._last is None or not np.array_equal(self._last.pcm, pcm):
            # Asked again about the same sound, an engine need not encode it again: it knows it by identity.
            self._last = Utterance(0, pcm, 0.0, len(pcm) / RATE)
        with self._hall.lock(ears):
            transcript, scores = ears.hear(self._last, self._candidates)
        if scores is not None:
            self._link.send(scores_event(scores, transcript))
        self._link.send(Transcript(transcript.text, language=ears.language).event())

    def _voice_for(self, wanted: SynthesizeVoice | None) -> Synthesizer | None:
        voice = self._hall.voice_for(wanted)
        if voice is None:
            named = (wanted.name or wanted.language) if wanted else ""
            self._refuse(f"no voice '{named}' here" if named else "no voice here", "voice")
        return voice

    def _speak(self, voice: Synthesizer | None, text: str) -> None:
        if voice is None or (not text.strip() and self._text is not None):
            return
        rate = RATE
        begun = False
        for spoken in self._sound(voice, text[:LONGEST_TEXT]):
            if not begun:
                rate, begun = spoken.rate, True
                self._link.send(AudioStart(rate, 2, 1).event())
            step = rate // 10
            self._link.send(*(chunk(spoken.pcm[at : at + step], rate) for at in range(0, len(spoken.pcm), step)))
        if not begun:
            self._link.send(AudioStart(rate, 2, 1).event())
        self._link.send(AudioStop().event())

    def _sound(self, voice: Synthesizer, text: str) -> Iterator[AudioChunk]:
        """Sentence by sentence, so that tables take turns within a long question."""
        sound = iter(voice.synthesize(text if getattr(voice, "reads_marks", False) else without_marks(text)))
        while True:
            with self._hall.lock(voice):
                spoken = next(sound, None)
            if spoken is None:
                return
            yield spoken

    def _refuse(self, what: str, code: str) -> None:
        self._link.send(Error(what, code).event())


def _of(engines: Mapping[str, T], language: str | None, name: str | None) -> T | None:
    base = base_of(language or "")
    for code, engine in engines.items():
        if name == engine.name and base in ("", code):
            return engine
    if base:
        return engines.get(base)
    return None if name else next(iter(engines.values()), None)
