"""Ears on another machine: what is sent, what comes back, and every way in which it may fail."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Callable

import numpy as np
import pytest
from support.hearing import ScriptedEars
from support.wyoming_servers import ForeignAsr, ForeignTts, asr_info, foreign, free_port, hall, raw

from host.errors import DeviceError
from host.speech.audio import RATE, Utterance
from host.speech.wyoming.address import Address
from host.speech.wyoming.ears import WyomingEars
from host.speech.wyoming.scoring import MOST
from host.speech.wyoming.service import Service, Times

SAID = Utterance(1, np.arange(-8000, 8000, dtype=np.int16), 0.0, 1.0)
QUICK = Times(connect=1.0, answer=1.0, beat=0.1, pauses=(0.0, 0.05, 0.1))


def ears_at(address: Address, language: str = "en", **how: float) -> WyomingEars:
    """Ears at an address, impatient."""
    return WyomingEars(Service(address, times=QUICK), language, **how)


def test_a_quizhost_scores_as_if_it_were_here() -> None:
    """Transcript, confidence, alternatives and every score arrive unchanged, and the samples too."""
    own = ScriptedEars(["Paris"])
    with hall({"en": own}) as server:
        far = ears_at(server.address)
        got = far.hear(SAID, ("Paris", "Rome", "Côte d'Ivoire"))
        plain = far.hear(SAID, ())
    expected = own.hear(SAID, ("Paris", "Rome", "Côte d'Ivoire"))
    assert got[1] == expected[1]
    assert (got[0].text, got[0].confidence) == ("Paris", 0.9)
    assert plain[1] is None and plain[0].text == "Paris"
    heard, asked = own.asked[0]
    assert np.array_equal(heard.pcm, SAID.pcm) and asked == ("Paris", "Rome", "Côte d'Ivoire")


def test_the_same_sound_twice_is_the_same_utterance() -> None:
    """An engine keeps what it encoded by the utterance's identity; the server must not break that."""
    own = ScriptedEars(["Paris"])
    with hall({"en": own}) as server:
        far = ears_at(server.address)
        far.hear(SAID, ())
        far.hear(SAID, ("Paris",))
        far.hear(Utterance(2, SAID.pcm[::-1].copy()), ())
    first, second, third = (utterance for utterance, _ in own.asked)
    assert first is second and third is not second


def test_the_server_prepares_for_what_is_expected() -> None:
    """The texts that will be scored are there before the sound, in the engine of the language."""
    expected: list[tuple[str, ...]] = []
    own = ScriptedEars(["Paris"])
    own.expect = expected.append  # type: ignore[method-assign,assignment]
    with hall({"en": own}) as server:
        far = ears_at(server.address)
        far.load()
        far.expect(("Paris", "Rome"))
        far.hear(SAID, ("Paris", "Rome"))
    assert expected == [("Paris", "Rome")]


def test_a_long_list_arrives_whole() -> None:
    """As many texts as a closed prompt with its decoys may have are all scored."""
    own = ScriptedEars(["7"])
    with hall({"en": own}) as server:
        _, scores = ears_at(server.address).hear(SAID, [str(n) for n in range(MOST)])
    assert scores is not None and len(scores.candidates) == MOST


@pytest.mark.parametrize(
    "how", [{}, {"closes": True}, {"streams": "whole"}, {"streams": "only"}, {"closes": True, "streams": "whole"}]
)
def test_every_habit_of_foreign_servers(how: dict[str, object]) -> None:
    """Servers that close after each transcript, stream it, or both: three utterances in a row, none lost."""
    heard: list[object] = []
    with foreign(ForeignAsr, heard=heard, **how) as address:
        far = ears_at(address)
        for _ in range(3):
            transcript, scores = far.hear(SAID, ("green headquarters",))
            assert (transcript.text, scores) == ("green headquarters", None)
    assert heard == [{"name": "small", "language": "en_US"}, len(SAID.pcm)] * 3
    assert far.name.startswith("strange-asr small at tcp://127.0.0.1:")
    assert far.service.losses == 0


@pytest.mark.parametrize(
    "language, handler, sentence",
    [
        ("fr", ForeignAsr, "the service hears no 'fr' (only de, en)"),
        ("en", ForeignTts, "the service offers a voice, not speech recognition"),
    ],
)
def test_a_service_of_another_kind_is_named(language: str, handler: type, sentence: str) -> None:
    """The wrong port and the wrong language are told apart, each in one sentence."""
    with foreign(handler) as address, pytest.raises(DeviceError) as caught:
        ears_at(address, language).load()
    assert caught.value.what == sentence and caught.value.todo


@pytest.mark.parametrize(
    "address, sentence",
    [
        (Address("tcp", "127.0.0.1", 1), "nothing listens there"),
        (Address("tcp", "no-such-machine.invalid", 10300), "no machine is called 'no-such-machine.invalid'"),
        (Address("unix", path="/no/such/socket"), "nothing listens there"),
    ],
)
def test_who_is_not_there_is_named(address: Address, sentence: str) -> None:
    """No traceback, but what is wrong and where."""
    with pytest.raises(DeviceError) as caught:
        ears_at(address).load()
    assert caught.value.what == sentence and caught.value.where == str(address)


