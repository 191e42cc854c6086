"""The dialogue's own state: what was asked, what is waited for, how often it went past us. Frozen and serialisable.

What is *expected* follows from the game's phase (see host.dialogue.steps); a question of the host's own in between
("are you sure?", "which answer do you mean?") is an `Aside`, after which the pending question is asked again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from enum import StrEnum
from typing import Any

from host.dialogue.protocol import Scored, Scores
from host.dialogue.settings import SETTINGS, Wishes, usable, wish_of, with_wish
from host.dialogue.understand import fold


class Mode(StrEnum):
    """The four states of the dialogue table (see host.dialogue.machine)."""

    SPEAKING = "speaking"
    LISTENING = "listening"
    PAUSED = "paused"
    ENDED = "ended"


class Step(StrEnum):
    """What the host waits for; the name of the help line is ``help_<step>``."""

    # --- before the game
    LANGUAGE = "language"
    EDITION = "edition"
    PLAYERS = "players"
    NAMES_OK = "names_ok"
    """Were the names heard right?"""
    TEAM = "team"
    """The members of the next team."""
    PRECISION = "precision"
    USUAL = "usual"
    """Shall the usual rules hold, or go through them?"""
    YOUNG = "young"
    """The same, where a younger players' deck exists: who plays with it?"""
    OPTION = "option"
    """One of the rules, asked one after the other."""
    # --- wheel games
    START_ROLL = "start_roll"
    HAND = "hand"
    """Special cards that the table has dealt itself."""
    LANDING = "landing"
    ROLL = "roll"
    """Guide mode: the die value."""
    DESTINATION = "destination"
    """Guide mode: which of the spaces that the roll leads to."""
    HANDS = "hands"
    """Guide mode: the hand moves the piece and says "done"."""
    PRINT = "print"
    """Guide mode: what is printed on a space that the board file does not know."""
    PLACE = "place"
    """On the way to guide mode: where a piece stands."""
    TACTILE = "tactile"
    """The guide to a board that hands can read, step by step."""
    BOARD = "board"
    """The table's own board, counted aloud."""
    CATEGORY_NAME = "category_name"
    """What a category is called in this box."""
    PRACTICE = "practice"
    """A practice turn, in which nothing counts."""
    RULES = "rules"
    """The rules are read aloud, section by section."""
    BOARD_FROM = "board_from"
    """Boarding was called: where did the piece stop before it?"""
    CATEGORY = "category"
    ANSWER = "answer"
    FIRST_CLASS = "first_class"
    """Play the card instead of giving up?"""
    PICKS = "picks"
    CLAIM = "claim"
    OWN_CARD = "own_card"
    """The table reads a card of its own: was the answer right?"""
    PACK = "pack"
    """The next pack is put in."""
    # --- the pawn game
    START_CARD = "start_card"
    DRAW = "draw"
    MOVE = "move"
    USE = "use"
    """Guide mode: which pawn uses the card, and how."""
    QUIZ_CARD = "quiz_card"
    RESHUFFLE = "reshuffle"
    # --- the host's own questions
    YES_NO = "yes_no"
    TABLE = "table"
    """Does the answer count that the host could not decide?"""
    HEARD = "heard"
    """Is what was heard the answer?"""
    CONTEST = "contest"
    """Which of the earlier verdicts is meant?"""
    RECALL = "recall"
    """Does the table want to go back to an earlier verdict?"""
    VOTE = "vote"
    MENU = "menu"
    JOIN = "join"
    JOIN_SEAT = "join_seat"
    NAME_WHOSE = "name_whose"
    """Whose name is said wrong?"""
    NAME = "name"
    """How is it said?"""
    NAME_OK = "name_ok"
    NAME_WAY = "name_way"
    """Which of the ways that were offered?"""
    COLOUR_MEANS = "colour_means"
    """Which colour of the edition is that: purple?"""
    ENDED = "ended"
    # --- the box on the table, between games (host.dialogue.lobby)
    VOLUME = "volume"
    """At the first start: is it loud enough?"""
    MICROPHONE = "microphone"
    """At the first start: a sentence to hear how well the microphone hears."""
    OFFER = "offer"
    """Shall an unfinished game go on?"""
    IDLE = "idle"
    """Nobody plays; a new game is waited for."""


@dataclass(frozen=True, slots=True)
class Aside:
    """A question of the host's own, put in before play goes on."""

    step: Step
    data: tuple[tuple[str, str], ...] = ()
    """What it is about, as text; structured values as JSON."""

    def get(self, key: str) -> str:
        """One of the data; empty when it is not there."""
        return dict(self.data).get(key, "")


