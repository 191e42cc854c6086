"""A player without eyes: answers whatever the host asks, by nothing but what the host has said before."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from hypothesis import HealthCheck, settings
from support.scripted import Driver, Run, Script, Way

from host.dialogue.machine import Host
from host.dialogue.talk import Step
from host.rules.words import Mode

PACKS = {
    "genus": "genus-en",
    "familien": "familien-de-adult familien-de-young",
    "globetrotter": "globetrotter-en",
    "switzergame": "switzergame-fr",
}
"""Questions for a game in English, or those there are."""
GENTLE = settings(
    max_examples=6,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
"""For whole games: few and always the same."""
CARDS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
PLAIN = {
    Step.START_ROLL: "roll for me", Step.ROLL: "roll for me", Step.DESTINATION: "one", Step.HANDS: "done",
    Step.USE: "one", Step.CATEGORY: "you choose", Step.RESHUFFLE: "done", Step.HEARD: "yes", Step.TABLE: "we accept it",
    Step.YES_NO: "yes", Step.CLAIM: "nobody", Step.FIRST_CLASS: "no", Step.OWN_CARD: "it was right", Step.PACK: "done",
    Step.PRECISION: "standard", Step.USUAL: "just start",
}  # fmt: skip
"""What is said at every step; none of it is a colour or a place."""


class Player(Driver):
    """Plays on from a header until the game is over.

    Args:
        header: as in a transcript; players and precision are given there.
        seed: of the cards drawn and of who knows the answer.
        knows: share of right answers.
    """

    def __init__(self, header: dict[str, str], seed: int, *, knows: float = 0.85) -> None:
        super().__init__(Script(header, "", (), ""), Way.STRAIGHT)
        self.chance, self.knows = Random(seed), knows
        self.said: list[tuple[Step, str]] = []

    def begin(self) -> Host:
        """The first words of the host."""
        self._perform(self.host.start(self.now), hold=False)
        return self.host

    def say(self, words: str) -> None:
        """Says something."""
        self.said.append((self.host.step, words))
        self.run_.lines.append(f"> say  {words}")
        self._input(f"say {words}", hold=False)

    def words(self) -> str:
        """What to say next."""
        step = self.host.step
        if step in (Step.DRAW, Step.QUIZ_CARD, Step.START_CARD):
            return self.chance.choice(CARDS)
        if step is Step.ANSWER:
            question = self.host.mind.question(self.host.talk.question_id)
            assert question is not None
            return question.answer if self.chance.random() < self.knows else "I don't know"
        return PLAIN[step]

    def play(self, most: int = 2000, at: Callable[[Player], None] | None = None) -> Run:
        """Plays to the end.

        Args:
            most: inputs after which it must be over.
            at: called before every input.
        """
        self.begin()
        for _ in range(most):
            if self.host.step is Step.ENDED:
                break
            if at is not None:
                at(self)
            self.say(self.words())
        self.run_.host = self.host
        return self.run_

    @property
    def guide(self) -> bool:
        """Whether the host knows the places now."""
        return self.host.game is not None and self.host.game.mode is Mode.GUIDE
