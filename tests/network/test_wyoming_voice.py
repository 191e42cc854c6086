"""A voice on another machine: the sound that arrives, what is kept of it, and what happens when it breaks."""

from __future__ import annotations

import json
import socket
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.wyoming_servers import Buzz, ForeignTts, foreign, hall, raw, tone, tts_info
from wyoming.audio import AudioChunk as WireChunk
from wyoming.audio import AudioStart, AudioStop
from wyoming.event import Event, write_event

from host.errors import DeviceError
from host.speech.audio import RATE, Pcm
from host.speech.phrase_cache import PhraseCache
from host.speech.wyoming.address import Address, parse_address
from host.speech.wyoming.service import Service, Times
from host.speech.wyoming.voice import WyomingVoice

QUICK = Times(connect=1.0, answer=1.0)


def voice_at(address: Address, language: str = "en", **how: Any) -> WyomingVoice:
    """A voice at an address."""
    return WyomingVoice(Service(address, times=QUICK), language, **how)


def sound(voice: WyomingVoice, text: str, rate: float = 1.0) -> tuple[Pcm, int]:
    """All of it, and its rate."""
    chunks = list(voice.synthesize(text, rate=rate))
    rates = {chunk.rate for chunk in chunks}
    assert len(rates) == 1
    return np.concatenate([chunk.pcm for chunk in chunks]), rates.pop()


@pytest.mark.parametrize(
    "how", [{}, {"rate": 48_000, "channels": 2}, {"rate": 16_000, "width": 4}, {"rate": 8_000, "channels": 3}]
)
def test_every_format_becomes_mono_at_its_own_rate(how: dict[str, int]) -> None:
    """Stereo, 32 bits, any rate: a second of tone with its silence cut off, at the level it had."""
    with foreign(ForeignTts, **how) as address:
        pcm, rate = sound(voice_at(address), "One sentence.")
    assert rate == how.get("rate", 22_050)
    assert len(pcm) / rate == pytest.approx(1.08, abs=0.01)
    assert np.abs(pcm).max() == pytest.approx(11_000, rel=0.01)


def test_sentences_are_said_one_by_one_with_pauses() -> None:
    """Each sentence is a request, so that the first is heard while the second is made."""
    asked: list[dict[str, Any]] = []
    with foreign(ForeignTts, asked=asked) as address:
        voice = voice_at(address)
        stream = voice.synthesize("First sentence. Second one!")
        next(stream)
        assert [request["text"] for request in asked] == ["First sentence."]
        rest = sum(chunk.seconds for chunk in stream)
    assert [request["text"] for request in asked] == ["First sentence.", "Second one!"]
    assert rest == pytest.approx(2 * 1.08 + 0.22, abs=0.1)


@pytest.mark.parametrize(
    "query, language, voice",
    [
        ("", "de", {"name": "berta"}),
        ("", "en", {"language": "en_GB"}),
        ("?voice=carl", "en", {"name": "carl"}),
        ("?voice=berta", "en", {"language": "en_GB"}),
    ],
)
def test_the_voice_of_the_language_is_asked_for(query: str, language: str, voice: dict[str, str]) -> None:
    """The only one, or the one named in the address; among several the service chooses itself."""
    asked: list[dict[str, Any]] = []
    with foreign(ForeignTts, asked=asked) as address:
        sound(voice_at(parse_address(f"{address}{query}"), language), "Hello.")
    assert asked[0]["voice"] == voice


def test_speed_is_changed_here() -> None:
    """The protocol has no speed: twice as fast is half as long, half as fast twice."""
    with foreign(ForeignTts) as address:
        voice = voice_at(address)
        lengths = [len(sound(voice, "A sentence.", rate)[0]) / 22_050 for rate in (1.0, 2.0, 0.5)]
    assert lengths == pytest.approx([1.08, 0.54, 2.16], abs=0.06)


def test_what_was_said_once_is_there_without_the_service(tmp_path: Path) -> None:
    """Sentences are kept, in memory and on disk; a frequent one needs no network any more."""
    asked: list[dict[str, Any]] = []
    with foreign(ForeignTts, asked=asked) as address:
        first = voice_at(address, cache=PhraseCache(tmp_path))
        once = sound(first, "Right.")[0]
        second = voice_at(address, cache=PhraseCache(tmp_path))
        second.load()
    again = sound(second, "Right.")[0]
    assert len(asked) == 1 and np.array_equal(once, again)


