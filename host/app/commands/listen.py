"""quizhost listen: judge spoken answers, or recognise phrases, from sound files."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from host import config
from host.app.spoken import SpokenCard, hear_phrase
from host.bank.pack import KINDS
from host.dialogue.phrasebook import LANGUAGES
from host.errors import DeviceError, HostError, UsageError
from host.judging.listening import Ruling
from host.judging.policy import Policy, Precision
from host.judging.record import record_from_text
from host.speech.audio import read_wav
from host.speech.ears import open_ears
from host.speech.ports import Ears


@dataclass(frozen=True, slots=True)
class _Job:
    """One sound file with what it is listened for."""

    wav: Path
    given: dict[str, Any]
    """The line of a batch as it came."""
    language: str
    card: str = ""
    precision: Precision = Precision.STANDARD
    near: tuple[str, ...] = ()
    kind: str = ""
    aliases: tuple[str, ...] = ()
    question: str = ""
    phrases: tuple[str, ...] = ()


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the command's arguments."""
    parser.add_argument("wavs", metavar="WAV", nargs="*", type=Path, help="sound files, each one utterance")
    parser.add_argument("--card", metavar="TEXT", help="the card's answer")
    parser.add_argument("--lang", metavar="CODE", default="en", help="en, fr, de or es (default en)")
    parser.add_argument("--precision", choices=[p.value for p in Precision], default="standard")
    parser.add_argument("--kind", choices=KINDS, default="", help="kind of answer, where it cannot be guessed")
    parser.add_argument("--near", metavar="FILE", type=Path, help="other answers to tell it apart from, one a line")
    parser.add_argument("--phrases", metavar="A,B,C", help="instead of --card: the phrases of a closed prompt")
    parser.add_argument("--batch", metavar="FILE", type=Path, help="JSON lines with wav, card, lang, precision, near")
    parser.add_argument("--json", action="store_true", help="one JSON object a line instead of text")


def run(args: argparse.Namespace) -> int:
    """Listens to every file; exit status 1 when one of them could not be heard."""
    jobs = _jobs(args)
    ears: dict[str, Ears] = {}
    failed = False
    cards: dict[tuple[object, ...], SpokenCard] = {}
    for job in jobs:
        if job.language not in ears:
            ears[job.language] = open_ears(job.language, models=config.models_folder())
            ears[job.language].load()
        try:
            found = _listen(job, ears[job.language], cards)
        except DeviceError as error:
            failed = True
            if not (args.json or args.batch):
                print(f"quizhost: {error.sentence()}", file=sys.stderr)
                continue
            found = {"wav": str(job.wav), "verdict": None, "phrase": None, "error": error.sentence()}
        if args.json or args.batch:
            print(json.dumps({**job.given, **found}, ensure_ascii=False), flush=True)
        else:
            print(_in_words(job, found), flush=True)
    return 1 if failed else 0


def _listen(job: _Job, ears: Ears, cards: dict[tuple[object, ...], SpokenCard]) -> dict[str, Any]:
    utterance = read_wav(job.wav)
    card = None
    if not job.phrases:
        key = (job.card, job.language, job.precision, job.near, job.kind, job.aliases, job.question)
        if key not in cards:
            record = record_from_text(job.card, job.language, kind=job.kind, aliases=job.aliases, question=job.question)
            cards[key] = SpokenCard(record, Policy(precision=job.precision), job.near)
        card = cards[key]
        len(card.decoys)  # found before the clock starts, as in a game
    begun = time.perf_counter()
    if card is None:
        transcript, _, match = hear_phrase(ears, utterance, job.phrases)
        found: dict[str, Any] = {
            "transcript": transcript.text, "phrase": match.phrase, "reason": match.reason,
            "nearest": match.best, "score": _rounded(match.ratio), "margin": _rounded(match.margin),
        }  # fmt: skip
    else:
        transcript, _, decision = card.hear(ears, utterance)
        # Asking for more is no verdict of its own here: the answer as it stands is not accepted.
        verdict = Ruling.UNSURE if decision.ruling is Ruling.PROMPT else decision.ruling
        found = {
            "transcript": transcript.text, "score": _rounded(decision.index), "verdict": verdict.value,
            "best_decoy": decision.best_decoy, "reason": decision.reason, "source": decision.source.value,
            "matched": decision.matched, "ratio": _rounded(decision.ratio), "margin": _rounded(decision.margin),
        }  # fmt: skip
    return {"wav": str(job.wav), **found, "ms": round((time.perf_counter() - begun) * 1000)}


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 2)


