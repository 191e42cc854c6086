"""The draw order: repeatable, without repeats until a deck is through, and fair to the wishes of the table."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.bank.draw import Bank, draw, left, mixed_choices
from host.bank.pack import Pack, Question
from host.errors import PackError

COLOURS = ("blue", "pink")


def question(card: int, category: str = "blue", *, pack: str = "p", deck: str = "main", **more: object) -> Question:
    """A question whose text and answer name its card."""
    values: dict[str, object] = {"text": f"What is on card {card}?", "answer": f"Thing {card}", "language": "en"}
    return Question(
        id=f"{pack}/{card}/{category}", pack=pack, card=str(card), deck=deck, category=category, **(values | more)
    )  # type: ignore[arg-type]


def pack(*questions: Question, name: str = "p", deck: str = "main") -> Pack:
    """A pack of these questions."""
    return Pack(name, name, "any", "en", "a", "l", deck, questions)


def bank_of(cards: int, **more: object) -> Bank:
    """A bank of one pack with that many cards in two categories."""
    return Bank((pack(*(question(card, colour, **more) for card in range(cards) for colour in COLOURS)),))


def evening(bank: Bank, draws: int, *, seed: int, seen: tuple[str, ...] = ()) -> list[str]:
    """Ids drawn in one evening, each remembered."""
    asked: list[str] = []
    for seq in range(draws):
        found = draw(bank, category="blue", seed=seed, seq=seq, seen=(*seen, *asked))
        assert found is not None
        asked.append(found.id)
    return asked


@given(cards=st.integers(1, 30), seed=st.integers(), split=st.integers(0, 30))
def test_two_evenings_have_no_repeat_until_the_deck_is_through(cards: int, seed: int, split: int) -> None:
    """Over two evenings with different seeds every question of the category comes exactly once."""
    bank = bank_of(cards)
    first = evening(bank, min(split, cards), seed=seed)
    second = evening(bank, cards - len(first), seed=seed + 1, seen=tuple(first))
    assert sorted(first + second) == sorted(q.id for q in bank.pool("blue"))


@given(cards=st.integers(2, 12), seed=st.integers())
def test_after_the_divider_the_oldest_come_again(cards: int, seed: int) -> None:
    """Once all have been asked, the questions come again in the order in which they were asked."""
    asked = evening(bank_of(cards), 3 * cards, seed=seed)
    assert asked[cards : 2 * cards] == asked[:cards] and asked[2 * cards :] == asked[:cards]


@given(cards=st.integers(1, 12), seed=st.integers())
def test_an_unordered_memory_still_steps_through_the_deck(cards: int, seed: int) -> None:
    """With everything in a set, consecutive draws do not repeat one question."""
    bank = bank_of(cards)
    seen = frozenset(q.id for q in bank)
    drawn = [draw(bank, category="blue", seed=seed, seq=seq, seen=seen) for seq in range(cards)]
    assert len({q.id for q in drawn if q}) == cards


@given(seed=st.integers(), data=st.data())
def test_the_same_past_draws_the_same_question(seed: int, data: st.DataObject) -> None:
    """Seed, category and memory alone decide."""
    bank = bank_of(10)
    seen = data.draw(st.frozensets(st.sampled_from([q.id for q in bank])))
    wanted = {"category": "blue", "seed": seed, "seen": seen}
    assert draw(bank, **wanted) == draw(bank_of(10), **wanted)


@given(seed=st.integers(), data=st.data())
def test_nothing_unwanted_is_drawn(seed: int, data: st.DataObject) -> None:
    """The question has the category asked for and is neither excluded nor, while others are left, seen."""
    bank = bank_of(8)
    ids = st.frozensets(st.sampled_from([q.id for q in bank]))
    seen, exclude = data.draw(ids), data.draw(ids)
    found = draw(bank, category="pink", seed=seed, seen=seen, exclude=exclude)
    remaining = left(bank, category="pink", seen=seen, exclude=exclude)
    if found is None:
        assert {q.id for q in bank.pool("pink")} <= exclude
    else:
        assert found.category == "pink" and found.id not in exclude and (found.id in seen) == (remaining == 0)


def test_the_order_is_the_same_on_every_python() -> None:
    """A golden order: changing it would change every scripted game."""
    assert "".join(i.split("/")[1] for i in evening(bank_of(8), 8, seed=7)) == "50617324"


def test_different_seeds_differ() -> None:
    """Two evenings do not begin with the same questions in the same order."""
    assert evening(bank_of(20), 20, seed=1) != evening(bank_of(20), 20, seed=2)


def test_the_two_boxes_share_no_question() -> None:
    """box1 and box2 are halves of the deck that together are the whole."""
    bank = bank_of(7)
    one, two = ({q.id for q in bank.pool("blue", box)} for box in ("box1", "box2"))
    assert not one & two and one | two == {q.id for q in bank.pool("blue")} and abs(len(one) - len(two)) <= 1


def test_when_one_box_is_through_the_other_goes_on() -> None:
    """A household that always begins with the first box still gets every question before any comes twice."""
    bank, asked = bank_of(7), list[str]()
    for seed in range(8):
        assert left(bank, category="blue", deck="box1", seen=asked) == max(0, 7 - seed)
        found = draw(bank, category="blue", deck="box1", seed=seed, seen=asked)
        assert found is not None
        asked.append(found.id)
    assert len(set(asked[:7])) == 7 and asked[7] == asked[0]
    assert {i.split("/")[1] for i in asked[:4]} == {"0", "2", "4", "6"}


def test_age_decks_are_kept_apart() -> None:
    """A young player never gets a question of the adult deck while the young deck has any."""
    bank = Bank(
        (
            pack(question(1, pack="a", deck="adult"), name="a", deck="adult"),
            pack(question(1, pack="y", deck="young"), name="y", deck="young"),
        )
    )
    for deck in ("adult", "young"):
        found = draw(bank, category="blue", deck=deck, seed=1)
        assert found is not None and found.deck == deck


def test_a_pack_without_age_decks_serves_them() -> None:
    """Any pack can be played with any edition."""
    found = draw(bank_of(2), category="blue", deck="young", seed=1)
    assert found is not None and found.deck == "main"


def test_an_age_band_keeps_questions_from_younger_players() -> None:
    """A question for twelve and up is not put to a child of nine, but to one of twelve."""
    bank = Bank((pack(question(1, age="12+")),))
    assert draw(bank, category="blue", seed=1, age=9) is None
    assert draw(bank, category="blue", seed=1, age=12) is not None


def test_difficulty_is_a_wish() -> None:
    """The nearest level that has unseen questions is taken."""
    bank = Bank((pack(*(question(card, difficulty=1 + card % 2) for card in range(4))),))
    easy = {"p/0/blue", "p/2/blue"}
    found = draw(bank, category="blue", seed=3, difficulty=1)
    assert found is not None and found.id in easy
    found = draw(bank, category="blue", seed=3, difficulty=1, seen=easy)
    assert found is not None and found.difficulty == 2


def test_questions_that_need_choices_and_have_none_are_left_out() -> None:
    """ "Which of these" cannot be asked without the list."""
    bank = Bank((pack(question(1, text="Which of these is a fish?"), question(2)),))
    assert {i.split("/")[1] for i in evening(bank, 3, seed=5)} == {"2"}


def test_choices_can_be_demanded() -> None:
    """With need_choices only questions that have choices come."""
    bank = Bank((pack(question(1), question(2, choices=("Thing 2", "No"))),))
    found = draw(bank, category="blue", seed=5, need_choices=True)
    assert found is not None and found.card == "2"
    assert draw(bank, category="blue", seed=5, need_choices=True, exclude={found.id}) is None


def test_a_free_answer_skips_questions_that_need_their_choices() -> None:
    """Where choices are not read out, "which of these" is left out even if it has some."""
    bank = Bank((pack(question(1, text="Which of these is a fish?", choices=("Thing 1", "No"))),))
    assert draw(bank, category="blue", seed=5) is not None
    assert draw(bank, category="blue", seed=5, free_answer=True) is None


def test_choices_are_mixed_but_stay_put() -> None:
    """The right choice is not always read first, and a repeat reads the same order."""
    asked = [question(card, choices=("right", "b", "c", "d")) for card in range(40)]
    firsts = {mixed_choices(q, seed=1)[0] for q in asked}
    assert firsts == {"right", "b", "c", "d"}
    assert all(mixed_choices(q, seed=1) == mixed_choices(q, seed=1) for q in asked)
    assert all(sorted(mixed_choices(q, seed=1)) == sorted(q.choices) for q in asked)


def test_a_card_has_its_own_question() -> None:
    """The question stored for a playing card is found by the card's id."""
    bank = Bank((pack(question(12, "quiz")),))
    assert bank.on_card("12") == question(12, "quiz") and bank.on_card("13") is None


@pytest.mark.parametrize("category", ["", "quiz"])
def test_the_quiz_has_its_questions(category: str) -> None:
    """The pawn game's rules name no colour; its own questions come, or those of other packs, with choices first."""
    own = Bank((pack(question(1), question(2, "quiz")),))
    found = draw(own, category=category, deck="quiz", seed=1)
    assert found is not None and found.card == "2"
    others = Bank((pack(question(1), question(2, choices=("Thing 2", "No"))),))
    found = draw(others, category=category, deck="quiz", seed=1)
    assert found is not None and found.card == "2" and len(bank_of(3).pool(category, "quiz")) == 6


def test_an_unknown_category_draws_nothing() -> None:
    """A category that no pack has gives None, not an error."""
    assert draw(bank_of(2), category="brown", seed=1) is None
    assert left(bank_of(2), category="brown") == 0


def test_two_packs_with_one_id_are_refused() -> None:
    """Ids tell questions apart across evenings, so they must be unique."""
    with pytest.raises(PackError, match="two questions have the id p/1/blue"):
        Bank((pack(question(1)), pack(question(1))))
