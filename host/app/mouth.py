"""The host's mouth: Say and Chime become sound on an AudioIO; what comes next is prepared while people answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

import numpy as np

from host import config
from host.app.models.found import voice_folders
from host.app.tongues import Tongues
from host.dialogue.protocol import Chime, Lacking, Line, Say, SpeechFinished
from host.speech.audio import AudioChunk, Pcm
from host.speech.earcons import earcon
from host.speech.espeak import EspeakSynthesizer
from host.speech.phrase_cache import PhraseCache
from host.speech.ports import AudioIO, Synthesizer
from host.speech.synthesizer import (
    PiperSynthesizer,
    clamp_rate,
    open_synthesizer,
    piper_voices,
    voice_language,
)

_KNEE: Final = 0.7
"""Where sound that is made louder than it was recorded begins to be rounded off, as a part of full scale."""
_CHIME: Final = -1
"""Line id of all earcons: nobody waits for their end."""


def open_voice(language: str) -> Synthesizer:
    """The voice of a language: the one the user prefers, else the best installed one.

    Voices are looked for in the user's models folder, the shipped one, and where Piper and Rhasspy keep theirs.

    Raises:
        DeviceError: there is none.
        UsageError: the settings file cannot be read.
    """
    folders = voice_folders()
    cache = config.home("cache") / "phrases"
    for preferred in config.load_settings().voice:
        if preferred.casefold().startswith("espeak"):
            return EspeakSynthesizer(language)
        for model in piper_voices(folders):
            if preferred.casefold() in model.stem.casefold() and voice_language(model) == language:
                return PiperSynthesizer(model, language=language, cache=PhraseCache(cache))
    return open_synthesizer(language, folders=folders, cache=cache)


class Mouth:
    """Speaks lines in their order. `say` takes as long as the synthesis; call it from the speaker's thread.

    Args:
        voices: language -> voice that is open; a line in a language without one is spoken by another's.
        audio: the loudspeaker.
        rate: speech rate, 0.5 to 3.
        volume: 0 to 1.
        opening: opens the voice of another language when it is first needed; raises DeviceError if there is none.
    """

    def __init__(
        self,
        voices: Mapping[str, Synthesizer],
        audio: AudioIO,
        *,
        rate: float = 1.0,
        volume: float = 1.0,
        opening: Callable[[str], Synthesizer] | None = None,
    ) -> None:
        self._voices, self.audio = Tongues(voices, opening), audio
        self.rate, self.volume = rate, volume
        """Read at the beginning of each line, so they may be changed from player to player."""

    def use(self, language: str) -> Lacking | None:
        """Has the voice of a language ready; tells if there is none, and which one speaks in its place."""
        if self._voices.again(language) is not None:
            return None
        return Lacking("voice", language, self._voices.language)

    def say(self, say: Say) -> None:
        """Queues a line for the loudspeaker; its end comes back through the AudioIO (see `finished`)."""
        self.audio.play(say.line.id, self._sound(say.line))

    def chime(self, chime: Chime) -> None:
        """Queues a short cue."""
        volume = round(min(1.0, self.volume * chime.volume), 2)
        if volume > 0:
            self.audio.play(_CHIME, [earcon(chime.name, volume)])

    def stop(self) -> None:
        """Falls silent at once; every line not yet heard is reported as not completed."""
        self.audio.flush()

    def prefetch(self, lines: Iterable[Line], wanted: Callable[[], bool] = lambda: True) -> int:
        """Synthesises lines that will probably be said, sentence by sentence, for as long as it is ``wanted``.

        Returns:
            The number of sentences that are ready.
        """
        ready = 0
        for line in lines:
            chunks = self._chunks(line)
            while wanted() and next(chunks, None) is not None:
                ready += 1
        return ready

    @staticmethod
    def finished(line_id: int, completed: bool) -> SpeechFinished | None:
        """The signal for what an AudioIO reports; None for the end of a cue."""
        return SpeechFinished(line_id, completed) if line_id >= 0 else None

    def _chunks(self, line: Line) -> Iterator[AudioChunk]:
        voice = self._voices.of(line.language) or self._voices.any()
        marked = line.marked if getattr(voice, "reads_marks", False) else ""
        return iter(voice.synthesize(marked or line.spoken or line.text, rate=clamp_rate(self.rate * line.rate)))

    def _sound(self, line: Line) -> Iterator[AudioChunk]:
        volume = max(0.0, self.volume * line.volume)
        for chunk in self._chunks(line):
            yield chunk if volume == 1.0 else AudioChunk(chunk.rate, _at_volume(chunk.pcm, volume))


def _at_volume(pcm: Pcm, volume: float) -> Pcm:
    """The sound at another volume; above 1 its peaks are rounded off instead of cut, which would crackle."""
    sound = pcm * (volume / 32768)
    if volume > 1.0:
        over = np.abs(sound) > _KNEE
        rest = 1 - _KNEE
        sound[over] = np.sign(sound[over]) * (_KNEE + rest * np.tanh((np.abs(sound[over]) - _KNEE) / rest))
    return np.rint(sound * 32767 if volume > 1.0 else sound * 32768).astype(np.int16)
