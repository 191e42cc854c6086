"""The table's own box: colours, categories, a board counted aloud or read from a file (A63); all stays true on it."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.player import GENTLE, PACKS, Player
from support.scripted import books, ruleset

from host.app.boards import board_in, folder, keep_board, own_boards, with_board
from host.dialogue.guide.offers import offers
from host.dialogue.guide.walks import shortest
from host.dialogue.phrasebook import LANGUAGES
from host.dialogue.switch.options import options
from host.dialogue.talk import Step
from host.errors import RulesetError
from host.rules.board import Board
from host.rules.calibration import board_from
from host.rules.engine import destinations
from host.rules.ruleset import board_text
from host.rules.track import Track

NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def table(name: str, language: str = "en", **more: str) -> Player:
    """Before the game: the players are asked for last."""
    header = {"ruleset": name, "lang": language, "seed": "5", "pack": PACKS[name], "mode": "guide", **more}
    game = Player(header, 5)
    game.begin()
    return game


def begin(game: Player) -> None:
    """Two players and the usual rules."""
    game.say("Anna and Ben")
    for words in ("yes", "standard", "just start"):
        if game.host.game is None:
            game.say(words)
    assert game.host.game is not None, game.run_.lines[-6:]


def calibrate(game: Player, answers: dict[str, str]) -> list[str]:
    """Answers every question of the calibration; returns what was asked."""
    game.say("calibrate the board")
    asked = []
    for _ in range(40):
        if game.host.step is not Step.BOARD:
            break
        aside = game.host.talk.aside
        assert aside is not None
        at = aside.get("at")
        asked.append(at)
        game.say(answers.get(at, answers.get(at.partition(".")[0] + ".", "I don't know")))
    assert game.host.step is not Step.BOARD, game.run_.lines[-6:]
    return asked


def told_board(chance: Random, name: str) -> dict[str, str]:
    """Answers that describe some wheel that the edition allows."""
    colours = list(ruleset(name).colours)
    spoke = 5 if name == "familien" else chance.randint(1, 7)
    segment = chance.randint(1, 8)
    order = chance.sample(colours, len(colours))
    special = chance.randint(1, segment)
    return {
        "spoke": NUMBERS[spoke], "segment": NUMBERS[segment], "order": ", ".join(order),
        "specials": NUMBERS[special], "leads": ", ".join(chance.sample(order, len(order))),
        "colours": chance.choice(("yes", "no")), "confirm": "yes",
        "ring.": "I don't know", "spoke.": ", ".join(chance.choice(colours) for _ in range(spoke)),
    }  # fmt: skip


@pytest.mark.parametrize("name", ["genus", "familien", "globetrotter"])
@given(seed=st.integers(1, 10**6))
@GENTLE
def test_after_calibration_offers_and_distances_are_true(name: str, seed: int) -> None:
    """On whatever board was told, the offers are exactly the legal set, and every walk is one on the told graph."""
    game = table(name)
    answers = told_board(Random(seed), name)
    calibrate(game, answers)
    begin(game)
    assert game.host.game is not None
    board = game.host.game.wheel
    assert board.id == f"own-{name}" and ", ".join(board.hq_order) == answers["order"]
    assert NUMBERS[sum(s.startswith(f"spoke.{board.hq_order[0]}.") for s in board.spaces)] == answers["spoke"]
    assert NUMBERS[sum(s.startswith(f"ring.{board.hq_order[0]}.") for s in board.spaces)] == answers["segment"]
    for _ in range(25):
        state = game.host.game
        assert state is not None
        if game.host.step is Step.DESTINATION:
            listed = offers(state)
            assert {offer.space.id for offer in listed} == set(destinations(state))
            for offer in listed:
                assert offer.walk.steps == sum(leg.steps for leg in offer.walk.legs) == state.pips
                assert all(b in board.links[a] for a, b in pairwise(offer.walk.path))
            here = state.player(state.active).space
            way = shortest(board, here, "hub")
            assert way is not None and way.steps == sum(leg.steps for leg in way.legs)
        game.say("roll again" if game.host.step is Step.PRINT and name != "genus" else words_for(game))


def words_for(game: Player) -> str:
    """What a player says, also on a space whose print is not known yet."""
    return "blue" if game.host.step is Step.PRINT else game.words()


@pytest.mark.parametrize("gap, home", [(9, 4), (15, 6)])
def test_a_counted_track(gap: int, home: int) -> None:
    """Switzergame: order, direction, lengths; the game is played on it."""
    game = table("switzergame")
    answers = {
        "order": "yellow, red, blue, green", "direction": "clockwise", "gap": str(gap), "home": str(home),
        "entry": "before", "confirm": "yes",
    }  # fmt: skip
    assert calibrate(game, answers) == list(answers)
    begin(game)
    assert game.host.game is not None
    track = game.host.game.track
    assert (track.ring, track.home, track.direction) == (4 * (gap + 1), home, "clockwise")
    assert [colour.id for colour in track.colours] == ["yellow", "red", "blue", "green"]
    game.play(most=40)


def test_what_the_rules_forbid_is_asked_again() -> None:
    """Familien: a headquarters is six steps from the hub, so a spoke of four is asked again (boards B-T16)."""
    game = table("familien")
    game.say("calibrate the board")
    for words in ("four", "six", "I don't know", "three", "no", "yes"):
        game.say(words)
    aside = game.host.talk.aside
    assert aside is not None and aside.get("at") == "spoke"
    assert "That cannot be" in " ".join(game.run_.lines[-3:])


@pytest.mark.parametrize("name", ["genus", "familien", "globetrotter"])
def test_who_knows_nothing_better_loses_nothing(name: str) -> None:
    """ "I don't know" to every question leaves the board as it is assumed, colours and all."""
    game = table(name)
    calibrate(game, {"confirm": "yes"})
    board, usual = game.host.mind.ruleset.boards[f"own-{name}"], ruleset(name).boards[ruleset(name).board]
    assert isinstance(board, Board) and isinstance(usual, Board)
    assert (board.spaces, board.links) == (usual.spaces, usual.links)


@pytest.mark.parametrize("name", ["genus", "switzergame"])
@pytest.mark.parametrize("words", ["I don't know", "skip", "more"])
def test_the_last_question_wants_a_yes_or_a_no(name: str, words: str) -> None:
    """ "I don't know" and "skip" do not settle the board that was read back: it is asked again."""
    game = table(name)
    game.say("calibrate the board")
    while (aside := game.host.talk.aside) is not None and aside.get("at") != "confirm":
        game.say("I don't know")
    assert not any(o.intent and o.intent.name == "dont_know" for o in options(game.host.desk()))
    game.say(words)
    aside = game.host.talk.aside
    assert aside is not None and aside.get("at") == "confirm"
    game.say("yes")
    assert game.host.step is not Step.BOARD and game.host.talk.boards


def test_going_back_and_leaving() -> None:
    """ "Undo" goes back by one question, "stop" leaves the board as it was."""
    game = table("genus")
    game.say("calibrate the board")
    game.say("seven")
    game.say("undo")
    assert game.host.talk.aside is not None and game.host.talk.aside.get("at") == "spoke"
    game.say("stop")
    assert game.host.step is Step.PLAYERS and game.host.talk.boards == ()


def test_a_game_that_has_begun_keeps_its_board() -> None:
    """No event could tell what becomes of the pieces."""
    game = table("genus", players="Anna, Ben", precision="standard")
    game.say("calibrate the board")
    assert game.host.step is not Step.BOARD and "has its board already" in " ".join(game.run_.lines[-2:])


@pytest.mark.parametrize("language", LANGUAGES)
def test_two_categories_change_their_colours(language: str) -> None:
    """ "In our box brown is History": what was brown is yellow now, in questions, prompts and the grammar."""
    game = table("genus", language, players="Ana, Bea", precision="standard")
    book, colours = books()[language], ruleset("genus").colours
    brown, yellow = colours["brown"][language][0], colours["yellow"][language][0]
    history = game.host.mind.category("yellow", language)
    game.say(book.templates["category_is"][0].format(colour=brown, category=history))
    book = game.host.desk().book
    assert (book.word("colour", "yellow"), book.word("colour", "brown")) == (brown, yellow)
    said = " ".join(game.run_.lines[-4:])
    assert (history in said and brown in said.casefold()) or brown.casefold() in said.casefold()
    assert json.loads(game.host.talk.boards[0])["called"] == {"yellow": "brown", "brown": "yellow"}


def test_a_category_gets_another_name() -> None:
    """Heard names wait for a yes; the name is in the prompts and can be said for the category."""
    game = table("genus", players="Anna, Ben", precision="standard", mode="colour")
    game.say("Anna begins")
    game.say("the green category has another name")
    game.say("Nature and Technology")
    game.say("yes")
    assert game.host.mind.category("green", "en") == "Nature and Technology"
    game.say("the hub" if game.host.step is not Step.LANDING else "four, green")
    assert "Nature and Technology" in " ".join(game.run_.lines[-3:])


def test_a_break_keeps_the_board() -> None:
    """The board is in the session file: after a break the game goes on upon it."""
    game = table("genus")
    calibrate(game, told_board(Random(8), "genus") | {"colours": "no"})
    begin(game)
    for _ in range(8):
        game.say(words_for(game))
    before = game.host.game
    game.input("save+resume")
    assert game.host.game is not None and before is not None
    assert game.host.game.wheel.spaces == before.wheel.spaces and game.host.game.players == before.players


# --- files --------------------------------------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUIZHOST_HOME", str(tmp_path))


def test_the_household_keeps_its_board() -> None:
    """Written in the form of a board file, read back the same, for every edition."""
    editions = {name: ruleset(name) for name in ("genus", "switzergame")}
    for rules in editions.values():
        board = rules.boards[rules.board]
        keep_board(with_board((), board)[0])
        assert board_text(board_in(folder() / f"{rules.id}.yaml", rules)) == board_text(board)
    found, faults = own_boards(editions)
    assert faults == () and {type(board_from(json.loads(text))) for text in found} == {Board, Track}


def test_a_fault_names_file_line_and_field(tmp_path: Path) -> None:
    """A board file that breaks the form or the rules is refused with file, line and field."""
    rules = ruleset("genus")
    text = board_text(rules.boards[rules.board])
    path = tmp_path / "mine.yaml"
    for broken, where in (
        (text.replace("hq_order: [blue", "hq_order: [red"), "hq_order"),
        (text + "called: {blue: pink}\n", "called"),
        (text.replace("kind: wheel", "kind: wheel\ncolor: x"), "color"),
    ):
        path.write_text(broken, encoding="utf-8")
        with pytest.raises(RulesetError) as caught:
            board_in(path, rules)
        assert "mine.yaml" in str(caught.value) and "line" in str(caught.value) and where in str(caught.value)


def test_a_broken_file_of_the_household_stops_nobody() -> None:
    """It is named once, and the evening is played on the usual board."""
    folder().mkdir(parents=True)
    (folder() / "genus.yaml").write_text("id: [", encoding="utf-8")
    found, faults = own_boards({"genus": ruleset("genus")})
    assert found == () and len(faults) == 1 and "genus.yaml" in faults[0]


def test_a_pack_used_up_before_the_game_is_answered() -> None:
    """Said before the game, "the pack is used up" only gets the answer that nothing has begun."""
    game = table("genus")
    game.say("the pack is used up")
    assert game.host.game is None and game.host.step is Step.PLAYERS
