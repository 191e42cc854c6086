"""Fits the thresholds of listening on the speakers set aside for it, and prints them as they stand in the file.

Every clip is recognised once and kept; the search itself takes seconds. For every weight on a grid, the accept limit
that keeps wrong answers out is found for each noise band; the weights that let most right answers in win. Closed
prompts get the limit that finds most phrases while chatter stays out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import product
from pathlib import Path

import numpy as np
import numpy.typing as npt

from benchmarks.listen.closed import Said
from benchmarks.listen.speakers import Speaker
from benchmarks.listen.trials import Heard, Takes, Trial, card_of, trials_of
from host.judging.evidence import index_of
from host.judging.listening import NEAR_ENOUGH, OTHER_THING, Ruling, Source
from host.judging.thresholds import Limits
from host.speech.ports import Ears

BANDS = (18.0, 28.0, 60.0)
"""Upper ends of the noise bands, signal-to-noise ratio in decibel."""
MOST_UNKNOWN, MOST_DECOY, MOST_LOST = 0.015, 0.003, 0.02
"""Wrong answers accepted after a re-say (not a decoy, a decoy), and right ones rejected at once, at most."""
MOST_CHATTER, MOST_OTHER = 0.02, 0.005
"""Chatter taken for a phrase of a closed prompt, and a phrase taken for another, at most."""
PRIORS = (0.3, 0.4, 0.5, 0.6, 0.7, 0.8)
MARGINS, CAPS, NEARS, RESAYS = (1.0, 1.5, 2.0, 3.0), (6.0, 8.0, 10.0), (0.0, 2.0, 4.0), (0.0, 1.5, 3.0, 5.0)
KNOWN_OTHER = 8.0
"""Nats above the accept limit that it takes when the transcript is another known thing."""
KINDS = ("right", "decoy", "unknown")

Column = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Clip:
    """One answer by one speaker, recognised in two takes, with its trials."""

    speaker: str
    condition: str
    heard: tuple[Heard, Heard]
    trials: list[Trial]


@dataclass(frozen=True, slots=True)
class Tries:
    """All trials of a band as columns, for the first take or for both together."""

    ratio: Column
    margin: Column
    near: Column
    """1 where the transcript is near the card's answer."""
    other: Column
    """1 where the transcript is another known thing."""
    text: Column
    """What the words alone decide: 1 accepts, -1 does not; 0 where the sound decides."""

    def index(self, margin: float, cap: float, near: float) -> Column:
        """As in host.judging.evidence."""
        return self.ratio + margin * np.clip(self.margin, -cap, cap) + near * self.near

    def accepted(self, index: Column, accept: float) -> npt.NDArray[np.bool_]:
        """Which trials are accepted."""
        needed = accept + KNOWN_OTHER * self.other
        return np.asarray((self.text > 0) | ((self.text == 0) & (self.margin >= 0) & (index >= needed)))


def recognise(
    ears: Ears, folder: Path, speakers: Sequence[Speaker], texts: Sequence[str], conditions: Sequence[str]
) -> Iterator[Clip]:
    """Recognises every clip, or takes it from the folder."""
    for condition, speaker in product(conditions, speakers):
        for said in texts:
            trials, scored = trials_of(said)
            takes = Takes(ears, folder, speaker, said, condition, scored)
            yield Clip(speaker.name, condition, (takes.take(0), takes.take(1)), trials)


def report(clips: Sequence[Clip], said: Sequence[Said]) -> None:
    """Prints the best weights, and with them the limits for each noise band."""
    bands = [
        [clip for clip in clips if low < _noise(clip.heard[0]) <= high]
        for low, high in zip((-1.0, *BANDS), BANDS, strict=False)
    ]
    kinds = [np.array([KINDS.index(trial.kind) for clip in band for trial in clip.trials]) for band in bands]
    tries = [[(_tries(band, prior, 1), _tries(band, prior, 2)) for prior in PRIORS] for band in bands]
    best = max(
        product(MARGINS, CAPS, NEARS, RESAYS),
        key=lambda w: sum(max(_found(k, *t, *w)[0] for t in ts) for k, ts in zip(kinds, tries, strict=True) if len(k)),
    )
    margin, cap, near, resay = best
    speakers = dict.fromkeys(clip.speaker for clip in clips)
    print(f"\n    fitted: {{ date: {date.today()}, clips: {2 * len(clips)}, speakers: [{', '.join(speakers)}] }}")
    print(f"    margin_weight: {margin}\n    margin_cap: {cap}\n    near_bonus: {near}\n    resay_bonus: {resay}")
    print("    noise:")
    for high, band, kind, options in zip(BANDS, bands, kinds, tries, strict=True):
        if not band:
            continue
        at = max(range(len(PRIORS)), key=lambda i: _found(kind, *options[i], *best)[0])
        share, accept, reject, told = _found(kind, *options[at], *best)
        limits = _limits(PRIORS[at], margin, cap)
        some = [one for one in said if _noise(one.heard) <= high and not (high > BANDS[0] >= _noise(one.heard))]
        closed = _closed(some, limits) if some else (0.0, 0.0, "no clips")
        print(f"      - {{ up_to_db: {high}, prior_weight: {PRIORS[at]}, accept: {accept:.1f}, reject: {reject:.1f},"
              f" known_other: {accept + KNOWN_OTHER:.1f}, closed: {closed[0]:.1f} }}"
              f"  # {len(band)}: right {share:.3f}, {told}; closed_margin {closed[1]}: {closed[2]}")  # fmt: skip


