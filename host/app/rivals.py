"""Other answers that sound near a card's: from all question packs and entity lists of a language.

How each of them sounds is worked out once and kept in the cache folder, because some thousand names take seconds.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache

from host import config
from host.bank.pack import Question
from host.judging.decoys import DecoyPool, Rival, number_rivals
from host.judging.guard import shipped_guard
from host.judging.reading import read
from host.speech.phonemes import phonemizer

_NO_SOUND = re.compile(r"\([a-z-]+\)|[\s.,;:!?ˈˌː'\"-]")
"""Language switches, stress, length and blanks: nothing that tells one answer from another."""


def sound_of(language: str) -> Callable[[str], str]:
    """Text -> its phonemes as one string, without stress; the letters where no phonemiser is installed."""
    speak = phonemizer()
    if speak is None:
        return lambda text: "".join(c for c in text.casefold() if c.isalnum())
    return lambda text: _NO_SOUND.sub("", speak(text, language))


@cache
def rivals(language: str) -> DecoyPool:
    """All known answers of a language, their phonemes from the cache where they are known already."""
    pool = DecoyPool(_known(language), sound_of(language))
    file = config.home("cache") / f"phonemes-{language}.json"
    with suppress(OSError, ValueError, AttributeError):  # not there yet, or damaged: it is made anew
        pool.remember(json.loads(file.read_text(encoding="utf-8")))
    if pool.prepare():
        with suppress(OSError):  # a full or read-only disk costs a second at the next start, no more
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(json.dumps(pool.keys(), ensure_ascii=False), encoding="utf-8")
    return pool


def _known(language: str) -> Iterator[Rival]:
    from host.app.shelves import all_packs

    library = all_packs()
    for header in library.headers:
        if header.language == language:
            for question in library.load(header.id).questions:
                yield Rival(question.answer, question.judge.kind)
    for entity in shipped_guard().entities:
        yield Rival(entity.name(language), entity.kind)


def decoys_for(
    card: str, forms: Iterable[str], language: str, *, kind: str = "", neighbours: Iterable[str] = (), count: int = 16
) -> tuple[str, ...]:
    """What an answer must be told apart from: the author's neighbours, near numbers, and what sounds nearest."""
    values = read(card, language).numbers
    whole = len(values) == 1 and values[0].denominator == 1 and 0 <= values[0] < 10**7
    numbers = number_rivals(int(values[0]), language) if whole else ()
    nearest = rivals(language).nearest(tuple(forms), kind=kind, count=max(4, count - len(numbers)))
    return tuple(dict.fromkeys((*neighbours, *numbers, *nearest)))


def decoys_of(question: Question) -> tuple[str, ...]:
    """The decoys of a question, for the dialogue's Mind; what the judge would take for right is left out."""
    from host.judging.forms import spoken_forms
    from host.judging.judge import judge
    from host.judging.record import build_record

    record = build_record(question)
    found = decoys_for(
        question.answer,
        spoken_forms(record),
        question.language,
        kind=record.kind.value,
        neighbours=record.neighbours,
    )
    return tuple(text for text in found if judge(text, record).kind.word not in ("accept", "prompt"))
