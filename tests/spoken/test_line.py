"""What the host hands to the voice: the line's spoken form, where it differs from the printed one."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support.scripted import ruleset

from host.bank.draw import Bank
from host.bank.pack import JudgeFields, Pack, Question
from host.dialogue.desk import Desk
from host.dialogue.mind import Mind
from host.dialogue.phrasebook import load_phrasebook
from host.dialogue.protocol import Line, Say
from host.dialogue.talk import Talk

CARD = Question(
    "p/1/green", "p", "1", "main", "green", "en", "Who?", "Johannes Vermeer", JudgeFields(say=("vair-MEER",))
)


def lines(text: str, *, language: str = "en", question: str = "") -> list[Line]:
    """The lines that a desk says for a ready text."""
    pack = Pack("p", "P", "any", "en", "a", "l", "main", (CARD,))
    mind = Mind(ruleset("genus"), {name: load_phrasebook(name) for name in ("en", "fr")}, Bank((pack,)))
    desk = Desk(mind, None, replace(Talk(), question_id=question, language=language), 0.0)
    desk.say_text(text)
    desk.end_line()
    return [action.line for action in desk.actions() if isinstance(action, Say)]


@pytest.mark.parametrize(
    "language, text, said",
    [
        ("en", "Louis XIV was born in 1638.", "Louis the fourteenth was born in sixteen thirty-eight."),
        ("fr", "Louis XIV naquit en 1638.", "Louis quatorze naquit en mille six cent trente-huit."),
        ("en", "Nothing to change here.", ""),
    ],
)
def test_the_printed_line_stays_as_written(language: str, text: str, said: str) -> None:
    """The screen shows the card's own spelling; the voice gets words, or nothing of its own when they are the same."""
    assert [(line.text, line.spoken) for line in lines(text, language=language)] == [(text, said)]


def test_the_cards_own_respelling_is_used_while_it_is_open() -> None:
    """A name is said as the open card's author wrote; without that card as the voice likes."""
    text = "Right: Johannes Vermeer."
    assert lines(text, question=CARD.id)[0].spoken == "Right: Johannes vair-meer."
    assert lines(text)[0].spoken == ""


def test_foreign_names_are_marked_for_voices_that_can_say_them() -> None:
    """Screen and simple voices get plain words; others the names' languages too, and the card's own respelling."""
    [line] = lines("Le tableau de Goethe, de Shakespeare et de Vermeer.", language="fr")
    assert "<" not in line.text + line.spoken
    assert line.marked == (
        'Le tableau de <lang xml:lang="de">Goethe</lang>, de <lang xml:lang="en">Shakespeare</lang> et de vermère.'
    )
    [line] = lines("Right: Johannes Vermeer and Claude Monet.", question=CARD.id)
    assert line.marked == 'Right: Johannes vair-meer and Claude <lang xml:lang="fr">Monet</lang>.'
    assert lines("Nobody from abroad.")[0].marked == ""
