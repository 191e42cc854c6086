"""Names that people give to the columns and keys of a quiz, in four languages, and what they mean."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from host.bank.importers.model import Record
from host.bank.words import fold

_MEANINGS: dict[str, str] = {
    "question": "question questions questiontext q text stem prompt clue pregunta frage fragetext enonce intitule",
    "answer": "correctanswer correctanswers correctoption correctchoice correctresponse correct rightanswer right "
    "answer "
    "solution key a1 respuesta respuestacorrecta correcta reponse reponsecorrecta bonnereponse juste antwort "
    "richtigeantwort richtig loesung losung correctindex correctanswerindex answerindex back respuestascorrectas "
    "answerkey",
    "wrong": "incorrectanswers incorrectanswer incorrect wronganswers wrong wronganswer distractors distractor "
    "incorrecta incorrectas falsch falscheantwort falscheantworten fausse faussereponse mauvaisereponse mauvaise falsa",
    "options": "options option answers choices choice propositions proposition opciones opcion antworten "
    "antwortmoeglichkeiten reponses respuestas possibleanswers alternatives alternativas optiontext",
    "aliases": "accept accepted aliases alias alsoaccepted acceptedanswers altanswers otheranswers",
    "category": "category categoria kategorie categorie theme thema tema topic subject round categoryid categoryname "
    "matiere fach asignatura",
    "difficulty": "difficulty difficulte schwierigkeit schwierigkeitsgrad dificultad level niveau nivel value",
    "explanation": "explanation anecdote fakt fact funfact info information erklarung explicacion explication feedback "
    "comment note anekdote rationale answerexplanation",
    "media": "image imagelink imageurl picture photo audio sound video media bild",
    "language": "lang language langue sprache idioma",
    "type": "type typ tipo questiontype",
}
_BY_NAME = {name: meaning for meaning, names in _MEANINGS.items() for name in names.split()}
_PLAIN = re.compile(r"[^a-z0-9]")
_TAIL = re.compile(r"\s*[-–—(:].*$", re.DOTALL)
_NUMBERED = re.compile(r"^(.*?)[ _-]?([1-9]|[a-hA-H])$")


@lru_cache(maxsize=500)
def meaning(name: str) -> tuple[str, str]:
    """What a column or key means, and its number or letter where it has one.

    ``Answer 2 - max 75 characters`` -> ("options", "2"); an unknown name -> ("", "").
    """
    if re.fullmatch(r"\w+\s*#", name.strip()):
        return "", ""
    short = _TAIL.sub("", name.strip()) or name.strip()
    plain = _PLAIN.sub("", fold(short))
    if plain in _BY_NAME:
        return _BY_NAME[plain], ""
    numbered = _NUMBERED.match(short)
    if numbered:
        stem, which = _PLAIN.sub("", fold(numbered.group(1))), numbered.group(2).lower()
        if stem in ("", "answer", "antwort", "respuesta", "reponse") or _BY_NAME.get(stem) == "options":
            return "options", which
        if _BY_NAME.get(stem) == "wrong":
            return "wrong", which
    if plain.startswith(("correctanswer", "rightanswer")):
        return "answer", ""
    return "", ""


def record_of(data: Mapping[str, Any], line: int, category: str = "") -> Record | None:
    """The record of one object with any of the known names; None when it has no question or no answer at all."""
    found: dict[str, Any] = {}
    options: list[str] = []
    wrong: list[str] = []
    for name, value in data.items():
        what, which = meaning(name)
        if not what or value is None:
            continue
        if what == "wrong":
            wrong += texts(value)
        elif what == "options" and which:
            options += texts(value)
        elif what == "options" and isinstance(value, Mapping):
            options += texts(list(value.values()))
            found.setdefault("letters", list(value))
        elif what == "options":
            right = [entry for entry in value if _flagged(entry)] if isinstance(value, list) else []
            if right:
                found["answer"] = texts(right)
            options += texts(value)
        elif what not in found:
            found[what] = value
    question = found.get("question")
    if not isinstance(question, str) or not question.strip():
        return None
    record = Record(line, question, category=_one(found.get("category")) or category)
    record.difficulty = _one(found.get("difficulty"))
    record.explanation = _one(found.get("explanation"))
    record.language = _one(found.get("language"))
    record.aliases = texts(found.get("aliases"))
    answer = found.get("answer")
    if isinstance(answer, list):
        rights = [a if isinstance(a, bool | int) else text for a, text in zip(answer, texts(answer), strict=False)]
        answer = rights[0] if rights else None
        record.aliases += [str(right) for right in rights[1:]]
    record.options = options
    if wrong:
        record.answer = _one(answer)
        record.options = [record.answer, *wrong] if record.answer else []
    elif options:
        record.key = answer if isinstance(answer, str | int) and not isinstance(answer, bool) else None
        letters = found.get("letters")
        if letters and isinstance(record.key, str) and record.key in letters:
            place = letters.index(record.key)
            record.answer = options[place] if place < len(options) else ""
        if isinstance(answer, bool):
            record.answer, record.truth = str(answer), True
    else:
        record.answer = _one(answer)
        record.truth = isinstance(answer, bool)
    kind = _one(found.get("type")).lower()
    record.truth = record.truth or kind in ("boolean", "truefalse", "true/false", "true-false", "bool", "tf")
    if not record.answer and record.key is None:
        return None
    return record


def has_media(data: Mapping[str, Any]) -> bool:
    """Whether the object comes with a picture or a sound."""
    return any(value and meaning(str(name))[0] == "media" for name, value in data.items())


def texts(value: Any) -> list[str]:
    """A value as texts: a list's items, an object's ``text``, numbers as they are written."""
    if value is None:
        return []
    if isinstance(value, list | tuple):
        return [text for item in value for text in texts(item)[:1]]
    if isinstance(value, Mapping):
        for name in ("text", "answer", "option", "value", "label", "texto", "title", "content"):
            if isinstance(value.get(name), str | int | float):
                return [str(value[name])]
        return []
    if isinstance(value, float) and value.is_integer():
        return [str(int(value))]
    return [str(value)]


def _one(value: Any) -> str:
    found = texts(value)
    return found[0] if found else ""


def _flagged(entry: Any) -> bool:
    """Whether an option carries its own "this one is right"."""
    if not isinstance(entry, Mapping):
        return False
    names: Iterable[str] = ("isCorrect", "correct", "is_correct", "right", "correcta", "richtig", "isRight")
    return any(entry.get(name) is True for name in names)
