"""The real PortAudio in processes of their own: over ALSA's file and null plugins, and through a PulseAudio null sink.

The ALSA plugins are not paced, so only formats and bytes are checked there; the null sink runs in real time.
"""

from __future__ import annotations

import ctypes.util
import json
import os
import shutil
import subprocess
import sys
import time
import wave
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[2]
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        ctypes.util.find_library("portaudio") is None, reason="the PortAudio library is missing (libportaudio2)"
    ),
]
# The null plugin alone would "record" whatever lies in memory.
FILE = """
pcm.!default {{
  type asym
  playback.pcm {{ type plug slave.pcm {{ type file format wav file "{out}" slave.pcm {{ type null }} }} }}
  capture.pcm {{ type plug slave.pcm {{
    type file format raw file /dev/null infile /dev/zero slave.pcm {{ type null }}
  }} }}
}}
"""
PULSE = "pcm.!default { type pulse }\nctl.!default { type pulse }\n"


def child(home: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs Python with that home folder."""
    env = os.environ | {"HOME": str(home), "PYTHONPATH": str(ROOT), "QUIZHOST_HOME": str(home)} | environment
    return subprocess.run([sys.executable, *arguments], env=env, cwd=ROOT, capture_output=True, text=True, timeout=60)


def sound_card(home: Path, seconds: float, program: str = "sound_card", **environment: str) -> dict[str, Any]:
    """What a program of `support` found out."""
    done = child(home, f"tests/support/{program}.py", str(seconds), **environment)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.fixture
def alsa(tmp_path: Path) -> Path:
    """A home folder whose default sound device writes a WAV file."""
    (tmp_path / ".asoundrc").write_text(FILE.format(out=tmp_path / "out.wav"))
    return tmp_path


def test_every_sample_reaches_the_device(alsa: Path) -> None:
    """Through the real PortAudio into a file: lead-in, the sweep, and then samples that are the same to the bit."""
    found = sound_card(alsa, 0.3)
    assert found["errors"] == 0 and not found["hung"]
    assert [line for _, line, done in found["finished"] if done] == [1, 2]
    with wave.open(str(alsa / "out.wav")) as wav:
        rate, channels = wav.getframerate(), wav.getnchannels()
        # The plugin writes the length on closing only.
        raw = (alsa / "out.wav").read_bytes()[44:]
    assert [rate, channels] == found["used"]["loudspeaker"]
    pcm = np.frombuffer(raw[: len(raw) // 2 * 2], "<i2")[::channels]
    first = int(np.flatnonzero(pcm)[0])
    assert first / rate >= 0.15
    ramp = np.arange(1, 2001, dtype=np.int16)
    end = int(np.flatnonzero(pcm)[-1]) + 1
    assert np.array_equal(pcm[end - 2000 : end], ramp)


def test_the_command_lists_and_tests_them(alsa: Path) -> None:
    """`quizhost devices` names the default, and its test says that a null microphone hears only silence."""
    listed = json.loads(child(alsa, "-m", "host.cli", "devices", "--json").stdout)
    assert listed["microphone"] == listed["speaker"] == "default, ALSA"
    tested = child(alsa, "-m", "host.cli", "devices", "--test")
    assert tested.returncode == 1 and "hears only silence" in tested.stdout
    assert "Traceback" not in tested.stderr and "ALSA lib" not in tested.stderr


def test_no_device_is_a_sentence(tmp_path: Path) -> None:
    """Where ALSA has no device at all the command lists none, and its test says so in one sentence."""
    if json.loads(child(tmp_path, "-m", "host.cli", "devices", "--json").stdout)["devices"]:
        pytest.skip("this machine has sound devices")
    tested = child(tmp_path, "-m", "host.cli", "devices", "--test")
    assert tested.returncode == 1
    assert tested.stderr == "quizhost: no loudspeaker was found. Plug one in, or play typed.\n"


def test_alsa_keeps_quiet(tmp_path: Path) -> None:
    """What ALSA has to complain of does not reach the terminal, where a screen reader would read it aloud."""
    complain = (
        "import ctypes; ctypes.CDLL('libasound.so.2').snd_pcm_open(ctypes.byref(ctypes.c_void_p()), b'nobody', 0, 0)"
    )
    assert "ALSA lib" in child(tmp_path, "-c", complain).stderr
    quiet = f"from host.speech.portaudio import backend; backend(); {complain}"
    assert "ALSA lib" not in child(tmp_path, "-c", quiet).stderr


@pytest.fixture
def pulse(tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """A PulseAudio of our own: its loudspeaker is a null sink, its microphone that sink's monitor."""
    if shutil.which("pulseaudio") is None:
        pytest.skip("PulseAudio is missing (pulseaudio, libasound2-plugins)")
    runtime = tmp_path / "run"
    runtime.mkdir(mode=0o700)
    (tmp_path / ".asoundrc").write_text(PULSE)
    modules = ("module-null-sink sink_name=room rate=48000", "module-native-protocol-unix")
    command = ["pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no"]
    server = subprocess.Popen(
        [*command, *(word for module in modules for word in ("-L", module))],
        env=os.environ | {"HOME": str(tmp_path), "XDG_RUNTIME_DIR": str(runtime)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        for _ in range(100):
            if (runtime / "pulse" / "native").exists():
                break
            if server.poll() is not None:
                pytest.skip("PulseAudio does not start here")
            time.sleep(0.05)
        yield tmp_path, str(runtime)
    finally:
        server.terminate()
        server.wait(10)


def test_host_to_microphone_and_back_in_real_time(pulse: tuple[Path, str]) -> None:
    """Over a paced sink the sweep comes back whole, blocks keep time, and the end is reported when it was heard."""
    home, runtime = pulse
    found = sound_card(home, 4.0, XDG_RUNTIME_DIR=runtime)
    if "error" in found:
        pytest.skip(f"no PulseAudio device in ALSA (libasound2-plugins): {found['error']}")
    assert found["likeness"] > 0.99
    assert found["errors"] == 0 and found["lost"] is None
    assert [line for _, line, done in found["finished"] if done] == [1, 2]
    # 512 samples at 16 kHz a block, however they were delivered.
    assert found["block_seconds"] == pytest.approx(found["blocks"] * 0.032, abs=0.4)
    # Reported neither before the sound is over nor long after; capture has its own latency on top.
    finished = found["finished"][0][0]
    assert found["last_heard"] - 0.35 < finished < found["last_heard"] + 0.5


def test_the_host_is_taken_out_of_a_real_microphone(pulse: tuple[Path, str]) -> None:
    """Through real buffers and clocks the host's voice is found where it is expected and falls by more than 6 dB.

    On a quiet machine it is 30 dB; on a busy one the loudspeaker runs dry and the way is learnt again and again.
    """
    home, runtime = pulse
    found = sound_card(home, 8.0, "echo_path", XDG_RUNTIME_DIR=runtime)
    if "error" in found:
        pytest.skip(f"no PulseAudio device in ALSA (libasound2-plugins): {found['error']}")
    assert found["reduction_db"] > 6 and found["sure"] > 0.4 and found["above"] < 4
