"""Whole games in guide mode: what is offered is what is legal, questions change nothing, and no eye is needed."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.player import GENTLE, PACKS, Player
from support.scripted import ROOT, books, parse, ruleset

from host.dialogue.desk import Desk
from host.dialogue.guide import turn, uses
from host.dialogue.guide.offers import offers
from host.dialogue.guide.pawns import is_safe, neighbours
from host.dialogue.talk import Step
from host.rules.engine import destinations
from host.rules.engine import uses as legal_uses
from host.rules.messages import MoveTo
from host.rules.state import GameState
from host.rules.words import Kind

TRANSCRIPTS = ROOT / "tests" / "transcripts"
SIDES = re.compile(r"\b(?:left|right|gauche|droite|links|rechts|izquierda|derecha)\b", re.IGNORECASE)
QUERIES = (
    "where am I", "where is Ben", "what's around me", "the nearest headquarters", "how far to the hub",
    "how far to the blue headquarters", "describe the board", "who is ahead", "what do I need", "what happened",
    "the last rolls", "we moved the wrong piece", "where are my pawns", "whose turn is it", "score",
    "accessibility help", "guide mode",
)  # fmt: skip


def player(name: str, seed: int) -> Player:
    """A game in guide mode with two players, in English."""
    header = {
        "ruleset": name, "lang": "en", "seed": str(seed), "mode": "guide", "pack": PACKS[name],
        "players": "Anna, Ben", "precision": "standard",
    }  # fmt: skip
    return Player(header, seed)


def state_of(game: Player) -> GameState:
    """The state of a game that has begun."""
    assert game.host.game is not None
    return game.host.game


def desk_of(game: Player) -> Desk:
    """A desk at which nothing is done."""
    return Desk(game.mind, game.host.game, game.host.talk, 0.0)


@pytest.mark.parametrize("name", ["genus", "familien", "globetrotter"])
@given(seed=st.integers(1, 10**6))
@GENTLE
def test_what_is_offered_is_what_is_legal(name: str, seed: int) -> None:
    """At every roll the numbered choices are the destinations of the rules, and "more" reaches all of them (A65)."""

    def look(game: Player) -> None:
        if game.host.step is not Step.DESTINATION:
            return
        listed = offers(state_of(game))
        assert {offer.space.id for offer in listed} == set(destinations(state_of(game)))
        assert [offer.number for offer in listed] == list(range(1, len(listed) + 1))
        told: list[str] = []
        before = len(game.run_.lines)
        for _ in range((len(listed) + 1) // 2):  # two or three at a time
            told += [offer.space.id for offer, _ in turn.shown(desk_of(game))[0]] if len(told) < len(listed) else []
            game._input("say more", hold=False)
        assert sorted(told) == sorted(destinations(state_of(game)))
        del game.run_.lines[before:]

    player(name, seed).play(most=60, at=look)


@given(seed=st.integers(1, 10**6))
@GENTLE
def test_what_a_card_can_do_is_what_is_legal(seed: int) -> None:
    """In the pawn game the numbered choices are the uses of the rules (A72)."""

    def look(game: Player) -> None:
        if game.host.step is Step.USE:
            assert {use.command for use in uses.uses_of(state_of(game))} == set(legal_uses(state_of(game)))

    player("switzergame", seed).play(most=80, at=look)


@given(seed=st.integers(1, 10**6))
@GENTLE
def test_the_chosen_number_is_where_the_piece_goes(seed: int) -> None:
    """The number that is said leads to the space that was told under it, once the hand is done."""
    game = player("genus", seed)
    game.begin()
    while game.host.step is not Step.DESTINATION:
        game.say(game.words())
    offer = offers(state_of(game))[game.chance.randrange(len(offers(state_of(game))))]
    mover = state_of(game).active
    game.say(str(offer.number))
    assert game.host.step is Step.HANDS and state_of(game).player(mover).space != offer.space.id
    game.say("done")
    after = state_of(game).player(mover).space
    end = f"hq.{offer.space.colour}" if offer.space.kind is Kind.SHORTCUT else offer.space.id
    assert after == end


@pytest.mark.parametrize("name", ["genus", "switzergame"])
@given(seed=st.integers(1, 10**6), words=st.sampled_from(QUERIES))
@settings(GENTLE, max_examples=25)
def test_questions_change_nothing(name: str, seed: int, words: str) -> None:
    """A question about the board leaves the game, the step and what is asked as they were (A60, A61)."""
    game = player(name, seed)
    game.begin()
    for _ in range(game.chance.randrange(3, 30)):
        game.say(game.words())
    before, asked, step = game.host.game, game.host.talk.prompt, game.host.step
    if step is Step.ANSWER and words in ("guide mode",):
        return
    events = len(game.run_.events)
    game._input(f"type {words}", hold=False)
    assert (game.host.game, game.host.talk.prompt, game.host.step) == (before, asked, step)
    assert len(game.run_.events) == events


@given(seed=st.integers(1, 10**6))
@GENTLE
def test_distances_between_pawns_are_true(seed: int) -> None:
    """Before and behind: nobody stands nearer than what is told, and somebody stands there (A72)."""

    def look(game: Player) -> None:
        if game.host.step is not Step.DRAW:
            return
        state = state_of(game)
        track = state.track
        taken = {
            track.space(side.seat.colour, n, p): side.id
            for side in state.players
            for n, p in enumerate(side.pawns, 1)
            if p is not None and p <= track.entry
        }
        for side in state.players:
            for n, progress in enumerate(side.pawns, 1):
                near = neighbours(state, side, n)
                if progress is None or is_safe(state, progress):
                    assert (near.before, near.behind) == (None, None)
                    continue
                here = int(track.space(side.seat.colour, n, progress).removeprefix("ring."))
                foes = [
                    k for k in range(1, track.ring) if taken.get(f"ring.{(here + k) % track.ring}", side.id) != side.id
                ]
                assert near.before == (foes[0] if foes else None)
                assert near.behind == (track.ring - foes[-1] if foes else None)

    player("switzergame", seed).play(most=120, at=look)


# --- whole games, written down --------------------------------------------------------------------------------


def inputs_of(name: str) -> list[str]:
    """What was said in a transcript."""
    script = parse((TRANSCRIPTS / name).read_text(encoding="utf-8"))
    return [line.partition(" ")[2].strip() for line in script.inputs]


def places(name: str) -> re.Pattern[str]:
    """Every word for a colour or a kind of space."""
    words = [way for ways in ruleset(name).colours.values() for way in ways["en"]]
    words += ["headquarters", "hub", "spoke", "ring", "shortcut", "space", "clockwise", "anticlockwise"]
    return re.compile(r"\b(?:" + "|".join(words) + r")\b", re.IGNORECASE)


@pytest.mark.parametrize("path", ["genus/guide-whole-game.txt", "switzergame/guide-whole-game.txt"])
def test_a_whole_guide_game_needs_no_eyes(path: str) -> None:
    """Played to the end, and no input names a colour or a space: only numbers, "done" and answers."""
    text = (TRANSCRIPTS / path).read_text(encoding="utf-8")
    assert "event GameEnded" in text
    name = path.partition("/")[0]
    assert [said for said in inputs_of(path) if places(name).search(said)] == []


def test_a_whole_colour_game_needs_no_positions() -> None:
    """Played to the end in colour mode: what is told is a colour or a kind, never where on the board it lies."""
    text = (TRANSCRIPTS / "genus/whole-game.txt").read_text(encoding="utf-8")
    assert "event GameEnded" in text and "mode: guide" not in text
    where = re.compile(r"\b(?:spoke|ring|clockwise|anticlockwise|from the|towards|outwards)\b")
    assert [said for said in inputs_of("genus/whole-game.txt") if where.search(said)] == []
    assert "position." not in text


def test_choosing_costs_nothing_until_the_hand_is_done() -> None:
    """Before "done" the rules know of no move: the piece is where it was."""
    game = player("genus", 3)
    game.begin()
    while game.host.step is not Step.HANDS:
        game.say(game.words())
    aside = game.host.talk.aside
    assert aside is not None and MoveTo.__name__ in aside.get("command")
    assert state_of(game).player(state_of(game).active).space == "hub"


@pytest.mark.parametrize("language", ["en", "fr", "de", "es"])
def test_directions_are_never_left_or_right(language: str) -> None:
    """Directions are those a hand finds on any side of the board (accessibility section 1)."""
    sides = {
        "en": r"\b(left|right)\b",
        "fr": r"\b(gauche|droite)\b",
        "de": r"\b(links|rechts)\b",
        "es": r"\b(izquierda|derecha)\b",
    }
    book = books()[language]
    ways = [way for ways in book.words["direction"].values() for way in ways]
    lines = [
        t
        for name in ("spot_ring", "spot_spoke", "around_item", "guide_move")
        for v in book.lines[name].values()
        for t in v
    ]
    assert [text for text in (*ways, *lines) if re.search(sides[language], text)] == []
