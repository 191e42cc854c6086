"""The virtual room and the queue of the loudspeaker."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.errors import DeviceError
from host.speech.audio import BLOCK, RATE, AudioBlock, AudioChunk, Pcm, read_wav
from host.speech.playback import ASLEEP_AFTER, Playback
from host.speech.virtual import Room, VirtualAudio

QUIET = Room(noise_db=-200)


def tone(seconds: float, rate: int = RATE) -> AudioChunk:
    """A loud 440 Hz tone."""
    return AudioChunk(
        rate, (16000 * np.sin(2 * np.pi * 440 * np.arange(round(seconds * rate)) / rate)).astype(np.int16)
    )


class Listener:
    """Collects what a room calls back."""

    def __init__(self, room: VirtualAudio) -> None:
        self.room, self.blocks, self.finished = room, list[AudioBlock](), list[tuple[float, int, bool]]()
        room.open(self.blocks.append, lambda line, done: self.finished.append((room.now, line, done)))

    def run(self, seconds: float) -> Pcm:
        """Lets time pass; returns everything the microphone has heard since the beginning."""
        self.room.advance(seconds)
        return np.concatenate([b.pcm for b in self.blocks])


def loud(pcm: Pcm, level: int = 200) -> tuple[float, float]:
    """(first, last) second of sound above a level."""
    found = np.flatnonzero(np.abs(pcm.astype(int)) > level)
    return found[0] / RATE, found[-1] / RATE


def test_the_microphone_hears_the_loudspeaker_late_and_softer() -> None:
    """Lead-in, output latency and the way through the air come before the host's voice, at a tenth of its level."""
    room = VirtualAudio(room=QUIET)
    listener = Listener(room)
    room.play(1, [tone(1.0)])
    heard = listener.run(2)
    assert loud(room.table_talk())[0] == pytest.approx(0.15 + 0.1, abs=0.01)
    assert loud(heard)[0] == pytest.approx(0.15 + 0.1 + 0.08, abs=0.01)
    assert np.abs(heard).max() / 16000 == pytest.approx(0.1, rel=0.5)
    assert loud(heard, 2)[1] > 1.25 + 0.08 + 0.1


def test_finished_means_left_the_loudspeaker() -> None:
    """A line is reported after its last sample and the output latency, not when the queue is empty."""
    room = VirtualAudio(room=QUIET)
    listener = Listener(room)
    room.play(1, [tone(0.5), tone(0.5)])
    listener.run(3)
    ((at, line, completed),) = listener.finished
    assert (line, completed) == (1, True)
    assert loud(room.table_talk())[1] <= at < 1.25 + 2 * BLOCK / RATE


def test_lines_follow_each_other_without_a_gap() -> None:
    """Two queued lines are one stretch of sound, reported one after the other; a silent line is reported as well."""
    room = VirtualAudio(room=QUIET)
    listener = Listener(room)
    for i in (1, 2, 3):
        room.play(i, [] if i == 2 else [tone(0.5)])
    listener.run(3)
    assert [(line, done) for _, line, done in listener.finished] == [(1, True), (2, True), (3, True)]
    first, last = loud(room.table_talk())
    assert last - first == pytest.approx(1.0, abs=0.02)


def test_cues_do_not_count_as_speaking() -> None:
    """While only a cue sounds the host is not speaking, so the gate need not wait for it."""
    room = VirtualAudio(room=QUIET)
    Listener(room)
    room.play(-1, [tone(0.5)])
    assert not room.speaking and not room.quiet
    room.play(1, [tone(0.5)])
    assert room.speaking
    room.advance(2)
    assert not room.speaking and room.quiet


def test_blocks_are_numbered_on_through_a_new_opening() -> None:
    """Stream time never runs backwards, or whoever waits for it would wait for an hour."""
    room = VirtualAudio()
    listener = Listener(room)
    listener.run(0.1)
    room.close()
    room.open(listener.blocks.append, lambda line, done: None)
    listener.run(0.1)
    assert [b.seq for b in listener.blocks] == list(range(len(listener.blocks)))


def test_flush_stops_at_once_and_says_so() -> None:
    """After a flush at most the output buffer is heard, and every line is reported as not completed."""
    room = VirtualAudio(room=QUIET)
    listener = Listener(room)
    room.play(1, [tone(5)])
    room.play(2, [tone(5)])
    listener.run(1)
    room.flush()
    listener.run(1)
    assert [(line, done) for _, line, done in listener.finished] == [(1, False), (2, False)]
    assert loud(room.table_talk())[1] <= 1.0 + QUIET.output_latency + 2 * BLOCK / RATE


def test_flush_ends_a_synthesis_in_progress() -> None:
    """A line flushed while it is being synthesised takes no more chunks."""
    playback = Playback(RATE)
    made = 0

    def chunks() -> Iterator[AudioChunk]:
        nonlocal made
        for _ in range(100):
            made += 1
            if made == 3:
                playback.flush()
            yield tone(0.1)

    playback.play(1, chunks())
    playback.fill(BLOCK)
    assert made == 3 and playback.finished() == [(1, False)]


def test_a_voice_that_breaks_still_ends_its_line() -> None:
    """When synthesis fails half-way the line is over all the same, or the microphone would stay shut."""

    def chunks() -> Iterator[AudioChunk]:
        yield tone(0.01)
        raise DeviceError("the voice broke")

    playback = Playback(RATE, lead_in=0)
    with pytest.raises(DeviceError):
        playback.play(1, chunks())
    playback.fill(BLOCK)
    assert playback.finished() == [(1, True)]


def test_close_reports_what_nobody_will_hear() -> None:
    """A line in the queue of a closed device is not completed; closing twice is harmless."""
    room = VirtualAudio()
    listener = Listener(room)
    room.play(9, [tone(1)])
    room.close()
    room.close()
    assert [(line, done) for _, line, done in listener.finished] == [(9, False)]


