"""The interview before the game: language, game, players or teams, precision, and whether the usual rules hold.

What is known already is not asked. "Just start" takes the usual rules for all that is left, and so does whoever
simply names a die value or a space.
"""

from __future__ import annotations

from host.dialogue import leniency, lobby
from host.dialogue.desk import Desk
from host.dialogue.house import begin, option_queue
from host.dialogue.names import introduces, matched, odd_names, split_names, twice_named
from host.dialogue.profiles import greet
from host.dialogue.protocol import Prompt
from host.dialogue.stage import Phrases, Stage, Then
from host.dialogue.standing import number
from host.dialogue.talk import Step
from host.dialogue.understand import Intent, fold

PATIENT = 2
"""Times that names are asked for again; then the host takes what it hears, or what is typed."""
MOST_EXAMPLES = 3
"""Games named when the table is asked which one it plays (A43)."""


def welcome(desk: Desk) -> None:
    """Greets; what is asked first follows."""
    if desk.talk.setup.lobby:
        lobby.ready(desk)
        return
    if desk.talk.setup.ask_language or desk.talk.setup.ask_edition:
        return
    desk.say("welcome", game=game_name(desk))
    desk.end_line()
    greet(desk, desk.talk.players)


def begin_given(desk: Desk) -> None:
    """Begins at once: players and precision were given, so nothing is left to ask."""
    if begin(desk, quick=True) is Then.ASK and desk.game is None:
        desk.end_line()
    elif desk.game is not None:
        leniency.remind(desk)


def game_name(desk: Desk) -> str:
    """The edition's name in the language of the table."""
    return edition_name(desk, desk.mind.ruleset.id)


def edition_name(desk: Desk, edition: str) -> str:
    """An edition's name in the language of the table."""
    names = desk.base.editions.get(edition, desk.base.ruleset).names
    return names.get(desk.talk.language) or next(iter(names.values()))


# --- language and game --------------------------------------------------------------------------------------------


def ask_language(desk: Desk) -> None:
    """The same question in every language there is, each in its own voice."""
    for code, book in desk.base.books.items():
        desk.say_text(book.say("ask_language", {}))
        desk.ask(language=code, more=code != next(iter(desk.base.books)))


def language_phrases(desk: Desk) -> Phrases:
    """Every language by its name in every language."""
    for book in desk.base.books.values():
        for code, ways in book.words["language"].items():
            for way in ways:
                yield way, Intent("language", (("language", code),))


def take_language(desk: Desk, intent: Intent) -> Then | None:
    """The language of the evening."""
    if intent.name != "language":
        return None
    code = intent.get("language")
    if code in desk.base.books:
        desk.keep(language=code)
    desk.agree(ask_language=False)
    welcome(desk)
    return Then.ASK


def ask_edition(desk: Desk) -> None:
    """Which game is on the table; those written in the table's language are named first."""
    editions = sorted(desk.base.editions.values(), key=lambda rules: desk.talk.language not in rules.languages)
    names = tuple(edition_name(desk, rules.id) for rules in editions[:MOST_EXAMPLES])
    desk.say("ask_edition", editions=desk.book.join(names, "or"))
    desk.ask()


def take_edition(desk: Desk, intent: Intent) -> Then | None:
    """The game of the evening."""
    if intent.name != "edition":
        return None
    desk.agree(edition=intent.get("edition"), ask_edition=False)
    welcome(desk)
    return Then.ASK


# --- players and teams --------------------------------------------------------------------------------------------


def ask_players(desk: Desk) -> None:
    """Who plays?"""
    desk.say("ask_players")
    desk.ask()


def take_players(desk: Desk, intent: Intent) -> Then | None:
    """ "We play in teams"."""
    if intent.name == "teams":
        desk.agree(forming=True, names=())
        return Then.ASK
    return None


