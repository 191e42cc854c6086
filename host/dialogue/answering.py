"""While a question is open: what is an answer, what is a command, and what is only talk at the table.

The card's own answer comes first, then commands, then a wrong answer. A team, or a table that wants to talk first,
is only taken at its word after its cue ("final answer"); everything before that is none of the host's business.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace

from host.dialogue.answers import (
    LOW,
    give_up,
    is_right,
    judge_answer,
    reveal,
    settle,
    table_decides,
    take_answer,
)
from host.dialogue.commands import is_certain, put
from host.dialogue.desk import Desk
from host.dialogue.menu import in_words
from host.dialogue.protocol import Scores, Transcript
from host.dialogue.questions import choices_of, right_choice, stated
from host.dialogue.settings import Means, ReadBack
from host.dialogue.stage import Phrases, Then
from host.dialogue.standing import told_of
from host.dialogue.steps import needs_cue
from host.dialogue.talk import Step
from host.dialogue.understand import Grammar, Intent, fold
from host.judging.listening import Ruling, Source, decide_closed
from host.rules.messages import PlayFirstClass
from host.rules.special import play_first_class


def answer_words(desk: Desk, grammar: Grammar, heard: Transcript, scores: Scores | None) -> Then | Intent | None:
    """Works off what was said while a question is open.

    Returns:
        what follows; an Intent that is to be done instead; None when nothing was understood.
    """
    command = grammar.interpret(heard.text, exact=True)
    if desk.talk.own(desk.addressed, "input") == Means.KEYS and not desk.typed:  # what is said is no answer (A95)
        if isinstance(command, Intent) and command.name not in grammar.own:
            return command
        desk.note("talk", text=heard.text)
        return Then.WAIT
    if isinstance(command, Intent) and not is_right(desk, heard.text):
        return command
    if needs_cue(desk):
        cued = after_cue(desk, heard.text)
        if cued is None:
            desk.note("talk", text=heard.text)
            return Then.WAIT
        desk.change(cued=True)
        if not cued:
            desk.say("cue_given")
            desk.end_line("prompt")
            return Then.WAIT
        command = grammar.interpret(cued, exact=True)
        if isinstance(command, Intent) and command.name == "dont_know":
            return command
        heard, scores = replace(heard, text=cued, alternatives=()), None  # the scores are of the whole utterance
    elif desk.talk.cued:
        heard = replace(heard, text=after_cue(desk, heard.text) or heard.text)
    if not heard.text.strip() and scores is None:
        return None
    if choices := choices_of(desk, desk.open_question()):
        return _choice(desk, choices, grammar, heard, scores)
    if _always_read_back(desk):
        return read_back(desk, heard.text) if heard.text.strip() else None
    return _free(desk, grammar, heard, scores)


def _always_read_back(desk: Desk) -> bool:
    """Whether the player wants every spoken answer read back before it is judged."""
    return not desk.typed and desk.talk.own(desk.addressed, "readback") == ReadBack.ALWAYS


def _free(desk: Desk, grammar: Grammar, heard: Transcript, scores: Scores | None) -> Then | Intent | None:
    """A free answer: text and sound together, and the sound may also say that it was a command."""
    question = desk.open_question()
    assert question is not None
    decided = judge_answer(desk, question, heard, scores, typed=desk.typed)
    decision = decided[0]
    if decision.source is Source.SOUND and decision.ruling in (Ruling.REJECT, Ruling.UNSURE):
        command = grammar.meaning(decision.best_decoy)
        heard_so = decide_closed(heard, scores, grammar.phrases, meaning=grammar.meaning)
        # Fitting better than a mangled answer is not enough: the command itself must have been said (C10).
        if command is not None and heard_so.phrase and grammar.meaning(heard_so.phrase) == command:
            return command
    if decision.ruling is Ruling.REJECT and _tells_of_somebody(desk, heard.text):
        return read_back(desk, heard.text)
    if decision.ruling is Ruling.REJECT and scores is None:
        if _is_short_word(desk, heard.text):
            return None
        meant = grammar.interpret(heard.text)
        if isinstance(meant, Intent) and meant.name not in grammar.own and not desk.talk.retries:
            desk.change(retries=1)
            intent = json.dumps({"name": meant.name, "slots": [list(slot) for slot in meant.slots]})
            desk.put_aside(Step.YES_NO, what="meant", phrase=in_words(desk, meant), intent=intent)
            return Then.ASK
    shaky = scores is None and not desk.typed and 0 < heard.confidence < LOW
    asks_back = desk.talk.own(desk.addressed, "readback") != ReadBack.NEVER
    if shaky and asks_back and decision.ruling is Ruling.REJECT and not desk.talk.retries:
        desk.change(retries=1)
        return read_back(desk, heard.text)
    return take_answer(desk, heard, scores, decided, typed=desk.typed)


def _is_short_word(desk: Desk, text: str) -> bool:
    """Whether it is only a yes or no, which is nobody's answer to a question that asks for something else (C10)."""
    return fold(text) in {fold(word) for name in ("yes", "no") for word in desk.book.intents[name]}


