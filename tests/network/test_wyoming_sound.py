"""Microphone and loudspeaker on another machine: what arrives, when a line has been heard, and what breaks."""

from __future__ import annotations

import json
import socket
import time
from collections import deque
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from typing import Any

import numpy as np
import pytest
from support.hearing import LevelVad, ScriptedEars
from support.wyoming_house import BLOCK, House, Room
from support.wyoming_servers import ForeignAsr, foreign, free_port, raw, tone

from host.app.ear import Ear
from host.app.gate import Gate
from host.app.halves import HalvesKeeper
from host.app.keeper import News
from host.app.network import Network
from host.dialogue.protocol import Listen, Notice, Prompt
from host.errors import DeviceError
from host.speech.audio import RATE, AudioBlock, AudioChunk
from host.speech.wyoming.address import Address, parse_address
from host.speech.wyoming.microphone import LAG, RemoteMicrophone, StreamClock
from host.speech.wyoming.speaker import RemoteSpeaker
from host.speech.wyoming.station import Station

SPEED = 2.0
"""Seconds of the house in a second of the world."""


def clock() -> float:
    """The time of the house."""
    return time.monotonic() * SPEED


class Rig:
    """Both halves at a house, and what they report."""

    def __init__(self, address: Address, *, microphone: bool = True, speaker: bool = True) -> None:
        station = Station(address)
        self.microphone = RemoteMicrophone(station, clock=clock) if microphone else None
        self.speaker = RemoteSpeaker(station, clock=clock, tick=0.005) if speaker else None
        far = [half for half in (self.microphone, self.speaker) if half]
        self.network = Network()
        self.keeper = HalvesKeeper(
            self.microphone, self.speaker, far=far, network=self.network, clock=clock, pauses=(0.0, 0.2, 0.2, 0.5)
        )
        self.blocks: list[tuple[float, AudioBlock]] = []
        self.finished: list[tuple[int, bool, float]] = []
        self.on_block: Callable[[AudioBlock], None] = lambda block: None

    def open(self) -> Rig:
        """Connects."""
        self.keeper.open(self._block, lambda line, done: self.finished.append((line, done, clock())))
        return self

    def _block(self, block: AudioBlock) -> None:
        self.blocks.append((clock(), block))
        self.on_block(block)

    def say(self, line: int, seconds: float, rate: int = RATE) -> None:
        """The host says a line of tone."""
        self.keeper.play(line, [AudioChunk(rate, tone(seconds, rate))])

    def until(self, condition: Callable[[], Any], seconds: float = 60.0) -> None:
        """Waits, looking after the devices; fails after so many seconds of the world."""
        end = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < end, (self.finished, self.keeper.what)
            time.sleep(0.002)


@pytest.fixture
def house() -> Any:
    """Opens houses, and closes them in the end."""
    with ExitStack() as stack:

        def build(
            room: Room | None = None, *, halves: dict[str, bool] | None = None, query: str = "", **how: Any
        ) -> Rig:
            address = stack.enter_context(foreign(House, room=room or Room(), speed=SPEED, **how))
            rig = Rig(parse_address(f"{address}{query}"), **(halves or {})).open()
            stack.callback(rig.keeper.close)
            return rig

        yield build


def test_a_satellite_is_microphone_and_loudspeaker(house: Any) -> None:
    """One connection: blocks without a gap, and a line that is finished when it has been played, not before."""
    played: list[Any] = []
    room = Room(heard=played.append)
    rig = house(room)
    rig.until(lambda: len(rig.blocks) > 10)
    rig.say(7, 1.0)
    assert rig.keeper.speaking
    rig.until(lambda: rig.finished and played)
    assert [(line, done) for line, done, _ in rig.finished] == [(7, True)]
    assert len(played) == 1 and len(played[0]) / RATE == pytest.approx(1.0, abs=0.1)
    assert np.abs(played[0]).max() == pytest.approx(11_000, rel=0.02)
    assert [block.seq for _, block in rig.blocks] == list(range(len(rig.blocks)))
    assert all(len(block.pcm) == BLOCK for _, block in rig.blocks)


