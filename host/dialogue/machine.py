"""The dialogue machine: signals in, actions out, time as an argument. No threads, no devices, no clock.

Theory of operation. The host is in one of four states, and what it *expects* follows from the game:

    state      Heard            NoInput / Tick        Typed, ButtonPressed        SpeechFinished
    SPEAKING   dropped          -                     stop speaking, then act     last line: LISTENING
    LISTENING  act              remind, at most twice act                         stale, dropped
    PAUSED     go on, stop      -                     go on, stop                 -
    ENDED      any question     -                     any question                -

Every Listen carries a turn id. A recognition that comes late, or a SpeechFinished of a line that was cut off, bears an
old id and is dropped: that is all the locking there is. Silence never loses a turn (A10): two reminders, then the
host waits without a word. Misses (NoMatch) help more each time and end in typing or the table's ruling, never in the
end of the game (A20, A21).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from host.dialogue import setup, turn
from host.dialogue.announce import missing_of, say_score
from host.dialogue.answers import is_right, open_question, take_answer
from host.dialogue.anytime import ANYTIME, RETURNING, WHILE_PAUSED, repeat
from host.dialogue.desk import Desk, Mind
from host.dialogue.expect import grammar_for, listen_for
from host.dialogue.phrasebook import Phrasebook
from host.dialogue.protocol import (
    Action,
    ButtonPressed,
    Chime,
    DeviceLost,
    Heard,
    InputClosed,
    NoInput,
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
from host.dialogue.talk import Mode, Step, Talk
from host.dialogue.understand import Ambiguous, Intent, NoMatch, Understood
from host.judging.listening import decide_closed
from host.rules.engine import replay
from host.rules.messages import Event, QuestionPosed
from host.rules.state import GameState
from host.rules.words import Phase

REMINDERS = (20.0, 60.0)
"""Seconds of silence after which the host speaks up, the first and the second time; then it just waits."""
BUTTONS = {"repeat": "repeat", "pause": "pause", "yes": "yes", "no": "no", "help": "help"}


class Host:
    """The quizmaster. Feed it signals and perform the actions it returns.

    Args:
        mind: what it knows.
        game: the game's state; None before it has begun.
        talk: the conversation's state.
    """

    def __init__(self, mind: Mind, game: GameState | None, talk: Talk) -> None:
        self.mind, self.game, self.talk = mind, game, talk
        self._back = game is not None

    @classmethod
    def resumed(cls, mind: Mind, decisions: Iterable[tuple[Event, ...]], talk: Talk) -> Host:
        """The host after a break: the game from its decisions, the conversation from the pending question."""
        log = tuple(decisions)
        if not log:
            return cls(mind, None, talk)
        game = replay(log, mind.ruleset)
        asked = tuple(e.question for events in log for e in events if isinstance(e, QuestionPosed) and e.question)
        talk = replace(
            talk,
            asked=asked,
            question_id=game.question.id if game.question else "",
            players=tuple(player.id for player in game.players),
            precision=str(game.options["precision"]),
        )
        return cls(mind, game, talk)

    # --- the outside -----------------------------------------------------------------------------------------

    def start(self, now: float) -> list[Action]:
        """The first words: the welcome and the first question, or where a saved game stands."""
        desk = self._desk(now)
        if desk.game is None:
            setup.welcome(desk)
        else:
            desk.say("welcome_back", game=setup.game_name(desk))
            desk.end_line()
            if desk.game.phase is not Phase.START:
                say_score(desk)
            turn.ask_next(desk)
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
                return self._speech_finished(line_id, now)
            case UtteranceStarted(turn_id):
                if turn_id == self.talk.turn_id:
                    self.talk = replace(self.talk, deadline=None)
                return []
            case Heard(turn_id=turn_id) | NoInput(turn_id=turn_id) if not self._current(turn_id):
                return []
            case Heard(transcript=transcript, scores=scores):
                return self._words(transcript, scores, now)
            case NoInput():
                return self._silence(now, heard_sound=True)
            case Tick():
                due = self.talk.deadline is not None and now >= self.talk.deadline
                return self._silence(now, heard_sound=False) if due else []
            case Typed(text):
                return [*self._hush(), *self._words(Transcript(text, 1.0, engine="typed"), None, now, typed=True)]
            case ButtonPressed(button):
                return self._button(button, now)
            case DeviceLost(what):
                desk = self._desk(now)
                desk.say("device_lost", what=what)
                desk.end_line()
                return self._close(desk)
            case InputClosed():
                desk = self._desk(now)
                desk.say("saved")
                desk.quit("input closed")
                return self._close(desk)

    # --- for observers -----------------------------------------------------------------------------------------

    @property
    def book(self) -> Phrasebook:
        """The phrases of the language in use."""
        return self.mind.books[self.talk.language]

    @property
    def step(self) -> Step:
        """What the host waits for."""
        return turn.step_of(self._desk(0.0))

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

    def _desk(self, now: float) -> Desk:
        return Desk(self.mind, self.game, self.talk, now)

    def _close(self, desk: Desk) -> list[Action]:
        """Takes the desk's states over; after words the host is SPEAKING, without any it listens on."""
        actions = desk.actions()
        self.game, self.talk = desk.game, desk.talk
        if self.talk.mode is Mode.LISTENING:
            actions.insert(0, StopListening())
        if self.talk.mode in (Mode.SPEAKING, Mode.LISTENING):
            ended = self.game is not None and turn.step_of(desk) is Step.ENDED
            self.talk = replace(self.talk, mode=Mode.ENDED if ended else Mode.SPEAKING, deadline=None)
        if not any(isinstance(action, Say) for action in actions) and not _leaving(actions):
            actions += self._listen(desk.now)
        return actions

    def _speech_finished(self, line_id: int, now: float) -> list[Action]:
        if line_id != self.talk.line_id:
            return []
        return self._listen(now)

    def _listen(self, now: float) -> list[Action]:
        """Opens the gate for the next utterance; a paused or ended host listens too, for few words."""
        mode = Mode.LISTENING if self.talk.mode is Mode.SPEAKING else self.talk.mode
        deadline = None
        if mode is Mode.LISTENING and self.talk.silences < len(REMINDERS):
            deadline = now + REMINDERS[self.talk.silences]
        self.talk = replace(self.talk, mode=mode, turn_id=self.talk.turn_id + 1, deadline=deadline)
        return [Chime("listening"), listen_for(self._desk(now))]

    def _hush(self) -> list[Action]:
        """A key or a typed line stops the voice at once (A25)."""
        return [StopSpeaking()] if self.talk.mode is Mode.SPEAKING else []

    def _current(self, turn_id: int) -> bool:
        return turn_id == self.talk.turn_id and self.talk.mode is not Mode.SPEAKING

    def _button(self, button: str, now: float) -> list[Action]:
        hush = self._hush()
        if button == "stop" or button not in BUTTONS:
            return [*hush, *(self._listen(now) if hush else [])]
        desk = self._desk(now)
        self._intent(desk, Intent(BUTTONS[button]), Transcript(button))
        return [*hush, *self._close(desk)]

    # --- silence and words -------------------------------------------------------------------------------------

    def _silence(self, now: float, *, heard_sound: bool) -> list[Action]:
        """Nothing was said. A sound without words only re-opens the gate; time alone brings the reminders."""
        if heard_sound:
            return self._listen(now) if self.talk.mode is not Mode.SPEAKING else []
        desk = self._desk(now)
        desk.change(silences=desk.talk.silences + 1)
        desk.say(f"no_input_{desk.talk.silences}", help=turn.help_text(desk))
        desk.end_line()
        return self._close(desk)

    def _words(self, heard: Transcript, scores: Scores | None, now: float, *, typed: bool = False) -> list[Action]:
        """Words were heard or typed: a command, the thing asked for, or nothing that fits."""
        desk = self._desk(now)
        desk.change(silences=0)
        step = turn.step_of(desk)
        if step is Step.ANSWER and desk.talk.mode is not Mode.PAUSED:
            self._answer(desk, heard, scores, typed=typed)
            return self._close(desk)
        grammar = grammar_for(desk)
        understood: Understood = grammar.interpret(heard.text)
        if scores is not None:
            match_ = decide_closed(heard, scores, grammar.phrases, meaning=grammar.meaning, prior=grammar.prior)
            meaning = grammar.meaning(match_.phrase) if match_.phrase else None
            understood = meaning or (understood if isinstance(understood, Intent) else NoMatch(heard.text))
        if isinstance(understood, Intent):
            self._intent(desk, understood, heard)
        elif desk.talk.mode is Mode.PAUSED:
            desk.say("help_paused")
        elif not (step is Step.PLAYERS and setup.take_players(desk, heard.text)):
            self._miss(desk, understood)
        return self._close(desk)

    def _answer(self, desk: Desk, heard: Transcript, scores: Scores | None, *, typed: bool) -> None:
        """While a question is open: the card's own answer first, then commands, then a wrong answer."""
        question = open_question(desk)
        assert question is not None
        command = grammar_for(desk).interpret(heard.text, exact=True)
        if isinstance(command, Intent) and not is_right(desk, heard.text):
            self._intent(desk, command, heard)
            return
        if not heard.text.strip() and scores is None:
            self._miss(desk, NoMatch(""))
            return
        given = turn.numbered_choice(desk, question, heard.text)
        take_answer(desk, replace(heard, text=given) if given else heard, scores, typed=typed or bool(given))
        turn.after_answer(desk)

    def _intent(self, desk: Desk, intent: Intent, heard: Transcript) -> None:
        desk.note("intent", name=intent.name, slots=dict(intent.slots), text=heard.text)
        if desk.talk.mode is Mode.PAUSED and intent.name not in WHILE_PAUSED:
            desk.say("help_paused")
            return
        desk.change(misses=0)
        done = setup.on_intent(desk, intent) if desk.game is None else turn.on_intent(desk, intent)
        if done:
            return
        if intent.name in ANYTIME:
            pending = desk.talk.prompt
            ANYTIME[intent.name](desk)
            desk.end_line()
            if intent.name in RETURNING and pending == desk.talk.prompt and desk.talk.mode is not Mode.PAUSED:
                repeat(desk)
                desk.change(repeats=0)
        else:
            self._miss(desk, NoMatch(heard.text))

    def _miss(self, desk: Desk, understood: Understood) -> None:
        """Nothing that fits: more help each time, never the same sentence twice."""
        misses = desk.talk.misses + 1
        desk.change(misses=misses)
        text = turn.help_text(desk)
        if isinstance(understood, Ambiguous):
            options = tuple(turn.in_words(desk, intent) for intent in understood.options)
            desk.say("ambiguous", options=desk.book.join(options, "or"))
        elif misses == 2 and isinstance(understood, NoMatch) and understood.heard:
            desk.say("heard_but", heard=understood.heard.rstrip(".?!"), help=text)
        else:
            desk.say(f"no_match_{min(misses, 3)}", help=text)
        desk.end_line()


def _leaving(actions: list[Action]) -> bool:
    return any(isinstance(action, Quit) for action in actions)
