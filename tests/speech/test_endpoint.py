"""Where utterances begin and end, with probabilities written by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.dialogue.protocol import Prompt, UtteranceStarted
from host.speech.audio import BLOCK, RATE, AudioBlock
from host.speech.endpoint import (
    PRE_ROLL,
    TAIL,
    Endpointer,
    EndpointEvent,
    EndpointTimes,
    UtteranceEnded,
    UtterancePaused,
    endpoint_times,
)

FRAME = BLOCK / RATE
CLOSED = endpoint_times(Prompt.CLOSED)


def blocks(probabilities: list[float], loud: int = 3000) -> list[tuple[AudioBlock, float]]:
    """One block each; a voiced block holds a square wave, an unvoiced one a whisper of noise."""
    square = np.where(np.arange(BLOCK) % 64 < 32, 1, -1).astype(np.int16)
    return [(AudioBlock(i, square * np.int16(loud if p >= 0.35 else 10)), p) for i, p in enumerate(probabilities)]


def run(probabilities: list[float], times: EndpointTimes = CLOSED) -> list[tuple[int, EndpointEvent]]:
    """(index of the block, event) of everything that happens."""
    endpointer = Endpointer(7, times)
    return [(block.seq, event) for block, p in blocks(probabilities) for event in endpointer.feed(block, p)]


def frames(seconds: float) -> int:
    """How many whole blocks hold that time."""
    return round(seconds / FRAME)


def kinds(events: list[tuple[int, EndpointEvent]]) -> list[str]:
    """The names of the events."""
    return [type(event).__name__ for _, event in events]


def test_one_utterance_starts_pauses_and_ends() -> None:
    """Speech between silences gives one start, one pause and one end, all of the same turn."""
    events = run([0.0] * 20 + [0.9] * 20 + [0.0] * 40)
    assert kinds(events) == ["UtteranceStarted", "UtterancePaused", "UtteranceEnded"]
    assert events[0][1] == UtteranceStarted(7)


@pytest.mark.parametrize("prompt", list(Prompt))
@pytest.mark.parametrize("patience", [0.5, 1.0, 1.94, 5.0])
def test_it_ends_at_the_end_silence_within_one_block(prompt: Prompt, patience: float) -> None:
    """The end comes when the silence of that prompt and patience has passed, not a block later."""
    times = endpoint_times(prompt, patience)
    events = run([0.0] * 20 + [0.9] * 20 + [0.0] * 400, times)
    at = next(i for i, event in events if isinstance(event, UtteranceEnded))
    assert times.end_silence <= (at - 39) * FRAME < times.end_silence + FRAME + 1e-9


@pytest.mark.parametrize("prompt, least", [(Prompt.CLOSED, 3), (Prompt.ANSWER, 4), (Prompt.OPEN, 7)])
def test_a_click_is_not_an_utterance(prompt: Prompt, least: int) -> None:
    """Less voice than the prompt's minimum never starts; exactly enough does."""
    times = endpoint_times(prompt)
    assert run([0.0] * 20 + [0.9] * (least - 1) + [0.0] * 60, times) == []
    assert "UtteranceStarted" in kinds(run([0.0] * 20 + [0.9] * least + [0.0] * 60, times))


def test_clicks_do_not_add_up() -> None:
    """Short sounds far apart are forgotten one by one."""
    assert run(([0.9] + [0.0] * 20) * 20) == []


def test_hysteresis_keeps_a_soft_passage() -> None:
    """Between the two thresholds speech goes on but does not begin."""
    assert kinds(run([0.0] * 5 + [0.9] * 5 + [0.4] * 60)) == ["UtteranceStarted"]
    assert run([0.4] * 100) == []


def test_a_pause_shorter_than_the_end_silence_joins() -> None:
    """A player who hesitates says one utterance; each hesitation announces a pause."""
    events = run([0.9] * 10 + [0.0] * 12 + [0.9] * 10 + [0.0] * 30)
    assert kinds(events) == ["UtteranceStarted", "UtterancePaused", "UtterancePaused", "UtteranceEnded"]


