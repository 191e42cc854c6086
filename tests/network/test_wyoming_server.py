"""Our server: any Wyoming client is served, several at once, and none can exhaust it."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.command import ROOT
from support.hearing import ScriptedEars
from support.wyoming_servers import Buzz, free_port, hall
from wyoming.asr import Transcribe
from wyoming.audio import AudioChunk, AudioStart, AudioStop
from wyoming.client import AsyncTcpClient
from wyoming.event import Event
from wyoming.info import Describe, Info
from wyoming.ping import Ping
from wyoming.tts import Synthesize, SynthesizeChunk, SynthesizeStart, SynthesizeStop, SynthesizeVoice

from host.errors import DeviceError
from host.speech.audio import RATE, Utterance
from host.speech.wyoming.address import Address
from host.speech.wyoming.ears import WyomingEars
from host.speech.wyoming.server import Server
from host.speech.wyoming.service import Service
from host.speech.wyoming.voice import WyomingVoice


def ask(server: Server, *events: Event, until: str) -> list[Event]:
    """What the client of the package receives, up to an event of a kind."""

    async def talk() -> list[Event]:
        async with AsyncTcpClient(server.address.host, server.address.port, 2.0, 10.0) as client:
            for event in events:
                await client.write_event(event)
            got: list[Event] = []
            while not got or got[-1].type != until:
                event = await client.read_event()
                assert event is not None, [e.type for e in got]
                got.append(event)
            return got

    return asyncio.run(talk())


def test_it_describes_itself_in_the_usual_way() -> None:
    """Home Assistant finds the ears and voices with their languages; a ping comes back with its text."""
    with hall({"en": ScriptedEars(), "fr": ScriptedEars(language="fr")}, {"de": Buzz("de")}) as server:
        event, pong = ask(server, Describe().event(), Ping("x").event(), until="pong")
    info = Info.from_event(event)
    assert [model.languages for model in info.asr[0].models] == [["en"], ["fr"]]
    assert [(voice.name, voice.languages) for voice in info.tts[0].voices] == [("buzz", ["de"])]
    assert info.tts[0].supports_synthesize_streaming and pong.data == {"text": "x"}


def test_sound_in_any_format_is_heard() -> None:
    """A microphone at 48 kHz with two channels: the ears get 16 kHz mono."""
    ears = ScriptedEars(["Paris"])
    pcm = np.repeat((8000 * np.sin(np.arange(48_000) / 20)).astype("<i2"), 2).tobytes()
    chunks = [AudioChunk(48_000, 2, 2, pcm[at : at + 4096]).event() for at in range(0, len(pcm), 4096)]
    with hall({"en": ears}) as server:
        start = AudioStart(48_000, 2, 2).event()
        got = ask(server, Transcribe(language="en-GB").event(), start, *chunks, AudioStop().event(), until="transcript")
    assert got[-1].data == {"text": "Paris", "language": "en"}
    heard = ears.asked[0][0].pcm
    assert len(heard) == pytest.approx(RATE, rel=0.02) and np.abs(heard).max() == pytest.approx(8000, rel=0.05)


def test_text_is_spoken_whole_and_as_a_stream() -> None:
    """A whole text in one answer; a stream sentence by sentence while the text still comes, then the end of it."""
    buzz = Buzz()
    with hall(voices={"en": buzz}) as server:
        voice = SynthesizeVoice(language="en")
        whole = ask(server, Synthesize("one two three", voice).event(), until="audio-stop")
        stream = ask(
            server,
            SynthesizeStart(voice).event(),
            SynthesizeChunk("First sen").event(),
            SynthesizeChunk("tence. Second").event(),
            Synthesize("First sentence. Second one", voice).event(),
            SynthesizeChunk(" one").event(),
            SynthesizeStop().event(),
            until="synthesize-stopped",
        )
    assert sum(len(event.payload or b"") for event in whole) == 3 * RATE // 4 * 2
    assert buzz.said == ["one two three", "First sentence. ", "Second one"]
    assert [event.type for event in stream].count("audio-stop") == 2


@pytest.mark.parametrize(
    "event, code",
    [
        (Transcribe(language="zh").event(), "language"),
        (Synthesize("hi", SynthesizeVoice(name="nobody")).event(), "voice"),
        (Event("synthesize", {}), "event"),
        (Event("audio-chunk", {"rate": "x", "width": 2, "channels": 1}, b"12"), "audio-format"),
    ],
)
def test_what_cannot_be_done_is_refused_in_words(event: Event, code: str) -> None:
    """An ``error`` event with text and code, not a closed line."""
    with hall({"en": ScriptedEars()}, {"en": Buzz()}) as server:
        refused = ask(server, event, until="error")[-1]
    assert refused.data["code"] == code and refused.data["text"]


def test_unknown_events_are_passed_over() -> None:
    """As the protocol wants it, so that newer clients work."""
    with hall({"en": ScriptedEars()}) as server:
        assert ask(server, Event("news-from-2030", {"a": 1}, b"x"), Ping("p").event(), until="pong")


class SlowEars(ScriptedEars):
    """Takes its time, and notices when two ask at once."""

    working = 0
    most = 0

    def hear(self, utterance: Utterance, candidates: Any) -> Any:
        self.working += 1
        self.most = max(self.most, self.working)
        time.sleep(0.02)
        self.working -= 1
        return super().hear(utterance, candidates)


def test_several_tables_at_once() -> None:
    """Eight tables ask and listen at the same time: everybody gets the answer to their own question."""
    ears, buzz = SlowEars(["Paris"]), Buzz()
    wrong: list[object] = []
    with hall({"en": ears}, {"en": buzz}) as server:

        def table(number: int) -> None:
            service = Service(server.address)
            far, voice = WyomingEars(service, "en"), WyomingVoice(service, "en")
            for turn in range(3):
                utterance = Utterance(turn, np.full(1600 + number, 500 + turn, np.int16))
                _, scores = far.hear(utterance, ("Paris", f"{number} {turn}"))
                if scores is None or scores.candidates[1].text != f"{number} {turn}":
                    wrong.append((number, turn, scores))
                said = sum(chunk.seconds for chunk in voice.synthesize(" ".join(["word"] * (number + turn + 1))))
                if abs(said - 0.25 * (number + turn + 1)) > 0.02:
                    wrong.append((number, turn, said))

        tables = [threading.Thread(target=table, args=(number,)) for number in range(8)]
        for thread in tables:
            thread.start()
        for thread in tables:
            thread.join(30)
    assert wrong == [] and len(ears.asked) == 24
    assert ears.most == 1, "an engine is not made for two at once"


def test_too_many_clients_are_told_so() -> None:
    """Beyond the limit a client gets an error and the others are served on."""
    with hall({"en": ScriptedEars()}, most=2) as server:
        held = [socket.create_connection((server.address.host, server.address.port)) for _ in range(2)]
        end = time.monotonic() + 60
        while server.clients < 2 and time.monotonic() < end:
            time.sleep(0.005)
        refused = ask(server, until="error")[-1]
        assert refused.data == {"text": "too many clients", "code": "busy"}
        held[0].close()
        while server.clients > 1 and time.monotonic() < end:
            time.sleep(0.005)
        assert ask(server, Ping("p").event(), until="pong")
        held[1].close()


@pytest.mark.parametrize(
    "sent",
    [
        b"GET / HTTP/1.0\r\n\r\n",
        b'{"type": "audio-chunk", "data": {}, "payload_length": 8000000000}\n' + bytes(1000),
        b'{"type": "x", "data_length": -5}\n',
        b"\x00" * 5_000_000,
    ],
    ids=["http", "huge", "negative", "zeros"],
)
def test_rubbish_is_let_go(sent: bytes) -> None:
    """Such a client is closed, without an error of ours, and the next one is served."""
    with hall({"en": ScriptedEars()}) as server:
        with socket.create_connection((server.address.host, server.address.port)) as rude:
            rude.settimeout(10)
            try:
                rude.sendall(sent)
                rude.shutdown(socket.SHUT_WR)
                while rude.recv(4096):
                    pass
            except ConnectionError:
                pass
        assert ask(server, Ping("p").event(), until="pong")
        assert server.last_error is None


def test_endless_sound_fills_no_memory() -> None:
    """A client that never stops sending is heard for half a minute; what comes after is thrown away."""
    ears = ScriptedEars(["Paris"])
    minute = [AudioChunk(RATE, 2, 1, bytes(64_000)).event() for _ in range(60)]
    with hall({"en": ears}) as server:
        ask(server, AudioStart(RATE, 2, 1).event(), *minute, AudioStop().event(), until="transcript")
    assert len(ears.asked[0][0].pcm) == 30 * RATE


def test_a_silent_client_is_let_go() -> None:
    """Whoever connects and says nothing does not hold a place for ever."""
    with hall({"en": ScriptedEars()}, idle=0.1) as server:
        with socket.create_connection((server.address.host, server.address.port)) as sleeper:
            sleeper.settimeout(5)
            assert sleeper.recv(1) == b""
        assert server.last_error is None


def test_a_long_evening_leaves_nothing_behind() -> None:
    """Three hundred connections, half of them broken off in the middle: no thread, no file and no client is left."""
    files, threads = Path("/proc/self/fd"), threading.active_count()
    if not files.is_dir():
        pytest.skip("the system does not tell the open files")
    with hall({"en": ScriptedEars(["Paris"])}, {"en": Buzz()}) as server:
        before = len(list(files.iterdir()))
        for number in range(300):
            with socket.create_connection((server.address.host, server.address.port)) as client:
                client.sendall(b'{"type": "describe"}\n' if number % 2 else b'{"type": "audio-chunk", "payload_len')
                if number % 2:
                    client.settimeout(10)
                    assert client.recv(10)
        end = time.monotonic() + 60
        while (server.clients or threading.active_count() > threads + 1) and time.monotonic() < end:
            time.sleep(0.01)
        assert server.clients == 0 and server.served == 300
        assert threading.active_count() <= threads + 1
        assert len(list(files.iterdir())) <= before
        assert server.last_error is None


def test_a_busy_port_is_named() -> None:
    """Two servers on one port: one sentence for the second."""
    with hall({"en": ScriptedEars()}) as server, pytest.raises(DeviceError, match="cannot listen there"):
        Server(server.address, lambda link: None)  # type: ignore[arg-type,return-value]


def test_a_socket_file_of_a_dead_server_is_replaced(tmp_path: Path) -> None:
    """After a kill the Unix socket is taken over; a file that is none is left alone."""
    path = tmp_path / "ears"
    dead = socket.socket(socket.AF_UNIX)
    dead.bind(str(path))
    dead.close()
    server = Server(Address("unix", path=str(path)), lambda link: None)  # type: ignore[arg-type,return-value]
    server.close()
    assert not path.exists()
    path.write_text("mine")
    with pytest.raises(DeviceError):
        Server(Address("unix", path=str(path)), lambda link: None)  # type: ignore[arg-type,return-value]
    assert path.read_text() == "mine"


def test_the_command_serves_and_ends_when_told(tmp_path: Path) -> None:
    """`quizhost wyoming serve` says what it serves, `check` sees it, and SIGTERM ends it with status 0."""
    uri = f"tcp://127.0.0.1:{free_port()}"
    command = [sys.executable, "-m", "host.cli", "wyoming"]
    env = os.environ | {"QUIZHOST_HOME": str(tmp_path)}
    serve = [*command, "serve", "--only", "voice", "--lang", "fr", "--uri", uri]
    process = subprocess.Popen(serve, cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(2)]
        assert lines[0].startswith("Voice fr: ") and lines[1].startswith(f"Serving at {uri}.")
        done = subprocess.run([*command, "check", uri], cwd=ROOT, env=env, capture_output=True, text=True, timeout=60)
        assert done.returncode == 0 and "a voice; speaks fr; answers in " in done.stdout
        process.send_signal(signal.SIGTERM)
        assert process.wait(10) == 0
    finally:
        process.kill()