def player_words(desk: Desk, text: str) -> Then | None:
    """Names as they were said or typed. What was heard waits for a yes."""
    names = split_names(text, desk.book)
    if not names:
        return None
    if odd := odd_names(names, desk.book):
        me = {fold(name) for name in odd} <= {fold(word) for word in desk.book.words["grammar"]["me"]}
        if me or desk.talk.setup.odd < PATIENT:
            desk.agree(names=(), odd=desk.talk.setup.odd + 1)
            desk.say("names_me" if me else "names_odd", heard=desk.book.join(odd))
            desk.ask()
            return Then.WAIT
    if desk.typed:
        desk.agree(names=())
        return _seat(desk, names)
    desk.agree(names=names)
    return Then.ASK


def ask_names_ok(desk: Desk) -> None:
    """Were the names heard right?"""
    names = desk.talk.setup.names
    line = "names_right" if len(names) > 1 else "name_right"
    if desk.talk.setup.tries >= PATIENT:
        line = "names_typed"
    desk.say(line, players=desk.book.join(names), count=number(desk, len(names)))
    desk.ask()


def take_names_ok(desk: Desk, intent: Intent) -> Then | None:
    """Yes, or no and again; what the ear cannot get is kept as it is, or typed."""
    setup = desk.talk.setup
    match intent.name:
        case "yes" | "keep_names":
            desk.agree(names=())
            return _seat(desk, setup.names)
        case "no":
            desk.agree(names=(), tries=setup.tries + 1)
            desk.say("names_again")
            desk.ask()
            return Then.WAIT
        case "teams":
            return take_players(desk, intent)
    return None


def _seat(desk: Desk, names: tuple[str, ...]) -> Then:
    """Takes the names, or says why they cannot be."""
    most = desk.mind.ruleset.max_players
    if twice := twice_named(names):
        desk.say("same_name_twice", name=twice)
        desk.ask()
        return Then.WAIT
    if len(names) > most:
        line = "too_many_for_sides" if "teams" in desk.mind.ruleset.variants else "too_many_players"
        if line == "too_many_for_sides":
            desk.put_aside(Step.YES_NO, what="teams", count=len(names))
            return Then.ASK
        desk.say(line, count=len(names), game=game_name(desk), most=most)
        desk.ask()
        return Then.WAIT
    desk.change(players=names)
    line = "players_are" if len(names) > 1 else "solo_is"
    desk.say(line, players=desk.book.join(names), count=number(desk, len(names)))
    desk.end_line()
    greet(desk, names)
    return Then.ASK


def ask_teams(desk: Desk, count: int) -> None:
    """More people than sides: shall they form teams?"""
    desk.say("too_many_for_sides", count=count, game=game_name(desk), most=desk.mind.ruleset.max_players)
    desk.ask()


def teams_wanted(desk: Desk, wanted: bool) -> Then:
    """The answer to that."""
    desk.agree(forming=wanted)
    return Then.ASK


def ask_team(desk: Desk) -> None:
    """The next team, its captain first."""
    desk.say("ask_team", number=desk.book.word("number", str(len(desk.talk.setup.teams) + 1)))
    desk.ask()


def team_words(desk: Desk, text: str) -> Then | None:
    """The members of one team."""
    members = split_names(text, desk.book)
    if not members:
        return None
    everybody = tuple(name for team in desk.talk.setup.teams for name in team)
    if twice := twice_named((*everybody, *members)):
        desk.say("same_name_twice", name=twice)
        desk.ask()
        return Then.WAIT
    desk.agree(teams=(*desk.talk.setup.teams, members))
    team = desk.text("team_name", captain=members[0])
    desk.say("team_is", team=team, members=desk.book.join(members), captain=members[0])
    desk.end_line()
    most = desk.mind.ruleset.max_players
    return take_team(desk, Intent("that_is_all")) if len(desk.talk.setup.teams) == most else Then.ASK


def take_team(desk: Desk, intent: Intent) -> Then | None:
    """All teams have been told."""
    teams = desk.talk.setup.teams
    if intent.name not in ("that_is_all", "nobody", "no") or not teams:
        return None
    variants = ("teams",) if "teams" in desk.mind.ruleset.variants else ()
    desk.agree(forming=False, variants=(*desk.talk.setup.variants, *variants))
    names = tuple(desk.text("team_name", captain=team[0]) for team in teams)
    desk.change(players=names)
    desk.say("teams_are", teams=desk.book.join(names), count=number(desk, len(names)))
    desk.end_line()
    return Then.ASK


