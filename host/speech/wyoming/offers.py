"""What a service says about itself, and the model or voice in it that serves a language."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from wyoming.event import Event
from wyoming.info import Info

from host.errors import DeviceError
from host.speech.wyoming.address import Address
from host.speech.wyoming.scoring import can_score

_KINDS: Final = {
    "asr": "speech recognition",
    "tts": "a voice",
    "mic": "a microphone",
    "snd": "a loudspeaker",
    "satellite": "a satellite",
    "wake": "wake words",
    "intent": "intents",
    "handle": "intents",
}


@dataclass(frozen=True, slots=True)
class Offer:
    """A model or voice of a service."""

    program: str
    version: str
    name: str
    language: str
    """As the service writes it (``en``, ``en_US``, ``de-DE``)."""
    description: str = ""
    scoring: bool = False
    """Whether it scores given texts (another quizhost)."""
    chosen: bool = True
    """Whether it is the only one of its language or was asked for by name. Piper offers all voices there are, and
    fetches the one that is named: without a choice it had better use its own."""

    @property
    def label(self) -> str:
        """Program and model, for people."""
        if not self.chosen:
            return self.program
        return f"{self.program} {self.name}" if self.name != self.program else self.program


@dataclass(frozen=True, slots=True)
class Described:
    """The parsed ``info`` of a service."""

    address: Address
    info: Info
    scoring: bool

    @classmethod
    def of(cls, address: Address, event: Event) -> Described:
        """Parses an ``info`` event; raises DeviceError when it is none."""
        try:
            return cls(address, Info.from_event(event), can_score(event))
        except Exception as error:  # the dataclass reader of the package raises whatever it stumbles over
            raise DeviceError(
                "the service describes itself in a way that cannot be read", where=str(address), todo="Update it"
            ) from error

    @property
    def kinds(self) -> tuple[str, ...]:
        """What the service offers: ``asr``, ``tts``, ``mic``, ``snd``, ``satellite`` …"""
        return tuple(kind for kind in _KINDS if getattr(self.info, kind))

    @property
    def words(self) -> str:
        """What the service offers, in words."""
        return " and ".join(dict.fromkeys(_KINDS[kind] for kind in self.kinds)) or "nothing"

    @property
    def program(self) -> str:
        """Names and versions of its programs, for people."""
        artifacts = [artifact for kind in self.kinds for artifact in _listed(getattr(self.info, kind))]
        return ", ".join(dict.fromkeys(f"{a.name} {a.version or ''}".strip() for a in artifacts)) or "unnamed"

    def languages(self, kind: str) -> tuple[str, ...]:
        """The two-letter languages of its models or voices."""
        return tuple(sorted({base_of(language) for _, model in self._models(kind) for language in model.languages}))

    def ears(self, language: str) -> Offer:
        """The recogniser for a language; raises DeviceError when there is none."""
        return self._choose("asr", language, ())

    def voice(self, language: str, preferred: Sequence[str] = ()) -> Offer:
        """The voice for a language, by preference one whose name holds a preferred part; raises DeviceError."""
        return self._choose("tts", language, preferred)

    def _choose(self, kind: str, language: str, preferred: Sequence[str]) -> Offer:
        if kind not in self.kinds:
            raise self.wrong_kind(_KINDS[kind])
        fitting = [
            Offer(program.name, program.version or "", model.name, spelt, model.description or "", self.scoring)
            for program, model in self._models(kind)
            for spelt in _spelt(model.languages, language)
        ]
        if not fitting:
            known = ", ".join(self.languages(kind)) or "none"
            raise DeviceError(
                f"the service {'hears' if kind == 'asr' else 'speaks'} no '{language}' (only {known})",
                where=str(self.address),
                todo="Give it a model of that language, or leave it out of the settings",
            )
        for part in preferred:
            for offer in fitting:
                if part.casefold() in offer.name.casefold():
                    return offer
        return replace(fitting[0], chosen=len(fitting) == 1)

    def wrong_kind(self, wanted: str) -> DeviceError:
        """The error for a service that offers something else."""
        return DeviceError(
            f"the service offers {self.words}, not {wanted}", where=str(self.address), todo="Check the port"
        )

    def _models(self, kind: str) -> list[tuple[Any, Any]]:
        """(program, model) of those that are installed."""
        names = {"asr": "models", "tts": "voices"}
        programs = _listed(getattr(self.info, kind))
        return [
            (program, model)
            for program in programs
            for model in getattr(program, names.get(kind, ""), ())
            if model.installed
        ]


def _listed(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list) else [value] if value else []


def base_of(language: str) -> str:
    """A language without its country: "en_US" and "en-GB" are "en"."""
    return language.replace("-", "_").split("_")[0].lower()


def _spelt(languages: Iterable[str], wanted: str) -> list[str]:
    """How a service writes the wanted language, if it knows it: the plain code first."""
    found = [language for language in languages if base_of(language) == wanted]
    return sorted(found, key=len)[:1]
