"""What was heard or typed, worked off at the desk: a command, the thing asked for, an answer, or nothing that fits."""

from __future__ import annotations

import json

from host.dialogue.answering import answer_words
from host.dialogue.anytime import ANYTIME, OF_SOMETHING, WEIGHTY, WHILE_PAUSED
from host.dialogue.asking import repeat
from host.dialogue.commands import help_text
from host.dialogue.desk import Desk
from host.dialogue.expect import grammar_for
from host.dialogue.explain.answer import rule, topic_of
from host.dialogue.manner import change
from host.dialogue.menu import in_words, open_menu
from host.dialogue.ownwords import told_of_words
from host.dialogue.protocol import Scores, Transcript
from host.dialogue.stage import Then
from host.dialogue.stages import STAGES, ask_next
from host.dialogue.steps import step_below, step_of
from host.dialogue.talk import Mode, Step
from host.dialogue.understand import Ambiguous, Grammar, Intent, NoMatch, Understood
from host.judging.listening import decide_closed

MOST_MISSES = 5
"""Misses in a row after which the host falls silent and only listens, until something fits."""


HELPED = 3
"""Misses in a row that are answered with help; after that the pending question comes again."""
PLAY = ("new_game", "again")
"""Intents that are no rivals while nobody plays: both want a game."""
PLAINLY = -14.0
"""Nats to the open transcript down to which a phrase is meant where people talk among themselves; of the box's own
commands in synthetic voices in a room with echo the worst had -12, of talk in the same words the best -17."""
AS_GOOD = -1.0
"""Nats to the open transcript from which a scored phrase fits as well as the words that were written down."""


def take_words(desk: Desk, heard: Transcript, scores: Scores | None) -> None:
    """Words were heard or typed."""
    grammar = grammar_for(desk)
    if desk.talk.mode is not Mode.PAUSED and (told := told_of_words(desk, heard.text, grammar)):
        desk.change(misses=0)
        follow(desk, told)
        return
    if step_of(desk) is Step.ANSWER and desk.talk.mode is not Mode.PAUSED:
        taken = answer_words(desk, grammar, heard, scores)
        if isinstance(taken, Intent):
            do(desk, taken, heard, grammar)
        elif taken is None:
            if not _asks_about_rules(desk, heard):
                _miss(desk, NoMatch(heard.text), grammar)
        else:
            follow(desk, taken)
        return
    understood = what_was_meant(desk, grammar, heard, scores)
    if isinstance(understood, Intent):
        do(desk, understood, heard, grammar)
    elif desk.talk.mode is Mode.PAUSED:  # in a break people talk, and the host keeps out of it
        if desk.typed:
            desk.say("help_paused")
        else:
            desk.note("talk", text=heard.text)
    elif not _asks_about_rules(desk, heard):
        _free_words(desk, understood, grammar, heard)


def _asks_about_rules(desk: Desk, heard: Transcript) -> bool:
    """A question about the rules in words that are not listed: answered, and the pending question comes again."""
    step = step_of(desk)
    if step in (Step.PLAYERS, Step.TEAM) or STAGES[step].only:
        return False
    topic = topic_of(desk.book, heard.text)
    if topic:
        desk.note("intent", name="ask_rule", slots={"question": topic}, text=heard.text)
        desk.change(misses=0)
        follow(desk, rule(desk, topic))
    return bool(topic)


def what_was_meant(desk: Desk, grammar: Grammar, heard: Transcript, scores: Scores | None) -> Understood:
    """By sound where there are scores, by the words in any case; free text is never bent into a command."""
    stage = STAGES[step_of(desk)]
    free = stage.words is not None and stage.free
    if stage.only and not desk.typed:
        readings = (grammar.interpret(text, exact=True) for text in (heard.text, *heard.alternatives))
        by_letter = next((intent for intent in readings if isinstance(intent, Intent)), None)
        return by_letter or _by_sound_alone(grammar, heard, scores, plainly=stage.quiet) or NoMatch(heard.text)
    understood = grammar.interpret(heard.text, exact=free)
    if scores is None:
        others = (grammar.interpret(text, exact=True) for text in heard.alternatives) if not free else ()
        first = next((other for other in others if isinstance(other, Intent)), None)
        return first if isinstance(understood, NoMatch) and first is not None else understood
    match_ = decide_closed(heard, scores, grammar.phrases, meaning=grammar.meaning, prior=grammar.prior)
    meaning = grammar.meaning(match_.phrase) if match_.phrase else None
    literal = grammar.interpret(heard.text, exact=True)
    several = len(heard.text.split()) > 1
    if isinstance(literal, Intent) and several and (match_.ratio is None or match_.ratio < AS_GOOD):
        return literal  # several words to the letter; not every phrasing is scored, so its rivals may lead by default
    return meaning or understood


def _by_sound_alone(grammar: Grammar, heard: Transcript, scores: Scores | None, *, plainly: bool) -> Intent | None:
    """A phrase that fits the sound, although other words were written down ("new to the microphone" for "mute the
    microphone"). Without scores only the letter counts."""
    if scores is None:
        return None

    def wanted(phrase: str) -> object:
        meant = grammar.meaning(phrase)
        return "play" if meant and meant.name in PLAY else meant

    match_ = decide_closed(heard, scores, grammar.phrases, meaning=wanted)
    if plainly and match_.ratio is not None and match_.ratio < PLAINLY:
        return None
    return grammar.meaning(match_.phrase) if match_.phrase else None


