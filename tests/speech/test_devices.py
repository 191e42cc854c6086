"""The real microphone and loudspeaker, over a stand-in for sounddevice."""

from __future__ import annotations

import ast
import importlib
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.fake_sounddevice import FakeDevice, FakeSounddevice

from host.errors import DeviceError
from host.speech import devices as devices_module
from host.speech import portaudio
from host.speech.audio import BLOCK, RATE, AudioBlock, AudioChunk, Pcm
from host.speech.capture import BlockQueue, Blocks
from host.speech.devices import RealAudio
from host.speech.portaudio import find_device, formats, list_devices

ROOT = Path(devices_module.__file__).parents[2]


def sweep(seconds: np.ndarray) -> np.ndarray:
    """A sine that rises from 200 Hz by 800 Hz a second."""
    return 0.5 * np.sin(2 * np.pi * (200 * seconds + 400 * seconds**2))


def microphone(**faults: Any) -> FakeDevice:
    """A microphone that hears a sweep."""
    return FakeDevice("USB Mic", inputs=2, hear=sweep, **faults)


class Loop:
    """RealAudio on a fake machine, and what it called back."""

    def __init__(self, *plugged: FakeDevice, **options: Any) -> None:
        self.sd = FakeSounddevice(*plugged)
        self.blocks, self.finished = list[AudioBlock](), list[tuple[float, int, bool]]()
        self.audio = RealAudio(sd=self.sd, clock=lambda: self.sd.now, **options)

    def open(self) -> Loop:
        self.audio.open(self.blocks.append, lambda line, done: self.finished.append((self.sd.now, line, done)))
        return self

    def heard(self) -> Pcm:
        return np.concatenate([b.pcm for b in self.blocks])


SPEAKER = {"outputs": 2}


