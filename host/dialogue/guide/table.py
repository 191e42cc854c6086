"""The guide's rows of the dialogue table, and what may be said of the board at any moment."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from host.dialogue.desk import Desk
from host.dialogue.guide import calibrate, corrections, practice, printing, tactile, turn, uses
from host.dialogue.guide.die import roll_for_me
from host.dialogue.guide.hand import ask_hands, take_hands
from host.dialogue.guide.questions import around, describe, how_far, nearest, pawns
from host.dialogue.guide.words import place_names
from host.dialogue.stage import Stage, Then, Values
from host.dialogue.talk import Step
from host.dialogue.understand import Intent
from host.rules.board import HUB
from host.rules.messages import ChooseValue, EnterPawn, MovePawn, MoveTo
from host.rules.words import Mode


def take_done(desk: Desk, intent: Intent) -> Then | Intent | None:
    """ "Done", the place itself, or another choice after all."""
    if intent.name in (*turn.OFFERED, *uses.CHOOSING, "here_on") and intent.name not in ("more", "all_ways", "board"):
        aside = desk.take_aside()
        choose = turn.take_destination if desk.state.rules.is_wheel else uses.take_use
        if (taken := choose(desk, intent)) is None:
            desk.change(asides=(*desk.talk.asides, aside))
        return taken
    done = take_hands(desk, intent)
    if isinstance(done, MoveTo):
        return turn.after_move(desk, done)
    if isinstance(done, EnterPawn | MovePawn | ChooseValue):
        return uses.after_use(desk, done)
    return done if isinstance(done, Then) else None


def hand_values(desk: Desk) -> Values:
    """What could be chosen instead."""
    return turn.offered_values(desk) if desk.state.rules.is_wheel else uses.use_values(desk)


def _told(*lines: str) -> Callable[[Desk], Then]:
    def tell(desk: Desk) -> Then:
        for line in lines:
            desk.say(line)
            desk.end_line()
        return Then.REPEAT

    return tell


OTHERWISE = (*turn.OFFERED, "only_pawn", "pawn_steps")
STAGES: Mapping[Step, Stage] = {
    **turn.STAGES,
    **uses.STAGES,
    **corrections.STAGES,
    **tactile.STAGES,
    **calibrate.STAGES,
    **printing.STAGES,
    **practice.STAGES,
    Step.HANDS: Stage(
        ask_hands,
        take_done,
        ("done", "yes", "no", *turn.OFFERED, "only_pawn", "pawn_steps"),
        values=hand_values,
        menu=False,
    ),
}
ANYTIME: Mapping[str, Callable[[Desk], Then]] = {
    "around": around,
    "nearest": nearest,
    "pawns": pawns,
    "describe": describe,
    "wrong_piece": corrections.wrong_piece,
    "guide_mode": corrections.to_guide,
    "colour_mode": corrections.to_colour,
    "roll_for_me": roll_for_me,
    "tactile": tactile.tactile,
    "calibrate": calibrate.calibrate,
    "practice": practice.practice,
    "access_help": _told("access_help", "access_help_more"),
}
OF_SOMETHING: Mapping[str, Callable[[Desk, Intent], Then]] = {
    "how_far": how_far,
    "here_on": corrections.put_on,
    "put_on": corrections.put_on,
    "swap": corrections.swap,
    "category_is": printing.category_is,
    "rename_category": printing.rename,
}


def guide_places(desk: Desk) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The spaces that can be named now: all of them in guide mode, else those with a name of their own."""
    if desk.game is None or not desk.state.rules.is_wheel:
        return ()
    names = place_names(desk.book, desk.state.wheel)
    return names if desk.state.mode is Mode.GUIDE else tuple(pair for pair in names if _has_name(pair[0]))


def _has_name(space: str) -> bool:
    return space == HUB or space.startswith("hq.")


def guide_steps(desk: Desk) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """How many spaces a pawn is to go: "pawn two, seven"."""
    if desk.game is None or desk.state.rules.is_wheel or desk.state.mode is not Mode.GUIDE:
        return ()
    return tuple((value, ways) for value, ways in desk.book.words["number"].items() if value != "0")


def guide_values(desk: Desk, step: Step) -> Values:
    """Where the commands about places have nothing to name: "I'm on the hub" is a landing where one is due."""
    if desk.game is None or not desk.state.rules.is_wheel:
        return {}
    named = tuple(space for space, _ in guide_places(desk) if _has_name(space))
    landing = step in (Step.LANDING, Step.BOARD_FROM, Step.START_ROLL, Step.PRINT, Step.PLACE)
    return {"how_far.place": named, **({"here_on.place": ()} if landing else {})}
