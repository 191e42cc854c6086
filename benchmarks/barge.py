"""Stopping the host by voice: words understood over its own speech, and how often it stops itself.

    python -m benchmarks.barge [--hours 0.5] [--words 0] [--json]

In a virtual room with a dense echo and a slightly overdriven loudspeaker. The level is that of the host at the
microphone beside the players': at +6 dB the host is twice as loud as they are. ``before`` does without echo
cancellation and hears only what is clearly louder than the host, as long as its own voice was learnt at the beginning
of each line. Four kinds of players say the words over the second line of the evening, and then other things, none of
which may stop the host. The false stops are those of the host alone, with its own voice saying "stop" now and then, in
a new room every two minutes.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from benchmarks.table import spoken
from host.app.barge import WORDS, BargeIn, Canceller
from host.app.mouth import open_voice
from host.app.players import PlayerVoice
from host.speech.audio import RATE, AudioBlock, AudioChunk, Pcm
from host.speech.ears import open_ears
from host.speech.echo import Cleaned, EchoCanceller
from host.speech.espeak import EspeakSynthesizer
from host.speech.ports import Ears
from host.speech.vad import SileroVad
from host.speech.virtual import Room, VirtualAudio

LEVELS = (-20, -10, 0, 6)
"""Decibel of the host over the players at the microphone."""
LINES = (
    "Anna, you may stop on the green space, or pause on the yellow one; from there you can reach the headquarters.",
    "Which French author wrote the long novel about a young sailor who is thrown into prison without a trial?",
    "Wrong, I am afraid: it was Vincent van Gogh who painted the starry night. Say repeat to hear the question again.",
    "Right! The river Danube runs through ten countries, more than any other in the world. You win the blue wedge.",
    "Ben, it is your turn. You stand on the space between Geography and Sports. Roll the die and tell me the number.",
    "In which year did a human being first walk on the surface of the moon, and who came down the ladder second?",
)
OTHER = ("Paris.", "I think so.", "What did she say?", "No way!", "The top.", "Oh, the pope!", "So do I.", "Because.")
WORD_AT = 2.5
"""Seconds into the line at which a player begins to speak."""


class Uncancelled:
    """The rule without echo cancellation: what is louder than the host was in the first 1.5 s of its line."""

    def __init__(self) -> None:
        self._own = 0.0
        self._heard = 0

    def cancel(self, block: AudioBlock) -> Cleaned:
        """The block as it is; above 4 when it is 6 dB louder than the host."""
        power = float((block.pcm.astype(np.float64) ** 2).mean())
        if block.played is None or not block.played.any():
            self._heard -= self._heard > 0
            return Cleaned(block.pcm, 0.0, 1.0)
        self._heard = min(self._heard + 1, 90)
        self._own = power if self._heard == 1 else max(self._own, power if self._heard < 47 else 0.0)
        return Cleaned(block.pcm, power / (self._own + 1.0) if self._heard > 47 else 0.0, 1.0)


@dataclass(frozen=True, slots=True)
class Row:
    """One level."""

    level: int
    before: int
    after: int
    said: int
    wrong: int
    """Words and other things that were taken for a word they were not."""
    others: int


def room_at(level: int) -> tuple[Room, float]:
    """A room, and the gain of its players, for a level; nobody is so loud that the microphone distorts."""
    gain = -10.0 if level > -10 else 0.0
    return Room(coupling_db=level + gain, echo=0.3, diffuse=True, overdrive=1.0), gain


def over_the_host(
    barge: BargeIn, room: Room, lines: Sequence[Pcm], said: Iterable[tuple[float, Pcm]], *, gain: float, seed: int
) -> list[str]:
    """The buttons heard while the host says lines and players, in the last one, say something at their times."""
    audio, found = VirtualAudio(room=room, seed=seed, record=False), list[str]()

    def on_block(block: AudioBlock) -> None:
        button = barge.feed(block, listening=audio.speaking)
        if button:
            found.append(button.button)

    audio.open(on_block, lambda line, done: None)
    for number, line in enumerate(lines):
        if number == len(lines) - 1:
            for at, pcm in said:
                audio.inject(pcm, at=audio.now + at, gain_db=gain)
        audio.play(number, [AudioChunk(RATE, line)])
        while audio.speaking:
            audio.step()
        audio.advance(0.6)
    return found


def players() -> list[PlayerVoice]:
    """Four voices: two of espeak-ng, two of the host's own made higher and lower."""
    joe, espeak = open_voice("en"), [EspeakSynthesizer("en", variant=variant) for variant in ("m3", "f4")]
    return [*map(PlayerVoice, espeak), PlayerVoice(joe, 1.15), PlayerVoice(joe, 0.9)]


