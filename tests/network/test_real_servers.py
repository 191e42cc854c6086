"""The servers of the Rhasspy project themselves, on the loopback address.

They want environments of their own. Where there is one, name its Python in QUIZHOST_WYOMING_SERVERS (wyoming-piper and
wyoming-faster-whisper) and QUIZHOST_WYOMING_SATELLITE (wyoming-satellite); without them these tests are skipped.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest
from support.wyoming_servers import free_port, tone

from host.app.halves import HalvesKeeper
from host.app.network import Network
from host.errors import DeviceError
from host.speech import installed
from host.speech.audio import RATE, AudioBlock, AudioChunk, Utterance, resample
from host.speech.synthesizer import piper_voices
from host.speech.wyoming.address import Address
from host.speech.wyoming.ears import WyomingEars
from host.speech.wyoming.microphone import RemoteMicrophone
from host.speech.wyoming.service import Service
from host.speech.wyoming.speaker import RemoteSpeaker
from host.speech.wyoming.station import Station
from host.speech.wyoming.voice import WyomingVoice
from host.speech.wyoming.wire import connect

SERVERS, SATELLITE = os.environ.get("QUIZHOST_WYOMING_SERVERS"), os.environ.get("QUIZHOST_WYOMING_SATELLITE")
pytestmark = [pytest.mark.speech, pytest.mark.slow]


@contextmanager
def running(python: str, module: str, *options: str) -> Iterator[Address]:
    """A server in a process of its own."""
    address = Address("tcp", "127.0.0.1", free_port())
    command = [python, "-m", module, "--uri", str(address), *options]
    process = subprocess.Popen(command, env=os.environ | {"HF_HUB_OFFLINE": "1"}, stderr=subprocess.DEVNULL)
    try:
        end = time.monotonic() + 60
        while True:
            try:
                connect(address).close()
                break
            except DeviceError:
                assert process.poll() is None and time.monotonic() < end, "the server did not start"
                time.sleep(0.2)
        yield address
    finally:
        process.kill()
        process.wait(10)


@pytest.mark.skipif(not SERVERS, reason="QUIZHOST_WYOMING_SERVERS is not set")
def test_piper_speaks_and_whisper_understands_it(tmp_path: Path) -> None:
    """What wyoming-piper says, wyoming-faster-whisper hears."""
    assert SERVERS
    voices = piper_voices([])
    if not voices or None in map(installed.package_folder, installed.WHISPER_PARTS):
        pytest.skip("needs the Piper voice and the Whisper model that come as packages")
    for suffix in ("", ".json"):
        shutil.copy(f"{voices[0]}{suffix}", tmp_path / f"en_US-joe-medium.onnx{suffix}")
    model = installed.join_whisper_packages(tmp_path / "whisper")
    piper = ("--voice", "en_US-joe-medium", "--data-dir", str(tmp_path), "--local-files-only")
    whisper = ("--model", str(model), "--data-dir", str(model), "--language", "en", "--compute-type", "int8")
    with (
        running(SERVERS, "wyoming_piper", *piper) as speaking,
        running(SERVERS, "wyoming_faster_whisper", *whisper, "--stt-library", "faster-whisper") as hearing,
    ):
        voice = WyomingVoice(Service(speaking), "en", first=30.0)
        ears = WyomingEars(Service(hearing), "en", within=60.0)
        for _ in range(2):
            chunks = list(voice.synthesize("The Pacific Ocean is the largest of all."))
            pcm = resample(np.concatenate([chunk.pcm for chunk in chunks]), chunks[0].rate, RATE)
            transcript, scores = ears.hear(Utterance(1, pcm), ("the Pacific Ocean",))
            assert "pacific ocean is the largest" in transcript.text.lower() and scores is None


@pytest.mark.skipif(not SATELLITE, reason="QUIZHOST_WYOMING_SATELLITE is not set")
def test_a_satellite_listens_and_plays(tmp_path: Path) -> None:
    """wyoming-satellite streams its microphone in real time and plays a line to its end."""
    assert SATELLITE
    played = tmp_path / "played"
    microphone = tmp_path / "microphone.py"
    microphone.write_text(
        "import sys, time\nwhile True:\n    sys.stdout.buffer.write(bytes(2048))\n"
        "    sys.stdout.buffer.flush()\n    time.sleep(0.064)\n"
    )
    loudspeaker = tmp_path / "loudspeaker.py"
    loudspeaker.write_text(
        f"import sys\nwith open({str(played)!r}, 'ab', 0) as out:\n"
        "    while piece := sys.stdin.buffer.read1(4096):\n        out.write(piece)\n"
    )
    commands = ("--mic-command", f"{sys.executable} {microphone}", "--snd-command", f"{sys.executable} {loudspeaker}")
    with running(SATELLITE, "wyoming_satellite", "--name", "test", *commands) as address:
        station, blocks, finished = Station(address), list[AudioBlock](), list[tuple[int, bool]]()
        ears, mouth = RemoteMicrophone(station), RemoteSpeaker(station)
        sound = HalvesKeeper(ears, mouth, far=[ears, mouth], network=Network())
        sound.open(blocks.append, lambda line, done: finished.append((line, done)))
        sound.play(1, [AudioChunk(22_050, tone(1.0, 22_050))])
        end = time.monotonic() + 30
        while not finished and time.monotonic() < end:
            time.sleep(0.02)
        assert finished == [(1, True)] and len(blocks) > 20
        assert sound.check(time.monotonic()) is None
        sound.close()
    assert played.stat().st_size / 2 / 22_050 == pytest.approx(1.0, abs=0.1)
