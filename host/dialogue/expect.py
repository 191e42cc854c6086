"""What may be said now: the grammar of the moment, and the Listen that tells the ear what to hope for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from host.bank.pack import Question
from host.dialogue.answers import forms_for
from host.dialogue.anytime import ANYTIME, FOR_SOMEBODY, OF_SOMETHING, WHILE_PAUSED
from host.dialogue.desk import Desk
from host.dialogue.editions.wheel import category_names
from host.dialogue.guide.table import guide_places, guide_steps, guide_values
from host.dialogue.ownwords import own_words
from host.dialogue.protocol import Listen, Prompt
from host.dialogue.questions import choices_of
from host.dialogue.settings import STEPS, patience
from host.dialogue.stages import STAGES
from host.dialogue.standing import told_of
from host.dialogue.steps import needs_cue, step_below, step_of
from host.dialogue.talk import Mode, Step
from host.dialogue.understand import EVERYBODY, ME, Grammar, Intent, Words, build_grammar, fold
from host.rules.words import Mode as Game

BESIDE_ANSWER = ("dont_know", "repeat", "skip", "pause")
"""Commands that are scored beside an answer; the others are understood from the transcript."""
MANY = "mul"
"""Language code of a Listen to which people answer in any language (ISO 639-2: multiple languages)."""
VALUES = {
    "die.number": ("1", "2", "3", "4", "5", "6"),
    "volume.number": tuple(str(n) for n in range(1, STEPS + 1)),
    "choice.number": ("1", "2", "3"),
    "choice.ordinal": ("1", "2", "3"),
}
"""The values that a number can have where the book knows more of them."""


def grammar_for(desk: Desk) -> Grammar:
    """The phrases that mean something at this moment, the step's own first."""
    if desk.talk.mode is Mode.PAUSED:
        return build_grammar(desk.book, WHILE_PAUSED, own=WHILE_PAUSED)
    step = step_of(desk)
    stage = STAGES[step]
    own = stage.intents
    if stage.loose:  # what is pending below may also be said outright
        stage = STAGES[step_below(desk)]
        own = (*own, *(name for name in stage.intents if name not in own))
    if step is Step.ANSWER and not choices_of(desk, desk.open_question()):
        own = tuple(name for name in own if name != "choice")
    anytime = (name for name in (*ANYTIME, "menu", *OF_SOMETHING) if name not in own and not stage.only)
    values = {**VALUES, **guide_values(desk, step), **stage.values(desk)}
    teller = desk.addressed if step in (Step.LANDING, Step.START_ROLL) and desk.state.mode is Game.COLOUR else ""
    if teller:  # "Anna is on green" is what is waited for; of the others it is a correction
        values["put_on.player"] = tuple(p.id for p in desk.state.players if not p.left and p.id != teller)
    grammar = build_grammar(
        desk.book,
        (*own, *anytime),
        values=tuple(values.items()),
        words=_words(desk),
        extra=(*stage.extra(desk), *_switches(desk)),
        unscored=tuple(_foreign_switches(desk)),
        renamed=own_words(desk),
        own=(*own, *(intent.name for _, intent in stage.extra(desk))),
        scopes=tuple(_scopes(desk)),
        scoped=FOR_SOMEBODY,
        fillers=told_of(desk, teller) if teller else (),
    )
    if desk.language == desk.talk.language:
        return grammar
    # Somebody speaks another language than the table; the others still say things in theirs.
    ours = Desk(desk.base, desk.game, desk.talk.with_wish(desk.addressed, "language", None), desk.now)
    return replace(grammar, also=grammar_for(ours))


def _scopes(desk: Desk) -> Iterator[tuple[str, str]]:
    """For whom something is wanted, in every language: whoever asks for another language says so in it."""
    sides = () if desk.game is None else tuple(side for side in desk.game.players if not side.left)
    for book in (desk.book, *(book for code, book in desk.base.books.items() if code != desk.language)):
        for kind, who in (("me", ME), ("all", EVERYBODY)):
            yield from ((text, who) for text in book.templates[f"scope.{kind}"])
        for side in sides:
            for text in book.templates["scope.player"]:
                yield text.format(player=desk.name(side.id)), side.id