def measure_words(ears: Ears, host: Sequence[Pcm], most: int) -> list[Row]:
    """Words understood at each level, before and after; ``most`` words of each voice, 0 for all."""
    words = [*WORDS["en"].items()][: most or None]
    said = [(voice.speak(f"{word.capitalize()}."), button) for voice in players() for word, button in words]
    others = [voice.speak(text) for voice in players()[:2] for text in OTHER[: most or None]]
    rows: list[Row] = []
    for level in LEVELS:
        room, gain = room_at(level)

        def found(canceller: Canceller, pcm: Pcm, seed: int, room: Room = room, gain: float = gain) -> list[str]:
            barge = BargeIn(ears, SileroVad(), canceller)
            return over_the_host(barge, room, host[:2], [(WORD_AT, pcm)], gain=gain, seed=seed)

        before = [button in found(Uncancelled(), pcm, seed) for seed, (pcm, button) in enumerate(said)]
        after = [(button, found(EchoCanceller(), pcm, seed)) for seed, (pcm, button) in enumerate(said)]
        wrong = sum(heard != button for button, every in after for heard in every)
        wrong += sum(len(found(EchoCanceller(), pcm, seed)) for seed, pcm in enumerate(others))
        rows.append(Row(level, sum(before), sum(b in every for b, every in after), len(said), wrong, len(others)))
    return rows


def false_stops(ears: Ears, host: Sequence[Pcm], hours: float, seed: int = 1) -> dict[int, tuple[int, float]]:
    """Level -> (times the host stopped itself, hours of its own speech)."""
    chance = np.random.default_rng(seed)
    found: dict[int, tuple[int, float]] = {}
    for level in LEVELS:
        stops, seconds = 0, 0.0
        while seconds < hours * 3600 / len(LEVELS):
            room, _ = room_at(level)
            order = [host[i] for i in chance.integers(0, len(host), 17)]
            seconds += sum(map(len, order)) / RATE
            barge = BargeIn(ears, SileroVad())
            stops += len(over_the_host(barge, room, order, (), gain=0.0, seed=int(chance.integers(10**6))))
        found[level] = (stops, seconds / 3600)
    return found


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description="Measure how well the host can be stopped by voice.")
    parser.add_argument("--hours", type=float, default=0.5, help="of the host's own speech (default 0.5)")
    parser.add_argument("--words", type=int, default=0, help="so many words of each voice only")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    ears, voice = open_ears("en"), open_voice("en")
    host = [spoken(voice, line) for line in LINES]
    rows, stops = measure_words(ears, host, args.words), false_stops(ears, host, args.hours)
    if args.json:
        data = [
            {"level_db": r.level, "before": r.before, "after": r.after, "said": r.said, "wrong": r.wrong,
             "false_stops": stops[r.level][0], "hours": round(stops[r.level][1], 3)}
            for r in rows
        ]  # fmt: skip
        print(json.dumps(data))
        return
    print("host over players   before      after   taken wrongly   stopped itself")
    for row in rows:
        count, hours = stops[row.level]
        print(
            f"{row.level:+14} dB {row.before:6}/{row.said:<3} {row.after:6}/{row.said:<3} "
            f"{row.wrong:7} of {row.said + row.others:<3} {count:7} in {hours:.2f} h"
        )


if __name__ == "__main__":
    main()
