"""Whisper for real, joined from the two packages that carry its halves."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from host.errors import DeviceError
from host.speech import installed
from host.speech.audio import RATE, Pcm, Utterance, resample
from host.speech.whisper import WhisperEars

pytestmark = [pytest.mark.speech, pytest.mark.slow]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The joined model."""
    pytest.importorskip("faster_whisper", reason="needs the whisper extra")
    for package in installed.WHISPER_PARTS:
        pytest.importorskip(package, reason="needs the two halves of Whisper base")
    return installed.join_whisper_packages(tmp_path_factory.mktemp("models") / "whisper-base")


def _speaker(language: str) -> Callable[[str], Pcm]:
    from host.speech.espeak import EspeakSynthesizer

    try:
        voice = EspeakSynthesizer(language)
    except DeviceError:
        pytest.skip("needs espeak-ng")

    def say(text: str) -> Pcm:
        pcm = np.concatenate([resample(c.pcm, c.rate, RATE) for c in voice.synthesize(text, rate=0.9)])
        return np.pad(pcm, (RATE // 2, RATE // 2))

    return say


@pytest.mark.parametrize(
    "language, said, others",
    [
        ("fr", "La Tour Eiffel", ("La tour de Pise", "Le Louvre", "La Loire", "Marseille", "Molière")),
        ("de", "Die Zugspitze", ("Der Watzmann", "Die Ostsee", "Zürich", "Der Rhein", "Mozart")),
        ("es", "Don Quijote", ("Don Juan", "Sancho Panza", "El Escorial", "Sevilla", "Picasso")),
    ],
)
def test_the_spoken_answer_is_ranked_first(folder: Path, language: str, said: str, others: tuple[str, ...]) -> None:
    """In French, German and Spanish the answer that was spoken fits the sound best."""
    ears = WhisperEars(folder, language, name="Whisper base")
    transcript, scores = ears.hear(Utterance(1, _speaker(language)(said)), (*others, said))
    assert transcript.text and scores is not None
    assert max(scores.candidates, key=lambda s: s.loglik).text == said
    assert [s.text for s in scores.candidates] == [*others, said]


def test_silence_is_heard_as_nothing(folder: Path) -> None:
    """Whisper's inventions on silence never come through."""
    transcript, scores = WhisperEars(folder, "en").hear(Utterance(1, np.zeros(RATE, np.int16)), ("Oslo",))
    assert transcript.text == "" and scores is not None and scores.candidates[0].loglik < -500


def test_the_joined_model_is_found(folder: Path) -> None:
    """A joined model in the models folder is offered for every language."""
    found = installed.whisper(folder.parent)
    assert found is not None and (found.name, found.language) == ("Whisper base", "*") and found.megabytes > 100


def test_halves_that_do_not_fit_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Damaged halves leave no model behind, and say so."""
    for number, package in enumerate(installed.WHISPER_PARTS, 1):
        data = tmp_path / package / "data"
        data.mkdir(parents=True)
        (data / f"model.bin.part{number}").write_bytes(b"half")
    monkeypatch.setattr(installed, "package_folder", lambda package: tmp_path / package)
    with pytest.raises(DeviceError, match="do not make the model"):
        installed.join_whisper_packages(tmp_path / "joined")
    assert not (tmp_path / "joined" / "model.bin").exists()


def test_no_model_is_one_sentence(tmp_path: Path) -> None:
    """A folder without a model is refused with advice."""
    pytest.importorskip("faster_whisper", reason="needs the whisper extra")
    with pytest.raises(DeviceError, match="cannot be loaded"):
        WhisperEars(tmp_path, "en").load()
