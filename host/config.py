"""Settings and places: where data files, saves, models and caches live. Defaults < YAML < environment < flags."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Literal

import platformdirs
import pydantic
import yaml

from host.datafile import read_model
from host.errors import HostError, UsageError

_PACKAGE = Path(__file__).resolve().parent


def data_folder(name: str) -> Path:
    """A shipped folder (voices, rulesets, questions, install): from the checkout, else from inside the wheel."""
    for root in (_PACKAGE.parent, _PACKAGE / "_data"):
        if (root / name).is_dir() and (root != _PACKAGE.parent or (root / "pyproject.toml").is_file()):
            return root / name
    raise HostError(f"the data folder '{name}' is missing", todo="Install quizhost again")


def home(kind: Literal["data", "config", "cache"]) -> Path:
    """The user's own folder of that kind; QUIZHOST_HOME overrides all three. It is not created here."""
    override = os.environ.get("QUIZHOST_HOME")
    if override:
        return Path(override).expanduser() / kind
    where = {
        "data": platformdirs.user_data_dir,
        "config": platformdirs.user_config_dir,
        "cache": platformdirs.user_cache_dir,
    }[kind]
    return Path(where("quizhost", appauthor=False))


def saves_folder() -> Path:
    """Where session files are kept."""
    return home("data") / "saves"


def models_folder() -> Path:
    """Where downloaded and added voices and recognisers are kept."""
    return home("data") / "models"


class Settings(pydantic.BaseModel):
    """What a user may set once and for all, in ``config.yaml`` of the config folder."""

    model_config = pydantic.ConfigDict(extra="forbid", frozen=True)

    language: Literal["en", "fr", "de", "es"] | None = None
    ruleset: str | None = None
    precision: Literal["lenient", "standard", "strict"] | None = None
    microphone: str | None = None
    """Part of the microphone's name, or its address on the network."""
    speaker: str | None = None
    """Part of the loudspeaker's name, or its address on the network."""
    ears: Annotated[str, pydantic.Field(pattern=r"^(tcp|unix)://\S+$")] | None = None
    """Address of a recogniser on the network."""
    speech_rate: float = pydantic.Field(default=1.0, ge=0.5, le=3.0)
    volume: float = pydantic.Field(default=1.0, ge=0.05, le=1.0)
    barge_in: Literal["key", "voice"] = "voice"
    """What may interrupt the host: keys and buttons only, or also the words "stop", "repeat" and "pause"."""
    verbosity: Literal["full", "short", "expert"] | None = None
    """How much is said to the table, until it asks for something else."""
    pause: float | None = pydantic.Field(default=None, ge=0.5, le=5.0)
    """Seconds of silence that end what somebody says, until the table asks for another pause."""
    voice: tuple[str, ...] = ()
    """Parts of the names of preferred voices, the best first; ``espeak`` is espeak-ng, in every language. An address
    among them is that of a voice on the network."""
    button_pin: Annotated[int, pydantic.Field(ge=0, le=27)] | None = None
    """Pin of a push button to ground, in the chip's own numbers (GPIO 17 is 17)."""
    usb_button: str | None = None
    """Part of the name of a USB button, presenter or keypad that is the host's button."""
    button: Literal["talk", "switch"] = "talk"
    """What the button does: listen now, be silent, pause; or step through everything with one switch."""
    led_pin: int | tuple[int, int, int] | None = None
    """Pin of a lamp; or three, for red, green and blue."""
    light: bool = True
    """Whether the lamp shines; a fault and a microphone that is off are shown in any case."""
    packs_from: tuple[str, ...] = ("/media/*/*", "/run/media/*/*", "/boot/firmware/quizhost")
    """Where an appliance looks for new question packs; a star stands for any name."""
    mirror: Annotated[str, pydantic.Field(pattern=r"^https?://\S+$")] | None = None
    """Base address that models are asked for first."""

    @pydantic.field_validator("voice", mode="before")
    @classmethod
    def _one_or_more(cls, value: object) -> object:
        return (value,) if isinstance(value, str) else value


def load_settings() -> Settings:
    """The user's settings; raises UsageError naming file, line, key and what was expected."""
    path = home("config") / "config.yaml"
    if not path.is_file():
        return Settings()
    return read_model(Settings, path, error=UsageError, todo="Mend or delete it")


def remember(**chosen: str) -> Path:
    """Writes settings into the user's file, leaving its other lines as they are; returns the file.

    Raises:
        UsageError: the file cannot be read or written, or would no longer be valid.
    """
    load_settings()  # a faulty file is the user's to mend, not ours to overwrite
    path = home("config") / "config.yaml"
    try:
        lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
        kept = [line for line in lines if line.split(":")[0] not in chosen]
        added = yaml.safe_dump(chosen, allow_unicode=True, sort_keys=False, width=10_000).splitlines()
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(".part")
        part.write_text("\n".join([*kept, *added]) + "\n", encoding="utf-8")
        os.replace(part, path)
    except OSError as error:
        raise UsageError(f"the settings cannot be written ({error.strerror})", where=str(path)) from error
    load_settings()
    return path