@dataclass(frozen=True, slots=True)
class Judged:
    """The last verdict, for "why?" and for a contest."""

    player: str
    heard: str
    answer: str
    verdict: str
    """``right``, ``wrong`` or ``none``."""
    reason: str = ""
    """The judge's sentence, in the language of the game."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What was agreed before play, as far as the interview has come."""

    ask_language: bool = False
    """The language is not known yet."""
    ask_edition: bool = False
    edition: str = ""
    """Ruleset id chosen in the interview; empty: the one the host was given."""
    names: tuple[str, ...] = ()
    """Names that were heard and wait for a yes."""
    tries: int = 0
    """How often the names were refused."""
    odd: int = 0
    """How often what was heard did not sound like names."""
    forming: bool = False
    """Teams are being told."""
    teams: tuple[tuple[str, ...], ...] = ()
    """Members of each team, the captain first."""
    young: tuple[str, ...] = ()
    """Sides that play with the younger deck."""
    easier: tuple[str, ...] = ()
    """Sides that play by easier rules."""
    variants: tuple[str, ...] = ()
    options: tuple[tuple[str, Any], ...] = ()
    """Rule options that were told, in the order of telling."""
    queue: tuple[str, ...] = ()
    """Rules still to be asked, the first is being asked."""
    done: tuple[str, ...] = ()
    """Rules that have been asked, the last one last."""
    agreed: bool = False
    """Nothing is left to ask."""
    lobby: tuple[Step, ...] = ()
    """Steps between games that are still to be gone through; after the last a new game begins."""
    offer: tuple[tuple[str, str], ...] = ()
    """The unfinished game that may go on: ``game``, ``players``, ``player``, and ``open`` if a question is."""
    hands: tuple[str, ...] = ()
    """Sides whose dealt special cards are known."""

    def with_option(self, key: str, value: Any) -> Setup:
        """The same with one more option told."""
        kept = tuple(pair for pair in self.options if pair[0] != key)
        return replace(self, options=(*kept, (key, value)))