def _tells_of_somebody(desk: Desk, text: str) -> bool:
    """Whether it tells where somebody's piece is or what they rolled: "Anna is on blue" is hardly an answer."""
    ways = (way for side in desk.state.players if not side.left for way in told_of(desk, side.id))
    return fold(text).startswith(tuple(f"{fold(way)} " for way in ways))


def after_cue(desk: Desk, text: str) -> str | None:
    """What follows the cue, or stands before it when nothing follows; None when there is no cue."""
    for cue in sorted(desk.book.words["grammar"]["cue"], key=len, reverse=True):
        pattern = r"[\s,:.…–—-]*".join(map(re.escape, cue.split()))
        found = list(re.finditer(rf"(?<!\w){pattern}(?!\w)", text, re.IGNORECASE))
        if found:
            rest = text[found[-1].end() :].strip(" ,:.;!?…–—-")
            before = text[: found[-1].start()].strip(" ,:.;!?…–—-")
            return rest or re.split(r"[,.;:!?…]", before)[-1].strip()
    return None


# --- numbered choices ----------------------------------------------------------------------------------------------


def choice_phrases(desk: Desk) -> Phrases:
    """The texts of the choices, each meaning its number."""
    for number, text in enumerate(choices_of(desk, desk.open_question()), 1):
        yield text.rstrip("."), Intent("choice", (("number", str(number)),))


def _choice(
    desk: Desk, choices: tuple[str, ...], grammar: Grammar, heard: Transcript, scores: Scores | None
) -> Then | Intent | None:
    """One of the choices by number or text; other words may still be the card's answer, but are never wrong."""
    found = grammar.interpret(heard.text)
    if scores is not None:
        match = decide_closed(heard, scores, grammar.phrases, meaning=grammar.meaning, prior=grammar.prior)
        by_sound = grammar.meaning(match.phrase) if match.phrase else None
        found = by_sound or found
    if isinstance(found, Intent):
        return found
    return settle(desk, heard.text, "right", "") if is_right(desk, heard.text) else None


def take_choice(desk: Desk, number: str) -> Then | None:
    """The choice with that number is the answer."""
    question = desk.open_question()
    choices = choices_of(desk, question)
    if question is None or not number or int(number) > len(choices):
        return None
    chosen = choices[int(number) - 1]
    right = fold(chosen) == fold(right_choice(desk, question))
    verdict = "right" if right else "wrong"
    desk.note("heard", question=question.id, text=chosen, verdict=verdict, reason="choice", source="text")
    return settle(desk, chosen, verdict, "")


# --- stages ---------------------------------------------------------------------------------------------------------


def take_answer_intent(desk: Desk, intent: Intent) -> Then | None:
    """Intents of the stage of an open question."""
    match intent.name:
        case "dont_know":
            return _do_not_know(desk)
        case "reveal":
            return reveal(desk)
        case "choice":
            number = intent.get("number") or intent.get("ordinal")
            choices = choices_of(desk, desk.open_question())
            if _always_read_back(desk) and number and int(number) <= len(choices):
                return read_back(desk, choices[int(number) - 1])
            return take_choice(desk, number)
        case "first_class":
            return play_card(desk)
    return None


