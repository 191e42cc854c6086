"""The closed dictionary of mechanics a ruleset may cite: slot -> name -> what it does and which options it brings.

A ruleset file is data; this is all the code it can call. Each slot is read by the module named beside it, and a
name that is not here is refused when the file is loaded.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Mechanic:
    """One named piece of behaviour."""

    does: str
    """In a sentence, for ``quizhost rulesets show``."""
    options: tuple[str, ...] = ()
    """The options that come with it."""


_EVERY_GAME = (
    "cards", "solo", "start_tie", "answer_seconds", "precision", "age_rules", "silence", "overrule", "team_answer",
    "no_answer",
)  # fmt: skip

MECHANICS: Mapping[str, Mapping[str, Mechanic]] = {
    # Which pieces move how: decides the whole turn. engine.py
    "move": {
        "wheel": Mechanic(
            "One piece per side, a die, a wheel of spaces, a question wherever it stops.",
            (*_EVERY_GAME, "asker", "hub_counts", "return_same_turn", "stuck_leave", "junction_turns", "retrace",
             "board_unchecked", "pack_size", "packs", "pack_cycle"),
        ),
        "track": Mechanic("Pawns run round a ring by playing cards, and home.", (*_EVERY_GAME, "back_from_home",
                          "backward_opens_home", "skip_home", "overshoot", "pass_in_home", "card_values")),
    },
    # Who begins. setup.py
    "start": {
        "highest_die": Mechanic("Everyone rolls; the highest die begins."),
        "highest_card": Mechanic("The highest card shuffles; the next in turn order begins."),
    },
    # Who is next. queries.py
    "order": {
        "clockwise": Mechanic("The turn passes to the left neighbour."),
        "anticlockwise": Mechanic("The turn passes to the right neighbour."),
    },
    # What happens on a kind of space: landing.py (wheel)
    "spaces": {
        "ask": Mechanic("A question of the colour of the space."),
        "ask_for_wedge": Mechanic("A question for the wedge; a wrong answer means leaving.", ("owned_hq_leave",)),
        "choose_category": Mechanic("The player chooses the category.", ("hub_silent", "hub_wedge")),
        "roll_again": Mechanic("No question: roll and move again.", ("roll_again_must", "roll_again_spaces")),
        "go_to_headquarters": Mechanic("The piece goes on to the headquarters of that colour.",
                                       ("shortcut_when_owned", "shortcut_to_left_hq")),
    },
    # Where wedges are won. answers.py (wheel)
    "wedges": {
        "headquarters": Mechanic("Only on the headquarters of their colour."),
        "anywhere": Mechanic("With every right answer, by the colour of the space."),
    },
    # How the game is won. winning.py, ranking.py
    "win": {
        "final_question": Mechanic("All wedges, then the hub by exact count and a final question.",
                                   ("final_question", "final_chooser", "hub_standing_counts", "streak",
                                    "streak_trigger", "streak_equal", "streak_many")),
        "all_wedges": Mechanic("The last missing wedge wins at once."),
        "all_home": Mechanic("All pawns in the goal; the others play on for the ranking.", ("play_on",)),
    },
    # From which deck a question comes. decks.py
    "deck": {
        "single": Mechanic("There is one deck."),
        "alternate": Mechanic("The decks take turns, question by question.", ("box_order",)),
        "by_age": Mechanic("The age of the questioned side decides.", ("age_limit", "deck", "team_deck")),
        "quiz": Mechanic("The question belongs to the playing card that was drawn."),
    },
    # Special cards held in the hand. boarding.py, first_class.py, claims.py
    "cards": {
        "boarding": Mechanic("From two spaces away straight to a headquarters.",
                             ("boarding", "boarding_distance", "boarding_any_hq", "boarding_followups",
                              "voyager_deal")),
        "first_class": Mechanic("Two other questions instead of an answer.",
                                ("first_class", "first_class_after_wrong", "first_class_ask_both",
                                 "first_class_pick", "voyager_deal")),
        "passport": Mechanic("Others may claim a wedge that was not won.",
                             ("passport", "passport_after", "passport_on_owned_hq", "claim_order", "asker_may_claim",
                              "claim_window", "after_claims", "voyager_deal")),
    },
    # What happens when a pawn arrives on another one. meeting.py (track)
    "meeting": {
        "quiz": Mechanic("The first pawn may save itself with a quiz question.",
                         ("quiz_on_start", "own_capture", "captured_to", "gift_pawn", "after_meeting", "safe_start",
                          "capture_backwards", "chain", "won_points_home", "answer_extra_turn")),
        "capture": Mechanic("The first pawn goes back to its house.",
                            ("own_capture", "captured_to", "safe_start", "capture_backwards")),
    },
    # How pawns leave their house. pawns.py (track)
    "enter": {
        "start_card": Mechanic("A start card brings a pawn to its start space.",
                               ("clear_start_first", "enter_then_draw", "enter_must")),
    },
}  # fmt: skip
"""Slot -> mechanic name -> Mechanic."""
