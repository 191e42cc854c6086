"""A stand-in for the sounddevice module: streams, flags, device list and a clock that moves only when told."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import numpy as np


class PortAudioError(Exception):
    """As sounddevice's: a text and PortAudio's number."""


@dataclass
class FakeDevice:
    """What the fake machine has plugged in, and what that device refuses."""

    name: str
    inputs: int = 0
    outputs: int = 0
    rate: int = 48_000
    api: int = 0
    rates: tuple[int, ...] = (16_000, 44_100, 48_000)
    stereo_only: bool = False
    hear: Callable[[np.ndarray], np.ndarray] = lambda seconds: np.zeros(len(seconds))
    """Seconds of virtual time -> what its microphone hears, -1 to 1."""
    played: list[np.ndarray] = field(default_factory=list)
    """What its loudspeaker was given, frames x channels."""
    dead: bool = False
    """Unplugged: its streams no longer call back."""
    hangs: bool = False
    """Closing its streams never returns."""
    busy: bool = False
    overflow: list[float] = field(default_factory=list)
    """Seconds of sound to lose before the next callbacks."""
    underflow: int = 0
    """So many of the next callbacks carry the flag."""


class FakeStream:
    """A callback stream on a fake device."""

    latency = 0.25

    def __init__(self, module: FakeSounddevice, device: FakeDevice, options: dict[str, Any], kind: str) -> None:
        self.module, self.device, self.kind, self.options = module, device, kind, options
        self.running = self.closed = False
        self.at = module.now
        self.frames = options["blocksize"] or 1024
        self.released = threading.Event()

    def start(self) -> None:
        self.running, self.at = True, self.module.now

    def abort(self, ignore_errors: bool = True) -> None:
        if self.device.hangs:
            self.released.wait()
        self.running = False

    def close(self, ignore_errors: bool = True) -> None:
        self.running, self.closed = False, True
        self.module.closers.add(threading.current_thread().name)

    def call(self) -> None:
        """One callback."""
        rate, channels = self.options["samplerate"], self.options["channels"]
        lost = self.device.overflow.pop(0) if self.kind == "input" and self.device.overflow else 0.0
        self.at += lost
        status = SimpleNamespace(input_overflow=lost > 0, output_underflow=self.device.underflow > 0)
        when = SimpleNamespace(inputBufferAdcTime=self.at + 1000.0, outputBufferDacTime=self.at + 1000.0)
        if self.kind == "input":
            times = self.at + np.arange(self.frames) / rate
            pcm = np.round(np.clip(self.device.hear(times), -1, 1) * 32767).astype("<i2")
            data = np.zeros((self.frames, channels), "<i2")
            data[:, 0] = pcm  # a stereo adapter with a mono microphone
            self.options["callback"](data.tobytes(), self.frames, when, status)
        else:
            self.device.underflow = max(0, self.device.underflow - 1)
            out = bytearray(self.frames * channels * 2)
            self.options["callback"](memoryview(out), self.frames, when, status)
            self.device.played.append(np.frombuffer(bytes(out), "<i2").reshape(-1, channels))
        self.at += self.frames / rate


class FakeSounddevice:
    """The module. Plug devices with `plugged`; let time pass with `run`."""

    PortAudioError = PortAudioError

    def __init__(self, *plugged: FakeDevice) -> None:
        self.plugged = list(plugged)
        self.now = 0.0
        self.streams: list[FakeStream] = []
        self.closers: set[str] = set()
        self.starts = 1
        self._listed = list(plugged)

    @property
    def default(self) -> Any:
        def first(kind: str) -> int:
            return next((i for i, d in enumerate(self._listed) if getattr(d, kind)), -1)

        return SimpleNamespace(device=[first("inputs"), first("outputs")])

    def query_hostapis(self) -> list[dict[str, Any]]:
        return [{"name": "ALSA"}, {"name": "JACK"}]

    def query_devices(self) -> list[dict[str, Any]]:
        return [
            {
                "name": d.name,
                "hostapi": d.api,
                "max_input_channels": d.inputs,
                "max_output_channels": d.outputs,
                "default_samplerate": float(d.rate),
            }
            for d in self._listed
        ]

    def _terminate(self) -> None:
        assert all(s.closed or s.device.hangs for s in self.streams), "PortAudio was ended under an open stream"
        self.streams = []

    def _initialize(self) -> None:
        self._listed = list(self.plugged)
        self.starts += 1

    def _open(self, kind: str, options: dict[str, Any]) -> FakeStream:
        device = self._listed[options["device"]]
        if device not in self.plugged or device.dead:
            raise PortAudioError("Device unavailable", -9985)
        if device.busy:
            raise PortAudioError("Device unavailable", -9985)
        if options["samplerate"] not in device.rates:
            raise PortAudioError("Invalid sample rate", -9997)
        most = device.inputs if kind == "input" else device.outputs
        if options["channels"] > most or (device.stereo_only and options["channels"] != 2):
            raise PortAudioError("Invalid number of channels", -9998)
        stream = FakeStream(self, device, options, kind)
        self.streams.append(stream)
        return stream

    def RawInputStream(self, **options: Any) -> FakeStream:
        return self._open("input", options)

    def RawOutputStream(self, **options: Any) -> FakeStream:
        return self._open("output", options)

    def run(self, seconds: float) -> None:
        """Lets time pass; every open stream calls back when its time has come, the earliest first."""
        end = self.now + seconds
        while True:
            due = [s for s in self.streams if s.running and not s.device.dead and s.at < end]
            if not due:
                break
            stream = min(due, key=lambda s: s.at)
            self.now = max(self.now, stream.at)
            stream.call()
        self.now = end
