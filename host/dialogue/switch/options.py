"""What can be picked at this moment with one key (A05): every prompt's answers, then what may be asked at any time.

Most prompts have a closed list of answers, which is their stage's own grammar without the ways of saying them; those
that take free text (names, places) get a list made for them in host.dialogue.switch.texts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from host.dialogue.answers import others_may_answer
from host.dialogue.contest import contest_items
from host.dialogue.desk import Desk
from host.dialogue.expect import grammar_for
from host.dialogue.guide import uses
from host.dialogue.guide.offers import offers
from host.dialogue.guide.words import place, way_in_brief
from host.dialogue.house import RULES
from host.dialogue.menu import in_words, menu_items
from host.dialogue.questions import choices_of
from host.dialogue.setup import edition_name
from host.dialogue.stages import STAGES
from host.dialogue.standing import missing_of
from host.dialogue.steps import step_of
from host.dialogue.switch.texts import TEXTS, Texts
from host.dialogue.talk import Mode, Step
from host.dialogue.understand import Intent
from host.rules.queries import holds, prints
from host.rules.words import Kind, Phase, Special

FEW = 6
"""Options that are stepped through as they are; more of a kind are grouped first."""


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that can be picked."""

    text: str
    """As it is said."""
    intent: Intent | None = None
    words: str = ""
    """Free text that picking it stands for, where it is no intent."""
    inside: tuple[Option, ...] = ()
    """What a group holds: picking it goes on to these."""
    language: str = ""
    """In which it is said, where that is not the language of the table."""


PICKED: Mapping[Step, tuple[str, ...]] = {
    Step.NAMES_OK: ("yes", "no"),
    Step.TEAM: ("that_is_all",),
    Step.PRECISION: ("precision", "just_start"),
    Step.USUAL: ("just_start", "options"),
    Step.YOUNG: ("just_start", "options"),
    Step.START_ROLL: ("die", "player_starts"),
    Step.ROLL: ("die", "board"),
    Step.DESTINATION: ("board",),
    Step.USE: (),
    Step.MENU: (),
    Step.CONTEST: (),
    Step.PICKS: ("colour", "you_choose"),
    Step.CLAIM: ("claim", "nobody"),
    Step.ANSWER: ("reveal", "first_class", "dont_know"),
    Step.FIRST_CLASS: ("yes", "no"),
    Step.TABLE: ("accept", "refuse"),
    Step.RECALL: ("accept", "refuse"),
    Step.VOTE: ("accept", "refuse", "dont_know"),
    Step.OWN_CARD: ("right", "wrong", "dont_know", "first_class"),
    Step.PACK: ("done",),
    Step.RESHUFFLE: ("done",),
    Step.HANDS: ("done", "no"),
    Step.TACTILE: ("more", "no"),
    Step.PRACTICE: ("roll_for_me", "die", "card", "landing", "move", "choice", "done", "no"),
    Step.RULES: ("more", "undo", "no"),
    Step.BOARD: ("yes", "no", "dont_know", "undo", "stop"),
    Step.CATEGORY_NAME: ("yes", "no"),
    Step.DRAW: ("card",),
    Step.ENDED: ("again",),
    Step.VOLUME: ("louder", "quieter", "level_ok"),
    Step.OFFER: ("yes", "no"),
    Step.IDLE: ("new_game", "again", "go_on", "new_packs", "shut_down"),
}
"""Steps whose intents are not all worth stepping through: yes and done mean the same, and the like."""
ALWAYS = (
    "repeat", "repeat_question", "repeat_choices", "score", "need", "where_am_i", "around", "nearest", "pawns",
    "whose_turn", "what_happened", "undo", "contest", "skip", "more_time", "slower", "faster", "louder", "quieter",
    "guide_mode", "colour_mode", "agreed", "help", "pause", "stop",
)  # fmt: skip
"""What can be asked at any time, in the order of use."""


