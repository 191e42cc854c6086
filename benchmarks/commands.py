"""Every English phrasing of every command, spoken and heard at the table: `python -m benchmarks.commands`.

Each phrasing is spoken by several synthetic voices, heard by the real recogniser with the grammar of a moment in which
it is valid (a turn before the landing, after a judged answer), and decided as in a game. Prints a line an intent:
phrasings, clips, the share understood by sound and words together, and by the transcript's words alone.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from collections import Counter

import numpy as np

from host.app.ear import near_phrases
from host.app.mouth import open_voice
from host.app.players import PlayerVoice
from host.app.table import Wishes, new_table
from host.dialogue.expect import grammar_for
from host.dialogue.hearing import what_was_meant
from host.dialogue.protocol import Typed
from host.dialogue.understand import Intent
from host.speech.audio import RATE, Utterance
from host.speech.ears import open_ears
from host.speech.espeak import EspeakSynthesizer

SILENCE = np.zeros(RATE // 4, np.int16)


def voices() -> dict[str, PlayerVoice]:
    """The speakers: Piper as it is and lower, espeak-ng in two variants."""
    joe = open_voice("en")
    return {
        "piper joe": PlayerVoice(joe),
        "piper joe, higher": PlayerVoice(joe, 1.12),
        "espeak-ng f3": PlayerVoice(EspeakSynthesizer("en", variant="+f3", pitch=55, speed=0.9)),
        "espeak-ng m3": PlayerVoice(EspeakSynthesizer("en", variant="+m3", pitch=40, speed=0.92)),
    }


def main() -> None:
    """Runs it and prints the table."""
    parser = argparse.ArgumentParser(prog="benchmarks.commands", description=__doc__)
    parser.add_argument("--voices", type=int, default=4, help="how many of the speakers (default all four)")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        os.environ["QUIZHOST_HOME"] = home
        table = new_table(Wishes(language="en", players=("Anna", "Ben"), precision="standard", seed=1))
        host = table.host
        host.start(0.0)
        for line in ("six", "two", "four green", "banana"):
            host.handle(Typed(line), 0.0)
        desk = host._desk(0.0)
        grammar = grammar_for(desk)
        wanted = [
            (phrase, intent)
            for phrase, intent in grammar.entries
            if phrase in host.book.intents.get(intent.name, ()) and not intent.slots
        ]
        ears = open_ears("en")
        clips: Counter[str] = Counter()
        by_sound: Counter[str] = Counter()
        by_words: Counter[str] = Counter()
        speakers: Counter[str] = Counter()
        lost: list[str] = []
        cast = dict(list(voices().items())[: args.voices])
        for phrase, intent in wanted:
            for name, voice in cast.items():
                pcm = np.concatenate([SILENCE, voice.speak(phrase), SILENCE])
                utterance = Utterance(1, pcm, 0.25, len(pcm) / RATE - 0.25)
                first, _ = ears.hear(utterance, ())
                transcript, scores = ears.hear(utterance, near_phrases(first, grammar.phrases))
                meaning = what_was_meant(desk, grammar, transcript, scores)
                right = isinstance(meaning, Intent) and meaning.name == intent.name
                clips[intent.name] += 1
                by_sound[intent.name] += right
                by_words[intent.name] += grammar.interpret(first.text) == intent
                speakers[name] += right
                if not right:
                    lost.append(f"{name}: '{phrase}' heard as '{transcript.text}'")
        table.session.close()
    print(f"{'intent':18} {'clips':>5} {'understood':>10} {'words alone':>11}")
    for name in clips:
        print(f"{name:18} {clips[name]:5} {by_sound[name] / clips[name]:10.0%} {by_words[name] / clips[name]:11.0%}")
    total = sum(clips.values())
    print(f"{'all':18} {total:5} {sum(by_sound.values()) / total:10.1%} {sum(by_words.values()) / total:11.1%}")
    for name, count in speakers.items():
        print(f"{name:18} {len(wanted):5} {count / len(wanted):10.1%}")
    for line in lost:
        print(line)


if __name__ == "__main__":
    main()
