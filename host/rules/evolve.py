"""From one event to the next state. No judgement happens here: every handler only copies what the event says.

This is what a saved game is read with, so a mended rule never changes a game already played.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from typing import Any

from host.rules import events as e
from host.rules.board import HUB, hq_id
from host.rules.corrected import corrected
from host.rules.frozen import FrozenDict
from host.rules.messages import Event
from host.rules.queries import PILES, challengers_after, has_all_wedges, owner
from host.rules.seating import dealt_hands, next_round, seated
from host.rules.state import (
    BETWEEN_TURNS,
    Changes,
    Claims,
    Deck,
    GameState,
    Landed,
    Meeting,
    Question,
    changed,
    copied,
    with_player,
)
from host.rules.words import How, Kind, Mode, PackState, Phase, Purpose, Role, Special, Verdict, Why


def evolve(state: GameState, event: Event) -> GameState:
    """The state after one event. Use ``engine.apply`` for the events of a whole decision: it keeps the history.

    Raises:
        ValueError: an Undone event points to a moment the state has no memory of.
    """
    if isinstance(event, e.Undone):
        return _undone(state, event)
    return copied(state, {**_HANDLERS[type(event)](state, event), "seq": state.seq + 1})


def _game_started(state: GameState, event: e.GameStarted) -> Changes:
    return seated(state.rules, event)


def _die_rolled(state: GameState, event: e.DieRolled) -> Changes:
    if event.purpose is Purpose.START:
        return next_round(state, event.player, str(event.pips))
    return BETWEEN_TURNS | {
        "phase": Phase.MOVE,
        "pips": event.pips,
        "verdict": None,
        "players": with_player(state, event.player, rolled=True),
    }


def _card_drawn(state: GameState, event: e.CardDrawn) -> Changes:
    if event.purpose is Purpose.START:
        return next_round(state, event.player, event.card)
    left = {"cards_left": state.cards_left - 1, "verdict": None}
    if event.purpose is Purpose.QUIZ:
        assert state.meeting is not None, "a quiz card without a meeting"
        return left | {"phase": Phase.POSE, "meeting": dataclasses.replace(state.meeting, card=event.card)}
    return left | {"phase": Phase.PLAY, "card": event.card}


def _role_given(state: GameState, event: e.RoleGiven) -> Changes:
    if event.role is Role.SHUFFLER:
        return {"shuffler": event.player}
    phase = Phase.ROLL if state.rules.is_wheel else Phase.DRAW
    begun: Changes = {"active": event.player, "phase": phase, "start": ()}
    return begun | dealt_hands(state, event.player)


def _token_moved(state: GameState, event: e.TokenMoved) -> Changes:
    if state.rules.is_wheel:
        moves = state.player(event.token).moves + 1
        return {"pips": None, "players": with_player(state, event.token, space=event.target, leave="", moves=moves)}
    settled: Changes = {}
    if event.how in (How.CAPTURED, How.DISPLACED, How.RETURNED):
        settled = {"meeting": None}
    side = owner(state, event.token)
    player = state.player(side)
    if state.mode is Mode.COLOUR:
        places = dict(zip(("house", "way", "goal"), player.counts, strict=True))
        places[event.origin] -= 1
        places[event.target] += 1
        # Places told for guide mode no longer hold.
        told: Changes = {"pawns": (), "placed": frozenset()}
        return settled | {"players": with_player(state, side, counts=tuple(places.values()), **told)}
    number = int(event.token.rpartition(".")[2])
    pawns = tuple(event.progress if n == number else p for n, p in enumerate(player.pawns, 1))
    return settled | {"players": with_player(state, side, pawns=pawns)}


def _space_landed(state: GameState, event: e.SpaceLanded) -> Changes:
    player = state.player(event.player)
    space, moves = player.space, player.moves
    if state.mode is Mode.COLOUR:
        space = {Kind.HUB: HUB, Kind.HQ: hq_id(event.colour)}.get(event.kind, "")
        moves += 1
    effect = state.rules.spaces[event.kind]
    phase = {"choose_category": Phase.CATEGORY, "roll_again": Phase.MOVE}.get(effect, Phase.POSE)
    return BETWEEN_TURNS | {
        "phase": phase,
        "landed": Landed(event.kind, event.colour),
        "verdict": None,
        "players": with_player(state, event.player, space=space, moves=moves, leave="", rolled=True),
    }


def _category_chosen(state: GameState, event: e.CategoryChosen) -> Changes:
    if state.phase is Phase.PICK:
        picks = (*state.picks, event.colour)
        return {"picks": picks, "phase": Phase.POSE if len(picks) == 2 else Phase.PICK}
    return {"chosen": event.colour, "phase": Phase.POSE}


def _question_posed(state: GameState, event: e.QuestionPosed) -> Changes:
    posed: Changes = {
        "phase": Phase.ANSWER,
        "question": Question(event.player, event.colour, event.deck, event.purpose, event.question),
    }
    if event.purpose is Purpose.PASSPORT and state.question is not None and event.question == state.question.id:
        return posed  # the same card is read to the next claimant
    decks = tuple(
        dataclasses.replace(deck, played=deck.played + 1) if deck.id == event.deck else deck for deck in state.decks
    )
    ids = [deck.id for deck in state.decks]
    return posed | {"decks": decks, "next_deck": ids[(ids.index(event.deck) + 1) % len(ids)]}


def _answer_judged(state: GameState, event: e.AnswerJudged) -> Changes:
    judged: Changes = {"verdict": event.verdict}
    right = event.verdict is Verdict.RIGHT
    match event.purpose:
        case Purpose.FIRST_CLASS if not right:
            picks = state.picks[1:]
            return judged | {"picks": picks, "phase": Phase.POSE if picks else state.phase}
        case Purpose.PASSPORT:
            assert state.claims is not None, "a passport answer without claims"
            return judged | {"claims": dataclasses.replace(state.claims, players=state.claims.players[1:])}
        case Purpose.QUIZ if right:
            assert state.meeting is not None, "a quiz answer without a meeting"
            given = state.rules.playing_cards[state.meeting.card].given
            mover = owner(state, state.meeting.arriver if given else state.meeting.first)
            phase = Phase.VALUE if state.mode is Mode.GUIDE else Phase.PLAY
            return judged | {
                "meeting": dataclasses.replace(state.meeting, won=True), "mover": mover, "phase": phase,
            }  # fmt: skip
        case _:
            return judged


def _wedge_won(state: GameState, event: e.WedgeWon) -> Changes:
    player = state.player(event.player)
    won = changed(player, wedges=player.wedges | {event.colour})
    feat = player.feat or (has_all_wedges(state, won) and not won.turns and not won.late)
    return {"players": with_player(state, event.player, wedges=won.wedges, feat=feat)}


def _turn_kept(state: GameState, event: e.TurnKept) -> Changes:
    again = event.why is Why.ROLL_AGAIN
    # The landing stays known after a roll-again space: a boarding card may be played from it (G-33).
    return BETWEEN_TURNS | {"phase": Phase.ROLL, "again": again, "landed": state.landed if again else None}


def _turn_passed(state: GameState, event: e.TurnPassed) -> Changes:
    passed: Changes = BETWEEN_TURNS | {
        "phase": Phase.ROLL if state.rules.is_wheel else Phase.DRAW,
        "active": event.to,
    }
    if state.has(event.player):
        passed["players"] = with_player(state, event.player, turns=state.player(event.player).turns + 1)
    if event.why is Why.CHALLENGE:
        waiting = state.challengers if state.challenge else challengers_after(state, event.player)
        passed |= {"challenge": True, "challengers": waiting[waiting.index(event.to) :]}
    return passed


def _leave_required(state: GameState, event: e.LeaveRequired) -> Changes:
    return {"players": with_player(state, event.player, leave=event.space)}


def _special_card_played(state: GameState, event: e.SpecialCardPlayed) -> Changes:
    return {"phase": Phase.PICK, "picks": ()} if event.card is Special.FIRST_CLASS else {}


def _special_card_spent(state: GameState, event: e.SpecialCardSpent) -> Changes:
    cards = dict(state.player(event.player).cards)
    cards[event.card] -= 1
    return {"players": with_player(state, event.player, cards=FrozenDict(cards))}


def _claims_opened(state: GameState, event: e.ClaimsOpened) -> Changes:
    return {"phase": Phase.CLAIM, "claims": Claims(event.players)}


def _claim_made(state: GameState, event: e.ClaimMade) -> Changes:
    assert state.claims is not None, "a claim outside the window"
    return {"claims": dataclasses.replace(state.claims, claimed=(*state.claims.claimed, event.player))}


def _claims_ordered(state: GameState, event: e.ClaimsOrdered) -> Changes:
    return {"claims": Claims(event.players, event.players, ordered=True)}


def _pack_changed(state: GameState, event: e.PackChanged) -> Changes:
    placed = event.state is PackState.PLACED
    if event.deck == PILES:
        if placed:
            return {"cards_left": state.rules.pile, "phase": state.resume or state.phase, "resume": None}
        return {"phase": Phase.RESHUFFLE, "resume": state.phase}
    pool = next(spec.pool for spec in state.rules.decks if spec.id == event.deck)
    shelf = state.shelves[pool]
    old = next(deck for deck in state.decks if deck.id == event.deck)
    if placed:
        new, shelf = Deck(old.id, shelf[0]), shelf[1:]
    else:
        new, shelf = dataclasses.replace(old, finished=True), (*shelf, old.pack)
    return {
        "decks": tuple(new if deck.id == new.id else deck for deck in state.decks),
        "shelves": FrozenDict({**state.shelves, pool: shelf}),
    }


def _pawns_met(state: GameState, event: e.PawnsMet) -> Changes:
    return {
        "phase": Phase.QUIZ_CARD,
        "mover": "",
        "meeting": Meeting(event.arriver, event.first, event.space, event.origin, event.progress),
    }


def _points_lost(state: GameState, event: e.PointsLost) -> Changes:
    return {}


def _player_finished(state: GameState, event: e.PlayerFinished) -> Changes:
    return {"players": with_player(state, event.player, rank=event.rank)}


def _game_ended(state: GameState, event: e.GameEnded) -> Changes:
    return BETWEEN_TURNS | {
        "phase": Phase.ENDED, "outcome": event.outcome, "winners": event.players, "challengers": (),
    }  # fmt: skip


def _corrected(state: GameState, event: e.Corrected) -> Changes:
    return corrected(state, event.field, event.value)


def _undone(state: GameState, event: e.Undone) -> GameState:
    past = state.past
    while past is not None and past.before.seq != event.to_seq:
        past = past.before.past
    if past is None:
        raise ValueError(f"no state with seq {event.to_seq} to go back to")
    return copied(past.before, {"seq": state.seq + 1})


_HANDLERS: Mapping[type, Callable[[GameState, Any], Changes]] = {
    e.GameStarted: _game_started,
    e.DieRolled: _die_rolled,
    e.CardDrawn: _card_drawn,
    e.RoleGiven: _role_given,
    e.TokenMoved: _token_moved,
    e.SpaceLanded: _space_landed,
    e.CategoryChosen: _category_chosen,
    e.QuestionPosed: _question_posed,
    e.AnswerJudged: _answer_judged,
    e.WedgeWon: _wedge_won,
    e.TurnKept: _turn_kept,
    e.TurnPassed: _turn_passed,
    e.LeaveRequired: _leave_required,
    e.SpecialCardPlayed: _special_card_played,
    e.SpecialCardSpent: _special_card_spent,
    e.ClaimsOpened: _claims_opened,
    e.ClaimMade: _claim_made,
    e.ClaimsOrdered: _claims_ordered,
    e.PackChanged: _pack_changed,
    e.PawnsMet: _pawns_met,
    e.PointsLost: _points_lost,
    e.PlayerFinished: _player_finished,
    e.GameEnded: _game_ended,
    e.Corrected: _corrected,
}
