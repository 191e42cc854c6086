"""A game whose microphone, ears and voice are on the network, in processes that are killed in the middle of a turn."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.command import ROOT
from support.wyoming_servers import free_port

from host.app.beside import Several
from host.app.ear import Ear
from host.app.halves import HalvesKeeper
from host.app.loop import Loop
from host.app.mouth import Mouth
from host.app.network import Network
from host.app.performer import Performer
from host.app.players import Troupe
from host.app.session import load
from host.app.table import Wishes, new_table, with_ears
from host.dialogue.protocol import Action, Line, Listen, Typed
from host.dialogue.talk import Step
from host.errors import DeviceError
from host.rules.engine import replay
from host.rules.messages import AnswerJudged
from host.rules.words import Verdict
from host.speech.audio import RATE, AudioBlock, AudioChunk, Pcm, resample, write_wav
from host.speech.espeak import EspeakSynthesizer
from host.speech.playback import Playback
from host.speech.vad import SileroVad
from host.speech.wyoming.address import parse_address
from host.speech.wyoming.microphone import RemoteMicrophone
from host.speech.wyoming.station import Station

pytestmark = [pytest.mark.speech, pytest.mark.slow]
pytest.importorskip("moonshine_voice", reason="needs the english extra")

PATIENCE = 90.0
"""Seconds for anything to happen on a busy machine."""


class Loudspeaker:
    """The loudspeaker of the host's own machine: keeps what was to be heard, line by line."""

    def __init__(self) -> None:
        self.name, self.speaking, self.sounding = "loudspeaker", False, False
        self.heard: list[tuple[int, bool]] = []
        self._over = threading.Event()

    def open(self, on_block: Callable[[AudioBlock], None], on_finished: Callable[[int, bool], None]) -> None:
        self._on_finished, self._playback = on_finished, Playback(22_050)
        threading.Thread(target=self._pump, daemon=True).start()

    def _pump(self) -> None:
        begun = time.monotonic()
        while not self._over.wait(0.02):
            due = int((time.monotonic() - begun) * 22_050) - self._playback.position
            self._playback.fill(max(0, due))
            for line, done in self._playback.finished():
                self.heard.append((line, done))
                self._on_finished(line, done)
            self.speaking, self.sounding = self._playback.speaking, self._playback.sounding

    def play(self, line_id: int, chunks: Iterable[AudioChunk]) -> None:
        self.speaking = True
        self._playback.play(line_id, chunks)

    def flush(self) -> None:
        self._playback.flush()

    def first_heard(self, line_id: int) -> float | None:
        return None

    def lost(self) -> str | None:
        return None

    def close(self) -> None:
        self._over.set()


class Watch(Network):
    """The network of the evening, with an eye on what the host does."""

    listens: list[Listen]

    def saw(self, action: Action) -> None:
        if isinstance(action, Listen):
            self.listens.append(action)


