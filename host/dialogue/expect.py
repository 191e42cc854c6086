"""What may be said now: the grammar of the moment, and the Listen that tells the ear what to hope for."""

from __future__ import annotations

from host.bank.pack import Question
from host.dialogue.answers import forms_for, open_question
from host.dialogue.anytime import ANYTIME, WHILE_PAUSED
from host.dialogue.desk import Desk
from host.dialogue.protocol import Listen, Prompt
from host.dialogue.talk import Mode, Step
from host.dialogue.turn import choices_of, step_of
from host.dialogue.understand import Grammar, Intent, build_grammar

OWN = {
    Step.PLAYERS: (),
    Step.PRECISION: ("precision", "just_start"),
    Step.START_ROLL: ("die",),
    Step.LANDING: ("landing", "die"),
    Step.CATEGORY: ("colour",),
    Step.ANSWER: ("dont_know",),
    Step.YES_NO: ("yes", "no", "accept", "refuse"),
    Step.ENDED: (),
}
"""Step -> the intents of its own; the anytime intents come after them."""
PROMPTS = {Step.PLAYERS: Prompt.OPEN, Step.ANSWER: Prompt.ANSWER}
BESIDE_ANSWER = ("dont_know", "repeat", "skip")
"""Commands that are scored beside an answer; the others are understood from the transcript."""


def grammar_for(desk: Desk) -> Grammar:
    """The phrases that mean something at this moment, the step's own first."""
    if desk.talk.mode is Mode.PAUSED:
        return build_grammar(desk.book, WHILE_PAUSED)
    step = step_of(desk)
    names = (*OWN[step], *(name for name in ANYTIME if _makes_sense(desk, step, name)))
    extra: list[tuple[str, Intent]] = []
    if step is Step.CATEGORY:
        extra += [
            (name, Intent("colour", (("colour", colour),)))
            for colour in desk.mind.colours
            for name in _category_names(desk, colour)
        ]
    if step is Step.START_ROLL and desk.game is not None:
        starts = desk.book.templates["player_starts"]
        for player in desk.game.players:
            intent = Intent("player", (("player", player.id),))
            extra += [(text.format(player=desk.name(player.id)), intent) for text in starts]
    return build_grammar(
        desk.book, names, values={"colour": desk.mind.colours}, extra=extra, own=(*OWN[step], "player")
    )


def _makes_sense(desk: Desk, step: Step, name: str) -> bool:
    """Whether a command can mean anything now; what cannot need not be told apart from what can."""
    match name:
        case "why" | "contest" | "contest_wrong":
            return desk.talk.judged is not None
        case "skip":
            return step is Step.ANSWER
        case "score" | "need" | "undo" | "whose_turn":
            return desk.game is not None
    return True


def _category_names(desk: Desk, colour: str) -> tuple[str, ...]:
    """A category's name and the words of it that stand for it ("Science" for Science and Nature)."""
    name = desk.mind.category(colour, desk.talk.language)
    return (name, *(word for word in name.split() if len(word) > 3))


def listen_for(desk: Desk) -> Listen:
    """The Listen for the next utterance: for an answer the card's forms with their decoys, else the phrases."""
    talk = desk.talk
    step = step_of(desk)
    if step is Step.ANSWER and talk.mode is Mode.LISTENING and (question := open_question(desk)):
        return Listen(
            talk.turn_id,
            Prompt.ANSWER,
            phrases=_phrases(desk, BESIDE_ANSWER),
            candidates=forms_for(desk, question),
            decoys=desk.mind.decoys(question),
            language=talk.language,
            patience=talk.patience,
        )
    prompt = PROMPTS.get(step, Prompt.CLOSED) if talk.mode is not Mode.PAUSED else Prompt.CLOSED
    phrases = grammar_for(desk).phrases if prompt is Prompt.CLOSED else ()
    return Listen(talk.turn_id, prompt, phrases=phrases, language=talk.language, patience=talk.patience)


def _phrases(desk: Desk, names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(phrase for name in names for phrase in desk.book.intents[name])


def spoken_choices(desk: Desk, question: Question) -> tuple[str, ...]:
    """How a choice may be named: by its number or its text."""
    choices = choices_of(desk, question)
    return (*choices, *(desk.book.word("number", str(n)) for n in range(1, len(choices) + 1)))
