"""What `quizhost wyoming check` and `quizhost doctor` tell of a service on the network."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass
from typing import Any, Final

from host.config import Settings
from host.errors import DeviceError
from host.speech.wyoming.address import Address, is_address, parse_address, require

_FITTING: Final = {
    "ears": {"asr"},
    "voice": {"tts"},
    "microphone": {"mic", "satellite"},
    "loudspeaker": {"snd", "satellite"},
}


@dataclass(frozen=True, slots=True)
class Report:
    """A service that was found."""

    address: str
    program: str
    """Names and versions; empty when the service does not describe itself."""
    offers: tuple[str, ...]
    """``asr``, ``tts``, ``mic``, ``snd``, ``satellite`` …"""
    words: str
    """The same in words."""
    hears: tuple[str, ...]
    speaks: tuple[str, ...]
    scoring: bool
    round_trip_ms: float

    def sentence(self) -> str:
        """All in words, without a final full stop."""
        if not self.offers:
            return f"{self.address} takes connections ({self.round_trip_ms:.0f} ms) but does not say what it is"
        parts = [f"{self.address} is {self.program}: {self.words}"]
        if self.hears:
            parts.append(f"hears {', '.join(self.hears)}" + (" and scores answers" if self.scoring else ""))
        if self.speaks:
            parts.append(f"speaks {', '.join(self.speaks)}")
        parts.append(f"answers in {self.round_trip_ms:.0f} ms")
        return "; ".join(parts)

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)


def look(address: Address) -> Report:
    """Asks a service what it is. Microphones and loudspeakers of Rhasspy answer no questions.

    Raises:
        DeviceError: it is not there, or what is there is no Wyoming service.
    """
    require()
    from host.speech.wyoming.service import Service, Times
    from host.speech.wyoming.wire import NoAnswer, connect

    service = Service(address, times=Times(answer=3.0))
    try:
        described = service.described
    except NoAnswer:
        begun = time.perf_counter()
        connect(address).close()
        return Report(str(address), "", (), "", (), (), False, (time.perf_counter() - begun) * 1000)
    finally:
        service.close()
    return Report(
        str(address),
        described.program,
        described.kinds,
        described.words,
        described.languages("asr"),
        described.languages("tts"),
        described.scoring,
        round((service.round_trip or 0.0) * 1000, 1),
    )


def configured(settings: Settings) -> dict[str, str]:
    """What the settings say is on other machines: ears, voice, microphone, loudspeaker -> address."""
    voices = [text for text in settings.voice if is_address(text)]
    named = {
        "ears": settings.ears,
        "voice": voices[0] if voices else None,
        "microphone": settings.microphone,
        "loudspeaker": settings.speaker,
    }
    return {part: text for part, text in named.items() if text and is_address(text)}


def examined(part: str, uri: str, language: str | None) -> str:
    """What a service says of itself, in words.

    Args:
        part: ``ears``, ``voice``, ``microphone`` or ``loudspeaker``.
        uri: its address.
        language: that of the settings; None: any.

    Raises:
        HostError: it is not there, it is something else, or does not know the language.
    """
    report = look(parse_address(uri))
    if report.offers and not _FITTING[part] & set(report.offers):
        raise DeviceError(f"{report.address} offers {report.words}", todo="Check the port")
    known = {"ears": report.hears, "voice": report.speaks}.get(part)
    if language and known is not None and report.offers and language not in known:
        raise DeviceError(
            f"{report.address} knows no '{language}' (only {', '.join(known)})",
            todo="Give it a model of that language, or leave it out of the settings",
        )
    return report.sentence()
