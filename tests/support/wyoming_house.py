"""A living room on the network: a satellite with a microphone that hears its own loudspeaker, and people.

As a program (`python wyoming_house.py PORT`) it is a process that can be killed. It reads orders from standard input
(``say FILE.wav``) and writes a JSON line for what the loudspeaker played.
"""

from __future__ import annotations

import asyncio
import json
import sys
import threading
import wave
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt
from wyoming.audio import AudioChunk, AudioFormat, AudioStart
from wyoming.event import Event
from wyoming.info import Attribution, Describe, Info, MicProgram, Satellite, SndProgram
from wyoming.ping import Ping, Pong
from wyoming.server import AsyncEventHandler, AsyncTcpServer
from wyoming.snd import Played

RATE, BLOCK = 16_000, 512
Pcm = npt.NDArray[np.int16]


class Room:
    """What the microphone hears, block by block: noise, the loudspeaker after its buffer, and people."""

    def __init__(self, *, buffer: float = 0.3, echo: float = 0.3, heard: Callable[[Pcm], None] | None = None) -> None:
        self._noise = np.random.default_rng(1)
        self._buffer, self._echo = round(buffer * RATE), echo
        self._queue: deque[Pcm] = deque()
        self._queued = 0
        self._started = False
        self._stopped = False
        self._people: deque[Pcm] = deque()
        self._heard = heard or (lambda pcm: None)
        self._segment: list[Pcm] = []
        self.blocks = 0
        self.loud_at: list[int] = []
        """Numbers of the blocks in which the loudspeaker was to be heard."""

    def play(self, pcm: Pcm) -> None:
        """Sound for the loudspeaker, which begins when its buffer is full or the sound has ended."""
        self._queue.append(pcm)
        self._queued += len(pcm)
        self._stopped = False

    def stop(self) -> None:
        """Nothing more comes."""
        self._stopped = True

    def say(self, pcm: Pcm) -> None:
        """Somebody speaks, from the next block on."""
        self._people.append(pcm)

    def step(self) -> tuple[Pcm, bool]:
        """The next block of the microphone, and whether the loudspeaker has just played everything."""
        self.blocks += 1
        played = False
        self._started = self._queued > 0 and (self._started or self._stopped or self._queued >= self._buffer)
        out = np.zeros(BLOCK, np.int16)
        if self._started:
            out = self._pull(self._queue, BLOCK)
            self._queued = max(0, self._queued - BLOCK)
            self._segment.append(out)
            self.loud_at.append(self.blocks)
        if self._queued == 0 and self._stopped:
            self._started = self._stopped = False
            played = True
            self._heard(np.concatenate(self._segment) if self._segment else out)
            self._segment = []
        sound = self._noise.normal(0, 10, BLOCK) + self._echo * out + self._pull(self._people, BLOCK)
        return np.clip(sound, -32768, 32767).astype(np.int16), played

    @staticmethod
    def _pull(source: deque[Pcm], count: int) -> Pcm:
        out = np.zeros(count, np.int16)
        done = 0
        while done < count and source:
            piece = source.popleft()
            take = min(len(piece), count - done)
            out[done : done + take] = piece[:take]
            done += take
            if take < len(piece):
                source.appendleft(piece[take:])
        return out


class House(AsyncEventHandler):
    """The satellite's side of a connection.

    Args:
        room: what is heard and played.
        kind: ``satellite``, ``mic``, ``snd``, or ``mute`` (describes itself as nothing and answers no ping).
        speed: blocks come so many times as fast as in the world.
        bursts: so many blocks are held back and come together.
        reports: says ``played``.
    """

    def __init__(
        self, *args: Any, room: Room, kind: str = "satellite", speed: float = 1.0, bursts: int = 1, reports: bool = True
    ) -> None:
        super().__init__(*args)
        self._room, self._kind, self._speed, self._bursts = room, kind, speed, bursts
        self._reports = reports
        self._task: asyncio.Task[None] | None = None
        if kind in ("mic", "snd", "mute"):
            self._run()

    def _run(self) -> None:
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._stream())

    async def _stream(self) -> None:
        loop = asyncio.get_running_loop()
        begun, sent, held = loop.time(), 0, []
        try:
            if self._kind != "snd":
                await self.write_event(AudioStart(RATE, 2, 1).event())
            while True:
                sent += 1
                pcm, played = self._room.step()
                held.append(pcm)
                if self._kind != "snd" and len(held) >= self._bursts:
                    await self.write_event(AudioChunk(RATE, 2, 1, np.concatenate(held).tobytes()).event())
                    held = []
                if played and self._reports:
                    await self.write_event(Played().event())
                await asyncio.sleep(max(0.0, begun + sent * BLOCK / RATE / self._speed - loop.time()))
        except (ConnectionError, asyncio.CancelledError):
            return

    async def handle_event(self, event: Event) -> bool:
        if Describe.is_type(event.type) and self._kind != "mute":
            await self.write_event(self._info().event())
        elif Ping.is_type(event.type) and self._kind != "mute":
            await self.write_event(Pong(Ping.from_event(event).text).event())
        elif event.type == "run-satellite":
            self._run()
        elif AudioChunk.is_type(event.type):
            chunk = AudioChunk.from_event(event)
            pcm = np.frombuffer(chunk.audio, "<i2")
            if chunk.rate != RATE:
                at = np.arange(0, len(pcm), chunk.rate / RATE)
                pcm = np.interp(at, np.arange(len(pcm)), pcm).astype(np.int16)
            self._room.play(pcm)
        elif event.type == "audio-stop":
            self._room.stop()
        return True

    async def disconnect(self) -> None:
        if self._task:
            self._task.cancel()

    def _info(self) -> Info:
        who = Attribution("test", "")
        if self._kind == "satellite":
            return Info(satellite=Satellite("living room", who, True, None, "1"))
        if self._kind == "mic":
            return Info(mic=[MicProgram("test-mic", who, True, None, "1", AudioFormat(RATE, 2, 1))])
        return Info(snd=[SndProgram("test-snd", who, True, None, "1", AudioFormat(RATE, 2, 1))])


def read_wav(path: str) -> Pcm:
    """A WAV at RATE."""
    with wave.open(path, "rb") as wav:
        assert wav.getframerate() == RATE
        return np.frombuffer(wav.readframes(wav.getnframes()), "<i2")


async def main(port: int) -> None:
    """A house in a process of its own."""

    def heard(pcm: Pcm) -> None:
        print(json.dumps({"played": round(len(pcm) / RATE, 2)}), flush=True)

    room = Room(heard=heard)

    def orders() -> None:
        for line in sys.stdin:
            verb, _, rest = line.strip().partition(" ")
            if verb == "say":
                room.say(read_wav(rest))

    threading.Thread(target=orders, daemon=True).start()
    server = AsyncTcpServer("127.0.0.1", port)
    await server.start(partial(House, room=room))
    print(json.dumps({"ready": port}), flush=True)
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1])))
