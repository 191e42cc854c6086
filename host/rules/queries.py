"""Questions to the state: who is next, who may choose, which question is due. Nothing here changes anything."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

from host.rules.board import HUB, Board, Space, hq_id, printed_space
from host.rules.state import Deck, GameState, Player, Question
from host.rules.words import Kind, Mode, Phase, Purpose, Special

QUIZ_DECK = "quiz"
"""Deck name of the questions that belong to playing cards."""
PILES = "piles"
"""Deck name of the playing cards themselves."""


def around(state: GameState, id: str, *, backwards: bool = False) -> tuple[Player, ...]:
    """The other sides at the table, beginning with the left neighbour of ``id`` (or the right, backwards)."""
    ids = [player.id for player in state.players]
    at = ids.index(id)
    others = [*state.players[at + 1 :], *state.players[:at]]
    if backwards:
        others.reverse()
    return tuple(player for player in others if not player.left)


def next_in_turn(state: GameState, id: str) -> str:
    """Whose turn follows that of ``id`` (G-22, F-03, S-06): the next who still plays; ``id`` when alone (solo)."""
    backwards = state.rules.order == "anticlockwise"
    return next((player.id for player in around(state, id, backwards=backwards) if not player.rank), id)


def is_alone(state: GameState) -> bool:
    """Whether one side plays alone (R-T13)."""
    return sum(not player.left for player in state.players) == 1


def has_all_wedges(state: GameState, player: Player) -> bool:
    """Whether the holder is full."""
    return len(player.wedges) == len(state.rules.colours)


def final_question_decides(state: GameState) -> bool:
    """Whether a full holder still needs the hub and a final question (F-P01, F-34, G-P27)."""
    quick_end = state.rules.wedges == "anywhere" and state.opt("quick_final") is False
    return state.rules.win == "final_question" and state.opt("final_question") is not False and not quick_end


def is_final(state: GameState) -> bool:
    """Whether the active piece stands before the final question (C-6, G-30)."""
    landed = state.landed
    on_hub = landed is not None and landed.kind is Kind.HUB
    return on_hub and has_all_wedges(state, state.player(state.active)) and final_question_decides(state)


def prints(state: GameState, kind: Kind) -> bool:
    """Whether the edition has spaces of that kind (C-2, N-P05)."""
    return kind in state.rules.spaces and not (kind is Kind.ROLL_AGAIN and state.opt("roll_again_spaces") is False)


def space_at(state: GameState, space: str) -> Space:
    """A space of the wheel in use, as the file or the table describes it (boards 7.3)."""
    learned = state.learned.get(space)
    return printed_space(space, learned) if learned else state.wheel.spaces[space]


def asker(state: GameState, questioned: str) -> str:
    """Who reads the question, in name when the host reads (G-P11); empty: the host, in solo play."""
    backwards = state.opt("asker") == "right_neighbour"
    return next((player.id for player in around(state, questioned, backwards=backwards)), "")


def addressed(state: GameState) -> str:
    """The one side the host waits for now; empty when the game is over or has not begun."""
    if state.phase in (Phase.SETUP, Phase.ENDED):
        return ""
    if state.phase is Phase.ANSWER and state.question is not None:
        return state.question.player
    if state.phase is Phase.QUIZ_CARD and state.meeting is not None:
        return owner(state, state.meeting.arriver)
    return state.mover or state.active


def choosers(state: GameState) -> tuple[str, ...]:
    """Who may choose now, in phases CATEGORY, PICK and VALUE; the empty id stands for the host, at random."""
    if state.phase is Phase.CATEGORY and is_final(state):
        others = tuple(player.id for player in around(state, state.active))
        rule = state.opt("final_chooser")
        if not others or rule == "random":
            return ("",)
        return others[:1] if rule == "left_neighbour" else others
    if state.phase is Phase.CATEGORY:
        host = ("",) if state.opt("hub_silent") == "random" or is_alone(state) else ()
        return (state.active, *host)
    if state.phase is Phase.PICK:
        reader = "" if state.opt("first_class_pick") == "random" else asker(state, state.active)
        return (reader,)
    if state.phase is Phase.VALUE:
        return (state.mover,)
    return ()


def final_category(state: GameState, votes: dict[str, str]) -> str:
    """The colour the others have chosen for the final question: the majority, else the left neighbour (G-P28).

    Args:
        votes: seat id -> colour; who said nothing is missing.

    Returns:
        The colour, or empty when neither a majority nor the left neighbour has named one.
    """
    others = [player.id for player in around(state, state.active)]
    named = [votes[id] for id in others if id in votes]
    for colour in state.rules.colours:
        if named.count(colour) * 2 > len(others):
            return colour
    return votes.get(others[0], "") if others else ""


def deck_for(state: GameState, player: Player) -> str:
    """The deck a question for that side comes from (F-15, N-P04)."""
    match state.rules.deck:
        case "by_age":
            return player.deck
        case "alternate":
            return state.next_deck
        case _:
            return state.decks[0].id


def deck(state: GameState, id: str) -> Deck | None:
    """A deck of question cards by its id; None when there is none."""
    return next((found for found in state.decks if found.id == id), None)


def due(state: GameState) -> Question | None:
    """The question to be posed next, None outside phase POSE."""
    if state.phase is not Phase.POSE:
        return None
    if state.meeting is not None:
        return Question(owner(state, state.meeting.first), "", QUIZ_DECK, Purpose.QUIZ)
    asked = state.question
    if state.picks and asked is not None:
        return Question(asked.player, state.picks[0], asked.deck, Purpose.FIRST_CLASS)
    if asked is not None:
        return dataclasses.replace(asked, id="")  # voided: the same again (R-T16)
    player = state.player(state.active)
    landed = state.landed
    assert landed is not None, "phase POSE without a landing"
    colour, purpose = landed.colour, Purpose.SPACE
    if landed.kind is Kind.HUB:
        colour = state.chosen
        purpose = Purpose.FINAL if is_final(state) else Purpose.SPACE
    elif landed.kind is Kind.HQ and state.rules.asks_hq_for_wedge and colour not in player.wedges:
        purpose = Purpose.WEDGE
    return Question(player.id, colour, deck_for(state, player), purpose)


def target_wedge(state: GameState) -> str:
    """Colour of the headquarters the active piece stands on; empty when it stands elsewhere."""
    landed = state.landed
    return landed.colour if landed is not None and landed.kind is Kind.HQ else ""


def wedge_space(state: GameState) -> str:
    """Space to be left after a wrong answer (G-25, G-32, F-23); empty when nothing is to be left."""
    landed, player = state.landed, state.player(state.active)
    assert landed is not None, "a wrong answer without a landing"
    if landed.kind is Kind.HUB:
        return HUB if is_final(state) else ""
    if landed.kind is not Kind.HQ or not state.rules.asks_hq_for_wedge:
        return ""
    owned = landed.colour in player.wedges
    return hq_id(landed.colour) if not owned or state.opt("owned_hq_leave") else ""


def owner(state: GameState, token: str) -> str:
    """The side a token belongs to: a pawn (``red.1``) or, in colour mode and on the wheel, the side itself."""
    if state.rules.is_wheel or state.mode is Mode.COLOUR:
        return token
    colour = token.rpartition(".")[0]
    return next(player.id for player in state.players if player.seat.colour == colour)


def challengers_after(state: GameState, winner: str) -> tuple[str, ...]:
    """Who may still equal a win in the first turn: everyone who has not rolled, in turn order (G-47, G-P33)."""
    return tuple(p.id for p in around(state, winner) if not p.rolled and not p.rank and not p.late)


def may_reveal(state: GameState) -> bool:
    """Whether the right answer may be said now: not while it is asked or others may still claim (G-P22)."""
    return state.phase not in (Phase.ANSWER, Phase.CLAIM, Phase.PICK) and state.claims is None


def holds(player: Player, card: Special) -> bool:
    """Whether a special card of that kind is in the hand."""
    return player.cards.get(card, 0) > 0


@dataclass(frozen=True, slots=True)
class Terms:
    """On which terms a side is asked: the agreements of the table, with its own rules by age (G-06 to G-08)."""

    precision: str
    seconds: int | None
    """Thinking time; None: as long as it takes."""
    choices: bool
    """Three answers are offered."""
    confer_seconds: int | None
    """Time for a team to confer (F-37); None: no limit, or no team."""
    captain: str
    """Whose answer binds (F-38); empty: the first answer heard."""
    category_owner: str
    """The member who took over this category (F-36); empty: none."""


def terms(state: GameState, player: str, colour: str = "") -> Terms:
    """The terms for a question of that colour to that side."""
    seat = state.player(player).seat
    rule = (state.opt("age_rules") or {}).get(player, {})
    captain = seat.captain if state.opt("team_answer") == "captain" else ""
    named = next((member.name for member in seat.members if colour and member.category == colour), "")
    return Terms(
        precision=rule.get("precision", state.opt("precision")),
        seconds=rule.get("seconds", state.opt("answer_seconds")),
        choices=bool(rule.get("choices", not state.rules.is_wheel)),
        confer_seconds=state.opt("confer_seconds") if seat.members else None,
        captain=captain,
        category_owner=named,
    )


def board_of(state: GameState) -> Board | None:
    """The wheel when positions are known (guide mode), else None."""
    return state.wheel if state.rules.is_wheel and state.mode is Mode.GUIDE else None
