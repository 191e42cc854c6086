"""The built wheel works on its own: data inside, command on the path, a typed turn from another directory."""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LINES = "six\none\nfour green\nbanana\nstop\n"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project built as a wheel."""
    out = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True, text=True)
    return next(out.glob("*.whl"))


def test_the_data_is_inside(wheel: Path) -> None:
    """Rulesets, questions and the licence are packed; tests and benchmarks are not."""
    names = zipfile.ZipFile(wheel).namelist()
    assert any(name.startswith("host/_data/rulesets/") for name in names)
    assert any(name.startswith("host/_data/questions/") for name in names)
    assert "host/_data/install/raspberry-pi.sh" in names and "host/_data/docs/raspberry-pi.md" in names
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert not [name for name in names if name.startswith(("tests/", "benchmarks/"))]


@pytest.mark.slow
def test_a_typed_turn_from_the_wheel(wheel: Path, tmp_path: Path) -> None:
    """Installed into a new environment, a turn is played from a directory that is not the checkout."""
    env_dir = tmp_path / "env"
    subprocess.run([sys.executable, "-m", "venv", str(env_dir)], check=True)
    python = env_dir / "bin" / "python"
    # The dependencies are those of this environment; only quizhost itself must come from the wheel.
    paths = [p for p in sys.path if p.endswith("site-packages")]
    site = next((env_dir / "lib").glob("python*/site-packages"))
    subprocess.run(
        [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--target", str(site), str(wheel)], check=True
    )
    (site / "outer.pth").write_text("\n".join(paths) + "\n", encoding="utf-8")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    save = tmp_path / "game.jsonl"
    play = [str(python), "-c", "import sys; from host.cli import main; sys.exit(main())", "play", "--lang", "en"]
    play += ["--players", "Anna,Ben", "--precision", "standard", "--input", "typed", "--voice", "off"]
    run = subprocess.run(
        [*play, "--seed", "1", "--save", str(save)],
        input=LINES,
        capture_output=True,
        text=True,
        cwd=elsewhere,
        env={"PATH": "/usr/bin:/bin", "QUIZHOST_HOME": str(tmp_path / "home"), "PYTHONNOUSERSITE": "1"},
    )
    assert run.returncode == 0, run.stderr
    assert "The game is saved" in run.stdout
    kinds = [json.loads(line).get("type") for line in save.read_text(encoding="utf-8").splitlines()[1:]]
    assert "QuestionPosed" in kinds and "AnswerJudged" in kinds
    where = [str(python), "-c", "import host; print(host.__file__)"]
    found = subprocess.run(where, capture_output=True, text=True, cwd=elsewhere, check=True).stdout
    assert str(site) in found