def test_the_sound_of_a_pause_is_the_sound_of_the_end() -> None:
    """What is recognised in the pause need not be recognised again at the end."""
    events = run([0.0] * 30 + [0.9] * 10 + [0.0] * 30)
    pause, end = (e.utterance for _, e in events if isinstance(e, UtterancePaused | UtteranceEnded))
    assert np.array_equal(pause.pcm, end.pcm) and (pause.started, pause.ended) == (end.started, end.ended)


def test_pre_roll_and_tail_are_part_of_the_utterance() -> None:
    """Half a second before the first voiced sample and a quarter after the last are kept, and no more."""
    end = run([0.0] * 100 + [0.9] * 10 + [0.0] * 30)[-1][1]
    assert isinstance(end, UtteranceEnded)
    assert end.utterance.started == pytest.approx(100 * FRAME)
    assert end.utterance.ended == pytest.approx(110 * FRAME)
    assert len(end.utterance.pcm) / RATE == pytest.approx(PRE_ROLL + 10 * FRAME + TAIL, abs=FRAME)


def test_endless_speech_is_cut() -> None:
    """Speech without end is cut at the longest utterance, which grows with patience and never shrinks."""
    events = run([0.9] * frames(13))
    at, end = next((i, event) for i, event in events if isinstance(event, UtteranceEnded))
    assert end.utterance.reason == "too_long" and at * FRAME == pytest.approx(12, abs=2 * FRAME)
    assert endpoint_times(Prompt.ANSWER, 5).longest == 60
    assert endpoint_times(Prompt.ANSWER, 0.5).longest == 12


def test_a_detector_that_never_falls_silent_is_overruled_by_the_level() -> None:
    """When the sound drops far below the voice but the detector goes on, the utterance ends all the same."""
    endpointer = Endpointer(1, CLOSED)
    events: list[EndpointEvent] = []
    for i in range(frames(4)):
        loud = 3000 if i < 30 else 100
        events += endpointer.feed(AudioBlock(i, np.full(BLOCK, loud, np.int16)), 0.9)
    assert isinstance(events[1], UtteranceEnded) and events[1].utterance.reason == "faded"
    assert events[1].utterance.ended == pytest.approx(30 * FRAME)


def test_finish_ends_what_is_being_said() -> None:
    """A closing gate ends the utterance in progress, and nothing when nobody speaks."""
    endpointer = Endpointer(1, CLOSED)
    assert endpointer.finish() == ()
    for block, p in blocks([0.9] * 10):
        endpointer.feed(block, p)
    (end,) = endpointer.finish()
    assert isinstance(end, UtteranceEnded) and end.utterance.reason == "gate_closed"
    assert not endpointer.speaking


def test_lost_sound_is_counted_inside_an_utterance_only() -> None:
    """Samples the device lost while somebody spoke are reported with the utterance."""
    endpointer = Endpointer(1, CLOSED)
    events: list[EndpointEvent] = []
    for block, p in blocks([0.0] * 10 + [0.9] * 10 + [0.0] * 30):
        lost = {3: 9999, 12: 1600, 15: 1600}.get(block.seq, 0)
        events += endpointer.feed(AudioBlock(block.seq, block.pcm, lost > 0, lost), p)
    assert isinstance(events[-1], UtteranceEnded) and events[-1].lost == pytest.approx(0.2)


@given(st.lists(st.sampled_from([0.0, 0.2, 0.4, 0.6, 0.95]), max_size=300), st.sampled_from(list(Prompt)))
def test_events_alternate(probabilities: list[float], prompt: Prompt) -> None:
    """Whatever the detector says: starts and ends alternate, pauses lie between, times never run backwards."""
    speaking, last = False, 0.0
    for _, event in run(probabilities, endpoint_times(prompt)):
        match event:
            case UtteranceStarted():
                assert not speaking
                speaking = True
            case UtterancePaused(utterance) | UtteranceEnded(utterance):
                assert speaking
                speaking = isinstance(event, UtterancePaused)
                assert last <= utterance.started < utterance.ended
                assert len(utterance.pcm) > 0
                last = utterance.started if speaking else utterance.ended