@pytest.mark.parametrize("bursts", [1, 40], ids=["smooth", "bursts of 1.3 s"])
def test_the_gate_opens_after_the_echo_however_late_it_comes(house: Any, bursts: int) -> None:
    """The microphone hears the loudspeaker; the ear is never open to what was recorded meanwhile."""
    room = Room(echo=0.5)
    rig = house(room, bursts=bursts, query="?delay=0.3")
    ear = Ear(ScriptedEars(["echo"]), LevelVad(), clock=clock)
    gate = Gate(ear)
    loudest: list[float] = []
    due: deque[Callable[[], None]] = deque()  # gate and ear belong to the thread that brings the blocks

    def hear(block: AudioBlock) -> None:
        while due:
            due.popleft()()
        gate.step(block.seq * BLOCK / RATE, not rig.keeper.spoken_over(block.seq))
        if ear.is_open:
            loudest.append(float(np.abs(block.pcm).max()))
        ear.feed(block)

    rig.on_block = hear
    rig.until(lambda: len(rig.blocks) > 20)
    for line in range(1, 5):
        due.append(gate.close)
        rig.until(lambda: not due and not ear.is_open)
        loudest.clear()
        rig.say(line, 0.4 + 0.25 * line)
        due.append(partial(gate.open, Listen(line, Prompt.ANSWER)))
        rig.until(lambda: len(loudest) > 10)
        assert max(loudest) < 300, "the host heard itself"


def test_lines_follow_each_other_without_a_gap(house: Any) -> None:
    """Two lines in a row are one stretch of sound, each reported in its turn."""
    played: list[Any] = []
    rig = house(Room(heard=played.append))
    rig.say(1, 0.5)
    rig.say(2, 0.5)
    rig.until(lambda: len(rig.finished) == 2)
    assert [(line, done) for line, done, _ in rig.finished] == [(1, True), (2, True)]
    rig.until(lambda: sum(map(len, played)) > 0.9 * RATE)
    assert sum(map(len, played)) / RATE == pytest.approx(1.0, abs=0.1)
    apart = rig.finished[1][2] - rig.finished[0][2]
    assert 0.3 < apart < 4.5


def test_a_line_is_resampled_to_the_rate_of_the_address(house: Any) -> None:
    """``?rate=`` for a loudspeaker that takes only one."""
    played: list[Any] = []
    rig = house(Room(heard=played.append), query="?rate=48000")
    rig.say(1, 0.5, rate=22_050)
    rig.until(lambda: rig.finished and played)
    assert len(played[0]) / RATE == pytest.approx(0.5, abs=0.1)


def test_stop_is_heard_soon(house: Any) -> None:
    """A long line that is stopped: only what had been sent is still played, and the line is not completed."""
    played: list[Any] = []
    rig = house(Room(heard=played.append), query="?delay=0.1")
    rig.say(1, 20.0)
    rig.until(lambda: rig.keeper.sounding)
    rig.keeper.flush()
    rig.until(lambda: rig.finished)
    assert rig.finished[0][:2] == (1, False)
    rig.until(lambda: played)
    assert len(played[0]) / RATE < 2.0


def test_who_does_not_report_is_reckoned(house: Any) -> None:
    """A loudspeaker without ``played``: the line ends after its length, the lead and the buffer of the address."""
    rig = house(reports=False, query="?delay=0.4")
    begun = clock()
    rig.say(1, 1.0)
    rig.until(lambda: rig.finished)
    assert 1.35 < rig.finished[0][2] - begun < 4.0, "not before it can have been heard, and soon after"


@pytest.mark.parametrize("kind", ["mic", "mute"])
def test_a_microphone_need_not_describe_itself(house: Any, kind: str) -> None:
    """Those of Rhasspy stream at once and answer no question."""
    rig = house(kind=kind, halves={"speaker": False})
    rig.until(lambda: len(rig.blocks) > 5)
    assert rig.keeper.check(clock()) is None


@pytest.mark.parametrize("kind", ["snd", "mute"])
def test_a_loudspeaker_need_not_describe_itself(house: Any, kind: str) -> None:
    """The same for loudspeakers."""
    rig = house(kind=kind, halves={"microphone": False})
    rig.say(1, 0.3)
    rig.until(lambda: rig.finished)
    assert rig.finished[0][:2] == (1, True)


def test_a_recogniser_is_no_microphone() -> None:
    """The wrong port is named."""
    with foreign(ForeignAsr) as address, pytest.raises(DeviceError) as caught:
        Rig(address).open()
    assert caught.value.what == "the service offers speech recognition, not a microphone"


