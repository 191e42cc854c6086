"""The catalogue: its schema, its completeness, and what the publishers' own listings say."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest
import yaml

from host.app.models.catalogue import Catalogue, read_catalogue, shipped_catalogue
from host.config import data_folder
from host.errors import HostError, UsageError

PUBLISHED: dict[str, Any] = yaml.safe_load((Path(__file__).parent / "published.yaml").read_text(encoding="utf-8"))
RAW: dict[str, Any] = yaml.safe_load((data_folder("voices") / "catalogue.yaml").read_text(encoding="utf-8"))


def test_piper_voices_are_as_published() -> None:
    """Addresses, sizes and checksums are those of the publisher's list, at a fixed revision."""
    parts = [part for entry in shipped_catalogue() if entry.engine == "piper" for part in entry.files]
    assert len(parts) == len(PUBLISHED["voices"])
    for part in parts:
        assert part.url and part.url.startswith(PUBLISHED["base"])
        assert [part.size, part.md5] == PUBLISHED["voices"][part.url.removeprefix(PUBLISHED["base"])]
        assert part.url.endswith("/" + part.path)


def test_vosk_models_are_as_published() -> None:
    """Addresses, sizes and checksums are those of the publisher's list."""
    entries = {entry.name: entry.archive for entry in shipped_catalogue() if entry.engine == "vosk"}
    assert set(entries) == set(PUBLISHED["vosk"])
    for name, archive in entries.items():
        assert archive is not None
        assert archive.url == f"https://alphacephei.com/vosk/models/{name}.zip"
        assert [archive.size, archive.md5] == PUBLISHED["vosk"][name]


def test_whisper_is_pinned_to_a_commit() -> None:
    """Every file by a commit of forty digits, with its sha256."""
    for entry in shipped_catalogue():
        for part in entry.files if entry.engine == "whisper" else ():
            assert part.url and len(part.url.split("/resolve/")[1].split("/")[0]) == 40
            assert part.sha256


@pytest.mark.parametrize("language", ["en", "fr", "de", "es"])
def test_every_language_is_served(language: str) -> None:
    """At least two voices, a low and a medium one, a Vosk model, and Whisper base and small."""
    catalogue = shipped_catalogue()
    levels = {entry.level for entry in catalogue.for_language(language, "voice")}
    assert {"low", "medium"} <= levels
    ears = [entry.name for entry in catalogue.for_language(language, "ears")]
    assert {"whisper-base", "whisper-small"} <= set(ears)
    assert any(name.startswith("vosk-model-small-") for name in ears)


def test_nothing_forbids_an_evening() -> None:
    """No model whose licence forbids use for money; the old French Vosk model does."""
    for entry in shipped_catalogue():
        assert "NC" not in entry.licence.upper().split() and "pguyot" not in entry.name


@pytest.mark.parametrize(
    "change, words",
    [
        ({"licence": None}, "licence"),
        ({"languages": []}, "languages"),
        ({"languages": ["xx"]}, "'en', 'fr', 'de' or 'es'"),
        ({"colour": "blue"}, "colour"),
        ({"engine": "parrot"}, "engine"),
        ({"name": "../x"}, "name"),
        ({"memory_mb": 0}, "memory_mb"),
        ({"files": []}, "either files or an archive"),
        ({"unconfirmed": {"weight": "?"}}, "weight"),
    ],
)
def test_a_bad_entry_is_named(tmp_path: Path, change: dict[str, object], words: str) -> None:
    """File, model, key and what was expected."""
    data = copy.deepcopy(RAW)
    data["models"][3].update(change)
    check_refused(tmp_path, data, words)


@pytest.mark.parametrize(
    "change, words",
    [
        ({"sha256": "abc"}, "sha256"),
        ({"md5": None, "sha256": None}, "sha256 or an md5"),
        ({"size": -1}, "size"),
        ({"url": "http://example.org/x"}, "url"),
        ({"path": "../../bin/sh"}, "'..'"),
        ({"path": "/bin/sh"}, "'..'"),
    ],
)
def test_a_bad_file_is_named(tmp_path: Path, change: dict[str, object], words: str) -> None:
    """The same inside a model's files."""
    data = copy.deepcopy(RAW)
    data["models"][3]["files"][0].update(change)
    check_refused(tmp_path, data, words)


def check_refused(folder: Path, data: dict[str, Any], words: str) -> None:
    """The catalogue is refused with a sentence that names it all."""
    path = folder / "catalogue.yaml"
    path.write_text(yaml.safe_dump(data), encoding="utf-8")
    with pytest.raises(HostError) as caught:
        read_catalogue(path)
    assert words in caught.value.sentence() and str(path) in caught.value.sentence()
    if "name" not in words:
        assert data["models"][3]["name"] in caught.value.sentence()


def test_a_model_twice(tmp_path: Path) -> None:
    """Names are unique, whatever their case."""
    data = copy.deepcopy(RAW)
    data["models"].append({**data["models"][0], "name": data["models"][0]["name"].upper()})
    path = tmp_path / "catalogue.yaml"
    path.write_text(yaml.safe_dump(data), encoding="utf-8")
    with pytest.raises(HostError, match="twice"):
        read_catalogue(path)


def test_not_a_catalogue(tmp_path: Path) -> None:
    """A file that is no YAML has its sentence."""
    path = tmp_path / "catalogue.yaml"
    path.write_text("models: [", encoding="utf-8")
    with pytest.raises(HostError, match="line 2: not valid YAML"):
        read_catalogue(path)


@pytest.mark.parametrize(
    "asked, found", [("fr_fr-SIWIS-low", "fr_FR-siwis-low"), ("small-fr", "vosk-model-small-fr-0.22")]
)
def test_names_are_found(asked: str, found: str) -> None:
    """In any case, or by a part that only one has."""
    assert shipped_catalogue().find(asked).name == found


@pytest.mark.parametrize(
    "asked, words", [("siwis", "fr_FR-siwis-low"), ("thorstn-low", "thorsten-low"), ("qqq", "list")]
)
def test_names_that_are_not_there(asked: str, words: str) -> None:
    """Several that fit, or that are like it, are named."""
    with pytest.raises(UsageError) as caught:
        shipped_catalogue().find(asked)
    assert words in caught.value.sentence()


def test_sizes() -> None:
    """What is fetched, and the room it takes meanwhile."""
    catalogue = Catalogue(models=shipped_catalogue().models)
    siwis, vosk = catalogue.find("fr_FR-siwis-low"), catalogue.find("small-de")
    assert siwis.size == siwis.room == 28_130_791 + 4_157
    assert vosk.size == 46_499_967 < vosk.room
