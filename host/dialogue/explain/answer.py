"""Answers to questions about the rules, at any moment, from the rules in force (A48, A69); nothing changes by them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache

from host.dialogue.desk import Desk
from host.dialogue.explain.topics import TOPICS, InForce
from host.dialogue.house import agreed_options, agreed_variants
from host.dialogue.phrasebook import Phrasebook, Verbosity
from host.dialogue.stage import Then
from host.dialogue.standing import number, seconds, values_in_words
from host.dialogue.understand import fold

LIKE_ENOUGH = 0.62
"""Share of the telling words in common from which a question is taken for one about a topic."""
AHEAD = 0.1
"""How much more it must have in common with that topic than with any other."""


def in_force(desk: Desk) -> InForce:
    """The rules that hold now, or will when the game begins as agreed so far."""
    if desk.game is not None:
        return InForce(desk.state.rules, desk.state.options, desk.state.variants)
    variants = agreed_variants(desk)
    return InForce(desk.mind.ruleset.with_variants(variants), agreed_options(desk), variants)


def lines_about(desk: Desk, topic: str) -> tuple[str, ...]:
    """The lines that answer a question about a topic; empty when the edition has nothing of the kind."""
    return TOPICS[topic](in_force(desk))


def say_rule(desk: Desk, topic: str) -> None:
    """Answers a question about a topic."""
    for text in rule_texts(desk, lines_about(desk, topic) or ("rule_elsewhere",)):
        desk.say_text(text)


def rule_texts(desk: Desk, lines: tuple[str, ...]) -> tuple[str, ...]:
    """Sentences about the rules, filled in."""
    slots = _slots(desk)
    texts = (desk.text(line, at_most=Verbosity.FULL, **slots) for line in lines)
    return tuple(text[:1].upper() + text[1:] for text in texts)


def say_rule_line(desk: Desk, line: str) -> None:
    """One sentence about the rules by its line, where play itself has a reason to say it."""
    desk.say_text(*rule_texts(desk, (line,)))


def rule(desk: Desk, topic: str) -> Then:
    """The same, and then the pending question again."""
    say_rule(desk, topic)
    return Then.REPEAT


def _slots(desk: Desk) -> Mapping[str, str]:
    """What the sentences of the rules are filled with."""
    now = in_force(desk)
    enters = [card.rank for card in now.rules.playing_cards.values() if card.enters]
    time = now.opt("answer_seconds")
    return {
        "least": number(desk, now.rules.min_players),
        "most": number(desk, now.rules.max_players),
        "age": str(now.opt("age_limit") or ""),
        "time": seconds(desk, time) if time else "",
        "values": _values(desk, now),
        "cards": desk.book.join(tuple(desk.book.word("card", rank) for rank in enters), "or"),
        "adult": desk.book.words["deck"]["adult"][0],
        "young": desk.book.words["deck"]["young"][0],
    }


def _values(desk: Desk, now: InForce) -> str:
    """What the cards that are not worth their number can do, a sentence each."""
    odd = (card for card in now.rules.playing_cards.values() if card.values != (_printed(card.rank),))
    return " ".join(
        desk.book.say(
            "card_moves",
            {"card": desk.book.word("card", card.rank), "values": values_in_words(desk, card.values)},
        )
        for card in odd
    )


def _printed(rank: str) -> int | None:
    return int(rank) if rank.isdigit() else None


# --- questions in other words ------------------------------------------------------------------------------------


def topic_of(book: Phrasebook, text: str) -> str:
    """The topic that a question is about, however it is put; empty when that is not clear or it is no question.

    A question begins with one of the words questions about rules begin with; then the rarer words decide.
    """
    said = fold(text).split()
    if not said or not any(f" {' '.join(said)} ".startswith(f" {word} ") for word in _openings(book)):
        return ""
    weights, known = _lexicon(book)
    words = frozenset(said)
    scores: dict[str, float] = {}
    for topic, phrasings in known.items():
        scores[topic] = max(_likeness(words, phrasing, weights) for phrasing in phrasings)
    ranked = sorted(scores.items(), key=lambda pair: -pair[1])
    (best, score), (_, next_score) = ranked[0], ranked[1]
    return best if score >= LIKE_ENOUGH and score - next_score >= AHEAD else ""


@lru_cache(maxsize=8)
def _openings(book: Phrasebook) -> tuple[str, ...]:
    return tuple(map(fold, book.words["rule_opening"]["any"]))


@lru_cache(maxsize=8)
def _lexicon(book: Phrasebook) -> tuple[Mapping[str, float], Mapping[str, tuple[frozenset[str], ...]]]:
    """Word -> how telling it is (rarer in more topics), and topic -> the words of its phrasings."""
    known = {
        topic: tuple(frozenset(fold(phrasing).split()) for phrasing in phrasings)
        for topic, phrasings in book.words["question"].items()
    }
    counts: dict[str, int] = {}
    for phrasings in known.values():
        for word in frozenset().union(*phrasings):
            counts[word] = counts.get(word, 0) + 1
    return {word: math.log(1 + len(known) / count) for word, count in counts.items()}, known


def _likeness(words: frozenset[str], phrasing: frozenset[str], weights: Mapping[str, float]) -> float:
    """Weight of the words in common over the weight of all; a word that no topic knows weighs like a rare one."""
    rare = max(weights.values())

    def weight(several: frozenset[str]) -> float:
        return sum(weights.get(word, rare) for word in several)

    return weight(words & phrasing) / weight(words | phrasing)
