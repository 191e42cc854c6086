"""Golden transcripts: script and expectation in one text file, run against the dialogue machine with a fake clock.

A file begins with its header (``ruleset: genus   lang: en   seed: 7``), then come inputs, marked ``>``, and everything
the host does in answer, which is compared whole. Verbs:

    > say  blue headquarters                 heard; ``~ blue:-1.2 blue headquarters:-4`` adds sound scores in nats
    > say 30%  Vienna                        heard with that confidence and no scores
    > type  undo                             typed
    > button  stop                           a key
    > wait  25                               so many seconds pass; ticks come when the host wants them
    > speak  4                               somebody begins to speak, and the result comes 4 seconds later (next line)
    > during  button  stop                   the same while the host is still speaking
    > late  say  four                        a result of an earlier listening turn
    > lacks  ears de en                      there are no ears for German, English ones listen in their place
    > close                                  the typed input ends
    > peak -40  good evening                 heard, with that peak in decibels of full scale
    > notice  fault_hot                      the shell has something to tell; ``key=value`` fills its slots
    > save+resume                            the host is gone, and comes back from the saved game

No threads, no sound, no sleeping: every Say is answered at once by its SpeechFinished, unless the next line says
``during``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any

from host.bank.draw import Bank
from host.bank.pack import load_pack
from host.dialogue.machine import Host
from host.dialogue.mind import Box, Mind
from host.dialogue.phrasebook import LANGUAGES, Phrasebook, load_phrasebook
from host.dialogue.protocol import (
    Action,
    ButtonPressed,
    Chime,
    DeviceLost,
    Errand,
    Heard,
    InputClosed,
    Lacking,
    Listen,
    Mute,
    Note,
    Notice,
    Quit,
    Record,
    Say,
    Scored,
    Scores,
    Signal,
    SpeechFinished,
    StopSpeaking,
    Tick,
    Transcript,
    Typed,
    UseLanguage,
    UtteranceStarted,
)
from host.dialogue.talk import Step, Talk
from host.rules.engine import apply, new_game
from host.rules.messages import Event, from_dict, to_dict
from host.rules.rulebook import Ruleset
from host.rules.ruleset import find_ruleset
from host.rules.state import GameState
from host.rules.state_data import state_from_dict, state_to_dict
from host.rules.words import Mode

ROOT = Path(__file__).resolve().parents[2]
PACKS = ROOT / "tests" / "transcripts" / "packs"
FAR = -30.0
"""Nats of a phrase that was listened for and does not sound like it at all."""
LIFE = ("known", "disputed", "ruling", "manner", "setting", "forgotten")
"""Remarks that outlive the moment: shown in transcripts."""


class Way(Enum):
    """The three ways a transcript is run."""

    STRAIGHT = "straight"
    JSON = "through JSON"
    """Game and dialogue state are made anew from JSON before every input; the text must be identical."""
    TYPED = "typed"
    """What was said is typed instead; the events of the game must be identical."""


@dataclass(frozen=True)
class Script:
    """A parsed transcript."""

    header: dict[str, str]
    head: str
    """The header as it is written, with the comments before the first line of the game."""
    inputs: tuple[str, ...]
    text: str


def parse(text: str) -> Script:
    """Splits a transcript into its header and its inputs; everything else is expectation."""
    lines = text.splitlines()
    header: dict[str, str] = {}
    end = 0
    for end, line in enumerate(lines):  # noqa: B007
        if line.startswith(("HOST", ">", " ")):
            break
        if not line.startswith("#"):
            for part in re.split(r"\s{2,}", line.strip()):
                key, _, value = part.partition(":")
                if value:
                    header[key.strip()] = value.strip()
    head = "\n".join(lines[:end]).rstrip()
    inputs = tuple(line[1:].strip() for line in lines if line.startswith(">"))
    return Script(header, head, inputs, text)


@dataclass
class Run:
    """What came of one run."""

    lines: list[str] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    host: Host | None = None

    @property
    def text(self) -> str:
        """Everything that is compared."""
        return "\n".join(self.lines) + "\n"


def run(script: Script, way: Way = Way.STRAIGHT) -> Run:
    """Plays a transcript; returns what was said and what happened."""
    return Driver(script, way).run()


@cache
def books() -> dict[str, Phrasebook]:
    """The phrases of every language."""
    return {language: load_phrasebook(language) for language in LANGUAGES}


@cache
def ruleset(name: str) -> Ruleset:
    """A shipped ruleset."""
    return find_ruleset(name, ROOT / "rulesets")


@cache
def bank(*names: str) -> Bank:
    """The questions of some of the small packs beside the transcripts."""
    return Bank(tuple(load_pack(PACKS / f"{name}.yaml") for name in names))


def make_mind(header: dict[str, str]) -> Mind:
    """What the host knows in a transcript."""
    rules = ruleset(header["ruleset"])
    language = header.get("lang", "en")
    packs = header.get("pack", f"{rules.id}-{language}").split()
    options = {key[7:]: json.loads(value) for key, value in header.items() if key.startswith("option ")}
    return Mind(
        ruleset=rules,
        books=books(),
        bank=bank(*packs),
        seed=int(header.get("seed", "1")),
        mode=Mode(header.get("mode", "colour")),
        variants=tuple(header.get("variants", "").split()),
        options=options,
        profile=_profile(header),
        editions={name: ruleset(name) for name in ("globetrotter", "genus", "familien", "switzergame")},
        bank_for=_bank_for,
        box=Box(**json.loads(header["box"])) if "box" in header else None,
    )


def _profile(header: dict[str, str]) -> Callable[[str], dict[str, Any]]:
    """What the household keeps of people: ``profile Anna: {"rate": 2.0}`` in the header."""
    kept = {key[8:]: json.loads(value) for key, value in header.items() if key.startswith("profile ")}
    return lambda name: kept.get(name, {})


def _bank_for(edition: str, language: str) -> Bank | None:
    name = f"{edition}-{language}"
    return bank(name) if (PACKS / f"{name}.yaml").exists() else None


def first_talk(header: dict[str, str]) -> Talk:
    """The conversation before its first word."""
    players = tuple(name.strip() for name in header.get("players", "").split(",") if name.strip())
    talk = Talk(language=header.get("lang", "en"), players=players, precision=header.get("precision", ""))
    if "ask" in header:
        asked = {f"ask_{name}": True for name in header["ask"].split()}
        talk = Talk.from_dict({**talk.to_dict(), "setup": {**talk.to_dict()["setup"], **asked}})
    if "lobby" in header:
        offer = tuple(json.loads(header.get("offer", "{}")).items())
        talk = replace(talk, setup=replace(talk.setup, lobby=tuple(map(Step, header["lobby"].split())), offer=offer))
    return talk


class Driver:
    """Plays inputs one after the other."""

    def __init__(self, script: Script, way: Way) -> None:
        self.script, self.way = script, way
        self.mind = make_mind(script.header)
        self.host = Host(self.mind, None, first_talk(script.header))
        self.log: list[tuple[Event, ...]] = []
        self.run_ = Run()
        self.now = 0.0
        self.listen: Listen | None = None
        self.again: GameState | None = None
        """The game made of events that went through JSON, as far as ``replayed`` decisions."""
        self.replayed = 0

    def run(self) -> Run:
        """The whole script."""
        self.start(hold=self._holds(0))
        for number, line in enumerate(self.script.inputs):
            if self.way is Way.JSON:
                self.through_json()
            self.input(line, hold=self._holds(number + 1))
        self.run_.host = self.host
        return self.run_

    def start(self, *, hold: bool = False) -> None:
        """The host's first words."""
        self._perform(self.host.start(self.now), hold=hold)

    def input(self, line: str, *, hold: bool = False) -> None:
        """One line of the script, without its mark."""
        self.run_.lines.append(f"> {line}")
        self._input(line, hold=hold)

    @property
    def left(self) -> bool:
        """Whether the host has left the table."""
        return any(line.startswith("  leaves") for line in self.run_.lines[-3:])

    def _holds(self, number: int) -> bool:
        inputs = self.script.inputs
        return number < len(inputs) and inputs[number].startswith("during")

    def through_json(self) -> None:
        """All state as JSON text and back; the game from its events, which must give the same state."""
        talk = Talk.from_dict(json.loads(json.dumps(self.host.talk.to_dict())))
        assert talk == self.host.talk
        game = self.host.game
        if game is not None:
            again = self.again or new_game(self.host.mind.ruleset)
            for decision in self.log[self.replayed :]:
                again = apply(again, tuple(from_dict(json.loads(json.dumps(to_dict(e)))) for e in decision))
            self.again, self.replayed = again, len(self.log)
            assert again == game
            assert state_from_dict(json.loads(json.dumps(state_to_dict(game))), self.host.mind.ruleset) == game
            game = again
        self.host = Host(self.mind, game, talk)

    def _input(self, line: str, *, hold: bool) -> None:
        verb, _, rest = line.partition(" ")
        rest = rest.strip()
        match verb:
            case "during":
                self._input(rest, hold=hold)
            case "late":
                self._send(self._heard(rest.partition(" ")[2], late=True), hold=hold)
            case "say":
                self._send(self._said(rest), hold=hold)
            case "peak":
                level, _, words = rest.partition(" ")
                self._send(replace(self._heard(words.strip()), peak=float(level)), hold=hold)
            case "notice":
                line, *slots = rest.split("  ")
                filled = tuple((key, value) for key, _, value in (slot.strip().partition("=") for slot in slots))
                self._send(Notice(line, filled), hold=hold)
            case "type":
                self._send(Typed(rest), hold=hold)
            case "button":
                self._send(ButtonPressed(rest), hold=hold)
            case "lost":
                self._send(DeviceLost(rest), hold=hold)
            case "lacks":
                self._send(Lacking(*rest.split()), hold=hold)
            case "close":
                self._send(InputClosed(), hold=hold)
            case "wait":
                self._wait(float(rest), hold=hold)
            case "speak":
                self._send(UtteranceStarted(self.host.talk.turn_id), hold=hold)
                self._wait(float(rest), hold=hold)
            case "save+resume":
                self._resume(hold=hold)
            case _:
                raise ValueError(f"a transcript does not know the verb {verb!r}")

    def _said(self, rest: str) -> Signal:
        if self.way is not Way.TYPED:
            return self._heard(rest)
        words, scores = _words(re.sub(r"^\d+%\s+", "", rest))
        best = max(scores.candidates, key=lambda scored: scored.loglik).text if scores else words
        return Typed(best)

    def _heard(self, rest: str, *, late: bool = False) -> Heard:
        confidence = re.match(r"(\d+)%\s+", rest)
        words, scores = _words(rest[confidence.end() :] if confidence else rest)
        if scores is not None and self.listen is not None:  # everything that was hoped for has been scored
            told = {scored.text for scored in scores.candidates}
            hoped = (*self.listen.candidates, *self.listen.decoys, *self.listen.phrases)
            rest_of = tuple(Scored(text, FAR) for text in dict.fromkeys(hoped) if text not in told)
            scores = replace(scores, candidates=(*scores.candidates, *rest_of))
        sure = int(confidence.group(1)) / 100 if confidence else 0.9
        return Heard(self.host.talk.turn_id - late, Transcript(words, sure, engine="scripted"), scores)

    def _wait(self, seconds: float, *, hold: bool) -> None:
        until = self.now + seconds
        while (deadline := self.host.deadline()) is not None and deadline <= until:
            self.now = max(self.now, deadline)
            self._send(Tick(), hold=hold)
        self.now = until

    def _resume(self, *, hold: bool) -> None:
        log = [tuple(from_dict(json.loads(json.dumps(to_dict(e)))) for e in decision) for decision in self.log]
        talk = first_talk(self.script.header).with_manner(self.host.talk.manner())
        self.host = Host.resumed(self.mind, log, talk)
        self._perform(self.host.start(self.now), hold=hold)

    def _send(self, signal: Signal, *, hold: bool) -> None:
        self._perform(self.host.handle(signal, self.now), hold=hold)

    def _perform(self, actions: list[Action], *, hold: bool) -> None:
        """Writes down what the host does, and answers its last line as if it had been spoken."""
        for action in actions:
            self._write(action)
            if isinstance(action, Record):
                self.log.append(action.events)  # type: ignore[arg-type]
                self.run_.events += action.events  # type: ignore[arg-type]
        said = [action.line.id for action in actions if isinstance(action, Say)]
        if said and not hold:
            self._send(SpeechFinished(said[-1]), hold=False)

    def _write(self, action: Action) -> None:
        out = self.run_.lines
        match action:
            case Listen():
                self.listen = action
            case Say(line):
                how = "".join(
                    [
                        f" [{line.language}]" if line.language != self.host.talk.language else "",
                        f" (x{line.rate:g})" if line.rate != 1 else "",
                        f" (volume {line.volume:g})" if line.volume != 1 else "",
                    ]
                )
                out.append(f"HOST{how}: {line.text}")
            case Record(events):
                out.extend(f"  event {_shown(event)}" for event in events)
            case Note(kind, data) if kind in LIFE:
                usual = Talk().manner() | {"language": ""} if kind == "manner" else {}
                shown = (f"{key}={_plain(value)}" for key, value in data if usual.get(key, self) != value)
                out.append(f"  note {kind} " + " ".join(shown))
            case UseLanguage(language) if language != self.script.header.get("lang", "en") or self.listen:
                out.append(f"  speaks and hears {language}")
            case Chime(name) if name != "listening":
                out.append(f"  chime {name}")
            case StopSpeaking():
                out.append("  falls silent")
            case Mute(on):
                out.append("  deaf" if on else "  hears again")
            case Errand(what):
                out.append(f"  errand {what}")
            case Quit(reason):
                out.append(f"  leaves: {reason}")


