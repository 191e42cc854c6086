"""quizhost doctor: checks everything and says the one next thing to do for each fault."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from host.app.doctor import Status, examine
from host.config import load_settings
from host.dialogue.phrasebook import LANGUAGES, load_phrasebook
from host.errors import DeviceError, UsageError

SPEAKING = 20.0
"""Seconds after which a summary that is not over is given up."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the command's arguments."""
    parser.add_argument(
        "--latency", metavar="CODE", nargs="?", const="en", choices=LANGUAGES, help="time voice and ears"
    )
    parser.add_argument(
        "--support", metavar="FILE", type=Path, help="also write a zip for somebody who helps: logs and games, no sound"
    )
    parser.add_argument(
        "--sound", action="store_true", help="also record three seconds, play them back, and speak the result"
    )
    parser.add_argument("--json", action="store_true", help="one JSON document")


def run(args: argparse.Namespace) -> int:
    """Prints a line a check; exit status 1 when one failed."""
    if args.sound and args.json:
        raise UsageError("--sound is for people, --json for programs", todo="Run doctor twice")
    checks = []
    for check in examine():
        checks.append(check)
        if not args.json:
            print(check.line, flush=True)
    stages = []
    if args.latency:
        from host.app.latency import measure

        stages = measure(args.latency)
        if not args.json:
            for stage in stages:
                print(f"Time to {stage.name}: {stage.seconds:.2f} seconds.")
    bundle = None
    if args.support:
        from host.app.support import write_support

        bundle = write_support(args.support, checks)
    unheard = _try_sound() if args.sound else 0
    failed = [check for check in checks if check.status is Status.FAIL]
    warned = [check for check in checks if check.status is Status.WARN]
    if args.json:
        listed = [{"status": c.status, "name": c.name, "what": c.what, "todo": c.todo} for c in checks]
        times = {stage.name: round(stage.seconds, 3) for stage in stages}
        support = {"path": str(bundle.path), "files": bundle.files} if bundle else None
        data = {"checks": listed, "failed": len(failed), "latency": times, "support": support}
        print(json.dumps(data, ensure_ascii=False))
    else:
        if bundle:
            print(f"Support bundle: {bundle.path}, {max(1, bundle.size // 1000)} kB. In it: {', '.join(bundle.files)}.")
            print(
                "Not in it: any sound, players' names, and what was overheard beside the game. All of it is plain text."
            )
        print(f"Summary: {len(checks)} checks, {len(failed)} failed, {len(warned)} warnings.")
    if args.sound:
        _speak(len(failed), len(warned))
    return 1 if failed else unheard


def _try_sound() -> int:
    """Records and plays back. 1 when that cannot be done, or is not good."""
    from host.app.commands.devices import try_sound
    from host.speech.devices import RealAudio

    settings = load_settings()
    try:
        return try_sound(RealAudio(microphone=settings.microphone, speaker=settings.speaker), False)
    except DeviceError as error:
        print(f"FAIL sound: {error.sentence()}")
        return 1


def _speak(failed: int, warned: int) -> None:
    """The summary aloud, in the language of the settings; without voice or loudspeaker it stays printed."""
    import threading

    from host.app.mouth import open_voice
    from host.speech.devices import RealAudio

    settings = load_settings()
    language = settings.language or "en"
    line = "doctor_failed" if failed else "doctor_warned" if warned else "doctor_well"
    text = load_phrasebook(language).say(line, {"count": str(failed or warned)})
    said = threading.Event()
    try:
        chunks = list(open_voice(language).synthesize(text, rate=settings.speech_rate))
        audio = RealAudio(microphone=False, speaker=settings.speaker)
        audio.open(lambda block: None, lambda line, done: said.set())
    except DeviceError as error:
        print(f"Not spoken: {error.sentence()}")
        return
    try:
        print(f"Spoken: {text}")
        audio.play(1, chunks)
        said.wait(SPEAKING)
    finally:
        audio.close()