@dataclass(frozen=True, slots=True)
class Talk:
    """Where the conversation stands."""

    language: str = "en"
    mode: Mode = Mode.SPEAKING
    # --- how the host speaks and listens; kept across a break
    wishes: Wishes = ()
    """The settings that the table or single players have asked for (see host.dialogue.settings)."""
    sounds: float = 1.0
    """Loudness of the cues, 1 = as set; 0: none."""
    cue: bool = False
    """Only what follows "final answer" counts, for everybody (for teams it always does)."""
    scanning: bool = False
    """The host says the options one after the other by itself, and any press of a button picks (A05)."""
    colours: tuple[tuple[str, str], ...] = ()
    """What the table calls otherwise: ``purple`` and the colour of the edition that it means."""
    words: tuple[tuple[str, str, str], ...] = ()
    """Words of the table's own: language, the new word, and what it stands for."""
    boards: tuple[str, ...] = ()
    """The table's own boards, as JSON of a board file each: at most one for an edition (``Mind.printed``)."""
    # --- the moment
    turn_id: int = 0
    """Grows with every Listen; results of an older turn are stale and dropped."""
    line_id: int = 0
    """Id of the last line said."""
    deadline: float | None = None
    """Time of the next reminder or of the clock; None: never."""
    silences: int = 0
    misses: int = 0
    prompt: tuple[tuple[str, str], ...] = ()
    """The lines that "repeat" says again: language and text of each."""
    repeats: int = 0
    """How often in a row the prompt was repeated: from the second time it is said slower."""
    muted: bool = False
    """The microphone is off: nothing is listened for; keys and typed lines work."""
    level: float | None = None
    """Peak of the last utterance in decibels of full scale."""
    news: tuple[str, ...] = ()
    """What was last announced: "what happened?"."""
    button: str = ""
    """The last button pressed, and when: a bouncing key counts once (A06)."""
    pressed: float = -1.0
    scan: tuple[str, ...] = ()
    """Stepping through the options: numbers of the groups gone into, then of the option said last (empty: none yet)."""
    rounds: int = 0
    """Options that the host has said by itself since the prompt or the last press."""
    # --- before the game
    players: tuple[str, ...] = ()
    """Names of the sides, given before the game begins."""
    precision: str = ""
    setup: Setup = Setup()
    # --- the question
    question_id: str = ""
    """The question that is open, or was judged last."""
    asked: tuple[str, ...] = ()
    """Ids of all questions asked in this game."""
    voided: tuple[str, ...] = ()
    """Ids of questions that the table threw out."""
    retries: int = 0
    """Re-says and "be more precise" used up for this question."""
    earlier: Scores | None = None
    """Scores of the first try, while a re-say is waited for."""
    cued: bool = False
    """"Final answer" was said: what comes next counts."""
    judged: Judged | None = None
    first_class_refused: str = ""
    """Id of the question for which a first-class card was offered in vain."""
    # --- the clock of the question, where one was agreed
    clock: float = 0.0
    """Seconds left; 0: no clock."""
    running: float | None = None
    """Since when it runs; None: it stands still."""
    warned: bool = False
    # --- asides
    asides: tuple[Aside, ...] = ()
    """Questions of the host's own, put in before play goes on; the last one is being asked."""
    boarding: str = ""
    """Colour of the headquarters to board to, once the stop before it is told."""
    picks: tuple[str, ...] = ()
    """Colours picked for first class so far."""
    short: str = ""
    """A short word that was said once: it needs a second witness before it decides a verdict."""
    offer: tuple[str, ...] = ()
    """Guide mode: the moment in the game, what the list of destinations is narrowed to, and its page."""
    sure: tuple[tuple[str, str], ...] = ()
    """Piece and space, where the table has confirmed the place; every other place is a belief."""
    reminded: tuple[str, ...] = ()
    """What has been explained once, e.g. ``boarding/Anna``."""

    @property
    def aside(self) -> Aside | None:
        """The question of the host's own that is being asked; None: the game's."""
        return self.asides[-1] if self.asides else None

    def own(self, player: str, name: str) -> Any:
        """The value of a setting for one player: the player's own, else the table's, else the usual one."""
        for who in (player, ""):
            if (value := wish_of(self.wishes, who, name)) is not None:
                return value
        return SETTINGS[name].usual

    def with_wish(self, player: str, name: str, value: Any) -> Talk:
        """The same with a setting for one player, or with ``""`` for the table; None takes it back."""
        return replace(self, wishes=with_wish(self.wishes, player, name, value))

    def again(self) -> Talk:
        """The conversation before another game with the same people, rules and manner."""
        setup = replace(
            self.setup,
            hands=(),
            queue=(),
            done=(),
            names=(),
            edition="",
            ask_language=False,
            ask_edition=False,
            lobby=(),
        )
        fresh = Talk(players=self.players, precision=self.precision, setup=setup, line_id=self.line_id)
        return replace(fresh.with_manner(self.manner()), muted=self.muted)

    def to_dict(self) -> dict[str, Any]:
        """Plain data, ready for JSON."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Talk:
        """The state from plain data, also after JSON has turned tuples into lists."""
        known = {f.name: _frozen(data[f.name]) for f in fields(cls) if f.name in data}
        known["mode"] = Mode(known["mode"])
        setup = Setup(**{f.name: _frozen(data["setup"][f.name]) for f in fields(Setup)})
        known["setup"] = replace(setup, lobby=tuple(map(Step, setup.lobby)))
        if data.get("judged"):
            known["judged"] = Judged(**data["judged"])
        known["asides"] = tuple(Aside(Step(a["step"]), _frozen(a["data"])) for a in data.get("asides", ()))
        if data.get("earlier"):
            known["earlier"] = _scores(data["earlier"])
        return cls(**known)

    def with_word(self, language: str, new: str, known: str) -> Talk:
        """The same with a word of the table's own; ``""`` takes it back."""
        others = tuple(word for word in self.words if (word[0], fold(word[1])) != (language, fold(new)))
        return replace(self, words=(*others, (language, new, known)) if known else others)

    def manner(self) -> dict[str, Any]:
        """What a break must not lose, as plain data."""
        return {name: getattr(self, name) for name in (*MANNER, "wishes")}

    def with_manner(self, data: Mapping[str, Any]) -> Talk:
        """The same with the manner from plain data; what is unknown is left as it is."""
        known = {name: _frozen(data[name]) for name in (*MANNER, "wishes") if name in data}
        if "wishes" in known:
            known["wishes"] = tuple((who, name, value) for who, name, value in known["wishes"] if usable({name: value}))
        return replace(self, **known)

    def with_note(self, note: Mapping[str, Any]) -> Talk:
        """The same after a remark of the session file: about the manner, a setting, or a player to be forgotten."""
        match note.get("note"):
            case "manner":
                return self.with_manner(note)
            case "setting" if note["value"] is None or usable({note["name"]: note["value"]}):
                return self.with_wish(note["player"], note["name"], note["value"])
            case "word":
                return self.with_word(note["language"], note["new"], note["known"])
            case "forgotten":
                return replace(self, wishes=tuple(wish for wish in self.wishes if wish[0] != note["player"]))
        return self


MANNER = ("language", "sounds", "cue", "scanning", "colours", "words", "boards")
"""The fields of Talk that are kept across a break, beside the settings."""


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, (list, tuple)) else value


def _scores(data: Mapping[str, Any]) -> Scores:
    def several(name: str) -> tuple[Scored, ...]:
        return tuple(Scored(**scored) for scored in data[name])

    return Scores(several("candidates"), Scored(**data["open"]), data["engine"], data["noise_db"], several("heard"))
