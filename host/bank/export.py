"""Packs to formats that other quiz programs read. Licence and attribution go with every one of them."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable

from host.bank.pack import Pack, Question
from host.bank.write import pack_text

_COLUMNS = 5


def credit(pack: Pack) -> str:
    """Title, author and licence in one line."""
    named = pack.attribution or pack.author
    return f"{pack.title}, by {named}, licence {pack.licence}"


def to_csv(pack: Pack) -> str:
    """A table that ``packs import`` and spreadsheets read; the licence stands in the last columns of each row."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    wrong = [f"wrong {n}" for n in range(1, _COLUMNS + 1)]
    writer.writerow(
        ["category", "question", "correct answer", *wrong, "accept", "difficulty", "explanation", "language", "credit"]
    )
    for q in pack.questions:
        others = [*q.choices[1 : _COLUMNS + 1]]
        others += [""] * (_COLUMNS - len(others))
        accept = "; ".join(a for a in q.judge.accept if ";" not in a)
        writer.writerow(
            [q.category, q.text, q.answer, *others, accept, q.difficulty, q.explanation, q.language, credit(pack)]
        )
    return out.getvalue()


def to_anki(pack: Pack) -> str:
    """Anki notes: front, back, tags; the explanation follows the answer on a line of its own."""
    lines = ["#separator:tab", "#html:true", "#tags column:3", f"#deck:{_one_line(pack.title)}"]
    lines.append(f"#comment:{_one_line(credit(pack))}")
    for q in pack.questions:
        back = f"{_html(q.answer)}<br>{_html(q.explanation)}" if q.explanation else _html(q.answer)
        lines.append(f"{_html(q.text)}\t{back}\t{q.category}")
    return "\n".join(lines) + "\n"


def to_gift(pack: Pack) -> str:
    """Moodle's GIFT: choices where there are any, else short answers with every alias."""
    parts = [f"// {_one_line(credit(pack))}\n"]
    for category in dict.fromkeys(q.category for q in pack.questions):
        parts.append(f"$CATEGORY: {_gift(pack.title)}/{category}\n")
        for q in pack.of(category):
            parts.append(f"::{_gift(q.id)}::{_gift(q.text)} {{\n{_gift_answers(q)}}}\n")
    return "\n".join(parts)


def _gift_answers(q: Question) -> str:
    if q.choices:
        rows = [f"={_gift(q.answer)}", *(f"~{_gift(choice)}" for choice in q.choices[1:])]
    else:
        rows = [f"={_gift(text)}" for text in (q.answer, *q.judge.accept)]
    if q.explanation:
        rows.append(f"####{_gift(q.explanation)}")
    return "".join(f"\t{row}\n" for row in rows)


def to_json(pack: Pack) -> str:
    """The shape of Open Trivia DB's answers, with licence and attribution beside them."""
    results = [
        {
            "category": q.category,
            "type": "multiple" if q.choices else "free",
            "difficulty": {1: "easy", 2: "medium", 3: "hard"}[q.difficulty],
            "question": q.text,
            "correct_answer": q.answer,
            "incorrect_answers": list(q.choices[1:]),
            "accept": list(q.judge.accept),
            "explanation": q.explanation,
        }
        for q in pack.questions
    ]
    document = {
        "response_code": 0,
        "title": pack.title,
        "language": pack.language,
        "author": pack.author,
        "licence": pack.licence,
        "attribution": pack.attribution,
        "results": results,
    }
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _html(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _gift(text: str) -> str:
    return re.sub(r"([~=#{}:\\])", r"\\\1", _one_line(text))


EXPORTS: dict[str, Callable[[Pack], str]] = {
    "yaml": pack_text,
    "csv": to_csv,
    "anki": to_anki,
    "gift": to_gift,
    "json": to_json,
}
"""Format name -> writer."""
