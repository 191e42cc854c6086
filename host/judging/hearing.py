"""What the player means to answer: fillers and lead-ins off, corrections followed, negation and doubt noticed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from host.judging.lexicon import Lexicon, lexicon
from host.judging.numbers import is_number_word
from host.judging.text import Token, tokenize


@dataclass(frozen=True, slots=True)
class Hearing:
    """One utterance, understood."""

    stages: tuple[str, ...]
    """The answer as said, from the whole clause to what is left when every lead-in is gone; the last is the barest."""
    options: tuple[str, ...] = ()
    """The answers joined by *or*, when there are several."""
    negated: bool = False
    ambiguous_no: bool = False
    """A leading "no" that may be a negation or a second thought (Spanish)."""
    withdrawn: bool = False
    unknown: bool = False
    repeat: bool = False

    @property
    def barest(self) -> str:
        """The answer without anything around it."""
        return self.stages[-1] if self.stages else ""


def hear(said: str, language: str, card_words: frozenset[str]) -> Hearing:
    """Understands one utterance.

    Args:
        card_words: folded words of the card's answer; what they hold is never taken for a filler, negation or *or*.
    """
    lex = lexicon(language)
    tokens = list(tokenize(said, language))
    keys = [token.key for token in tokens]
    if not tokens:
        return Hearing(())
    bare = _strip_ends(_without(tokens, lex), lex)
    for words in (tuple(keys), tuple(token.key for token in bare)):
        if words in lex.unknowns:
            return Hearing((_text(tokens),), unknown=True)
        if words in lex.repeats:
            return Hearing((_text(tokens),), repeat=True)
    tokens = _stutter(_without(tokens, lex), lex)
    clause, ambiguous, withdrawn = _last_clause(tokens, lex, card_words)
    if withdrawn:
        return Hearing((_text(tokens),), withdrawn=True)
    stages = _stages(clause, lex)
    words = tuple(token.key for token in stages[-1])
    if words in lex.unknowns:
        return Hearing((_text(clause),), unknown=True)
    kept, negated = _negation(stages[-1], lex, card_words)
    if negated:
        return Hearing((_text(clause),), negated=True)
    if len(kept) < len(stages[-1]):
        stages = _stages(kept, lex)
    options = _options(stages[-1], lex, card_words)
    return Hearing(
        tuple(dict.fromkeys(_text(stage) for stage in stages)),
        options=tuple(_text(_strip_ends(option, lex)) for option in options) if len(options) > 1 else (),
        ambiguous_no=ambiguous,
    )


def _text(tokens: Sequence[Token]) -> str:
    return " ".join(token.text for token in tokens)


def _without(tokens: list[Token], lex: Lexicon) -> list[Token]:
    """Without hesitations, unless nothing else was said."""
    drop: set[int] = set()
    for start, length in lex.hesitations.find([token.key for token in tokens]):
        drop |= set(range(start, start + length))
    return [token for i, token in enumerate(tokens) if i not in drop] or tokens


def _stutter(tokens: list[Token], lex: Lexicon) -> list[Token]:
    """ "to to tokyo", "ma madrid" and "the the thames" say a thing once; so does "paris paris"."""
    kept: list[Token] = []
    for i, token in enumerate(tokens):
        following = next((later.key for later in tokens[i + 1 :] if later.key != token.key), "")
        doubled = (i + 1 < len(tokens) and tokens[i + 1].key == token.key) or (i > 0 and tokens[i - 1].key == token.key)
        if is_number_word(token.text, lex.language):
            kept.append(token)
            continue
        small = 1 < len(token.key) <= 3 and token.key not in lex.articles and token.key not in lex.function_words
        begun = token.key.isalpha() and len(following) > len(token.key) and following.startswith(token.key)
        if begun and (doubled or small):
            continue
        kept.append(token)
    half = len(kept) // 2
    keys = [token.key for token in kept]
    if half and keys[:half] == keys[half:] and (half > 1 or len(keys[0]) > 3):
        return kept[:half]
    return kept


def _last_clause(tokens: list[Token], lex: Lexicon, card: frozenset[str]) -> tuple[list[Token], bool, bool]:
    """What follows the last correction; whether a leading "no" is ambiguous; whether the answer was taken back."""
    keys = [token.key for token in tokens]
    ambiguous = False
    cut = 0
    for start, length in lex.corrections.find(keys):
        words = keys[start : start + length]
        longer = max(lex.lead_ins.at(keys, start), lex.negations.at(keys, start)) if start == cut else 0
        if card.issuperset(words) or longer > length or (longer == length > 1 and tuple(words) in lex.negations):
            continue
        rest = _strip_ends(tokens[start + length :], lex) if start + length < len(tokens) else []
        before = _strip_ends(tokens[cut:start], lex) if start > cut else []
        if not rest:
            if before and tuple(words) in lex.withdrawals and start + length == len(tokens):
                return tokens, False, True
            if before and tuple(words) in lex.negations and start + length == len(tokens):
                return tokens[cut:start], True, False
            continue
        if tuple(words) in lex.negations:
            ambiguous = True
        elif start > 0:
            ambiguous = False
        cut = start + length
    return tokens[cut:] or tokens, ambiguous, False


def _strip_ends(tokens: Sequence[Token], lex: Lexicon) -> list[Token]:
    return _stages(list(tokens), lex)[-1] if tokens else []


def _stages(tokens: list[Token], lex: Lexicon) -> list[list[Token]]:
    """The clause, then with one more lead-in, tail or filler gone each time; never down to nothing."""
    stages = [tokens]
    current = tokens
    while True:
        keys = [token.key for token in current]
        n = lex.tails.before(keys, len(keys)) if len(keys) > 1 else 0
        if n and n < len(keys):
            current = current[:-n]
        else:
            n = lex.lead_ins.at(keys, 0) if len(keys) > 1 else 0
            if not n or n >= len(keys):
                return stages
            current = current[n:]
        stages.append(current)


def _negation(tokens: list[Token], lex: Lexicon, card: frozenset[str]) -> tuple[list[Token], bool]:
    """The part that is asserted; True when everything is denied."""
    keys = [token.key for token in tokens]
    for start, length in lex.negations.find(keys):
        if card.issuperset(keys[start : start + length]):
            continue
        if start == 0 or len(_strip_ends(tokens[:start], lex)) == 0 or start + length == len(tokens):
            return tokens, True
        return tokens[:start], False
    return tokens, False


def _options(tokens: list[Token], lex: Lexicon, card: frozenset[str]) -> list[list[Token]]:
    keys = [token.key for token in tokens]
    parts: list[list[Token]] = []
    last = 0
    for start, length in lex.alternatives.find(keys):
        if start == 0 or start + length == len(tokens) or card.issuperset(keys[start : start + length]):
            continue
        parts.append(tokens[last:start])
        last = start + length
    return [part for part in [*parts, tokens[last:]] if part]
