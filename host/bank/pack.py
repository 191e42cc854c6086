"""The question pack format: questions/*.yaml, checked by pydantic, turned into frozen Questions.

YAML reads unquoted ``no``, ``1969`` or ``12:30`` as something other than text, so every text field is strict:
an answer that is not a string is refused with the advice to quote it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any, Literal

import pydantic

from host.bank.reader import MAX_BYTES, line_of, read_yaml, split_cards
from host.bank.speakable import harmless
from host.errors import PackError

FORMAT = 1
KINDS = ("person", "place", "number", "year", "date", "quantity", "title", "list", "pair", "word")
Language = Literal["en", "fr", "de", "es"]


@dataclass(frozen=True, slots=True)
class JudgeFields:
    """What the card's author says about judging; empty fields are inferred by host.judging.record."""

    kind: str = ""
    """One of KINDS, or empty: infer it."""
    required: str = ""
    """The part of the answer that must be given (the "underline"); empty: infer it from the kind."""
    accept: tuple[str, ...] = ()
    """Other right answers (aliases), each complete in itself."""
    prompt: tuple[str, ...] = ()
    """Answers that are right but too vague: ask for more."""
    reject: tuple[str, ...] = ()
    """Answers that are wrong however near they sound; matched exactly and first."""
    optional: tuple[str, ...] = ()
    """Words of the answer that may be missing."""
    unit: str = ""
    """Unit of a quantity, as written on the card."""
    ordered: bool = False
    """List answers: the order counts."""
    neighbours: tuple[str, ...] = ()
    """Known other things of the same kind that must not be taken for this answer."""
    say: tuple[str, ...] = ()
    """Respellings as it is said in the pack's language ("show-pan"), for the voice and the ear."""


@dataclass(frozen=True, slots=True)
class Question:
    """One question with its answer, as it is asked. Immutable."""

    id: str
    """``<pack id>/<card id>/<category>``, stable across evenings."""
    pack: str
    card: str
    deck: str
    """``main``, or the age deck ``adult`` / ``young``."""
    category: str
    """Colour of the category, or ``quiz`` in Switzergame."""
    language: str
    text: str
    answer: str
    """The card's answer as it is read out."""
    judge: JudgeFields = JudgeFields()
    choices: tuple[str, ...] = ()
    """Multiple choice: all choices, the right one first. Empty: free answer."""
    explanation: str = ""
    difficulty: int = 2
    """1 easy, 2 middling, 3 hard."""
    age: str = ""
    """Age band, e.g. ``8+``; empty: everyone."""
    source: str = ""
    allow: tuple[str, ...] = ()
    """Codes of ``packs lint`` that do not apply to this question, e.g. ``dated``."""


@dataclass(frozen=True, slots=True)
class Pack:
    """A loaded pack: header and questions, in card order."""

    id: str
    title: str
    edition: str
    """Ruleset id it was written for, or ``any``."""
    language: str
    author: str
    licence: str
    deck: str
    questions: tuple[Question, ...] = ()
    attribution: str = ""
    """Who must be named, as one speakable sentence; empty: author and licence say it all."""
    notes: tuple[str, ...] = ()
    """Warnings that travel with the pack, e.g. ``machine-translated``."""
    path: str = field(default="", compare=False)

    def of(self, category: str) -> Iterator[Question]:
        """The questions of one category, in card order."""
        return (q for q in self.questions if q.category == category)


Category = Annotated[str, pydantic.StringConstraints(strict=True, pattern=r"^[a-z][a-z0-9_-]{0,39}$")]
Text = Annotated[str, pydantic.StringConstraints(strict=True, strip_whitespace=True, min_length=1, max_length=1000)]


class _Strict(pydantic.BaseModel):
    model_config = pydantic.ConfigDict(extra="forbid", frozen=True)


