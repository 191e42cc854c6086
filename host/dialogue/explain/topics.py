"""What can be asked about the rules, and which sentences answer it under the rules in force (A69).

A topic is a function of the ruleset with its variants and of the options the table has agreed on; it names lines of the
phrase book and never text. No line means: this edition has nothing of the kind.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from host.rules.rulebook import Ruleset
from host.rules.words import Kind, Special


@dataclass(frozen=True, slots=True)
class InForce:
    """The rules that hold at this table."""

    rules: Ruleset
    """With its variants."""
    options: Mapping[str, Any]
    variants: tuple[str, ...] = ()

    @property
    def wheel(self) -> bool:
        """Whether wedges are collected on a wheel."""
        return self.rules.is_wheel

    @property
    def final(self) -> bool:
        """Whether a full holder still needs the hub and a final question."""
        quick_end = self.rules.wedges == "anywhere" and self.opt("quick_final") is False
        return self.rules.win == "final_question" and self.opt("final_question") is not False and not quick_end

    @property
    def anywhere(self) -> bool:
        """Whether every right answer earns a wedge."""
        return self.rules.wedges == "anywhere"

    @property
    def quiz(self) -> bool:
        """Whether a pawn that is met may be saved."""
        return self.rules.meeting == "quiz"

    def opt(self, name: str) -> Any:
        """What the table agreed on, else the edition's default; None where the edition knows no such option."""
        return self.options.get(name, self.rules.options.get(name))

    def has(self, kind: Kind) -> bool:
        """Whether there are spaces of that kind."""
        return kind in self.rules.spaces and not (kind is Kind.ROLL_AGAIN and self.opt("roll_again_spaces") is False)

    def plays(self, card: Special) -> bool:
        """Whether the table plays with that kind of special card."""
        return card in self.rules.special and self.opt(card.value) is not False


Lines = tuple[str, ...]
Topic = Callable[[InForce], Lines]


def _line(name: str, *more: str) -> Topic:
    return lambda now: (name, *more)


def _wheel(*lines: str) -> Topic:
    return lambda now: lines if now.wheel else ()


def _track(*lines: str) -> Topic:
    return lambda now: () if now.wheel else lines


def _either(wheel: str, track: str) -> Topic:
    return lambda now: (wheel if now.wheel else track,)


def _aim(now: InForce) -> Lines:
    if not now.wheel:
        return ("rule_aim_track",)
    return ("rule_aim",) if now.final else ("rule_aim_short",)


def _wrong_hq(now: InForce) -> Lines:
    if not now.wheel:
        return ()
    return ("rule_wrong_hq",) if now.rules.asks_hq_for_wedge else ("rule_wrong_hq_short",)


def _owned_hq(now: InForce) -> Lines:
    if not now.wheel or not now.rules.asks_hq_for_wedge:
        return ()
    return ("rule_owned_hq", *(("rule_owned_hq_leave",) if now.opt("owned_hq_leave") else ()))


def _headquarters(now: InForce) -> Lines:
    if not now.wheel:
        return ()
    if not now.rules.asks_hq_for_wedge:
        return ("rule_hq_no_wedge",) if now.opt("short_hq") == "no_wedge" else ("rule_hq_short",)
    return ("rule_headquarters",)


def _wedge(now: InForce) -> Lines:
    if not now.wheel:
        return ()
    return ("rule_wedge", "rule_wedge_anywhere" if now.anywhere else "rule_wedge_hq")


def _hub_question(now: InForce) -> Lines:
    if not now.wheel:
        return ()
    earns = now.anywhere and (now.opt("quick_hub_wedge") or now.opt("short_hub_wedge"))
    return ("rule_hub_question", "rule_hub_wedge" if earns else "rule_hub_no_wedge")


def _final(now: InForce) -> Lines:
    if not now.wheel:
        return ()
    if not now.final:
        return ("rule_no_final",)
    chooser = {"left_neighbour": "rule_final_left", "random": "rule_final_random"}
    return ("rule_final_way", chooser.get(now.opt("final_chooser"), "rule_final_others"))


