"""The threaded loop in a virtual room: turns, faults of devices and workers, and what may be heard meanwhile."""

from __future__ import annotations

import itertools
import queue
import random
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from support.evening import SPEECH, Evening, Voice
from support.hearing import LevelVad, ScriptedEars

from host.app import workers
from host.app.ear import Ear
from host.app.keeper import HostGone
from host.app.mouth import Mouth
from host.app.pace import ThinkingCue
from host.dialogue.protocol import DeviceLost, Line, Listen, Notice, Prompt, Say, UtteranceStarted
from host.errors import DeviceError
from host.speech.audio import RATE, AudioChunk
from host.speech.virtual import VirtualAudio


def test_turns_follow_each_other_and_their_times_are_written_down() -> None:
    """Say, listen, hear, say: three turns, each reply's stages noted, and no thread left afterwards."""
    with Evening() as evening:
        for _ in range(3):
            assert evening.wait(lambda: evening.listening)
            evening.answer()
        assert evening.wait(lambda: len(evening.notes.notes) >= 3)
    assert evening.error is None
    kind, stages = evening.notes.notes[0]
    assert kind == "latency" and stages["reason"] == "silence"
    assert stages["endpoint"] == pytest.approx(0.9, abs=0.1)
    assert stages["endpoint"] < stages["total"] < 3.0
    assert stages["total"] == pytest.approx(
        stages["endpoint"] + stages["after_end"] + stages["thinking"] + stages["voice"], abs=0.01
    )
    for thread in [t for t in threading.enumerate() if t.name in ("ear", "voice")]:
        thread.join(5.0)  # a busy machine may take a moment to let them go
        assert not thread.is_alive()


