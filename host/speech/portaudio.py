"""What sound devices there are, by name and host API, and in what format each can be opened.

PortAudio numbers devices anew at every start and after every plug, so a number is never kept: a device is its name
and the host API that offers it.
"""

from __future__ import annotations

import contextlib
import ctypes
import importlib
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

from host.errors import DeviceError

Kind = Literal["microphone", "loudspeaker"]
RATES: Final = (16_000, 48_000, 44_100)
"""Microphone rates in the order in which they are tried, before the device's own."""
_NUMBERS: Final = re.compile(r"\s*\(hw:[\d,]+\)")
"""Card numbers within a name of ALSA's, "USB Audio (hw:2,0)": Linux deals them out anew at every start."""
_NO_VOICE: Final = re.compile(r"hdmi|displayport|\bdp\b|^monitor of |\.monitor\b|loopback|stereo mix", re.IGNORECASE)
"""Inputs without a player behind them: screens, and the loudspeaker fed back. One is taken only by its full name."""
_CARDS: Final = Path("/proc/asound/cards")
_USB_CARD: Final = re.compile(r"\]: USB-Audio - (.+)$", re.MULTILINE)
_SERVERS: Final = ("pulse", "pipewire", "jack")
"""How a sound server shows among ALSA's devices. It has a default of its own that follows what is plugged in."""
_handlers: list[Any] = []
"""What ALSA calls; kept here, or it would be freed under ALSA's hands."""
_NO_LIBRARY: Final = "the PortAudio library is missing, so no microphone or loudspeaker can be used"
_INSTALL: Final = "Install it ('sudo apt install libportaudio2' on Debian and Raspberry Pi OS), or play typed"


@dataclass(frozen=True, slots=True)
class Device:
    """A sound device as one host API offers it."""

    index: int
    """PortAudio's number, valid until the next restart of PortAudio."""
    name: str
    host_api: str
    inputs: int
    """Channels it can record."""
    outputs: int
    """Channels it can play."""
    rate: int
    """Its default rate in samples per second."""
    default: frozenset[Kind] = frozenset()
    """What it is the system's default for."""
    plugged: bool = False
    """It is a USB card of ALSA's: somebody has plugged it in, so it is meant to be used."""

    @property
    def key(self) -> str:
        """What is remembered in settings."""
        return f"{self.lasting_name}, {self.host_api}"

    @property
    def lasting_name(self) -> str:
        """The name without the card numbers of this start."""
        return _NUMBERS.sub("", self.name)

    @property
    def hears_players(self) -> bool:
        """Whether it may be a microphone: not the input side of a screen (``vc4hdmi``), not a loudspeaker's monitor."""
        return self.inputs > 0 and not _NO_VOICE.search(self.name)

    def channels(self, kind: Kind) -> int:
        """How many channels it has of that kind."""
        return self.inputs if kind == "microphone" else self.outputs


@dataclass(frozen=True, slots=True)
class Format:
    """What a stream is opened with."""

    rate: int
    channels: int


def backend() -> Any:
    """The sounddevice module; raises DeviceError when it or the PortAudio library is missing or does not start."""
    _quieten_alsa()
    try:
        return importlib.import_module("sounddevice")
    except ImportError as error:
        raise DeviceError("the package sounddevice is missing", todo="Run 'pip install sounddevice'") from error
    except OSError as error:
        raise DeviceError(_NO_LIBRARY, todo=_INSTALL) from error
    except Exception as error:  # PortAudioError cannot be named before the module is there
        raise DeviceError(
            f"PortAudio does not start ({error})", todo="Check the sound server, or play typed"
        ) from error


def _quieten_alsa() -> None:
    """Keeps ALSA from writing into the terminal: a screen reader would read every "underrun occurred" aloud."""
    if _handlers or not sys.platform.startswith("linux"):
        return
    kind = ctypes.CFUNCTYPE(None, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p)
    with contextlib.suppress(OSError, AttributeError):
        _handlers.append(kind(lambda *message: None))
        ctypes.CDLL("libasound.so.2").snd_lib_error_set_handler(_handlers[0])


def restart(sd: Any) -> None:
    """Lets PortAudio look for devices again. Every stream must be closed before.

    Raises:
        DeviceError: PortAudio does not come back.
    """
    try:
        sd._terminate()
        sd._initialize()
    except Exception as error:
        raise DeviceError(f"PortAudio does not start again ({error})", todo="Check the sound server") from error


