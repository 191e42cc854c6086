"""The real microphone and loudspeaker: `AudioIO` over two PortAudio callback streams.

The callbacks copy, convert and hand on; they never wait for anything but the short lock of the playback queue, never
raise (PortAudio would swallow it), and count what went wrong. One thread opens and closes. There is no blocking read
or write anywhere: those crash when a stream is closed beside them.

The loudspeaker's stream stays open and plays zeros while the host is silent, so that no sink falls asleep.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from host.errors import DeviceError
from host.speech.audio import BLOCK, RATE, AudioBlock, AudioChunk
from host.speech.capture import DEAF_AFTER, BlockQueue, Blocks, to_internal
from host.speech.playback import LEAD_IN, Playback, Played
from host.speech.portaudio import (
    Device,
    Format,
    Kind,
    backend,
    device_sentence,
    find_device,
    formats,
    list_devices,
    restart,
)

__all__ = ["AudioStats", "BlockQueue", "Device", "RealAudio", "list_devices"]

OUTPUT_LATENCY: Final = 0.2
"""Seconds of output buffer asked for: smaller ones stutter on small machines."""
CLOSE_WITHIN: Final = 2.0
"""Seconds a stream may take to close; drivers of unplugged devices can hang for ever."""


@dataclass(frozen=True, slots=True)
class AudioStats:
    """What the streams have been through since they were opened."""

    blocks: int = 0
    """Microphone blocks delivered."""
    overflows: int = 0
    """Times the device lost sound before we took it."""
    underflows: int = 0
    """Times the loudspeaker ran dry."""
    starved: float = 0.0
    """Seconds of silence within lines because synthesis was late."""
    errors: int = 0
    """Exceptions caught in callbacks."""


class RealAudio:
    """Microphone and loudspeaker of this machine.

    Args:
        microphone: name or part of the name; None for the system's default; False for no microphone at all.
        speaker: the same for the loudspeaker.
        lead_in: seconds of silence before the first sound; 0.5 to 1.5 for HDMI and Bluetooth.
        rescan: devices may have come or gone since this process looked last, so they are looked for anew at once.
        sd: the sounddevice module, or a stand-in for it.
        clock: seconds, monotonic; for the watchdog only.

    Raises:
        DeviceError: PortAudio is missing.
    """

    def __init__(
        self,
        *,
        microphone: str | bool | None = None,
        speaker: str | bool | None = None,
        lead_in: float = LEAD_IN,
        rescan: bool = False,
        sd: Any = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._sd = sd or backend()
        self._wanted: dict[Kind, str | bool | None] = {"microphone": microphone, "loudspeaker": speaker}
        self._lead_in, self._clock = lead_in, clock
        self._streams: list[Any] = []
        self._on_block: Callable[[AudioBlock], None] = lambda block: None
        self._on_finished: Callable[[int, bool], None] = lambda line, done: None
        self._playback: Playback | None = None
        self._played: Played | None = None
        self._last_block = self._last_fill = 0.0
        self._seq = 0
        self._latency = OUTPUT_LATENCY
        self._last_position = (0, 0.0)
        """(samples handed over, clock at that moment)."""
        self._opened_before, self.hung = rescan, False
        """``hung``: a stream did not close; this process cannot use sound again and should be started anew."""
        self._counts = {"blocks": 0, "overflows": 0, "underflows": 0, "errors": 0}
        self.last_error: Exception | None = None
        """The last exception caught in a callback."""
        self.used: dict[Kind, tuple[Device, Format]] = {}
        """Which device and format each stream got."""

    @property
    def name(self) -> str:
        """The devices in use, for people."""
        return " and ".join(device.name for device, _ in self.used.values()) or "no sound device"

    @property
    def stats(self) -> AudioStats:
        """The counters."""
        starved = self._playback.starved / self._playback.rate if self._playback else 0.0
        return AudioStats(**self._counts, starved=starved)

    @property
    def speaking(self) -> bool:
        """Whether a line (not a cue) is queued, playing, or on its way through the output buffer."""
        return self._playback is not None and self._playback.speaking

    @property
    def sounding(self) -> bool:
        """Whether a line or a cue is to be heard just now."""
        return self._playback is not None and self._playback.sounding

    def first_heard(self, line_id: int) -> float | None:
        """When the first sample of a line was in the air, on this object's clock; None if it was not (lately)."""
        playback, last = self._playback, self._last_position
        at = next((at for line, at in reversed(playback.begun) if line == line_id), None) if playback else None
        if playback is None or at is None:
            return None
        return last[1] + (at - last[0]) / playback.rate + self._latency

    def open(self, on_block: Callable[[AudioBlock], None], on_finished: Callable[[int, bool], None]) -> None:
        """Opens the streams, looking for devices anew when they were open before. See `AudioIO.open`."""
        self.close()
        if self.hung:
            raise DeviceError("a sound device hangs and blocks all others", todo="Start quizhost again")
        if self._opened_before:
            restart(self._sd)
        self._opened_before = True
        self._on_block, self._on_finished = on_block, on_finished
        self.used, devices = {}, list_devices(self._sd)
        self._counts = dict.fromkeys(self._counts, 0)
        try:
            if self._wanted["loudspeaker"] is not False:
                self._open(devices, "loudspeaker")
            if self._wanted["microphone"] is not False:
                self._open(devices, "microphone")
        except DeviceError:
            self.close()
            raise
        self._last_block = self._last_fill = self._clock()

    def _open(self, devices: list[Device], kind: Kind) -> None:
        wanted = self._wanted[kind]
        device = find_device(devices, kind, wanted if isinstance(wanted, str) else None)
        last: Exception | None = None
        for format_ in formats(device, kind):
            try:
                stream = self._stream(device, kind, format_)
            except (self._sd.PortAudioError, OSError, ValueError) as error:
                last = error
                continue
            self._streams.append(stream)
            self.used[kind] = (device, format_)
            return
        raise DeviceError(
            f"the {kind} cannot be opened: {device_sentence(last or ValueError('it has no format'))}",
            where=device.name,
            todo="Choose another with 'quizhost devices', or play typed",
        ) from last

    def _stream(self, device: Device, kind: Kind, format_: Format) -> Any:
        common = {
            "device": device.index,
            "samplerate": format_.rate,
            "channels": format_.channels,
            "dtype": "int16",
        }
        if kind == "microphone":
            callback = self._input_callback(format_)
            block = round(format_.rate * BLOCK / RATE)
            stream = self._sd.RawInputStream(blocksize=block, latency="high", callback=callback, **common)
        else:
            self._playback = Playback(format_.rate, latency=OUTPUT_LATENCY, lead_in=self._lead_in)
            self._played = Played(format_.rate) if self._wanted["microphone"] is not False else None
            callback = self._output_callback(self._playback, format_)
            stream = self._sd.RawOutputStream(blocksize=0, latency=OUTPUT_LATENCY, callback=callback, **common)
        try:
            stream.start()
        except self._sd.PortAudioError:
            stream.close()
            raise
        if kind == "loudspeaker" and self._playback:
            self._latency = float(stream.latency)
            self._playback.set_latency(self._latency)
        return stream

    def _input_callback(self, format_: Format) -> Callable[..., None]:
        blocks = Blocks(self._seq)
        convert = to_internal(format_.rate, format_.channels)
        expected = 0.0

        def callback(indata: Any, frames: int, when: Any, status: Any) -> None:
            nonlocal expected
            try:
                lost, started = 0, float(getattr(when, "inputBufferAdcTime", 0.0))
                if status.input_overflow:
                    self._counts["overflows"] += 1
                    gap = started - expected if expected and started else 0.0
                    lost = round(min(max(gap, frames / format_.rate), 10.0) * RATE)
                expected = started + frames / format_.rate
                self._last_block = self._clock()
                played, at = self._played, self._last_block - self._age(when, "inputBufferAdcTime")
                for block in blocks.feed(convert(np.frombuffer(indata, np.int16)), lost=lost):
                    self._counts["blocks"] += 1
                    if played:
                        block = replace(block, played=played.take(BLOCK, at, lost=block.lost))
                        at += BLOCK / RATE
                    self._seq = block.seq + 1
                    self._on_block(block)
            except Exception as error:
                self._caught(error)

        return callback

    def _output_callback(self, playback: Playback, format_: Format) -> Callable[..., None]:
        def callback(outdata: Any, frames: int, when: Any, status: Any) -> None:
            try:
                if status.output_underflow:
                    self._counts["underflows"] += 1
                self._last_fill = self._clock()
                self._last_position = (playback.position, self._last_fill)
                pcm = playback.fill(frames)
                outdata[:] = np.repeat(pcm, format_.channels).tobytes()
                if self._played:
                    self._played.put(pcm, self._last_fill - self._age(when, "outputBufferDacTime"))
                for line_id, completed in playback.finished():
                    self._on_finished(line_id, completed)
            except Exception as error:
                self._caught(error)

        return callback

    def _age(self, when: Any, name: str) -> float:
        """How long before now a buffer is (negative: after now) in the air, in seconds, as PortAudio knows it."""
        at, now = float(getattr(when, name, 0.0)), float(getattr(when, "currentTime", 0.0))
        if at > 0.0 and now > 0.0 and abs(now - at) < 2.0:
            return now - at
        return -self._latency if name == "outputBufferDacTime" else self._latency

    def _caught(self, error: Exception) -> None:
        self._counts["errors"] += 1
        self.last_error = error

    def lost(self) -> str | None:
        """The watchdog: which device has stopped calling back for `DEAF_AFTER` seconds; None while all is well."""
        now = self._clock()
        if "microphone" in self.used and now - self._last_block > DEAF_AFTER:
            return f"the microphone '{self.used['microphone'][0].name}'"
        if "loudspeaker" in self.used and now - self._last_fill > DEAF_AFTER:
            return f"the loudspeaker '{self.used['loudspeaker'][0].name}'"
        return None

    def play(self, line_id: int, chunks: Iterable[AudioChunk]) -> None:
        """Queues a line, taking as long as its synthesis; without a loudspeaker it ends at once."""
        if self._playback is None:
            self._on_finished(line_id, False)
            return
        self._playback.play(line_id, chunks)

    def flush(self) -> None:
        """Drops everything queued; what is in the device's buffer (0.2 s) is still heard."""
        if self._playback:
            self._playback.flush()

    def close(self) -> None:
        """Stops both streams. A driver that hangs is left alone and `hung` is set."""
        streams, self._streams = self._streams, []
        playback, self._playback, self._played = self._playback, None, None
        for stream in streams:
            closer = threading.Thread(target=_close, args=(stream,), name="close sound device", daemon=True)
            closer.start()
            closer.join(CLOSE_WITHIN)
            self.hung = self.hung or closer.is_alive()
        self.used = {}
        for line_id in playback.abandon() if playback else ():
            self._on_finished(line_id, False)


def _close(stream: Any) -> None:
    """Closes a stream; a dead device may complain, which nobody can help."""
    try:
        stream.abort(ignore_errors=True)
        stream.close(ignore_errors=True)
    except Exception:
        return
