"""A virtual room: microphone, loudspeaker and players in this process, on a clock that moves only when told.

The loudspeaker is coupled into the microphone with delay and echo, so the host's own voice is really there to be
ignored. The same seed and the same calls give the same samples. `quizhost demo`, the benchmarks and the tests run on
it; faults of real devices can be switched on.

    room = VirtualAudio(seed=1)
    room.open(on_block, on_finished)
    room.play(1, voice.synthesize("Anna, roll the die."))
    room.inject(player_pcm, at=room.now + 1.0)
    while not done:
        room.step()              # 32 ms pass; on_block is called once
        room.advance(0.2)        # the host computed for 200 ms: the room went on meanwhile
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from host.errors import DeviceError
from host.speech.audio import BLOCK, RATE, AudioBlock, AudioChunk, Pcm, resample, write_wav
from host.speech.capture import DEAF_AFTER
from host.speech.playback import LEAD_IN, Playback, PlayedLine

_REFLECTIONS: Final = 24
_NOISE: Final = 10 * RATE
"""Samples after which the noise repeats."""
_Samples = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Room:
    """The acoustics. Levels in decibel of full scale, times in seconds."""

    coupling_delay: float = 0.08
    """From the loudspeaker to the microphone, the device's input buffer included."""
    coupling_db: float = -20.0
    """How loud the loudspeaker is at the microphone."""
    echo: float = 0.3
    """Time in which the echo of the loudspeaker falls by 60 dB."""
    noise_db: float = -62.0
    """Level of the steady noise at the microphone."""
    output_latency: float = 0.1
    """From handing samples to the loudspeaker until they are in the air."""
    lead_in: float = LEAD_IN
    diffuse: bool = False
    """The echo is a dense tail, as in a real room, instead of a few reflections; costs more time."""
    overdrive: float = 0.0
    """How far the loudspeaker is driven into distortion: 0 not at all, 1.5 clearly."""


