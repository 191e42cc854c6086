"""The conversation after a break: rebuilt from the game and what was asked in it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from host.dialogue.desk import Desk
from host.dialogue.mind import Mind
from host.dialogue.talk import Judged, Talk
from host.rules.history import last_judgement
from host.rules.messages import Corrected, Event, QuestionPosed
from host.rules.state import GameState


def resumed_talk(mind: Mind, game: GameState, log: Iterable[tuple[Event, ...]], talk: Talk) -> Talk:
    """The conversation as it stood: what was asked and thrown out, the last verdict, the pending question."""
    asked: list[str] = []
    voided: list[str] = []
    for event in (event for events in log for event in events):
        if isinstance(event, QuestionPosed) and event.question:
            asked.append(event.question)
        elif isinstance(event, Corrected) and event.field == "question" and asked:
            voided.append(asked[-1])
    last = last_judgement(game)
    judged = None
    if last is not None:
        question = Desk(mind, game, talk, 0.0).question(last.question)
        judged = Judged(last.player, last.text, question.answer if question else "", last.verdict.value)
    open_id = game.question.id if game.question else last.question if last else ""
    return replace(
        talk,
        asked=tuple(dict.fromkeys(asked)),
        voided=tuple(voided),
        question_id=open_id,
        judged=judged,
        players=tuple(player.id for player in game.players),
        precision=str(game.options["precision"]),
        setup=replace(talk.setup, agreed=True),
    )
