"""Contesting a verdict at any later point, and what must then be put right by hand."""

from __future__ import annotations

from rules.play import done, refused, rolling

from host.rules import commands as c
from host.rules.contest import Correction, Hand, corrections
from host.rules.engine import apply, decide
from host.rules.events import Corrected, TurnKept, Undone, WedgeWon
from host.rules.history import judgements, last_judgement
from host.rules.messages import Undo
from host.rules.seats import Seat
from host.rules.state import GameState
from host.rules.words import Kind, Mode, Purpose, Reason, Result, Special, Verdict


def judged_wrong(*, mode: Mode = Mode.GUIDE) -> GameState:
    """A is judged wrong on the green headquarters; B rolls, lands on pink and wins; then C's turn is over too."""
    state = rolling("globetrotter", mode=mode)
    on_hq = c.MoveTo("hq.green") if mode is Mode.GUIDE else c.ReportLanding(Kind.HQ, "green")
    on_pink = c.MoveTo("hq.pink") if mode is Mode.GUIDE else c.ReportLanding(Kind.HQ, "pink")
    return done(
        state,
        c.RollDie(6), on_hq, c.PoseQuestion("g1"), c.SubmitAnswer("A", Verdict.WRONG, "Lyon"), c.CloseClaims(),
        c.RollDie(6), on_pink, c.PoseQuestion("p1"), c.SubmitAnswer("B", Verdict.RIGHT),
    )  # fmt: skip


def test_all_verdicts_can_be_listed() -> None:
    """R-T17: the verdicts of the game so far are listed, latest first, each with the state it can be given from."""
    state = judged_wrong()
    found = [(j.player, j.verdict, j.purpose, j.colour, j.question, j.text) for j in judgements(state)]
    assert found == [
        ("B", Verdict.RIGHT, Purpose.WEDGE, "pink", "p1", ""),
        ("A", Verdict.WRONG, Purpose.WEDGE, "green", "g1", "Lyon"),
    ]


def test_a_contest_restores_everything() -> None:
    """R-T17: a verdict contested after later rolls gives wedge, turn and positions back in one decision."""
    state = judged_wrong()
    contested = list(judgements(state))[1]
    decided = decide(state, c.OverruleVerdict(Verdict.RIGHT, contested.seq))
    assert isinstance(decided, tuple)
    kinds = [type(event) for event in decided]
    assert kinds[:2] == [Undone, Corrected] and kinds[-2:] == [WedgeWon, TurnKept]
    after = apply(state, decided)
    a, b = after.player("A"), after.player("B")
    assert (a.wedges, a.leave, after.active) == (frozenset({"green"}), "", "A")
    assert (b.wedges, b.space, b.rolled) == (frozenset(), "hub", False)


def test_a_contest_lists_what_to_put_right_by_hand() -> None:
    """R-T17: B's piece goes back to the hub, B's wedge goes back, A gets the green one, and it is A's turn."""
    before = judged_wrong()
    after = done(before, c.OverruleVerdict(Verdict.RIGHT, list(judgements(before))[1].seq))
    assert corrections(before, after) == (
        Correction(Hand.PIECE, "B", origin="hq.pink", target="hub"),
        Correction(Hand.WEDGE_GIVEN, "A", "green"),
        Correction(Hand.WEDGE_TAKEN, "B", "pink"),
        Correction(Hand.TURN, "A"),
    )


def test_in_colour_mode_pieces_go_back_where_they_stood() -> None:
    """R-T17: without positions a piece that moved since is named, with the hub or headquarters it stood on."""
    before = done(judged_wrong(mode=Mode.COLOUR), c.ReportLanding(Kind.COLOUR, "blue"))
    last = next(judgements(before))
    after = done(before, c.OverruleVerdict(Verdict.WRONG, last.seq))
    assert corrections(before, after) == (
        Correction(Hand.PIECE, "B", origin="", target="hq.pink"),
        Correction(Hand.WEDGE_TAKEN, "B", "pink"),
    )
    assert corrections(done(before, c.PoseQuestion()), before) == ()
    again = done(before, c.PoseQuestion(), c.SubmitAnswer("B", Verdict.RIGHT), c.ReportLanding(Kind.COLOUR, "pink"))
    assert corrections(again, before) == (Correction(Hand.PIECE, "B"),)


def test_a_contest_can_be_contested() -> None:
    """R-T17: a verdict given again is listed in place of the old one, and the moves taken back are not listed."""
    state = judged_wrong()
    after = done(state, c.OverruleVerdict(Verdict.RIGHT, list(judgements(state))[1].seq))
    assert [(j.player, j.verdict) for j in judgements(after)] == [("A", Verdict.RIGHT)]
    back = done(after, c.OverruleVerdict(Verdict.WRONG, next(judgements(after)).seq))
    assert [(j.player, j.verdict) for j in judgements(back)] == [("A", Verdict.WRONG)]
    assert (back.player("A").wedges, back.player("A").leave) == (frozenset(), "hq.green")


