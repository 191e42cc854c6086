"""The words everyone speaks: what the dialogue machine is told (Signals) and what it asks for (Actions).

A Signal is a stimulus and is never saved; a game fact that is saved is an Event and lives in host.rules.messages.
Everything here is frozen, so both directions can be compared, logged and replayed.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Prompt(StrEnum):
    """What kind of utterance is waited for; sets end-pointing times and acceptance thresholds."""

    ANSWER = "answer"
    """Open: an answer to a question, scored against the card and its decoys."""
    CLOSED = "closed"
    """One of a known list of phrases: die value, colour, yes/no, a player, a command."""
    OPEN = "open"
    """Free text, e.g. player names at the start."""


@dataclass(frozen=True, slots=True)
class Transcript:
    """What a Transcriber understood from one utterance."""

    text: str
    """Best open transcript; empty when nothing was understood."""
    confidence: float = 0.0
    """0 to 1 where the engine gives one, else 0."""
    alternatives: tuple[str, ...] = ()
    """Other transcripts, best first, without ``text`` itself."""
    engine: str = ""


@dataclass(frozen=True, slots=True)
class Scored:
    """The log-likelihood of one text, given the audio."""

    text: str
    loglik: float
    """Natural log, summed over the tokens; only comparable within one utterance."""
    tokens: int = 1
    """Number of tokens summed over (for a per-token view)."""
    prior: float = 0.0
    """Log-likelihood of the text with nothing to hear: how much the engine likes it anyway. 0 where not known."""


@dataclass(frozen=True, slots=True)
class Scores:
    """What an AnswerScorer found for one utterance."""

    candidates: tuple[Scored, ...]
    """One per text asked for, in the order asked."""
    open: Scored
    """The engine's own best transcript scored the same way: the garbage hypothesis."""
    engine: str = ""
    noise_db: float | None = None
    """Estimated signal-to-noise ratio of the utterance in decibel, where it was measured."""
    heard: tuple[Scored, ...] = ()
    """All open transcripts the engine considered, scored, best first."""

    def of(self, text: str) -> float | None:
        """Log-likelihood ratio of ``text`` to the open transcript in nats (0 = as good); None if it was not scored."""
        found = [c.loglik for c in self.candidates if c.text == text]
        return max(found) - self.open.loglik if found else None


@dataclass(frozen=True, slots=True)
class Line:
    """One thing the host says. It is always printed as well as spoken."""

    id: int
    """Grows by one with every line of a game."""
    text: str
    """As it is printed."""
    spoken: str = ""
    """As it is handed to the voice, where that differs from ``text``."""
    marked: str = ""
    """As it is handed to a voice that can say foreign names by the sounds of their own language, where there are any:
    the spoken words with the names in ``<lang xml:lang="fr">…</lang>``."""
    language: str = "en"
    interruptible: bool = True
    tags: frozenset[str] = frozenset()
    """For the shell: ``question``, ``verdict``, ``prompt``, ``fixed`` (worth keeping in the phrase cache) …"""
    rate: float = 1.0
    """Factor on the speech rate of the settings."""
    volume: float = 1.0
    """Factor on the volume of the settings."""


# --- Signals: in ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Heard:
    """An utterance was recognised for the listening turn ``turn_id``."""

    turn_id: int
    transcript: Transcript
    scores: Scores | None = None
    seconds: float = 0.0
    """Length of the speech in seconds."""
    peak: float | None = None
    """Its loudest sample, in decibels of full scale (0 = as loud as can be), where it was measured."""


@dataclass(frozen=True, slots=True)
class NoInput:
    """The listening turn ended without speech, or with a sound that holds none."""

    turn_id: int


@dataclass(frozen=True, slots=True)
class UtteranceStarted:
    """Somebody began to speak: deadlines are held until Heard or NoInput."""

    turn_id: int


@dataclass(frozen=True, slots=True)
class Typed:
    """A typed line; treated as the same words spoken."""

    text: str


@dataclass(frozen=True, slots=True)
class ButtonPressed:
    """A key or hardware button. What a button does depends on its name alone, not on where it is.

    Names that are commands: ``repeat``, ``pause`` (again: go on), ``yes``, ``no``, ``help``, ``undo``, ``skip``,
    ``score``, ``menu``, ``more``, ``mute``, ``unmute``; ``1``, ``2``, ``3`` choose by number. ``press`` means "listen
    now". ``stop``, and any name that is not listed here, only silences the host.

    One or two buttons are enough for everything (A05), from the choice of the language to "another game":

    - ``step`` says the next thing that can be answered or asked now, aloud and printed; it goes round.
    - ``pick`` takes the one that was said last. Before any was said it steps.
    - ``back`` says the one before. Not needed, but quicker after a press too many.

    Wiring: one button sends ``step`` when it is pressed briefly and ``pick`` when it is held (about 0.6 s, on reaching
    that time, not on release), and perhaps ``back`` for a double press; or two buttons send ``step`` and ``pick``. For
    who cannot hold a button there is "step by yourself": the host steps every two seconds and ``step`` picks. The
    same button within half a second counts once (A06), so nothing has to be debounced.
    """

    button: str