def _in_words(job: _Job, found: dict[str, Any]) -> str:
    heard = f"heard “{found['transcript']}”" if found["transcript"] else "heard no words"
    reason = str(found["reason"]).replace("_", " ")
    if job.phrases:
        return f"{job.wav}: {found['phrase'] or 'none of the phrases'} ({heard}; {reason}; {found['ms']} ms)"
    score = "" if found["score"] is None else f"; score {found['score']}"
    rival = f"; best decoy “{found['best_decoy']}”" if found["best_decoy"] else ""
    return f"{job.wav}: {found['verdict']} ({heard}; {reason}{score}{rival}; {found['ms']} ms)"


def _jobs(args: argparse.Namespace) -> Iterator[_Job]:
    chosen = [bool(args.card), bool(args.phrases), bool(args.batch)]
    if sum(chosen) != 1:
        raise UsageError("give one of --card, --phrases and --batch", todo="See quizhost listen --help")
    if args.batch:
        if args.wavs:
            raise UsageError("the batch names its own sound files", todo="Give --batch without WAV files")
        return _batch(args.batch, args)
    if not args.wavs:
        raise UsageError("which sound file?", todo="Name one or more WAV files")
    phrases = tuple(p.strip() for p in (args.phrases or "").split(",") if p.strip())
    if args.phrases and not phrases:
        raise UsageError("--phrases holds no phrase", todo='Give them like "one,two,three"')
    near = _lines(args.near) if args.near else ()
    job = _Job(
        Path(), {}, _language(args.lang), (args.card or "").strip(), Precision(args.precision), near, args.kind,
        phrases=phrases,
    )  # fmt: skip
    if not phrases and not job.card:
        raise UsageError("--card holds no answer")
    return (_Job(wav, {}, job.language, job.card, job.precision, near, job.kind, phrases=phrases) for wav in args.wavs)


def _batch(path: Path, args: argparse.Namespace) -> Iterator[_Job]:
    for number, line in enumerate(_text(path).splitlines(), 1):
        if line.strip():
            yield batch_job(line, f"{path}, line {number}", path.parent, args.lang, args.precision)


def batch_job(line: str, where: str, folder: Path, language: str, precision: str) -> _Job:
    """One line of a batch; raises UsageError naming file, line and what was expected."""
    try:
        data = json.loads(line)
    except ValueError as error:
        raise UsageError(f"not valid JSON ({error})", where=where) from error
    if not isinstance(data, dict):
        raise UsageError("a JSON object was expected", where=where)

    def text(key: str, default: str = "") -> str:
        value = data.get(key, default)
        if not isinstance(value, str):
            raise UsageError(f"'{key}' must be a text", where=where)
        return value.strip()

    def texts(key: str) -> tuple[str, ...]:
        value = data.get(key) or []
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise UsageError(f"'{key}' must be a list of texts", where=where)
        return tuple(item.strip() for item in value if item.strip())

    phrases = texts("phrases")
    card = text("card")
    if not text("wav") or not (card or phrases):
        raise UsageError("'wav' and 'card' (or 'phrases') are needed", where=where)
    kind, precision = text("kind"), text("precision", precision)
    if kind not in (*KINDS, ""):
        raise UsageError(f"there is no kind '{kind}'", where=where, todo=f"Kinds: {', '.join(KINDS)}")
    if precision not in list(Precision):
        raise UsageError(f"there is no precision '{precision}'", where=where, todo=f"Known: {', '.join(Precision)}")
    wav = Path(text("wav"))
    if not wav.is_absolute() and not wav.is_file():
        wav = folder / wav
    return _Job(
        wav, data, _language(text("lang", language), where), card, Precision(precision), texts("near"), kind,
        texts("aliases"), text("question"), phrases,
    )  # fmt: skip


def _language(code: str, where: str = "") -> str:
    if code not in LANGUAGES:
        raise UsageError(
            f"quizhost does not listen to '{code}'", where=where, todo=f"Languages: {', '.join(LANGUAGES)}"
        )
    return code


def _lines(path: Path) -> tuple[str, ...]:
    return tuple(line.strip() for line in _text(path).splitlines() if line.strip())


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise HostError(f"cannot read the file ({error.strerror})", where=str(path)) from error
    except UnicodeDecodeError as error:
        raise HostError("the file is not UTF-8 text", where=str(path)) from error
