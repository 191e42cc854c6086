"""The question pack format: questions/*.yaml, checked by pydantic, turned into frozen Questions.

YAML reads unquoted ``no``, ``1969`` or ``12:30`` as something other than text, so every text field is strict:
an answer that is not a string is refused with the advice to quote it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal

import pydantic
import yaml

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
    path: str = field(default="", compare=False)

    def of(self, category: str) -> Iterator[Question]:
        """The questions of one category, in card order."""
        return (q for q in self.questions if q.category == category)


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


class CardModel(_Strict):
    """One card: a question for each category of the edition."""

    id: Text
    questions: Annotated[dict[Text, QuestionModel], pydantic.Field(min_length=1)]


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
    cards: Annotated[tuple[CardModel, ...], pydantic.Field(min_length=1)]


def load_pack(path: Path) -> Pack:
    """Reads and checks one pack file.

    Raises:
        PackError: the file is missing, is not YAML, or breaks the format; the message names file and field.
    """
    try:
        data = yaml.safe_load(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise PackError(f"cannot read the pack ({error.strerror})", where=str(path)) from error
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise PackError(f"not valid YAML ({' '.join(str(error).split())})", where=str(path)) from error
    return pack_from_data(data, path=str(path))


def pack_from_data(data: Any, *, path: str = "") -> Pack:
    """Checks plain data against the format and builds the Pack; raises PackError."""
    try:
        model = PackModel.model_validate(data)
    except pydantic.ValidationError as error:
        first = error.errors()[0]
        key = ".".join(str(part) for part in first["loc"])
        hint = " (put it in quotes)" if first["type"] == "string_type" else ""
        raise PackError(f"{key or 'the file'}: {first['msg']}{hint}", where=path) from error
    return Pack(
        id=model.id,
        title=model.title,
        edition=model.edition,
        language=model.language,
        author=model.author,
        licence=model.licence,
        deck=model.deck,
        attribution=model.attribution,
        path=path,
        questions=tuple(
            _question(model, card, category, question)
            for card in model.cards
            for category, question in card.questions.items()
        ),
    )


def _question(pack: PackModel, card: CardModel, category: str, model: QuestionModel) -> Question:
    return Question(
        id=f"{pack.id}/{card.id}/{category}",
        pack=pack.id,
        card=card.id,
        deck=pack.deck,
        category=category,
        language=pack.language,
        text=model.question,
        answer=model.answer,
        judge=JudgeFields(**model.judge.model_dump()),
        choices=model.choices,
        explanation=model.explanation,
        difficulty=model.difficulty,
        age=model.age,
        source=model.source,
    )