def options(desk: Desk) -> tuple[Option, ...]:
    """Everything that can be picked now, what was asked for first; the last is the group of what is always there."""
    if desk.talk.mode is Mode.PAUSED:
        return tuple(_of_intents(desk, ("go_on", "stop")))
    step = step_of(desk)
    listed = _LISTED.get(step)
    own = (
        *(_texts(TEXTS[step](desk)) if step in TEXTS else ()),
        *(listed(desk) if listed else ()),
        *_own(desk, step),
    )
    others = Option(desk.text("step_others"), inside=tuple(_always(desk, step)))
    return (*own, others) if others.inside else own


def _texts(texts: Texts) -> Iterator[Option]:
    """Free text, grouped where it says so; groups come after what stands alone."""
    groups: dict[str, list[Option]] = {}
    for text, words, group in texts:
        if group:
            groups.setdefault(group, []).append(Option(text, words=words))
        else:
            yield Option(text, words=words)
    for group, several in groups.items():
        yield Option(group, inside=tuple(several))


def _own(desk: Desk, step: Step) -> Iterator[Option]:
    """The stage's own answers, grouped where there are many of a kind."""
    found: dict[str, list[Option]] = {}
    if _may_roll(desk):
        found["roll"] = [Option(in_words(desk, Intent("roll_for_me")), Intent("roll_for_me"))]
    for intent in _intents(desk, step):
        found.setdefault(_kind(intent), []).append(Option(*_said(desk, intent)))
    many = sum(map(len, found.values())) > FEW + 2
    for kind, several in found.items():
        if many and len(several) > 1 and f"step_{kind}" in desk.book.lines:
            yield Option(desk.text(f"step_{kind}"), inside=tuple(several))
        else:
            yield from several


def _kind(intent: Intent) -> str:
    """What an answer is grouped with."""
    if intent.name == "card":
        return "card_number" if intent.get("card").isdigit() else "card_picture"
    kind = intent.get("kind")
    return f"{intent.name}_{kind}" if kind in (Kind.COLOUR, Kind.HQ, Kind.SHORTCUT) else intent.name


def _intents(desk: Desk, step: Step) -> Iterator[Intent]:
    """The distinct answers of the step, in the order of its list."""
    stage = STAGES[step]
    names = PICKED.get(step, stage.offers or stage.intents)
    if step is Step.OPTION:
        names = (*_answers_of_rule(desk), "just_start")
    given = {intent.name for _, intent in stage.extra(desk)} if step in (Step.LANGUAGE, Step.EDITION) else set()
    if step is Step.LANDING and desk.state.phase is Phase.MOVE:
        names = tuple(name for name in names if name != "die")
    entries = [intent for _, intent in grammar_for(desk).entries]
    for name in dict.fromkeys((*names, *given)):
        fitting = dict.fromkeys(intent for intent in entries if intent.name == name)
        yield from (intent for intent in fitting if _makes_sense(desk, step, intent))


def _answers_of_rule(desk: Desk) -> tuple[str, ...]:
    """The intents that answer the rule asked; of several with one meaning the first."""
    first: dict[str, str] = {}
    for name, value in RULES[desk.talk.setup.queue[0]].means.items():
        first.setdefault(repr(value), name)
    return tuple(first.values())


def _makes_sense(desk: Desk, step: Step, intent: Intent) -> bool:
    """Whether picking it can be right: no other ways of saying the same, and no card that nobody holds."""
    if intent.name == "choice":
        return False
    if intent.name == "reveal":  # with choices the answer can be picked
        return not choices_of(desk, desk.open_question()) and not others_may_answer(desk)
    if intent.get("other_colour") or intent.get("ordinal"):
        return False
    if step is Step.BOARD and desk.talk.aside is not None:
        at = desk.talk.aside.get("at")
        if intent.name in ("yes", "no"):
            return at in ("colours", "confirm")
        return intent.name != "dont_know" or at != "confirm"
    if desk.game is None:
        return intent.name != "that_is_all" or len(desk.talk.setup.teams) > 1
    player = desk.state.player(desk.state.active)
    match intent.name:
        case "landing" if intent.get("number") or intent.get("board"):
            return False
        case "landing" if intent.get("kind") in (Kind.SHORTCUT, Kind.ROLL_AGAIN):
            return prints(desk.state, Kind(intent.get("kind")))
        case "board":
            return holds(player, Special.BOARDING) and intent.get("colour") in missing_of(desk, player.id)
        case "move" if intent.get("kind") in ("met", "entered_met"):
            return intent.get("player") != (desk.state.mover or player.id)
        case "first_class":
            return holds(player, Special.FIRST_CLASS)
    return True