def list_devices(sd: Any | None = None) -> list[Device]:
    """All devices, in PortAudio's order; raises DeviceError when PortAudio is missing."""
    sd = sd or backend()
    cards = _usb_cards()
    try:
        apis = [str(api["name"]) for api in sd.query_hostapis()]
        defaults: list[tuple[Kind, int]] = [("microphone", sd.default.device[0]), ("loudspeaker", sd.default.device[1])]
        return [
            Device(
                index=i,
                name=str(d["name"]),
                host_api=apis[d["hostapi"]],
                inputs=int(d["max_input_channels"]),
                outputs=int(d["max_output_channels"]),
                rate=round(d["default_samplerate"]),
                default=frozenset(kind for kind, index in defaults if index == i),
                plugged=any(str(d["name"]).startswith(f"{card}:") for card in cards),
            )
            for i, d in enumerate(sd.query_devices())
        ]
    except sd.PortAudioError as error:
        raise DeviceError(f"the sound devices cannot be listed ({error})", todo="Check the sound server") from error


def _usb_cards() -> list[str]:
    """Names of ALSA's USB cards; none where there is no ALSA."""
    try:
        return [name.strip() for name in _USB_CARD.findall(_CARDS.read_text(encoding="utf-8", errors="replace"))]
    except OSError:
        return []


def _usual(able: Sequence[Device], kind: Kind) -> Device:
    """What is used when nobody has chosen.

    Without a sound server ALSA's default is the first card, on a Raspberry Pi the screen's; a speakerphone that was
    plugged in would stay silent. So a USB card goes first there, one that can both hear and speak before others.
    """
    if not any(device.name.casefold() in _SERVERS for device in able):
        plugged = [device for device in able if device.plugged]
        if plugged:
            return next((device for device in plugged if device.inputs and device.outputs), plugged[0])
    return next((device for device in able if kind in device.default), able[0])


def find_device(devices: Sequence[Device], kind: Kind, wanted: str | None) -> Device:
    """The device a name means: the whole key, else the whole name, else a part of either; without one the usual.

    Card numbers in the wanted name count only between devices that are otherwise called the same. A microphone that
    hears no players (HDMI, a monitor) is found by its whole name only.

    Raises:
        DeviceError: none fits; the sentence names those there are.
    """
    every = [device for device in devices if device.channels(kind) > 0]
    able = [device for device in every if kind == "loudspeaker" or device.hears_players]
    if wanted is None:
        if not able:
            raise DeviceError(f"no {kind} was found", todo="Plug one in, or play typed")
        return _usual(able, kind)
    if not every:
        raise DeviceError(f"no {kind} was found", todo="Plug one in, or play typed")
    exact = wanted.casefold().strip()
    text = _NUMBERS.sub("", exact)
    for pool, fits in (
        (every, lambda d: exact in (f"{d.name}, {d.host_api}".casefold(), d.name.casefold())),
        (every, lambda d: d.key.casefold() == text),
        (every, lambda d: d.lasting_name.casefold() == text),
        (able, lambda d: all(word in d.key.casefold() for word in text.split())),
    ):
        found = [d for d in pool if fits(d)]
        if found:
            return next((d for d in found if kind in d.default), found[0])
    names = ", ".join(dict.fromkeys(f"'{d.lasting_name}'" for d in able or every))
    raise DeviceError(f"no {kind} is called '{wanted}'", todo=f"Choose one of {names}")


def formats(device: Device, kind: Kind) -> list[Format]:
    """The formats to try, best first: our own rate and one channel, else what the device offers converts well from."""
    rates = (*RATES, device.rate) if kind == "microphone" else (device.rate, 48_000, 44_100, 16_000)
    most = device.channels(kind)
    channels = [n for n in (1, 2, most) if n <= most] or [1]
    return list(dict.fromkeys(Format(rate, n) for rate in rates for n in channels))


def device_sentence(error: Exception) -> str:
    """A PortAudio error in words."""
    number = next((a for a in error.args if isinstance(a, int)), 0)
    return {
        -9997: "it accepts none of the usual sample rates",
        -9998: "it has not enough channels",
        -9996: "it is no longer there",
        -9985: "another program is using it or it has been unplugged",
        -9999: "the sound server refused it",
    }.get(number, str(error.args[0]) if error.args else type(error).__name__)