def _do_not_know(desk: Desk) -> Then:
    """Who holds a first-class card is offered it first (G-P19)."""
    may = isinstance(play_first_class(desk.state, PlayFirstClass()), tuple)
    if may and desk.talk.first_class_refused != desk.talk.question_id:
        desk.put_aside(Step.FIRST_CLASS)
        return Then.ASK
    return give_up(desk)


def play_card(desk: Desk) -> Then:
    """Plays a first-class card, or says why that cannot be."""
    return put(desk, PlayFirstClass())


def ask_first_class(desk: Desk) -> None:
    """Offers the card."""
    desk.say("ask_first_class", player=desk.name(desk.state.active))
    desk.ask()


def take_first_class(desk: Desk, intent: Intent) -> Then | None:
    """Yes plays the card, no gives up."""
    if intent.name not in ("yes", "no", "first_class", "dont_know"):
        return None
    desk.take_aside()
    if intent.name in ("yes", "first_class"):
        return play_card(desk)
    desk.change(first_class_refused=desk.talk.question_id)
    return give_up(desk)


def read_back(desk: Desk, heard: str) -> Then:
    """Reads the answer back before it is judged (A22)."""
    desk.put_aside(Step.HEARD, heard=heard)
    return Then.ASK


def ask_heard(desk: Desk) -> None:
    """Is what was heard the answer?"""
    assert desk.talk.aside is not None
    desk.say("read_back", heard=desk.talk.aside.get("heard").rstrip(".?!"))
    desk.ask()


def take_heard(desk: Desk, intent: Intent) -> Then | None:
    """Yes: it is judged as it was read back. No: the answer is asked for again."""
    if intent.name == "dont_know":
        desk.take_aside()
        return give_up(desk)
    if intent.name not in ("yes", "no"):
        return None
    text = desk.take_aside().get("heard")
    if intent.name == "no":
        desk.say("answer_again")
        desk.end_line("prompt")
        return Then.WAIT
    question = desk.open_question()
    assert question is not None
    choices = tuple(map(fold, choices_of(desk, question)))
    if fold(text) in choices and (taken := take_choice(desk, str(choices.index(fold(text)) + 1))):
        return taken
    heard = Transcript(text, 1.0)
    return take_answer(desk, heard, None, judge_answer(desk, question, heard, None, typed=False), typed=False)


def heard_words(desk: Desk, text: str) -> Then | None:
    """ "No, Berlin": another answer instead, which is read back again."""
    words = text.strip()
    for no in desk.book.words["grammar"]["no"]:
        words = re.sub(rf"^{re.escape(no)}\b[\s,.:;!–—-]*", "", words, flags=re.IGNORECASE)
    if not words:
        return None
    desk.swap_aside(Step.HEARD, heard=words)
    return Then.ASK


def ask_table(desk: Desk) -> None:
    """The answer is revealed, and the table decides."""
    assert desk.talk.aside is not None
    question = desk.open_question()
    answer = stated(question) if question else ""
    heard = desk.talk.aside.get("heard")
    unheard = "table_decides_shown" if desk.talk.aside.get("shown") else "table_decides_unheard"
    desk.say("table_decides" if heard else unheard, heard=heard.rstrip("."), answer=answer)
    desk.ask()


def take_table(desk: Desk, intent: Intent) -> Then | None:
    """The table's ruling; a single short word needs a second one before it counts."""
    verdict = {"accept": True, "refuse": False, "yes": True, "no": False}.get(intent.name)
    if verdict is None:
        return None
    if not is_certain(desk, str(verdict), short=intent.name in ("yes", "no")):
        desk.say("table_sure")
        desk.end_line("prompt")
        return Then.WAIT
    return table_decides(desk, verdict)
