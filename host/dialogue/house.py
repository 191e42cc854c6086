"""The rules a table may agree on: asked one by one, read back in one breath, and handed to the rules engine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from host.dialogue import leniency
from host.dialogue.desk import Desk
from host.dialogue.names import matched
from host.dialogue.profiles import in_words
from host.dialogue.settings import ReadBack
from host.dialogue.stage import Phrases, Stage, Then
from host.dialogue.standing import seconds
from host.dialogue.talk import Step
from host.dialogue.understand import Intent
from host.rules.messages import Seat, StartGame
from host.rules.seats import Member


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule that is asked: which intents answer it, and what each of them means."""

    means: Mapping[str, Any]
    """Intent -> value of the option; None in the mapping stands for the option's default."""


_YES_NO = Rule({"yes": True, "no": False})
RULES: Mapping[str, Rule] = {
    "answer_seconds": Rule({"no_limit": None, "no": None, "time": int}),
    "age_rules": Rule({"nobody": (), "no": ()}),
    "cards": Rule({"you_read": "host", "we_read": "table"}),
    "boarding": _YES_NO,
    "first_class": _YES_NO,
    "passport": _YES_NO,
    "voyager_deal": Rule({"deal_one": "one_each", "deal_all": "all", "deal_custom": "custom"}),
    "overrule": Rule({"one_word": "table", "vote": "vote"}),
    "quick": _YES_NO,
    "short": _YES_NO,
    "no_quiz": _YES_NO,
    "cue": _YES_NO,
    "readback": _YES_NO,
}
"""Rule -> how it is answered. Variants and the host's own manners stand beside the options of the engine."""
TIMES = ("30", "60", "120")
"""Seconds that are offered where people have to choose from a list."""
VARIANTS = ("quick", "short", "no_quiz")
MANNERS = ("cue", "readback")
EASIER: Mapping[str, Any] = {"precision": "lenient", "choices": True}
"""The easier rules of a player (G-08, N-08)."""


def option_queue(desk: Desk) -> tuple[str, ...]:
    """What there is to ask: the ruleset's questions, its variants, and how this table wants the host to be."""
    given = {*desk.mind.options, "precision"}
    if all(agreed_options(desk).get(kind) is False for kind in desk.mind.ruleset.special):
        given.add("voyager_deal")  # nobody deals cards that are not played with
    asked = [key for key in desk.mind.ruleset.ask if key in RULES and key not in given]
    variants = [name for name in desk.mind.ruleset.variants if name in VARIANTS and name not in desk.mind.variants]
    last = [key for key in ("overrule", *MANNERS) if len(desk.talk.players) > 1 or key != "overrule"]
    return (*asked, *variants, *last)


def ask_option(desk: Desk) -> None:
    """The next rule."""
    desk.say(f"ask_option_{desk.talk.setup.queue[0]}")
    desk.ask()


def take_option(desk: Desk, intent: Intent) -> Then | None:
    """The answer to the rule that was asked; "just start" takes the usual rules for the rest."""
    key = desk.talk.setup.queue[0]
    if intent.name == "just_start":
        return begin(desk)
    if intent.name == "player" and key == "age_rules":
        return _noted(desk, key, (intent.get("player"),))
    means = RULES[key].means
    if intent.name not in means:
        return None
    value = means[intent.name]
    return _noted(desk, key, value(intent.get("time")) if value is int else value)


def option_words(desk: Desk, text: str) -> Then | None:
    """Names, where a rule is about some of the players."""
    if desk.talk.setup.queue[0] != "age_rules":
        return None
    names = matched(text, desk.talk.players, desk.book)
    return _noted(desk, "age_rules", names) if names else None


def option_players(desk: Desk) -> Phrases:
    """Who plays, where a rule is about some of the players."""
    if desk.talk.setup.queue[0] == "age_rules":
        yield desk.book.intents["nobody"][0], Intent("nobody")
        for player in desk.talk.players:
            yield player, Intent("player", (("player", player),))


def is_offered(desk: Desk, intent: Intent) -> bool:
    """Whether this answers the rule that is asked; of two ways to say the same only one is offered, of times a few."""
    key = desk.talk.setup.queue[0]
    if intent.name == "player":
        return key == "age_rules"
    if intent.name == "time":
        return key == "answer_seconds" and intent.get("time") in TIMES
    means = RULES[key].means
    return intent.name in means and not (intent.name == "no" and len(means) != len(_YES_NO.means))


def usual_option(desk: Desk) -> Then:
    """The rule as it usually is: nothing is told, and the next one is asked."""
    setup = desk.talk.setup
    desk.agree(queue=setup.queue[1:], done=(*setup.done, setup.queue[0]))
    desk.say("option_usual")
    desk.end_line()
    return Then.ASK if desk.talk.setup.queue else begin(desk)


def option_intents() -> tuple[str, ...]:
    """Every intent that answers some rule."""
    return tuple(dict.fromkeys(("yes", *(name for rule in RULES.values() for name in rule.means))))


def _noted(desk: Desk, key: str, value: Any) -> Then:
    setup = desk.talk.setup
    if key in VARIANTS:
        kept = tuple(name for name in setup.variants if name != key)
        desk.agree(variants=(*kept, key) if value else kept)
    elif key == "readback":
        desk.wish("", key, ReadBack.ALWAYS.value if value else None)
    elif key == "cue":
        desk.keep(cue=value)
    elif key == "age_rules":
        desk.agree(easier=value)
    else:
        desk.change(setup=setup.with_option(key, value))
    done = (*setup.done, key)
    desk.agree(queue=tuple(name for name in option_queue(desk) if name not in done), done=done)
    desk.say("option_noted")
    desk.end_line()
    return Then.ASK if desk.talk.setup.queue else begin(desk)


