"""Downloads from a server that misbehaves in every way: a whole file or none, a clear sentence, and going on later."""

from __future__ import annotations

import errno
import hashlib
import io
from collections.abc import Iterator
from pathlib import Path

import pytest
import requests
from support.http_files import Site, serving

from host.app.models import fetch as fetching
from host.app.models.catalogue import Checked
from host.app.models.fetch import Fetcher, Unreachable, Wrong
from host.errors import DeviceError

BODY = bytes(range(256)) * 1000
WANTED = Checked(size=len(BODY), sha256=hashlib.sha256(BODY).hexdigest())


@pytest.fixture
def site() -> Iterator[Site]:
    """A server with one file."""
    with serving({"/voice.onnx": BODY}) as running:
        yield running


class Told(list[str]):
    """The lines of progress; and the waits between attempts, which take no time here."""

    def __init__(self) -> None:
        super().__init__()
        self.waits: list[float] = []

    def fetcher(self, **more: object) -> Fetcher:
        """A fetcher that tells this list."""
        return Fetcher(say=self.append, sleep=self.waits.append, timeout=(2.0, 0.3), **more)  # type: ignore[arg-type]


def fetch(site: Site, folder: Path, told: Told | None = None, **more: object) -> Path:
    """Fetches the file; where it is then."""
    target = folder / "voice.onnx"
    (Told() if told is None else told).fetcher(**more).fetch(f"{site.address}/voice.onnx", WANTED, target)
    return target


def test_a_whole_file(site: Site, tmp_path: Path) -> None:
    """The file is there under its name, and nothing else is."""
    assert fetch(site, tmp_path).read_bytes() == BODY
    assert [path.name for path in tmp_path.iterdir()] == ["voice.onnx"]


def test_a_file_that_is_there_is_not_fetched(site: Site, tmp_path: Path) -> None:
    """No request for what is on the disk with the right checksum."""
    fetch(site, tmp_path)
    fetch(site, tmp_path)
    assert len(site.asked) == 1


def test_a_cut_line_is_gone_on_with(site: Site, tmp_path: Path) -> None:
    """Two cuts in one download: each time only the rest is asked for."""
    site.cut = [70_000, 50_000]
    assert fetch(site, tmp_path).read_bytes() == BODY
    begun = [int(asked[6:-1]) for _, asked in site.asked if asked]
    assert len(begun) == 2 and 50_000 < begun[0] <= 70_000 and begun[0] + 30_000 < begun[1] <= 120_000


