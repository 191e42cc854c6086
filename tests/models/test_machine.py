"""What suits a machine, and what is said where something is missing."""

from __future__ import annotations

from pathlib import Path

import pytest

from host.app.models.catalogue import shipped_catalogue
from host.app.models.machine import Machine, suitable, suitable_ears, suitable_voice, this_machine
from host.app.models.missing import advice, first_time, typed_players
from host.app.with_devices import _remarks
from host.errors import DeviceError, UsageError

LAPTOP = Machine(16_000, 8)
OLD_LAPTOP = Machine(8_000, 2)
SMALL_LAPTOP = Machine(2_000, 4)
PI_4 = Machine(4_000, 4, "Raspberry Pi 4 Model B Rev 1.4")
PI_5 = Machine(8_000, 4, "Raspberry Pi 5 Model B Rev 1.0")
TINY = Machine(1_000, 4)


@pytest.mark.parametrize(
    "machine, level", [(LAPTOP, "medium"), (OLD_LAPTOP, "medium"), (PI_5, "medium"), (PI_4, "low"), (TINY, "low")]
)
@pytest.mark.parametrize("language", ["en", "fr", "de", "es"])
def test_voices(machine: Machine, level: str, language: str) -> None:
    """A fuller voice where it comes in time, a quick one on a Pi 4 and where memory is short."""
    entry = suitable_voice(language, machine, shipped_catalogue()).entry
    assert (entry.level, entry.languages) == (level, (language,))


@pytest.mark.parametrize(
    "machine, library, engine, why",
    [
        (LAPTOP, True, "whisper", "strong enough"),
        (LAPTOP, False, "vosk", "quizhost[whisper]"),
        (OLD_LAPTOP, True, "vosk", "few cores"),
        (SMALL_LAPTOP, True, "vosk", "little memory"),
        (PI_5, True, "vosk", "small board"),
    ],
)
def test_ears(machine: Machine, library: bool, engine: str, why: str) -> None:
    """Whisper on strong machines that have its library, Vosk elsewhere; the reason is said."""
    pick = suitable_ears("fr", machine, shipped_catalogue(), library=library)
    assert pick.entry.engine == engine and why in pick.why


def test_english_ears() -> None:
    """Moonshine, on every machine."""
    for machine in (LAPTOP, PI_4, TINY):
        assert suitable_ears("en", machine, shipped_catalogue()).entry.name == "moonshine-tiny-en"


def test_a_model_of_several_languages_once() -> None:
    """Whisper hears them all and is fetched once."""
    names = [pick.entry.name for pick in suitable(("fr", "de"), LAPTOP, shipped_catalogue())]
    assert len(set(names)) == len(names)


def test_an_unknown_language() -> None:
    """It has its sentence."""
    for choose in (suitable_voice, suitable_ears):
        with pytest.raises(UsageError):
            choose("xx", LAPTOP, shipped_catalogue())


def test_this_machine() -> None:
    """It has memory and a core, and is said in words."""
    machine = this_machine()
    assert machine.memory_mb > 100 and machine.cores >= 1 and "core" in machine.words


@pytest.mark.parametrize("language, unit", [("en", "MB"), ("fr", "Mo"), ("de", "MB"), ("es", "MB")])
@pytest.mark.parametrize("voice, ears", [(True, True), (True, False), (False, True)])
def test_advice(language: str, unit: str, voice: bool, ears: bool) -> None:
    """What is missing, how large it is, and the command, whatever is missing."""
    text = advice(language, voice=voice, ears=ears, machine=PI_4)
    assert f"quizhost models get --for {language}" in text
    catalogue = shipped_catalogue()
    wanted = [suitable_ears(language, PI_4, catalogue)] * ears + [suitable_voice(language, PI_4, catalogue)] * voice
    assert f"{round(sum(pick.entry.size for pick in wanted) / 1e6)} {unit}" in text


def test_no_advice() -> None:
    """Nothing is said when nothing is missing."""
    assert advice("fr", voice=False, ears=False) == ""


@pytest.mark.parametrize("language", ["fr", "de", "es"])
def test_advice_has_no_english_word(language: str) -> None:
    """Command and program apart, it is in the language of the game."""
    text = advice(language, voice=True, ears=True, machine=PI_4).split("'quizhost")[0] + typed_players(language)
    assert not {"the", "is", "please", "voice", "fetches", "nothing", "players"} & set(text.casefold().split())


def test_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A remark for the first game of a language is made once, and for each language."""
    monkeypatch.setenv("QUIZHOST_HOME", str(tmp_path))
    assert [first_time("fr", "voice"), first_time("fr", "voice"), first_time("de", "voice")] == [True, False, True]


class Espeak:
    """A voice by its name only."""

    name, language = "espeak-ng fr", "fr"


def test_the_table_is_told_in_its_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """How to get ears is told every time (that there are none the host says), that the voice is plain only once."""
    monkeypatch.setenv("QUIZHOST_HOME", str(tmp_path))
    missing = {"ears": DeviceError("no recogniser for French is installed")}
    told = [" ".join(_remarks("fr", Espeak(), missing)) for _ in range(2)]  # type: ignore[arg-type]
    assert all("reconnaissance vocale" in text and "quizhost models get --for fr" in text for text in told)
    assert ["espeak-ng" in text for text in told] == [True, False]
    assert list(_remarks("fr", Espeak(), {})) == []  # type: ignore[arg-type]
