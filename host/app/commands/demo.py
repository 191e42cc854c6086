"""quizhost demo: a short game through real audio, without any hardware.

Simulated players speak into a virtual room. The host hears them and its own echo through one microphone, recognises
what they said and judges it; nobody tells it what is right. At the end its verdicts are compared with the truth.
"""

from __future__ import annotations

import argparse
import secrets
import time
from pathlib import Path

from host import config
from host.app.demo_log import DemoLog
from host.app.ear import Ear
from host.app.hands import Hands
from host.app.models.missing import advice, typed_players
from host.app.mouth import Mouth
from host.app.performer import Performer
from host.app.players import Saying, Troupe
from host.app.stepper import VirtualTable
from host.app.table import Wishes, new_table, with_ears
from host.app.voices import NAMES, host_voice, player_voices
from host.dialogue.phrasebook import LANGUAGES
from host.errors import DeviceError, HostError, UsageError
from host.speech.audio import Pcm
from host.speech.ears import open_ears
from host.speech.ports import Ears
from host.speech.vad import SileroVad
from host.speech.virtual import VirtualAudio

EDITIONS = {"en": "genus", "fr": "globetrotter", "de": "familien", "es": "genus"}


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the command's arguments."""
    parser.add_argument("--turns", metavar="N", type=int, default=8, help="how many questions are judged (default 8)")
    parser.add_argument("--seed", metavar="N", type=int, help="makes the players and questions repeatable")
    parser.add_argument("--lang", metavar="CODE", default="en", help="en, fr, de or es (default en)")
    parser.add_argument("--out", metavar="DIR", type=Path, default=Path("quizhost-demo"), help="where the files go")
    parser.add_argument("--play", action="store_true", help="play the recording on the loudspeaker afterwards")
    parser.add_argument("--json", action="store_true", help="one JSON object a line instead of text")


def run(args: argparse.Namespace) -> int:
    """Plays the demo; exit status 1 when something needed is missing."""
    if args.lang not in LANGUAGES:
        raise UsageError(f"quizhost does not speak '{args.lang}'", todo=f"Languages: {', '.join(LANGUAGES)}")
    if args.turns < 1:
        raise UsageError("--turns needs a number of at least 1")
    seed = secrets.randbelow(10**6) if args.seed is None else args.seed
    voice, ears = host_voice(args.lang), _ears(args.lang)
    try:
        args.out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise HostError(
            f"cannot make the folder ({error.strerror})", where=str(args.out), todo="Choose another with --out"
        ) from error

    players = NAMES[args.lang][:2]
    table = new_table(
        Wishes(ruleset=EDITIONS[args.lang], language=args.lang, players=players, precision="standard", seed=seed)
    )
    if ears:
        with_ears(table)
    voices = player_voices(args.lang, voice, players)
    audio = VirtualAudio(seed=seed, cost=time.perf_counter)
    ear = Ear(ears, SileroVad()) if ears else Hands()
    log = DemoLog(table.host, json_lines=args.json)
    heard_by = ears.name if ears else "none"
    log.begin(seed, voice.name, heard_by, {name: v.label for name, v in voices.items()}, table.session.path)
    if not ears:
        log.remark(typed_players(args.lang))
        log.remark(advice(args.lang, voice=voice.name.startswith("espeak"), ears=True))
    performer = Performer(log.line, table.session, watch=log.action)

    def sound_of(saying: Saying) -> Pcm:
        return voices[saying.player].speak(saying.text)

    room = VirtualTable(
        table.host, audio, ear, Mouth({args.lang: voice}, audio), Troupe(seed), sound_of, performer, heard=log.heard
    )
    try:
        room.run(lambda: log.judged >= args.turns)
    finally:
        table.session.close()
    recording, transcript = args.out / "table-talk.wav", args.out / "transcript.txt"
    audio.write_table_talk(recording)
    log.write(transcript)
    log.summary([latency.seconds for latency in room.latencies], audio.now, recording, transcript)
    if args.play:
        from host.app.playback import play_aloud

        play_aloud(audio.table_talk())
    return 0


def _ears(language: str) -> Ears | None:
    """The ears of the game; None where the players have to type. English comes with ears, so there they are missed."""
    try:
        return open_ears(language, models=config.models_folder())
    except DeviceError:
        if language == "en":
            raise
        return None
