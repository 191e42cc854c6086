"""Button and lamp: gestures, patterns that cannot be stuck, gpiozero's pins played by its mock factory."""

from __future__ import annotations

import builtins
import time
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.living_box import LivingBox, Says

from host.app.beside import View
from host.app.box_state import BoxState, save_state
from host.app.commands import serve
from host.app.panel.gestures import DEAF_FOR, WIRINGS, Gestures
from host.app.panel.gpio import Buttons, Panel
from host.app.panel.lamp import BETWEEN, STALE, Lamp, Light, brightness, light_for
from host.config import Settings
from host.dialogue.protocol import ButtonPressed
from host.dialogue.talk import Mode, Step

gpiozero = pytest.importorskip("gpiozero")
mock = pytest.importorskip("gpiozero.pins.mock")


def played(use: str, script: str) -> list[str]:
    """What a button sends. ``d`` goes down, ``u`` comes up, ``h`` is held, each after 0.1 s; a space is a second."""
    now, sent = 10.0, []
    gestures = Gestures(WIRINGS[use], 0.0)
    for sign in script:
        now += 1.0 if sign == " " else 0.1
        if sign != " ":
            sent.append({"d": gestures.down, "u": gestures.up, "h": gestures.held}[sign](now))
    return [name for name in sent if name]


@pytest.mark.parametrize(
    "use, script, sent",
    [
        ("talk", "du", ["press"]),
        ("talk", "dudu", ["press", "repeat"]),
        ("talk", "dududu", ["press", "repeat", "mute"]),
        ("talk", "dudududu", ["press", "repeat", "mute"]),
        ("talk", "du du", ["press", "press"]),
        ("talk", "dhu", ["press", "pause"]),
        ("talk", "dhu dhu", ["press", "pause", "press", "pause"]),
        ("switch", "du", ["step"]),
        ("switch", "dudu", ["step", "back"]),
        ("switch", "dhu", ["pick"]),
        ("switch", "du dhu", ["step", "pick"]),
    ],
)
def test_how_it_is_pressed_says_what_is_meant(use: str, script: str, sent: list[str]) -> None:
    """Press, press twice, three times, hold: for talking, and with one switch for everything."""
    assert played(use, script) == sent


@given(st.lists(st.tuples(st.sampled_from(["down", "up", "held"]), st.floats(0, 2))))
def test_no_order_of_events_confuses_it(events: list[tuple[str, float]]) -> None:
    """Whatever a bad contact sends, only known names come out, and never two for one event."""
    known = {"", *WIRINGS["talk"].presses, WIRINGS["talk"].held}
    gestures, now = Gestures(WIRINGS["talk"], 0.0), 0.0
    for what, later in events:
        now += later
        assert getattr(gestures, what)(now) in known


def test_opening_the_pin_is_no_press() -> None:
    """Pins may chatter when they are opened; that counts for nothing."""
    gestures = Gestures(WIRINGS["talk"], 5.0)
    assert gestures.down(5.0 + DEAF_FOR / 2) == ""
    assert gestures.up(5.2) == ""
    assert gestures.down(6.0) == "press"


VIEWS = [
    (View(0.0, Mode.LISTENING), Light.LISTENING),
    (View(0.0, thinking=True), Light.THINKING),
    (View(0.0, speaking=True, thinking=True), Light.SPEAKING),
    (View(0.0, Mode.LISTENING, muted=True), Light.MUTED),
    (View(0.0, Mode.PAUSED), Light.RESTING),
    (View(0.0, Mode.LISTENING, idle=True), Light.RESTING),
    (View(0.0, Mode.LISTENING, muted=True, faulty=True), Light.FAULT),
]


@pytest.mark.parametrize("view, light", VIEWS)
def test_the_lamp_mirrors_the_host(view: View, light: Light) -> None:
    """Every state has a light of its own (B16)."""
    assert light_for(view) is light


def test_the_lights_differ_without_colour() -> None:
    """Told apart by rhythm alone, over six seconds."""
    patterns = {tuple(round(brightness(light, n / 20), 1) for n in range(120)) for light in Light}
    assert len(patterns) == len(Light)
    assert all(0 <= brightness(light, n / 50) <= 1 for light in Light for n in range(300))


class FakeLed:
    """Keeps what it shows."""

    def __init__(self) -> None:
        self.shown: list[float] = []

    def show(self, brightness: float, colour: tuple[float, float, float]) -> None:
        self.shown.append(brightness)

    def close(self) -> None:
        self.shown.append(0.0)


def test_it_cannot_be_stuck() -> None:
    """A host that does not answer any more is a fault, whatever it did last; a new view mends it."""
    now = 100.0
    lamp = Lamp(FakeLed(), clock=lambda: now)
    lamp.look(View(0.0, speaking=True))
    assert lamp.light() is Light.SPEAKING
    now += STALE + 0.1
    assert lamp.light() is Light.FAULT
    lamp.look(View(0.0, Mode.LISTENING))
    assert lamp.light() is Light.LISTENING
    lamp.detach()
    now += BETWEEN / 2
    assert lamp.light() is Light.THINKING
    now += BETWEEN
    assert lamp.light() is Light.FAULT


