"""python -m benchmarks.listen: what listening is worth, by speaker and condition, with its baselines and its cost."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.listen import closed, cost, fit
from benchmarks.listen.clips import CONDITIONS
from benchmarks.listen.speakers import Speaker, present
from benchmarks.listen.trials import Outcome, baselines, card_of, outcomes, sample
from host import config
from host.judging.listening import Ruling
from host.speech.ears import open_ears
from host.speech.installed import Installed, whisper
from host.speech.ports import Ears
from host.speech.whisper import WhisperEars

QUICK = ("clean", "white 10", "babble 10")


@dataclass(slots=True)
class Row:
    """Counts of one speaker in one condition."""

    counts: Counter[str] = field(default_factory=Counter)

    def take(self, outcome: Outcome) -> None:
        """Adds one outcome."""
        kind = outcome.trial.kind
        self.counts[kind] += 1
        if kind == "unknown" and outcome.trial.near:
            self.counts["near"] += 1
            self.counts["near last"] += outcome.last is Ruling.ACCEPT
        self.counts[f"{kind} first"] += outcome.first.ruling is Ruling.ACCEPT
        self.counts[f"{kind} last"] += outcome.last is Ruling.ACCEPT
        self.counts[f"{kind} unsure"] += outcome.last is Ruling.UNSURE
        self.counts[f"{kind} resaid"] += outcome.first.ruling is Ruling.UNSURE

    def share(self, what: str, of: str) -> str:
        """A count as a percentage."""
        return f"{100 * self.counts[what] / self.counts[of]:.1f}" if self.counts[of] else "-"


def main() -> int:
    """Runs the benchmark."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.listen", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="few clips, three conditions")
    parser.add_argument("--clips", type=int, help="answers each speaker says (default 60, quick 15)")
    parser.add_argument("--speakers", nargs="*", default=[], help="only these (by the start of the name)")
    parser.add_argument("--conditions", nargs="*", choices=CONDITIONS, help="only these")
    parser.add_argument("--cache", type=Path, default=config.home("cache") / "bench-listen", help="folder of the clips")
    parser.add_argument("--fit", action="store_true", help="fit thresholds on the other speakers and print them")
    parser.add_argument(
        "--engine", choices=["moonshine", "whisper"], default="moonshine", help="whose ears (moonshine)"
    )
    parser.add_argument("--only", choices=["answers", "closed", "cost"], help="only this part")
    parser.add_argument(
        "--models",
        type=Path,
        default=config.models_folder(),
        help="folder that holds a whisper-… model to compare with",
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write every outcome, a line each")
    args = parser.parse_args()
    ears = open_ears("en", models=args.models, engine=args.engine)
    count = args.clips or (15 if args.quick else 60)
    conditions = args.conditions or (QUICK if args.quick else CONDITIONS)
    role = "fit" if args.fit else "report"
    speakers = [s for s in present(role) if not args.speakers or s.name.startswith(tuple(args.speakers))]
    if not speakers:
        print("No speaker is installed: install espeak-ng, flite or the english extra.", file=sys.stderr)
        return 1
    print(f"{ears.name}; speakers ({role}): {', '.join(s.name for s in speakers)}\n", flush=True)
    if args.fit:
        said = [
            one
            for condition in conditions
            for one in closed.clips(ears, args.cache, speakers, condition, [*closed.CHATTER, *sample(8, "fit")])
        ]
        fit.report(list(fit.recognise(ears, args.cache, speakers, sample(count, "fit"), conditions)), said)
        return 0
    if args.only in (None, "answers"):
        answers_table(ears, args.cache, speakers, sample(count, "report"), conditions, args.json)
    found = whisper(args.models)
    if found and args.engine != "whisper" and args.only in (None, "answers"):
        whisper_table(found, args.cache, speakers[:2], sample(min(count, 8 if args.quick else 30), "report"))
    if args.only in (None, "closed"):
        closed_table(ears, args.cache, speakers, conditions, 8 if args.quick else 20)
    if args.only in (None, "cost"):
        cost_table(ears, args.cache, speakers, sample(min(count, 20), "report"))
    return 0


def answers_table(
    ears: Ears, folder: Path, speakers: list[Speaker], texts: list[str], conditions: tuple[str, ...], out: Path | None
) -> None:
    """Answers to cards: right ones accepted, wrong ones accepted, unsure; and what the transcript alone would do."""
    print("Answers, %. Right: accepted at once / after at most one re-say / left to the table. Wrong, accepted after a")
    print(
        "re-say: the answer is a known decoy / it is not / it is not, and the card is one of the nearest. Right, by the"
    )
    print("transcript alone, right: equal / rapidfuzz 85 / phonemes 75 / the text judge.")
    print(f"{'speaker':18}{'condition':11}{'once':>6}{'resaid':>7}{'table':>6}{'decoy':>7}{'unkn.':>6}{'near':>6}"
          f"{'equal':>7}{'fuzz':>6}{'phon.':>6}{'judge':>6}  clips", flush=True)  # fmt: skip
    lines: list[dict[str, Any]] = []
    for condition in conditions:
        total = Row()
        for speaker in speakers:
            row = Row()
            for outcome in outcomes(ears, folder, speaker, texts, condition):
                for counted in (row, total):
                    counted.take(outcome)
                    if outcome.trial.kind == "right":
                        for name, accepted in baselines(
                            card_of(outcome.trial.card), outcome.heard.transcript.text
                        ).items():
                            counted.counts[name] += accepted
                lines.append(_plain(outcome, speaker.name, condition))
            print(_line(speaker.name, condition, row), flush=True)
        if len(speakers) > 1:
            print(_line("all", condition, total), flush=True)
    print()
    if out:
        out.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf-8")


def _plain(outcome: Outcome, speaker: str, condition: str) -> dict[str, Any]:
    """An outcome as plain data."""
    trial, first = outcome.trial, outcome.first
    return {
        "speaker": speaker, "condition": condition, "said": trial.said, "card": trial.card, "trial": trial.kind,
        "near": trial.near, "first": first.ruling.value, "source": first.source.value, "reason": first.reason,
        "last": outcome.last.value, "transcript": first.heard, "noise_db": outcome.heard.scores.noise_db,
        "matched": first.matched, "rival": first.best_decoy, "ratio": first.ratio, "margin": first.margin,
        "index": first.index,
    }  # fmt: skip


def _line(speaker: str, condition: str, row: Row) -> str:
    cells = [row.share(f"right {what}", "right") for what in ("first", "last", "unsure")]
    cells += [row.share("decoy last", "decoy"), row.share("unknown last", "unknown")]
    cells += [row.share("near last", "near")]
    texts = [row.share(name, "right") for name in ("equal", "rapidfuzz 85", "phonemes 75", "text judge")]
    widths = (6, 7, 6, 7, 6, 6, 7, 6, 6, 6)
    body = "".join(f"{cell:>{width}}" for cell, width in zip([*cells, *texts], widths, strict=True))
    return f"{speaker:18}{condition:11}{body}  {row.counts['right']}"


def whisper_table(model: Installed, folder: Path, speakers: list[Speaker], texts: list[str]) -> None:
    """The same cards with Whisper as the ears, on few clips, because it is slow."""
    other = WhisperEars(model.folder, "en", name=model.name)
    print(f"{model.name}, the same cards")
    for speaker in speakers:
        row = Row()
        for outcome in outcomes(other, folder, speaker, texts, "clean"):
            row.take(outcome)
            if outcome.trial.kind == "right":
                for name, accepted in baselines(card_of(outcome.trial.card), outcome.heard.transcript.text).items():
                    row.counts[name] += accepted
        print(_line(speaker.name, "clean", row), flush=True)
    print()


def closed_table(ears: Ears, folder: Path, speakers: list[Speaker], conditions: tuple[str, ...], chatter: int) -> None:
    """Closed prompts: phrases found, taken for another, and other talk taken for a phrase."""
    print("Closed prompts, % (found / taken for another phrase / found as text; chatter taken for a phrase)")
    print(f"{'condition':11}{'prompt':10}{'found':>7}{'other':>7}{'text':>7}{'chatter':>9}  phrases, chatter clips")
    talk = [*closed.CHATTER, *sample(chatter, "report")]
    for condition in conditions:
        found = closed.tally(list(closed.clips(ears, folder, speakers, condition, talk)))
        for prompt, t in (*found.items(), ("all", closed.total(found.values()))):
            cells = (_percent(part, t.phrases) for part in (t.right, t.wrong, t.textual))
            line = f"{condition:11}{prompt:10}{''.join(cells)}{_percent(t.taken, t.chatter):>9}"
            print(f"{line}  {t.phrases}, {t.chatter}", flush=True)
    print()


def _percent(count: int, of: int) -> str:
    return f"{100 * count / of:7.1f}" if of else "      -"


def cost_table(ears: Ears, folder: Path, speakers: list[Speaker], texts: list[str]) -> None:
    """Computing time and memory."""
    ears.load()
    cost.seconds(ears, folder, speakers[:1], texts[:3])
    took = cost.seconds(ears, folder, speakers, texts)
    print(f"End of speech to verdict, {cost.CANDIDATES} candidates: median {took.median:.2f} s, 95th percentile"
          f" {took.high:.2f} s; computing time {took.processor:.2f} s ({took.clips} clips)")  # fmt: skip
    if memory := cost.megabytes():
        print(f"Memory of voice, voice activity, recogniser and scorer: {memory[0]:.0f} MB (peak {memory[1]:.0f} MB)")


if __name__ == "__main__":
    sys.exit(main())
