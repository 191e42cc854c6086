"""What is measured on the sound itself, the tokenizer, and which models are found: no recogniser runs here."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host.errors import DeviceError
from host.speech import installed
from host.speech.audio import RATE
from host.speech.denoise import babbling, denoised
from host.speech.ears import available, open_ears
from host.speech.noise import cut_out, foreground, is_silent, normalised, snr_db, trimmed
from host.speech.tokenizer import Tokenizer
from host.speech.vosk_engine import VoskStream, grammar

MODEL = installed.moonshine()
needs_english = pytest.mark.skipif(MODEL is None, reason="needs moonshine-voice")


def burst(before: float, loud: float, after: float, hiss: float = 0.0001) -> np.ndarray:
    """A tone between two stretches of hiss."""
    rng = np.random.default_rng(3)
    sound = rng.normal(0, hiss, int((before + loud + after) * RATE))
    at = slice(int(before * RATE), int((before + loud) * RATE))
    sound[at] += 0.3 * np.sin(np.arange(at.stop - at.start) / 5)
    return sound.astype(np.float32)


@pytest.mark.parametrize("hiss, low, high", [(0.00003, 55, 60), (0.002, 38, 44), (0.02, 18, 24), (0.07, 8, 12)])
def test_noise_is_measured(hiss: float, low: float, high: float) -> None:
    """The signal-to-noise ratio follows the hiss under the tone."""
    assert low <= snr_db(burst(0.4, 0.8, 0.6, hiss)) <= high


@pytest.mark.parametrize("hiss", [0.0001, 0.01, 0.06])
def test_quiet_around_the_speech_is_cut_to_size(hiss: float) -> None:
    """However much quiet or hiss surrounds the tone, 0.3 s of it stay on either side."""
    assert len(trimmed(burst(1.5, 0.6, 2.0, hiss))) / RATE == pytest.approx(1.2, abs=0.08)
    assert len(trimmed(burst(0.0, 0.6, 0.0, hiss))) / RATE == pytest.approx(1.2, abs=0.08)


@given(st.lists(st.floats(-1, 1, width=32), max_size=400), st.integers(1, 40))
@settings(max_examples=50)
def test_any_sound_can_be_measured(values: list[float], times: int) -> None:
    """No sound, however short or odd, upsets the measurements."""
    sound = np.tile(np.array(values, np.float32), times)
    assert 0.0 <= snr_db(sound) <= 60.0
    assert np.isfinite(trimmed(sound)).all() and np.isfinite(normalised(sound)).all()
    part = foreground(sound)
    assert 0 <= part.first <= part.last <= len(sound)
    assert np.isfinite(denoised(sound)).all() and np.isfinite(cut_out(sound, part)).all()
    assert is_silent(sound) in (True, False)


def babble(seconds: float, level: float) -> np.ndarray:
    """Murmur of several people: noise whose loudness goes up and down, each at a rate of its own."""
    rng, t = np.random.default_rng(5), np.arange(int(seconds * RATE)) / RATE
    voices = [rng.normal(0, 1, len(t)) * (1 + np.sin(2 * np.pi * rate * t)) for rate in (1.7, 2.9, 3.7, 4.3)]
    sound = np.sum(voices, axis=0)
    return (sound * level / sound.std()).astype(np.float32)


@pytest.mark.parametrize("level", [0.0, 0.02, 0.06])
def test_the_foreground_is_found_in_a_murmur(level: float) -> None:
    """The louder speaker's stretch is found to a sixth of a second, and a pause within it does not cut it."""
    sound = np.concatenate([burst(0.7, 0.6, 0.1), burst(0.1, 0.5, 0.9)]) + babble(2.9, level)
    part = foreground(sound)
    assert part.first / RATE == pytest.approx(0.7, abs=0.16) and part.last / RATE == pytest.approx(2.0, abs=0.16)
    cut = cut_out(sound, part)
    assert len(cut) / RATE == pytest.approx((part.last - part.first) / RATE + 0.6, abs=0.01)
    assert not cut[: RATE // 20].any() and not cut[-RATE // 20 :].any()


@pytest.mark.parametrize(
    "make", [lambda n: np.random.default_rng(1).normal(0, 0.04, n), lambda n: babble(n / RATE, 0.04)]
)
def test_noise_is_taken_down_and_the_tone_stays(make: Callable[[int], np.ndarray]) -> None:
    """The filter lowers the noise by six decibel at least, and the tone by no more than two."""
    clean = burst(0.8, 0.8, 0.8, 0.0)
    noisy = (clean + make(len(clean))).astype(np.float32)
    filtered = denoised(noisy)
    assert filtered.shape == noisy.shape and filtered.dtype == np.float32

    def level(sound: np.ndarray, first: float, last: float) -> float:
        return float(20 * np.log10(np.std(sound[int(first * RATE) : int(last * RATE)])))

    assert level(filtered, 0.1, 0.7) < level(noisy, 0.1, 0.7) - 6
    assert level(filtered, 0.9, 1.5) > level(noisy, 0.9, 1.5) - 2


def test_what_is_heard_in_babbling_is_always_the_same() -> None:
    """The noise that priors are measured in is loud, finite and never another."""
    assert np.array_equal(babbling(), babbling()) and np.isfinite(babbling()).all()
    assert not is_silent(babbling())


def test_silence_is_silence() -> None:
    """Digital zero and faint hiss are silent, a quiet voice is not."""
    assert is_silent(np.zeros(RATE, np.float32)) and is_silent(np.zeros(0, np.float32))
    assert not is_silent(burst(0.1, 0.3, 0.1) * 0.05)


@needs_english
@given(st.text(max_size=40))
@settings(max_examples=60, deadline=None)
def test_tokens_give_the_text_back(text: str) -> None:
    """Any text survives encoding and decoding, blanks at the ends aside."""
    assert MODEL is not None
    tokenizer = Tokenizer(MODEL.folder / "tokenizer.bin")
    tidy = " ".join(text.replace("\u2581", " ").split())
    assert tokenizer.decode(tokenizer.encode(tidy)) == tidy


@pytest.mark.parametrize("content", [b"", b"\x05ab", b"\x01a" * 10])
def test_damaged_token_file_is_refused(tmp_path: Path, content: bytes) -> None:
    """A cut-off or empty token file is one clear sentence."""
    path = tmp_path / "tokenizer.bin"
    path.write_bytes(content)
    with pytest.raises(DeviceError, match="damaged"):
        Tokenizer(path)


def test_missing_recogniser_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without any model the error names the language and the next thing to do."""
    monkeypatch.setattr(installed, "package_folder", lambda package: None)
    monkeypatch.setattr(installed, "_vosk_places", lambda models: [models])
    with pytest.raises(DeviceError, match=r"no recogniser for English.*quizhost\[english\]"):
        open_ears("en", models=tmp_path)
    with pytest.raises(DeviceError, match=r"no recogniser for French.*models list"):
        open_ears("fr", models=tmp_path)


def test_models_are_found_by_folder_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A Vosk folder tells its language by its name; Whisper hears all; strong machines prefer Whisper."""
    monkeypatch.setattr(installed, "_vosk_places", lambda models: [models])
    for name, files in (
        ("vosk-model-small-fr-0.22", installed.VOSK_FILES), ("vosk-model-de-0.21", installed.VOSK_FILES),
        ("vosk-model-small-es-0.42", ()), ("whisper-base", installed.WHISPER_FILES),
    ):  # fmt: skip
        for file in files or ("README",):
            (tmp_path / name / file).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name / file).write_bytes(b"x" * 10)
    monkeypatch.setattr(installed.importlib.util, "find_spec", lambda name: object())
    monkeypatch.setattr(installed, "package_folder", lambda package: None)

    def engines(language: str, cores: int) -> list[str]:
        return [model.engine for model in available(language, models=tmp_path, cores=cores)]

    assert (engines("fr", 2), engines("fr", 8)) == (["vosk", "whisper"], ["whisper", "vosk"])
    assert (engines("de", 2), engines("es", 2)) == (["vosk", "whisper"], ["whisper"])


