"""The engine as a whole: history, replay, legal commands, and the invariants that watch over it."""

from __future__ import annotations

import dataclasses
import json

import pytest
from rules.editions import IDS, WHEELS, edition
from rules.play import begun, done, refused, rolling

from host.rules import commands as c
from host.rules.board import Space
from host.rules.engine import apply, decide, destinations, evolve, legal_commands, new_game, replay, uses
from host.rules.events import Undone, WedgeWon
from host.rules.frozen import FrozenDict
from host.rules.invariants import broken, broken_by
from host.rules.messages import Undo, from_dict, to_dict
from host.rules.queries import addressed, choosers, final_category, may_reveal
from host.rules.random_play import play
from host.rules.rulebook import Teams
from host.rules.seats import Member, Seat
from host.rules.state import GameState
from host.rules.state_data import state_from_dict, state_to_dict
from host.rules.words import Kind, Mode, Phase, Reason, Special, Verdict, WedgeHow


@pytest.mark.parametrize("id", IDS)
@pytest.mark.parametrize("seed", range(6))
def test_a_log_leads_to_its_state(id: str, seed: int) -> None:
    """Replaying the decisions of a game, also through JSON, leads to its last state."""
    played = play(edition(id), seed)
    assert (played.finished, played.breaks) == (True, ())
    log = [tuple(from_dict(json.loads(json.dumps(to_dict(event)))) for event in events) for events in played.log]
    assert replay(log, edition(id)) == played.state


def test_undo_then_the_same_again_is_the_same_state() -> None:
    """R-T08: undo, then the same command: the same state but for the number of events."""
    before = rolling("genus")
    after = done(before, c.RollDie(3))
    back = done(after, Undo())
    again = done(back, c.RollDie(3))
    assert dataclasses.replace(back, seq=0) == dataclasses.replace(before, seq=0)
    assert dataclasses.replace(again, seq=0) == dataclasses.replace(after, seq=0)
    assert (before.seq, after.seq, back.seq, again.seq) == (5, 6, 7, 8)


def test_undo_leads_back_to_the_empty_table() -> None:
    """R-T08: every decision can be undone, the first one too."""
    state = rolling("genus")
    empty = done(state, Undo(4))
    assert (empty.phase, empty.players) == (Phase.SETUP, ())
    assert refused(empty, Undo()).reason is Reason.WRONG_PHASE


def test_a_log_that_does_not_belong_together() -> None:
    """An undo to a moment that never was is refused when it is read."""
    with pytest.raises(ValueError, match="no state with seq 77"):
        replay([(Undone(77),)], edition("genus"))


def test_a_log_of_another_game() -> None:
    """A log of another ruleset, version or board is refused when it is read."""
    log = play(edition("genus"), 1).log
    with pytest.raises(ValueError, match="saved with ruleset genus version 1, not familien version 1"):
        replay(log, edition("familien"))
    with pytest.raises(ValueError, match="saved with ruleset genus version 1, not genus version 2"):
        replay(log, dataclasses.replace(edition("genus"), version=2))
    with pytest.raises(ValueError, match="saved with board 'genus-default', which ruleset genus does not have"):
        replay(log, dataclasses.replace(edition("genus"), boards={}))


@pytest.mark.parametrize("id", IDS)
def test_legal_commands_are_legal(id: str) -> None:
    """Every legal command leads to at least one event, in every phase of a game, and there are none at its end."""
    state = new_game(edition(id))
    played = play(edition(id), 3)
    for events in played.log:
        state = apply(state, events)
        commands = legal_commands(state)
        assert (commands == ()) == (state.phase is Phase.ENDED)
        for command in commands[:6]:
            decided = decide(state, command)
            assert isinstance(decided, tuple) and broken_by(state, decided) == ()


def test_queries_outside_their_phase() -> None:
    """Destinations and uses are empty where nothing can be moved."""
    wheel, track = rolling("genus", mode=Mode.GUIDE), rolling("switzergame", mode=Mode.GUIDE)
    assert (destinations(wheel), uses(wheel), uses(track), choosers(wheel)) == ((), (), (), ())
    assert destinations(done(rolling("genus"), c.RollDie(3))) == ()


