"""``quizhost judge``: text answers against a card, one or a file of them, with the reasons."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from host.app.memory import load_memory, memory_path, save_memory
from host.bank.pack import KINDS
from host.errors import UsageError
from host.judging.data import LANGUAGES
from host.judging.judge import judge
from host.judging.policy import Channel, Policy, Precision
from host.judging.record import JudgeRecord, record_from_text
from host.judging.verdict import Verdict, VerdictKind, reason_sentence
from host.speech.phonemes import phonemizer

_FIELDS = {"card", "said", "lang", "precision", "channel", "kind", "aliases", "question", "alternatives"}


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    parser.add_argument("--card", metavar="TEXT", help="the card's answer, as printed")
    parser.add_argument("--said", metavar="TEXT", help="what the player said or typed")
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="language of the game (en)")
    parser.add_argument("--precision", choices=[p.value for p in Precision], default="standard")
    parser.add_argument("--channel", choices=[c.value for c in Channel], default="spoken")
    parser.add_argument("--kind", choices=KINDS, default="", help="kind of the answer; inferred when not given")
    parser.add_argument("--question", metavar="TEXT", default="", help="the question, which helps to infer the kind")
    parser.add_argument("--alias", metavar="TEXT", action="append", default=[], help="another right answer; repeatable")
    parser.add_argument(
        "--batch",
        metavar="FILE",
        help="JSON Lines with card, said, lang, precision, channel and optional kind, aliases, question; '-' is stdin",
    )
    parser.add_argument("--explain", action="store_true", help="also show the judge record")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--household", action="store_true", help="list what this household has agreed on")
    parser.add_argument("--forget", metavar="QUESTION", help="forget the household's aliases of a question (or --said)")


def run(args: argparse.Namespace) -> int:
    """Runs the command; 0 also when the answer is wrong, since that is no fault."""
    if args.household or args.forget:
        return _household(args)
    if args.batch:
        if args.card is not None or args.said is not None:
            raise UsageError("--batch takes card and answer from the file", todo="Leave out --card and --said")
        for line in _batch(args.batch):
            print(json.dumps(line, ensure_ascii=False))
        return 0
    if args.card is None or args.said is None:
        raise UsageError("the card's answer and what was said are needed", todo="Give --card and --said, or --batch")
    row = {"card": args.card, "said": args.said, "lang": args.lang, "kind": args.kind, "aliases": tuple(args.alias)}
    record, verdict = _judge({**row, "question": args.question, "precision": args.precision, "channel": args.channel})
    if args.json:
        shown: dict[str, Any] = _result(verdict, args.lang)
        print(json.dumps({**shown, "record": record.explain()} if args.explain else shown, ensure_ascii=False))
        return 0
    print(f"{_word(verdict)}: {reason_sentence(verdict, args.lang)}")
    print(f"  layer {verdict.layer.value}, reason {verdict.reason.value}, heard {verdict.heard!r}")
    if args.explain:
        for name, value in record.explain().items():
            text = ", ".join(map(str, value)) if isinstance(value, list) else value
            print(f"  {name}: {text if text not in ('', False) else '-'}")
    return 0


def _word(verdict: Verdict) -> str:
    """Text has three verdicts: being unsure is asking again, which is a prompt."""
    return "prompt" if verdict.kind is VerdictKind.UNSURE else verdict.kind.word


def _result(verdict: Verdict, language: str) -> dict[str, Any]:
    return {
        "verdict": _word(verdict),
        "reason": verdict.reason.value,
        "layer": verdict.layer.value,
        "sentence": reason_sentence(verdict, language),
        "matched": verdict.matched,
        "heard": verdict.heard,
    }


@lru_cache(maxsize=2048)
def _record(card: str, language: str, kind: str, aliases: tuple[str, ...], question: str) -> JudgeRecord:
    return record_from_text(card, language, kind=kind, aliases=aliases, question=question)


def _judge(row: dict[str, Any]) -> tuple[JudgeRecord, Verdict]:
    record = _record(row["card"], row["lang"], row.get("kind") or "", tuple(row.get("aliases") or ()), row["question"])
    policy = Policy(Precision(row["precision"]), Channel(row["channel"]))
    alternatives = tuple(row.get("alternatives") or ())
    return record, judge(row["said"], record, policy, alternatives=alternatives, phonemes=phonemizer())


def _batch(name: str) -> Iterator[dict[str, Any]]:
    for number, line in _lines(name):
        row = _row(line, f"{name}, line {number}")
        _, verdict = _judge({"question": "", "precision": "standard", "channel": "spoken", "lang": "en", **row})
        yield {**row, **_result(verdict, row.get("lang", "en"))}


def _lines(name: str) -> Iterable[tuple[int, str]]:
    try:
        text = sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError("the file cannot be read as UTF-8 text", where=name) from error
    return ((number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip())


def _row(line: str, where: str) -> dict[str, Any]:
    try:
        row = json.loads(line)
    except (json.JSONDecodeError, RecursionError) as error:
        raise UsageError("not a line of JSON", where=where) from error
    if not isinstance(row, dict):
        raise UsageError("expected an object with card and said", where=where)
    for key in ("card", "said"):
        if not isinstance(row.get(key), str):
            raise UsageError(f"'{key}' is missing or not text", where=where)
    row = {key: value for key, value in row.items() if value is not None}
    allowed = {"lang": LANGUAGES, "precision": tuple(Precision), "channel": tuple(Channel), "kind": ("", *KINDS)}
    for key, values in allowed.items():
        if key in row and row[key] not in values:
            raise UsageError(f"'{key}' is {row[key]!r}; expected one of {', '.join(filter(None, values))}", where=where)
    for key in ("aliases", "alternatives"):
        if not isinstance(row.get(key, []), list) or not all(isinstance(text, str) for text in row.get(key, [])):
            raise UsageError(f"'{key}' is not a list of texts", where=where)
    if not isinstance(row.get("question", ""), str):
        raise UsageError("'question' is not text", where=where)
    return row


def _household(args: argparse.Namespace) -> int:
    memory = load_memory()
    if args.forget:
        left = memory.remove(args.forget, args.said or "").settle(args.forget)
        if left == memory:
            print(f"Nothing is remembered about {args.forget}.")
            return 1
        save_memory(left)
        print(f"Forgotten: {args.forget}.")
        return 0
    if args.json:
        print(json.dumps(memory.to_dict(), ensure_ascii=False))
        return 0
    print(f"Kept in {memory_path()}")
    for alias in memory.aliases:
        print(f"alias   {alias.question}: {alias.text}{f' ({alias.on})' if alias.on else ''}")
    for dispute in memory.disputes:
        print(f"dispute {dispute.question}: {dispute.note or '-'}{f' ({dispute.on})' if dispute.on else ''}")
    return 0
