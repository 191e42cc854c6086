"""A web server on this machine that serves files well or badly: cut short, garbled, without ranges, in circles."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class Site:
    """What the server has, and how it behaves; tests change it while it runs."""

    files: dict[str, bytes] = field(default_factory=dict)
    address: str = ""
    ranges: bool = True
    """Whether it can go on in the middle of a file."""
    cut: list[int] = field(default_factory=list)
    """For each coming answer: after so many bytes of the body the line is cut."""
    status: list[int] = field(default_factory=list)
    """For each coming answer: an error status."""
    redirect: dict[str, str] = field(default_factory=dict)
    page: bool = False
    """Every file is a log-in page."""
    silent: bool = False
    """Takes the request and says nothing."""
    stall: int = 0
    """After so many bytes of the body nothing comes any more; 0: never."""
    shifted: bool = False
    """Answers a range with the wrong one."""
    asked: list[tuple[str, str]] = field(default_factory=list)
    """(path, range) of every request."""
    stop: threading.Event = field(default_factory=threading.Event)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    site: Site

    def do_GET(self) -> None:
        site = self.site
        wanted = self.headers.get("Range", "")
        site.asked.append((self.path, wanted))
        self.close_connection = True
        if site.silent:
            site.stop.wait(5)
            return
        if self.path in site.redirect:
            self._head(302, 0, {"Location": site.redirect[self.path]})
            return
        if site.status and (status := site.status.pop(0)) != 200:
            self._head(status, 0, {"Retry-After": "7"})
            return
        body = b"<html>Please log in.</html>" if site.page else site.files.get(self.path)
        if body is None:
            self._head(404, 0, {})
            return
        first = re.fullmatch(r"bytes=(\d+)-", wanted)
        kind = {"Content-Type": "text/html"} if site.page else {}
        if first and site.ranges:
            at = int(first[1]) + (1 if site.shifted else 0)
            if at >= len(body):
                self._head(416, 0, {"Content-Range": f"bytes */{len(body)}"})
                return
            self._head(206, len(body) - at, {**kind, "Content-Range": f"bytes {at}-{len(body) - 1}/{len(body)}"})
            body = body[at:]
        else:
            self._head(200, len(body), kind)
        if site.stall:
            self.wfile.write(body[: site.stall])
            self.wfile.flush()
            site.stop.wait(20)
            return
        self.wfile.write(body[: site.cut.pop(0)] if site.cut else body)

    def _head(self, status: int, length: int, headers: dict[str, str]) -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(length))
        self.send_header("Connection", "close")
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Quiet."""


@contextmanager
def serving(files: dict[str, bytes]) -> Iterator[Site]:
    """A running server with these files by path."""
    site = Site(dict(files))
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (_Handler,), {"site": site}))
    server.daemon_threads = True
    site.address = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield site
    finally:
        site.stop.set()
        server.shutdown()
        server.server_close()
        thread.join(5)
