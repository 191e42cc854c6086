"""Plays a recording on the loudspeaker of this machine, and waits until it has been heard."""

from __future__ import annotations

import threading

from host.speech.audio import RATE, AudioChunk, Pcm
from host.speech.devices import RealAudio


def play_aloud(pcm: Pcm) -> None:
    """Plays mono sound at RATE; raises DeviceError when there is no loudspeaker."""
    heard = threading.Event()
    audio = RealAudio(microphone=False)
    audio.open(lambda block: None, lambda line_id, completed: heard.set())
    try:
        audio.play(1, [AudioChunk(RATE, pcm)])
        heard.wait(len(pcm) / RATE + 10.0)
    finally:
        audio.close()