def _free_words(desk: Desk, understood: Understood, grammar: Grammar, heard: Transcript) -> None:
    """Names and the like; where people talk among themselves, what does not fit is left alone."""
    stage = STAGES[step_of(desk)]
    taken = stage.words(desk, heard.text) if stage.words is not None and heard.text.strip() else None
    if taken is not None:
        desk.change(misses=0)
        follow(desk, taken)
    elif stage.quiet and not desk.typed:
        desk.note("talk", text=heard.text)
    else:
        _miss(desk, understood, grammar)


def do(desk: Desk, intent: Intent, heard: Transcript, grammar: Grammar | None = None) -> None:
    """Does what somebody wants, here or at any moment.

    Args:
        heard: the words; what changes the game must stand in them, or is asked back.
        grammar: what was listened with; None: a key was pressed, and nothing can have been misheard.
    """
    desk.note("intent", name=intent.name, slots=dict(intent.slots), text=heard.text)
    if desk.talk.mode is Mode.PAUSED and intent.name not in WHILE_PAUSED:
        desk.say("help_paused")
        return
    missed = desk.talk.misses
    desk.change(misses=0)
    sure = desk.typed or grammar is None or grammar.says(heard.text, intent)
    if intent.name in WEIGHTY and not sure:
        meant = json.dumps({"name": intent.name, "slots": [list(slot) for slot in intent.slots]})
        desk.put_aside(Step.YES_NO, what="meant", phrase=in_words(desk, intent), intent=meant)
        ask_next(desk)
        return
    taken = STAGES[step_of(desk)].take(desk, intent)
    if taken is None and STAGES[step_of(desk)].loose and intent.name in STAGES[step_below(desk)].intents:
        desk.take_aside()  # said outright what is pending below
        taken = STAGES[step_of(desk)].take(desk, intent)
    while isinstance(taken, Intent):  # to be done in what comes, e.g. once the game has begun
        intent = taken
        taken = STAGES[step_of(desk)].take(desk, intent) or _anytime(desk, intent)
    if taken is None:
        taken = _anytime(desk, intent)
    if taken is None:
        desk.change(misses=missed)
        _miss(desk, NoMatch(heard.text), grammar or grammar_for(desk))
    else:
        follow(desk, taken)


def _anytime(desk: Desk, intent: Intent) -> Then | None:
    if intent.name == "menu" and step_of(desk) is Step.ANSWER:
        return change(desk, Intent("style_choices"))  # "give me choices", while a question is open
    if intent.name == "menu":
        stage = STAGES[step_of(desk)]
        return Then.ASK if stage.menu and open_menu(desk, grammar_for(desk), stage) else Then.REPEAT
    if intent.name in ANYTIME:
        return ANYTIME[intent.name](desk)
    if intent.name in OF_SOMETHING:
        return OF_SOMETHING[intent.name](desk, intent)
    return None


def follow(desk: Desk, then: Then) -> None:
    """What follows: the next question, the pending one again, or nothing."""
    desk.end_line()
    if then is Then.ASK:
        ask_next(desk)
    elif then is Then.REPEAT and desk.talk.mode is not Mode.PAUSED:
        if repeat(desk) is Then.ASK:
            ask_next(desk)
        desk.change(repeats=0)


def _as_usual(desk: Desk) -> bool:
    """Takes the usual answer where there is one and even a closed choice has led to nothing (A21)."""
    in_menu = step_of(desk) is Step.MENU
    usual = STAGES[step_below(desk) if in_menu else step_of(desk)].usual
    if usual is None:
        return False
    if in_menu:
        desk.take_aside()
    desk.change(misses=0)
    follow(desk, usual(desk))
    return True


def _miss(desk: Desk, understood: Understood, grammar: Grammar) -> None:
    """Nothing that fits: more help each time, never the same sentence twice, then a closed choice (A20, A21)."""
    misses = desk.talk.misses + 1
    desk.change(misses=misses)
    text = help_text(desk)
    if misses > MOST_MISSES and not desk.typed:  # talk at the table: the host has said what it can, and listens on
        desk.note("talk", text=getattr(understood, "heard", ""))
        return
    stage = STAGES[step_of(desk)]
    if misses == 3 and stage.menu and open_menu(desk, grammar, stage):
        ask_next(desk)
        return
    if misses >= MOST_MISSES and _as_usual(desk):
        return
    if isinstance(understood, Ambiguous):
        options = tuple(in_words(desk, intent) for intent in understood.options)
        desk.say("ambiguous", options=desk.book.join(options, "or"))
    elif misses > HELPED:
        desk.say(f"no_match_{HELPED + 1 + (misses - 1) % 3}")
        desk.end_line()
        repeat(desk)
        desk.change(repeats=0)
    elif misses == 2 and not desk.typed and isinstance(understood, NoMatch) and understood.heard:
        desk.say("heard_but", heard=understood.heard.rstrip(".?!"), help=text)
    else:
        desk.say(f"no_match_{misses}", help=text)
    desk.end_line()