def back(desk: Desk) -> Then | None:
    """One question of the interview back; None at its beginning."""
    setup = desk.talk.setup
    if setup.done and setup.queue:
        desk.agree(queue=(setup.done[-1], *setup.queue), done=setup.done[:-1])
    elif setup.queue:
        desk.agree(queue=())
    elif setup.young:
        desk.agree(young=())
    elif desk.talk.precision:
        desk.change(precision="")
    elif desk.talk.players or setup.teams:
        desk.change(players=())
        desk.agree(teams=(), forming=False)
    else:
        return None
    return Then.ASK


# --- what is agreed -----------------------------------------------------------------------------------------------


def say_agreed(desk: Desk) -> None:
    """Everything that was agreed, in one breath; during the game what holds now."""
    options = dict(desk.state.options) if desk.game is not None else agreed_options(desk)
    variants = desk.state.variants if desk.game is not None else agreed_variants(desk)
    names = tuple(map(desk.name, [p.id for p in desk.state.players])) if desk.game is not None else desk.talk.players
    desk.say("agreed")
    desk.say("agreed_players" if len(names) > 1 else "agreed_solo", players=desk.book.join(names))
    desk.say(f"agreed_{options.get('precision', 'standard')}")
    _say_people(desk, options)
    if options.get("answer_seconds"):
        desk.say("agreed_time", time=seconds(desk, options["answer_seconds"]))
    else:
        desk.say("agreed_no_time")
    desk.say("agreed_table_reads" if options.get("cards") == "table" else "agreed_host_reads")
    for name in variants:
        if name in VARIANTS:
            desk.say(f"agreed_{name}")
    _say_specials(desk, options)
    if options.get("overrule") == "vote":
        desk.say("agreed_vote")
    if desk.talk.cue:
        desk.say("agreed_cue")
    if desk.talk.own("", "readback") == ReadBack.ALWAYS:
        desk.say("agreed_readback")


def _say_people(desk: Desk, options: Mapping[str, Any]) -> None:
    setup = desk.talk.setup
    if setup.young:
        word = desk.book.word
        young = desk.book.join(setup.young)
        desk.say("agreed_young", players=young, deck=word("deck", "young"), other=word("deck", "adult"))
    rules = dict(options.get("age_rules") or {})
    if easier := tuple(name for name, rule in rules.items() if rule.get("choices")):
        desk.say("agreed_easier", players=desk.book.join(easier))
    for name, rule in rules.items():
        if name not in easier and rule.get("precision"):
            desk.say("setting_for", player=name, setting=in_words(desk, "precision", rule["precision"]))


def _say_specials(desk: Desk, options: Mapping[str, Any]) -> None:
    without = [kind for kind in desk.mind.ruleset.special if options.get(kind) is False]
    if without:
        words = desk.book.words["special"]
        desk.say("agreed_without", cards=desk.book.join(tuple(words[kind][-1] for kind in without)))
    if options.get("voyager_deal") == "all":
        desk.say("agreed_deal_all")


def agreed_options(desk: Desk) -> dict[str, Any]:
    """The options for the rules engine: from the command line, then what the table said."""
    setup = desk.talk.setup
    told: dict[str, Any] = {**desk.mind.options, **dict(setup.options), "precision": desk.talk.precision or "standard"}
    if setup.easier:
        told["age_rules"] = dict.fromkeys(setup.easier, EASIER)
    if setup.young:
        told["deck"] = dict.fromkeys(setup.young, "young")
    return told


def agreed_variants(desk: Desk) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*desk.mind.variants, *desk.talk.setup.variants)))


def begin(desk: Desk, *, quick: bool = False) -> Then:
    """Starts the game with what was agreed; the rules' refusal (e.g. too few players) is asked again.

    Args:
        quick: somebody has begun already: only what is special is read back.
    """
    teams = dict(zip(desk.talk.players, desk.talk.setup.teams, strict=False))
    seats = tuple(
        Seat(name, members=tuple(map(Member, teams[name])), captain=teams[name][0]) if name in teams else Seat(name)
        for name in desk.talk.players
    )
    options, variants = agreed_options(desk), agreed_variants(desk)
    told = bool(desk.talk.setup.options or desk.talk.setup.variants or desk.talk.setup.easier)
    outcome = desk.do(StartGame(seats, mode=desk.mind.mode, options=options, variants=variants, seed=desk.mind.seed))
    if not isinstance(outcome, tuple):
        desk.game = None
        desk.change(players=())
        desk.agree(teams=(), forming=False, queue=())
        desk.say("cannot_begin", about=outcome.about, limit=getattr(outcome, "limit", ""))
        return Then.ASK
    desk.agree(agreed=True, queue=())
    if desk.talk.boards:
        desk.keep(boards=desk.talk.boards)  # the session file must hold the board this game is played on
    _say_begin(desk, quick=quick, told=told)
    if not quick:
        leniency.remind(desk)
    return Then.ASK


def _say_begin(desk: Desk, *, quick: bool, told: bool) -> None:
    """The rules read back, unless somebody is rolling already and nothing special was agreed."""
    if not quick or told:
        desk.speak_to("")
        say_agreed(desk)
        if not told:
            desk.say("agreed_usual")
        desk.end_line()
    if desk.state.opt("cards") == "table" and (line := f"own_cards_{desk.state.rules.id}") in desk.book.lines:
        desk.speak_to("")
        desk.say(line)
        desk.end_line()
    desk.speak_to("")
    desk.say("ready")
    desk.end_line()


STAGES = {
    Step.OPTION: Stage(
        ask_option,
        take_option,
        (*option_intents(), "just_start"),
        words=option_words,
        extra=option_players,
        offered=is_offered,
        usual=usual_option,
    ),
}
