"""Demo games in French, German and Spanish: spoken by espeak-ng, and typed where nothing hears the language."""

from __future__ import annotations

import json
import re
import wave
from pathlib import Path

import pytest
from support.command import quizhost

from host.speech import ears

pytestmark = [pytest.mark.speech, pytest.mark.slow]
ENGLISH = {"the", "you", "your", "and", "answer", "right", "wrong", "question", "roll", "where", "player", "turn"}


@pytest.mark.parametrize("language, words", [("fr", "tapent"), ("de", "tippen"), ("es", "escriben")])
def test_a_game_with_typing_players(tmp_path: Path, language: str, words: str) -> None:
    """Two questions are asked and judged, all that is said is in the language, and the room is full of sound."""
    if ears.available(language, models=tmp_path):
        pytest.skip(f"this machine hears '{language}'")
    done = quizhost("demo", "--lang", language, "--turns", "2", "--seed", "3", "--json", "--out", tmp_path / "out",
                    home=tmp_path, env={"HOME": str(tmp_path)})  # fmt: skip
    said = [json.loads(line) for line in done.stdout.splitlines()]
    remarks = [entry["text"] for entry in said if entry["type"] == "remark"]
    assert words in remarks[0] and f"models get --for {language}" in remarks[1]
    summary = said[-1]
    assert (summary["judged"], summary["agreed"]) == (2, 2)
    transcript = Path(summary["transcript"]).read_text(encoding="utf-8")
    spoken = [line.split(": ", 1)[1] for line in transcript.splitlines() if re.match(r"Host: |\w+ says: ", line)]
    assert len(spoken) > 8
    for line in spoken:
        assert not ENGLISH & set(re.findall(r"\w+", line.casefold())), line
    with wave.open(summary["recording"]) as recording:
        assert recording.getnframes() / 16000 > 20
