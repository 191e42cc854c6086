"""How a name is said: "you say my name wrong" (A90).

The player says the name again, spells it, says what it sounds like, or chooses among the ways of other languages. What
is kept is either a respelling that the voice reads instead of the name, or ``fr:`` and the like with the name, which
the voice says by the sounds of that language. The printed line keeps the name.
"""

from __future__ import annotations

import re

from host.dialogue.desk import Desk
from host.dialogue.names import matched
from host.dialogue.protocol import Prompt
from host.dialogue.settings import SETTINGS
from host.dialogue.stage import Stage, Then, Values, no_intent
from host.dialogue.standing import number
from host.dialogue.talk import Step
from host.dialogue.understand import Intent, fold

MOST_WAYS = 3
"""Ways offered at once (A43)."""


def wrong(desk: Desk, player: str) -> Then:
    """A name is said wrong; before the game it may have to be asked whose."""
    names = desk.talk.setup.names or desk.talk.players
    if not player and desk.game is None and len(names) == 1:
        player = names[0]
    if player:
        desk.put_aside(Step.NAME, player=player)
        return Then.ASK
    if not names:
        desk.say("not_begun")
        return Then.REPEAT
    desk.put_aside(Step.NAME_WHOSE)
    return Then.ASK


def ask_whose(desk: Desk) -> None:
    """Whose name?"""
    desk.say("ask_name_whose")
    desk.ask()


def whose_words(desk: Desk, text: str) -> Then | None:
    """One of the people."""
    names = matched(text, desk.talk.setup.names or desk.talk.players, desk.book)
    if len(names) != 1:
        return None
    desk.swap_aside(Step.NAME, player=names[0])
    return Then.ASK


def ask_name(desk: Desk) -> None:
    """How is it said?"""
    assert desk.talk.aside is not None
    desk.say("ask_name_again" if desk.talk.aside.get("again") else "ask_name", player=_name(desk))
    desk.ask()


def take_name(desk: Desk, intent: Intent) -> Then | None:
    """ "Let me choose", or "spell it"."""
    if intent.name == "menu":
        desk.swap_aside(Step.NAME_WAY, player=_player(desk))
        return Then.ASK
    if intent.name == "spell":
        desk.say("name_spell")
        desk.end_line("prompt")
        return Then.WAIT
    return None


def name_words(desk: Desk, text: str) -> Then | None:
    """The name as it sounds, in letters or in words."""
    sound = heard_name(desk, text)
    if not SETTINGS["pronounced"].fits(sound):
        return None
    if fold(sound) == fold(_name(desk)):  # the voice would read it just as wrongly
        desk.say("name_same")
        desk.end_line("prompt")
        return Then.WAIT
    desk.swap_aside(Step.NAME_OK, player=_player(desk), sound=sound)
    return Then.ASK


def ask_name_ok(desk: Desk) -> None:
    """Said as it was understood: is that right?"""
    desk.say("ask_name_ok", sound=_sound(desk))
    desk.ask()


def take_name_ok(desk: Desk, intent: Intent) -> Then | None:
    """Yes keeps it, no asks again."""
    if intent.name == "no":
        desk.swap_aside(Step.NAME, player=_player(desk), again="yes")
        return Then.ASK
    if intent.name == "menu":
        return take_name(desk, intent)
    if intent.name != "yes":
        return None
    return _keep(desk, _sound(desk))


def ask_way(desk: Desk) -> None:
    """The ways of other languages, one after the other, each in its own sounds."""
    player = _player(desk)
    for n, language in enumerate(_ways(desk), 1):
        desk.say("name_way", number=number(desk, n), language=desk.book.word("language", language), player=_name(desk))
        desk.ask(names={player: f"{language}:{_name(desk)}"}, more=n > 1)
    desk.say("ask_name_way")
    desk.ask(more=True)


def take_way(desk: Desk, intent: Intent) -> Then | None:
    """One of them by number or language, or none."""
    ways = _ways(desk)
    match intent.name:
        case "choice":
            at = int(intent.get("number") or intent.get("ordinal")) - 1
            language = ways[at] if at < len(ways) else ""
        case "language":
            language = intent.get("language")
        case "no":
            desk.swap_aside(Step.NAME, player=_player(desk), again="yes")
            return Then.ASK
        case _:
            return None
    return _keep(desk, f"{language}:{_name(desk)}") if language in ways else None


def heard_name(desk: Desk, text: str) -> str:
    """What was said of a name: "it sounds like zo-ay" -> "zo-ay"; "A, N, N, A" -> "Anna"."""
    said = " ".join(text.split()).strip(" .,:;!?\"'«»„“”")
    for cue in sorted(desk.book.words["name"]["like"], key=len, reverse=True):
        said = re.sub(rf"^(?:\w+,? )?{re.escape(cue)}[\s,:]+", "", said, flags=re.IGNORECASE).strip(" \"'«»„“”")
    return spelled(desk, said) or said


def spelled(desk: Desk, text: str) -> str:
    """Letters told one by one, by themselves or by their names, as a word; empty when it is something else."""
    ways = {fold(way): letter for letter, names in desk.book.words["letter"].items() for way in (letter, *names)}
    words = re.sub(r"[\s,.;-]+", " ", text.casefold()).split()
    letters: list[str] = []
    at = 0
    while at < len(words):
        two = ways.get(fold(" ".join(words[at : at + 2])))
        one = words[at] if len(words[at]) == 1 and words[at].isalpha() else ways.get(fold(words[at]))
        if not (two or one):
            return ""
        letters.append(two or one or "")
        at += 2 if two else 1
    return "".join(letters).capitalize() if len(letters) > 1 else ""


def _keep(desk: Desk, sound: str) -> Then:
    player = _player(desk)
    desk.take_aside()
    desk.wish(player, "pronounced", sound)
    desk.speak_to(player)
    desk.say("name_kept", player=desk.name(player))
    desk.end_line()
    return Then.ASK


def _ways(desk: Desk) -> tuple[str, ...]:
    """The languages by whose sounds a name may be said."""
    return tuple(code for code in desk.base.books if code != desk.language)[:MOST_WAYS]


def _player(desk: Desk) -> str:
    assert desk.talk.aside is not None
    return desk.talk.aside.get("player")


def _sound(desk: Desk) -> str:
    assert desk.talk.aside is not None
    return desk.talk.aside.get("sound")


def _name(desk: Desk) -> str:
    return desk.name(_player(desk))


def _way_values(desk: Desk) -> Values:
    return {"language": _ways(desk)}


STAGES = {
    Step.NAME_WHOSE: Stage(ask_whose, no_intent, words=whose_words, prompt=Prompt.OPEN, menu=False),
    Step.NAME: Stage(ask_name, take_name, words=name_words, prompt=Prompt.OPEN, menu=False),
    Step.NAME_OK: Stage(ask_name_ok, take_name_ok, ("yes", "no"), words=name_words, menu=False),
    Step.NAME_WAY: Stage(ask_way, take_way, ("choice", "language", "no"), values=_way_values, menu=False),
}