def test_the_next_try_goes_on(site: Site, tmp_path: Path) -> None:
    """A download that gave up keeps what it had; the next one asks for the rest only."""
    site.cut = [70_000]
    site.status = [200, 503, 503, 503]
    with pytest.raises(Unreachable, match="kept"):
        fetch(site, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["voice.onnx.part"]
    site.asked.clear()
    assert fetch(site, tmp_path).read_bytes() == BODY
    [(_, asked)] = site.asked
    assert 50_000 < int(asked[6:-1]) <= 70_000


def test_a_busy_server_is_given_the_time_it_asks_for(site: Site, tmp_path: Path) -> None:
    """Retry-After is heeded."""
    site.status = [429]
    told = Told()
    assert fetch(site, tmp_path, told).read_bytes() == BODY
    assert told.waits == [7.0]


def test_a_server_without_ranges(site: Site, tmp_path: Path) -> None:
    """It begins again, and says so."""
    site.ranges = False
    site.cut = [70_000]
    told = Told()
    assert fetch(site, tmp_path, told).read_bytes() == BODY
    assert any("Starting again" in line for line in told)


def test_a_server_with_the_wrong_range(site: Site, tmp_path: Path) -> None:
    """A piece that does not begin where it should is never glued on."""
    site.shifted = True
    site.cut = [70_000]
    assert fetch(site, tmp_path).read_bytes() == BODY


def test_a_garbled_file_is_thrown_away(site: Site, tmp_path: Path) -> None:
    """The right size and the wrong checksum: nothing is kept."""
    site.files["/voice.onnx"] = BODY[::-1]
    with pytest.raises(Wrong, match="checksum"):
        fetch(site, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_wrong_beginning_is_thrown_away(site: Site, tmp_path: Path) -> None:
    """What was left from another file is replaced in the same run."""
    (tmp_path / "voice.onnx.part").write_bytes(b"x" * 1000)
    assert fetch(site, tmp_path).read_bytes() == BODY


def test_a_part_that_is_too_long(site: Site, tmp_path: Path) -> None:
    """It is fetched anew."""
    (tmp_path / "voice.onnx.part").write_bytes(BODY + b"x")
    assert fetch(site, tmp_path).read_bytes() == BODY


@pytest.mark.parametrize("change", [b"", b"and more"])
def test_another_size(site: Site, tmp_path: Path, change: bytes) -> None:
    """A shorter or longer file is refused before it is fetched."""
    site.files["/voice.onnx"] = BODY[:-5] + change
    with pytest.raises(Wrong, match="bytes instead"):
        fetch(site, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_log_in_page(site: Site, tmp_path: Path) -> None:
    """A hotel's page is told from a model."""
    site.page = True
    with pytest.raises(Wrong, match="log in"):
        fetch(site, tmp_path)


def test_redirects_are_followed(site: Site, tmp_path: Path) -> None:
    """As hubs do it."""
    site.files["/store/1"] = BODY
    site.redirect = {"/voice.onnx": f"{site.address}/middle", "/middle": "/store/1"}
    assert fetch(site, tmp_path).read_bytes() == BODY


def test_redirects_in_circles(site: Site, tmp_path: Path) -> None:
    """They end."""
    site.redirect = {"/voice.onnx": "/other", "/other": "/voice.onnx"}
    with pytest.raises(Unreachable, match="circles"):
        fetch(site, tmp_path)
    assert len(site.asked) < 10


def test_a_missing_file(site: Site, tmp_path: Path) -> None:
    """404 is said at once, without further attempts."""
    site.files.clear()
    with pytest.raises(Wrong, match="404"):
        fetch(site, tmp_path)
    assert len(site.asked) == 1


def test_a_silent_server(site: Site, tmp_path: Path) -> None:
    """It is not waited for for ever."""
    site.silent = True
    with pytest.raises(Unreachable, match="silent"):
        fetch(site, tmp_path)


def test_nobody_there(site: Site, tmp_path: Path) -> None:
    """No server at all."""
    with pytest.raises(Unreachable, match="cannot be reached"):
        Told().fetcher().fetch("http://127.0.0.1:9/voice.onnx", WANTED, tmp_path / "voice.onnx")


def test_the_mirror_is_asked_first(site: Site, tmp_path: Path) -> None:
    """With the publisher's path behind the mirror's address."""
    target = tmp_path / "voice.onnx"
    Told().fetcher(mirror=site.address + "/").fetch("https://127.0.0.1:9/voice.onnx", WANTED, target)
    assert target.read_bytes() == BODY


def test_a_bad_mirror_does_no_harm(site: Site, tmp_path: Path) -> None:
    """A mirror with another file: the publisher is asked."""
    site.files["/mirror/voice.onnx"] = BODY[::-1]
    told = Told()
    assert fetch(site, tmp_path, told, mirror=site.address + "/mirror").read_bytes() == BODY
    assert any("publisher" in line for line in told)


def test_a_full_disk(site: Site, tmp_path: Path) -> None:
    """The sentence says so, and nothing of a file remains under its name."""
    (tmp_path / "voice.onnx.part").symlink_to("/dev/full")
    with pytest.raises(DeviceError, match="disk is full"):
        fetch(site, tmp_path)
    assert not (tmp_path / "voice.onnx").exists()


def test_a_write_protected_folder() -> None:
    """Other failures of the disk have their own words."""
    fault = fetching.disk_fault(OSError(errno.EROFS, "Read-only file system"), Path("/x"))
    assert "Read-only" in fault.sentence()


def test_progress_in_words(site: Site, tmp_path: Path) -> None:
    """At most a line every two seconds, with percent and megabytes."""
    now = iter(range(10_000))
    told = Told()
    fetch(site, tmp_path, told, clock=lambda: 0.5 * next(now))
    assert told and all("percent" in line for line in told)
    assert len(told) == 4
    told = Told()
    (tmp_path / "voice.onnx").unlink()
    fetch(site, tmp_path, told, clock=lambda: 0.0)
    assert told == []


def test_no_way_back_from_encryption(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A publisher's address that leads to one without encryption is not followed further."""
    answer = requests.Response()
    answer.status_code, answer.url, answer.raw = 200, "http://127.0.0.1/voice.onnx", io.BytesIO()
    fetcher = Told().fetcher()
    monkeypatch.setattr(requests.Session, "get", lambda self, url, **more: answer)
    with pytest.raises(Wrong, match="without encryption"):
        fetcher.fetch("https://127.0.0.1/voice.onnx", WANTED, tmp_path / "voice.onnx")
    assert list(tmp_path.iterdir()) == []
