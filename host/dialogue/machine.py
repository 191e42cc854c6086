"""The dialogue machine: signals in, actions out, time as an argument. No threads, no devices, no clock.

Theory of operation. The host is in one of four states, and what it *expects* follows from the game:

    state      Heard            NoInput / Tick        Typed, ButtonPressed        SpeechFinished
    SPEAKING   dropped          -                     stop speaking, then act     last line: LISTENING
    LISTENING  act              remind, at most twice act                         stale, dropped
    PAUSED     go on, stop      -                     go on, stop                 -
    ENDED      any question     -                     any question                -

Every Listen carries a turn id. A recognition that comes late, or a SpeechFinished of a line that was cut off, bears an
old id and is dropped: that is all the locking there is. What can be said at each step, and what it does, is one row of
host.dialogue.stages; whatever can be said anywhere is in host.dialogue.anytime. Silence never loses a turn (A10): two
reminders, then the host waits without a word; only a clock that the table agreed on ends an answer. Misses (NoMatch)
help more each time and end in a closed choice, in typing, or in the table's ruling, never in the end of the game.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from host.dialogue import clock, lobby, setup
from host.dialogue.answers import give_up
from host.dialogue.commands import help_text
from host.dialogue.desk import Desk
from host.dialogue.expect import listen_for
from host.dialogue.hearing import do, follow, take_words
from host.dialogue.manner import say_lacking
from host.dialogue.mind import Mind
from host.dialogue.phrasebook import Phrasebook
from host.dialogue.protocol import (
    Action,
    ButtonPressed,
    Chime,
    DeviceLost,
    Heard,
    InputClosed,
    Lacking,
    Mute,
    NoInput,
    Notice,
    Quit,
    Say,
    Scores,
    Signal,
    SpeechFinished,
    StopListening,
    StopSpeaking,
    Tick,
    Transcript,
    Typed,
    UtteranceStarted,
)
from host.dialogue.resuming import resumed_talk
from host.dialogue.settings import Means
from host.dialogue.stages import ask_next
from host.dialogue.standing import missing_of, say_score
from host.dialogue.steps import step_of
from host.dialogue.switch import scan
from host.dialogue.talk import Mode, Step, Talk
from host.dialogue.understand import Intent
from host.rules.engine import replay
from host.rules.messages import Event
from host.rules.state import GameState
from host.rules.words import Cause, Phase

REMINDERS = (20.0, 60.0)
"""Seconds of silence after which the host speaks up, the first and the second time; then it just waits."""
BUTTONS = ("repeat", "pause", "yes", "no", "help", "undo", "skip", "score", "menu", "more", "mute", "unmute")
"""Buttons that are intents; ``1`` to ``3`` choose from a menu or among choices; for the others see ButtonPressed."""
WAKES = ("press", "step", "pick", "mute")
"""Buttons that switch the microphone on again (B14)."""
STEPS = {"step": 1, "back": -1}
"""Buttons that step through the options, and by how many."""
HARDLY = 0.01
"""Seconds that count as none: what is left of a clock whose alarm has come."""
BOUNCE = 0.5
"""Seconds within which the same button counts once (A06)."""


class Host:
    """The quizmaster. Feed it signals and perform the actions it returns.

    Args:
        mind: what it knows.
        game: the game's state; None before it has begun.
        talk: the conversation's state.
    """

    def __init__(self, mind: Mind, game: GameState | None, talk: Talk) -> None:
        self.base, self.game, self.talk = mind, game, talk
        self.left = ""
        """Why the host has left the table, e.g. ``again`` for another game; empty while it is there."""

    @classmethod
    def resumed(cls, mind: Mind, decisions: Iterable[tuple[Event, ...]], talk: Talk) -> Host:
        """The host after a break: the game from its decisions, the conversation from the pending question."""
        log = tuple(decisions)
        if not log:
            return cls(mind, None, talk)
        game = replay(log, mind.printed(talk.boards).ruleset)
        return cls(mind, game, resumed_talk(mind, game, log, talk))

    # --- the outside -----------------------------------------------------------------------------------------

    def start(self, now: float) -> list[Action]:
        """The first words: the welcome and the first question, or where a saved game stands."""
        desk = self._desk(now)
        desk.use_language()
        if desk.talk.muted:
            desk.act(Mute(True))
        if desk.game is None:
            desk.agree(agreed=bool(desk.talk.players and desk.talk.precision))
            setup.welcome(desk)
            if desk.talk.setup.agreed:
                setup.begin_given(desk)
        else:
            desk.speak_to("")
            desk.say("welcome_back", game=setup.game_name(desk))
            desk.end_line()
            if desk.game.phase is not Phase.START:
                say_score(desk)
        ask_next(desk)
        return self._close(desk)

    def deadline(self) -> float | None:
        """When the machine wants a Tick; None: never."""
        return self.talk.deadline

    def handle(self, signal: Signal, now: float) -> list[Action]:
        """Takes one signal; returns what is to be done, in order.

        Args:
            signal: what happened.
            now: seconds on the caller's clock; must not run backwards.
        """
        match signal:
            case SpeechFinished(line_id):
                return self._listen(now) if line_id == self.talk.line_id else []
            case UtteranceStarted(turn_id):
                if turn_id == self.talk.turn_id:
                    self._hold(now)
                    self.talk = replace(self.talk, deadline=None)
                return []
            case Heard(turn_id=turn_id) | NoInput(turn_id=turn_id) if not self._current(turn_id):
                return []
            case Heard(transcript=transcript, scores=scores, peak=peak):
                self.talk = replace(self.talk, level=peak)
                return self._words(transcript, scores, now)
            case NoInput():
                return self._listen(now) if self.talk.mode is not Mode.SPEAKING else []
            case Tick():
                due = self.talk.deadline is not None and now >= self.talk.deadline
                return self._alarm(now) if due else []
            case Typed(text):
                return [*self._hush(), *self._words(Transcript(text, 1.0, engine="typed"), None, now, typed=True)]
            case ButtonPressed(button):
                return self._button(button, now)
            case DeviceLost(what, part):
                desk = self._desk(now)
                if part:
                    desk.say(f"lost_{part}")
                else:
                    desk.say("device_lost", what=what)
                desk.end_line()
                return self._close(desk)
            case Notice():
                return self._notice(signal, now)
            case Lacking(part, language, instead):
                desk = self._desk(now)
                follow(desk, say_lacking(desk, part, language, instead))
                return self._close(desk) if desk.spoke else []
            case InputClosed():
                desk = self._desk(now)
                desk.speak_to("")
                desk.say("saved")
                desk.quit("input closed")
                return self._close(desk)

    # --- for observers -----------------------------------------------------------------------------------------

    @property
    def mind(self) -> Mind:
        """What the host knows, in the game and language of the moment."""
        return self.base.at(self.talk.setup.edition, self.talk.language).printed(self.talk.boards)

    @property
    def book(self) -> Phrasebook:
        """The phrases of the language in use."""
        return self.mind.called(self.talk.language, self.talk.colours)

    def desk(self) -> Desk:
        """A desk to look at how things stand; nothing done at it changes the host."""
        return self._desk(0.0)

    @property
    def step(self) -> Step:
        """What the host waits for."""
        return step_of(self.desk())

    @property
    def player(self) -> str:
        """The side that has to speak; empty before the game."""
        if self.game is None:
            return ""
        return self.game.question.player if self.game.phase is Phase.ANSWER and self.game.question else self.game.active

    @property
    def missing(self) -> tuple[str, ...]:
        """The colours that the active side still needs."""
        return missing_of(self._desk(0.0), self.game.active) if self.game else ()

    # --- speaking and listening --------------------------------------------------------------------------------

    def _desk(self, now: float, *, typed: bool = False) -> Desk:
        return Desk(self.base, self.game, self.talk, now, typed=typed)

    def _close(self, desk: Desk) -> list[Action]:
        """Takes the desk's states over; after words the host is SPEAKING, without any it listens on."""
        actions = desk.actions()
        self.game, self.talk = desk.game, desk.talk
        self.left = next((action.reason for action in actions if isinstance(action, Quit)), self.left)
        self._hold(desk.now)
        if self.talk.mode is Mode.LISTENING:
            actions.insert(0, StopListening())
        if self.talk.mode is not Mode.PAUSED:
            ended = self.game is not None and step_of(desk) is Step.ENDED
            self.talk = replace(self.talk, mode=Mode.ENDED if ended else Mode.SPEAKING, deadline=None)
        if not any(isinstance(action, Say) for action in actions) and not _leaving(actions):
            actions += self._listen(desk.now)
        return actions

    def _listen(self, now: float) -> list[Action]:
        """Opens the gate for the next utterance; a paused or ended host listens too, for few words."""
        mode = Mode.LISTENING if self.talk.mode is Mode.SPEAKING else self.talk.mode
        again = self.talk.mode is Mode.LISTENING
        step = self.step
        deadline = None
        running = None
        if mode is Mode.LISTENING and self._clock_runs():
            running = now
            deadline = now + clock.next_alarm(self.talk.clock, warned=self.talk.warned)
        elif mode is Mode.LISTENING and self._reminds(step):
            deadline = now + (lobby.WAITS if step is Step.MICROPHONE else REMINDERS)[self.talk.silences]
        if mode is Mode.LISTENING and scan.steps_alone(self._desk(now)):
            deadline = min(now + scan.PACE, deadline or math.inf)
        if self.talk.muted:
            deadline = running = None
        self.talk = replace(self.talk, mode=mode, turn_id=self.talk.turn_id + 1, deadline=deadline, running=running)
        if self.talk.muted:
            return []
        silent = not self.talk.sounds or (again and step is Step.IDLE)  # idle, the host goes on listening unnoticed
        return [*([] if silent else [Chime("listening", self.talk.sounds)]), listen_for(self._desk(now))]

    def _reminds(self, step: Step) -> bool:
        wanted = self.talk.own(self._desk(0.0).addressed, "reminders") or step is Step.MICROPHONE
        return bool(wanted) and step is not Step.IDLE and self.talk.silences < len(REMINDERS)

    def _clock_runs(self) -> bool:
        return self.talk.clock > 0 and self.step in (Step.ANSWER, Step.OWN_CARD)

    def _hold(self, now: float) -> None:
        """Stops the clock while somebody speaks, and during a pause."""
        if self.talk.running is not None:
            left = max(0.001, self.talk.clock - (now - self.talk.running))
            self.talk = replace(self.talk, clock=left if self.talk.clock else 0.0, running=None)

    def _hush(self) -> list[Action]:
        """A key or a typed line stops the voice at once (A25)."""
        return [StopSpeaking()] if self.talk.mode is Mode.SPEAKING else []

    def _current(self, turn_id: int) -> bool:
        return turn_id == self.talk.turn_id and self.talk.mode is not Mode.SPEAKING

    def _notice(self, notice: Notice, now: float) -> list[Action]:
        """What the shell has to tell; where something may have been missed, what is pending comes after it."""
        hush, desk = self._hush() if notice.repeat else [], self._desk(now)
        if notice.chime:
            desk.chime(notice.chime, always=True)
        filled: dict[str, Any] = dict(notice.slots)
        desk.say(notice.line, **filled)
        desk.end_line()
        if notice.repeat and desk.talk.mode is not Mode.PAUSED:
            desk.change(repeats=0)  # word for word, at the usual speed: nobody asked for it
            do(desk, Intent("repeat"), Transcript("repeat"))
        return [*hush, *self._close(desk)]

    def _button(self, button: str, now: float) -> list[Action]:
        """A key: an intent, a number of a menu, or simply silence."""
        if button == self.talk.button and 0 <= now - self.talk.pressed < BOUNCE:
            return []
        self.talk = replace(self.talk, button=button, pressed=now)
        hush = self._hush()
        desk = self._desk(now, typed=True)
        if button == "pause" and desk.talk.mode is Mode.PAUSED:
            button = "go_on"
        elif desk.talk.muted and button in WAKES:
            button = "unmute"
        elif button == "press" and self._means_more(desk):
            button = "go_on" if desk.talk.mode is Mode.PAUSED else "repeat"
        if button in (*STEPS, "pick"):
            return [*hush, *self._scan(desk, button)]
        if button in ("1", "2", "3"):
            intent = Intent("choice", (("number", button),))
        elif button in (*BUTTONS, "go_on"):
            intent = Intent(button)
        elif button == "press":  # listen now: the gate opens anew, with its cue
            self.talk = replace(self.talk, mode=self.talk.mode if self.talk.mode is Mode.ENDED else Mode.SPEAKING)
            return [*hush, StopListening(), *self._listen(now)]
        else:  # "stop", or a key that means nothing here: the host only falls silent
            return [*hush, *(self._listen(now) if hush else [])]
        do(desk, intent, Transcript(button))
        return [*hush, *self._close(desk)]

    def _means_more(self, desk: Desk) -> bool:
        """Whether a press means more than "be silent and listen": after a pause, or when nothing has been said yet."""
        listening = desk.talk.mode is Mode.LISTENING
        return desk.talk.mode is Mode.PAUSED or (listening and step_of(desk) is Step.IDLE)

    def _scan(self, desk: Desk, button: str) -> list[Action]:
        """One key or two step through what can be said now, and pick it (A05)."""
        desk.change(silences=0, rounds=0)
        if button == "pick" or (desk.talk.scanning and button == "step"):
            scan.pick(desk)
        else:
            scan.step(desk, STEPS[button])
        return self._close(desk)

    # --- time ----------------------------------------------------------------------------------------------------

    def _alarm(self, now: float) -> list[Action]:
        """A deadline has passed: the clock's warning or end, or a reminder."""
        running = self.talk.running is not None
        self._hold(now)
        desk = self._desk(now)
        rings = running and clock.next_alarm(desk.talk.clock, warned=desk.talk.warned) <= HARDLY
        if not rings and scan.steps_alone(desk):
            desk.change(rounds=desk.talk.rounds + 1)
            scan.step(desk)
        elif running and not desk.talk.warned:
            desk.change(warned=True)
            desk.say("clock_warning")
            desk.end_line()
        elif running:
            desk.say("clock_out")
            desk.end_line()
            follow(desk, give_up(desk, Cause.TIME))
        else:
            self._remind(desk)
        return self._close(desk)

    def _remind(self, desk: Desk) -> None:
        """Silence: two reminders with different words, then nothing more; the turn is never lost by it (A10)."""
        desk.change(silences=desk.talk.silences + 1)
        if step_of(desk) is Step.MICROPHONE:
            lobby.nothing_heard(desk)
            return
        if desk.talk.silences == 2 and step_of(desk) is Step.ANSWER and desk.state.opt("silence") == "counts_as_wrong":
            follow(desk, give_up(desk, Cause.SILENCE))
            return
        by_key = step_of(desk) is Step.ANSWER and desk.talk.own(desk.addressed, "input") == Means.KEYS
        desk.say("no_input_keys" if by_key else f"no_input_{desk.talk.silences}", help=help_text(desk))
        desk.end_line()

    # --- words ---------------------------------------------------------------------------------------------------

    def _words(self, heard: Transcript, scores: Scores | None, now: float, *, typed: bool = False) -> list[Action]:
        """Words were heard or typed."""
        self._hold(now)
        desk = self._desk(now, typed=typed)
        desk.change(silences=0)
        take_words(desk, heard, scores)
        return self._close(desk)


def _leaving(actions: list[Action]) -> bool:
    return any(isinstance(action, Quit) for action in actions)