def test_the_light_can_be_switched_off() -> None:
    """Off is off, but a fault and a microphone that is off are shown in any case."""
    lamp = Lamp(FakeLed(), clock=lambda: 0.0, on=False)
    lamp.look(View(0.0, speaking=True))
    assert lamp.light() is Light.OFF
    lamp.look(View(0.0, muted=True))
    assert lamp.light() is Light.MUTED
    lamp.errand("light_on")
    lamp.look(View(0.0, speaking=True))
    assert lamp.light() is Light.SPEAKING


@pytest.fixture
def factory() -> Iterator[Any]:
    """Pins that are not there."""
    pins = mock.MockFactory(pin_class=mock.MockPWMPin)
    yield pins
    pins.reset()


def test_pins_of_a_raspberry_pi(factory: Any) -> None:
    """A press on the pin is a press, and the lamp's pin follows the host; at the end both are let go."""
    panel = Panel(Settings(button_pin=17, led_pin=27), factory)
    assert panel.buttons and panel.lamp and len(panel.parts) == 2
    panel.buttons._gestures = Gestures(WIRINGS["talk"], 0.0)
    sent: list[object] = []
    panel.buttons.attach(sent.append)
    pin = factory.pin(17)
    pin.drive_low()
    until = time.monotonic() + 60
    while not sent and time.monotonic() < until:
        time.sleep(0.01)
    pin.drive_high()
    assert sent == [ButtonPressed("press")]
    panel.lamp.look(View(0.0, Mode.LISTENING))
    until = time.monotonic() + 60
    while factory.pin(27).state != 1.0 and time.monotonic() < until:
        time.sleep(0.01)
    assert factory.pin(27).state == 1.0
    panel.close()


def test_a_lamp_of_three_colours(factory: Any) -> None:
    """Colour beside the rhythm, for who wants it."""
    panel = Panel(Settings(led_pin=(5, 6, 13)), factory)
    assert panel.lamp and panel.buttons is None
    panel.lamp.look(View(0.0, Mode.LISTENING))
    panel.lamp.tick()
    assert [factory.pin(n).state for n in (5, 6, 13)] == [0.0, 1.0, 0.0]
    panel.close()


@pytest.mark.parametrize("missing", ["gpiozero", "pins"])
def test_without_pins_everything_else_works(
    missing: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """No library, or a machine without pins: one clear line, and no button and no lamp."""
    real = builtins.__import__

    def without(name: str, *args: Any, **kwargs: Any) -> Any:
        if name == "gpiozero":
            raise ImportError(name)
        return real(name, *args, **kwargs)

    if missing == "gpiozero":
        monkeypatch.setattr(builtins, "__import__", without)
    panel = serve._panel(Settings(button_pin=17, led_pin=27))
    assert panel.parts == ()
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and said.startswith("Note: there is no button and no lamp")


class Finger:
    """gpiozero's button, pressed by a test."""

    when_pressed: Any = None
    when_held: Any = None
    when_released: Any = None

    def press(self) -> None:
        self.when_pressed()
        self.when_released()

    def close(self) -> None:
        """Nothing."""


def test_the_button_at_the_table(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """B14, B15: pressed, it silences the host; pressed thrice the microphone is off, and pressed once on again."""
    monkeypatch.setenv("QUIZHOST_HOME", str(tmp_path))
    save_state(BoxState(set_up=True, manner={"language": "en", "wishes": [["", "reminders", False]]}))
    finger, led = Finger(), FakeLed()
    buttons, lamp = Buttons(finger, "talk"), Lamp(led)
    buttons._gestures = Gestures(WIRINGS["talk"], 0.0)
    says: list[Says] = [(Step.IDLE, "shut down"), (Step.YES_NO, "yes")]
    with LivingBox([], beside=(buttons, lamp)) as living:
        host = lambda: living.box._host  # noqa: E731
        assert living.wait(lambda: host() is not None and host().talk.mode is Mode.LISTENING), living.story()
        finger.press()  # says again what can be said
        assert living.wait(lambda: sum("new game" in line.text for line in living.lines) == 2), living.story()
        time.sleep(0.6)
        for _ in range(3):
            finger.press()
        assert living.wait(lambda: host().talk.muted and host().talk.mode is Mode.LISTENING), living.story()
        assert living.wait(lambda: lamp.light() is Light.MUTED)
        living.says.extend(says)
        assert not living.wait(lambda: len(living.says) < 2, 2), "something was heard while muted"
        finger.press()
        assert living.wait(lambda: living.ended), living.story()
    assert living.heard("The microphone is off") and living.heard("The microphone is on again")
    assert living.box.left == "shut_down"