def test_lines_are_not_heard_as_answers() -> None:
    """While the host speaks into its own microphone nothing is recognised."""
    with Evening() as evening:
        assert evening.wait(lambda: evening.listening)
        evening.wait(lambda: False, 3)
        assert evening.ears.asked == [] and evening.host.turn == 1


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_whatever_dies_the_loop_listens_again(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    """Workers and devices die at random moments, 30 times each run: the gate is open again soon after, every time."""
    monkeypatch.setattr(workers, "MOST_DEATHS", 10**6)
    chance = random.Random(seed)
    with Evening(seed) as evening:
        for _ in range(30):
            evening.wait(lambda: False, chance.uniform(0, 2.0))
            match chance.choice(["ear", "recogniser", "voice", "microphone", "loudspeaker", "device"]):
                case "ear":
                    monkeypatch.setattr(evening.vad, "probability", lambda block: (_ for _ in ()).throw(SystemExit))
                case "recogniser":
                    evening.ears.on_hear = lambda: (_ for _ in ()).throw(RuntimeError("bug"))
                    evening.room.inject(SPEECH)
                case "voice":
                    evening.voice.breaking = RuntimeError("bug")
                case "microphone":
                    evening.room.dead = True
                case "loudspeaker":
                    evening.room.stuck = True
                case "device":
                    evening.room.dead, evening.room.refusals = True, 1
            evening.wait(lambda: False, 0.3)
            monkeypatch.undo()
            monkeypatch.setattr(workers, "MOST_DEATHS", 10**6)
            evening.ears.on_hear = lambda: None
            # 3 s to come back, and the line that may be said in between.
            assert evening.wait(lambda: evening.listening, 6.0), evening.state()
            if chance.random() < 0.5:
                evening.answer()
    assert evening.error is None


def test_a_worker_that_keeps_dying_ends_the_host_clearly(monkeypatch: pytest.MonkeyPatch) -> None:
    """After five deaths in a minute the host leaves with a sentence and the status for "try again"."""
    with Evening() as evening:
        monkeypatch.setattr(evening.ear, "feed", lambda block: (_ for _ in ()).throw(RuntimeError("no memory")))
        assert evening.wait(lambda: evening.error is not None)
    assert isinstance(evening.error, HostGone) and evening.error.exit_status == 75
    assert evening.error.sentence() == "the ear keeps failing (no memory). Start again; 'quizhost resume' goes on."


def test_a_worker_that_hangs_ends_the_host_clearly() -> None:
    """A library that never returns cannot be mended in this process."""
    with Evening() as evening:
        released = threading.Event()
        evening.ears.on_hear = released.wait  # type: ignore[assignment]
        assert evening.wait(lambda: evening.listening)
        evening.room.inject(SPEECH)
        assert evening.wait(lambda: evening.error is not None, 90)
        released.set()
    assert isinstance(evening.error, HostGone) and "the ear hangs" in str(evening.error)


def test_a_broken_voice_is_told_once() -> None:
    """Saying that the voice is broken needs the voice: the host is told once, and the lines count as said."""
    with Evening() as evening:
        assert evening.wait(lambda: evening.listening)

        def broken(text: str, *, rate: float = 1.0) -> Iterator[AudioChunk]:
            raise DeviceError("the voice is broken")

        evening.voice.synthesize = broken  # type: ignore[method-assign]
        for _ in range(3):
            evening.answer()
            assert evening.wait(lambda: evening.listening)
    assert [s for s in evening.host.told if isinstance(s, DeviceLost)] == [DeviceLost("the voice is broken.", "voice")]


def test_a_long_recognition_is_covered_by_a_cue() -> None:
    """When hearing takes long, a cue sounds after a second and again every two."""
    with Evening() as evening:
        cues: list[float] = []
        play = evening.room.play

        def watched(line_id: int, chunks: Any) -> None:
            if line_id < 0:
                cues.append(evening.room.now)
            play(line_id, chunks)

        evening.room.play = watched  # type: ignore[method-assign]

        def slow() -> None:
            end = evening.room.now + 5.5
            while evening.room.now < end:
                time.sleep(0.001)

        assert evening.wait(lambda: evening.listening)
        evening.ears.on_hear = slow
        evening.answer()
    assert len(cues) in (2, 3) and all(1.9 < b - a < 3.0 for a, b in itertools.pairwise(cues))


def test_a_cue_is_due_only_when_nothing_is_heard() -> None:
    """Not before a second, not while something sounds, not while the host waits for the players."""
    cue = ThinkingCue()
    assert not cue.due(0.0, busy=True, sounding=False)
    assert not cue.due(0.9, busy=True, sounding=False)
    assert cue.due(1.0, busy=True, sounding=False)
    assert not cue.due(2.9, busy=True, sounding=False)
    assert cue.due(3.0, busy=True, sounding=False)
    assert not cue.due(6.0, busy=True, sounding=True)
    assert not cue.due(6.5, busy=True, sounding=False)
    assert not cue.due(9.0, busy=False, sounding=False)


def test_the_voice_prepares_what_may_come_until_it_is_needed() -> None:
    """Likely lines are synthesised while the players think, and given up for a real one."""
    asked: list[str] = []

    class Watched(Voice):
        def synthesize(self, text: str, *, rate: float = 1.0) -> Iterator[AudioChunk]:
            for chunk in super().synthesize(text):
                asked.append(text)
                if text == "three four five" and len(asked) == 3:
                    worker.say(Say(Line(1, "now")))
                yield chunk

    room = VirtualAudio()
    room.open(lambda block: None, lambda line, done: None)
    worker = workers.MouthWorker(Mouth({"en": Watched()}, room), queue.Queue(), None, lambda: 0.0)
    worker.prepare([Line(0, "one"), Line(0, "two"), Line(0, "three four five"), Line(0, "six")])
    worker.start()
    deadline = time.monotonic() + 60
    while "now" not in asked and time.monotonic() < deadline:
        time.sleep(0.001)
    worker.stop_thread()
    assert asked == ["one", "two", "three four five", "now"]


def test_the_recogniser_is_loaded_before_the_first_answer() -> None:
    """The ear's thread loads it as soon as it starts, so that no player waits for it."""
    ears = ScriptedEars()
    worker = workers.EarWorker(Ear(ears, LevelVad()), VirtualAudio(), queue.Queue(), lambda: 0.0)
    worker.start()
    worker.stop_thread()
    assert worker._thread is not None
    worker._thread.join(10)
    assert ears.loads == 1


def test_orders_are_never_dropped() -> None:
    """When the ear falls behind, blocks are lost, but not the order to open or close the gate."""
    worker = workers.EarWorker(Ear(ScriptedEars(), LevelVad()), VirtualAudio(), queue.Queue(), lambda: 0.0)
    room = VirtualAudio()
    room.open(worker.put, lambda line, done: None)
    room.advance(5)
    worker.open(Listen(1, Prompt.OPEN))
    room.advance(10)
    kinds = [type(worker._queue.get(0)).__name__ for _ in range(201)]
    assert kinds.count("AudioBlock") == 200 and kinds.count("Listen") == 1 and worker._queue.lost > 4 * RATE


def test_while_muted_nothing_is_heard_and_the_watchdog_is_fed() -> None:
    """B14: speech reaches nobody, blocks still count as worked on, and then it hears again."""
    with Evening() as evening:
        assert evening.wait(lambda: evening.listening)
        ear = evening.loop._ear
        assert ear is not None
        ear.mute(True)
        assert evening.wait(lambda: not evening.ear.is_open)
        resets, processed = evening.vad.resets, ear.processed
        evening.room.inject(SPEECH, at=evening.room.now + 0.2)
        evening.wait(lambda: False, 3)
        assert (evening.ears.asked, evening.vad.resets, evening.host.turn) == ([], resets, 1)
        assert ear.processed > processed
        ear.mute(False)
        ear.open(Listen(1, Prompt.ANSWER))
        evening.answer()


def test_a_notice_waits_for_the_end_of_the_utterance() -> None:
    """What the shell has to tell is never said into the middle of an answer."""
    with Evening() as evening:
        assert evening.wait(lambda: evening.listening)
        evening.room.inject(SPEECH, at=evening.room.now + 0.2)
        started = UtteranceStarted(evening.host.turn)
        assert evening.wait(lambda: started in evening.host.told)
        evening.loop._inbox.put(Notice("fault_hot"))
        assert evening.wait(lambda: Notice("fault_hot") in evening.host.told)
        kinds = [type(signal).__name__ for signal in evening.host.told]
        assert kinds.index("Heard") < kinds.index("Notice")
