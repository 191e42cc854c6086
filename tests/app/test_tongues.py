"""One word changes everything: voice, ears, phrases and questions follow the language, and what is missing is said."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest
from support.hearing import LevelVad, ScriptedEars, blocks
from support.scripted import first_talk, make_mind

from host.app.barge import BargeIn
from host.app.ear import Ear
from host.app.keeper import AudioKeeper
from host.app.loop import Loop
from host.app.mouth import Mouth
from host.app.tongues import KEPT, Tongues
from host.dialogue.machine import Host
from host.dialogue.protocol import Heard, Lacking, Line, Listen, NoInput, Prompt, Signal
from host.errors import DeviceError
from host.speech.audio import RATE, AudioChunk
from host.speech.virtual import VirtualAudio

SPEECH = np.full(RATE // 2, 9000, np.int16)
SPEED = 40.0
"""Virtual seconds a real one, where the machine keeps up."""
HEADER = {"ruleset": "genus", "lang": "en", "players": "Anna,Ben", "precision": "standard", "seed": "7"}


@dataclass
class Voice:
    """Buzzes a moment for each line; keeps what it said."""

    language: str
    said: list[str] = field(default_factory=list)
    name: str = "buzz"

    def synthesize(self, text: str, *, rate: float = 1.0) -> Iterator[AudioChunk]:
        self.said.append(text)
        yield AudioChunk(RATE, np.full(RATE // 4, 9000, np.int16))


class Silent:
    """A session nobody reads."""

    def append(self, events: Any) -> None: ...

    def note(self, kind: str, **data: Any) -> None: ...


class Table:
    """A whole host in a virtual room, with one scripted voice and one scripted pair of ears for each language.

    Args:
        ears: languages with ears, first the one that is open from the beginning.
        mute: languages without a voice.
        slow: seconds (real ones) that opening ears takes.
    """

    def __init__(self, *ears: str, mute: str = "", slow: float = 0.0) -> None:
        self.room = VirtualAudio(seed=1, record=False)
        self.voices = {code: Voice(code) for code in ("en", "fr", "de", "es") if code not in mute}
        self.ears = {code: ScriptedEars(language=code) for code in ears}
        self.lines: list[Line] = []
        self.slow, self.spoken = slow, 0
        self.host = Host(make_mind(HEADER), None, first_talk(HEADER))
        keeper = AudioKeeper(self.room)
        first = self.ears[ears[0]]
        self.ear = Ear(first, LevelVad(), clock=lambda: self.room.now, opening=self._open_ears)
        self.loop = Loop(
            self.host,
            Silent(),  # type: ignore[arg-type]
            self.lines.append,
            audio=keeper,
            mouth=Mouth({"en": self.voices["en"]}, keeper, opening=self._open_voice),
            ear=self.ear,
            clock=lambda: self.room.now,
            check_every=0.02,
            barge=BargeIn(first, LevelVad()),
        )
        self.error: BaseException | None = None
        self._over = threading.Event()
        self._threads = [threading.Thread(target=t, daemon=True) for t in (self._pump, self._run)]

    def _open_voice(self, language: str) -> Voice:
        return self._opened(self.voices, language)

    def _open_ears(self, language: str) -> ScriptedEars:
        if language in self.ears:
            time.sleep(self.slow)
        return self._opened(self.ears, language)

    def _opened(self, engines: dict[str, Any], language: str) -> Any:
        if language not in engines:
            raise DeviceError(f"nothing for {language}")
        return engines[language]

    def _pump(self) -> None:
        while not self._over.is_set():
            self.room.step()
            time.sleep(0.032 / SPEED)

    def _run(self) -> None:
        try:
            self.loop.run()
        except BaseException as error:
            self.error = error

    def __enter__(self) -> Table:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.loop._inbox.put(SystemExit())
        self._threads[1].join(20)
        self._over.set()
        self._threads[0].join(5)

    def wait(self, until: Callable[[], bool]) -> None:
        """Until a condition comes true."""
        patience = time.monotonic() + 60
        while not until():
            assert time.monotonic() < patience, (self.error, [line.text for line in self.lines])
            time.sleep(0.001)

    def speak(self, text: str) -> None:
        """Somebody speaks as soon as the host listens anew; returns when the host has taken what the ears make of it.

        Args:
            text: which is this, whichever ears are asked.
        """
        self.wait(lambda: (self.ear.turn_id or 0) > self.spoken)
        self.spoken = turn = self.ear.turn_id or 0
        for ears in self.ears.values():
            ears.texts = [text]
        self.room.inject(SPEECH, at=self.room.now + 0.2)
        self.wait(lambda: self.host.talk.turn_id > turn)

    def said(self, text: str) -> Line | None:
        """The first line that holds the text."""
        return next((line for line in self.lines if text in line.text), None)


def test_everything_changes_with_one_word() -> None:
    """After "hablemos español" a Spanish voice says Spanish lines, Spanish ears hear, and the questions are Spanish."""
    with Table("en", "es", slow=0.2) as table:
        table.speak("hablemos español")
        table.wait(lambda: table.said("Seguimos en español") is not None)
        table.speak("un cuatro")  # Anna's roll
        table.speak("un dos")  # Ben's
        table.wait(lambda: table.lines[-1].text.startswith("Anna"))
        assert table.host.talk.language == "es" and table.host.game is not None
        assert [line.language for line in table.lines[-3:]] == ["es"] * 3
        assert any("Seguimos en español" in said for said in table.voices["es"].said)
        assert not any("español" in said for said in table.voices["en"].said)
        asked = {utterance.turn_id: code for code, ears in table.ears.items() for utterance, _ in ears.asked}
        assert list(asked.values()) == ["en", "es", "es"]
        assert table.host.mind.bank.packs[0].language == "es"


def test_no_ears_for_the_language_is_said_aloud_and_the_way_back_is_heard() -> None:
    """English ears at a German game take nothing for an answer, but "in English please" is understood."""
    with Table("en") as table:
        table.speak("sprechen wir Deutsch")
        table.wait(lambda: table.said("Gesprochenes Deutsch verstehe ich hier nicht") is not None)
        line = table.said("Gesprochenes Deutsch")
        assert line is not None and line.language == "de" and "»English«" in line.text
        table.wait(lambda: any("Gesprochenes Deutsch" in said for said in table.voices["de"].said))
        table.speak("four")  # which is no answer here
        assert table.host.talk.language == "de" and table.lines[-1] is line
        table.speak("in English please")
        table.wait(lambda: table.said("We go on in English") is not None)
        table.speak("four")
        table.wait(lambda: table.said("Ben, roll") or table.said("Ben, your roll"))


def test_no_voice_for_the_language_is_said_by_the_one_there_is() -> None:
    """Where French has no voice, the English one says so in English, and then reads French as well as it can."""
    with Table("en", "fr", mute="fr") as table:
        table.speak("parlons français")
        table.wait(lambda: table.said("I have no voice for French") is not None)
        table.wait(lambda: any("no voice for French" in said for said in table.voices["en"].said))
        table.speak("un quatre")
        table.wait(lambda: any("Ben" in said for said in table.voices["en"].said[-1:]))
        assert table.lines[-1].language == "fr"


def test_engines_are_kept_for_two_languages() -> None:
    """Changing to and fro opens nothing again; a third language lets the one longest unused go."""
    opened: list[str] = []
    tongues = Tongues({"en": "en"}, lambda code: opened.append(code) or code)
    assert [tongues.of(code) for code in ("de", "en", "de", "en")] == ["de", "en", "de", "en"]
    assert opened == ["de"] and KEPT == 2
    tongues.of("fr")
    tongues.of("de")
    assert opened == ["de", "fr", "de"]


def test_what_is_lacking_is_looked_for_again_when_the_table_asks_for_it() -> None:
    """Line after line nothing is searched in vain; a new request finds what has been installed meanwhile."""
    there: dict[str, str] = {}
    tried: list[str] = []

    def opening(code: str) -> str:
        tried.append(code)
        if code not in there:
            raise DeviceError("none")
        return there[code]

    tongues = Tongues({"en": "en"}, opening)
    assert (tongues.of("de"), tongues.of("de"), tongues.any(), tried) == (None, None, "en", ["de"])
    there["de"] = "de"
    assert tongues.again("de") == "de"


@pytest.mark.parametrize("text, heard", [("English", True), ("speak English", True), ("Paris", False), ("", False)])
def test_foreign_ears_hear_only_the_way_out(text: str, heard: bool) -> None:
    """Whatever else they make of the sound counts as nothing."""

    def opening(code: str) -> ScriptedEars:
        raise DeviceError("none")

    ear = Ear(ScriptedEars([text]), LevelVad(), opening=opening)
    ear.open(Listen(1, Prompt.ANSWER, candidates=("Paris",), language="fr", ways_out=("English", "speak English")))
    signals: list[Signal] = [s for block in blocks([(0.5, 0), (0.6, 9000), (3, 0)]) for s in ear.feed(block)]
    assert isinstance(signals[-1], Heard if heard else NoInput)
    assert ear.use("fr") == Lacking("ears", "fr", "en")