@pytest.mark.parametrize("rates", [(16_000,), (48_000,), (44_100,), (32_000,)])
@pytest.mark.parametrize("stereo_only", [False, True])
def test_the_same_sound_at_every_rate(rates: tuple[int, ...], stereo_only: bool) -> None:
    """A microphone that offers only its own rate and two channels delivers the same 16 kHz mono sweep."""
    loop = Loop(microphone(rates=rates, rate=rates[0], stereo_only=stereo_only), speaker=False).open()
    loop.sd.run(2.0)
    heard = loop.heard().astype(float)
    assert all(len(b.pcm) == BLOCK for b in loop.blocks) and [b.seq for b in loop.blocks] == list(
        range(len(heard) // BLOCK)
    )
    expected = sweep(np.arange(len(heard)) / RATE) * 32767
    shift = min(range(600), key=lambda s: float(np.abs(heard[8000 + s : 9000 + s] - expected[8000:9000]).sum()))
    error = heard[8000 + shift : 24000 + shift] - expected[8000:24000]
    assert np.sqrt((error**2).mean()) < 0.03 * 32767


def test_sound_for_both_sides_is_the_right_format() -> None:
    """The loudspeaker is opened at its own rate with all channels alike, 0.2 s of buffer asked for."""
    speaker = FakeDevice("Speaker", stereo_only=True, **SPEAKER)
    loop = Loop(speaker, microphone=False).open()
    tone = (8000 * np.sin(2 * np.pi * 440 * np.arange(22050) / 22050)).astype(np.int16)
    loop.audio.play(1, [AudioChunk(22050, tone)])
    loop.sd.run(2)
    out = np.concatenate(speaker.played)
    assert np.array_equal(out[:, 0], out[:, 1])
    loud = np.flatnonzero(np.abs(out[:, 0]) > 100)
    assert (loud[0] / 48000, loud[-1] / 48000) == pytest.approx((0.15, 1.15), abs=0.01)
    assert loop.sd.streams[0].options["latency"] == 0.2 and loop.sd.streams[0].options["samplerate"] == 48_000


def test_finished_waits_for_the_latency_the_device_reports() -> None:
    """The end of a line comes after lead-in, sound and the stream's real latency (0.25 s here), not before."""
    loop = Loop(FakeDevice("Speaker", **SPEAKER), microphone=False).open()
    loop.audio.play(7, [AudioChunk(48000, np.ones(48000, np.int16))])
    loop.sd.run(3)
    ((at, line, completed),) = loop.finished
    assert (line, completed) == (7, True) and at == pytest.approx(0.15 + 1.0 + 0.25, abs=0.03)


def test_without_a_loudspeaker_a_line_ends_at_once() -> None:
    """Nobody waits for a voice that cannot be heard."""
    loop = Loop(microphone(), speaker=False).open()
    loop.audio.play(3, [])
    assert [(line, done) for _, line, done in loop.finished] == [(3, False)]


def test_overflow_is_counted_and_measured() -> None:
    """A block that follows lost sound says so, with the gap the device's own clock shows."""
    loop = Loop(microphone(rates=(48_000,), overflow=[0.0, 0.0, 0.5]), speaker=False).open()
    loop.sd.run(1)
    flagged = [b for b in loop.blocks if b.overflowed]
    assert len(flagged) == 1 and flagged[0].lost == pytest.approx(0.5 * RATE, abs=2)
    assert loop.audio.stats.overflows == 1


def test_underflow_is_counted_and_the_line_goes_on() -> None:
    """A loudspeaker that runs dry is counted, and the line is still spoken to its end."""
    loop = Loop(FakeDevice("Speaker", underflow=5, **SPEAKER), microphone=False).open()
    loop.audio.play(1, [AudioChunk(48000, np.ones(48000, np.int16))])
    loop.sd.run(2)
    assert loop.audio.stats.underflows == 5 and loop.finished[0][1:] == (1, True)


def test_blocks_carry_what_was_played_meanwhile() -> None:
    """Each block brings the loudspeaker's samples at our rate, from which the host's own voice can be taken out."""
    loop = Loop(microphone(), FakeDevice("Speaker", outputs=2)).open()
    loop.audio.play(1, [AudioChunk(48_000, np.full(48_000, 5000, np.int16))])
    loop.sd.run(2.5)
    played = np.concatenate([b.played for b in loop.blocks if b.played is not None])
    assert len(played) == len(loop.heard())
    assert (played > 4000).sum() / RATE == pytest.approx(1.0, abs=0.02)
    deaf = Loop(microphone(), speaker=False).open()
    deaf.sd.run(0.2)
    assert all(b.played is None for b in deaf.blocks)


def test_an_exception_behind_a_callback_is_kept_not_raised() -> None:
    """PortAudio would swallow it: it is counted and kept, and blocks go on coming."""
    loop = Loop(microphone(), speaker=False)

    def broken(block: AudioBlock) -> None:
        raise RuntimeError("bug")

    loop.audio.open(broken, lambda line, done: None)
    loop.sd.run(1)
    assert loop.audio.stats.errors == loop.audio.stats.blocks > 20
    assert str(loop.audio.last_error) == "bug"


def test_a_device_is_its_name_not_its_number() -> None:
    """When the list is reordered between two openings the same microphone is found again."""
    mic, other = microphone(), FakeDevice("Webcam", inputs=1)
    loop = Loop(mic, other, microphone="USB Mic, ALSA", speaker=False).open()
    loop.sd.run(0.2)
    loop.audio.close()
    loop.sd.plugged = [FakeDevice("New", inputs=1), other, mic]
    loop.open()
    assert loop.audio.name == "USB Mic" and loop.sd.starts == 2
    loop.sd.run(0.2)
    assert np.abs(loop.heard()).max() > 1000
    assert [b.seq for b in loop.blocks] == list(range(len(loop.blocks))) and len(loop.blocks) > 8


@pytest.mark.parametrize("wanted, name", [
    (None, "Built-in"), ("usb mic", "USB Mic"), ("mic", "USB Mic"), ("jack usb", "USB Mic Two"),
    ("USB Mic, ALSA", "USB Mic"),
])  # fmt: skip
def test_devices_are_found_by_part_of_their_name(wanted: str | None, name: str) -> None:
    """The whole name wins over a part; words may be of the name or the host API; nothing means the default."""
    sd = FakeSounddevice(
        FakeDevice("Built-in", inputs=1), FakeDevice("USB Mic", inputs=1), FakeDevice("USB Mic Two", inputs=1, api=1)
    )
    assert find_device(list_devices(sd), "microphone", wanted).name == name


@pytest.mark.parametrize("screen", ["vc4-hdmi-0: MAI PCM i2s-hifi-0 (hw:0,0)", "vc4hdmi: - (hw:1,0)",
                                    "HDA NVidia: HDMI 0 (hw:1,3)", "Monitor of Built-in Audio"])  # fmt: skip
def test_a_screen_is_never_the_microphone(screen: str) -> None:
    """HDMI and the loudspeaker's own monitor are not picked for input, not even when the system calls them default or
    they alone are there; asked for by their whole name they are."""
    hdmi, mic = FakeDevice(screen, inputs=2, outputs=2), FakeDevice("USB Mic: Audio (hw:2,0)", inputs=1)
    listed = list_devices(FakeSounddevice(hdmi, mic))
    assert "microphone" in listed[0].default
    assert find_device(listed, "microphone", None).name == mic.name
    with pytest.raises(DeviceError, match="no microphone was found"):
        find_device(list_devices(FakeSounddevice(hdmi)), "microphone", None)
    with pytest.raises(DeviceError, match="no microphone is called"):
        find_device(listed, "microphone", screen[:4])
    assert find_device(listed, "microphone", screen).name == screen
    assert find_device(listed, "loudspeaker", None).name == screen


def test_the_choice_outlives_a_reboot() -> None:
    """What is remembered is name and host API without the card's number, which Linux deals out anew."""
    before = FakeSounddevice(
        FakeDevice("Webcam: Audio (hw:1,0)", inputs=1), FakeDevice("Mic: Audio (hw:2,0)", inputs=1)
    )
    remembered = find_device(list_devices(before), "microphone", "Mic: Audio (hw:2,0)").key
    assert remembered == "Mic: Audio, ALSA"
    after = FakeSounddevice(
        FakeDevice("Webcam: Audio (hw:2,0)", inputs=1), FakeDevice("Mic: Audio (hw:1,0)", inputs=1, api=1),
        FakeDevice("Mic: Audio (hw:1,0)", inputs=1),
    )  # fmt: skip
    found = find_device(list_devices(after), "microphone", remembered)
    assert (found.name, found.host_api) == ("Mic: Audio (hw:1,0)", "ALSA")
    assert find_device(list_devices(after), "microphone", "Mic: Audio (hw:7,0), JACK").host_api == "JACK"


def test_two_of_a_kind_are_told_apart_by_their_number() -> None:
    """Where two devices have the same name, the number that was asked for decides."""
    sd = FakeSounddevice(FakeDevice("Mic: Audio (hw:1,0)", inputs=1), FakeDevice("Mic: Audio (hw:2,0)", inputs=1))
    assert find_device(list_devices(sd), "microphone", "Mic: Audio (hw:2,0)").index == 1


CARDS = """ 0 [vc4hdmi        ]: vc4-hdmi - vc4-hdmi
                      vc4-hdmi
 1 [Mic            ]: USB-Audio - Table Mic
                      Maker Table Mic at usb-xhci-hcd.0-1, full speed
 2 [USB            ]: USB-Audio - Speakerphone 5
                      Maker Speakerphone 5 at usb-xhci-hcd.0-2, full speed
"""


@pytest.mark.parametrize("server, name", [("", "Speakerphone 5: USB Audio (hw:2,0)"), ("pipewire", "default")])
def test_a_speakerphone_that_was_plugged_in_is_meant(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, server: str, name: str
) -> None:
    """On a bare Raspberry Pi ALSA's default is the screen; the USB card that hears and speaks is used. A sound server
    knows better itself."""
    (tmp_path / "cards").write_text(CARDS)
    monkeypatch.setattr(portaudio, "_CARDS", tmp_path / "cards")
    devices = [
        FakeDevice("default", inputs=32, outputs=32),
        FakeDevice("vc4-hdmi: MAI PCM i2s-hifi-0 (hw:0,0)", outputs=2),
        FakeDevice("Table Mic: USB Audio (hw:1,0)", inputs=1),
        FakeDevice("Speakerphone 5: USB Audio (hw:2,0)", inputs=1, outputs=2),
    ]
    devices += [FakeDevice(server, inputs=32, outputs=32)] if server else []
    listed = list_devices(FakeSounddevice(*devices))
    assert find_device(listed, "microphone", None).name == find_device(listed, "loudspeaker", None).name == name
    assert find_device(listed, "microphone", "table").name == "Table Mic: USB Audio (hw:1,0)"


def test_no_device_is_one_clear_sentence() -> None:
    """Nothing plugged in, a name nobody has, and a device in use: each says what to do."""
    with pytest.raises(DeviceError, match=r"no loudspeaker was found. Plug one in, or play typed\."):
        Loop(microphone()).open()
    with pytest.raises(DeviceError, match=r"no microphone is called 'Røde'. Choose one of 'USB Mic'\."):
        Loop(microphone(), microphone="Røde", speaker=False).open()
    with pytest.raises(DeviceError, match="USB Mic: the microphone cannot be opened: another program is using it"):
        Loop(microphone(busy=True), speaker=False).open()
    with pytest.raises(DeviceError, match="none of the usual sample rates"):
        Loop(microphone(rates=(8000,)), speaker=False).open()


def test_a_failed_opening_leaves_nothing_open() -> None:
    """When the microphone cannot be opened the loudspeaker is closed again."""
    loop = Loop(FakeDevice("Speaker", **SPEAKER), microphone(busy=True))
    with pytest.raises(DeviceError):
        loop.open()
    assert all(s.closed for s in loop.sd.streams)


@pytest.mark.parametrize("error, words", [
    (OSError("PortAudio library not found"), "libportaudio2"), (ImportError("x"), "pip install sounddevice"),
    (RuntimeError("Error initializing PortAudio"), "PortAudio does not start"),
])  # fmt: skip
def test_a_missing_library_is_one_clear_sentence(monkeypatch: pytest.MonkeyPatch, error: Exception, words: str) -> None:
    """Without PortAudio the sentence names the package to install."""

    def fail(name: str) -> None:
        raise error

    monkeypatch.setattr(importlib, "import_module", fail)
    with pytest.raises(DeviceError, match=words):
        RealAudio()


def test_the_watchdog_notices_silence_of_death() -> None:
    """A microphone or loudspeaker that stops calling back is lost after two seconds, and named."""
    for fault, words in (("USB Mic", "microphone 'USB Mic'"), ("Speaker", "loudspeaker 'Speaker'")):
        loop = Loop(microphone(), FakeDevice("Speaker", **SPEAKER)).open()
        loop.sd.run(5)
        assert loop.audio.lost() is None
        next(d for d in loop.sd.plugged if d.name == fault).dead = True
        loop.sd.run(1.9)
        assert loop.audio.lost() is None
        loop.sd.run(0.2)
        assert words in (loop.audio.lost() or "")


def test_a_hanging_close_does_not_hang_us(monkeypatch: pytest.MonkeyPatch) -> None:
    """A driver that never returns is left behind; the audio says that this process needs a new start."""
    monkeypatch.setattr(devices_module, "CLOSE_WITHIN", 0.02)
    loop = Loop(microphone(hangs=True), speaker=False).open()
    loop.audio.close()
    assert loop.audio.hung
    with pytest.raises(DeviceError, match="Start quizhost again"):
        loop.open()
    loop.sd.streams[0].released.set()
    for thread in threading.enumerate():
        if thread.name == "close sound device":
            thread.join(1)


def test_a_hundred_openings() -> None:
    """Opening and closing a hundred times leaves one pair of streams and no thread behind."""
    loop = Loop(microphone(), FakeDevice("Speaker", **SPEAKER))
    for _ in range(100):
        loop.open()
        loop.sd.run(0.05)
    assert [s.closed for s in loop.sd.streams] == [False, False] and loop.sd.starts == 100
    loop.audio.close()
    assert not [t for t in threading.enumerate() if t.name.startswith("close") and t.is_alive()]


def test_close_reports_lines_nobody_will_hear() -> None:
    """Whatever was queued is reported as not completed."""
    loop = Loop(FakeDevice("Speaker", **SPEAKER), microphone=False).open()
    loop.audio.play(1, [AudioChunk(48000, np.ones(48000, np.int16))])
    loop.audio.close()
    assert [(line, done) for _, line, done in loop.finished] == [(1, False)]


def test_there_is_no_blocking_call() -> None:
    """No module of the room reads from or writes to a stream: closing beside a blocking call crashes PortAudio."""
    for name in ("devices", "portaudio"):
        tree = ast.parse((ROOT / f"host/speech/{name}.py").read_text(encoding="utf-8"))
        called = {n.func.attr for n in ast.walk(tree) if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute)}
        assert called and not called & {"read", "write", "rec", "playrec", "wait", "sleep"}


