"""Reads the case tables of tests/judging/cases and judges them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from host.judging.judge import Verdict, judge
from host.judging.policy import Channel, Policy, Precision
from host.judging.record import record_from_text
from host.speech.phonemes import phonemizer

HERE = Path(__file__).resolve().parent


@dataclass(frozen=True)
class Line:
    """One case."""

    expected: str
    card: str
    said: str
    language: str
    group: str = ""
    precision: str = "standard"
    channel: str = "spoken"
    kind: str = ""
    question: str = ""
    where: str = ""

    def judge(self, *, phonemes: bool = True) -> Verdict:
        """The judge's verdict on it."""
        record = record_from_text(self.card, self.language, kind=self.kind, question=self.question)
        policy = Policy(Precision(self.precision), Channel(self.channel))
        return judge(self.said, record, policy, phonemes=phonemizer() if phonemes else None)

    def got(self, *, phonemes: bool = True) -> str:
        """The verdict's word, as the command line prints it for text."""
        word = self.judge(phonemes=phonemes).kind.word
        return "prompt" if word == "unsure" else word


def table(language: str) -> list[Line]:
    """The cases of one table."""
    path = HERE / "cases" / f"{language}.txt"
    lines: list[Line] = []
    group = ""
    for number, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if text.startswith("## "):
            group = text[3:].strip()
        if not text.strip() or text.startswith("#"):
            continue
        expected, card, said, *options = (part.strip() for part in text.split(" | "))
        named = dict(option.split("=", 1) for option in options if "=" in option)
        words = {word for option in options if "=" not in option for word in option.replace(",", " ").split()}
        lines.append(
            Line(
                expected, card, said, language, group,
                precision=next(iter(words & {"lenient", "strict"}), "standard"),
                channel="typed" if "typed" in words else "spoken",
                kind=named.get("kind", ""),
                question=named.get("q", ""),
                where=f"{path.name}:{number}",
            )
        )  # fmt: skip
    return lines


def spoken_dev() -> list[Line]:
    """The spoken development set."""
    rows = [json.loads(text) for text in (HERE / "spoken_dev.jsonl").read_text(encoding="utf-8").splitlines()]
    return [Line(r["expected"], r["card"], r["said"], r["lang"], r["note"], r["precision"], r["channel"]) for r in rows]