def _wrong_final(now: InForce) -> Lines:
    return ("rule_wrong_final",) if now.wheel and now.final else ()


def _exact(now: InForce) -> Lines:
    if not now.wheel:
        return ("rule_goal", *(("rule_stay",) if now.opt("overshoot") == "stay" else ()))
    return ("rule_exact",) if now.final else ("rule_exact_short",)


def _roll_again(now: InForce) -> Lines:
    if not now.wheel or not now.has(Kind.ROLL_AGAIN):
        return ()
    return ("rule_roll_again",) if now.opt("roll_again_must") else ("rule_roll_again", "rule_roll_again_may")


def _shortcut(now: InForce) -> Lines:
    if not now.wheel or not now.has(Kind.SHORTCUT):
        return ()
    stays = now.opt("shortcut_when_owned") == "stay"
    return ("rule_shortcut", "rule_shortcut_stay" if stays else "rule_shortcut_owned")


def _card(card: Special, *lines: str) -> Topic:
    return lambda now: lines if now.plays(card) else ()


def _passport(now: InForce) -> Lines:
    return ("rule_passport", "rule_passport_after") if now.plays(Special.PASSPORT) else ()


def _deal(now: InForce) -> Lines:
    if not any(now.plays(card) for card in Special):
        return ()
    return (f"rule_deal_{now.opt('voyager_deal')}", "rule_cards_used")


def _quick(now: InForce) -> Lines:
    for name in ("quick", "short", "no_quiz"):
        if name in now.rules.variants:
            return (f"rule_{name}", f"rule_{name}_on" if name in now.variants else f"rule_{name}_off")
    return ()


def _streak(now: InForce) -> Lines:
    return ("rule_streak",) if now.wheel and now.final and now.opt("streak") else ()


def _time(now: InForce) -> Lines:
    return ("rule_time",) if now.opt("answer_seconds") else ("rule_no_time",)


def _precision(now: InForce) -> Lines:
    return (f"agreed_{now.opt('precision') or 'standard'}", "rule_precision_change")


def _contest(now: InForce) -> Lines:
    return (f"rule_contest_{now.opt('overrule') or 'table'}",)


def _no_answer(now: InForce) -> Lines:
    silence = "rule_silence_wrong" if now.opt("silence") == "counts_as_wrong" else "rule_silence_wait"
    if not now.wheel and not now.quiz:
        return ()
    return ("rule_no_answer", silence)


def _teams(now: InForce) -> Lines:
    if now.rules.teams is None and "teams" not in now.rules.variants:
        return ("rule_teams_one",)
    return ("rule_teams_one", "rule_captain" if now.opt("team_answer") != "first" else "rule_first_answer")


def _decks(now: InForce) -> Lines:
    return {"by_age": ("rule_decks_age",), "alternate": ("rule_decks_boxes",), "single": ("rule_decks_one",)}.get(
        now.rules.deck, ("rule_decks_quiz",) if now.quiz else ()
    )


def _reader(now: InForce) -> Lines:
    return ("rule_reader_table",) if now.opt("cards") == "table" else ("rule_reader_host",)


def _players(now: InForce) -> Lines:
    return ("rule_players", "rule_solo" if now.rules.solo and now.opt("solo") is not False else "rule_not_alone")


def _meeting(now: InForce) -> Lines:
    if now.wheel:
        return ("rule_share",)
    return ("rule_meeting",) if now.quiz else ("rule_meeting_home",)


def _quiz(*lines: str) -> Topic:
    return lambda now: lines if not now.wheel and now.quiz else ()


def _own_pawn(now: InForce) -> Lines:
    if now.wheel:
        return ()
    return ("rule_own_pawn_forbidden",) if now.opt("own_capture") == "forbidden" else ("rule_own_pawn",)


def _home(now: InForce) -> Lines:
    if now.wheel:
        return ()
    return ("rule_home", "rule_home_choice" if now.opt("skip_home") else "rule_home_must")