def _may_roll(desk: Desk) -> bool:
    return desk.game is not None and desk.game.rules.is_wheel and desk.game.phase in (Phase.START, Phase.ROLL)


# --- how an answer is said -------------------------------------------------------------------------------------------


def _said(desk: Desk, intent: Intent) -> tuple[str, Intent]:
    """An answer in words: a colour always with its category (A62)."""
    colour = intent.get("colour")
    match intent.name:
        case "language":
            return desk.base.books[intent.get("language")].word("language", intent.get("language")), intent
        case "edition":
            return edition_name(desk, intent.get("edition")), intent
        case "colour" if colour in desk.mind.colours:
            return _printed(desk, Kind.COLOUR, colour), intent
        case "landing":
            return _printed(desk, Kind(intent.get("kind")), colour), intent
    return in_words(desk, intent), intent


def _printed(desk: Desk, kind: Kind, colour: str) -> str:
    category = desk.mind.category(colour, desk.language) if colour else ""
    return desk.text(f"print_{kind}", colour=desk.colour(colour) if colour else "", category=category)


def _of_intents(desk: Desk, names: tuple[str, ...]) -> Iterator[Option]:
    for name in names:
        intent = Intent(name)
        yield Option(in_words(desk, intent), intent)


def _always(desk: Desk, step: Step) -> Iterator[Option]:
    """What can be asked at any time and means something now."""
    game = desk.game
    for option in _of_intents(desk, ALWAYS):
        assert option.intent is not None
        match option.intent.name:
            case "repeat" | "help" | "pause" | "stop" | "slower" | "faster" | "louder" | "quieter" | "undo":
                yield option
            case _ if game is None:
                continue
            case "repeat_question" | "skip":
                if step is Step.ANSWER:
                    yield option
            case "repeat_choices":
                if step is Step.ANSWER and choices_of(desk, desk.open_question()):
                    yield option
            case "more_time":
                if desk.talk.clock:
                    yield option
            case "around" | "nearest":
                if game.mode == "guide" and game.rules.is_wheel:
                    yield option
            case "pawns":
                if not game.rules.is_wheel:
                    yield option
            case "guide_mode" | "colour_mode":
                if not option.intent.name.startswith(game.mode):
                    yield option
            case "contest":
                if desk.talk.judged is not None:
                    yield option
            case _:
                yield option


# --- lists that are numbered when they are spoken -------------------------------------------------------------------


def _numbered(text: str, n: int) -> Option:
    return Option(text, Intent("choice", (("number", str(n)),)))


def _choices(desk: Desk) -> Iterator[Option]:
    """The answers of an open question with choices."""
    question = desk.open_question()
    for n, text in enumerate(choices_of(desk, question), 1):
        said = _numbered(text.rstrip("."), n)
        yield Option(said.text, said.intent, language=question.language if question else "")


def _destinations(desk: Desk) -> Iterator[Option]:
    for offer in offers(desk.state):
        yield _numbered(f"{place(desk, offer.space.id)}, {way_in_brief(desk, offer.walk)}", offer.number)


def _uses(desk: Desk) -> Iterator[Option]:
    for use in uses.uses_of(desk.state):
        yield _numbered(uses.in_words(desk, use), use.number)


def _page(desk: Desk, items: tuple[str, ...], more: bool) -> Iterator[Option]:
    """One page of a list, and the way to the next where there is one."""
    yield from (_numbered(text, n) for n, text in enumerate(items, 1))
    if more:
        yield Option(desk.text("menu_more"), Intent("more"))


_LISTED: Mapping[Step, Callable[[Desk], Iterator[Option]]] = {
    Step.ANSWER: _choices,
    Step.DESTINATION: _destinations,
    Step.USE: _uses,
    Step.MENU: lambda desk: _page(desk, *menu_items(desk)),
    Step.CONTEST: lambda desk: _page(desk, *contest_items(desk)),
}
