"""Closed prompts: is the phrase found, and is chatter left alone?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass
from pathlib import Path

from benchmarks.listen.clips import clip, spoiled
from benchmarks.listen.speakers import Speaker
from benchmarks.listen.trials import Heard, kept_or_heard
from host.app.spoken import COMMON
from host.judging.listening import Match, decide_closed
from host.judging.thresholds import Limits
from host.speech.ports import Ears

PROMPTS = {
    "die": ("one", "two", "three", "four", "five", "six"),
    "yes/no": ("yes", "no", "repeat", "skip"),
    "colour": ("blue", "pink", "yellow", "brown", "green", "orange", "purple", "red", "white"),
    "command": ("help", "score", "repeat the question", "whose turn is it", "undo", "pause", "I don't know", "slower",
                "stop", "quit the game"),
}  # fmt: skip
CHATTER = (
    "did you feed the cat", "pass me the crisps", "I was in Italy last summer", "that one is easy", "wait for me",
    "my phone is ringing", "who moved my piece", "let us open the window", "we should do this more often",
    "it was in the newspaper", "turn on the light in the kitchen", "he has never been there",
)  # fmt: skip
"""Table talk that must match no phrase."""


@dataclass(frozen=True, slots=True)
class Said:
    """One clip, scored against the phrases of all prompts at once: what is no phrase of a prompt is its garbage."""

    speaker: str
    condition: str
    prompt: str
    """Whose phrase it is; empty: chatter."""
    text: str
    heard: Heard

    def match(self, prompt: str, limits: Limits | None = None) -> Match:
        """Which of the prompt's phrases it is taken for."""
        return decide_closed(self.heard.transcript, self.heard.scores, PROMPTS[prompt], limits=limits)


@dataclass(slots=True)
class Tally:
    """Counts of one prompt in one condition."""

    phrases: int = 0
    right: int = 0
    wrong: int = 0
    textual: int = 0
    """Found in the transcript as text."""
    chatter: int = 0
    taken: int = 0
    """Chatter taken for a phrase."""


def clips(
    ears: Ears, folder: Path, speakers: Sequence[Speaker], condition: str, chatter: Sequence[str]
) -> Iterator[Said]:
    """Every phrase of every prompt, and every chatter text, by every speaker."""
    texts = tuple(dict.fromkeys((*(p for phrases in PROMPTS.values() for p in phrases), *COMMON[ears.language])))
    told = [(prompt, phrase) for prompt, phrases in PROMPTS.items() for phrase in phrases]
    for speaker in speakers:
        others = [clip(folder, speaker, text) for text in CHATTER[:8]]
        for at, (prompt, text) in enumerate((*told, *(("", text) for text in chatter))):
            pcm = spoiled(clip(folder, speaker, text), condition, others, at)
            yield Said(speaker.name, condition, prompt, text, kept_or_heard(ears, folder, pcm, texts))


def tally(said: Sequence[Said], limits: Limits | None = None) -> dict[str, Tally]:
    """Prompt -> its counts; chatter is offered to every prompt."""
    found = {prompt: Tally() for prompt in PROMPTS}
    for one in said:
        for prompt in (one.prompt,) if one.prompt else PROMPTS:
            counts, match = found[prompt], one.match(prompt, limits)
            if one.prompt:
                counts.phrases += 1
                counts.right += match.phrase == one.text
                counts.wrong += match.phrase not in (one.text, None)
                counts.textual += decide_closed(one.heard.transcript, None, PROMPTS[prompt]).phrase == one.text
            else:
                counts.chatter += 1
                counts.taken += match.phrase is not None
    return found


def total(tallies: Iterable[Tally]) -> Tally:
    """All prompts together."""
    every = [astuple(counts) for counts in tallies]
    return Tally(*(sum(column) for column in zip(*every, strict=True)))
