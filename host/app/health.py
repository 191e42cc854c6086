"""How a small computer feels: temperature, weak power, a processor that has been slowed down. Reads only; never raises.

A Raspberry Pi tells by its firmware, as a number of bits (vcgencmd get_throttled): the low ones say what is the case
now, the same ones sixteen higher what has been the case since it was switched on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from host.app.service import run_tool

HOT: Final = 80.0
"""Degrees Celsius from which a Raspberry Pi slows down."""
_WORDS: Final = {
    0: "the power supply is too weak",
    1: "the processor is kept below its full speed",
    2: "the processor is slowed down",
    3: "it is so hot that it slows down",
}
_FIRMWARE: Final = "devices/platform/soc/soc:firmware/get_throttled"


@dataclass(frozen=True, slots=True)
class Throttling:
    """What the firmware tells."""

    bits: int

    @property
    def now(self) -> tuple[str, ...]:
        """What is the case, in words."""
        return tuple(text for bit, text in _WORDS.items() if self.bits >> bit & 1)

    @property
    def before(self) -> tuple[str, ...]:
        """What was the case since it was switched on and is no longer, in words."""
        return tuple(text for bit, text in _WORDS.items() if self.bits >> (bit + 16) & 1 and not self.bits >> bit & 1)

    @property
    def weak_power(self) -> bool:
        """Whether the supply is or was too weak: the usual cause, and another remedy than for heat."""
        return bool(self.bits & 0x10001)


def _vcgencmd() -> str:
    return run_tool(["vcgencmd", "get_throttled"])


def throttling(ask: Callable[[], str] = _vcgencmd, sys: Path = Path("/sys")) -> Throttling | None:
    """What slows the processor; None on a machine that does not tell.

    Args:
        ask: runs ``vcgencmd get_throttled``; empty where there is none, or no right to ask.
        sys: where sysfs is.
    """
    text = ask().partition("=")[2].strip()
    for base, said in ((16, text), (16, _read(sys / _FIRMWARE))):
        try:
            return Throttling(int(said, base))
        except ValueError:
            continue
    for name in sorted(sys.glob("class/hwmon/hwmon*/name")):  # the plain kernel knows only of weak power
        if _read(name) == "rpi_volt":
            return Throttling(1 if _read(name.with_name("in0_lcrit_alarm")) == "1" else 0)
    return None


def degrees(sys: Path = Path("/sys")) -> float | None:
    """Temperature of the processor in degrees Celsius; None on a machine that does not tell."""
    zones = list(_zones(sys))
    return next((value for kind, value in zones if "cpu" in kind or "pkg" in kind), zones[0][1] if zones else None)


def _zones(sys: Path) -> Iterator[tuple[str, float]]:
    for zone in sorted(sys.glob("class/thermal/thermal_zone*")):
        try:
            yield _read(zone / "type"), int(_read(zone / "temp")) / 1000
        except ValueError:
            continue


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""
