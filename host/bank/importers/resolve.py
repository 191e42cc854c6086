"""From a Record to a question that can be asked: right option found, choices repaired, text made speakable."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from host.bank.importers.gaps import say_gaps, say_truth, truth_of
from host.bank.importers.model import Note, Record
from host.bank.importers.text import clean
from host.bank.lint.patterns import ALL_OF_THESE, PICTURE
from host.bank.wording import depends_on_choices
from host.bank.words import fold

MAX_CHOICES = 4
MAX_QUESTION = 500
"""Characters; a longer question cannot be remembered until its end. ``packs lint`` warns from 200."""
MAX_ANSWER = 150
_MEDIA = re.compile(
    r"<img\b|\[(?:img|image|sound|audio|video|music score)\b|\w\.(?:png|jpe?g|gif|mp3)\b|@@PLUGINFILE", re.I
)
_FORMULA = re.compile(r"\$\$|\\\(|\\\[|\\(?:frac|sqrt|times|cdot)\b|\[latex\]", re.IGNORECASE)
_TRUTHS = [{"true", "false"}, {"vrai", "faux"}, {"richtig", "falsch"}, {"wahr", "falsch"}, {"verdadero", "falso"}]
_INDICES = re.compile(r"\d{1,2}(?:\s*[,;&]\s*\d{1,2})*")
_EASY = {"easy", "leicht", "einfach", "facile", "facil", "debutant", "1", "low", "beginner"}
_HARD = {"hard", "schwer", "difficile", "dificil", "expert", "extrem", "experto", "3", "4", "5", "high", "difficult"}


@dataclass(slots=True)
class Asked:
    """A question ready for a pack."""

    line: int
    text: str
    answer: str
    choices: tuple[str, ...]
    accept: tuple[str, ...]
    prompt: tuple[str, ...]
    category: str
    difficulty: int
    explanation: str


def first_index(records: Iterable[Record]) -> int:
    """Whether the numbers that point at options count from 0 or from 1, over the whole file."""
    numbers = []
    for record in records:
        if record.options and record.key is not None and not _by_text(record):
            text = str(record.key).strip()
            if _INDICES.fullmatch(text):
                numbers += [(int(part), len(record.options)) for part in re.findall(r"\d+", text)]
    if any(number == 0 for number, _ in numbers):
        return 0
    if any(number >= count for number, count in numbers):
        return 1
    return 0 if all(isinstance(r.key, int) for r in records if r.options and r.key is not None) else 1


def _by_text(record: Record) -> bool:
    """Whether the key is an option word for word (a number may be a choice as well as a place)."""
    key = fold(str(record.key)).strip()
    return sum(fold(option).strip() == key for option in record.options) == 1


def resolve(record: Record, language: str, base: int) -> Iterator[Asked | Note]:
    """The question of a record, with a note on what was mended; or only a note when it cannot be asked.

    Args:
        record: as the file gave it.
        language: en, fr, de or es, for the words around gaps and statements.
        base: 0 or 1, where numbers that point at options begin.
    """

    def lost(reason: str) -> Note:
        return Note(record.line, reason, lost=True, text=clean(record.question)[:60])

    if _FORMULA.search(record.question):
        yield lost("it needs a formula")
        return
    if _MEDIA.search(record.question) or any(_MEDIA.search(option) for option in record.options):
        yield lost("it needs a picture or a sound")
        return
    text = clean(record.question)
    options = [clean(option) for option in record.options]
    mended: list[str] = []
    answer, others = _right(record, options, base)
    if not text:
        yield lost("there is no question")
        return
    if not answer:
        yield lost("its right answer cannot be told from the file")
        return
    if len(text) > MAX_QUESTION or len(answer) > MAX_ANSWER:
        yield lost(f"too long to be heard ({max(len(text), len(answer))} characters)")
        return
    if PICTURE[language].search(text):
        yield lost("it needs a picture or a sound")
        return
    truth = truth_of(answer) if record.truth or {_key(option) for option in options} in _TRUTHS else None
    if truth is not None:
        text, answer, choices = say_truth(text, truth, language)
        if len(text) <= MAX_QUESTION:
            yield _asked(record, text, answer, choices, (), ())
        return
    if ALL_OF_THESE.fullmatch(answer.strip(" .")):
        yield lost(f"its answer '{answer}' speaks of the other choices")
        return
    chosen = _choices(answer, others, options, mended)
    if not chosen and depends_on_choices(text, language):
        yield lost("it asks for one of a list that is not there")
        return
    text = say_gaps(text, language)
    accept = tuple(dict.fromkeys(alias for a in [*record.aliases, *others] if (alias := clean(a)) and alias != answer))
    prompt = tuple(dict.fromkeys(vague for a in record.vague if (vague := clean(a)) and vague not in (answer, *accept)))
    yield _asked(record, text, answer, chosen, accept, prompt)
    for what in mended:
        yield Note(record.line, what, text=text[:60])


def _asked(
    record: Record, text: str, answer: str, choices: tuple[str, ...], accept: tuple[str, ...], prompt: tuple[str, ...]
) -> Asked:
    explanation = clean(record.explanation)
    level = fold(record.difficulty).strip()
    difficulty = 1 if level in _EASY else 3 if level in _HARD else 2
    category = clean(record.category)[:80]
    return Asked(
        record.line, text, answer, choices, accept[:12], prompt[:12], category, difficulty,
        explanation if len(explanation) <= 1000 else "",
    )  # fmt: skip


def _right(record: Record, options: list[str], base: int) -> tuple[str, list[str]]:
    """The right answer and any others that are right too."""
    if record.answer:
        return clean(record.answer), []
    key = record.key
    if key is None:
        return "", []
    if _by_text(record):
        at = [fold(option).strip() for option in record.options].index(fold(str(key)).strip())
        return options[at], []
    if not isinstance(key, int):
        text = key.strip()
        # The letter of an option, or its first words; the cleaned text may match where the raw one did not.
        plain = fold(clean(text))
        same = [option for option in options if fold(option) == plain]
        if same:
            return same[0], []
        letter = text.strip("().: ").upper()
        if len(letter) == 1 and letter.isalpha():
            at = ord(letter) - ord("A")
            return (options[at], []) if at < len(options) else ("", [])
        named = re.fullmatch(r"(?:option|answer|choice|reponse|respuesta|antwort)\s*([a-h1-8])", fold(text))
        if named:
            text = named.group(1)
            if text.isalpha():
                at = ord(text) - ord("a")
                return (options[at], []) if at < len(options) else ("", [])
            base = 1
        if not _INDICES.fullmatch(text):
            # Not among the choices at all: the text itself is the answer.
            return clean(text), []
        places = [int(part) - base for part in re.findall(r"\d+", text)]
    else:
        places = [key - base]
    right = [options[at] for at in places if 0 <= at < len(options) and options[at]]
    return (right[0], right[1:]) if right else ("", [])


def _choices(answer: str, others: list[str], options: list[str], mended: list[str]) -> tuple[str, ...]:
    """The choices, the right one first; what had to be repaired is added to ``mended``."""
    if not options:
        return ()
    right = _key(answer)
    taken = {right, *map(_key, others)}
    kept = [answer]
    for option in options:
        key = _key(option)
        if not key or key in taken:
            continue
        if ALL_OF_THESE.fullmatch(option.strip(" .")):
            mended.append(f"the choice '{option}' taken out")
            continue
        taken.add(key)
        kept.append(option)
    keys = [key for option in options if (key := _key(option))]
    if right not in keys and len(keys) > 1:
        mended.append("the right answer was not among the choices")
    if len(set(keys)) < len(keys):
        mended.append("a choice stood there twice")
    return tuple(kept[:MAX_CHOICES]) if len(kept) > 1 else ()


def _key(text: str) -> str:
    return fold(text).strip(" .!?")