def _called(desk: Desk, side: str, sides: tuple[str, ...]) -> tuple[str, ...]:
    """The name of a side, and those of its words that no other side has: "Joe" for Uncle Joe."""
    name = desk.name(side)
    others = {fold(word) for other in sides if other != side for word in desk.name(other).split()}
    parts = name.split() if not desk.state.player(side).seat.members else []
    return (name, *(part for part in parts if len(parts) > 1 and len(part) > 2 and fold(part) not in others))


def _words(desk: Desk) -> Words:
    """Who plays and which games there are: words that no phrase book can know."""
    players: tuple[tuple[str, tuple[str, ...]], ...] = ()
    if desk.game is not None:
        sides = tuple(player.id for player in desk.game.players if not player.left)
        players = tuple((side, _called(desk, side, sides)) for side in sides)
    editions = tuple(
        (rules.id, tuple(dict.fromkeys((*rules.names.values(), *rules.aliases, rules.id))))
        for rules in desk.base.editions.values()
    )
    guide = (("place", guide_places(desk)), ("steps", guide_steps(desk)))
    categories = ("category", tuple((colour, _names_of(desk, colour)) for colour in desk.mind.colours))
    return (("player", players), ("rival", players), ("edition", editions), categories, *guide)


def _names_of(desk: Desk, colour: str) -> tuple[str, ...]:
    """How a category may be named: in full, or by its telling words."""
    return tuple(phrase for phrase, intent in category_names(desk) if intent.get("colour") == colour)


def _switches(desk: Desk) -> Iterator[tuple[str, Intent]]:
    """How people ask for another language in that language: "auf Deutsch bitte" (B17)."""
    for code, book in desk.base.books.items():
        if code != desk.language:
            for way in book.words["language"][code]:
                for text in book.templates["language"]:
                    yield text.format(language=way), Intent("language", (("language", code),))


def _foreign_switches(desk: Desk) -> Iterator[tuple[str, Intent]]:
    """The rest of what people who mix languages say: "speak German" at a French table, "parlons espagnol" at any."""
    for code, book in desk.base.books.items():
        if code != desk.language:
            for wanted, ways in book.words["language"].items():
                for way in ways if wanted != code else ():
                    for text in book.templates["language"][1:]:  # the bare name may be part of something else
                        yield text.format(language=way), Intent("language", (("language", wanted),))
                for way in ways:
                    for text in book.templates["language_me"]:
                        yield text.format(language=way), Intent("language_me", (("language", wanted),))


def listen_for(desk: Desk) -> Listen:
    """The Listen for the next utterance: for an answer the card's forms with their decoys, else the phrases."""
    talk = desk.talk
    step = step_of(desk)
    question = desk.open_question()
    pause = float(talk.own(desk.addressed, "pause"))
    if step is Step.ANSWER and talk.mode is Mode.LISTENING and question and not choices_of(desk, question):
        return _listen_for_answer(desk, question, patience(pause, Prompt.ANSWER))
    stage = STAGES[step]
    prompt = Prompt.CLOSED if talk.mode is Mode.PAUSED or stage.prompt is Prompt.ANSWER else stage.prompt
    # Every phrasing: the ear itself picks those that are worth scoring by what it has written down.
    phrases = grammar_for(desk).phrases if prompt is Prompt.CLOSED else ()
    language = MANY if step is Step.LANGUAGE else desk.language
    return Listen(
        talk.turn_id,
        prompt,
        phrases=phrases,
        language=language,
        patience=patience(pause, prompt),
        ways_out=_ways_out(desk),
    )


def _ways_out(desk: Desk) -> tuple[str, ...]:
    return tuple(phrase for phrase, _ in _switches(desk))


def _listen_for_answer(desk: Desk, question: Question, waits: float) -> Listen:
    talk, book = desk.talk, desk.book
    commands = tuple(phrase for name in BESIDE_ANSWER for phrase in book.intents[name])
    if needs_cue(desk):  # only the cue is listened for; what is murmured before it is nobody's answer
        cues = book.words["grammar"]["cue"]
        return Listen(
            talk.turn_id,
            Prompt.ANSWER,
            phrases=(*cues, *commands),
            language=desk.language,
            patience=waits,
            ways_out=_ways_out(desk),
        )
    return Listen(
        talk.turn_id,
        Prompt.ANSWER,
        phrases=commands,
        candidates=forms_for(desk, question),
        decoys=desk.mind.decoys(question),
        language=desk.language,
        patience=waits,
        ways_out=_ways_out(desk),
    )
