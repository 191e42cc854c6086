"""Checks on the text of one question: can it be heard, understood and answered without seeing it?"""

from __future__ import annotations

import re
from collections.abc import Iterator

from host.bank.lint.patterns import ASKING, BLANK, DATED, OR, ORDER, PICTURE, SIGNS
from host.bank.pack import Question
from host.bank.speakable import is_speakable
from host.bank.wording import depends_on_choices
from host.bank.words import content_words, fold, words

MAX_WORDS = 30
MAX_CHARACTERS = 200
MAX_ANSWER_WORDS = 7
MAX_EXPLANATION_WORDS = 40
_SENTENCE_END = re.compile(r"[.!?…][»”\"']?\s+[«“\"'¿¡]?[^\W\d_a-zà-ÿ]")
_PAIRS = (("(", ")"), ("«", "»"), ("“", "”"), ("„", "“"))
_SPACES = re.compile(r"\s{2,}|\s[,.](?!\.)|\(\s|\s\)|[,;](?=[^\W\d_])")
Found = Iterator[tuple[str, str]]
"""(code, message)."""


def check_wording(question: Question) -> Found:
    """Every fault in the wording of the question, its answer and its explanation."""
    yield from _length(question)
    yield from _needs_eyes(question)
    yield from _speech(question)
    yield from _given_away(question)
    dated = DATED[question.language].search(question.text) or DATED[question.language].search(question.explanation)
    if dated:
        yield "dated", f"'{dated.group()}' ties it to a moment"


def _length(question: Question) -> Found:
    count = len(words(question.text))
    if count > MAX_WORDS or len(question.text) > MAX_CHARACTERS:
        yield "long-question", f"{count} words, {len(question.text)} characters"
    limit = MAX_ANSWER_WORDS * (2 if question.judge.kind in ("list", "title") else 1)
    if len(words(question.answer)) > limit:
        yield "long-answer", f"'{question.answer}' has {len(words(question.answer))} words"
    sentences = len(_SENTENCE_END.findall(question.explanation)) + 1
    count = len(words(question.explanation))
    if count > MAX_EXPLANATION_WORDS or (sentences > 2 and count > MAX_WORDS):
        yield "long-explanation", f"{count} words in {sentences} sentences"


def _needs_eyes(question: Question) -> Found:
    if not question.choices and depends_on_choices(question.text, question.language):
        yield "needs-choices", "it asks for one of a list, but there is no list"
    picture = PICTURE[question.language].search(question.text)
    if picture:
        yield "picture", f"'{picture.group()}' points at something to see"
    blank = BLANK.search(question.text)
    if blank:
        yield "blank", f"'{blank.group()}' cannot be heard"


def _speech(question: Question) -> Found:
    language = question.language
    texts = [("question", question.text), ("answer", question.answer), ("explanation", question.explanation)]
    texts += [("choice", choice) for choice in question.choices]
    for name, text in texts:
        odd = sorted({char for char in text if not _sayable(char)})
        if not is_speakable(text):
            yield "unspeakable", f"the {name} holds markup, an address or control characters: {text[:60]!r}"
        elif odd:
            signs = " ".join(f"{char} (U+{ord(char):04X})" for char in odd[:4])
            yield "unspeakable", f"the {name} holds {signs}, which cannot be read aloud"
        wrong = _SPACES.search(text)
        if wrong and not (language == "fr" and wrong.group().strip() in {"?", "!", ":", ";"}):
            yield (
                "typography",
                f"the {name} has a stray space or lacks one at '{text[max(0, wrong.start() - 8) :][:20]}'",
            )
        elif any(text.count(a) != text.count(b) for a, b in _pairs(text)):
            yield "typography", f"a bracket or quotation mark of the {name} is not closed"
    if "?" in question.text:
        if language == "es" and "¿" not in question.text:
            yield "typography", "a Spanish question begins with ¿"
    elif not ORDER[language].search(question.text.strip('«“„"¿¡ ')):
        yield "not-a-question", "it has no question mark and no order such as 'name …'"


def _pairs(text: str) -> Iterator[tuple[str, str]]:
    """The pairs that this text uses; “ closes a German „ but opens an English quotation."""
    for a, b in _PAIRS:
        if not (a == "“" and "„" in text) and not (a == "„" and "„" not in text):
            yield a, b


def _sayable(char: str) -> bool:
    """Latin letters, digits, and the signs of a sentence."""
    return char in SIGNS or (char.isascii() and char.isalnum()) or "\u00aa" <= char <= "\u024f" or "ḁ" <= char <= "ỹ"


def _given_away(question: Question) -> Found:
    """Whether the question's words hold the answer, or the greater part of it."""
    language, heard = question.language, words(question.text)
    answer = words(question.judge.required or question.answer)
    core = content_words(question.judge.required or question.answer, language)
    if not core or _is_choice(question.text, answer, language):
        return
    if all(len(word) > 1 or word.isdigit() for word in core) and all(word in heard for word in core):
        yield "answer-in-question", f"'{question.answer}' stands in the question"
        return
    named = _named_kind(question)
    shared = [word for word in core if len(word) >= 4 and word not in named and any(_leaks(word, w) for w in heard)]
    if shared and 2 * sum(map(len, shared)) > sum(map(len, core)):
        yield "answer-hint", f"'{' '.join(shared)}' of the answer '{question.answer}' can be heard in the question"


def _leaks(answer_word: str, heard: str) -> bool:
    """Equal, or one begins with most of the other (Portugal, Portuguese)."""
    if answer_word == heard:
        return True
    common = 0
    while common < min(len(answer_word), len(heard)) and answer_word[common] == heard[common]:
        common += 1
    return common >= 5 and common >= 0.75 * len(answer_word)


def _is_choice(text: str, answer: list[str], language: str) -> bool:
    """Whether the question names its own choices ("larger, Lake Erie or Lake Ontario?") and the answer is one."""
    either = OR[language]
    heard = words(text)
    if either not in heard:
        return False
    at = max(position for position, word in enumerate(heard) if word == either)
    near = heard[max(0, at - len(answer) - 3) : at + len(answer) + 4]
    return any(word in near for word in answer)


def _named_kind(question: Question) -> set[str]:
    """The words right after "which" or "what", which only say what kind of thing is wanted."""
    found: set[str] = set()
    for match in ASKING[question.language].finditer(question.text):
        found.update(words(question.text[match.end() :])[:4])
    lower = {fold(word) for word in re.findall(r"\w+", question.text) if word.islower()}
    return found | (lower if question.language != "de" else set())
