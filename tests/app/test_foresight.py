"""What the host will say next is known before the players have answered."""

from __future__ import annotations

from pathlib import Path

from host.app.foresight import likely_lines
from host.app.table import Wishes, new_table
from host.dialogue.machine import Host
from host.dialogue.protocol import Action, Line, Say, SpeechFinished, Typed


def told(host: Host, text: str) -> list[Line]:
    """The lines that follow a typed line, all of them spoken to their end."""
    said: list[Line] = []
    waiting: list[Action] = host.handle(Typed(text), 0.0)
    while waiting:
        lines = [action.line for action in waiting if isinstance(action, Say)]
        said += lines
        waiting = [action for line in lines for action in host.handle(SpeechFinished(line.id), 0.0)]
    return said


def table(tmp_path: Path) -> Host:
    """A host that waits for the first landing of Anna and Ben."""
    host = new_table(Wishes(players=("Anna", "Ben"), precision="standard", seed=3, save=tmp_path / "g.jsonl")).host
    for action in host.start(0.0):
        if isinstance(action, Say):
            host.handle(SpeechFinished(action.line.id), 0.0)
    told(host, "Anna begins")
    return host


def test_the_next_question_of_every_colour_is_known(tmp_path: Path) -> None:
    """While Anna moves her token the six questions can be prepared, and one of them is what is asked."""
    host = table(tmp_path)
    likely = [line.text for line in likely_lines(host, 0.0, questions=True)]
    assert len(likely) == 6 == len(set(likely))
    assert likely_lines(host, 0.0) == ()
    colour = host.book.word("colour", next(iter(host.mind.colours)))
    assert told(host, colour)[0].text == likely[0]


def test_both_verdicts_are_known_before_the_answer(tmp_path: Path) -> None:
    """The reply to the right answer and to a wrong one are foreseen to the letter, and nothing happens by looking."""
    host = table(tmp_path)
    told(host, host.book.word("colour", next(iter(host.mind.colours))))
    question = host.mind.bank.question(host.talk.question_id)
    assert question is not None
    before = (host.game, host.talk)
    right, wrong = likely_lines(host, 0.0)
    assert (host.game, host.talk) == before
    assert question.answer in right.text and right.text != wrong.text
    assert told(host, question.answer)[0].text == right.text