class VirtualAudio:
    """`AudioIO` without hardware.

    Args:
        seed: of noise and echo.
        room: the acoustics.
        cost: a clock in seconds that runs while the host computes (time.perf_counter). With it, a line's chunks become
            playable only after the time their synthesis took; without it synthesis takes no time.
        record: keep what a listener in the room hears (32 kB a second).
    """

    def __init__(
        self,
        *,
        seed: int = 0,
        room: Room | None = None,
        cost: Callable[[], float] | None = None,
        record: bool = True,
    ) -> None:
        self.name = "virtual room"
        self.room = room or Room()
        random = np.random.default_rng(seed)
        noise = _from_db(self.room.noise_db) * random.standard_normal(_NOISE).astype(np.float32)
        self._noise = np.concatenate([noise, noise[:BLOCK]])
        self._taps = _echo(self.room, random)
        self._tail = _tail(self.room, random)
        self._cost, self._record = cost, record
        self._played: _Samples = np.zeros(BLOCK + max(len(self._tail), *(delay for delay, _ in self._taps)), np.float32)
        """What left the loudspeaker lately; the newest sample last."""
        self._voices: list[tuple[int, _Samples]] = []
        """(first sample, sound) of players who speak now or later."""
        self._table: list[Pcm] = []
        self._playback = Playback(RATE, latency=self.room.output_latency, lead_in=self.room.lead_in)
        self._buffer: _Samples = np.zeros(round(self.room.output_latency * RATE), np.float32)
        self._on_block: Callable[[AudioBlock], None] | None = None
        self._on_finished: Callable[[int, bool], None] | None = None
        self._samples = self._seq = self._last_block = self._last_fill = 0
        self._debt = self._opened = 0.0
        self._stepping = False
        # Faults, for tests.
        self.dead = False
        """The microphone no longer calls back."""
        self.stuck = False
        """The loudspeaker no longer takes samples."""
        self.refusals = 0
        """So many times `open` fails."""
        self.lose = 0
        """So many samples are lost before the next block."""

    @property
    def now(self) -> float:
        """Seconds of virtual time."""
        return self._samples / RATE

    @property
    def quiet(self) -> bool:
        """Whether neither the host nor any player is to be heard now or later."""
        return self._playback.idle and not self._voices

    @property
    def speaking(self) -> bool:
        """Whether a line (not a cue) is queued, playing, or on its way through the output buffer."""
        return self._playback.speaking

    @property
    def sounding(self) -> bool:
        """Whether a line or a cue is to be heard just now."""
        return self._playback.sounding

    def first_heard(self, line_id: int) -> float | None:
        """When the first sample of a line was in the air, in seconds of virtual time; None if it was not (lately)."""
        at = next((at for line, at in reversed(self._playback.begun) if line == line_id), None)
        return None if at is None else self._opened + at / RATE + self.room.output_latency

    def open(self, on_block: Callable[[AudioBlock], None], on_finished: Callable[[int, bool], None]) -> None:
        """Starts the streams; nothing moves until `step`."""
        if self.refusals > 0:
            self.refusals -= 1
            raise DeviceError("the device cannot be opened", where=self.name, todo="Plug it in")
        self._on_block, self._on_finished = on_block, on_finished
        self._playback = Playback(RATE, latency=self.room.output_latency, lead_in=self.room.lead_in)
        self._last_block = self._last_fill = self._samples
        self._opened = self.now
        self.dead = self.stuck = False

    def close(self) -> None:
        """Stops the streams, reporting the lines not yet heard; the room stays, and may be opened again."""
        finished, self._on_block, self._on_finished = self._on_finished, None, None
        for line_id in self._playback.abandon():
            if finished:
                finished(line_id, False)

    def play(self, line_id: int, chunks: Iterable[AudioChunk]) -> None:
        """Queues a line for the loudspeaker."""
        if self._cost is None:
            self._playback.play(line_id, chunks)
            return
        times: list[int] = []
        self._playback.play(line_id, self._timed(chunks, times), (times[i] for i in itertools.count()))

    def _timed(self, chunks: Iterable[AudioChunk], times: list[int]) -> Iterator[AudioChunk]:
        """The chunks, noting for each when it would be ready if it were made beside the running room."""
        assert self._cost is not None
        begun = self._cost()
        for chunk in chunks:
            times.append(self._playback.position + round((self._cost() - begun) * RATE))
            yield chunk

    def flush(self) -> None:
        """Drops everything the host says and is going to say."""
        self._playback.flush()

    def inject(self, pcm: Pcm, *, at: float | None = None, rate: int = RATE, gain_db: float = 0.0) -> float:
        """A player speaks.

        Args:
            pcm: mono samples.
            at: when, in seconds of virtual time; None or a time gone by means now.
            rate: samples per second of ``pcm``.
            gain_db: added to its level.

        Returns:
            The time at which the sound ends.
        """
        sound = resample(pcm, rate, RATE).astype(np.float32) * (_from_db(gain_db) / np.float32(32768))
        first = max(self._samples, round((self.now if at is None else at) * RATE))
        self._voices.append((first, sound))
        return (first + len(sound)) / RATE

    def step(self) -> None:
        """One block of time passes; then all the time still owed by `advance`."""
        self._debt += BLOCK
        self._settle()

    def advance(self, seconds: float) -> None:
        """The room goes on for that long (rounded down to blocks; the rest is kept). Also from within a callback:
        then the time passes when the callback has returned."""
        self._debt += seconds * RATE
        self._settle()

    def _settle(self) -> None:
        if self._stepping:
            return
        self._stepping = True
        try:
            while self._debt >= BLOCK:
                self._debt -= BLOCK
                self._one_block()
        finally:
            self._stepping = False

    def _one_block(self) -> None:
        out = np.zeros(BLOCK, np.int16)
        if not self.stuck:
            out, self._last_fill = self._playback.fill(BLOCK), self._samples
        self._buffer = np.concatenate([self._buffer, out.astype(np.float32) / 32768])
        heard, self._buffer = self._buffer[:BLOCK], self._buffer[BLOCK:]
        if self.room.overdrive:
            heard = np.tanh(heard * self.room.overdrive) / np.float32(self.room.overdrive)
        self._played = np.concatenate([self._played[BLOCK:], heard])
        players = self._players()
        if self._record:
            self._table.append(_pcm(heard + players))
        at = self._samples % _NOISE
        microphone = players + self._noise[at : at + BLOCK]
        if self._played.any():
            for delay, gain in self._taps:
                end = len(self._played) - delay
                microphone += gain * self._played[end - BLOCK : end]
            if len(self._tail):
                lately = self._played[-BLOCK - len(self._tail) + 1 :]
                microphone += np.convolve(lately, self._tail, mode="valid").astype(np.float32)
        self._samples += BLOCK
        on_block, on_finished = self._on_block, self._on_finished
        if on_block and not self.dead:
            lost, self.lose = self.lose, 0
            self._last_block = self._samples
            on_block(AudioBlock(self._seq, _pcm(microphone), lost > 0, lost, out))
            self._seq += 1
        for line_id, completed in self._playback.finished():
            if on_finished:
                on_finished(line_id, completed)

    def _players(self) -> _Samples:
        mixed = np.zeros(BLOCK, np.float32)
        start, end = self._samples, self._samples + BLOCK
        for first, sound in self._voices:
            a, b = max(start, first), min(end, first + len(sound))
            if a < b:
                mixed[a - start : b - start] += sound[a - first : b - first]
        self._voices = [(first, sound) for first, sound in self._voices if first + len(sound) > end]
        return mixed

    def lost(self) -> str | None:
        """The watchdog: what has stopped for `DEAF_AFTER` seconds; None while all is well."""
        if self._on_block is None:
            return None
        if self._samples - self._last_block > DEAF_AFTER * RATE:
            return "the microphone of the virtual room"
        return "the loudspeaker of the virtual room" if self._samples - self._last_fill > DEAF_AFTER * RATE else None

    def lines(self) -> dict[int, PlayedLine]:
        """When the last lines were heard, by id, in samples at RATE since `open`."""
        return {line.line_id: line for line in self._playback.log}

    def table_talk(self) -> Pcm:
        """All that a listener in the room has heard so far."""
        return np.concatenate(self._table) if self._table else np.zeros(0, np.int16)

    def write_table_talk(self, path: Path) -> None:
        """Writes it as a WAV file; raises DeviceError when that fails."""
        write_wav(path, self.table_talk())


