"""What anybody may ask at any moment; an answer never changes the game and never costs a turn (A60, A61)."""

from __future__ import annotations

import re

from host.dialogue import clock
from host.dialogue.commands import help_text
from host.dialogue.desk import SLOW, Desk
from host.dialogue.guide.questions import known_space
from host.dialogue.guide.questions import where as tell_where
from host.dialogue.house import say_agreed
from host.dialogue.profiles import in_words
from host.dialogue.questions import choices_of, say_choices
from host.dialogue.settings import longer
from host.dialogue.stage import Then
from host.dialogue.standing import (
    cards_in_words,
    counted,
    missing_of,
    number,
    pawns_of,
    say_score,
    say_standing,
    seconds,
    wedges_in_words,
)
from host.dialogue.steps import step_of
from host.dialogue.talk import Step
from host.rules import queries
from host.rules.history import line
from host.rules.messages import DieRolled
from host.rules.words import Kind, Purpose

ROLLS = 4
"""Rolls that are told when somebody asks for the last ones."""


def repeat(desk: Desk) -> Then:
    """Says the pending question again, word for word; slower from the second time on (A40)."""
    if desk.talk.aside is not None and desk.talk.aside.step is Step.NAME_WAY:
        return Then.ASK  # its words are the same each time, only their sounds differ
    prompt, repeats = desk.talk.prompt, desk.talk.repeats + 1
    for language, text in prompt:
        desk.say_text(text)
        desk.end_line("prompt", rate=SLOW if repeats > 1 else 1.0, language=language)
    desk.change(repeats=repeats)
    return Then.WAIT


def repeat_question(desk: Desk) -> Then:
    """Only the question of the card that is open, else what is pending."""
    question = desk.open_question()
    if desk.game is None or desk.game.question is None or question is None:
        return repeat(desk)
    desk.say_text(question.text)
    desk.end_line("prompt", rate=SLOW, language=question.language)
    return Then.WAIT


def repeat_choices(desk: Desk) -> Then:
    """Only the numbered choices of the open question."""
    choices = choices_of(desk, desk.open_question()) if desk.game is not None and desk.game.question else ()
    if not choices:
        return repeat(desk)
    question = desk.open_question()
    assert question is not None
    say_choices(desk, choices, question.language)
    desk.end_line("prompt", rate=SLOW, language=question.language)
    return Then.WAIT


def _begun(desk: Desk) -> bool:
    if desk.game is None:
        desk.say("not_begun")
    return desk.game is not None


def score(desk: Desk) -> Then:
    """Everybody's standing."""
    if _begun(desk):
        say_score(desk)
    return Then.REPEAT


def score_of(desk: Desk, player: str) -> Then:
    """One player's standing."""
    if _begun(desk):
        say_standing(desk, "score_line", player)
    return Then.REPEAT


def need(desk: Desk, player: str = "") -> Then:
    """What a player still needs; without a name the one whose turn it is."""
    if not _begun(desk):
        return Then.REPEAT
    player = player or desk.state.active
    if not desk.state.rules.is_wheel:
        house, way, _ = pawns_of(desk.state, player)
        desk.say("needs_track", player=desk.name(player), count=counted(desk, "pawns", house + way))
    elif missing := missing_of(desk, player):
        desk.say("needs", player=desk.name(player), colours=desk.book.join(tuple(map(desk.colour, missing))))
    else:
        desk.say("needs_hub", player=desk.name(player))
    return Then.REPEAT


def whose_turn(desk: Desk) -> Then:
    """Whose turn it is."""
    if _begun(desk):
        desk.say("whose_turn", player=desk.name(desk.state.active))
    return Then.REPEAT


def who_next(desk: Desk) -> Then:
    """Who plays after that."""
    if _begun(desk):
        active = desk.state.active
        desk.say("next_is", player=desk.name(active), other=desk.name(queries.next_in_turn(desk.state, active)))
    return Then.REPEAT


def who_leads(desk: Desk) -> Then:
    """Who is ahead."""
    if not _begun(desk):
        return Then.REPEAT
    wheel = desk.state.rules.is_wheel
    worth = {p.id: len(p.wedges) if wheel else pawns_of(desk.state, p.id)[2] for p in desk.state.players if not p.left}
    best = tuple(id for id, value in worth.items() if value == max(worth.values()))
    if len(best) > 1 and not worth[best[0]]:
        say_score(desk)
    elif len(best) > 1:
        what = counted(desk, "wedges" if wheel else "pawns", worth[best[0]])
        desk.say("leads_together", players=desk.names(best), wedges=what)
    elif not wheel:
        desk.say("leads_track", player=desk.name(best[0]), goal=number(desk, worth[best[0]]))
    else:
        desk.say("leads", player=desk.name(best[0]), wedges=wedges_in_words(desk, best[0]))
    return Then.REPEAT


def where(desk: Desk, player: str = "") -> Then:
    """Where a piece stands, as far as the host knows: a belief, and worded as one (A66)."""
    if not _begun(desk):
        return Then.REPEAT
    player = player or desk.state.active
    landed = desk.state.landed
    if known_space(desk, player) or not desk.state.rules.is_wheel:
        return tell_where(desk, player)
    on_colour = landed is not None and landed.kind is Kind.COLOUR and player == desk.state.active
    space = desk.colour(landed.colour) if landed is not None and on_colour else ""
    desk.say("place_known" if space else "place_unknown", player=desk.name(player), space=space)
    return Then.REPEAT


