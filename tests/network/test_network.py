"""What takes the place of ears and voice on other machines while they are away, and what the table is told."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.hearing import ScriptedEars
from support.wyoming_servers import Buzz, free_port, hall

from host.app.doctor import Status, far_services
from host.app.network import Network
from host.config import Settings
from host.dialogue.protocol import Notice, Signal
from host.errors import DeviceError, UsageError
from host.speech.audio import AudioChunk, Utterance
from host.speech.ports import Ears, Synthesizer
from host.speech.wyoming.service import Times

SAID = Utterance(1, np.full(8000, 3000, np.int16))
QUICK = Times(connect=1.0, answer=1.0, beat=0.05, pauses=(0.0, 0.02, 0.05))


@pytest.fixture(autouse=True)
def _home(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUIZHOST_HOME", str(tmp_path))


def none() -> Any:
    """Nothing is installed here."""
    raise DeviceError("there is none")


def news(network: Network, wanted: Callable[[list[Signal]], bool], seconds: float = 60.0) -> list[Signal]:
    """What the table is told until it is what we wait for."""
    told: list[Signal] = []
    end = time.monotonic() + seconds
    while not wanted(told):
        assert time.monotonic() < end, told
        told += network.look()
        time.sleep(0.005)
    time.sleep(0.2)
    return told + list(network.look())


def heard(ears: Ears) -> str:
    """What is heard now."""
    return ears.hear(SAID, ())[0].text


def seconds(voice: Synthesizer, text: str) -> dict[float, float]:
    """Seconds of sound by pitch, to tell voices apart."""
    found: dict[float, float] = {}
    for chunk in voice.synthesize(text):
        pitch = _pitch(chunk)
        found[pitch] = round(found.get(pitch, 0.0) + chunk.seconds, 2)
    return found


def _pitch(chunk: AudioChunk) -> float:
    crossings = int((np.diff(np.signbit(chunk.pcm.astype(float))) != 0).sum())
    return round(crossings / 2 / chunk.seconds, -2)


def test_own_ears_hear_the_very_utterance_that_was_lost() -> None:
    """The service dies: the same sound is heard here, the table is told once, and later that is over without a word."""
    port, far = free_port(), ScriptedEars(["far"])
    with hall({"en": far}, port=port) as server:
        network = Network(ears=str(server.address), times=QUICK)
        ears = network.ears("en", lambda: ScriptedEars(["own"]))
        assert heard(ears) == "far"
    assert heard(ears) == "own"
    assert news(network, bool) == [Notice("away_ears_own")]
    with hall({"en": far}, port=port):
        _until(lambda: heard(ears) == "far")
        assert list(network.look()) == []
        network.close()


def test_without_own_ears_what_is_pending_is_repeated_once() -> None:
    """Nobody hears: the table is told, an utterance is nothing, and on return it is told once."""
    port = free_port()
    with hall({"en": ScriptedEars(["far"])}, port=port) as server:
        network = Network(ears=str(server.address), times=QUICK)
        ears = network.ears("en", none)
    assert heard(ears) == "" and heard(ears) == ""
    assert news(network, bool) == [Notice("away_ears")]
    with hall({"en": ScriptedEars(["far"])}, port=port):
        assert news(network, bool) == [Notice("back_ears", repeat=True)]
        assert heard(ears) == "far"
        network.close()


def test_the_own_voice_goes_on_with_the_sentence_that_failed() -> None:
    """The service dies between two sentences: every sentence is heard once, the rest by the other voice."""
    port, far, own = free_port(), Buzz(hertz=200.0), Buzz(hertz=400.0)
    with hall(voices={"en": far}, port=port) as server:
        network = Network(voice=str(server.address), times=QUICK)
        voice = network.voice("en", lambda: own)
        assert set(seconds(voice, "One two three four.")) == {200.0}
        line = voice.synthesize("Five six. Seven eight nine. Ten.")
        assert _pitch(next(line)) == 200.0
    rest = list(line)
    assert own.said == ["Seven eight nine. Ten."] or own.said == ["Five six. Seven eight nine. Ten."]
    assert _pitch(rest[-1]) == 400.0
    assert news(network, bool) == [Notice("away_voice")]
    with hall(voices={"en": far}, port=port):
        _until(lambda: 200.0 in seconds(voice, "Something new each time: " + str(time.monotonic())))
        assert list(network.look()) == [], "nothing was missed, so nothing is repeated"
        network.close()


def test_one_return_for_all_that_was_away() -> None:
    """Ears, voice and sound gone together: three things are told, and one repetition when the last is back."""
    port = free_port()
    engines: Any = ({"en": ScriptedEars(["far"])}, {"en": Buzz()})
    with hall(*engines, port=port) as server:
        network = Network(ears=str(server.address), voice=str(server.address), times=QUICK)
        ears = network.ears("en", none)
        network.voice("en", lambda: Buzz())
    assert network.sound_lost() == Notice("away_sound")
    heard(ears)
    lost = news(network, lambda told: len(told) == 2)
    assert {signal.line for signal in lost if isinstance(signal, Notice)} == {"away_ears", "away_voice"}
    with hall(*engines, port=port):
        _until(lambda: heard(ears) == "far")
        assert list(network.look()) == []
        network.sound_back()
        assert news(network, bool) == [Notice("back_sound", repeat=True)]
        network.close()


def test_a_service_that_is_away_at_the_start_is_not_the_end() -> None:
    """With own ears the game begins, and goes over to the service as soon as it is there."""
    port = free_port()
    network = Network(ears=f"tcp://127.0.0.1:{port}", times=QUICK)
    ears = network.ears("en", lambda: ScriptedEars(["own"]))
    assert heard(ears) == "own"
    assert news(network, bool) == [Notice("away_ears_own")]
    with hall({"en": ScriptedEars(["far"])}, port=port):
        _until(lambda: heard(ears) == "far")
        network.close()
    with pytest.raises(DeviceError, match="nothing listens there"):
        Network(ears=f"tcp://127.0.0.1:{port}", times=QUICK).ears("en", none)


def test_a_wrong_service_is_an_error_even_with_own_ears() -> None:
    """A wrong port or language in the settings is to be mended, not to be covered up."""
    with hall({"fr": ScriptedEars(language="fr")}) as server:
        network = Network(ears=str(server.address), voice=str(server.address), times=QUICK)
        with pytest.raises(DeviceError, match="the service hears no 'en'"):
            network.ears("en", lambda: ScriptedEars())
        with pytest.raises(DeviceError, match="offers speech recognition, not a voice"):
            network.voice("en", lambda: Buzz())
        network.close()


def test_without_addresses_everything_is_of_this_machine() -> None:
    """No address: the engines are those that are handed in, and nothing is watched or told."""
    network = Network.of(Settings(voice=("joe",)))
    ears, voice = ScriptedEars(), Buzz()
    assert network.ears("en", lambda: ears) is ears and network.voice("en", lambda: voice) is voice
    assert list(network.look()) == []


@pytest.mark.parametrize(
    "text", ["tcp://pi", "tcp://:1", "http://pi:1", "tcp://pi:99999", "unix://", "tcp://pi:1/x", "tcp://pi:1?rat=1"]
)
def test_a_wrong_address_is_named(text: str) -> None:
    """Called wrongly: the sentence holds the address and how to write one."""
    with pytest.raises(UsageError, match=r"Write tcp://MACHINE:PORT") as caught:
        Network(ears=text)
    assert text in str(caught.value)


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """An address without the package: what to install."""
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(DeviceError, match=r'pip install "quizhost\[wyoming\]"'):
        Network(ears="tcp://127.0.0.1:1")


def _until(condition: Callable[[], bool], patience: float = 60.0) -> None:
    end = time.monotonic() + patience
    while not condition():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.01)


def test_doctor_tells_what_is_on_the_network(tmp_path: Path) -> None:
    """A line for each service that is set: what it is and how soon it answers, or what is wrong and what to do."""
    with hall({"en": ScriptedEars()}, {"en": Buzz()}) as server:
        (tmp_path / "config").mkdir()
        settings = f"ears: {server.address}\nmicrophone: {server.address}\nvoice: [tcp://127.0.0.1:1]\n"
        (tmp_path / "config" / "config.yaml").write_text(settings)
        checks = {check.name: check for check in far_services()}
    assert list(checks) == ["ears on the network", "voice on the network", "microphone on the network"]
    ears, voice, microphone = checks.values()
    assert ears.status is Status.OK and "hears en and scores answers; speaks en; answers in" in ears.what
    assert voice.status is Status.WARN and voice.what == "tcp://127.0.0.1:1: nothing listens there"
    assert microphone.status is Status.WARN and "offers speech recognition and a voice" in microphone.what
    assert all(check.todo for check in (voice, microphone))
