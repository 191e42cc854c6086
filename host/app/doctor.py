"""Looks at everything a game needs; each check says OK, WARN or FAIL, what it saw, and the one next thing to do."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from host import config
from host.app.health import HOT, degrees, throttling
from host.app.models.catalogue import shipped_catalogue
from host.app.remotes import configured, examined
from host.app.service import UNIT, differences, find_service, my_groups
from host.bank.library import Library
from host.dialogue.phrasebook import LANGUAGES, load_phrasebook
from host.errors import DeviceError, HostError
from host.speech.installed import Installed
from host.speech.wyoming.address import is_address

LEAST_DISK_MB = 200
LEAST_MEMORY_MB = 900


class Status(StrEnum):
    """How a check went."""

    OK = "OK"
    WARN = "WARN"
    """Play is possible, with something missing."""
    FAIL = "FAIL"
    """No game can be played until this is mended."""


@dataclass(frozen=True, slots=True)
class Check:
    """One line of the report."""

    status: Status
    name: str
    what: str
    todo: str = ""

    @property
    def line(self) -> str:
        """The check in words, status first."""
        text = f"{self.status} {self.name}: {self.what}"
        return f"{text}. {self.todo}." if self.todo else f"{text}."


def examine() -> Iterator[Check]:
    """All checks, the quick ones first; none raises."""
    yield _python()
    for name, check in (
        ("data folders", _data),
        ("your folder", _home),
        ("settings", _settings),
        ("rulesets", _rulesets),
        ("question packs", _packs),
        ("phrases", _phrases),
    ):
        yield _guarded(name, check)
    yield _guarded("models", _models, failing=Status.WARN)
    for language in LANGUAGES:
        yield _guarded(f"voice {language}", lambda language=language: _voice(language), failing=Status.WARN)
        yield _guarded(f"ears {language}", lambda language=language: _ears(language), failing=Status.WARN)
    yield from engines()
    yield from far_services()
    found = list(_devices())
    yield from found
    yield _guarded("disk", _disk)
    yield from _machine()
    yield from _service([one.what for one in found if one.status is Status.OK])


def _guarded(name: str, check: Callable[[], Check], failing: Status = Status.FAIL) -> Check:
    try:
        return check()
    except HostError as error:
        where = f"{error.where}: " if error.where else ""
        return Check(failing, name, f"{where}{error.what}".rstrip("."), error.todo.rstrip("."))


def _python() -> Check:
    version = ".".join(map(str, sys.version_info[:3]))
    return Check(Status.OK, "Python", f"version {version}")


def _data() -> Check:
    folders = [config.data_folder(name) for name in ("rulesets", "questions", "voices")]
    return Check(Status.OK, "data folders", f"in {folders[0].parent}")


def _home() -> Check:
    folder = config.saves_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=folder) as file:
            file.write(b"x")
    except OSError as error:
        todo = "Give yourself the right to write there, or set QUIZHOST_HOME to another folder"
        return Check(Status.FAIL, "your folder", f"{folder} cannot be written ({error.strerror})", todo)
    return Check(Status.OK, "your folder", f"{folder.parent} can be written")


def _settings() -> Check:
    settings = config.load_settings()
    chosen = settings.model_dump(exclude_defaults=True)
    return Check(Status.OK, "settings", ", ".join(f"{k} {v}" for k, v in chosen.items()) or "all as shipped")


def _rulesets() -> Check:
    from host.rules.ruleset import list_rulesets

    names = [ruleset.id for ruleset in list_rulesets(config.data_folder("rulesets"))]
    return Check(Status.OK, "rulesets", ", ".join(names))


def _packs() -> Check:
    library = Library((config.data_folder("questions"), config.home("data") / "questions"))
    count = ", ".join(f"{header.id} ({header.language})" for header in library.headers)
    if library.faults:
        fault = library.faults[0].sentence().rstrip(".")
        return Check(Status.WARN, "question packs", f"{count}; left out: {fault}", "Run 'quizhost packs lint' on it")
    if not library.headers:
        return Check(Status.FAIL, "question packs", "there is none", "Install quizhost again")
    return Check(Status.OK, "question packs", count)


def _phrases() -> Check:
    for language in LANGUAGES:
        load_phrasebook(language)
    return Check(Status.OK, "phrases", f"complete in {', '.join(LANGUAGES)}")


def _voice(language: str) -> Check:
    """The voice that would speak; where it is only espeak-ng, how to get a natural one."""
    from host.app.models.machine import offer, suitable_voice, this_machine
    from host.app.mouth import open_voice

    pick = suitable_voice(language, this_machine(), shipped_catalogue()).entry
    more = f"'quizhost models get {pick.name}' fetches a natural one ({offer(pick)})"
    try:
        name = open_voice(language).name
    except DeviceError as error:
        return Check(Status.WARN, f"voice {language}", error.what.rstrip("."), more)
    plain = name.startswith("espeak") and not config.load_settings().voice
    return Check(Status.OK, f"voice {language}", name, more[:1].upper() + more[1:] if plain else "")


def _ears(language: str) -> Check:
    """What transcribes and scores answers; where nothing does, how to get it."""
    from host.app.models.machine import offer, suitable_ears, this_machine
    from host.speech.ears import available

    found = available(language, models=config.models_folder())
    if found:
        more = f"; also {', '.join(model.name for model in found[1:])}" if found[1:] else ""
        return Check(Status.OK, f"ears {language}", f"transcriber and scorer {found[0].name}{more}")
    pick = suitable_ears(language, this_machine(), shipped_catalogue()).entry
    todo = f"'quizhost models get {pick.name}' fetches {offer(pick)}"
    if language == "en":
        todo += ', and so does pip install "quizhost[english]"'
    return Check(Status.WARN, f"ears {language}", "no transcriber and no scorer, so answers are typed", todo)


def engines() -> Iterator[Check]:
    """Every recogniser that a game may use: what it hears, its size, and how long it takes to load."""
    from host.speech.ears import available, open_ears

    heard: dict[Path, tuple[Installed, list[str]]] = {}
    for language in LANGUAGES:
        for model in available(language, models=config.models_folder()):
            heard.setdefault(model.folder, (model, []))[1].append(language)
    for model, languages in heard.values():

        def load(model: Installed = model, languages: list[str] = languages) -> Check:
            begun = time.perf_counter()
            open_ears(languages[0], models=config.models_folder(), engine=model.engine).load()
            seconds = time.perf_counter() - begun
            what = f"{model.name}, {model.megabytes} MB, hears {', '.join(languages)}, loads in {seconds:.1f} seconds"
            return Check(Status.OK, f"engine {model.engine}", what)

        yield _guarded(f"engine {model.engine}", load, failing=Status.WARN)


def _models() -> Check:
    """Every byte of the models folder."""
    from host.app.models.store import Store

    store = Store(config.models_folder())
    catalogue = shipped_catalogue()
    verdicts = [store.verify(name, catalogue.get(name)) for name in store.names()]
    wrong = next((verdict for verdict in verdicts if verdict.fault), None)
    if wrong:
        known = catalogue.get(wrong.name)
        todo = f"'quizhost models get {wrong.name}' mends it" if known else "Add it again from where you have it"
        return Check(Status.WARN, "models", f"{wrong.name}: {wrong.fault}", todo)
    if not verdicts:
        return Check(Status.OK, "models", "your models folder is empty")
    return Check(Status.OK, "models", f"{len(verdicts)} in your models folder, all whole")


def far_services() -> Iterator[Check]:
    """Ears, voice, microphone and loudspeaker on other machines: what answers there, and how soon."""
    try:
        settings = config.load_settings()
    except HostError:
        return  # told already
    for part, uri in configured(settings).items():
        yield _guarded(
            f"{part} on the network",
            lambda part=part, uri=uri: Check(
                Status.OK, f"{part} on the network", examined(part, uri, settings.language)
            ),
            failing=Status.WARN,
        )


def _devices() -> Iterator[Check]:
    from host.speech.portaudio import find_device, list_devices

    try:
        settings = config.load_settings()
        if is_address(settings.microphone) and is_address(settings.speaker):
            return
        devices = list_devices()
    except HostError as error:
        todo = error.todo.rstrip(".") or "Play typed meanwhile"
        yield Check(Status.WARN, "sound", error.what.rstrip("."), todo)
        return
    for kind, wanted in (("microphone", settings.microphone), ("loudspeaker", settings.speaker)):
        if is_address(wanted):
            continue
        try:
            found = find_device(devices, kind, wanted)  # type: ignore[arg-type]
            yield Check(Status.OK, kind, found.name)
        except DeviceError as error:
            yield Check(Status.WARN, kind, error.what.rstrip("."), error.todo.rstrip("."))


def _disk() -> Check:
    folder = config.home("data")
    while not folder.exists():
        folder = folder.parent
    free = shutil.disk_usage(folder).free // 1_000_000
    if free < LEAST_DISK_MB:
        return Check(Status.FAIL, "disk", f"only {free} MB free for saves", "Delete something")
    return Check(Status.OK, "disk", f"{free} MB free")


def _machine() -> Iterator[Check]:
    """Memory, and temperature where the system tells it."""
    memory = _memory_mb()
    if memory is not None:
        low = memory < LEAST_MEMORY_MB
        todo = "Close other programs, or use a smaller voice" if low else ""
        yield Check(Status.WARN if low else Status.OK, "memory", f"{memory} MB available", todo)
    warm = degrees()
    if warm is not None:
        todo = "Cool the machine: it slows down when hot" if warm >= HOT else ""
        yield Check(Status.WARN if todo else Status.OK, "temperature", f"{warm:.0f} degrees", todo)
    state = throttling()
    if state is not None:
        words = ", ".join([*state.now, *(f"earlier: {text}" for text in state.before)])
        cure = "Use the power supply that belongs to the board" if state.weak_power else "Give it air or a cooler"
        yield Check(Status.WARN if words else Status.OK, "power and speed", words or "full", cure if words else "")


def _service(devices: list[str]) -> Iterator[Check]:
    """The quizmaster that starts at boot, where one is installed; it must find what this command finds."""
    service = find_service()
    if service is None:
        return
    failed = service.properties.get("ActiveState") == "failed"
    todo = f"Read why: journalctl --user -u {UNIT.removesuffix('.service')} -n 50" if failed else ""
    if not failed and not service.enabled:
        todo = f"Run 'systemctl --user enable {UNIT}' to have it start at boot"
    yield Check(Status.WARN if todo else Status.OK, "service", service.words, todo)
    unlike = differences(service, os.environ, my_groups(), devices)
    if not unlike:
        yield Check(Status.OK, "service like by hand", "same user, groups, environment and devices")
        return
    if any("group" in words for words in unlike):
        todo = "Restart the machine, so that the service gets its groups"
    else:
        todo = "Put such variables into ~/.config/environment.d/quizhost.conf and restart the machine"
    yield Check(Status.WARN, "service like by hand", "; ".join(unlike), todo)


def _memory_mb() -> int | None:
    try:
        for line in Path("/proc/meminfo").read_text(encoding="ascii").splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) // 1000
    except (OSError, ValueError):
        pass
    return None