def cards(desk: Desk, player: str = "") -> Then:
    """Which special cards a player holds."""
    if _begun(desk):
        player = player or desk.state.active
        held = cards_in_words(desk, desk.state.player(player).cards)
        desk.say("cards_held" if held else "cards_none", player=desk.name(player), cards=held)
    return Then.REPEAT


def last_rolls(desk: Desk) -> Then:
    """The last rolls, so that the table can check the die (A64)."""
    if not _begun(desk):
        return Then.REPEAT
    rolls = [
        desk.text("roll_item", player=desk.name(event.player), pips=number(desk, event.pips))
        for past in line(desk.state)
        for event in reversed(past.events)
        if isinstance(event, DieRolled) and event.pips and event.purpose is not Purpose.START
    ]
    desk.say("rolls_were" if rolls else "no_rolls", rolls=", ".join(rolls[:ROLLS]))
    return Then.REPEAT


def what_happened(desk: Desk) -> Then:
    """What was announced last."""
    for text in desk.talk.news:
        desk.say_text(text)
    if not desk.talk.news:
        desk.say("nothing_happened")
    return Then.REPEAT


def my_answer(desk: Desk) -> Then:
    """What was heard as the last answer."""
    judged = desk.talk.judged
    if judged is None or not judged.heard:
        desk.say("heard_nothing")
    else:
        desk.say("heard_was", heard=judged.heard.rstrip("."))
    return Then.REPEAT


def why(desk: Desk) -> Then:
    """What was heard, what the card says, the judge's reason, and the precision that was agreed (N2, N13)."""
    judged = desk.talk.judged
    if judged is None or (desk.game is not None and not queries.may_reveal(desk.game) and _same_card(desk)):
        desk.say("why_nothing")
        return Then.REPEAT
    if judged.reason:
        desk.say_text(judged.reason)
    elif judged.answer:
        line = "why_heard" if judged.heard else "why_silent"
        desk.say(line, heard=judged.heard.rstrip("."), answer=judged.answer.rstrip("."))
    else:
        desk.say("why_own_card", verdict=desk.book.word("verdict", judged.verdict))
    if judged.answer and judged.heard:
        began = desk.game is not None and desk.game.has(judged.player)
        agreed_on = queries.terms(desk.state, judged.player).precision if began else desk.talk.precision
        desk.say("why_precision", precision=desk.book.word("precision", agreed_on or "standard"))
    return Then.REPEAT


def _same_card(desk: Desk) -> bool:
    """Whether the verdict was on the card that is still open to others."""
    judged, question = desk.talk.judged, desk.open_question()
    return judged is not None and question is not None and judged.answer == question.answer


def agreed(desk: Desk) -> Then:
    """The rules of the table, as they were agreed."""
    say_agreed(desk)
    return Then.REPEAT


def help_(desk: Desk) -> Then:
    """What can be said now (A47)."""
    desk.say_text(help_text(desk))
    desk.end_line()
    if step_of(desk) is Step.OPTION:
        desk.say("help_option")
    if desk.game is not None:
        desk.say("help_always")
    return Then.REPEAT


def source(desk: Desk) -> Then:
    """Who wrote the question, or the questions (C09)."""
    question = desk.open_question()
    packs = [pack for pack in desk.mind.bank.packs if question is None or pack.id == question.pack]
    for pack in packs[:1]:
        desk.say("source_is", source=pack.attribution or f"{pack.title}, {pack.author}")
    return Then.REPEAT


def time_left(desk: Desk) -> Then:
    """How much time there is."""
    if desk.talk.clock:
        desk.say("clock_left", time=seconds(desk, max(5, 5 * round(desk.talk.clock / 5))))
    else:
        desk.say("clock_none")
    return Then.REPEAT


def more_time(desk: Desk) -> Then:
    """The agreed time once more (A11); without a clock, longer pauses for the player on turn, for nobody else (A12)."""
    added = clock.more(desk)
    if added:
        desk.say("clock_more", time=seconds(desk, added))
        desk.end_line()
        return Then.WAIT
    if desk.game is None or not desk.addressed:
        desk.say("clock_none")
        return Then.REPEAT
    pause = longer(desk.talk.own(desk.addressed, "pause"))  # there is no clock: what can be too short is the pause
    desk.wish(desk.addressed, "pause", pause)
    desk.say("clock_none")
    said = in_words(desk, "pause", pause)
    desk.say("setting_for", player=desk.name(desk.addressed), setting=said)
    return Then.REPEAT


def wait(desk: Desk) -> Then:
    """Somebody wants a moment: more time where a clock runs, else a kind word; nobody has to say "go on"."""
    added = clock.more(desk)
    if added:
        desk.say("clock_more", time=seconds(desk, added))
    else:
        desk.say("take_time")
    desk.end_line()
    return Then.WAIT


def spell(desk: Desk) -> Then:
    """Spells the right answer after a verdict, else the names in the open question."""
    for word in _to_spell(desk):
        letters = ", ".join(letter.upper() for letter in word if letter.isalnum())
        desk.say("spelled", word=word, letters=letters)
        desk.end_line()
    if not desk.spoke:
        desk.say("nothing_to_spell")
    return Then.REPEAT


def _to_spell(desk: Desk) -> list[str]:
    question = desk.open_question()
    if question is None:
        return list(desk.talk.players) if desk.game is None else []
    open_now = desk.game is not None and desk.game.question is not None
    if not open_now:
        return [word for word in question.answer.split() if sum(map(str.isalpha, word)) > 1]
    words = re.findall(r"(?<![.?!«»\"“„] )(?<![¿¡])(?<!^)\b[^\W\d_][\w’'-]*", question.text)
    names = [word for word in words if word[0].isupper()]
    return list(dict.fromkeys(names))[-3:]
