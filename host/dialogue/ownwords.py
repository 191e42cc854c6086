"""Words of the table's own: "when I say next please, I mean skip" (A27).

A new word stands for something that can be said already, in the same language; it is understood wherever that is. What
is understood already cannot be given another meaning, so nobody can lose a command by it.
"""

from __future__ import annotations

import re

from host.dialogue.desk import Desk
from host.dialogue.stage import Then
from host.dialogue.talk import Step
from host.dialogue.understand import Grammar, Intent, fold

_WORD = re.compile(r"[\w'’-]+")
SHORTEST, LONGEST = 3, 40
"""Letters of a new word: a shorter one is heard in everything, a longer one nobody says twice."""
MOST = 100
"""New words in one language."""


def told_of_words(desk: Desk, text: str, grammar: Grammar) -> Then | None:
    """Takes "when I say …, I mean …" and "forget the word …"; None: it is nothing of the kind."""
    known = desk.book.words["own_word"]
    for template in known["teach"]:
        if found := _matched(template, text):
            return _teach(desk, found["new"], found["known"], grammar)
    for template in known["forget"]:
        if found := _matched(template, text):
            return _forget(desk, found["new"])
    return None


def _matched(template: str, text: str) -> dict[str, str] | None:
    """The parts of a sentence as they were written; case, accents, commas and quotes in between do not matter."""
    written = _WORD.findall(text)
    pattern = " ".join(f"(?P<{word[1:-1]}>.+?)" if word[0] == "{" else _plain(word) for word in template.split())
    found = re.fullmatch(pattern, " ".join(map(_plain, written)))
    if found is None:
        return None
    spans = {part: (found.start(part), found.end(part)) for part in found.groupdict()}
    before = {part: found.string.count(" ", 0, start) for part, (start, _) in spans.items()}
    long = {part: found.string.count(" ", start, end) + 1 for part, (start, end) in spans.items()}
    return {part: " ".join(written[at : at + long[part]]) for part, at in before.items()}


def _plain(word: str) -> str:
    return fold(word).replace(" ", "")


def _teach(desk: Desk, new: str, known: str, grammar: Grammar) -> Then:
    meant = grammar.interpret(known)
    if not isinstance(meant, Intent):
        desk.say("own_word_unknown", known=known)
        desk.end_line("prompt")
        return Then.WAIT
    own = {fold(word): stands for word, stands in own_words(desk)}
    plain = fold(new)
    taken = plain not in own and (isinstance(grammar.interpret(new, exact=True), Intent) or plain in _words(desk))
    if taken or not SHORTEST <= len(plain) <= LONGEST or len(own) >= MOST:
        desk.say("own_word_taken" if taken else "own_word_unfit", new=new)
        desk.end_line("prompt")
        return Then.WAIT
    desk.put_aside(Step.YES_NO, what="own_word", new=new, known=own.get(fold(known), known))
    return Then.ASK


def _words(desk: Desk) -> frozenset[str]:
    """Colours, numbers, names and the like: what they mean must not depend on the moment."""
    slots = (way for values in desk.book.words.values() for ways in values.values() for way in ways)
    return frozenset(map(fold, (*slots, *desk.talk.players)))


def _forget(desk: Desk, new: str) -> Then:
    if fold(new) not in {fold(word) for word, _ in own_words(desk)}:
        desk.say("own_word_never", new=new)
        return Then.REPEAT
    keep(desk, new, "")
    desk.say("own_word_forgotten", new=new)
    return Then.REPEAT


def keep(desk: Desk, new: str, known: str) -> None:
    """Adds a word, or with ``""`` takes it back; the session and the household remember it."""
    language = desk.talk.language
    desk.talk = desk.talk.with_word(language, new, known)
    desk.note("word", language=language, new=new, known=known)


def own_words(desk: Desk) -> tuple[tuple[str, str], ...]:
    """The new words of the language that is spoken, and what they stand for."""
    return tuple((new, known) for language, new, known in desk.talk.words if language == desk.talk.language)


def tell(desk: Desk) -> Then:
    """The words there are, the newest first; on a machine with a keyboard a command lists them all."""
    words = own_words(desk)[::-1]
    if not words:
        desk.say("own_words_none")
    for new, known in words[:3]:
        desk.say("own_words_item", new=new, known=known)
    if len(words) > 3:
        desk.say("own_words_more", count=len(words) - 3)
    return Then.REPEAT
