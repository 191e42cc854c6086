"""How names are to be said: the pack's own respellings for its answers, and the language's pronunciation lexicon."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rapidfuzz.distance import Levenshtein

from host.dialogue.spoken.data import Speech, alternatives, foreign_names
from host.judging.text import fold

_ALIKE = 0.3
"""Least likeness of spelling between a part of an answer and its respelling; below it something else is meant."""
_WHOLE = 0.15
"""The same for a respelling with as many words as the whole answer."""
_ARTICLES = frozenset({
    "the", "a", "an", "le", "la", "les", "un", "une", "el", "los", "las", "una", "der", "die", "das", "ein", "eine",
})  # fmt: skip
_NEAR = 0.1
"""Of parts that are about equally alike the last is taken: people are respelled by their surname."""


def respellings(answer: str, say: Iterable[str]) -> dict[str, str]:
    """Which words of an answer a pack's ``say:`` respells: {"Vermeer": "vair-meer"}.

    A respelling may stand for the whole answer or for the part that needs it. The first one that resembles a part of
    the answer is taken; one that resembles nothing is an alias for the ear, not for the voice.
    """
    words = answer.strip(" .!?").split()
    for respelling in say:
        part = _part(words, respelling) if respelling.strip() else ""
        if part:
            part = re.sub(r"^[dl]'(?=\w)", "", part)  # "d'Aletsch"
            # Capitals only mark the stress for people ("vair-MEER"); a voice would spell them.
            return {part: respelling.lower()}
    return {}


def _part(words: list[str], respelling: str) -> str:
    if len(words) > 1 and words[0].lower() in _ARTICLES - {respelling.split()[0].lower()}:
        words = words[1:]
    if len(words) == len(respelling.split()) and _likeness(" ".join(words), respelling) >= _WHOLE:
        return " ".join(words).strip(",;:()\"'")
    parts = [
        " ".join(words[start:end]).strip(",;:()\"'")
        for start in range(len(words))
        for end in range(start + 1, len(words) + 1)
    ]
    scored = [(_likeness(part, respelling), part) for part in parts if part]
    best = max((likeness for likeness, _ in scored), default=0.0)
    if best < _ALIKE:
        return ""
    near = [part for likeness, part in scored if likeness > best - _NEAR and len(part.split()) == 1]
    exact = [part for likeness, part in scored if likeness == best]
    return near[-1] if near and len(exact[-1].split()) == 1 else exact[-1]


def _likeness(part: str, respelling: str) -> float:
    return Levenshtein.normalized_similarity(re.sub(r"[ '-]", "", fold(part)), re.sub(r"[ '-]", "", fold(respelling)))


def as_pack_says(text: str, says: Mapping[str, str], speech: Speech) -> str:
    """The text with the pack's respellings, and with the lexicon's names that hold digits or signs."""
    # A name that the lexicon keeps as it is has been listened to: the voice says it right.
    says = {name: how for name, how in says.items() if speech.model.names.get(name) != name}
    if says:
        pattern = re.compile(rf"(?<!\w)({alternatives(says)})(?!\w)")
        text = pattern.sub(lambda m: says[m[1]], text)
    return speech.codes.sub(lambda m: speech.model.names[m[1]], text)


def as_lexicon_says(text: str, speech: Speech, foreign: tuple[tuple[str, str], ...] | None = None) -> str:
    """The text with the lexicon's respellings in the place of the names.

    Args:
        foreign: names that are said by the sounds of another language, beside the lexicon's: all of these stay as they
            are written. None: no name is said so.
    """
    names = speech.names if foreign is None else speech.own_names
    kept = {name for name, _ in foreign or ()}
    return names.sub(lambda m: m[0] if m[1] in kept else speech.model.names[m[1]] + m[2], text)


def as_marked(text: str, speech: Speech, more: tuple[tuple[str, str], ...] = ()) -> str:
    """The text with an SSML mark around every name that belongs to another language.

    Args:
        more: names and their languages beside the lexicon's, such as those of people at the table.
    """
    pattern = (
        foreign_names(frozenset(speech.tongues) | frozenset(dict(more)), speech.language) if more else speech.foreign
    )
    tongues = {**speech.tongues, **dict(more)}
    return pattern.sub(lambda m: f'<lang xml:lang="{tongues[m[1]]}">{m[1]}</lang>{m[2]}', text)


@dataclass(frozen=True, slots=True)
class Names:
    """How people want their names said."""

    respelled: Mapping[str, str]
    """Name -> what the voice reads instead of it."""
    foreign: Mapping[str, str]
    """Name -> the language by whose sounds it is said."""

    @classmethod
    def of(cls, wanted: Mapping[str, str], language: str) -> Names:
        """From what was asked for: a respelling, or ``fr:`` and the like before the name.

        Args:
            wanted: name -> how it is to be said.
            language: of the voice.
        """
        tongues = {name: sound[:2] for name, sound in wanted.items() if sound[2:3] == ":"}
        return cls(
            {name: sound for name, sound in wanted.items() if name not in tongues},
            {name: tongue for name, tongue in tongues.items() if tongue != language},
        )
