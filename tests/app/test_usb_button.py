"""USB buttons, presenters and keypads, as the kernel writes their keys."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from host.app.panel.usb import RECORD, UsbButtons, devices
from host.dialogue.protocol import ButtonPressed

LISTING = """I: Bus=0003 Vendor=046d Product=c540 Version=0111
N: Name="Logitech USB Receiver Presenter"
P: Phys=usb-xhci-hcd.0-1/input0
H: Handlers=sysrq kbd leds event5
B: EV=120013

I: Bus=0019 Vendor=0000 Product=0001 Version=0000
N: Name="Power Button"
H: Handlers=kbd event0
"""
ENTER, PAGE_UP, DOT, MICMUTE, LETTER = 28, 104, 52, 248, 30


def until(done: Callable[[], bool]) -> bool:
    """Whether something comes true within a minute."""
    end = time.monotonic() + 60
    while not done() and time.monotonic() < end:
        time.sleep(0.01)
    return done()


def test_devices_by_name(tmp_path: Path) -> None:
    """The kernel's list gives every input by its name; a machine without the list has none."""
    listing = tmp_path / "devices"
    listing.write_text(LISTING, encoding="utf-8")
    assert list(devices(listing)) == [
        ("Logitech USB Receiver Presenter", Path("/dev/input/event5")),
        ("Power Button", Path("/dev/input/event0")),
    ]
    assert list(devices(tmp_path / "none")) == []


@pytest.mark.parametrize(
    "use, keys, sent",
    [
        ("talk", [(ENTER, 1), (ENTER, 0)], ["press"]),
        ("talk", [(ENTER, 1), (ENTER, 2), (ENTER, 2), (ENTER, 0)], ["press"]),
        ("talk", [(PAGE_UP, 1), (PAGE_UP, 0)], ["repeat"]),
        ("talk", [(DOT, 1)], ["pause"]),
        ("talk", [(MICMUTE, 1)], ["mute"]),
        ("talk", [(LETTER, 1), (LETTER, 0)], []),
        ("switch", [(ENTER, 1), (ENTER, 0)], ["step"]),
        ("switch", [(PAGE_UP, 1)], ["back"]),
        ("switch", [(DOT, 1)], ["pick"]),
    ],
)
def test_what_keys_mean(use: str, keys: list[tuple[int, int]], sent: list[str]) -> None:
    """A presenter's keys for talking, and for stepping with one switch; letters are nobody's command."""
    got: list[object] = []
    button = UsbButtons("x", use, hold=1.0, clock=lambda: 10.0)  # type: ignore[arg-type]
    button.attach(got.append)
    for code, value in keys:
        button.key(code, value)
    assert got == [ButtonPressed(name) for name in sent]


def test_a_key_that_is_held() -> None:
    """Held long enough it picks, once, when the time has come and not when it is let go."""
    now = 10.0
    got: list[object] = []
    button = UsbButtons("x", "switch", hold=0.6, clock=lambda: now)
    button.attach(got.append)
    button.key(ENTER, 1)
    now = 10.5
    button.waiting()
    assert got == []
    now = 10.7
    button.waiting()
    button.waiting()
    button.key(ENTER, 0)
    assert got == [ButtonPressed("pick")]


@pytest.fixture
def wire(tmp_path: Path) -> Iterator[Path]:
    """A device file that a test writes to."""
    path = tmp_path / "event5"
    os.mkfifo(path)
    yield path


def test_from_the_device_file_to_the_loop(wire: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Records arrive in pieces, the device is pulled out and plugged in again, and presses go on."""
    monkeypatch.setattr("host.app.panel.usb.AGAIN", 0.02)
    got: list[object] = []
    names = ["A mouse", "BIG red Button"]
    button = UsbButtons(
        "big red", "talk", hold=1.0, find=lambda: iter([(names[0], Path("/nowhere")), (names[1], wire)])
    )
    button.attach(got.append)
    button.start()
    raw = RECORD.pack(1, 2, 4, 4, 458792) + RECORD.pack(1, 2, 1, ENTER, 1) + RECORD.pack(1, 2, 0, 0, 0)
    for count in (1, 2):
        with open(wire, "wb", buffering=0) as out:
            out.write(raw[:30])
            time.sleep(0.05)
            out.write(raw[30:] + RECORD.pack(1, 3, 1, ENTER, 0))
            assert until(lambda count=count: len(got) == count)  # type: ignore[misc]
        time.sleep(0.6)  # a second press within half a second would be another gesture
    button.close()
    assert got == [ButtonPressed("press")] * 2
    assert not button._thread.is_alive()