def test_majority_names_the_final_category() -> None:
    """G-P28: the majority of the others counts, else the left neighbour; nobody's word counts for the finalist."""
    state = dataclasses.replace(rolling("genus", "A", "B", "C", "D"))
    assert final_category(state, {"B": "pink", "C": "blue", "D": "blue"}) == "blue"
    assert final_category(state, {"B": "pink", "C": "blue"}) == "pink"
    assert final_category(state, {"A": "green", "C": "blue"}) == ""
    assert final_category(rolling("genus", "A"), {}) == ""


def test_a_saved_state_belongs_to_its_ruleset() -> None:
    """A state saved with another ruleset, or another version of it, is refused."""
    data = state_to_dict(rolling("genus"))
    with pytest.raises(ValueError, match="saved with ruleset genus version 1, not familien version 1"):
        state_from_dict(data, edition("familien"))
    newer = dataclasses.replace(edition("genus"), version=2)
    with pytest.raises(ValueError, match="saved with ruleset genus version 1, not genus version 2"):
        state_from_dict(data, newer)


def test_the_empty_table_is_sound() -> None:
    """Before StartGame there is nothing to break, nobody to act, and nothing to hide."""
    state = new_game(edition("genus"))
    assert (broken(state), addressed(state), may_reveal(state)) == ((), "", True)
    assert not state.has("A")
    with pytest.raises(KeyError):
        state.player("A")


@pytest.mark.parametrize("id", WHEELS)
def test_starting_options_are_checked(id: str) -> None:
    """README 9: unknown options, values, variants and boards are refused by name."""
    empty, seats = new_game(edition(id)), (Seat("A"), Seat("B"))
    assert refused(empty, c.StartGame(seats, options={"luck": 1})).about == "options.luck"
    wrong = refused(empty, c.StartGame(seats, options={"precision": "vague"}))
    assert (wrong.about, wrong.limit) == ("options.precision", "lenient, standard, strict")
    later = refused(empty, c.StartGame(seats, options={"stuck_leave": "ask_again"}))
    assert later.limit == "stay_no_question (ask_again is not supported yet)"
    assert refused(empty, c.StartGame(seats, variants=("long",))).about == "variants"
    assert refused(empty, c.StartGame(seats, board="chess")).about == "board"


@pytest.mark.parametrize(
    "key, good, bad",
    [
        ("answer_seconds", 30, 5), ("answer_seconds", None, "soon"), ("packs", {"adult": 3}, {"adult": 0}),
        ("packs", 2, "two"), ("pack_size", 40, 0), ("age_limit", 16, 0), ("deck", {"A": "young"}, {"A": 3}),
        ("age_rules", {"A": {"choices": True}}, {"A": {"choices": "yes"}}), ("age_rules", {}, {"A": {"luck": 1}}),
        ("age_rules", {"A": {"precision": "strict"}}, {"A": "strict"}), ("age_rules", {}, []),
        ("roll_again_must", False, 0), ("confer_seconds", 60, True),
    ],
)  # fmt: skip
def test_option_values(key: str, good: object, bad: object) -> None:
    """README 9: each option takes its values and refuses others."""
    empty, seats = new_game(edition("familien")), (Seat("A"), Seat("B"))
    assert isinstance(decide(empty, c.StartGame(seats, options={key: good})), tuple)
    assert refused(empty, c.StartGame(seats, options={key: bad})).about == f"options.{key}"


@pytest.mark.parametrize(
    "key, bad", [("passport_after", []), ("passport_after", ["maybe"]), ("passport_after", "wrong")]
)
def test_list_options(key: str, bad: object) -> None:
    """README 9: options that are lists refuse other things."""
    empty, seats = new_game(edition("globetrotter")), (Seat("A"), Seat("B"))
    assert refused(empty, c.StartGame(seats, options={key: bad})).about == f"options.{key}"


@pytest.mark.parametrize("bad", [{"ace": []}, {"ace": [0]}, {"ace": [99]}, {"ace": 1}, {3: [1]}, "any"])
def test_card_values_are_checked(bad: object) -> None:
    """S-P05: agreed card values are lists of steps from -13 to 13."""
    empty, seats = new_game(edition("switzergame")), (Seat("A"), Seat("B"))
    assert refused(empty, c.StartGame(seats, options={"card_values": bad})).about == "options.card_values"


