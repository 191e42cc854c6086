"""The box's own words through real engines in a virtual room: first start, waiting, muting, switching off."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from host.app.ear import Ear, near_phrases
from host.app.mouth import Mouth
from host.app.performer import Performer
from host.app.players import PlayerVoice, Saying, Troupe
from host.app.stepper import VirtualTable
from host.app.table import mind_for
from host.app.voices import host_voice, player_voices
from host.config import data_folder
from host.dialogue import hearing
from host.dialogue.expect import grammar_for
from host.dialogue.machine import Host
from host.dialogue.mind import Box
from host.dialogue.protocol import Action, Errand, Heard, Line, Listen, Mute
from host.dialogue.talk import Mode, Setup, Step, Talk
from host.dialogue.understand import Intent
from host.rules.ruleset import find_ruleset
from host.speech.audio import RATE, Pcm, Utterance
from host.speech.ears import open_ears
from host.speech.vad import SileroVad
from host.speech.virtual import VirtualAudio

pytestmark = [pytest.mark.speech, pytest.mark.slow]
pytest.importorskip("moonshine_voice", reason="needs the english extra")


class Visitor(Troupe):
    """Says what it was told, each at its step, a second time when it went unheard."""

    def __init__(self, says: list[tuple[Step, str]]) -> None:
        super().__init__(1, skill=1.0)
        self.says = says
        self.said: list[str] = []

    def reply(self, host: Host, listen: Listen) -> Saying | None:
        """The next thing, when its step has come."""
        if self.said and host.talk.misses and self.said.count(self.said[-1]) < 4:
            self.said.append(self.said[-1])
            return Saying("Anna", self.said[-1], host.step)
        if not self.says or self.says[0][0] is not host.step:
            return None
        _, text = self.says.pop(0)
        self.said.append(text)
        return Saying("Anna", text, host.step)


class Evening:
    """A host in the lobby, in a room with real voices and ears."""

    def __init__(self, says: list[tuple[Step, str]], setup: Setup) -> None:
        rules = find_ruleset("genus", data_folder("rulesets"))
        mind, _, _ = mind_for(rules, "en", (), 1, {})
        self.host = Host(replace(mind, box=Box()), None, Talk(setup=setup))
        self.lines: list[str] = []
        self.heard: list[str] = []
        self.done: list[Action] = []
        voice = host_voice("en")
        self._player: PlayerVoice = next(iter(player_voices("en", voice, ("Anna",)).values()))
        audio = VirtualAudio(seed=2, record=False)
        performer = Performer(self._show, None, watch=self.done.append)
        self.visitor = Visitor(says)
        self.table = VirtualTable(
            self.host,
            audio,
            Ear(open_ears("en"), SileroVad()),
            Mouth({"en": voice}, audio),
            self.visitor,
            self._sound,
            performer,
            heard=self._hear,
        )

    def _show(self, line: Line) -> None:
        self.lines.append(line.text)

    def _hear(self, what: object) -> None:
        if isinstance(what, Heard):
            self.heard.append(what.transcript.text)

    def _sound(self, saying: Saying) -> Pcm:
        return self._player.speak(saying.text)

    def run(self, most: float) -> None:
        """Until the host leaves, or so many virtual seconds."""
        self.table.run(lambda: False, most=most)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A home of its own."""
    monkeypatch.setenv("QUIZHOST_HOME", str(tmp_path))
    yield


def test_the_first_start() -> None:
    """Language, volume and microphone by voice: the level of real speech is found good, and a game is wanted."""
    says = [
        (Step.LANGUAGE, "English"),
        (Step.VOLUME, "turn it down"),
        (Step.VOLUME, "that's fine"),
        (Step.MICROPHONE, "good evening quizmaster"),
    ]
    evening = Evening(says, Setup(ask_language=True, lobby=(Step.VOLUME, Step.MICROPHONE)))
    evening.run(240)
    assert evening.host.left == "new_game", evening.lines[-4:]
    assert any("I heard you well. I understood: " in line for line in evening.lines)
    assert evening.host.talk.own("", "volume") == 0.8, (evening.visitor.said, evening.heard, evening.lines)
    assert evening.host.talk.level is not None and -30 < evening.host.talk.level < -1


def test_waiting_and_switching_off() -> None:
    """Talk in the room does nothing; questions are looked for; "shut down" is asked back and done."""
    says = [
        (Step.IDLE, "I bought some bread and cheese this morning"),
        (Step.IDLE, "the new game on television was boring"),
        (Step.IDLE, "any new questions"),
        (Step.IDLE, "shut down"),
        (Step.YES_NO, "yes"),
    ]
    evening = Evening(says, Setup(lobby=(Step.IDLE,)))
    evening.run(240)
    assert evening.host.left == "shut_down", (evening.visitor.said, evening.heard, evening.lines[-4:])
    assert Errand("packs") in evening.done
    assert evening.lines[:2] == ["I'm ready.", "Say 'new game' when you want to play."]
    assert evening.lines[2].startswith("I'll have a look")


def test_muting_by_voice() -> None:
    """ "Mute the microphone": the host says so and listens no more."""
    evening = Evening([(Step.IDLE, "mute the microphone")], Setup(lobby=(Step.IDLE,)))
    evening.run(40)
    assert Mute(True) in evening.done, evening.heard
    assert evening.host.talk.muted and evening.host.talk.mode is Mode.LISTENING
    assert not evening.table.ear.is_open  # type: ignore[union-attr]


WANTED = {
    "mute the microphone": "mute",
    "new game": "new_game",
    "any new questions": "new_packs",
    "shut down": "shut_down",
    "go on": "go_on",
    "turn the sounds down": "sounds_quieter",
}
TALK = (
    "the new game on television was boring",
    "turn the lights down please darling",
    "he could not turn down a bit of cake",
    "put the light on in the kitchen",
    "let's pay the bill",
    "he plays a lot of games",
)


def test_what_is_meant_for_the_box_and_what_is_not() -> None:
    """By the letter or plainly by the sound; talk of the same words in the same room is left alone."""
    host = Evening([], Setup(lobby=(Step.IDLE,))).host
    host.start(0.0)
    grammar, ears = grammar_for(host.desk()), open_ears("en")
    player = next(iter(player_voices("en", host_voice("en"), ("Anna",)).values()))
    taken: dict[str, str] = {}
    for text in (*WANTED, *TALK):
        pcm = np.concatenate([np.zeros(RATE // 4, np.int16), player.speak(text) // 2, np.zeros(RATE // 2, np.int16)])
        utterance = Utterance(1, pcm, 0.0, len(pcm) / RATE, "silence")
        heard, scores = ears.hear(utterance, near_phrases(ears.hear(utterance, ())[0], grammar.phrases))
        desk = host.desk()
        understood = hearing.what_was_meant(desk, grammar, heard, scores)
        taken[text] = understood.name if isinstance(understood, Intent) else ""
    assert {text: taken[text] for text in TALK} == dict.fromkeys(TALK, "")
    assert {t: "new_game" if n == "again" else n for t, n in taken.items() if t in WANTED} == WANTED
