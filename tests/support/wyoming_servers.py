"""Servers on the loopback address: well-behaved ones, written with the package ``wyoming``, and others."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import threading
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

import numpy as np
from wyoming.asr import Transcript, TranscriptChunk, TranscriptStart, TranscriptStop
from wyoming.audio import AudioChunk, AudioStart, AudioStop
from wyoming.event import Event
from wyoming.info import AsrModel, AsrProgram, Attribution, Describe, Info, TtsProgram, TtsVoice
from wyoming.server import AsyncEventHandler, AsyncTcpServer

from host.speech.audio import RATE, Pcm
from host.speech.audio import AudioChunk as Chunk
from host.speech.ports import Ears, Synthesizer
from host.speech.wyoming.address import Address
from host.speech.wyoming.hall import Hall, HallGuest
from host.speech.wyoming.server import Server

ATTRIBUTION = Attribution("test", "")


def free_port() -> int:
    """A port that nobody uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def hall(
    ears: Mapping[str, Ears] | None = None, voices: Mapping[str, Synthesizer] | None = None, **limits: Any
) -> Iterator[Server]:
    """Our own server with these engines."""
    engines = Hall(ears or {}, voices or {})
    port = limits.pop("port", 0)
    server = Server(Address("tcp", "127.0.0.1", port), lambda link: HallGuest(engines, link), **limits)
    server.start()
    try:
        yield server
    finally:
        server.close()


@contextlib.contextmanager
def foreign(handler: Callable[..., AsyncEventHandler], **how: Any) -> Iterator[Address]:
    """A server of the package, in a thread of its own."""
    port, ready, over = how.pop("port", 0) or free_port(), threading.Event(), threading.Event()

    async def run() -> None:
        server = AsyncTcpServer("127.0.0.1", port)
        await server.start(partial(handler, **how))
        ready.set()
        while not over.is_set():
            await asyncio.sleep(0.01)
        await server.stop()

    thread = threading.Thread(target=lambda: asyncio.run(run()), daemon=True)
    thread.start()
    assert ready.wait(10)
    try:
        yield Address("tcp", "127.0.0.1", port)
    finally:
        over.set()
        thread.join(5)


@contextlib.contextmanager
def raw(behave: Callable[[socket.socket], None]) -> Iterator[Address]:
    """Something that does what it likes with each connection, closing it afterwards."""
    listening = socket.create_server(("127.0.0.1", 0))
    taken: list[socket.socket] = []

    def serve(connected: socket.socket) -> None:
        with contextlib.suppress(OSError):
            behave(connected)
            connected.close()

    def run() -> None:
        while True:
            try:
                connected, _ = listening.accept()
            except OSError:
                return
            taken.append(connected)
            threading.Thread(target=serve, args=(connected,), daemon=True).start()

    threading.Thread(target=run, daemon=True).start()
    try:
        yield Address("tcp", "127.0.0.1", listening.getsockname()[1])
    finally:
        listening.close()
        for connected in taken:
            connected.close()


def asr_info(*languages: str) -> Info:
    """A recogniser that describes itself."""
    model = AsrModel("small", ATTRIBUTION, True, None, None, list(languages))
    return Info(asr=[AsrProgram("strange-asr", ATTRIBUTION, True, None, "3.1", [model])])


def tts_info(*voices: tuple[str, str]) -> Info:
    """A voice that describes itself: (name, language) of each."""
    found = [TtsVoice(name, ATTRIBUTION, True, None, None, [language]) for name, language in voices]
    return Info(tts=[TtsProgram("strange-tts", ATTRIBUTION, True, None, "0.9", found)])


class ForeignAsr(AsyncEventHandler):
    """Transcribes like the servers one meets: closes after each transcript, streams, or stays; knows no ping."""

    def __init__(self, *args: Any, closes: bool = False, streams: str = "", heard: list[Any] | None = None) -> None:
        super().__init__(*args)
        self._closes, self._streams, self._heard = closes, streams, heard if heard is not None else []
        self._sound = b""

    async def handle_event(self, event: Event) -> bool:
        if Describe.is_type(event.type):
            await self.write_event(asr_info("en_US", "de").event())
        elif event.type == "transcribe":
            self._heard.append(event.data)
        elif AudioChunk.is_type(event.type):
            self._sound += AudioChunk.from_event(event).audio
        elif AudioStop.is_type(event.type):
            self._heard.append(len(self._sound) // 2)
            self._sound = b""
            if self._streams:
                await self.write_event(TranscriptStart().event())
                for word in ("green ", "head", "quarters"):
                    await self.write_event(TranscriptChunk(word).event())
            if self._streams != "only":
                await self.write_event(Transcript(" green headquarters ").event())
            if self._streams:
                await self.write_event(TranscriptStop().event())
            return not self._closes
        return True


class ForeignTts(AsyncEventHandler):
    """Speaks a tone of a second, with silence around it, in a format of its own."""

    def __init__(
        self, *args: Any, rate: int = 22_050, channels: int = 1, width: int = 2, asked: list[Any] | None = None
    ) -> None:
        super().__init__(*args)
        self._rate, self._channels, self._width = rate, channels, width
        self._asked = asked if asked is not None else []

    async def handle_event(self, event: Event) -> bool:
        if Describe.is_type(event.type):
            await self.write_event(tts_info(("anna", "en_GB"), ("berta", "de_DE"), ("carl", "en_US")).event())
        elif event.type == "synthesize":
            self._asked.append(event.data)
            pcm = np.concatenate([np.zeros(self._rate // 2, np.int16), tone(1.0, self._rate)])
            pcm = np.concatenate([pcm, np.zeros(self._rate // 2, np.int16)])
            frames = np.repeat(pcm, self._channels)
            raw_pcm = frames.astype("<i2").tobytes() if self._width == 2 else (frames.astype("<i4") << 16).tobytes()
            how = (self._rate, self._width, self._channels)
            await self.write_event(AudioStart(*how).event())
            step = 1000 * self._channels * self._width
            for at in range(0, len(raw_pcm), step):
                await self.write_event(AudioChunk(*how, raw_pcm[at : at + step]).event())
            await self.write_event(AudioStop().event())
        return True


def tone(seconds: float, rate: int = RATE, hertz: float = 220.0) -> Pcm:
    """A sine at a third of full scale."""
    return (11_000 * np.sin(2 * np.pi * hertz * np.arange(round(seconds * rate)) / rate)).astype(np.int16)


class Buzz:
    """A voice for tests: a quarter of a second of tone a word, so that length tells how much was said."""

    def __init__(self, language: str = "en", name: str = "buzz", hertz: float = 220.0) -> None:
        self.language, self.name, self._hertz = language, name, hertz
        self.said: list[str] = []

    def synthesize(self, text: str, *, rate: float = 1.0) -> Iterator[Chunk]:
        self.said.append(text)
        for _ in text.split():
            yield Chunk(RATE, tone(0.25, RATE, self._hertz))