class JudgeModel(_Strict):
    """The ``judge:`` block of a question."""

    kind: Literal["", "person", "place", "number", "year", "date", "quantity", "title", "list", "pair", "word"] = ""
    required: Annotated[str, pydantic.Strict()] = ""
    accept: tuple[Text, ...] = ()
    prompt: tuple[Text, ...] = ()
    reject: tuple[Text, ...] = ()
    optional: tuple[Text, ...] = ()
    unit: Annotated[str, pydantic.Strict()] = ""
    ordered: bool = False
    neighbours: tuple[Text, ...] = ()
    say: tuple[Text, ...] = ()


class QuestionModel(_Strict):
    """One question of a card."""

    question: Text
    answer: Text
    judge: JudgeModel = JudgeModel()
    choices: tuple[Text, ...] = ()
    explanation: Annotated[str, pydantic.Strict()] = ""
    difficulty: Annotated[int, pydantic.Field(ge=1, le=3)] = 2
    age: Annotated[str, pydantic.Strict()] = ""
    source: Annotated[str, pydantic.Strict()] = ""
    allow: tuple[Text, ...] = ()


class CardModel(_Strict):
    """One card: a question for each category of the edition."""

    id: Annotated[str, pydantic.StringConstraints(strict=True, pattern=r"^[\w.-]{1,40}$")]
    questions: Annotated[dict[Category, QuestionModel], pydantic.Field(min_length=1)]


class PackModel(_Strict):
    """A whole pack file."""

    format: Literal[1]
    id: Annotated[str, pydantic.StringConstraints(strict=True, pattern=r"^[a-z0-9][a-z0-9-]*$")]
    title: Text
    edition: Text
    language: Language
    deck: Literal["main", "adult", "young"] = "main"
    author: Text
    licence: Text
    attribution: Annotated[str, pydantic.Strict()] = ""
    notes: tuple[Text, ...] = ()
    cards: Annotated[tuple[CardModel, ...], pydantic.Field(min_length=1)]


@dataclass(frozen=True, slots=True)
class Fault:
    """One breach of the format."""

    key: str
    """Where in the data, e.g. ``cards.3.questions.blue.answer``; empty: the file as a whole."""
    what: str
    line: int = 0
    """Line in the file, from 1; 0 when there is no text."""


_MEANING = {
    "string_type": "must be text (put it in quotes)",
    "missing": "is missing",
    "extra_forbidden": "is not a known key",
    "string_too_short": "is empty",
    "string_too_long": "is longer than {max_length} characters",
    "string_pattern_mismatch": "may hold only small letters, digits and hyphens",
    "literal_error": "must be {expected}",
    "model_type": "must be a block of keys",
    "dict_type": "must be a block of keys",
    "tuple_type": "must be a list",
    "int_type": "must be a whole number",
    "greater_than_equal": "must be at least {ge}",
    "less_than_equal": "must be at most {le}",
    "too_short": "is empty",
}


def check(data: Any, text: str = "") -> tuple[PackModel | None, list[Fault]]:
    """Plain data against the format: the model, or every fault found, with lines when the file's text is given."""
    try:
        return PackModel.model_validate(data), []
    except pydantic.ValidationError as error:
        details = error.errors()
        # A list whose items are all faulty counts as empty too, which says nothing; a mistyped key says more than
        # the key that is therefore missing.
        inside = {detail["loc"][:depth] for detail in details for depth in range(len(detail["loc"]))}
        details = [d for d in details if not (d["type"] == "too_short" and d["loc"] in inside)]
        details.sort(key=lambda detail: detail["type"] == "missing")
        found = []
        for detail in details[:50]:
            meaning = _MEANING.get(detail["type"], detail["msg"])
            what = meaning.format(**detail["ctx"]) if "ctx" in detail else meaning
            path = tuple(part for part in detail["loc"] if part != "[key]")
            line = line_of(text, path) if text else 0
            found.append(Fault(".".join(map(str, path)), what, line))
        return None, found


