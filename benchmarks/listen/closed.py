"""Closed prompts: is the phrase found, and is chatter left alone?"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from benchmarks.listen.clips import clip, spoiled
from benchmarks.listen.speakers import Speaker
from host.app.spoken import hear_phrase
from host.judging.listening import decide_closed
from host.speech.audio import Utterance
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


def _others(prompt: str) -> tuple[str, ...]:
    return tuple(phrase for name, phrases in PROMPTS.items() if name != prompt for phrase in phrases)


def phrases_found(
    ears: Ears, folder: Path, speaker: Speaker, condition: str, babble: Sequence[str], prompts: Sequence[str]
) -> dict[str, tuple[int, int, int, int]]:
    """Prompt -> (phrases said, found, taken for another phrase, found in the transcript as text)."""
    found = {}
    others = [clip(folder, speaker, text) for text in babble]
    for prompt in prompts:
        phrases = PROMPTS[prompt]
        right = wrong = textual = 0
        for at, phrase in enumerate(phrases):
            pcm = spoiled(clip(folder, speaker, phrase), condition, others, at)
            transcript, _, match = hear_phrase(ears, Utterance(0, pcm), phrases, _others(prompt))
            right += match.phrase == phrase
            wrong += match.phrase not in (phrase, None)
            textual += decide_closed(transcript, None, phrases).phrase == phrase
        found[prompt] = (len(phrases), right, wrong, textual)
    return found


def chatter_taken(
    ears: Ears, folder: Path, speaker: Speaker, condition: str, texts: Sequence[str], babble: Sequence[str]
) -> dict[str, tuple[int, int]]:
    """Prompt -> (clips of other talk, taken for one of its phrases)."""
    others = [clip(folder, speaker, text) for text in babble]
    taken = dict.fromkeys(PROMPTS, 0)
    for at, text in enumerate(texts):
        utterance = Utterance(0, spoiled(clip(folder, speaker, text), condition, others, at))
        for prompt, phrases in PROMPTS.items():
            _, _, match = hear_phrase(ears, utterance, phrases, _others(prompt))
            taken[prompt] += match.phrase is not None
    return {prompt: (len(texts), count) for prompt, count in taken.items()}
