"""The roles that speech engines and devices fill; every adapter in this room implements one of these."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Protocol

from host.dialogue.protocol import Scores, Transcript
from host.speech.audio import AudioBlock, AudioChunk, Utterance


class Transcriber(Protocol):
    """Utterance to open transcript. One object belongs to one thread."""

    name: str
    """For people: engine and model, e.g. ``Moonshine tiny-en``."""
    language: str

    def transcribe(self, utterance: Utterance) -> Transcript:
        """What was said. Empty text when nothing was understood; never raises for odd sound."""
        ...


class AnswerScorer(Protocol):
    """Utterance x candidate texts to one log-likelihood each, and that of the open transcript."""

    name: str
    language: str

    def score(self, utterance: Utterance, candidates: Sequence[str]) -> Scores:
        """Scores every candidate against the sound; surface forms (capital, full stop) are the engine's business."""
        ...


class Ears(Protocol):
    """A transcriber and, where one is installed, a scorer that share the encoded sound of an utterance."""

    name: str
    language: str

    def load(self) -> None:
        """Loads the model now, which is otherwise done at the first utterance; raises DeviceError when it is bad."""
        ...

    def expect(self, candidates: Sequence[str]) -> None:
        """Prepares for texts that are about to be scored, while the speaker still thinks; never needed, only quicker.

        Raises:
            DeviceError: the model cannot be loaded.
        """
        ...

    def hear(self, utterance: Utterance, candidates: Sequence[str]) -> tuple[Transcript, Scores | None]:
        """Transcript of the utterance and, when there are candidates and a scorer, their scores."""
        ...


class Synthesizer(Protocol):
    """Text to sound.

    A voice that has ``reads_marks = True`` also takes foreign names in ``<lang xml:lang="fr">…</lang>`` and says them
    by the sounds of their own language (host.speech.foreign); to others such marks are never given.
    """

    name: str
    language: str

    def synthesize(self, text: str, *, rate: float = 1.0) -> Iterator[AudioChunk]:
        """One chunk a sentence; ``rate`` 0.5 (slow) to 3.0 (fast). Text without anything to say yields nothing."""
        ...


class AudioIO(Protocol):
    """One microphone and one loudspeaker. They are opened and closed by one owner thread; the others may be called
    from any."""

    @property
    def name(self) -> str:
        """The devices in use, for people."""
        ...

    def open(self, on_block: Callable[[AudioBlock], None], on_finished: Callable[[int, bool], None]) -> None:
        """Starts both streams.

        Args:
            on_block: called with every microphone block, possibly from another thread.
            on_finished: called with (line id, completed) when the last sample of a line has left the loudspeaker
                (output latency included), possibly from another thread.

        Raises:
            DeviceError: a stream cannot be opened.
        """
        ...

    def play(self, line_id: int, chunks: Iterable[AudioChunk]) -> None:
        """Queues a line; returns at once or when everything is synthesised."""
        ...

    @property
    def speaking(self) -> bool:
        """Whether a line is queued, playing, or on its way through the output buffer.

        Cues (lines with a negative id) do not count: the recogniser is deaf to them, and people answer right after.
        """
        ...

    @property
    def sounding(self) -> bool:
        """Whether a line or a cue is to be heard just now."""
        ...

    def flush(self) -> None:
        """Drops everything queued and playing; each dropped line is reported as not completed."""
        ...

    def close(self) -> None:
        """Stops both streams, reporting the lines not yet heard as not completed; safe to call twice."""
        ...