@pytest.mark.parametrize(
    "seats, field",
    [
        ((Seat("A"), Seat("A")), "players"),
        ((Seat("A"), Seat("")), "players"),
        ((Seat("A", deck="infant"), Seat("B")), "deck"),
        ((Seat("A", colour="red"), Seat("B")), "colour"),
        ((Seat("A", captain="Zoe"), Seat("B")), "captain"),
        ((Seat("A", members=(Member("Ann", category="violet"),)), Seat("B")), "category"),
    ],
)
def test_seats_are_checked(seats: tuple[Seat, ...], field: str) -> None:
    """G-P01, F-P09: a set-up that cannot be is refused with its field."""
    assert refused(new_game(edition("familien")), c.StartGame(seats)).about == field


def test_people_are_counted_over_all_teams() -> None:
    """F-35: the whole table has a limit, where it is lower than all teams together."""
    small = dataclasses.replace(edition("familien"), teams=Teams(6, 3), variants={})
    pair = (Member("x"), Member("y"))
    found = refused(new_game(small), c.StartGame((Seat("A", members=pair), Seat("B", members=pair))))
    assert (found.about, found.limit) == ("people", "at most 3")


def test_boards_with_roll_again_spaces_need_their_option() -> None:
    """B-05, N-P05: a Genus board with roll-again spaces is played only where the table says that it has them."""
    genus = edition("genus")
    board = genus.boards["genus-default"]
    spaces = {**board.spaces, "ring.blue.1": Space("ring.blue.1", Kind.ROLL_AGAIN)}  # type: ignore[union-attr]
    rules = genus.with_board(dataclasses.replace(board, id="ours", spaces=spaces))  # type: ignore[type-var]
    seats = (Seat("A"), Seat("B"))
    assert refused(new_game(rules), c.StartGame(seats, board="ours")).about == "board"
    allowed = c.StartGame(seats, board="ours", options={"roll_again_spaces": True})
    assert isinstance(decide(new_game(rules), allowed), tuple)


def test_small_tracks_seat_fewer_players() -> None:
    """S-01, boards 8.2: a cloth with two colours has room for two."""
    board = edition("switzergame").boards["switzergame-default"]
    small = dataclasses.replace(board, id="small", colours=board.colours[:2])  # type: ignore[union-attr]
    rules = edition("switzergame").with_board(small)
    seats = (Seat("A"), Seat("B"), Seat("C"))
    assert refused(new_game(rules), c.StartGame(seats, board="small")).limit == "2-2"
    assert isinstance(decide(new_game(rules), c.StartGame(seats[:2], board="small")), tuple)


def test_no_special_cards_without_special_cards() -> None:
    """G-04: an edition without special cards refuses a hand that has some."""
    state = rolling("genus")
    assert refused(state, c.SetCards("A", 1, 0, 0)).reason is Reason.KIND_OFF
    assert isinstance(decide(state, c.SetCards("A", 0, 0, 0)), tuple)
    assert refused(state, c.PlayBoarding("pink")).reason is Reason.KIND_OFF


def test_the_host_may_say_what_is_due() -> None:
    """README 7: the phase tells whom the host waits for."""
    state = rolling("genus")
    assert addressed(state) == "A"
    asked = done(state, c.ReportLanding(Kind.COLOUR, "pink"), c.PoseQuestion("q"))
    assert (addressed(asked), may_reveal(asked)) == ("A", False)


def sound() -> GameState:
    """A state in the middle of a game that breaks nothing."""
    return rolling("globetrotter", mode=Mode.GUIDE)


def with_first(state: GameState, **changes: object) -> GameState:
    """The state with the first player changed."""
    first = dataclasses.replace(state.players[0], **changes)  # type: ignore[arg-type]
    return dataclasses.replace(state, players=(first, *state.players[1:]))