# --- precision and the rest ---------------------------------------------------------------------------------------


def ask_precision(desk: Desk) -> None:
    """How exact must an answer be?"""
    desk.say("ask_precision")
    desk.ask()


def take_precision(desk: Desk, intent: Intent) -> Then | None:
    """The precision; "just start" is standard, and everything else as usual."""
    match intent.name:
        case "precision":
            precision = intent.get("precision")
            desk.change(precision=precision)
            desk.say("precision_is", precision=desk.book.word("precision", precision))
            desk.end_line()
            return Then.ASK
        case "just_start":
            desk.change(precision="standard")
            return begin(desk)
        case "no":  # to the names that were read back just before
            desk.change(players=())
            desk.agree(teams=())
            desk.say("names_again")
            desk.ask()
            return Then.WAIT
    return None


def late_names(desk: Desk, text: str) -> Then | None:
    """ "We are Anna, Ben and Clara", though the names have been taken already: these count."""
    names = split_names(text, desk.book)
    if desk.talk.setup.teams or not introduces(text, desk.book) or not names or odd_names(names, desk.book):
        return None
    desk.change(players=())
    return player_words(desk, text)


def ask_usual(desk: Desk) -> None:
    """Shall the usual rules hold?"""
    desk.say("ask_usual")
    desk.ask()


def ask_young(desk: Desk) -> None:
    """The same where a younger deck exists: who plays with it?"""
    age, deck = desk.mind.ruleset.options.get("age_limit", 14), desk.book.word("deck", "young")
    desk.say("ask_young", age=age, deck=deck)
    desk.ask()


def take_usual(desk: Desk, intent: Intent) -> Then | Intent | None:
    """Yes; or through the rules one by one; or somebody has begun already."""
    match intent.name:
        case "just_start" | "yes" | "nobody":
            return begin(desk)
        case "options" | "no":
            desk.agree(queue=option_queue(desk))
            return Then.ASK
        case "die" | "landing" | "board" | "card" | "move" | "player_starts":
            begun = begin(desk, quick=True)
            return intent if desk.game is not None else begun
    return None


def young_words(desk: Desk, text: str) -> Then | None:
    """The names of the younger players, who get their own deck."""
    young = matched(text, desk.talk.players, desk.book)
    if not young:
        return None
    desk.agree(young=young)
    desk.say("young_are", players=desk.book.join(young), deck=desk.book.word("deck", "young"))
    desk.end_line()
    return Then.ASK


BEGUN = ("die", "landing", "player_starts", "card", "move")
"""What somebody says who has begun already."""
STAGES = {
    Step.LANGUAGE: Stage(ask_language, take_language, extra=language_phrases),
    Step.EDITION: Stage(ask_edition, take_edition, ("edition",)),
    Step.PLAYERS: Stage(
        ask_players, take_players, ("teams",), words=player_words, prompt=Prompt.OPEN, menu=False
    ),
    Step.NAMES_OK: Stage(
        ask_names_ok, take_names_ok, ("yes", "no", "keep_names", "teams"), words=player_words, menu=False
    ),
    Step.TEAM: Stage(
        ask_team, take_team, ("that_is_all", "nobody", "no"), words=team_words, prompt=Prompt.OPEN, menu=False
    ),
    Step.PRECISION: Stage(
        ask_precision, take_precision, ("precision", "just_start", "no"), words=late_names, free=False
    ),
    Step.USUAL: Stage(
        ask_usual, take_usual, ("just_start", "options", "yes", "no", *BEGUN), offers=("just_start", "options")
    ),
    Step.YOUNG: Stage(
        ask_young, take_usual, ("just_start", "options", "nobody", "yes", "no", *BEGUN), words=young_words,
        offers=("nobody", "options"),
    ),
}  # fmt: skip
