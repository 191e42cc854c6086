"""How the machine feels, told once each way; a microphone that is plugged in is tried."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.living_box import LivingBox

from host.app.appliance import Rewire, Terminated
from host.app.beside import View, at_once
from host.app.box_state import BoxState, save_state
from host.app.health import Throttling
from host.app.vitals import EVERY, WEAK_AGAIN, Plugs, Vitals, can_record
from host.dialogue.protocol import Notice


def told(readings: Iterable[tuple[float | None, int]], every: float = EVERY) -> list[str]:
    """What is said over a row of (degrees, bits of the firmware), one every so many seconds."""
    lines: list[str] = []
    now: list[tuple[float | None, int]] = [(None, 0)]
    vitals = Vitals(temperature=lambda: now[0][0], slowed=lambda: Throttling(now[0][1]), apart=at_once)
    vitals.attach(lambda notice: lines.append(notice.line) if isinstance(notice, Notice) else None)
    for number, reading in enumerate(readings):
        now[0] = reading
        vitals.look(View(number * every))
    return lines


@pytest.mark.parametrize(
    "readings, lines",
    [
        ([(60, 0), (65, 0)], []),
        ([(79, 0), (81, 0), (79, 0), (82, 0)], ["fault_hot"]),
        ([(81, 0), (75, 0), (69, 0), (81, 0)], ["fault_hot", "fault_cooler", "fault_hot"]),
        ([(60, 0b1000), (60, 0)], ["fault_hot", "fault_cooler"]),
        ([(None, 0b100)], ["fault_hot"]),
        ([(60, 1), (60, 0), (60, 1)], ["fault_power"]),
        ([(60, 0xF0000)], []),
    ],
)
def test_each_thing_is_told_once(readings: list[tuple[float | None, int]], lines: list[str]) -> None:
    """Hot and cool again, and weak power; what was the case long ago is not told."""
    assert told(readings) == lines


def test_weak_power_is_told_again_after_a_while() -> None:
    """It spoils cards, so it is not told only once an evening."""
    assert told([(None, 1)] * 3, every=WEAK_AGAIN + 1) == ["fault_power"] * 3


@given(st.lists(st.tuples(st.floats(20, 100), st.integers(0, 15)), max_size=40))
def test_hot_and_cool_take_turns(readings: list[tuple[float, int]]) -> None:
    """Whatever the thermometer does, nobody hears twice in a row that it is hot."""
    lines = [line for line in told(readings) if line != "fault_power"]
    assert all(line == ("fault_cooler" if n % 2 else "fault_hot") for n, line in enumerate(lines))


def test_a_hot_machine_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """B10: aloud, after the words that are being said."""
    monkeypatch.setenv("QUIZHOST_HOME", str(tmp_path))
    save_state(BoxState(set_up=True, manner={"language": "de"}))
    with LivingBox([], beside=[Vitals(temperature=lambda: 85.0, slowed=lambda: None)]) as living:
        assert living.wait(lambda: living.heard("Mir wird zu heiß")), living.story()
        living.end(Terminated())


def test_a_microphone_that_is_plugged_in_is_tried_once() -> None:
    """Only where there is none, and only when it appears: one that cannot be opened is not tried for ever."""
    there, missing, found = False, True, []
    plugs = Plugs(lambda: missing, Rewire, there=lambda: there)
    plugs.attach(found.append)
    for second in range(60):
        there = 20 <= second < 40
        missing = second < 50
        plugs.look(View(float(second), speaking=second % 7 == 0))
    assert [type(what) for what in found] == [Rewire]


def test_an_input_is_found_in_the_list_of_cards(tmp_path: Path) -> None:
    """As the kernel writes it; a machine without the list has none that could be found so."""
    cards = tmp_path / "pcm"
    cards.write_text("00-00: MAI PCM i2s-hifi-0 : MAI PCM i2s-hifi-0 : playback 1\n")
    assert not can_record(cards)
    cards.write_text("02-00: USB Audio : USB Audio : playback 1 : capture 1\n")
    assert can_record(cards)
    assert not can_record(tmp_path / "nothing")