@given(st.lists(st.integers(0, 4000), min_size=1, max_size=6), st.lists(st.integers(1, 3000), min_size=1, max_size=40))
def test_every_sample_is_played_once_in_order(lengths: list[int], counts: list[int]) -> None:
    """However lines are cut into chunks and device buffers, what comes out is what went in."""
    playback, value, sent = Playback(RATE, lead_in=0), 0, []
    for line, length in enumerate(lengths):
        pcm = (np.arange(value, value + length) % 30000 + 1).astype(np.int16)
        value += length
        sent.append(pcm)
        playback.play(line, [AudioChunk(RATE, pcm[: length // 3]), AudioChunk(RATE, pcm[length // 3 :])])
    got, ended = [playback.fill(count) for count in counts], playback.finished()
    whole = np.concatenate([*got, playback.fill(sum(lengths) + 1)])
    assert np.array_equal(whole[: sum(lengths)], np.concatenate(sent)) and not whole[sum(lengths) :].any()
    ended += playback.finished()
    assert ended == [(line, True) for line in range(len(lengths))]


def test_a_sleeping_loudspeaker_gets_a_new_lead_in() -> None:
    """After a long silence the first word waits for the amplifier again, after a short one it does not."""
    playback = Playback(RATE, lead_in=0.15)
    starts = []
    for silence in (0.0, 5.0, ASLEEP_AFTER + 1):
        playback.fill(round(silence * RATE))
        before = playback.position
        playback.play(len(starts), [tone(0.1)])
        playback.fill(RATE)
        playback.finished()
        starts.append((playback.log[-1].first - before) / RATE)
    assert starts == pytest.approx([0.15, 0.0, 0.15])


def test_other_rates_are_converted() -> None:
    """Voices have their own rates; a second stays a second and keeps its pitch."""
    room = VirtualAudio(room=Room(noise_db=-200, lead_in=0, output_latency=0))
    listener = Listener(room)
    room.play(1, [tone(0.5, 22050), tone(0.5, 22050)])
    listener.run(1.5)
    heard = room.table_talk()
    assert loud(heard)[1] - loud(heard)[0] == pytest.approx(1.0, abs=0.01)
    spectrum = np.abs(np.fft.rfft(heard[4000:12000].astype(float)))
    assert np.argmax(spectrum) * RATE / 8000 == pytest.approx(440, abs=3)


def test_players_are_heard_when_they_speak() -> None:
    """An injected voice begins at its time, in the microphone and at the table, and its end is told."""
    room = VirtualAudio(room=QUIET)
    listener = Listener(room)
    assert room.inject(tone(0.5, 8000).pcm, at=1.0, rate=8000) == pytest.approx(1.5, abs=0.001)
    assert not room.quiet
    heard = listener.run(2)
    assert loud(heard) == pytest.approx((1.0, 1.5), abs=0.01) and loud(room.table_talk()) == pytest.approx(
        (1.0, 1.5), abs=0.01
    )
    assert room.quiet


def test_the_same_seed_is_the_same_room() -> None:
    """Noise and echo come from the seed alone."""

    def heard(seed: int) -> Pcm:
        room = VirtualAudio(seed=seed)
        listener = Listener(room)
        room.play(1, [tone(0.3)])
        return listener.run(1)

    assert np.array_equal(heard(1), heard(1)) and not np.array_equal(heard(1), heard(2))


def test_time_owed_from_within_a_callback_passes_afterwards() -> None:
    """A slow listener charges its computing time without being called inside itself."""
    room, order = VirtualAudio(), list[str]()

    def on_block(block: AudioBlock) -> None:
        order.append(f"in {block.seq}")
        if block.seq == 1:
            room.advance(3 * BLOCK / RATE)
        order.append(f"out {block.seq}")

    room.open(on_block, lambda line, done: None)
    room.step()
    room.step()
    assert order == [f"{way} {i}" for i in range(5) for way in ("in", "out")]


def test_synthesis_takes_time_when_it_is_charged() -> None:
    """With a cost clock a chunk is not played before it could have been made; the gap is counted as starved."""
    clock = [0.0]
    room = VirtualAudio(room=Room(noise_db=-200, output_latency=0, lead_in=0), cost=lambda: clock[0])

    def slow() -> Iterator[AudioChunk]:
        for _ in range(2):
            clock[0] += 1.0
            yield tone(0.5)

    listener = Listener(room)
    room.play(1, slow())
    listener.run(4)
    table = room.table_talk()
    assert loud(table[: int(1.7 * RATE)]) == pytest.approx((1.0, 1.5), abs=0.04)
    assert loud(table[int(1.7 * RATE) :])[0] + 1.7 == pytest.approx(2.0, abs=0.04)


def test_faults() -> None:
    """The microphone can die, lose samples and refuse to open, the loudspeaker get stuck."""
    room = VirtualAudio()
    room.refusals = 1
    with pytest.raises(DeviceError, match="cannot be opened"):
        Listener(room)
    listener = Listener(room)
    room.lose = 800
    room.step()
    room.dead = True
    room.step()
    assert [(b.overflowed, b.lost) for b in listener.blocks] == [(True, 800)]
    room.stuck = True
    room.play(1, [tone(0.1)])
    room.advance(2)
    assert listener.finished == [] and room.now > 2


def test_table_talk_is_a_wav(tmp_path: Path) -> None:
    """The recording of the table is an ordinary sound file of the right length."""
    room = VirtualAudio()
    room.advance(1)
    room.write_table_talk(tmp_path / "t.wav")
    assert len(read_wav(tmp_path / "t.wav").pcm) == 31 * BLOCK
