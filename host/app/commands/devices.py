"""quizhost devices: which microphones and loudspeakers there are, and whether they work."""

from __future__ import annotations

import argparse
import json
import sys
import time

import numpy as np

from host.config import load_settings, remember
from host.errors import DeviceError, UsageError
from host.speech.audio import RATE, AudioBlock, AudioChunk, Pcm
from host.speech.capture import BlockQueue
from host.speech.devices import RealAudio
from host.speech.earcons import earcon, tour
from host.speech.portaudio import Device, Kind, find_device, list_devices
from host.speech.wyoming.address import is_address, parse_address

SECONDS = 3.0
"""How long the test records."""
QUIETEST_DB = -55.0
"""A recording softer than this at its loudest holds no voice."""
PATIENCE = 10.0
"""Seconds after which a loudspeaker that has not finished is reported."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the options of the command."""
    parser.add_argument("--test", action="store_true", help=f"record {SECONDS:.0f} seconds and play them back")
    parser.add_argument(
        "--sounds", action="store_true", help="play the short sounds of the host, each with its meaning"
    )
    parser.add_argument("--microphone", metavar="NAME", help="a part of the microphone's name")
    parser.add_argument("--speaker", metavar="NAME", help="a part of the loudspeaker's name")
    parser.add_argument("--save", action="store_true", help="use --microphone and --speaker from now on")
    parser.add_argument("--lang", choices=["en", "fr", "de", "es"], default="en", help="language of --sounds")
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def run(args: argparse.Namespace) -> int:
    """Lists the devices, or tests the chosen ones. 1 when a test finds a fault."""
    settings = load_settings()
    microphone, speaker = args.microphone or settings.microphone, args.speaker or settings.speaker
    for device in (microphone, speaker):
        if is_address(device):
            if args.test or args.sounds:
                raise UsageError(
                    f"{device} is on another machine, and this looks at the devices of this one",
                    todo="Use 'quizhost wyoming check', or name a device of this machine",
                )
            print(f"{device} is used, on another machine.", file=sys.stderr)
    if args.save:
        _save(args)
    if args.test:
        return try_sound(RealAudio(microphone=microphone, speaker=speaker), args.json)
    if args.sounds:
        return _sounds(RealAudio(microphone=False, speaker=speaker), args.lang)
    devices = list_devices()
    chosen = {
        "microphone": _chosen(devices, "microphone", microphone),
        "speaker": _chosen(devices, "loudspeaker", speaker),
    }
    if args.json:
        listed = [
            {"name": d.name, "host_api": d.host_api, "inputs": d.inputs, "outputs": d.outputs, "rate": d.rate}
            for d in devices
        ]
        print(json.dumps({"devices": listed, **{k: d and d.key for k, d in chosen.items()}}, ensure_ascii=False))
        return 0
    for title, channels, device in (
        ("Microphones", "inputs", chosen["microphone"]),
        ("Loudspeakers", "outputs", chosen["speaker"]),
    ):
        print(f"{title}:")
        able = [d for d in devices if getattr(d, channels)]
        for d in able:
            mark = "  (this one is used)" if d == device else ""
            print(f"  {d.key}: {getattr(d, channels)} channels, {d.rate} samples per second{mark}")
        if not able:
            print("  none")
    if not devices:
        print("There is no sound device. Plug one in, or play with 'quizhost play --input typed --voice off'.")
    return 0


def _save(args: argparse.Namespace) -> None:
    """Remembers the devices that were named, by name and host API; raises UsageError when none was or none fits."""
    named: dict[str, tuple[Kind, str]] = {}
    if args.microphone:
        named["microphone"] = ("microphone", args.microphone)
    if args.speaker:
        named["speaker"] = ("loudspeaker", args.speaker)
    if not named:
        raise UsageError("nothing to save was named", todo="Add --microphone NAME or --speaker NAME")
    path = remember(**{key: _key(kind, wanted) for key, (kind, wanted) in named.items()})
    if not args.json:
        print(f"Saved in {path}.")


def _key(kind: Kind, wanted: str) -> str:
    """What is remembered of a device: name and host API, or the address of one on another machine."""
    if is_address(wanted):
        parse_address(wanted)
        return wanted
    return find_device(list_devices(), kind, wanted).key


def _chosen(devices: list[Device], kind: str, wanted: str | None) -> Device | None:
    try:
        return find_device(devices, kind, wanted)  # type: ignore[arg-type]
    except DeviceError:
        return None