class Process:
    """A server in a process of its own."""

    def __init__(self, *command: str, home: Path, ready: str) -> None:
        self._command, self._ready = [sys.executable, *command], ready
        paths = os.pathsep.join([str(ROOT), str(ROOT / "tests")])
        self._env = os.environ | {"QUIZHOST_HOME": str(home), "PYTHONPATH": paths}
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(
            self._command, env=self._env, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def wait(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if self._ready in line:
                return
        raise AssertionError("the server did not start")

    def order(self, text: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(10)


class Evening:
    """Everything between the two servers and the table."""

    def __init__(self, home: Path) -> None:
        house, engines = free_port(), free_port()
        self.house = Process("tests/support/wyoming_house.py", str(house), home=home, ready="ready")
        self.engines = Process(
            "-m", "host.cli", "wyoming", "serve", "--lang", "en", "--uri", f"tcp://127.0.0.1:{engines}",
            home=home, ready="Serving",
        )  # fmt: skip
        for process in (self.house, self.engines):
            process.wait()
        self.home = home
        wishes = Wishes(ruleset="genus", language="en", players=("Anna", "Ben"), precision="standard", seed=11)
        self.table = with_ears(new_table(wishes))
        self.host = self.table.host
        self.troupe = Troupe(11, skill=1.0)
        self._as_far_as_the_first_question()
        uri = f"tcp://127.0.0.1:{engines}"
        self.network = Watch(ears=uri, voice=uri)
        self.network.listens = []
        ears = self.network.ears("en", _none)
        voice = self.network.voice("en", lambda: EspeakSynthesizer("en"))
        self.speaker = Loudspeaker()
        microphone = RemoteMicrophone(Station(parse_address(f"tcp://127.0.0.1:{house}")))
        keeper = HalvesKeeper(microphone, self.speaker, far=[microphone], network=self.network)
        self.lines: list[Line] = []
        self.ear = Ear(ears, SileroVad())
        self.loop = Loop(
            self.host, self.table.session, self.lines.append, audio=keeper, ear=self.ear,
            mouth=Mouth({"en": voice}, keeper, rate=2.0), beside=Several(self.network),
        )  # fmt: skip
        self.error: BaseException | None = None
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()
        self._players = EspeakSynthesizer("en", variant="+m3", speed=0.9)

    def _as_far_as_the_first_question(self) -> None:
        """Typed, to save time: what matters comes after it."""
        listens: list[Listen] = []
        performer = Performer(
            lambda line: None,
            self.table.session,
            watch=lambda action: listens.append(action) if isinstance(action, Listen) else None,
        )
        signals = deque(performer.perform(self.host.start(0.0)))
        while self.host.step is not Step.ANSWER or signals:
            while signals:
                signals.extend(performer.perform(self.host.handle(signals.popleft(), 0.0)))
            if self.host.step is not Step.ANSWER:
                said = self.troupe.reply(self.host, listens[-1])
                signals.append(Typed(said.text if said else "one"))

    def _run(self) -> None:
        try:
            self.loop.run()
        except BaseException as error:
            self.error = error

    def until(self, condition: Callable[[], bool], seconds: float = PATIENCE) -> None:
        end = time.monotonic() + seconds
        while not condition():
            assert self.error is None, self.error
            assert time.monotonic() < end, [line.text for line in self.lines[-6:]]
            time.sleep(0.01)

    def sound(self, text: str) -> Pcm:
        return np.concatenate([resample(chunk.pcm, chunk.rate, RATE) for chunk in self._players.synthesize(text)])

    def say(self, text: str) -> None:
        """A player speaks in the house."""
        path = self.home / f"said-{time.monotonic_ns()}.wav"
        write_wav(path, self.sound(text))
        self.house.order(f"say {path}")

    def play_until(self, condition: Callable[[], bool]) -> None:
        """The players do what the host asks for."""
        end = time.monotonic() + 2 * PATIENCE
        while not condition():
            assert time.monotonic() < end, [line.text for line in self.lines[-6:]]
            self.until(lambda: self.ear.is_open or condition())
            if condition():
                return
            turn = self.ear.turn_id
            said = self.troupe.reply(self.host, self.network.listens[-1])
            self.say(said.text if said else "one")
            self.until(lambda turn=turn: self.ear.turn_id != turn)  # type: ignore[misc]

    def close(self) -> None:
        self.loop._inbox.put(KeyboardInterrupt())
        self.thread.join(20)
        self.network.close()
        for process in (self.house, self.engines):
            process.kill()


def _none() -> Any:
    raise DeviceError("there are none here")


def test_microphone_ears_and_voice_are_killed_in_the_middle_of_an_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Said aloud by another voice, nothing of the game lost, the question repeated once, and the game goes on."""
    monkeypatch.setenv("QUIZHOST_HOME", str(tmp_path))
    evening = Evening(tmp_path)
    host = evening.host
    try:
        evening.play_until(lambda: host.step is Step.ANSWER and evening.ear.is_open)
        asked, game = host.talk.question_id, host.game
        prompt = host.talk.prompt[-1][1]
        assert asked and game is not None
        evening.say("It is the one that, I am not sure, perhaps")
        time.sleep(0.7)
        before = len(evening.lines)
        evening.house.kill()
        evening.engines.kill()

        def told() -> list[str]:
            return [line.text for line in evening.lines[before:]]

        names = ("away_sound", "away_voice", "away_ears")
        sentences = {name: host.book.say(name, {}) for name in names}
        evening.until(lambda: all(any(s in text for text in told()) for s in sentences.values()))
        ids = [line.id for line in evening.lines[before:]]
        evening.until(lambda: any((line, True) in evening.speaker.heard for line in ids))
        assert host.talk.question_id == asked and host.game == game
        time.sleep(1.0)  # the attempts to come back go on meanwhile, in vain

        evening.house.start()
        evening.engines.start()
        for process in (evening.house, evening.engines):
            process.wait()
        back = tuple(host.book.say(f"back_{part}", {}) for part in ("sound", "ears", "voice"))
        evening.until(lambda: any(text.startswith(back) for text in told()))
        evening.until(lambda: evening.ear.is_open)
        assert [text for text in told() if text.startswith(back)] != [] and told().count(prompt) == 1
        assert sum(text.startswith(back) for text in told()) == 1
        assert host.talk.question_id == asked and host.game == game

        evening.play_until(lambda: host.game != game and host.step is not Step.ANSWER)
        assert {line for line, _ in evening.speaker.heard} >= set(ids)  # begun at least: back is told in between
    finally:
        evening.close()
    evening.table.session.close()
    record = load(evening.table.session.path)
    assert replay(record.decisions, host.mind.ruleset) == host.game
    judged = [event for event in record.events if isinstance(event, AnswerJudged)]
    assert len(judged) == 1 and judged[0].verdict is Verdict.RIGHT
