"""Fits the thresholds of listening on the speakers set aside for it, and prints them as they stand in the file."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.listen.speakers import Speaker
from benchmarks.listen.trials import Outcome, trials
from host.speech.ports import Ears

BANDS = (9.0, 16.0, 24.0, 60.0)
"""Upper ends of the noise bands, signal-to-noise ratio in decibel."""
NEVER = -99.0
"""Index of a trial that cannot be accepted."""
MOST_UNKNOWN, MOST_DECOY, MOST_LOST = 0.015, 0.003, 0.02
"""Wrong answers accepted at once (not a decoy, a decoy), and right ones rejected at once, at most."""


def plain(outcome: Outcome, speaker: str, condition: str) -> dict[str, Any]:
    """An outcome as plain data."""
    first = outcome.first
    return {
        "speaker": speaker, "condition": condition, "said": outcome.said, "card": outcome.card,
        "trial": outcome.trial, "near": outcome.near, "first": first.ruling.value, "source": first.source.value,
        "last": outcome.last.value, "reason": outcome.reason, "transcript": outcome.transcript,
        "noise_db": round(outcome.noise_db, 1), "matched": first.matched, "rival": first.best_decoy,
        "ratio": first.ratio, "margin": first.margin, "index": first.index,
    }  # fmt: skip


def report(
    ears: Ears,
    folder: Path,
    speakers: Sequence[Speaker],
    texts: Sequence[str],
    conditions: Sequence[str],
    out: Path | None,
) -> None:
    """Runs all trials and prints, for each noise band, the limits that keep the targets."""
    found: dict[float, dict[str, list[float]]] = {band: defaultdict(list) for band in BANDS}
    clips = 0
    lines = out.open("w", encoding="utf-8") if out else None
    for condition in conditions:
        for speaker in speakers:
            noise = []
            for outcome in trials(ears, folder, speaker, texts, condition, resay=False):
                if lines is not None:
                    lines.write(json.dumps(plain(outcome, speaker.name, condition), ensure_ascii=False) + "\n")
                band = next(b for b in BANDS if outcome.noise_db <= b)
                index = outcome.first.index if outcome.first.index is not None else NEVER
                ahead = outcome.first.margin is not None and outcome.first.margin >= 0
                found[band][outcome.trial].append(index if ahead else NEVER)
                found[band][f"{outcome.trial} raw"].append(index)
                if outcome.trial == "right":
                    clips += 1
                    noise.append(outcome.noise_db)
            print(f"{condition:11}{speaker.name:18} noise {np.median(noise):.0f} dB", flush=True)
    print(
        f"\n    fitted: {{ date: {date.today()}, clips: {clips}, speakers: [{', '.join(s.name for s in speakers)}] }}"
    )
    print("    noise:")
    for band, values in found.items():
        right, unknown, decoy = (np.array(values[kind] or [NEVER]) for kind in ("right", "unknown", "decoy"))
        accept = max(np.quantile(unknown, 1 - MOST_UNKNOWN), np.quantile(decoy, 1 - MOST_DECOY))
        reject = np.quantile(np.array(values["right raw"] or [NEVER]), MOST_LOST)
        print(
            f"      - {{ up_to_db: {band}, accept: {accept:.1f}, reject: {min(reject, accept):.1f} }}"
            f"  # {len(right)} clips: right {(right >= accept).mean():.3f}, unknown {(unknown >= accept).mean():.4f},"
            f" decoy {(decoy >= accept).mean():.4f}"
        )