def try_sound(audio: RealAudio, as_json: bool) -> int:
    """Records, measures and plays back; says what is wrong in words. 1 when something is."""

    def say(text: str) -> None:
        if not as_json:
            print(text, flush=True)

    queue, finished = BlockQueue(longest=1000), list[int]()
    audio.open(queue.put, lambda line, done: finished.append(line))
    faults = []
    try:
        formats = {kind: (device.key, format_) for kind, (device, format_) in audio.used.items()}
        for kind, (key, format_) in formats.items():
            say(f"{kind}: {key}, {format_.rate} samples per second, {format_.channels} channel(s)")
        audio.play(1, [earcon("listening")])
        _wait(audio, finished, 1)
        say(f"Speak now; recording for {SECONDS:.0f} seconds.")
        pcm = _record(queue)
        level = _loudest_db(pcm)
        if len(pcm) < SECONDS * RATE * 0.8:
            faults.append("The microphone delivers too little sound: choose another, or play typed.")
        elif level < QUIETEST_DB:
            faults.append("The microphone hears only silence: unmute it or turn it up.")
        elif level > -0.1:
            faults.append("The sound is too loud and distorted: turn the microphone down.")
        say(f"Loudest sound: {_how_loud(level)}, {level:.0f} dB of full scale. Playing it back.")
        begun = time.monotonic()
        audio.play(2, [AudioChunk(RATE, pcm)])
        if not _wait(audio, finished, 2):
            faults.append("The loudspeaker takes no sound: choose another.")
        took, stats = time.monotonic() - begun - len(pcm) / RATE, audio.stats
    finally:
        audio.close()
    if stats.overflows or stats.underflows:
        faults.append(f"Sound was lost: {stats.overflows} times coming in, {stats.underflows} times going out.")
    if as_json:
        print(
            json.dumps(
                {
                    "ok": not faults,
                    "faults": faults,
                    "loudest_db": round(level, 1),
                    "recorded_seconds": round(len(pcm) / RATE, 2),
                    "output_delay_ms": round(took * 1000),
                    "overflows": stats.overflows,
                    "underflows": stats.underflows,
                    **{kind: key for kind, (key, _) in formats.items()},
                },
                ensure_ascii=False,
            )
        )
    for fault in faults:
        say(fault)
    say("" if faults else f"Both work. Sound leaves the loudspeaker {took * 1000:.0f} ms after it is asked for.")
    return 1 if faults else 0


def _how_loud(level: float) -> str:
    """A peak level in words."""
    if level < QUIETEST_DB:
        return "silence"
    if level < -35.0:
        return "quiet"
    return "good" if level <= -3.0 else "very loud"


def _sounds(audio: RealAudio, language: str) -> int:
    finished: list[int] = []
    audio.open(lambda block: None, lambda line, done: finished.append(line))
    try:
        for i, (name, meaning) in enumerate(tour(language)):
            print(meaning, flush=True)
            audio.play(i, [earcon(name), AudioChunk(RATE, np.zeros(RATE, np.int16))])
            if not _wait(audio, finished, i):
                raise DeviceError("the loudspeaker takes no sound", where=audio.name, todo="Choose another")
    finally:
        audio.close()
    return 0


def _record(queue: BlockQueue) -> Pcm:
    while queue.get(0.0):
        pass
    pieces: list[Pcm] = []
    end = time.monotonic() + SECONDS * 2
    while sum(map(len, pieces)) < SECONDS * RATE and time.monotonic() < end:
        block: AudioBlock | None = queue.get(0.2)
        if block:
            pieces.append(block.pcm)
    return np.concatenate(pieces) if pieces else np.zeros(0, np.int16)


def _wait(audio: RealAudio, finished: list[int], line: int) -> bool:
    """Whether the line has left the loudspeaker before our patience ends."""
    end = time.monotonic() + PATIENCE
    while line not in finished and time.monotonic() < end and not audio.lost():
        time.sleep(0.01)
    return line in finished


def _loudest_db(pcm: Pcm) -> float:
    """The level of the loudest 30 ms, in decibel of full scale."""
    frames = pcm[: len(pcm) // 480 * 480].reshape(-1, 480).astype(float)
    power = float((frames**2).mean(axis=1).max()) if len(frames) else 0.0
    return 10 * np.log10(max(power, 1e-3) / 32768**2)