def test_formats_are_tried_in_order() -> None:
    """16 kHz mono first, then 48 and 44.1 kHz, then the device's own rate; each once."""
    (device,) = list_devices(FakeSounddevice(FakeDevice("m", inputs=2, rate=96_000)))
    rates = [f.rate for f in formats(device, "microphone")]
    assert list(dict.fromkeys(rates)) == [16_000, 48_000, 44_100, 96_000]
    assert [f.channels for f in formats(device, "microphone")][:2] == [1, 2]


def test_the_queue_drops_the_oldest_and_says_how_much() -> None:
    """A listener that falls behind loses the oldest sound, and the next block it gets carries the loss."""
    queue = BlockQueue(longest=10)
    for i in range(25):
        queue.put(AudioBlock(i, np.zeros(BLOCK, np.int16)))
    first, second = queue.get(0), queue.get(0)
    assert first is not None and (first.seq, first.overflowed, first.lost) == (15, True, 15 * BLOCK)
    assert second is not None and (second.seq, second.overflowed) == (16, False)
    assert queue.lost == 15 * BLOCK
    while queue.get(0):
        pass
    assert queue.get(0) is None


@given(st.lists(st.integers(1, 3000), min_size=1, max_size=40))
def test_chunking_does_not_matter(sizes: list[int]) -> None:
    """However the samples arrive, the blocks are the same as of the whole."""
    whole = np.random.default_rng(1).integers(-32768, 32767, sum(sizes), dtype=np.int16)
    pieces, position = Blocks(), 0
    got: list[AudioBlock] = []
    for size in sizes:
        got += pieces.feed(whole[position : position + size])
        position += size
    expected = list(Blocks().feed(whole))
    assert [b.seq for b in got] == [b.seq for b in expected]
    assert all(np.array_equal(a.pcm, b.pcm) for a, b in zip(got, expected, strict=True))


def test_a_microphone_that_came_since_this_process_began() -> None:
    """PortAudio knows only what was there when it started; asked to, it looks anew before anything is opened."""
    sd = FakeSounddevice(FakeDevice("Speaker", outputs=2))
    sd.plugged.append(FakeDevice("USB", inputs=1))
    with pytest.raises(DeviceError):
        RealAudio(sd=sd).open(lambda block: None, lambda line, done: None)
    audio = RealAudio(sd=sd, rescan=True)
    audio.open(lambda block: None, lambda line, done: None)
    assert audio.used["microphone"][0].name == "USB"
    audio.close()