@pytest.mark.parametrize(
    "state, said",
    [
        (dataclasses.replace(sound(), active=""), "nobody is to act and does not play"),
        (dataclasses.replace(sound(), active="Z"), "Z is to act and does not play"),
        (with_first(sound(), rank=1), "A is to act and has finished"),
        (dataclasses.replace(sound(), phase=Phase.ENDED), "ended without an outcome"),
        (dataclasses.replace(sound(), winners=("A",)), "an outcome in a game that goes on"),
        (dataclasses.replace(sound(), phase=Phase.ANSWER), "an answer is due without a question"),
        (dataclasses.replace(sound(), phase=Phase.CLAIM), "claims are open for nobody"),
        (with_first(sound(), cards=FrozenDict(dict.fromkeys(Special, 9))), "14 boarding cards"),
        (
            dataclasses.replace(sound(), shelves={"main": (2, 2)}),
            "packs of main: [1] in boxes, (2, 2) on the shelf",
        ),
        (dataclasses.replace(sound(), cards_left=7), "7 playing cards left"),
        (with_first(sound(), wedges=frozenset({"violet"})), "A owns ['violet']"),
        (with_first(sound(), space=""), "A stands on no space"),
        (with_first(sound(), leave="hq.pink"), "A must leave hq.pink and stands on hub"),
    ],
)
def test_broken_wheel_states_are_seen(state: GameState, said: str) -> None:
    """R-T14: each invariant of the wheel games is broken by a state that breaks it."""
    assert said in broken(state)


def on_track(mode: Mode = Mode.GUIDE) -> GameState:
    """A pawn game in its first turn."""
    return rolling("switzergame", mode=mode)


@pytest.mark.parametrize(
    "state, said",
    [
        (with_first(on_track(), pawns=(None, None)), "A has 2 pawns"),
        (with_first(on_track(), pawns=(None, None, 99)), "A has a pawn beyond the goal"),
        (with_first(on_track(), pawns=(None, 3, 3)), "2 pawns on ring.3"),
        (with_first(on_track(Mode.COLOUR), counts=(3, 1, 0)), "A has (3, 1, 0) pawns"),
        (with_first(on_track(Mode.COLOUR), counts=(4, -1, 0)), "A has (4, -1, 0) pawns"),
        (dataclasses.replace(on_track(), cards_left=0), "a card is due and none is left"),
    ],
)
def test_broken_track_states_are_seen(state: GameState, said: str) -> None:
    """R-T14: each invariant of the pawn game is broken by a state that breaks it."""
    assert said in broken(state)


def test_broken_decisions_are_seen() -> None:
    """R-T14: a decision without events, and a wedge won twice."""
    state = with_first(sound(), wedges=frozenset({"pink"}))
    won = WedgeWon("A", "pink", WedgeHow.HEADQUARTERS)
    other = WedgeWon("A", "blue", WedgeHow.HEADQUARTERS)
    assert broken_by(state, ()) == ("a legal command without an event",)
    assert broken_by(state, (won,)) == ("A wins pink twice",)
    assert broken_by(state, (other, other)) == ("A wins blue twice",)


def test_somebody_to_act_after_the_end_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """README 7: a game that is over waits for nobody."""
    monkeypatch.setattr("host.rules.invariants.addressed", lambda state: "A")
    state = dataclasses.replace(sound(), phase=Phase.ENDED)
    assert "A is to act in a game that is over" in broken(state)


def test_a_game_that_is_stuck_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """A random game without a legal command, or that does not end, says so."""
    assert play(edition("genus"), 1, limit=3).finished is False
    monkeypatch.setattr("host.rules.random_play.candidates", lambda state: iter(()))
    monkeypatch.setattr("host.rules.random_play._wish", lambda state, rng: None)
    assert play(edition("genus"), 1).breaks == ("no legal command in phase start",)


def test_evolve_is_a_step() -> None:
    """One event makes one step and touches no history."""
    state = rolling("genus")
    decided = decide(state, c.RollDie(4))
    assert isinstance(decided, tuple)
    assert evolve(state, decided[0]).seq == state.seq + 1
    assert evolve(state, decided[0]).past is state.past


def test_age_decks_can_be_agreed() -> None:
    """F-P09: an agreed deck counts before the age."""
    state = begun("familien", "A", "B", deck={"B": "young"})
    assert [player.deck for player in state.players] == ["adult", "young"]


def test_the_seed_is_kept() -> None:
    """README 6: the seed for the host's own choices is written with the set-up."""
    state = done(new_game(edition("genus")), c.StartGame((Seat("A"), Seat("B")), seed=7))
    assert state.seed == 7
    assert Verdict.NONE.value == "none"
