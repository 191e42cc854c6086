"""Lines and cues become sound."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
import pytest
from support.hearing import LevelVad

from host.app.mouth import Mouth
from host.dialogue.protocol import Chime, Line, Say, SpeechFinished
from host.speech.audio import AudioBlock, AudioChunk, resample
from host.speech.earcons import EARCONS, earcon, tour
from host.speech.vad import SileroVad
from host.speech.virtual import Room, VirtualAudio


@dataclass
class Beeps:
    """A voice that beeps once a word; keeps what it was asked."""

    language: str = "en"
    name: str = "beeps"
    asked: list[tuple[str, float]] = field(default_factory=list)

    def synthesize(self, text: str, *, rate: float = 1.0) -> Iterator[AudioChunk]:
        self.asked.append((text, rate))
        for _ in text.split():
            yield AudioChunk(16000, np.full(1600, 10000, np.int16))


def mouth(**settings: float) -> tuple[Mouth, Beeps, VirtualAudio, list[SpeechFinished | None]]:
    """A mouth in a quiet room, and the signals its lines end with."""
    room = VirtualAudio(room=Room(noise_db=-200, lead_in=0, output_latency=0))
    finished: list[SpeechFinished | None] = []
    room.open(lambda block: None, lambda line, done: finished.append(Mouth.finished(line, done)))
    voice = Beeps()
    return Mouth({"en": voice, "fr": Beeps("fr")}, room, **settings), voice, room, finished


def test_a_line_is_spoken_and_its_end_reported() -> None:
    """Say plays the line's spoken form where it has one; its end is a SpeechFinished with its id."""
    host, voice, room, finished = mouth(rate=1.5)
    host.say(Say(Line(5, "WW2 it is", spoken="World War Two")))
    room.advance(1)
    assert voice.asked == [("World War Two", 1.5)] and finished == [SpeechFinished(5, True)]


def test_volume_and_rate_follow_the_player() -> None:
    """Both may change from line to line; a rate no voice can do is brought into range."""
    host, voice, room, _ = mouth(volume=0.5)
    host.say(Say(Line(1, "a")))
    host.rate, host.volume = 9.0, 1.0
    host.say(Say(Line(2, "b")))
    room.advance(1)
    assert voice.asked == [("a", 1.0), ("b", 3.0)]
    table = room.table_talk()
    assert set(np.unique(np.abs(table))) == {0, 5000, 10000}


def test_lines_go_to_the_voice_of_their_language() -> None:
    """A French line in an English game is spoken by the French voice; an unknown language by the first."""
    host, voice, _, _ = mouth()
    host.say(Say(Line(1, "Bonjour", language="fr")))
    host.say(Say(Line(2, "Ciao", language="it")))
    assert voice.asked == [("Ciao", 1.0)]


def test_cues_have_no_signal() -> None:
    """Nobody waits for the end of an earcon."""
    host, _, room, finished = mouth()
    host.chime(Chime("right"))
    room.advance(1)
    assert finished == [None] and np.abs(room.table_talk()).max() > 3000


def test_stop_falls_silent() -> None:
    """After stop the line is over and not completed."""
    host, _, room, finished = mouth()
    host.say(Say(Line(1, "one two three four five")))
    room.step()
    host.stop()
    room.step()
    room.step()
    assert finished == [SpeechFinished(1, False)]


def test_prefetch_synthesises_until_told_to_stop() -> None:
    """Preparing can be given up between two sentences when the voice is needed."""
    host, _, room, _ = mouth()
    assert host.prefetch([Line(1, "a b c"), Line(2, "d")]) == 4
    answers = iter([True, True, False, False])
    assert host.prefetch([Line(1, "a b c"), Line(2, "d")], lambda: next(answers)) == 2
    assert room.quiet


def test_a_mouth_needs_a_voice() -> None:
    """Without any voice there is nothing to build."""
    with pytest.raises(ValueError, match="needs a voice"):
        Mouth({}, VirtualAudio())


@pytest.mark.parametrize("name", [*EARCONS, "never heard of"])
def test_earcons_are_short_clean_sounds(name: str) -> None:
    """A cue lasts under half a second, does not clip, and begins and ends without a click."""
    sound = earcon(name)
    assert 0.05 < sound.seconds < 0.5
    assert 2000 < np.abs(sound.pcm.astype(int)).max() < 20000
    assert abs(int(sound.pcm[0])) < 300 and abs(int(sound.pcm[-1])) < 300


def test_earcons_differ_in_rhythm() -> None:
    """They can be told apart by ear without comparing pitch: no two share their pattern of lengths."""
    patterns = {tuple(round(seconds, 2) for _, seconds in sound.notes) for sound in EARCONS.values()}
    assert len(patterns) == len(EARCONS)


def test_the_ready_cue_is_short() -> None:
    """It must be over before the gate opens: 80 to 120 ms."""
    assert 0.08 <= earcon("listening").seconds <= 0.12


@pytest.mark.parametrize("language", ["en", "fr", "de", "es"])
def test_the_tour_explains_every_sound(language: str) -> None:
    """In each language every cue has its own meaning."""
    said = tour(language)
    assert [name for name, _ in said] == list(EARCONS) and len({meaning for _, meaning in said}) == len(EARCONS)


@pytest.mark.speech
@pytest.mark.parametrize("name", EARCONS)
def test_no_earcon_is_taken_for_speech(name: str) -> None:
    """Even straight into the microphone a cue starts no utterance: under 96 ms of it pass for voice."""
    pcm = resample(earcon(name).pcm, 22050, 16000)
    pcm = np.concatenate([np.zeros(8000, np.int16), pcm, np.zeros(8000, np.int16)])
    vad = SileroVad()
    voiced = sum(vad.probability(AudioBlock(i, pcm[i * 512 : i * 512 + 512])) >= 0.35 for i in range(len(pcm) // 512))
    assert voiced < 3 and LevelVad().probability(AudioBlock(0, pcm[8000:8512])) > 0.5