# --- Vosk: the calls that would end the process cannot be made ---


@given(st.lists(st.text(max_size=12), max_size=6))
def test_a_grammar_is_a_list_of_words_or_refused(phrases: list[str]) -> None:
    """Whatever phrases come, the grammar is a non-empty JSON list of non-blank texts, or a ValueError."""
    import json

    try:
        made = json.loads(grammar(phrases))
    except ValueError:
        assert not phrases or any(not phrase.strip() for phrase in phrases)
    else:
        assert isinstance(made, list) and made and all(isinstance(text, str) and text.strip() for text in made)


def test_a_stream_is_used_by_one_thread_and_once() -> None:
    """Another thread, or a call after the end, is an exception, not the end of the process."""
    import threading

    class Fake:
        def AcceptWaveform(self, data: bytes) -> int:
            return 0

        def PartialResult(self) -> str:
            return '{"partial": "who"}'

        def FinalResult(self) -> str:
            return (
                '{"alternatives": [{"text": "who is it", "confidence": 200.0}, {"text": "who", "confidence": 199.0}]}'
            )

    stream, errors = VoskStream(Fake(), "fake"), []

    def elsewhere() -> None:
        try:
            stream.feed(np.zeros(10, np.int16))
        except RuntimeError as error:
            errors.append(str(error))

    thread = threading.Thread(target=elsewhere)
    thread.start()
    thread.join()
    assert errors and "one thread" in errors[0]
    assert stream.feed(np.zeros(10, np.int16)) == "who"
    transcript = stream.finish()
    assert (transcript.text, transcript.alternatives) == ("who is it", ("who",))
    with pytest.raises(ValueError, match="finished"):
        stream.feed(np.zeros(10, np.int16))
