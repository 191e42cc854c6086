"""Which question comes next: pure, repeatable from a seed, and never twice until a deck is through."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Set
from dataclasses import dataclass, field
from random import Random

from host.bank.editions import QUIZ
from host.bank.pack import Pack, Question
from host.bank.wording import depends_on_choices
from host.errors import PackError

_WHOLE = "main"
_ALIASES = {"": _WHOLE, "box": _WHOLE, "quiz": _WHOLE, "any": _WHOLE}
"""Names that the rules use for a game's only deck."""
_HALVES = ("box1", "box2")
"""Genus has two boxes that take turns (N-P04): two virtual halves of the main deck, card by card."""
_AGE = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Bank:
    """The questions of one game: all packs in play, indexed. Immutable.

    Raises:
        PackError: two packs or two questions have the same id.
    """

    packs: tuple[Pack, ...]
    _by_id: dict[str, Question] = field(init=False, repr=False, compare=False)
    _pools: dict[tuple[str, str], tuple[Question, ...]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        by_id: dict[str, Question] = {}
        pools: dict[tuple[str, str], list[Question]] = {}
        for pack in self.packs:
            cards: dict[str, int] = {}
            for question in pack.questions:
                if question.id in by_id:
                    raise PackError(f"two questions have the id {question.id}", where=pack.path or pack.id)
                by_id[question.id] = question
                pools.setdefault((question.deck, question.category), []).append(question)
                if question.deck == _WHOLE:
                    half = _HALVES[cards.setdefault(question.card, len(cards)) % 2]
                    pools.setdefault((half, question.category), []).append(question)
        object.__setattr__(self, "_by_id", by_id)
        object.__setattr__(self, "_pools", {place: tuple(found) for place, found in pools.items()})

    def __len__(self) -> int:
        return len(self._by_id)

    def __iter__(self) -> Iterator[Question]:
        return iter(self._by_id.values())

    def question(self, question_id: str) -> Question | None:
        """The question with that id, or None when no pack of this bank has it."""
        return self._by_id.get(question_id)

    def on_card(self, card: str, category: str = "quiz") -> Question | None:
        """The question stored for one card, e.g. for the playing card drawn in Switzergame (S-P22)."""
        for pack in self.packs:
            found = self._by_id.get(f"{pack.id}/{card}/{category}")
            if found is not None:
                return found
        return None

    def pool(self, category: str, deck: str = _WHOLE) -> tuple[Question, ...]:
        """All questions of a category in a deck, in card order.

        A deck that these packs do not have is served from the others, so that any pack can be played with any
        edition: half a box from the whole, an age deck from the undivided questions, those from the adult deck, and the
        quiz (whose category the rules leave empty) from all colours.
        """
        deck = _ALIASES.get(deck, deck)
        for name in (deck, _WHOLE, "adult", "young"):
            if found := self._pools.get((name, category or QUIZ)):
                return found
        return self._quiz() if category in ("", QUIZ) else ()

    def _quiz(self) -> tuple[Question, ...]:
        """Questions for the pawn game's quiz from packs that have none for it: with choices, or else any."""
        everything = tuple(self._by_id.values())
        return tuple(question for question in everything if question.choices) or everything

    def categories(self) -> tuple[str, ...]:
        """The categories that have questions, in the order of the packs."""
        return tuple(dict.fromkeys(category for _, category in self._pools))


def draw(
    bank: Bank,
    *,
    category: str,
    deck: str = _WHOLE,
    seed: int | str,
    seq: int = 0,
    seen: Collection[str] = frozenset(),
    exclude: Collection[str] = frozenset(),
    difficulty: int | None = None,
    age: int | None = None,
    need_choices: bool = False,
    free_answer: bool = False,
) -> Question | None:
    """The next question of a category, or None when the bank has none that fits.

    The order is a shuffle fixed by seed, deck and category; the first question not yet seen is drawn. When all of one
    box have been seen, the other box goes on; when all have, the one seen longest ago comes again.

    Args:
        bank: the packs in play.
        category: colour; ``quiz`` or empty for the pawn game.
        deck: ``main``, ``box1``, ``box2``, ``adult`` or ``young`` (see Bank.pool).
        seed: the game's seed.
        seq: number of the draw, e.g. the event's. Only used when everything has been seen and ``seen`` has no order:
            it then steps through the shuffled questions.
        seen: ids asked before, in this game or on other evenings. Give a sequence, oldest first, where the order is
            known; an id may stand there more than once, and its last place counts.
        exclude: ids that must not come at all: disputed, known to the table, the question being swapped.
        difficulty: the level wanted, 1 to 3. A wish: the nearest level that has unseen questions is taken.
        age: age of the player in years; questions with a higher age band are left out.
        need_choices: only questions with choices; otherwise questions that cannot be asked without choices and have
            none are left out.
        free_answer: choices will not be read out, so questions that need them are left out even if they have some.
    """
    last_seen = {question_id: at for at, question_id in enumerate(seen)}

    def usable(question: Question) -> bool:
        return question.id not in exclude and _fits(question, age) and _askable(question, need_choices, free_answer)

    def nearness(question: Question) -> int:
        return abs(question.difficulty - difficulty) if difficulty is not None else 0

    for name in _wider(deck):
        fresh = [
            (nearness(question), rank, at)
            for at, (question, rank) in enumerate(_ranked(bank, category, name, seed))
            if question.id not in last_seen
        ]
        pool = bank.pool(category, name)
        found = next((pool[at] for _, _, at in sorted(fresh) if usable(pool[at])), None)
        if found is not None:
            return found
    *_, widest = _wider(deck)
    old = [pair for pair in _ranked(bank, category, widest, seed) if usable(pair[0])]
    if not old:
        return None
    if isinstance(seen, Set):
        old.sort(key=lambda pair: pair[1])
        return old[seq % len(old)][0]
    return min(old, key=lambda pair: last_seen[pair[0].id])[0]


def _wider(deck: str) -> tuple[str, ...]:
    """The deck, and where its unseen questions run out, the whole that it is half of."""
    return (deck, _WHOLE) if deck in _HALVES else (deck,)


def left(
    bank: Bank,
    *,
    category: str,
    deck: str = _WHOLE,
    seen: Collection[str] = frozenset(),
    exclude: Collection[str] = frozenset(),
    age: int | None = None,
    need_choices: bool = False,
) -> int:
    """How many questions of a category have not been asked yet; 0 means the divider is in front.

    Of a box it counts the whole deck, as draw goes on with the other box when one is through.
    """
    gone = set(seen) | set(exclude)
    *_, deck = _wider(deck)
    return sum(
        question.id not in gone and _fits(question, age) and _askable(question, need_choices)
        for question in bank.pool(category, deck)
    )


def mixed_choices(question: Question, *, seed: int | str) -> tuple[str, ...]:
    """The choices in the order they are read out: fixed by seed and question, so that "repeat" says the same."""
    chance = Random(f"{seed}/{question.id}/choices")
    return tuple(choice for _, choice in sorted((chance.random(), choice) for choice in question.choices))


def _ranked(bank: Bank, category: str, deck: str, seed: int | str) -> Iterator[tuple[Question, float]]:
    """Every question of the pool with its place in the shuffle; ``random()`` alone is stable across Pythons."""
    chance = Random(f"{seed}/{deck}/{category}")
    for question in bank.pool(category, deck):
        yield question, chance.random()


def _fits(question: Question, age: int | None) -> bool:
    if age is None or not question.age:
        return True
    band = _AGE.search(question.age)
    return band is None or int(band.group()) <= age


def _askable(question: Question, need_choices: bool, free_answer: bool = False) -> bool:
    if need_choices:
        return bool(question.choices)
    return (bool(question.choices) and not free_answer) or not depends_on_choices(question.text, question.language)
