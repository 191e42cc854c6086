"""Data files and the settings file: a fault is told with file, line and field."""

from __future__ import annotations

from pathlib import Path

import pydantic
import pytest

from host.config import load_settings
from host.datafile import TEXT, read_model
from host.errors import PackError, UsageError


class _Small(pydantic.BaseModel):
    model_config = pydantic.ConfigDict(extra="forbid")

    names: tuple[str, ...]
    inner: dict[str, int] = {}


@pytest.mark.parametrize(
    "text, line, says",
    [
        ("names: [a]\nother: 1\n", 2, "other"),
        ("names:\n- a\n- [b]\n", 3, "names.1"),
        ("inner: {a: 1}\n", 1, "names"),
        ("names: [a]\ninner:\n  a: 1\n  b: x\n", 4, "inner.b"),
        ("names: [a\n", 2, "not valid YAML"),
        ("", 1, "names"),
        ("- a\n", 1, "the file"),
    ],
)
def test_a_fault_has_its_line(tmp_path: Path, text: str, line: int, says: str) -> None:
    """File, line and field of the first fault are named."""
    path = tmp_path / "small.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(PackError) as caught:
        read_model(_Small, path)
    assert f"{path}, line {line}: " in str(caught.value)
    assert says in str(caught.value)


def test_text_stays_text(tmp_path: Path) -> None:
    """Words that YAML would take for truth values and numbers stay words."""
    path = tmp_path / "small.yaml"
    path.write_text("names: [no, on, 007]\n", encoding="utf-8")
    assert read_model(_Small, path, loader=TEXT).names == ("no", "on", "007")


@pytest.mark.parametrize(
    "content, says",
    [(b"\xff\xfe", "not UTF-8"), (None, "cannot read the file")],
)
def test_unreadable(tmp_path: Path, content: bytes | None, says: str) -> None:
    """A missing file and one that is no text have their sentences."""
    path = tmp_path / "small.yaml"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(PackError, match=says):
        read_model(_Small, path)


def test_settings_name_the_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A mistake in the settings is told with its line, and what to do."""
    monkeypatch.setenv("QUIZHOST_HOME", str(tmp_path))
    folder = tmp_path / "config"
    folder.mkdir()
    (folder / "config.yaml").write_text("volume: 0.5\nspeech_rate: 9\n", encoding="utf-8")
    with pytest.raises(UsageError, match=r"config\.yaml, line 2: speech_rate: .* Mend or delete it\."):
        load_settings()
    (folder / "config.yaml").write_text("", encoding="utf-8")
    assert load_settings().volume == 1.0
