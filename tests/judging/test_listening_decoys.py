"""Decoys: the answers that sound nearest to a card's."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from host.judging.decoys import DecoyPool, Rival, number_rivals, prune

NAMES = ["Iran", "Iraq", "Ireland", "Monet", "Manet", "Beethoven", "Ludwig van Beethoven", "Oslo", "Lima", "Peru"]


def letters(text: str) -> str:
    """A stand-in for phonemes."""
    return text.casefold().replace(" ", "")


def pool(kinds: str = "place") -> DecoyPool:
    """The names above, all of one kind."""
    return DecoyPool([Rival(name, kinds) for name in NAMES], letters)


def test_nearest_first() -> None:
    """The most alike name comes first, and the card itself never."""
    assert pool().nearest(["Iran"], count=3)[0] == "Iraq"
    assert "Iran" not in pool().nearest(["Iran"], count=20)


def test_the_same_thing_is_no_rival() -> None:
    """A longer or shorter wording of the card's own name is left out."""
    assert "Ludwig van Beethoven" not in pool().nearest(["Beethoven"], count=20)


def test_at_most_half_are_of_another_kind() -> None:
    """Like is confused with like: other kinds fill only half of the list."""
    mixed = DecoyPool([Rival("Iraq", "word"), Rival("Iram", "word"), Rival("Lima", "place"), Rival("Oslo", "place")],
                      letters)  # fmt: skip
    assert set(mixed.nearest(["Iran"], kind="place", count=2)) == {"Iraq", "Lima"} or set(
        mixed.nearest(["Iran"], kind="place", count=2)
    ) == {"Iram", "Lima"}


def test_phonemes_are_computed_once() -> None:
    """Every name is turned into phonemes once, and not at all when it is remembered."""
    asked: list[str] = []

    def counting(text: str) -> str:
        asked.append(text)
        return letters(text)

    first = DecoyPool([Rival(name) for name in NAMES], counting)
    first.nearest(["Iran"])
    first.nearest(["Oslo"])
    assert len(asked) == len(NAMES)
    second = DecoyPool([Rival(name) for name in NAMES], counting)
    second.remember(first.keys())
    second.nearest(["Iran"])
    assert len(asked) == len(NAMES)


def test_number_rivals_are_the_usual_mishearings() -> None:
    """Fifteen and fifty, neighbours, and years with swapped digits, in digits and words, never the number itself."""
    assert {"fifty", "14", "sixteen"} <= set(number_rivals(15, "en"))
    assert {"fifteen", "51"} <= set(number_rivals(50, "en"))
    assert {"1988", "nineteen ninety-eight"} <= set(number_rivals(1989, "en"))
    assert "1989" not in number_rivals(1989, "en")


@given(st.integers(0, 10**6), st.sampled_from(["en", "fr", "de", "es"]))
def test_number_rivals_differ_from_the_number(value: int, language: str) -> None:
    """No rival is the number itself, and none is negative."""
    assert all(text != str(value) and not text.startswith("-") for text in number_rivals(value, language))


@given(st.lists(st.text("abcdefgh ", min_size=1, max_size=8), max_size=90), st.integers(1, 64))
def test_pruning_keeps_order_and_forms(texts: list[str], most: int) -> None:
    """A pruned list is not longer than asked for, keeps the order, and keeps the card's form."""
    unique = list(dict.fromkeys(["the form", *texts]))
    kept = prune(unique, ["abc"], letters, keep=["the form"], most=most)
    assert len(kept) <= most and "the form" in kept
    assert list(kept) == [text for text in unique if text in set(kept)]


def test_pruning_keeps_what_sounds_near() -> None:
    """The texts nearest to what was heard stay."""
    assert prune(NAMES, ["eye ran", "iran"], letters, keep=["Oslo"], most=3) == ("Iran", "Iraq", "Oslo")
