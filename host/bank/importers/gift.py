"""Moodle's GIFT format: every question type that can be asked aloud."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from host.bank.importers.model import Item, Note, Record

_ESCAPED = re.compile(r"\\([~=#{}:\\])")
_HELD = {char: chr(0xE000 + at) for at, char in enumerate("~=#{}:\\")}
"""Escaped signs wait as private-use characters while the text is taken apart."""
_BACK = {held: char for char, held in _HELD.items()}
_TITLE = re.compile(r"\s*::(.*?)::", re.DOTALL)
_MARKUP = re.compile(r"^\s*\[(html|markdown|plain|moodle)\]", re.IGNORECASE)
_CATEGORY = re.compile(r"\s*\$CATEGORY:\s*(.*)", re.IGNORECASE)
_ANSWER = re.compile(r"([=~])\s*(?:%(-?\d+(?:\.\d+)?)%)?([^=~]*)")
_TRUTH = re.compile(r"\s*(T|TRUE|F|FALSE)\s*(?:#.*)?", re.IGNORECASE | re.DOTALL)
_NUMBER = re.compile(r"-?\d+(?:[.,]\d+)?")
_PAIR = re.compile(r"(.*?)->(.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class _Choice:
    right: bool
    weight: float
    text: str


def read_gift(text: str, name: str) -> Iterator[Item]:
    """Questions between blank lines; comments, titles, categories, escapes, feedback and weights are understood."""
    category = ""
    for line, block in _blocks(text):
        found = _CATEGORY.match(block)
        if found:
            category = _plain(found.group(1).strip().rsplit("/", 1)[-1])
            block = block[found.end() :]
            if not block.strip():
                continue
        yield from _question(line, block, category)


def _blocks(text: str) -> Iterator[tuple[int, str]]:
    """(line, question) without comments; a blank line ends a question only outside its braces."""
    start, held, depth = 0, list[str](), 0
    for number, line in enumerate(text.split("\n"), 1):
        if line.lstrip().startswith("//"):
            continue
        safe = _ESCAPED.sub(lambda m: _HELD[m.group(1)], line[:20_000])
        if not safe.strip() and depth <= 0:
            if held:
                yield start, "\n".join(held)
            held, depth = [], 0
            continue
        # A brace left open must not swallow the rest of the file: a new title or a very long block ends it.
        if held and depth > 0 and (safe.lstrip().startswith("::") or number - start > 200):
            yield start, "\n".join(held)
            held, depth = [], 0
        if not held:
            start = number
        held.append(safe)
        depth += safe.count("{") - safe.count("}")
    if held:
        yield start, "\n".join(held)


def _plain(text: str) -> str:
    text = "".join(_BACK.get(char, char) for char in text.replace("\\n", " "))
    return " ".join(text.split())


def _question(line: int, block: str, category: str) -> Iterator[Item]:
    title = _TITLE.match(block)
    if title:
        block = block[title.end() :]
    block = _MARKUP.sub("", block)
    opening, closing = block.find("{"), block.rfind("}")
    stem = _plain(block if opening < 0 else block[:opening])
    if opening < 0:
        yield Note(line, "a description without an answer", lost=True, text=stem)
        return
    if closing < opening:
        yield Note(line, "its brace { is not closed", lost=True, text=stem)
        return
    inside, tail = block[opening + 1 : closing], _plain(block[closing + 1 :])
    if "{" in inside or "}" in inside:
        yield Note(line, "more than one pair of braces", lost=True, text=stem)
        return
    gap = bool(re.search(r"\w", tail))
    record = Record(line, f"{stem} _____ {tail}" if gap else stem, category=category)
    inside, _, general = inside.partition("####")
    record.explanation = _plain(general)
    if not stem and not gap:
        yield Note(line, "there is no question before the brace", lost=True)
    elif not inside.strip():
        yield Note(line, "an essay, which nobody can judge", lost=True, text=stem)
    elif truth := _TRUTH.fullmatch(inside):
        record.truth, record.answer = True, "true" if truth.group(1)[0] in "Tt" else "false"
        yield record
    elif inside.lstrip().startswith("#"):
        yield _numeric(record, inside.lstrip()[1:])
    else:
        yield from _choices(record, inside)


def _numeric(record: Record, inside: str) -> Item:
    """``#1822:5``, ``#1..5`` or several weighted ``=1822:0``: the exact number is the answer, tolerance is dropped."""
    exact = [(weight or "100", body) for _, weight, body in _ANSWER.findall(inside)] or [("100", inside)]
    best = max(exact, key=lambda pair: float(pair[0]))[1].partition("#")[0].strip()
    number = _NUMBER.match(best)
    if ".." in best or number is None:
        return Note(record.line, "its answer is a range of numbers", lost=True, text=record.question)
    record.answer = number.group()
    return record


def _choices(record: Record, inside: str) -> Iterator[Item]:
    choices = []
    for sign, weight, body in _ANSWER.findall(inside):
        body, _, _ = body.partition("#")
        value = float(weight) if weight else 100.0 if sign == "=" else 0.0
        # A star stands for any further letters; alone it means every other answer.
        choices.append(_Choice(sign == "=", value, _plain(body).strip("*")))
    choices = [choice for choice in choices if choice.text]
    pairs = [_PAIR.fullmatch(choice.text) for choice in choices if choice.right]
    if pairs and all(pairs) and len(pairs) == len(choices):
        yield from _matching(record, [(p.group(1).strip(), p.group(2).strip()) for p in pairs if p])
        return
    right = sorted((c for c in choices if c.right), key=lambda c: -c.weight)
    if not choices:
        yield Note(record.line, "no answer between its braces", lost=True, text=record.question)
        return
    if not right:
        good = [c for c in choices if c.weight > 0]
        if len(good) != 1:
            yield Note(record.line, "several choices are right together", lost=True, text=record.question)
            return
        right = good
    record.answer = right[0].text
    if all(choice.right for choice in choices):
        record.aliases = [c.text for c in right[1:] if c.weight >= 50]
        record.vague = [c.text for c in right[1:] if 0 < c.weight < 50]
    else:
        record.options = [c.text for c in choices if c is right[0] or not c.right]
        record.aliases = [c.text for c in right[1:]]
    yield record


def _matching(record: Record, pairs: list[tuple[str, str]]) -> Iterator[Item]:
    """Each pair becomes a question of its own, with the other partners as choices."""
    stem = record.question.rstrip(" .:")
    partners = list(dict.fromkeys(partner for _, partner in pairs if partner))
    for left, partner in pairs:
        if not left or not partner:
            continue
        choices = [partner, *(other for other in partners if other != partner)]
        yield Record(record.line, f"{stem}: {left}?", answer=partner, options=choices, category=record.category)
    if not any(left and partner for left, partner in pairs):
        yield Note(record.line, "no pair to match", lost=True, text=stem)
