"""Simulated players for demo, tests and benchmarks: they know the truth, the host has to hear it.

They answer a Listen as people at a table would: they say where they landed, give right or wrong answers by seed,
say it again when asked, and tell the truth when the table has to decide.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from host.bank.pack import Question
from host.dialogue.machine import Host
from host.dialogue.protocol import Listen
from host.dialogue.talk import Step
from host.speech.audio import RATE, Pcm, resample
from host.speech.ports import Synthesizer


@dataclass(frozen=True, slots=True)
class Saying:
    """One thing a simulated player says."""

    player: str
    text: str
    step: str
    question: str = ""
    """Id of the question that is answered."""
    truth: str = ""
    """``right``, ``wrong`` or ``none`` for an answer."""


@dataclass(frozen=True, slots=True)
class PlayerVoice:
    """How a player sounds: a voice, and a shift of its pitch and tempo."""

    voice: Synthesizer
    shift: float = 1.0
    """Factor on the pitch, made by resampling; 1 = as it is."""
    rate: float = 1.0
    label: str = ""

    def speak(self, text: str) -> Pcm:
        """The sound at RATE samples a second."""
        parts: list[Pcm] = []
        for chunk in self.voice.synthesize(text, rate=self.rate / self.shift):
            parts.append(resample(chunk.pcm, round(chunk.rate * self.shift), RATE))
        return _joined(parts)


def _joined(parts: Sequence[Pcm]) -> Pcm:
    import numpy as np

    return np.concatenate(parts) if parts else np.zeros(0, np.int16)


class Troupe:
    """The players of a simulated game.

    Args:
        seed: of everything they decide.
        skill: how often they know the answer, 0 to 1.
    """

    def __init__(self, seed: int, *, skill: float = 0.6) -> None:
        self._chance = Random(f"{seed}/players")
        self._skill = skill
        self._answering: Saying | None = None

    def reply(self, host: Host, listen: Listen) -> Saying | None:
        """What is said now; None: nothing (the host waits for something else)."""
        step, player = host.step, host.player
        match step:
            case Step.START_ROLL | Step.LANDING | Step.CATEGORY:
                text = getattr(self, f"_{step}")(host)
                return Saying(player, text, step)
            case Step.ANSWER:
                return self._answer(host, player)
            case Step.TABLE if self._answering:
                ruling = "accept" if self._answering.truth == "right" else "refuse"
                return Saying(player, host.book.intents[ruling][0], step, truth=self._answering.truth)
            case Step.CLAIM:
                others = [other for other in host.talk.players if other != player]
                tries = bool(others) and self._chance.random() < 0.5
                return Saying(player, self._pick(others) if tries else host.book.intents["nobody"][0], step)
            case Step.PICKS:
                return Saying(player, host.book.intents["you_choose"][0], step)
            case Step.FIRST_CLASS:
                return Saying(player, host.book.intents["no"][0], step)
            case Step.PACK:
                return Saying(player, host.book.intents["done"][0], step)
            case Step.YES_NO | Step.HEARD:
                return Saying(player, host.book.intents["yes"][0], step)
        return None

    def _start_roll(self, host: Host) -> str:
        return self._word(host, "number", str(self._die()))

    def _landing(self, host: Host) -> str:
        """A landing that the rules allow: often a headquarters that is still missing, so that games end."""
        colours = list(host.mind.colours)
        wanted = list(host.missing)
        leaving = host.game.player(host.game.active).leave if host.game else ""
        hqs = [c for c in wanted if leaving != f"hq.{c}"]
        if not wanted and leaving != "hub" and self._chance.random() < 0.5:
            place = host.book.templates["landing.hub"][0]
        elif hqs and self._chance.random() < 0.65:
            place = (
                host.mind.books[host.talk.language]
                .templates["landing.hq"][0]
                .format(colour=self._word(host, "colour", self._pick(hqs)))
            )
        else:
            place = self._word(host, "colour", self._pick(colours))
        if self._chance.random() < 0.5:
            return f"{self._word(host, 'number', str(self._die()))}, {place}"
        return place

    def _category(self, host: Host) -> str:
        return self._word(host, "colour", self._pick(list(host.mind.colours)))

    def _answer(self, host: Host, player: str) -> Saying:
        question = host.mind.bank.question(host.talk.question_id)
        assert question is not None
        if self._answering and (self._answering.question, self._answering.player) == (question.id, player):
            return self._answering
        known = self._chance.random() < self._skill
        if known:
            said = Saying(player, question.answer, Step.ANSWER, question.id, "right")
        elif self._chance.random() < 0.2:
            said = Saying(player, host.book.intents["dont_know"][0], Step.ANSWER, question.id, "none")
        else:
            said = Saying(player, self._pick(wrong_answers(host, question)), Step.ANSWER, question.id, "wrong")
        self._answering = said
        return said

    def _die(self) -> int:
        return 1 + int(self._chance.random() * 6)

    def _pick(self, options: Sequence[str]) -> str:
        return options[int(self._chance.random() * len(options))]

    @staticmethod
    def _word(host: Host, slot: str, value: str) -> str:
        return host.book.word(slot, value)


def wrong_answers(host: Host, question: Question) -> list[str]:
    """What people might wrongly say: the card's neighbours, the other choices, else answers of the same kind."""
    if question.choices:
        return list(question.choices[1:])
    if question.judge.neighbours:
        return list(question.judge.neighbours)
    return list(_others(host.mind.bank, question)) or ["something else"]


def _others(questions: Iterable[Question], question: Question) -> Iterator[str]:
    own = {text.casefold() for text in (question.answer, *question.judge.accept)}
    for other in questions:
        same = other.category == question.category and other.judge.kind == question.judge.kind
        if same and other.id != question.id and other.answer.casefold() not in own:
            yield other.answer