def _from_db(level: float) -> np.float32:
    return np.float32(10 ** (level / 20))


def _pcm(samples: _Samples) -> Pcm:
    return np.clip(np.rint(samples * 32768), -32768, 32767).astype(np.int16)


def _echo(room: Room, random: np.random.Generator) -> list[tuple[int, np.float32]]:
    """(delay in samples, gain) of the direct sound and of its reflections, which fade by 60 dB over the echo time."""
    direct = round(room.coupling_delay * RATE)
    gain = _from_db(room.coupling_db)
    taps = [(direct, gain)]
    if room.echo > 0 and not room.diffuse:
        for after in np.sort(random.uniform(0.005, room.echo, _REFLECTIONS)):
            sign = random.choice([-1.0, 1.0])
            taps.append((direct + round(after * RATE), np.float32(0.4 * sign * gain * 10 ** (-3 * after / room.echo))))
    return taps


def _tail(room: Room, random: np.random.Generator) -> _Samples:
    """The impulse response of a diffuse echo: noise that fades by 60 dB over the echo time, behind the direct sound."""
    if not room.diffuse or room.echo <= 0:
        return np.zeros(0, np.float32)
    times = np.arange(round(room.echo * RATE)) / RATE
    fading = 0.08 * _from_db(room.coupling_db) * random.standard_normal(len(times)) * 10 ** (-3 * times / room.echo)
    return np.concatenate([np.zeros(round(room.coupling_delay * RATE)), fading]).astype(np.float32)