def _after(sent: bytes) -> Callable[[socket.socket], None]:
    """A server that describes itself and answers the sound with these bytes."""

    def behave(connected: socket.socket) -> None:
        with connected.makefile("rb") as lines:
            for line in lines:
                event = json.loads(line)
                lines.read(event.get("data_length", 0) + (event.get("payload_length") or 0))
                if event["type"] == "describe":
                    data = json.dumps(asr_info("en").event().data).encode()
                    head = {"type": "info", "data_length": len(data)}
                    connected.sendall(json.dumps(head).encode() + b"\n" + data)
                elif event["type"] == "audio-stop":
                    connected.sendall(sent)
                    if not sent:
                        time.sleep(2)
                    return

    return behave


@pytest.mark.parametrize(
    "sent, sentence",
    [
        (b'{"type": "transcript", "data_length": 40}\n{"te', "the service closed the connection"),
        (b"GET / HTTP/1.1\r\n\r\n", "the service sends something that is not Wyoming"),
        (b"\xff\xfe\x00\x01\n", "the service sends something that is not Wyoming"),
        (b"[1, 2]\n", "the service sends something that is not Wyoming"),
        (b'{"type": 5}\n', "the service sends something that is not Wyoming"),
        (b'{"data": {}}\n', "the service sends something that is not Wyoming"),
        (b'{"type": "transcript", "data_length": "x"}\n', "the service sends something that is not Wyoming"),
        (b'{"type": "x", "payload_length": 99999999999}\n', "the service sends something that is not Wyoming"),
        (b"[" * 200_000 + b"\n", "the service sends something that is not Wyoming"),
        (b"x" * 5_000_000, "the service sends something that is not Wyoming"),
        (b'{"type": "error", "data": {"text": "no memory."}}\n', "the service says: no memory"),
        (b"", "the ears take too long"),
    ],
    ids=["half", "http", "bytes", "list", "number", "no type", "length", "huge", "deep", "endless", "error", "stalls"],
)
def test_misbehaviour_is_an_error_in_words(sent: bytes, sentence: str) -> None:
    """Whatever a service sends in place of a transcript: one sentence, soon, and no memory filled."""
    with raw(_after(sent)) as address:
        far = ears_at(address, within=0.5)
        begun = time.monotonic()
        with pytest.raises(DeviceError) as caught:
            far.hear(SAID, ())
        assert caught.value.what == sentence
        assert time.monotonic() - begun < 5


def test_a_service_that_is_down_costs_no_time() -> None:
    """Once it is known to be away, an utterance fails at once; when it is back, it works without being told."""
    own, port = ScriptedEars(["Paris"]), free_port()
    with hall({"en": own}, port=port) as server:
        far = ears_at(server.address)
        far.hear(SAID, ())
        far.service.watch()
    _until(lambda: far.service.fault is not None)
    begun = time.perf_counter()
    with pytest.raises(DeviceError, match="nothing listens there"):
        far.hear(SAID, ())
    assert time.perf_counter() - begun < 0.1
    with hall({"en": own}, port=port):
        _until(lambda: far.service.fault is None)
        assert far.hear(SAID, ())[0].text == "Paris"
        assert far.service.losses == 1
        far.service.close()


def test_a_half_open_connection_is_noticed_while_idle() -> None:
    """A machine that takes everything and says nothing any more, as after a power cut: the heartbeat misses it."""
    silent: list[bool] = []

    def behave(connected: socket.socket) -> None:
        with connected.makefile("rb") as lines:
            for line in lines:
                event = json.loads(line)
                lines.read(event.get("data_length", 0))
                if event["type"] == "describe" and not silent:
                    connected.sendall(
                        json.dumps({"type": "info", "data": asr_info("en").event().data}).encode() + b"\n"
                    )
                elif event["type"] == "ping" and not silent:
                    connected.sendall(b'{"type": "pong"}\n')

    with raw(behave) as address:
        far = ears_at(address)
        far.load()
        far.service.watch()
        _until(lambda: far.service.round_trip is not None)
        time.sleep(0.3)
        assert far.service.fault is None
        silent.append(True)
        _until(lambda: far.service.fault is not None, seconds=4)
        assert far.service.fault is not None and "does not answer" in far.service.fault.what
        far.service.close()


def test_long_speech_is_cut_not_refused() -> None:
    """A minute of chatter is sent and heard as half a minute."""
    own = ScriptedEars(["blah"])
    with hall({"en": own}) as server:
        ears_at(server.address).hear(Utterance(1, np.ones(60 * RATE, np.int16)), ())
    assert len(own.asked[0][0].pcm) == 30 * RATE


def _until(condition: Callable[[], bool], seconds: float = 60.0) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.005)
