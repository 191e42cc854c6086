"""The thresholds file: complete, sensible, and refused with file and key when it is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from host.errors import PackError
from host.judging import thresholds

SHIPPED = Path(thresholds.__file__).with_name("thresholds.yaml")


def test_shipped_file_is_valid() -> None:
    """The shipped file loads, names every engine, and says what it was fitted on."""
    file = thresholds.load()
    assert set(file.engines) == {"moonshine", "vosk", "whisper", "other"}
    assert file.engines["moonshine"].fitted.clips > 0 and file.engines["moonshine"].fitted.speakers


@pytest.mark.parametrize("engine", ["Moonshine tiny-en", "Vosk vosk-model-small-fr", "Whisper base", "Something new"])
def test_every_noise_has_limits(engine: str) -> None:
    """Any noise level, also an unknown or absurd one, gets limits with reject at or below accept."""
    for noise in (None, -5.0, 0.0, 12.0, 30.0, 99.0):
        limits = thresholds.limits_for(engine, noise)
        assert limits.reject <= limits.accept <= limits.known_other + 10


@pytest.mark.parametrize(
    "change, expected",
    [
        (("strict_shift: 2.0", "strict_shift: -1"), "strict_shift"),
        (("strict_shift: 2.0", "strict: 2.0"), "strict"),
        (("prior_weight: 0.5", "prior_weight: heavy"), "prior_weight"),
        ((" reject: -", " reject: 5"), "reject must not lie above accept"),
    ],
)
def test_faults_name_file_and_key(tmp_path: Path, change: tuple[str, str], expected: str) -> None:
    """A faulty file is refused with its name, the key and what was expected."""
    text = SHIPPED.read_text(encoding="utf-8")
    assert change[0] in text
    broken = tmp_path / "thresholds.yaml"
    broken.write_text(text.replace(*change), encoding="utf-8")
    with pytest.raises(PackError) as caught:
        thresholds.load(broken)
    assert str(broken) in caught.value.sentence() and expected in caught.value.sentence()