def read_text(path: Path) -> str:
    """The text of a pack file; raises PackError when it is missing, too large or not UTF-8."""
    try:
        if path.stat().st_size > MAX_BYTES:
            raise PackError(f"larger than {MAX_BYTES // 1024 // 1024} MB", where=str(path), todo="Split the pack")
        return path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise PackError(f"cannot read the pack ({error.strerror})", where=str(path)) from error
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise PackError("not UTF-8 text", where=f"{path}:{line}", todo="Save the file as UTF-8") from error


def load_pack(path: Path) -> Pack:
    """Reads and checks one pack file.

    Raises:
        PackError: the file is missing, is not YAML, or breaks the format; the message names file, line and key.
    """
    text = read_text(path)
    pack = _in_portions(text, str(path))
    return pack or pack_from_data(read_yaml(text, where=str(path)), path=str(path), text=text)


_PORTION = 1000


def _in_portions(text: str, path: str) -> Pack | None:
    """A pack with one card a line, checked a thousand cards at a time, which keeps the memory for 50,000 questions
    small; None when it is written otherwise or has a fault, which the slower way then names."""
    split = split_cards(text)
    if split is None:
        return None
    header, cards = split
    packs = []
    for at in range(0, len(cards), _PORTION):
        try:
            portion = [json.loads(card) for card in cards[at : at + _PORTION]]
            packs.append(build(PackModel.model_validate({**header, "cards": portion}), path))
        except (ValueError, RecursionError, PackError):
            return None
    return replace(packs[0], questions=tuple(q for pack in packs for q in pack.questions)) if packs else None


def pack_from_data(data: Any, *, path: str = "", text: str = "") -> Pack:
    """Checks plain data against the format and builds the Pack; raises PackError."""
    model, faults = check(data, text)
    if model is None:
        first, more = faults[0], len(faults) - 1
        what = f"{first.key or 'the file'}: {first.what}" + (f" (and {more} more)" if more else "")
        raise PackError(what, where=f"{path}:{first.line}" if first.line else path)
    return build(model, path)


def build(model: PackModel, path: str = "", *, as_written: bool = False) -> Pack:
    """The Pack of a checked model.

    Everything that will be printed or spoken is made harmless on the way: a pack may come from anybody.

    Args:
        as_written: leave the texts alone; for ``packs lint``, which says what is wrong with them.

    Raises:
        PackError: nothing is left of a question or answer once it is harmless.
    """
    plain = str if as_written else harmless
    pack = Pack(
        id=model.id,
        title=plain(model.title),
        edition=model.edition,
        language=model.language,
        author=plain(model.author),
        licence=plain(model.licence),
        deck=model.deck,
        attribution=plain(model.attribution),
        notes=tuple(map(plain, model.notes)),
        path=path,
        questions=tuple(
            _question(model, card, category, question, plain)
            for card in model.cards
            for category, question in card.questions.items()
        ),
    )
    empty = next((q.id for q in pack.questions if not (q.text and q.answer)), "")
    if empty:
        raise PackError(f"{empty}: its question or answer holds nothing that can be said", where=path)
    return pack


_NO_JUDGE = JudgeFields()


def _question(
    pack: PackModel, card: CardModel, category: str, model: QuestionModel, plain: Callable[[str], str]
) -> Question:
    judge = _NO_JUDGE
    # Most imported questions say nothing about judging: they share one object, which loads much faster.
    if model.judge.model_fields_set:
        said: dict[str, Any] = model.judge.model_dump()
        for key, value in said.items():
            said[key] = tuple(map(plain, value)) if isinstance(value, tuple) else value
        judge = JudgeFields(**said)
    return Question(
        id=f"{pack.id}/{card.id}/{category}",
        pack=pack.id,
        card=card.id,
        deck=pack.deck,
        category=category,
        language=pack.language,
        text=plain(model.question),
        answer=plain(model.answer),
        judge=judge,
        choices=tuple(map(plain, model.choices)),
        explanation=plain(model.explanation),
        difficulty=model.difficulty,
        age=model.age,
        source=plain(model.source),
        allow=model.allow,
    )
