"""The closed vocabularies of the rules: every enumeration that commands, events and state share."""

from __future__ import annotations

from enum import StrEnum


class Mode(StrEnum):
    """How much the host knows of the board."""

    COLOUR = "colour"
    """The table says what was landed on; no positions."""
    GUIDE = "guide"
    """The host knows the space of every piece and lists legal destinations."""


class Phase(StrEnum):
    """What is waited for next."""

    SETUP = "setup"
    """Before StartGame."""
    START = "start"
    """Start rolls, or cards for the shuffler."""
    ROLL = "roll"
    MOVE = "move"
    CATEGORY = "category"
    POSE = "pose"
    """A question is due: the dialogue draws one and sends PoseQuestion."""
    ANSWER = "answer"
    PICK = "pick"
    """First class: two other questions are picked."""
    CLAIM = "claim"
    """Passports may be claimed; the right answer must not be revealed."""
    DRAW = "draw"
    PLAY = "play"
    QUIZ_CARD = "quiz_card"
    VALUE = "value"
    RESHUFFLE = "reshuffle"
    ENDED = "ended"


class Kind(StrEnum):
    """Kinds of spaces on a wheel."""

    COLOUR = "colour"
    HQ = "hq"
    HUB = "hub"
    ROLL_AGAIN = "roll_again"
    SHORTCUT = "shortcut"
    UNKNOWN = "unknown"
    """Guide mode only: a space whose print the host has not learnt yet."""


class Verdict(StrEnum):
    """How an answer was judged."""

    RIGHT = "right"
    WRONG = "wrong"
    NONE = "none"
    """No answer was given."""


class Cause(StrEnum):
    """Why an answer was given up."""

    SAID = "said"
    """Somebody said so ("I don't know")."""
    TIME = "time"
    """The agreed thinking time ran out."""
    SILENCE = "silence"
    """Nothing was heard; counts only when the table agreed that it does."""


class Purpose(StrEnum):
    """What a question, a die value or a card is for."""

    SPACE = "space"
    WEDGE = "wedge"
    FINAL = "final"
    FIRST_CLASS = "first_class"
    PASSPORT = "passport"
    QUIZ = "quiz"
    START = "start"
    MOVE = "move"


class How(StrEnum):
    """How a token came to move."""

    ROLL = "roll"
    BOARDING = "boarding"
    SHORTCUT = "shortcut"
    ENTER = "enter"
    CARD = "card"
    BOUNCE = "bounce"
    QUIZ = "quiz"
    GIFT = "gift"
    CAPTURED = "captured"
    DISPLACED = "displaced"
    RETURNED = "returned"


class WedgeHow(StrEnum):
    """How a wedge was won."""

    HEADQUARTERS = "headquarters"
    FIRST_CLASS = "first_class"
    PASSPORT = "passport"
    QUICK = "quick"


class Why(StrEnum):
    """Why a turn was kept or passed, or points were lost."""

    RIGHT = "right"
    ROLL_AGAIN = "roll_again"
    WRONG = "wrong"
    NONE = "none"
    CLAIMS = "claims"
    PLAYED = "played"
    LOST = "lost"
    CHALLENGE = "challenge"
    NO_MOVE = "no_move"
    BLOCKED = "blocked"
    NO_ROOM = "no_room"


class Role(StrEnum):
    """Roles given before play."""

    STARTER = "starter"
    SHUFFLER = "shuffler"


class Special(StrEnum):
    """Kinds of special cards."""

    BOARDING = "boarding"
    FIRST_CLASS = "first_class"
    PASSPORT = "passport"


class PackState(StrEnum):
    """What happened to a pack of cards."""

    FINISHED = "finished"
    PLACED = "placed"


class Outcome(StrEnum):
    """How a game ended."""

    WON = "won"
    DRAWN = "drawn"
    RANKED = "ranked"


class Result(StrEnum):
    """What the table reports of a pawn move in colour mode."""

    ENTERED = "entered"
    MOVED = "moved"
    GOAL = "goal"
    LOST = "lost"


class Branch(StrEnum):
    """Which way a pawn takes where the home straight begins."""

    NONE = ""
    """There is only one way."""
    HOME = "home"
    RING = "ring"


class Reason(StrEnum):
    """Why a command was refused or doubted. The data that goes with it is in Rejected and Doubted."""

    WRONG_PHASE = "wrong_phase"
    NOT_ACTIVE = "not_active"
    WRONG_CHOOSER = "wrong_chooser"
    NO_SUCH_SPACE = "no_such_space"
    NOT_REACHABLE = "not_reachable"
    TURNED_BACK = "turned_back"
    """Only a walk with an about-turn ends there."""
    SAME_SPACE = "same_space"
    MUST_LEAVE = "must_leave"
    FIRST_MOVE = "first_move"
    NO_CARD = "no_card"
    KIND_OFF = "kind_off"
    """The table plays without this."""
    NOT_TWO_AWAY = "not_two_away"
    WEDGE_OWNED = "wedge_owned"
    NOT_ON_HEADQUARTERS = "not_on_headquarters"
    TOO_LATE = "too_late"
    NOT_ELIGIBLE = "not_eligible"
    NOT_A_START_CARD = "not_a_start_card"
    START_BLOCKED = "start_blocked"
    CLEAR_START_FIRST = "clear_start_first"
    HOUSE_EMPTY = "house_empty"
    PAWN_NOT_MOVABLE = "pawn_not_movable"
    VALUE_NOT_ON_CARD = "value_not_on_card"
    OWN_PAWN_IN_HOME = "own_pawn_in_home"
    OTHER_PAWN_MUST_MOVE = "other_pawn_must_move"
    FOREIGN_HOME = "foreign_home"
    PACK_NOT_FINISHED = "pack_not_finished"
    PACK_FINISHED = "pack_finished"
    """The deck's divider is in front: another pack must be placed first."""
    BRANCH_NEEDED = "branch_needed"
    """Home straight and ring are both possible: say which."""
    NO_MAJORITY = "no_majority"
    """The table votes on verdicts, and the vote did not overrule this one."""
    NOT_PLACED = "not_placed"
    """Guide mode needs the space of every piece; ``about`` is the first player without one."""
    NO_SUCH_FIELD = "no_such_field"
    """A correction of something that does not exist; ``about`` is the field."""
    BAD_VALUE = "bad_value"
    """A value out of range; ``about`` is the field, ``limit`` what is allowed."""
    BAD_SETUP = "bad_setup"
    """The game cannot begin so; ``about`` is the field, ``limit`` what is allowed."""
