"""Fetches one published file: goes on where it stopped, checks size and checksum, and leaves a whole file or none.

While it comes, the file is called ``NAME.part``; it gets its name when its checksum is right. A failure of the network
leaves the part where it is and the next try goes on from there; a wrong file is thrown away.
"""

from __future__ import annotations

import errno
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import requests

from host import __version__
from host.app.models.catalogue import Checked
from host.app.models.sums import megabytes, settle, sums_of
from host.errors import DeviceError

TRIES: Final = 3
"""Attempts in a row that bring nothing before it gives up."""
EVERY: Final = 2.0
"""Seconds between two lines of progress, at least."""
_BLOCK = 1 << 14
"""Bytes read at once; as much is lost when the line is cut."""
_RANGE = re.compile(r"bytes (\d+)-\d+/(\d+|\*)")

Say = Callable[[str], None]


class Unreachable(DeviceError):
    """The place did not answer, or stopped answering; another place may."""


class Wrong(DeviceError):
    """The place answered with something else than the published file."""


class Fetcher:
    """Gets files by HTTP.

    Args:
        mirror: base address that is asked first, with the path of the publisher's address behind it.
        say: told a line of progress now and then.
        timeout: seconds to connect, and of silence in between.
        clock: seconds, never backwards.
        sleep: waits between attempts.
    """

    def __init__(
        self,
        *,
        mirror: str = "",
        say: Say = lambda line: None,
        timeout: tuple[float, float] = (10.0, 30.0),
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._mirror, self.say, self._timeout, self._clock, self._sleep = mirror, say, timeout, clock, sleep
        self._session = requests.Session()
        self._session.max_redirects = 6
        # The sound of a model is not compressible, and a compressed answer has no ranges.
        self._session.headers.update({"User-Agent": f"quizhost/{__version__}", "Accept-Encoding": "identity"})

    def fetch(self, url: str, wanted: Checked, target: Path, label: str = "") -> None:
        """Puts the file at ``target``; done at once when it is there already.

        Args:
            url: the publisher's address.
            wanted: size and checksum.
            target: in a folder that exists.
            label: what progress calls it; empty: the file's name.

        Raises:
            Unreachable: nobody answers; what has come so far is kept.
            Wrong: what is offered is not the published file.
            DeviceError: the disk is full or cannot be written.
        """
        label = label or target.name
        if target.is_file() and not sums_of(target).fault(wanted):
            return
        addresses = list(self._addresses(url))
        for i, address in enumerate(addresses):
            try:
                self._from(address, wanted, target, label)
                return
            except (Unreachable, Wrong) as error:
                if i + 1 == len(addresses):
                    raise
                self.say(f"The mirror does not help: {error.what}. Now from the publisher.")

    def _addresses(self, url: str) -> Iterator[str]:
        if self._mirror:
            parts = urlsplit(url)
            yield self._mirror.rstrip("/") + parts.path + (f"?{parts.query}" if parts.query else "")
        yield url

    def _from(self, url: str, wanted: Checked, target: Path, label: str) -> None:
        part = target.with_name(target.name + ".part")
        resumed = _size(part) > 0
        self._all(url, wanted, part, label)
        fault = sums_of(part).fault(wanted)
        if fault and resumed:
            # The beginning is from an earlier day and may be of another file: once more, from the start.
            self.say(f"{label}: what was there from the last time does not fit. Starting again.")
            part.unlink()
            self._all(url, wanted, part, label)
            fault = sums_of(part).fault(wanted)
        if fault:
            part.unlink()
            raise Wrong(
                f"the file that came is not the published one: {fault}",
                where=url,
                todo="Nothing was kept. Try again later or from another place",
            )
        settle(part)
        part.replace(target)
        settle(target.parent)

    def _all(self, url: str, wanted: Checked, part: Path, label: str) -> None:
        """Attempts until the part has its full size."""
        vain = 0
        progress = _Progress(self.say, label, wanted.size, self._clock)
        while (begun := _size(part)) != wanted.size:
            if begun > wanted.size:
                part.unlink()
                continue
            wait = 0.0
            try:
                wait = self._attempt(url, wanted, part, begun, progress)
            except requests.TooManyRedirects as error:
                raise Unreachable("the server sends us in circles", where=url, todo="Try again later") from error
            except requests.RequestException as error:
                last = _words(error)
            else:
                last = "the server stopped before the end"
            vain = 0 if _size(part) > begun else vain + 1
            if _size(part) == wanted.size:
                break
            if vain >= TRIES:
                kept = f"{megabytes(_size(part))} are kept and need not come again. " if _size(part) else ""
                raise Unreachable(last, where=url, todo=f"{kept}Try again when the network is back")
            self._sleep(max(wait, min(8.0, 0.5 * 2.0**vain)))

    def _attempt(self, url: str, wanted: Checked, part: Path, begun: int, progress: _Progress) -> float:
        """One request, from byte ``begun`` on; the seconds the server asks us to wait before the next."""
        headers = {"Range": f"bytes={begun}-"} if begun else {}
        with self._session.get(url, headers=headers, stream=True, timeout=self._timeout) as answer:
            if url.startswith("https://") and not answer.url.startswith("https://"):
                raise Wrong("the server sends us to an address without encryption", where=answer.url)
            status = answer.status_code
            if status == 429 or status >= 500:
                after = answer.headers.get("Retry-After", "")
                return min(30.0, float(after)) if after.isdigit() else 0.0
            if status == 416:  # our part is longer than their file
                part.unlink()
                return 0.0
            if status not in (200, 206):
                todo = "See whether there is a newer quizhost" if status in (404, 410) else "Try again later"
                raise Wrong(f"the server says no (status {status})", where=url, todo=todo)
            at = _begins_at(answer, wanted, url) if status == 206 else 0
            if at not in (0, begun):  # another piece than was asked for: from the start, then
                part.unlink()
                return 0.0
            if status == 200:
                self._looks_right(answer, wanted, url)
                if begun:
                    self.say("This server cannot go on where it stopped. Starting again.")
            _pour(answer, part, at, wanted.size, url, progress)
        return 0.0

    @staticmethod
    def _looks_right(answer: requests.Response, wanted: Checked, url: str) -> None:
        length = answer.headers.get("Content-Length", "")
        if length.isdigit() and int(length) != wanted.size:
            page = "text/html" in answer.headers.get("Content-Type", "")
            what = "a web page" if page else f"a file of {length} bytes"
            todo = "Perhaps the network wants you to log in first" if page else "Try again later"
            raise Wrong(f"the server offers {what} instead of the published one", where=url, todo=todo)


class _Progress:
    """Says how far it is, at most every EVERY seconds."""

    def __init__(self, say: Say, label: str, size: int, clock: Callable[[], float]) -> None:
        self._say, self._label, self._size, self._clock = say, label, size, clock
        self._said = clock()

    def at(self, done: int) -> None:
        now = self._clock()
        if now - self._said >= EVERY:
            self._said = now
            percent = 100 * done // self._size
            self._say(f"{self._label}: {percent} percent, {megabytes(done)} of {megabytes(self._size)}.")


def _begins_at(answer: requests.Response, wanted: Checked, url: str) -> int:
    """The first byte of a partial answer; raises Wrong when it belongs to another file."""
    found = _RANGE.fullmatch(answer.headers.get("Content-Range", ""))
    if not found:
        return -1
    if found[2] not in ("*", str(wanted.size)):
        raise Wrong(f"the server's file has {found[2]} bytes instead of {wanted.size}", where=url)
    return int(found[1])


def _pour(answer: requests.Response, part: Path, at: int, size: int, url: str, progress: _Progress) -> None:
    """Writes the answer's body behind byte ``at`` of the part."""
    done = at
    try:
        with part.open("ab" if at else "wb") as file:
            for block in answer.iter_content(_BLOCK):
                if done + len(block) > size:
                    raise Wrong("the server sends more than was published", where=url)
                file.write(block)
                done += len(block)
                progress.at(done)
            file.flush()
    except requests.RequestException:
        raise  # these are OSErrors too, and not the disk's
    except OSError as error:
        raise disk_fault(error, part.parent) from error
    except Wrong:
        part.unlink()
        raise


def disk_fault(error: OSError, folder: Path) -> DeviceError:
    """The sentence for a failed write."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        todo = "Free some space and try again; it goes on where it stopped"
        return DeviceError("the disk is full", where=str(folder), todo=todo)
    return DeviceError(f"cannot be written ({error.strerror or error})", where=str(folder), todo="Try another folder")


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def _words(error: requests.RequestException) -> str:
    if isinstance(error, requests.exceptions.SSLError):
        return "the server's certificate is not in order"
    if isinstance(error, requests.exceptions.ProxyError):
        return "the proxy does not answer"
    if isinstance(error, requests.ReadTimeout):
        return "the server has fallen silent"
    if isinstance(error, requests.ConnectTimeout | requests.ConnectionError) and "IncompleteRead" not in str(error):
        return "the server cannot be reached"
    return "the connection was lost"