@dataclass(frozen=True, slots=True)
class SpeechFinished:
    """The loudspeaker has finished the line (or was stopped)."""

    line_id: int
    completed: bool = True


@dataclass(frozen=True, slots=True)
class Tick:
    """A deadline passed with nothing else happening."""


@dataclass(frozen=True, slots=True)
class DeviceLost:
    """A microphone, loudspeaker or engine failed."""

    what: str
    """Names it, for the log; said only where the part is not known."""
    part: str = ""
    """``microphone``, ``loudspeaker``, ``ears`` or ``voice``."""


@dataclass(frozen=True, slots=True)
class InputClosed:
    """Typed input has ended (end of file): nothing more can come from there."""


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that the shell has to tell the table: a line of the phrase book and what fills it."""

    line: str
    slots: tuple[tuple[str, str], ...] = ()
    chime: str = ""
    """A cue before it."""
    repeat: bool = False
    """Something may have been missed: what is pending is said again after it."""


@dataclass(frozen=True, slots=True)
class Lacking:
    """There is no voice, or there are no ears, for a language that the host speaks from now on."""

    part: str
    """``voice`` or ``ears``."""
    language: str
    instead: str = ""
    """The language of what takes its place: it speaks the lines, or hears nothing but the way back to its language."""


Signal = (
    Heard
    | NoInput
    | UtteranceStarted
    | Typed
    | ButtonPressed
    | SpeechFinished
    | Tick
    | DeviceLost
    | InputClosed
    | Notice
    | Lacking
)

# --- Actions: out --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Say:
    """Print and speak a line; lines are spoken in order. Answered by SpeechFinished."""

    line: Line


@dataclass(frozen=True, slots=True)
class StopSpeaking:
    """Stop the voice now and drop what is queued."""


@dataclass(frozen=True, slots=True)
class Listen:
    """Open the microphone gate for one utterance."""

    turn_id: int
    prompt: Prompt
    phrases: tuple[str, ...] = ()
    """Phrases valid now (closed prompts: the whole list; answers: the commands valid beside the answer)."""
    candidates: tuple[str, ...] = ()
    """Forms of the card's answer: what the agreed precision accepts, and what is right but too vague (answers only)."""
    decoys: tuple[str, ...] = ()
    """Other answers of the same kind that sound near; never empty when candidates are given."""
    language: str = "en"
    patience: float = 1.0
    """Factor on the end-of-speech silence, for players who need longer."""
    ways_out: tuple[str, ...] = ()
    """Phrases that ask for another language, each in that language: all that ears of another one may listen for."""


@dataclass(frozen=True, slots=True)
class UseLanguage:
    """From now on this language is spoken and heard: have its voice and its ears ready, or answer with Lacking."""

    language: str


@dataclass(frozen=True, slots=True)
class StopListening:
    """Close the microphone gate."""


@dataclass(frozen=True, slots=True)
class Record:
    """Write the events of one decision to the session file before anything that follows is performed."""

    events: tuple[object, ...]
    """host.rules.messages events, oldest first."""


@dataclass(frozen=True, slots=True)
class Note:
    """Write a remark into the session file: what was heard, how it was judged. Not an event; never replayed.

    Some remarks are for what outlives the evening: ``known`` and ``disputed`` name a question that the table has had
    or found wrong, ``ruling`` an answer that it has decided to accept for a card (or no longer to accept), ``manner``
    how the host speaks and listens from now on.
    """

    kind: str
    data: tuple[tuple[str, object], ...] = ()
    """Names and JSON values."""


@dataclass(frozen=True, slots=True)
class Chime:
    """Play a short non-speech cue: ``listening``, ``thinking``, ``right``, ``wrong`` …"""

    name: str
    volume: float = 1.0
    """Factor on the volume of the settings; 0: not at all."""


@dataclass(frozen=True, slots=True)
class Mute:
    """Be deaf from now on, or hear again. What the microphone brings while it is on is thrown away unheard (B14)."""

    on: bool


@dataclass(frozen=True, slots=True)
class Errand:
    """Do something for the table that takes a while; what came of it is told later by Notices.

    ``packs``: look for new questions; ``light_on``, ``light_off``: the lamp.
    """

    what: str


@dataclass(frozen=True, slots=True)
class Quit:
    """Leave the loop; the game is saved."""

    reason: str = ""


Action = Say | StopSpeaking | UseLanguage | Listen | StopListening | Record | Note | Chime | Mute | Errand | Quit
