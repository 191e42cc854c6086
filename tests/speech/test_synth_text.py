"""Text made ready for a voice, and the cache of phrases."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.speech.audio import AudioChunk
from host.speech.phrase_cache import PhraseCache, phrase_key
from host.speech.sentences import LONGEST, clean, sayable, sentences, without_phonemes
from host.speech.stretch import stretch

SOUND = AudioChunk(22050, np.arange(5000, dtype=np.int16))


@pytest.mark.parametrize(
    "language, text, expected",
    [
        ("en", "Right! Next question.", ["Right!", "Next question."]),
        ("en", "Mr. Smith met J. R. Ewing at 3.5 p.m. in St. Louis.", None),
        ("en", '"What?" he said. So it was.', ['"What?" he said.', "So it was."]),
        ("en", "The answer is [[ bˈætmæn ]]. Next.", ["The answer is [[ bˈætmæn. ]]", "Next."]),
        ("de", "Am 3. Mai, z. B. in Berlin. Es war so.", ["Am 3. Mai, z. B. in Berlin.", "Es war so."]),
        ("fr", "M. Dupont, à vous ! Qui a « gagné » ?", ["M. Dupont, à vous !", "Qui a « gagné » ?"]),
        ("es", "¿Quién fue? El Sr. Picasso. ¡Bien!", ["¿Quién fue?", "El Sr. Picasso.", "¡Bien!"]),
        ("en", "Well ... Yes.", ["Well ...", "Yes."]),
    ],
)  # fmt: skip
def test_sentences(language: str, text: str, expected: list[str] | None) -> None:
    """Sentences end at full stops, not at abbreviations, initials, ordinals or decimals (None: it is one sentence)."""
    assert sentences(text, language) == (expected or [text])


@pytest.mark.parametrize("text", ["", " ", "...", "[[ ]]", "[[", "?!", "🎲", "\x00\x07"])
def test_nothing_to_say(text: str) -> None:
    """A text without letters or digits gives no sentence, so nobody waits for its first sound."""
    assert sentences(text) == []


def test_text_after_phonemes_never_begins_with_punctuation() -> None:
    """Piper would swallow it and fuse the words around it."""
    assert clean("Say [[ a ]], then [[ b ]]? Now") == "Say [[ a, ]] then [[ b? ]] Now"


def test_stray_brackets_are_removed() -> None:
    """Unbalanced phoneme brackets of a card are not read as phonemes."""
    assert clean("a [[ b") == "a b" and clean("a ]] b [ c ]") == "a b [ c ]"
    assert without_phonemes("It is [[ bat ]] man") == "It is bat man"


def test_long_sentences_are_cut_at_commas() -> None:
    """A sentence too long to wait for is cut at a comma; nothing of it is lost."""
    text = ", ".join(["one hundred and twenty three words or so"] * 12) + "."
    parts = sentences(text)
    assert len(parts) > 1 and all(len(p) <= LONGEST for p in parts) and " ".join(parts) == text


@given(st.text(max_size=400), st.sampled_from(["en", "fr", "de", "es"]))
def test_no_word_is_lost(text: str, language: str) -> None:
    """Whatever the text: every sentence has something to say, and together they hold all of the cleaned text's."""
    parts = sentences(text, language)
    assert all(sayable(p) for p in parts)
    kept = [c for c in "".join(parts) if c.isalnum()]
    assert kept == [c for c in clean(text) if c.isalnum()]


def test_cache_gives_back_what_it_got(tmp_path: Path) -> None:
    """A sentence put into the cache comes back the same, also in the next run."""
    PhraseCache(tmp_path).put("k", "Right!", SOUND)
    found = PhraseCache(tmp_path).get("k")
    assert found is not None and found.rate == SOUND.rate and np.array_equal(found.pcm, SOUND.pcm)


def test_a_damaged_phrase_is_made_again(tmp_path: Path) -> None:
    """A cut-off or empty file is as good as none."""
    PhraseCache(tmp_path).put("k", "Right!", SOUND)
    path = tmp_path / "k.wav"
    path.write_bytes(path.read_bytes()[:1000])
    assert PhraseCache(tmp_path).get("k") is None
    path.write_bytes(b"")
    assert PhraseCache(tmp_path).get("k") is None


def test_an_unwritable_cache_is_no_error(tmp_path: Path) -> None:
    """Where the folder cannot be made, phrases live in memory."""
    (tmp_path / "file").write_text("")
    cache = PhraseCache(tmp_path / "file" / "cache")
    cache.put("k", "Right!", SOUND)
    assert cache.get("k") is SOUND


def test_long_sentences_stay_in_memory(tmp_path: Path) -> None:
    """Questions are said once: they are not worth the disk."""
    PhraseCache(tmp_path).put("k", "w " * 100, SOUND)
    assert list(tmp_path.iterdir()) == []


def test_the_cache_stays_small(tmp_path: Path) -> None:
    """Above its size the oldest phrases go."""
    cache = PhraseCache(tmp_path, largest=50_000)
    for i in range(66):
        cache.put(str(i), "x", SOUND)
    names = {p.stem for p in tmp_path.iterdir()}
    assert len(names) < 10 and "64" in names and "0" not in names


def test_the_key_knows_voice_text_and_scales() -> None:
    """Another voice, text or scale is another phrase; spaces do not matter."""
    assert phrase_key("v", "a  b", 1.0) == phrase_key("v", "a b ", 1.0)
    keys = {phrase_key(*k) for k in (("v", "a", 1.0), ("w", "a", 1.0), ("v", "b", 1.0), ("v", "a", 2.0))}
    assert len(keys) == 4


@pytest.mark.parametrize("speed", [0.5, 1.25, 2.0, 3.0])
def test_stretch_changes_length_not_pitch(speed: float) -> None:
    """A tone keeps its frequency and loudness at every speed."""
    tone = (8000 * np.sin(2 * np.pi * 200 * np.arange(32000) / 16000)).astype(np.int16)
    out = stretch(tone, 16000, speed)
    assert len(out) / len(tone) == np.float64(1 / speed).round(6) or abs(len(out) * speed / len(tone) - 1) < 0.03
    middle = out[2000:-2000].astype(float)
    spectrum = np.abs(np.fft.rfft(middle * np.hanning(len(middle))))
    assert abs(np.argmax(spectrum) * 16000 / len(middle) - 200) < 5
    assert abs(np.sqrt((middle**2).mean()) / (8000 / np.sqrt(2)) - 1) < 0.1
