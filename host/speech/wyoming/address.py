"""Where a Wyoming service is: ``tcp://host:port`` or ``unix:///path``, with what we know about the device behind it."""

from __future__ import annotations

import importlib.util
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import parse_qsl, urlsplit

from host.errors import DeviceError, UsageError

SCHEMES: Final = ("tcp", "unix")
DELAY: Final = 0.5
"""Seconds from the arrival of a sample at a remote loudspeaker to the air, where the address does not tell: what
``aplay`` keeps in its buffer."""
_OPTIONS: Final = {"rate": (8_000, 96_000), "delay": (0.0, 5.0)}


@dataclass(frozen=True, slots=True)
class Address:
    """One Wyoming service."""

    scheme: str
    host: str = ""
    port: int = 0
    path: str = ""
    """Of a Unix socket."""
    rate: int = 0
    """Samples per second wanted by a loudspeaker; 0: what it says itself, else that of the voice."""
    delay: float = DELAY
    """Seconds of buffer behind a remote loudspeaker."""
    voice: str = ""
    """Part of the name of the voice wanted."""

    def __str__(self) -> str:
        if self.scheme == "unix":
            return f"unix://{self.path}"
        return f"tcp://[{self.host}]:{self.port}" if ":" in self.host else f"tcp://{self.host}:{self.port}"


def is_address(text: str | None) -> bool:
    """Whether a setting means a service on the network (and not the name of a device or voice here)."""
    return bool(text) and "://" in str(text)


def parse_address(text: str) -> Address:
    """The address that a text means.

    Raises:
        UsageError: it is none; the sentence says what is wrong with it.
    """
    try:
        parts = urlsplit(text.strip())
        port, host = parts.port, parts.hostname or ""
    except ValueError as error:
        raise _wrong(text, f"is not an address ({error})") from error
    if parts.scheme not in SCHEMES:
        raise _wrong(text, f"begins with '{parts.scheme}://', which is not known")
    options = _options(text, parts.query)
    if parts.scheme == "unix":
        if not parts.path:
            raise _wrong(text, "names no socket file")
        return Address("unix", path=parts.path, **options)
    if not host:
        raise _wrong(text, "names no machine")
    if port is None:
        raise _wrong(text, "has no port")
    if parts.path.strip("/"):
        raise _wrong(text, f"ends in '{parts.path}', which means nothing")
    return Address("tcp", host, port, **options)


def require() -> None:
    """Raises DeviceError when the package that speaks the protocol is not installed."""
    if importlib.util.find_spec("wyoming") is None:
        raise DeviceError(
            "the package for services on the network (wyoming) is not installed",
            todo='Run pip install "quizhost[wyoming]"',
        )


def _wrong(text: str, what: str) -> UsageError:
    return UsageError(f"'{text}' {what}", todo="Write tcp://MACHINE:PORT, or unix:///PATH for a socket file")


def _options(text: str, query: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in parse_qsl(query, keep_blank_values=True):
        if name == "voice":
            found[name] = value
            continue
        if name not in _OPTIONS:
            raise _wrong(text, f"has an option '{name}', and only rate, delay and voice are known;")
        least, most = _OPTIONS[name]
        try:
            number = float(value)
        except ValueError:
            number = -1.0
        if not least <= number <= most:
            raise _wrong(text, f"has {name}={value}, which is not a number from {least:g} to {most:g};")
        found[name] = int(number) if name == "rate" else number
    return found