def test_undo_takes_a_whole_contest_back() -> None:
    """R-T08, R-T17: one Undo after a contest, and everything is as before it."""
    state = judged_wrong()
    after = done(state, c.OverruleVerdict(Verdict.RIGHT, list(judgements(state))[1].seq), Undo())
    assert corrections(after, state) == ()
    assert [j.player for j in judgements(after)] == ["B", "A"]


def test_contests_that_cannot_be() -> None:
    """F-T24: a verdict that is not there, or that was so already."""
    state = judged_wrong()
    assert refused(state, c.OverruleVerdict(Verdict.RIGHT, 9999)).reason is Reason.TOO_LATE
    first = list(judgements(state))[1]
    assert refused(state, c.OverruleVerdict(Verdict.WRONG, first.seq)).reason is Reason.NOT_ELIGIBLE
    assert last_judgement(rolling("genus")) is None


def test_special_cards_go_back_to_their_hands() -> None:
    """G-35, G-41: a contest before a card was played gives it back."""
    state = done(
        rolling("globetrotter"),
        c.ReportLanding(Kind.COLOUR, "pink"), c.PoseQuestion("q1"), c.SubmitAnswer("A", Verdict.RIGHT),
        c.ReportLanding(Kind.ROLL_AGAIN), c.PlayBoarding("green", sure=True), c.PoseQuestion("q2"),
        c.SubmitAnswer("A", Verdict.RIGHT),
    )  # fmt: skip
    after = done(state, c.OverruleVerdict(Verdict.WRONG, list(judgements(state))[1].seq))
    assert after.player("A").cards[Special.BOARDING] == 1
    assert corrections(state, after) == (
        Correction(Hand.PIECE, "A", origin="hq.green"),
        Correction(Hand.WEDGE_TAKEN, "A", "green"),
        Correction(Hand.CARD_GIVEN, "A", "boarding"),
        Correction(Hand.TURN, "B"),
    )
    assert Correction(Hand.CARD_TAKEN, "A", "boarding") in corrections(after, state)


def test_packs_go_back_into_their_boxes() -> None:
    """G-11: a pack changed since the verdict is named."""
    state = done(
        rolling("globetrotter", cards="table"),
        c.ReportLanding(Kind.COLOUR, "pink"), c.PoseQuestion(), c.SubmitAnswer("A", Verdict.WRONG),
        c.ReportDivider("box"), c.PlacePack("box"),
    )  # fmt: skip
    after = done(state, c.OverruleVerdict(Verdict.RIGHT))
    assert corrections(state, after) == (
        Correction(Hand.PACK, item="box", origin="2", target="1"),
        Correction(Hand.TURN, "A"),
    )


def meeting(mode: Mode) -> GameState:
    """Switzergame: A's pawn has met B's, who was judged wrong; D has drawn and moved since."""
    state = rolling("switzergame", "A", "B", "C", "D", mode=mode)
    if mode is Mode.GUIDE:
        return done(
            state,
            c.Correct("pawn.red.1", 12), c.Correct("pawn.blue.1", 5), c.Correct("pawn.yellow.1", 1),
            c.DrawCard("8"), c.MovePawn("red.1", 8), c.DrawQuizCard("8"), c.PoseQuestion("q"),
            c.SubmitAnswer("B", Verdict.WRONG), c.DrawCard("4"), c.MovePawn("yellow.1", 4),
        )  # fmt: skip
    way = {"house": 2, "way": 1, "goal": 0}
    return done(
        state,
        c.Correct("counts.A", way), c.Correct("counts.B", way), c.Correct("counts.D", way),
        c.DrawCard("8"), c.ReportMove(Result.MOVED, "B"), c.DrawQuizCard("8"), c.PoseQuestion("q"),
        c.SubmitAnswer("B", Verdict.WRONG), c.DrawCard("4"), c.ReportMove(Result.GOAL),
    )  # fmt: skip


def test_pawns_and_cards_go_back() -> None:
    """R-T17: in the pawn game every pawn that stands elsewhere is named, and the cards drawn since."""
    before = meeting(Mode.GUIDE)
    after = done(before, c.OverruleVerdict(Verdict.RIGHT, next(judgements(before)).seq))
    assert corrections(before, after) == (
        Correction(Hand.PIECE, "B", "blue.1", "house.blue.1", "ring.28"),
        Correction(Hand.PIECE, "D", "yellow.1", "ring.50", "ring.46"),
        Correction(Hand.CARDS_BACK, target="1"),
        Correction(Hand.TURN, "D"),
    )


def test_pawns_are_counted_in_colour_mode() -> None:
    """R-T17: without places only house, way and goal can be put right."""
    before = meeting(Mode.COLOUR)
    after = done(before, c.OverruleVerdict(Verdict.RIGHT, next(judgements(before)).seq))
    found = corrections(before, after)
    assert Correction(Hand.PIECE, "B", origin="house", target="way") in found
    assert Correction(Hand.PIECE, "D", origin="goal", target="way") in found
    assert Correction(Hand.PIECE, "D", origin="way", target="goal") in corrections(after, before)


def test_who_joined_since_needs_no_correction() -> None:
    """R-T18: a late joiner who was not there before the contest has nothing to put right."""
    before = judged_wrong()
    joined = done(before, c.AddPlayer(Seat("E"), "C"))
    assert corrections(before, joined) == ()