def _end(now: InForce) -> Lines:
    if now.wheel:
        return ("rule_end",) if now.final else ("rule_end_short",)
    return ("rule_end_track", "rule_play_on" if now.opt("play_on") else "rule_end_first")


def _order(now: InForce) -> Lines:
    return (f"rule_order_{now.rules.order}",)


TOPICS: Mapping[str, Topic] = {
    "aim": _aim,
    "players": _players,
    "start": _either("rule_start", "rule_start_track"),
    "turn": _either("rule_turn", "rule_turn_track"),
    "order": _order,
    "moving": _either("rule_moving", "rule_moving_track"),
    "first_move": _wheel("rule_first_move"),
    "cross": _wheel("rule_cross"),
    "meeting": _meeting,
    "right": lambda now: ("rule_right",) if now.wheel else ("rule_quiz_right",) if now.quiz else (),
    "wrong": lambda now: ("rule_wrong",) if now.wheel else ("rule_quiz_wrong",) if now.quiz else (),
    "no_answer": _no_answer,
    "headquarters": _headquarters,
    "wrong_hq": _wrong_hq,
    "leave": _wrong_hq,
    "owned_hq": _owned_hq,
    "wedge": _wedge,
    "lose_wedge": _wheel("rule_lose_wedge"),
    "hub": _wheel("rule_hub"),
    "hub_question": _hub_question,
    "final": _final,
    "wrong_final": _wrong_final,
    "exact": _exact,
    "roll_again": _roll_again,
    "shortcut": _shortcut,
    "boarding": _card(Special.BOARDING, "rule_boarding", "rule_boarding_question"),
    "first_class": _card(Special.FIRST_CLASS, "rule_first_class"),
    "wrong_first_class": _card(Special.FIRST_CLASS, "rule_first_class_wrong"),
    "passport": _passport,
    "wrong_passport": _card(Special.PASSPORT, "rule_passport_wrong"),
    "several_passports": _card(Special.PASSPORT, "rule_passport_several"),
    "deal": _deal,
    "quick": _quick,
    "streak": _streak,
    "time": _time,
    "precision": _precision,
    "contest": _contest,
    "teams": _teams,
    "decks": _decks,
    "reader": _reader,
    "leaving": _line("rule_leaving"),
    "joining": _line("rule_joining"),
    "end": _end,
    # --- the pawn game
    "values": _track("rule_values"),
    "house": _track("rule_house", "rule_house_start"),
    "blocked": _track("rule_blocked"),
    "must_move": _track("rule_must_move"),
    "lost": _track("rule_lost"),
    "own_pawn": _own_pawn,
    "quiz": _quiz("rule_quiz", "rule_quiz_right"),
    "three": _quiz("rule_three"),
    "safe": _track("rule_safe"),
    "passing": _track("rule_passing"),
    "home": _home,
    "goal": lambda now: () if now.wheel else _exact(now),
    "backwards": _track("rule_backwards"),
    "piles": _track("rule_piles"),
}
"""Topic -> the lines that answer it."""

SECTIONS: tuple[tuple[str, ...], ...] = (
    ("aim", "players"),
    ("start", "order"),
    ("turn", "moving"),
    ("first_move", "cross"),
    ("values",),
    ("must_move", "lost"),
    ("house", "blocked"),
    ("meeting", "quiz"),
    ("right", "wrong", "no_answer"),
    ("headquarters", "wrong_hq"),
    ("owned_hq", "lose_wedge"),
    ("hub_question", "roll_again", "shortcut"),
    ("three", "own_pawn"),
    ("home", "goal"),
    ("safe", "passing"),
    ("boarding",),
    ("first_class",),
    ("wrong_first_class",),
    ("passport", "wrong_passport"),
    ("final",),
    ("exact", "wrong_final"),
    ("end", "streak"),
    ("decks", "reader", "time"),
    ("precision", "contest"),
    ("quick", "teams"),
)
"""Topics of each section of the whole rules, in the order of reading; what an edition has not is left out."""
