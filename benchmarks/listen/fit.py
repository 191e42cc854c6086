"""Fits the thresholds of listening on the speakers set aside for it, and prints them as they stand in the file.

Every clip is recognised once. Then the weights are searched on a grid, and for each the limit that keeps wrong answers
out; the weights that let most right answers in win.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import product
from pathlib import Path

import numpy as np

from benchmarks.listen.speakers import Speaker
from benchmarks.listen.trials import Heard, Takes, Trial, trials_of
from host.judging.listening import Decision, Ruling, Source
from host.judging.thresholds import Limits
from host.speech.ports import Ears

BANDS = (16.0, 24.0, 60.0)
"""Upper ends of the noise bands, signal-to-noise ratio in decibel."""
MOST_UNKNOWN, MOST_DECOY, MOST_LOST = 0.015, 0.003, 0.02
"""Wrong answers accepted at once (not a decoy, a decoy), and right ones rejected at once, at most."""
PRIORS, MARGINS, BONUSES = (0.1, 0.2, 0.3, 0.4, 0.5), (0.3, 0.6, 1.0), (0.0, 2.0, 4.0)
NEVER = -99.0
"""Index of a trial that cannot be accepted."""


@dataclass(frozen=True, slots=True)
class Clip:
    """One clip, recognised, with its trials."""

    speaker: str
    condition: str
    heard: Heard
    trials: list[Trial]


def recognise(
    ears: Ears, folder: Path, speakers: Sequence[Speaker], texts: Sequence[str], conditions: Sequence[str]
) -> list[Clip]:
    """Recognises every clip once; noisy conditions get a third of the texts, so that quiet ones weigh more."""
    kept = []
    for condition in conditions:
        some = texts if condition == "clean" else texts[: max(4, len(texts) // 3)]
        for speaker in speakers:
            for said in some:
                trials, scored = trials_of(said)
                takes = Takes(ears, folder, speaker, said, condition, scored, texts[:12])
                kept.append(Clip(speaker.name, condition, takes.take(0), trials))
            print(f"{condition:11}{speaker.name:18}{len(some)} clips", flush=True)
    return kept


def report(clips: Sequence[Clip]) -> None:
    """Prints the best weights, and with them the limits for each noise band."""
    best = max(
        (product(PRIORS, MARGINS, BONUSES)), key=lambda weights: _accepted(clips, _limits(*weights), verbose=True)
    )
    limits = _limits(*best)
    speakers = dict.fromkeys(clip.speaker for clip in clips)
    print(f"\n    fitted: {{ date: {date.today()}, clips: {len(clips)}, speakers: [{', '.join(speakers)}] }}")
    print(f"    prior_weight: {best[0]}\n    margin_weight: {best[1]}\n    near_bonus: {best[2]}\n    noise:")
    for low, high in zip((-1.0, *BANDS), BANDS, strict=False):
        band = [clip for clip in clips if low < (clip.heard.scores.noise_db or 0.0) <= high]
        values = _indexes(band, limits)
        accept, reject = _threshold(values), float(np.quantile(values["raw"], MOST_LOST))
        shares = ", ".join(f"{kind} {(values[kind] >= accept).mean():.4f}" for kind in ("right", "unknown", "decoy"))
        print(f"      - {{ up_to_db: {high}, accept: {accept:.1f}, reject: {min(reject, accept):.1f} }}"
              f"  # {len(band)} clips: {shares}")  # fmt: skip


def _limits(prior: float, margin: float, bonus: float) -> Limits:
    return Limits(
        accept=1000.0, reject=-1000.0, known_other=1000.0, accept_margin=0.0, reject_margin=-1000.0, closed=0.0,
        closed_margin=0.0, prior_weight=prior, margin_weight=margin, near_bonus=bonus,
    )  # fmt: skip


def _accepted(clips: Sequence[Clip], limits: Limits, *, verbose: bool = False) -> float:
    quiet = [clip for clip in clips if clip.condition in ("clean", "echo", "white 20")]
    values = _indexes(quiet or clips, limits)
    accept = _threshold(values)
    share = float((values["right"] >= accept).mean())
    if verbose:
        print(f"prior {limits.prior_weight} margin {limits.margin_weight} bonus {limits.near_bonus}: {share:.3f}"
              f" at {accept:.1f}", flush=True)  # fmt: skip
    return share


def _threshold(values: dict[str, np.ndarray]) -> float:
    return float(
        max(np.quantile(values["unknown"], 1 - MOST_UNKNOWN), np.quantile(values["decoy"], 1 - MOST_DECOY)) + 0.05
    )


def _indexes(clips: Sequence[Clip], limits: Limits) -> dict[str, np.ndarray]:
    found: dict[str, list[float]] = {"right": [], "unknown": [], "decoy": [], "raw": []}
    for clip in clips:
        for trial, decision in _decisions(clip, limits):
            index = NEVER if decision.index is None else decision.index
            # What the words alone decide is not a matter of thresholds.
            by_text = decision.source is Source.TEXT
            if by_text:
                value = 99.0 if decision.ruling is Ruling.ACCEPT and trial.kind == "right" else NEVER
            else:
                value = index if (decision.margin or 0.0) >= 0 else NEVER
            found[trial.kind].append(value)
            if trial.kind == "right" and not by_text:
                found["raw"].append(index)
    return {kind: np.array(values or [NEVER]) for kind, values in found.items()}


def _decisions(clip: Clip, limits: Limits) -> Iterator[tuple[Trial, Decision]]:
    for trial in clip.trials:
        yield trial, trial.decide(clip.heard, limits=limits)