def _words(rest: str) -> tuple[str, Scores | None]:
    """Words, and what the sound was like: ``far ~ four:-1.2 why:-3`` (nats below the open transcript)."""
    words, tilde, marks = rest.partition("~")
    if not tilde:
        return words.strip(), None
    scored = re.findall(r"\s*(.+?):(-?\d+(?:\.\d+)?)", marks)
    candidates = tuple(Scored(text.strip(), float(value)) for text, value in scored)
    return words.strip(), Scores(candidates, Scored(words.strip(), 0.0), "scripted")


def _shown(event: Any) -> str:
    """An event with the fields that are not empty; the set-up event only by what matters."""
    if type(event).__name__ == "GameStarted":
        usual = ruleset(event.ruleset).options
        options = {key: value for key, value in event.options.items() if value != usual.get(key)}
        seats = ", ".join(seat.id for seat in event.players)
        return f"GameStarted({event.ruleset}, {seats}, variants={list(event.variants)}, options={_plain(options)})"
    shown = ", ".join(
        f"{f.name}={_plain(value)}" for f in fields(event) if (value := getattr(event, f.name)) not in ("", None, ())
    )
    return f"{type(event).__name__}({shown})"


def _plain(value: Any) -> str:
    if isinstance(value, (tuple, list)):
        return "[" + ", ".join(map(_plain, value)) + "]"
    if isinstance(value, dict) or hasattr(value, "items"):
        return "{" + ", ".join(f"{key}: {_plain(item)}" for key, item in value.items()) + "}"
    return str(value)
