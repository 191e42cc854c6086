"""How the judge compares with the usual text measures, by language and by kind of case, and how fast it is.

    python -m benchmarks.judge [MORE.jsonl] [--json]

Cases: the spoken development set and the tables of tests/judging, and optionally a file of JSON Lines with card, said,
expected (accept, reject, prompt), lang, and optionally precision, channel, kind, question. Beside our judge stand the
rules people usually take: exact equality after folding case and accents, and rapidfuzz's WRatio and token_set_ratio
with 85 as limit. They see the card's printed alternatives, know no prompts, and accept when one alternative passes.
"right" is the share of right answers accepted, "wrong" that of wrong answers accepted, "prompts" of near answers asked
about; balanced accuracy is the mean of "right" and 100 minus "wrong".
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rapidfuzz import fuzz

from host.judging.data import LANGUAGES
from host.judging.judge import judge
from host.judging.policy import Channel, Policy, Precision
from host.judging.record import record_from_text
from host.judging.text import fold
from host.speech.phonemes import phonemizer

TESTS = Path(__file__).resolve().parent.parent / "tests" / "judging"
LIMIT = 85
BATCH = 1000


@dataclass(frozen=True, slots=True)
class Item:
    """One case."""

    source: str
    group: str
    language: str
    card: str
    said: str
    expected: str
    precision: str = "standard"
    channel: str = "spoken"
    kind: str = ""
    question: str = ""


Rule = Callable[[Item], str]


def ours(item: Item) -> str:
    """Our judge with phonemes, as the command line shows its verdict."""
    return _judged(item, phonemes=True)


def ours_by_spelling(item: Item) -> str:
    """Our judge without phonemes."""
    return _judged(item, phonemes=False)


def _judged(item: Item, *, phonemes: bool) -> str:
    record = record_from_text(item.card, item.language, kind=item.kind, question=item.question)
    policy = Policy(Precision(item.precision), Channel(item.channel))
    word = judge(item.said, record, policy, phonemes=phonemizer() if phonemes else None).kind.word
    return "prompt" if word == "unsure" else word


def _by(measure: Callable[[str, str], float]) -> Rule:
    def rule(item: Item) -> str:
        said = fold(item.said)
        forms = record_from_text(item.card, item.language).forms
        return "accept" if any(measure(said, fold(form.text)) >= LIMIT for form in forms) else "reject"

    return rule


RULES: dict[str, Rule] = {
    "our judge": ours,
    "without phonemes": ours_by_spelling,
    f"WRatio >= {LIMIT}": _by(fuzz.WRatio),
    f"token_set >= {LIMIT}": _by(fuzz.token_set_ratio),
    "exact": _by(lambda said, form: 100.0 * (said == form)),
}


def rows_of(path: Path, source: str) -> list[Item]:
    """The cases of a file of JSON Lines."""
    found = []
    for text in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(text)
        found.append(
            Item(
                source, row.get("note", ""), row.get("lang") or "en", row["card"], row["said"], row["expected"],
                row.get("precision") or "standard", row.get("channel") or "spoken",
                row.get("kind") or "", row.get("question") or "",
            )
        )  # fmt: skip
    return found


def tables() -> list[Item]:
    """The cases of our own tables."""
    found = []
    for language in LANGUAGES:
        group = ""
        for text in (TESTS / "cases" / f"{language}.txt").read_text(encoding="utf-8").splitlines():
            group = text[3:].strip() if text.startswith("## ") else group
            if not text.strip() or text.startswith("#"):
                continue
            expected, card, said, *options = (part.strip() for part in text.split(" | "))
            named = dict(option.split("=", 1) for option in options if "=" in option)
            words = {word for option in options if "=" not in option for word in option.replace(",", " ").split()}
            found.append(
                Item(
                    "tables", group, language, card, said, expected,
                    next(iter(words & {"lenient", "strict"}), "standard"), "typed" if "typed" in words else "spoken",
                    named.get("kind", ""), named.get("q", ""),
                )
            )  # fmt: skip
    return found


def shares(items: Iterable[Item], rule: Rule) -> dict[str, float | None]:
    """Percentages of one rule over some cases; None where no such case is among them."""
    counts = {"accept": [0, 0], "reject": [0, 0], "prompt": [0, 0]}
    for item in items:
        got = rule(item)
        counts[item.expected][1] += 1
        counts[item.expected][0] += got == ("prompt" if item.expected == "prompt" else "accept")
    right, wrong, prompts = (
        round(100 * hit / total, 1) if total else None
        for hit, total in (counts["accept"], counts["reject"], counts["prompt"])
    )
    balanced = None if right is None or wrong is None else round((right + 100 - wrong) / 2, 1)
    return {"right": right, "wrong": wrong, "prompts": prompts, "balanced": balanced}


def medians(items: list[Item]) -> dict[str, float]:
    """Milliseconds of one verdict, the record made before: median without and with phonemes (cold and warm)."""
    found = {}
    for name, phonemes in (("without", None), ("with, first time", phonemizer()), ("with, again", phonemizer())):
        times = []
        for item in items:
            record = record_from_text(item.card, item.language, kind=item.kind, question=item.question)
            policy = Policy(Precision(item.precision), Channel(item.channel))
            begun = time.perf_counter()
            judge(item.said, record, policy, phonemes=phonemes)
            times.append(time.perf_counter() - begun)
        found[name] = round(1000 * statistics.median(times), 2)
    return found


def batch_seconds(items: list[Item]) -> float:
    """Seconds of ``quizhost judge --batch`` over BATCH lines, start-up included."""
    lines = [
        json.dumps({"card": i.card, "said": i.said, "lang": i.language, "precision": i.precision, "channel": i.channel})
        for i in (items * (BATCH // len(items) + 1))[:BATCH]
    ]
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf-8") as file:
        file.write("\n".join(lines))
        file.flush()
        begun = time.perf_counter()
        command = [sys.executable, "-m", "host.cli", "judge", "--batch", file.name]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return round(time.perf_counter() - begun, 1)


def main(argv: list[str] | None = None) -> int:
    """Runs the benchmark and prints its tables."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("more", nargs="?", type=Path, metavar="MORE.jsonl", help="a further file of cases")
    parser.add_argument("--json", action="store_true", help="print JSON")
    args = parser.parse_args(argv)
    items = [*rows_of(TESTS / "spoken_dev.jsonl", "dev set"), *tables()]
    speed: dict[str, Any] = {**medians(items), f"batch of {BATCH} lines, seconds": batch_seconds(items)}
    if args.more:
        items += rows_of(args.more, args.more.stem)
    groups: dict[str, list[Item]] = {}
    for item in items:
        groups.setdefault(f"{item.source}, {item.language}", []).append(item)
    for item in items:
        if item.source == "tables":
            groups.setdefault(f"kind: {item.group}", []).append(item)
    result = {name: {rule: shares(found, RULES[rule]) for rule in RULES} for name, found in groups.items()}
    if args.json:
        print(json.dumps({"shares": result, "speed": speed}, ensure_ascii=False))
        return 0
    print(f"{'right / wrong accepted / prompts, %':36}" + "".join(f"{rule:>21}" for rule in RULES))
    for name, found in groups.items():
        cells = (_cell(result[name][rule]) for rule in RULES)
        print(f"{name[:29]:30}{len(found):5} " + "".join(f"{cell:>21}" for cell in cells))
    for name, value in speed.items():
        print(f"{name}: {value}" if "batch" in name else f"median per verdict, phonemes {name}: {value} ms")
    return 0


def _cell(share: dict[str, float | None]) -> str:
    return " / ".join("-" if share[key] is None else f"{share[key]:.1f}" for key in ("right", "wrong", "prompts"))


if __name__ == "__main__":
    sys.exit(main())