def test_silence_inside_a_sentence_stays() -> None:
    """Only the edges are cut, however the chunks fall."""
    pcm = np.concatenate([np.zeros(3000), tone(0.2), np.zeros(4800), tone(0.2), np.zeros(9000)]).astype(np.int16)
    with raw(_saying(AudioStart(RATE, 2, 1).event(), *_chunks(pcm), AudioStop().event())) as address:
        got, _ = sound(voice_at(address), "Well, yes.")
    assert len(got) / RATE == pytest.approx(0.02 + 0.2 + 0.3 + 0.2 + 0.06, abs=0.002)


@pytest.mark.parametrize(
    "events, closes, sentence",
    [
        ([], False, "the voice takes too long"),
        ([AudioStart(RATE, 2, 1).event()], True, "the service closed the connection"),
        ([Event("audio-chunk", {"rate": RATE}, b"1234")], False, "the service sends sound without its format"),
        (
            [Event("audio-chunk", {"rate": 1, "width": 2, "channels": 1}, b"1234")],
            False,
            "the service sends sound of 1 Hz, 2 bytes and 1 channels",
        ),
        ([Event("error", {"text": "voice not found"})], False, "the service says: voice not found"),
        ([WireChunk(4000, 2, 1, bytes(1_000_000)).event()], False, "the voice does not stop"),
    ],
    ids=["stalls", "closes", "no format", "no sound", "error", "endless"],
)
def test_misbehaviour_is_an_error_in_words(events: list[Event], closes: bool, sentence: str) -> None:
    """The line fails at once with one sentence; who listens can go on with another voice."""
    with raw(_saying(*events, closes=closes)) as address:
        begun = time.monotonic()
        with pytest.raises(DeviceError) as caught:
            list(voice_at(address, first=0.3, following=0.3).synthesize("Hello there."))
    assert caught.value.what == sentence and time.monotonic() - begun < 4


def test_a_line_given_up_leaves_nothing_behind() -> None:
    """When the host is interrupted, the rest of the answer must not become the next line."""
    buzz = Buzz()
    with hall(voices={"en": buzz}) as server:
        voice = voice_at(server.address)
        next(voice.synthesize("one two three four five six"))
        pcm, rate = sound(voice, "seven")
    assert len(pcm) / rate == pytest.approx(0.25, abs=0.02)


def test_phonemes_go_only_to_who_understands_them() -> None:
    """Another quizhost gets the phoneme block as it is, a foreign service plain letters."""
    asked: list[dict[str, Any]] = []
    buzz = Buzz()
    with foreign(ForeignTts, asked=asked) as strange, hall(voices={"en": buzz}) as ours:
        sound(voice_at(strange), "It was [[ bˈætmæn ]].")
        sound(voice_at(ours.address), "It was [[ bˈætmæn ]].")
    assert "[[" not in asked[0]["text"] and "bˈætmæn" in asked[0]["text"]
    assert "[[ bˈætmæn" in buzz.said[0]


MARKED = 'In <lang xml:lang="fr">Les Misérables</lang> he sings. By <lang xml:lang="de">Dr. Oetker. Ja</lang> too.'


def test_foreign_names_are_marked_for_who_reads_marks() -> None:
    """Another quizhost gets the marks for a voice that reads them, nobody else; none is torn apart."""
    asked: list[dict[str, Any]] = []
    plain, reading = Buzz(), Buzz()
    reading.reads_marks = True  # type: ignore[attr-defined]
    with foreign(ForeignTts, asked=asked) as strange, hall(voices={"en": plain}) as first:
        for address in (strange, first.address):
            voice = voice_at(address)
            voice.load()
            assert voice.reads_marks is (address is not strange)
            sound(voice, MARKED)
    with hall(voices={"en": reading}) as second:
        voice = voice_at(second.address)
        sound(voice, MARKED.split(" By")[0])
        sound(voice, MARKED)
    assert not any("<" in request["text"] for request in asked) and not any("<" in text for text in plain.said)
    assert reading.said[0] == 'In <lang xml:lang="fr">Les Misérables</lang> he sings.'
    assert not any("<" in text for text in reading.said[1:]), "half a mark is none"


def _chunks(pcm: Pcm) -> list[Event]:
    return [WireChunk(RATE, 2, 1, pcm[at : at + 700].astype("<i2").tobytes()).event() for at in range(0, len(pcm), 700)]


def _saying(*events: Event, closes: bool = False) -> Any:
    """A server that answers every request with these events."""

    def behave(connected: socket.socket) -> None:
        out = connected.makefile("wb")
        with connected.makefile("rb") as lines:
            for line in lines:
                event = json.loads(line)
                lines.read(event.get("data_length", 0))
                if event["type"] == "describe":
                    write_event(tts_info(("anna", "en")).event(), out)
                elif event["type"] == "synthesize":
                    for answer in events:
                        write_event(answer, out)
                    if closes:
                        return

    return behave
