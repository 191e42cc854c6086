"""What systemd is told: ready, alive as long as sound is worked on, and nothing at all where there is no systemd."""

from __future__ import annotations

import os
import queue
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from support.evening import Evening

from host.app.notify import LONGEST_RECOGNITION, Heartbeat, Notifier

SHORT = 0.6
"""A watchdog of so many virtual seconds: it must be fed ten times a second of the loop's clock."""


class Manager:
    """A service manager's end of the socket, read by a thread of its own."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind("\0" + address[1:] if address.startswith("@") else address)
        self._states: queue.Queue[str] = queue.Queue()
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        while (data := self._socket.recv(4096)) != b"end":
            for state in data.decode().split("\n"):
                self._states.put(state)

    def close(self) -> None:
        """Ends the thread."""
        Notifier(self.address)._send("end")
        self._thread.join(5)
        self._socket.close()

    def until(self, wanted: str, seconds: float = 60.0) -> list[str]:
        """The states that come until the wanted one does; fails when it does not come in so many real seconds."""
        end, found = time.monotonic() + seconds, [""]
        while found[-1] != wanted:
            found.append(self._states.get(timeout=max(0.0, end - time.monotonic())))
        return found[1:]

    def fed(self, seconds: float) -> bool:
        """Whether the watchdog is fed within so many real seconds."""
        try:
            return bool(self.until("WATCHDOG=1", seconds))
        except queue.Empty:
            return False


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[Manager]:
    """A manager that listens."""
    one = Manager(str(tmp_path / "notify"))
    yield one
    one.close()


def stall_the_microphone(evening: Evening) -> Callable[[], None]:
    """The sound card stops calling back without saying that it is lost."""
    put = evening.loop._ear.put  # type: ignore[union-attr]
    evening.room._on_block = lambda block: None

    def mend() -> None:
        evening.room._on_block = put

    return mend


def stall_the_ear(evening: Evening) -> Callable[[], None]:
    """A library hangs in the thread that hears."""
    released = threading.Event()
    feed = evening.ear.feed

    def hang(block: object) -> object:
        released.wait(60)
        return feed(block)  # type: ignore[arg-type]

    evening.ear.feed = hang  # type: ignore[method-assign, assignment]

    def mend() -> None:
        evening.ear.feed = feed  # type: ignore[method-assign]
        released.set()

    return mend


def stall_the_owner(evening: Evening) -> Callable[[], None]:
    """The thread that owns the host hangs in the device library."""
    released = threading.Event()
    check = evening.keeper.check

    def hang(now: float) -> object:
        released.wait(60)
        return check(now)

    evening.keeper.check = hang  # type: ignore[method-assign, assignment]

    def mend() -> None:
        evening.keeper.check = check  # type: ignore[method-assign]
        released.set()

    return mend


@pytest.mark.parametrize("stall", [stall_the_microphone, stall_the_ear, stall_the_owner])
def test_the_watchdog_is_fed_while_sound_is_worked_on_and_not_when_it_stalls(
    manager: Manager, stall: Callable[[Evening], Callable[[], None]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fed in a game; unfed as soon as microphone, ear or owner stalls; fed again when it goes on."""
    monkeypatch.setattr("host.app.notify.LONGEST_RECOGNITION", 0.0)
    with Evening(service=Notifier(manager.address, SHORT)) as evening:
        assert evening.wait(lambda: evening.listening)
        assert manager.fed(60)
        mend = stall(evening)
        try:
            deadline = time.monotonic() + 60
            while manager.fed(0.25) and time.monotonic() < deadline:
                pass  # what was worked on before the stall may still be told
            assert not manager.fed(0.75)  # 30 virtual seconds, fifty times the watchdog's
        finally:
            mend()
        assert manager.fed(60)


def test_a_game_says_when_it_is_ready(manager: Manager) -> None:
    """READY=1 once devices are open, with what is in use as the status."""
    with Evening(service=Notifier(manager.address)) as evening:
        assert evening.wait(lambda: evening.listening)
        evening.room.dead = True
        assert manager.until("STATUS=Sound is away: the microphone of the virtual room") == [
            "READY=1",
            "STATUS=Sound: virtual room",
            "STATUS=Sound is away: the microphone of the virtual room",  # and no watchdog: none was asked for
        ]


def test_a_lost_device_is_shown(manager: Manager) -> None:
    """While the microphone is away the status says so, and the watchdog is fed: the keeper is at work."""
    with Evening(service=Notifier(manager.address, SHORT)) as evening:
        assert evening.wait(lambda: evening.listening)
        evening.room.dead, evening.room.refusals = True, 3
        manager.until("STATUS=Sound is away: the microphone of the virtual room")
        assert "WATCHDOG=1" in manager.until("STATUS=Sound: virtual room")


def test_a_long_recognition_is_no_death() -> None:
    """One utterance may keep the ear busy for a while, but not for ever."""
    heart = Heartbeat(Notifier())
    assert heart.beat(0.0, processed=10)
    assert heart.beat(1.0, processed=10, busy_since=0.9)
    assert heart.beat(LONGEST_RECOGNITION, processed=10, busy_since=0.9)
    assert not heart.beat(LONGEST_RECOGNITION + 1, processed=10, busy_since=0.9)
    assert heart.beat(LONGEST_RECOGNITION + 2, processed=11)


def test_without_a_microphone_the_loop_itself_is_the_heart() -> None:
    """Nothing is heard, so going round is all there is to tell."""
    heart = Heartbeat(Notifier())
    assert all(heart.beat(float(now), processed=None) for now in range(5))


def test_what_the_environment_says() -> None:
    """Path and abstract addresses count; a watchdog for another process, or nonsense, does not."""
    assert Notifier.of({"NOTIFY_SOCKET": "/run/x", "WATCHDOG_USEC": "30000000"}, 7).watchdog == 30.0
    assert Notifier.of({"NOTIFY_SOCKET": "@x", "WATCHDOG_USEC": "5", "WATCHDOG_PID": "7"}, 7).watchdog == 5e-6
    assert Notifier.of({"NOTIFY_SOCKET": "/run/x", "WATCHDOG_USEC": "5", "WATCHDOG_PID": "8"}, 7).watchdog is None
    assert Notifier.of({"NOTIFY_SOCKET": "/run/x", "WATCHDOG_USEC": "soon"}, 7).watchdog is None
    for nowhere in ({}, {"NOTIFY_SOCKET": ""}, {"NOTIFY_SOCKET": "vsock:2:1234"}):
        assert not Notifier.of(nowhere, 7).enabled


def test_an_abstract_address() -> None:
    """``@`` stands for the zero byte of an abstract socket."""
    manager = Manager(f"@quizhost-test-{os.getpid()}")
    Notifier(manager.address).status("two\nlines")
    assert manager.until("STATUS=two lines") == ["STATUS=two lines"]
    manager.close()


def test_a_manager_that_is_gone_does_no_harm(tmp_path: Path) -> None:
    """Nobody at that address: silence, no error."""
    Notifier(str(tmp_path / "nobody"), 1.0).alive()


def test_the_end_of_the_process_is_told(manager: Manager) -> None:
    """STOPPING=1 at the very end, whatever command it was."""
    code = "from host.app.notify import this_service\nthis_service().ready()\nthis_service().status('busy')"
    subprocess.run([sys.executable, "-c", code], env={**os.environ, "NOTIFY_SOCKET": manager.address}, check=True)
    assert manager.until("STOPPING=1") == ["READY=1", "STATUS=busy", "STOPPING=1"]