def _noise(heard: Heard) -> float:
    return heard.scores.noise_db or 0.0


def _limits(prior: float, margin: float = 0.0, cap: float = 8.0) -> Limits:
    return Limits(
        accept=1000.0, reject=-1000.0, known_other=1000.0, accept_margin=0.0, reject_margin=-6.0, closed=0.0,
        closed_margin=0.0, prior_weight=prior, margin_weight=margin, margin_cap=cap,
    )  # fmt: skip


def _tries(clips: Sequence[Clip], prior: float, takes: int) -> Tries:
    """The trials' columns, on the first take or on both."""
    limits, rows = _limits(prior), []
    for clip in clips:
        for trial in clip.trials:
            heard = clip.heard[takes - 1]
            made = trial.decide(heard, clip.heard[0] if takes == 2 else None, limits)
            text = heard.transcript.text.strip()
            verdict = card_of(trial.card).judge(text) if text else None
            near = verdict is not None and (verdict.reason in NEAR_ENOUGH or verdict.verdict == "unsure")
            other = verdict is not None and verdict.reason in OTHER_THING
            by_text = 0 if made.source is not Source.TEXT else 1 if made.ruling is Ruling.ACCEPT else -1
            ratio = -99.0 if made.ratio is None else made.ratio
            rows.append((ratio, -99.0 if made.margin is None else made.margin, near, other, by_text))
    return Tries(*np.array(rows or [(0.0,) * 5], float).T)


def _found(
    kind: npt.NDArray[np.int_], first: Tries, both: Tries, margin: float, cap: float, near: float, resay: float
) -> tuple[float, float, float, str]:
    """Share of right answers accepted after at most one re-say, the limits for it, and the other shares in words."""
    one, two = first.index(margin, cap, near), both.index(margin, cap, near) + resay
    right = kind == 0
    reject = float(np.quantile(one[right], MOST_LOST))
    for accept in np.arange(-14.0, 24.0, 0.25):
        at_once = first.accepted(one, accept)
        asked = ~at_once & (first.text == 0) & (one >= min(reject, accept))
        last = at_once | (asked & both.accepted(two, accept))
        # What the words alone let in ("Plato" written down for "Pluto") no limit can keep out.
        sound = last & (first.text <= 0)
        decoy, unknown = sound[kind == 1].mean(), sound[kind == 2].mean()
        if decoy <= MOST_DECOY and unknown <= MOST_UNKNOWN:
            told = f"at once {at_once[right].mean():.3f}, decoy {decoy:.4f}, unknown {unknown:.4f}"
            return float(last[right].mean()), float(accept), min(reject, float(accept)), told
    return 0.0, 99.0, 99.0, "no limit keeps wrong answers out"


def _closed(said: Sequence[Said], limits: Limits) -> tuple[float, float, str]:
    """The limit and margin of closed prompts, and what they are worth on these clips."""
    rows = []
    for one in said:
        for prompt in (one.prompt,) if one.prompt else ("die", "yes/no", "colour", "command"):
            match = one.match(prompt, replace(limits, closed=-1000.0, closed_margin=-1000.0))
            ratio, margin = (
                (-99.0, -99.0) if match.ratio is None or match.margin is None else (match.ratio, match.margin)
            )
            index = index_of(ratio, margin, limits)
            by_text = match.reason == "transcript"
            rows.append(
                (bool(one.prompt), match.phrase == one.text, 99.0 if by_text else index, 99.0 if by_text else margin)
            )
    phrase, right, index, lead = np.array(rows, float).T
    best = (0.0, 0.0, 0.0, "none")
    for limit, least in product(np.arange(-14.0, 10.0, 0.5), (0.0, 0.3, 0.6, 1.0, 1.5)):
        taken = (index >= limit) & (lead >= least)
        chatter, other = taken[phrase == 0].mean(), (taken & (right == 0))[phrase == 1].mean()
        found = (taken & (right == 1))[phrase == 1].mean()
        if chatter <= MOST_CHATTER and other <= MOST_OTHER and found > best[0]:
            best = (found, float(limit), least, f"found {found:.3f}, other {other:.4f}, chatter {chatter:.4f}")
    return best[1:]