def test_a_satellite_that_waits_for_a_wake_word_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """It never sends sound: the sentence says how to start it."""
    monkeypatch.setattr("host.speech.wyoming.station.SOUNDS_WITHIN", 0.3)

    def behave(connected: socket.socket) -> None:
        with connected.makefile("rb") as lines:
            for line in lines:
                event = json.loads(line)
                lines.read(event.get("data_length", 0))
                if event["type"] == "describe":
                    satellite = {
                        "name": "x", "attribution": {"name": "", "url": ""}, "installed": True, "description": None,
                        "version": None,
                    }  # fmt: skip
                    answer = {"type": "info", "data": {"satellite": satellite}}
                    connected.sendall(json.dumps(answer).encode() + b"\n")

    with raw(behave) as address, pytest.raises(DeviceError, match="without a wake word"):
        Rig(address).open()


def test_a_house_that_vanishes_is_news_and_comes_back(house: Any) -> None:
    """Lost and back are told once each, lines in between end at once, blocks count on."""
    room = Room()
    rig = house(room)
    rig.until(lambda: len(rig.blocks) > 5)
    rig.say(1, 30.0)
    assert rig.microphone is not None
    link = rig.microphone._station._link
    assert link is not None
    link._in.shutdown(socket.SHUT_RDWR)  # as if the cable were pulled
    told: list[News] = []

    def look() -> bool:
        if news := rig.keeper.check(clock()):
            told.append(news)
        return len(told) >= 2

    rig.until(look)
    assert told == [News.LOST, News.BACK]
    assert rig.finished[0][:2] == (1, False)
    seen = len(rig.blocks)
    rig.until(lambda: len(rig.blocks) > seen + 5)
    assert [block.seq for _, block in rig.blocks] == list(range(len(rig.blocks)))
    assert rig.keeper.lost_signal() == Notice("away_sound")
    assert rig.keeper.back_signal() is None
    assert rig.network.look() == [Notice("back_sound", repeat=True)]


def test_the_loudspeaker_here_goes_on_without_the_microphone_there(house: Any) -> None:
    """What has happened can be said aloud: only the lost half is closed."""
    rig = house(kind="mic", halves={"speaker": False})
    local = RemoteSpeaker(Station(Address("tcp", "127.0.0.1", 1)))  # never opened: what counts is who is closed
    closed: list[str] = []
    local.close = lambda: closed.append("speaker")  # type: ignore[method-assign]
    local.open = lambda on_block, on_finished: None  # type: ignore[method-assign]
    assert rig.microphone is not None
    both = HalvesKeeper(rig.microphone, local, far=[rig.microphone], network=rig.network, clock=clock)
    both.open(lambda block: None, lambda line, done: None)
    rig.microphone._station.failed(DeviceError("gone"))
    assert both.check(clock()) is News.LOST and closed == []
    both.close()
    assert closed == ["speaker"]


def test_an_appliance_waits_for_a_house_that_is_switched_on_later() -> None:
    """Two machines on one switch: the host begins, tells that sound is away, and that it is back when it is."""
    port = free_port()
    station = Station(Address("tcp", "127.0.0.1", port))
    microphone = RemoteMicrophone(station)
    network = Network()
    blocks: list[AudioBlock] = []
    sound = HalvesKeeper(microphone, None, far=[microphone], network=network, pauses=(0.0, 0.1), patient=True)
    network.look_after(sound)
    sound.open(blocks.append, lambda line, done: None)
    try:
        assert network.look() == [Notice("away_sound")]
        assert list(network.look()) == [] and sound.lost() is None
        with foreign(House, room=Room(), port=port):
            told: list[Any] = []
            end = time.monotonic() + 60
            while not told and time.monotonic() < end:
                told += network.look()
                time.sleep(0.01)
            assert told == [Notice("back_sound", repeat=True)]
            end = time.monotonic() + 60
            while len(blocks) < 3 and time.monotonic() < end:
                time.sleep(0.01)
            assert len(blocks) >= 3
    finally:
        sound.close()


def test_the_hour_of_recording_is_known_from_the_samples() -> None:
    """Chunks that come late do not move the clock of the stream; those that come in time set it."""
    stream = StreamClock()
    for n in range(1, 101):
        stream.arrived(1600, n * 0.1 + 0.05 + (0.8 if 40 < n < 48 else 0.0))
        assert stream.recorded(1600 * n) == pytest.approx(n * 0.1 + 0.05 - LAG, abs=1e-6)


def test_lost_sound_puts_the_clock_right_after_a_while() -> None:
    """Two seconds that never arrive: the stream is behind for ten seconds, then no more."""
    stream = StreamClock()
    for n in range(1, 301):
        stream.arrived(1600, n * 0.1 + (2.0 if n > 100 else 0.0))
    assert stream.recorded(1600 * 300) == pytest.approx(32.0 - LAG, abs=0.01)
