"""Thresholds of listening: read from thresholds.yaml, chosen by engine, noise and precision."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Annotated

import pydantic

from host.datafile import TEXT, read_model
from host.judging.policy import Precision

_FILE = Path(__file__).resolve().parent / "thresholds.yaml"


@dataclass(frozen=True, slots=True)
class Limits:
    """What it takes to accept, in nats; thresholds.yaml says what each set was fitted on."""

    accept: float
    """A card's form is accepted at this index or above."""
    reject: float
    """Below this index it is not the card's answer."""
    known_other: float
    """The index it takes when the transcript is a different known thing of the same kind."""
    accept_margin: float
    """A form must be this far ahead of the best rival, whatever its index."""
    reject_margin: float
    """A rival this far ahead is what was said."""
    closed: float
    """A phrase of a closed prompt is taken at this index or above."""
    closed_margin: float
    """... and this far ahead of the next phrase."""
    prior_weight: float = 0.0
    """Share of a text's prior that is taken off its log-likelihood."""
    margin_weight: float = 0.0
    """Weight of the margin in the index."""
    margin_cap: float = 8.0
    """A margin counts up to here."""
    near_bonus: float = 0.0
    """What a transcript that is near the card's answer adds to the index."""
    resay_bonus: float = 0.0
    """What the second of two utterances that agree adds to the index of their mean."""


class FittedModel(pydantic.BaseModel):
    """Where a set of thresholds comes from."""

    model_config = pydantic.ConfigDict(extra="forbid", frozen=True)

    date: str
    clips: int
    speakers: tuple[str, ...]
    remark: str = ""


class LimitsModel(pydantic.BaseModel):
    """Thresholds for utterances up to one signal-to-noise ratio."""

    model_config = pydantic.ConfigDict(extra="forbid", frozen=True)

    up_to_db: Annotated[float, pydantic.Field(gt=0)]
    prior_weight: Annotated[float, pydantic.Field(ge=0, le=1)]
    accept: float
    reject: float
    known_other: float
    closed: float


class EngineModel(pydantic.BaseModel):
    """One engine's thresholds, for rising signal-to-noise ratios."""

    model_config = pydantic.ConfigDict(extra="forbid", frozen=True)

    fitted: FittedModel
    margin_weight: Annotated[float, pydantic.Field(ge=0, le=4)]
    margin_cap: Annotated[float, pydantic.Field(gt=0)]
    near_bonus: Annotated[float, pydantic.Field(ge=0, le=8)]
    resay_bonus: Annotated[float, pydantic.Field(ge=0, le=8)]
    accept_margin: float
    reject_margin: float
    closed_margin: float
    noise: Annotated[tuple[LimitsModel, ...], pydantic.Field(min_length=1)]

    @pydantic.model_validator(mode="after")
    def _in_order(self) -> EngineModel:
        if [n.up_to_db for n in self.noise] != sorted({n.up_to_db for n in self.noise}):
            raise ValueError("noise: up_to_db must rise from entry to entry")
        if any(n.reject > n.accept for n in self.noise):
            raise ValueError("noise: reject must not lie above accept")
        return self


class ThresholdsModel(pydantic.BaseModel):
    """The whole file."""

    model_config = pydantic.ConfigDict(extra="forbid", frozen=True)

    strict_shift: Annotated[float, pydantic.Field(ge=0)]
    lenient_shift: Annotated[float, pydantic.Field(ge=0)]
    engines: dict[str, EngineModel]


@cache
def load(path: Path = _FILE) -> ThresholdsModel:
    """The thresholds file; raises PackError naming file, key and what was expected."""
    return read_model(ThresholdsModel, path, loader=TEXT)


def limits_for(engine: str, noise_db: float | None = None, precision: Precision = Precision.STANDARD) -> Limits:
    """The limits for one utterance.

    Args:
        engine: the scorer's name; its first word chooses the thresholds, an unknown one gets those of ``other``.
        noise_db: signal-to-noise ratio of the utterance in decibel; None counts as quiet.
        precision: strict asks for a higher index, lenient for a lower one.
    """
    file = load()
    model = file.engines.get(engine.split(" ")[0].casefold()) or file.engines["other"]
    at = next((n for n in model.noise if noise_db is not None and noise_db <= n.up_to_db), model.noise[-1])
    found = Limits(
        accept=at.accept, reject=at.reject, known_other=at.known_other, closed=at.closed,
        accept_margin=model.accept_margin, reject_margin=model.reject_margin, closed_margin=model.closed_margin,
        prior_weight=at.prior_weight, margin_weight=model.margin_weight, margin_cap=model.margin_cap,
        near_bonus=model.near_bonus, resay_bonus=model.resay_bonus,
    )  # fmt: skip
    match precision:
        case Precision.STRICT:
            return replace(found, accept=found.accept + file.strict_shift, reject=found.reject + file.strict_shift)
        case Precision.LENIENT:
            return replace(found, accept=found.accept - file.lenient_shift)
    return found
