"""What can be said at any moment, and what it does. Nothing here touches what is pending unless it says so."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from host.dialogue import asking, leniency, manner, naming, ownwords, profiles
from host.dialogue.box import BOX
from host.dialogue.contest import contest, contest_earlier
from host.dialogue.desk import Desk
from host.dialogue.editions.owncards import divider
from host.dialogue.explain.answer import rule
from host.dialogue.explain.reading import read_rules
from host.dialogue.guide import table as guide
from host.dialogue.stage import Then
from host.dialogue.tablework import agree_anew, fix, join
from host.dialogue.talk import Mode, Step
from host.dialogue.understand import EVERYBODY, ME, Intent
from host.dialogue.undoing import undo, void


def pause(desk: Desk) -> Then:
    """Stops listening for anything but "go on"; a clock stands still (A16)."""
    desk.say("paused")
    desk.change(mode=Mode.PAUSED)
    return Then.WAIT


def go_on(desk: Desk) -> Then:
    """Goes on after a pause with the pending question."""
    if desk.talk.mode is Mode.PAUSED:
        desk.change(mode=Mode.SPEAKING)
        desk.say("go_on")
        desk.end_line()
        desk.change(repeats=0)
    return asking.repeat(desk)


def stop(desk: Desk) -> Then:
    """Leaves; the game is saved as it always is."""
    desk.speak_to("")
    desk.say("saved")
    desk.end_line()
    desk.quit("stopped")
    return Then.WAIT


def cancel(desk: Desk) -> Then:
    """Leaves a question of the host's own, unless a verdict hangs on it."""
    if desk.talk.aside is None or desk.talk.aside.step in (Step.TABLE, Step.HEARD, Step.FIRST_CLASS, Step.PACK):
        return Then.REPEAT
    desk.take_aside()
    desk.change(boarding="")
    desk.say("cancelled")
    desk.end_line()
    return Then.ASK


def _told(line: str) -> Callable[[Desk], Then]:
    def tell(desk: Desk) -> Then:
        desk.say(line)
        return Then.REPEAT

    return tell


ANYTIME: Mapping[str, Callable[[Desk], Then]] = {
    "repeat": asking.repeat,
    "repeat_question": asking.repeat_question,
    "repeat_choices": asking.repeat_choices,
    "help": asking.help_,
    "score": asking.score,
    "need": asking.need,
    "whose_turn": asking.whose_turn,
    "why": asking.why,
    "contest": contest,
    "contest_right": lambda desk: contest(desk, right=True),
    "contest_wrong": lambda desk: contest(desk, right=False),
    "contest_earlier": contest_earlier,
    "undo": undo,
    "skip": lambda desk: void(desk, mark=""),
    "known": lambda desk: void(desk, mark="known", line="known_voided"),
    "void": lambda desk: void(desk, mark="disputed"),
    "pause": pause,
    "wait": asking.wait,
    "go_on": go_on,
    "stop": stop,
    "cancel": cancel,
    "who_next": asking.who_next,
    "who_leads": asking.who_leads,
    "where_am_i": asking.where,
    "my_cards": asking.cards,
    "last_rolls": asking.last_rolls,
    "what_happened": asking.what_happened,
    "my_answer": asking.my_answer,
    "time_left": asking.time_left,
    "more_time": asking.more_time,
    "spell": asking.spell,
    "source": asking.source,
    "overview": _told("overview"),
    "agreed": asking.agreed,
    "own_words": ownwords.tell,
    "divider": divider,
    "join": join,
    "cue_on": lambda desk: manner.cue(desk, on=True),
    "cue_off": lambda desk: manner.cue(desk, on=False),
    "scan_on": lambda desk: manner.scanning(desk, on=True),
    "scan_off": lambda desk: manner.scanning(desk, on=False),
    **manner.CUES,
    **BOX,
    "read_rules": read_rules,
    **guide.ANYTIME,
}
"""Intent -> what it does."""


def precision(desk: Desk, intent: Intent) -> Then:
    """Another precision from now on: for the table, or for one player if the table agrees."""
    if intent.get("for") in ("", EVERYBODY):
        return agree_anew(desk, intent)
    return leniency.want(desk, manner.whom(desk, intent), intent.get("precision"))


OF_SOMETHING: Mapping[str, Callable[[Desk, Intent], Then]] = {
    "need_of": lambda desk, intent: asking.need(desk, intent.get("player")),
    "score_of": lambda desk, intent: asking.score_of(desk, intent.get("player")),
    "where_is": lambda desk, intent: asking.where(desk, intent.get("player")),
    "cards_of": lambda desk, intent: asking.cards(desk, intent.get("player")),
    "contest_of": lambda desk, intent: contest(desk, right=True, player=intent.get("player")),
    "contest_wrong_of": lambda desk, intent: contest(desk, right=False, player=intent.get("player")),
    "rule": lambda desk, intent: rule(desk, intent.get("topic")),
    "ask_rule": lambda desk, intent: rule(desk, intent.get("question")),
    "language": manner.language,
    "language_me": lambda desk, intent: manner.language(desk, Intent("language", (*intent.slots, ("for", ME)))),
    "leaves": fix,
    "fix_wedge": fix,
    "fix_no_wedge": fix,
    "fix_turn": fix,
    **dict.fromkeys((*manner.CHANGES, *manner.OTHER_WORDS), manner.change),
    "my_settings": lambda desk, intent: profiles.tell(desk, manner.whom(desk, intent, mine=True)),
    "settings_of": lambda desk, intent: profiles.tell(desk, intent.get("player")),
    "name_wrong": lambda desk, intent: naming.wrong(desk, manner.whom(desk, intent, mine=True)),
    "name_wrong_of": lambda desk, intent: naming.wrong(desk, intent.get("player")),
    "forget": lambda desk, intent: profiles.forget(desk, manner.whom(desk, intent, mine=True)),
    "forget_of": lambda desk, intent: profiles.forget(desk, intent.get("player")),
    "set_precision": precision,
    "judge_as": lambda desk, intent: leniency.want(desk, manner.whom(desk, intent, mine=True), intent.get("precision")),
    "set_time": agree_anew,
    "set_no_time": agree_anew,
    "easier_on": agree_anew,
    "easier_off": agree_anew,
    **guide.OF_SOMETHING,
}
"""Intent with details -> what it does; these are long, so the transcript alone is enough for them."""

FOR_SOMEBODY = frozenset({*manner.CHANGES, "my_settings", "forget", "set_precision", "judge_as", "language"})
"""What may be wanted for oneself, for somebody or for everybody."""
WHILE_PAUSED = ("go_on", "stop", "mute", "unmute")
WEIGHTY = frozenset(
    {
        "contest", "contest_right", "contest_wrong", "contest_earlier", "undo", "skip", "known", "void", "stop",
        "divider", "reveal",
    }
)  # fmt: skip
"""What changes a verdict or the game: it must stand in the transcript word for word, or a yes is asked for."""


def makes_sense(desk: Desk, step: Step, name: str) -> bool:
    """Whether a command can mean anything now; what cannot need not be told apart by ear from what can."""
    match name:
        case "why" | "contest":
            return desk.talk.judged is not None
        case "skip":
            return step is Step.ANSWER
        case "score" | "undo":
            return desk.game is not None
    return True
