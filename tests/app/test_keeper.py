"""Lost devices come back or are given up in the open."""

from __future__ import annotations

import numpy as np
from support.fake_sounddevice import FakeDevice, FakeSounddevice

from host.app.keeper import EXIT_STATUS, AudioKeeper, News
from host.dialogue.protocol import DeviceLost, Notice
from host.speech.audio import AudioBlock, AudioChunk
from host.speech.devices import RealAudio
from host.speech.virtual import VirtualAudio


class Watched:
    """A keeper over a virtual room, checked every block."""

    def __init__(self) -> None:
        self.room = VirtualAudio()
        self.keeper = AudioKeeper(self.room)
        self.blocks, self.finished = list[AudioBlock](), list[tuple[int, bool]]()
        self.news: list[tuple[float, News]] = []
        self.keeper.open(self.blocks.append, lambda line, done: self.finished.append((line, done)))

    def run(self, seconds: float) -> None:
        end = self.room.now + seconds
        while self.room.now < end:
            self.room.step()
            if news := self.keeper.check(self.room.now):
                self.news.append((round(self.room.now, 1), news))


def test_all_is_well() -> None:
    """Without a fault there is no news."""
    watched = Watched()
    watched.run(10)
    assert watched.news == [] and watched.keeper.working


def test_a_dead_microphone_is_opened_again() -> None:
    """Two seconds after the last block it is lost, and heard again at once when it opens."""
    watched = Watched()
    watched.run(1)
    watched.room.dead = True
    watched.run(3)
    assert [news for _, news in watched.news] == [News.LOST, News.BACK]
    assert watched.keeper.lost_signal() == DeviceLost("the microphone of the virtual room", "microphone")
    assert watched.keeper.back_signal() == Notice("back_sound", repeat=True)
    assert watched.news[1][0] - 1.0 < 2.2
    count = len(watched.blocks)
    watched.run(1)
    assert len(watched.blocks) > count and watched.keeper.losses == 1


def test_a_stuck_loudspeaker_is_opened_again() -> None:
    """Its line is reported as not completed, so the game does not wait for it."""
    watched = Watched()
    watched.keeper.play(4, [AudioChunk(16000, np.ones(16000, np.int16))])
    watched.room.stuck = True
    watched.run(3)
    assert [news for _, news in watched.news] == [News.LOST, News.BACK] and watched.finished == [(4, False)]
    assert watched.keeper.lost_signal() == DeviceLost("the loudspeaker of the virtual room", "loudspeaker")


def test_a_device_that_stays_away_is_given_up_once_and_tried_on() -> None:
    """After attempts at 0, 0.3, 1.3, 3.3 and 7.3 seconds it is given up; a late plug is noticed all the same."""
    watched = Watched()
    watched.room.dead, watched.room.refusals = True, 7
    watched.run(30)
    assert [news for _, news in watched.news] == [News.LOST, News.GAVE_UP, News.BACK]
    lost, gave_up, back = (at for at, _ in watched.news)
    assert 7.2 < gave_up - lost < 7.7 and back - gave_up < 13
    assert EXIT_STATUS == 75


def test_lines_end_at_once_while_the_device_is_away() -> None:
    """Nothing queues up behind a dead loudspeaker."""
    watched = Watched()
    watched.room.dead, watched.room.refusals = True, 9
    watched.run(3)
    watched.keeper.play(5, [])
    assert watched.finished == [(5, False)] and not watched.keeper.working


def test_a_failure_noticed_elsewhere_is_mended_the_same_way() -> None:
    """The speaker thread may report a device before the watchdog does."""
    watched = Watched()
    assert watched.keeper.fail("the voice", watched.room.now) is News.LOST
    watched.run(0.1)
    assert [news for _, news in watched.news] == [News.BACK]


def test_an_unplugged_microphone_is_found_when_plugged_in_again() -> None:
    """PortAudio is restarted, the device is found by name in a new place of the list, and blocks flow again."""
    speaker, mic = FakeDevice("Speaker", outputs=2), FakeDevice("USB Mic", inputs=1)
    sd = FakeSounddevice(mic, speaker)
    keeper = AudioKeeper(RealAudio(sd=sd, microphone="USB", clock=lambda: sd.now))
    blocks: list[AudioBlock] = []
    keeper.open(blocks.append, lambda line, done: None)
    news = []

    def run(seconds: float) -> None:
        for _ in range(round(seconds * 10)):
            sd.run(0.1)
            if found := keeper.check(sd.now):
                news.append(found)

    run(2)
    mic.dead, sd.plugged = True, [speaker]
    run(4)
    assert news == [News.LOST] and "no microphone" in keeper.what
    mic.dead, sd.plugged = False, [speaker, FakeDevice("Webcam", inputs=1), mic]
    run(3)
    count = len(blocks)
    run(1)
    assert news == [News.LOST, News.BACK] and len(blocks) > count + 25
