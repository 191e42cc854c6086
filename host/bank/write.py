"""Writes packs as YAML: in blocks for people, or one card a line for large packs, which load many times faster."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from host.bank.pack import FORMAT, Pack, Question

LARGE = 1000
"""From so many questions on, each card is written as one line of JSON, which is YAML too."""
_ODD = {code: f"\\u{code:04x}" for code in (0x7F, 0x85, 0x2028, 0x2029, 0xFEFF, *range(0x80, 0xA0))}


def quoted(value: Any) -> str:
    """A value as JSON that YAML reads in the same way."""
    return json.dumps(value, ensure_ascii=False).translate(_ODD)


def header_of(pack: Pack) -> dict[str, Any]:
    """The header keys of a pack, without empty ones."""
    header = {
        "format": FORMAT, "id": pack.id, "title": pack.title, "edition": pack.edition, "language": pack.language,
        "deck": pack.deck, "author": pack.author, "licence": pack.licence, "attribution": pack.attribution,
        "notes": list(pack.notes),
    }  # fmt: skip
    return {key: value for key, value in header.items() if value not in ("", [])}


def question_data(question: Question) -> dict[str, Any]:
    """The keys of a question, without those that hold what they would hold anyway."""
    judge = {
        key: list(value) if isinstance(value, tuple) else value
        for key, value in asdict(question.judge).items()
        if value not in ("", (), False)
    }
    data: dict[str, Any] = {"question": question.text, "answer": question.answer}
    if judge:
        data["judge"] = judge
    if question.choices:
        data["choices"] = list(question.choices)
    if question.explanation:
        data["explanation"] = question.explanation
    if question.difficulty != 2:
        data["difficulty"] = question.difficulty
    for key in ("age", "source"):
        if getattr(question, key):
            data[key] = getattr(question, key)
    if question.allow:
        data["allow"] = list(question.allow)
    return data


def pack_data(pack: Pack) -> dict[str, Any]:
    """A pack as plain data in the pack format."""
    cards: dict[str, dict[str, Any]] = {}
    for question in pack.questions:
        cards.setdefault(question.card, {})[question.category] = question_data(question)
    listed = [{"id": card, "questions": questions} for card, questions in cards.items()]
    return {**header_of(pack), "cards": listed}


def lines_of(header: Mapping[str, Any], cards: Iterable[Mapping[str, Any]], *, large: bool) -> Iterator[str]:
    """The lines of a pack file, each with its line end."""
    for key, value in header.items():
        yield f"{key}: {quoted(value)}\n"
    yield "cards:\n"
    for card in cards:
        if large:
            yield f"- {quoted(card)}\n"
            continue
        yield f"- id: {quoted(card['id'])}\n  questions:\n"
        for category, question in card["questions"].items():
            yield f"    {category if str(category).isidentifier() else quoted(category)}:\n"
            yield from _block(question, "      ")


def _block(data: Mapping[str, Any], indent: str) -> Iterator[str]:
    for key, value in data.items():
        if isinstance(value, Mapping):
            yield f"{indent}{key}:\n"
            yield from _block(value, indent + "  ")
        elif isinstance(value, Sequence) and not isinstance(value, str):
            yield f"{indent}{key}: [{', '.join(quoted(item) for item in value)}]\n"
        else:
            yield f"{indent}{key}: {quoted(value)}\n"


def pack_text(pack: Pack) -> str:
    """The whole file of a pack."""
    data = pack_data(pack)
    cards = data.pop("cards")
    return "".join(lines_of(data, cards, large=len(pack.questions) >= LARGE))
