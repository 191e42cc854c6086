"""A folder from which a machine without network installs quizhost: wheels, models, packs and an install note."""

from __future__ import annotations

import platform
import re
import shutil
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from host import __version__, config
from host.app.models.bring import bring
from host.app.models.catalogue import Catalogue, Entry
from host.app.models.fetch import Fetcher, disk_fault
from host.app.models.found import everything
from host.app.models.get import Pip, PipFailed, get, run_pip
from host.app.models.machine import Machine
from host.app.models.store import Store
from host.app.models.sums import sums_of
from host.app.models.system import BOARD_EXTRAS, Debs, add_system
from host.app.shelves import library, own_packs_folder
from host.errors import HostError, UsageError

PI: Final = Machine(4_000, 4, "Raspberry Pi 4")
"""The board that a bundle for a Raspberry Pi is made for; it runs on a Pi 5 as well."""
_GLIBC: Final = (17, 24, 26, 27, 28, 31, 34, 35, 36)
"""Versions 2.x of the C library whose wheels a system of 2023 or later takes (Debian 12, Raspberry Pi OS 64-bit)."""
_MISSING = re.compile(
    r"No matching distribution found for ([\w.-]+)|no matching distributions available [^:]*:\s+([\w.-]+)"
)
"""How pip names what has no wheel, alone or as the root of a conflict."""
_MOST_BUILDS = 8


@dataclass(frozen=True, slots=True)
class Target:
    """The machine a bundle is for."""

    processor: str = ""
    """``aarch64`` or ``x86_64``; empty: this machine's."""
    python: str = ""
    """E.g. ``3.11``; empty: this machine's."""

    @property
    def pins(self) -> list[str]:
        """What the pins of a Raspberry Pi need; named, because pip asks of this machine whether it is one."""
        if (self.processor or platform.machine()) != "aarch64":
            return []
        # There is no wheel of lgpio for later Pythons; the installer takes the system's.
        return ["gpiozero>=2.0", *(["lgpio>=0.2.2"] if self.version == "3.11" else [])]

    @property
    def version(self) -> str:
        """Its Python, e.g. ``3.11``."""
        return self.python or f"{sys.version_info.major}.{sys.version_info.minor}"

    @property
    def foreign(self) -> bool:
        """Whether it is another kind of machine than this one."""
        return (self.processor or platform.machine()) != platform.machine() or self.version != Target().version

    def flags(self) -> list[str]:
        """pip's words for it."""
        if not self.foreign:
            return []
        processor = self.processor or platform.machine()
        flags = ["--python-version", self.version, "--implementation", "cp"]
        for abi in (f"cp{self.version.replace('.', '')}", "abi3", "none"):
            flags += ["--abi", abi]
        for tag in (f"manylinux2014_{processor}", *(f"manylinux_2_{minor}_{processor}" for minor in _GLIBC)):
            flags += ["--platform", tag]
        return flags


def make(
    entries: Sequence[Entry],
    languages: Sequence[str],
    out: Path,
    fetcher: Fetcher,
    catalogue: Catalogue,
    *,
    targets: Sequence[Target] = (),
    wheel: Path | None = None,
    wheels: bool = True,
    debs: Debs | None = None,
    pip: Pip = run_pip,
) -> None:
    """Fills the folder; once more on the same folder goes on with what is missing.

    Args:
        entries: the models to take along.
        languages: whose question packs of the user's go along (the shipped ones are inside quizhost).
        out: made when it is not there.
        fetcher: how to get what is not on this machine.
        catalogue: what models must look like.
        targets: whose wheels; none: a machine like this one.
        wheel: quizhost's own wheel, where there is no checkout to build it from.
        wheels: False leaves them out, for a machine that has quizhost.
        debs: gets system packages into a folder for a processor and Python; None: they are not wanted.
        pip: runs pip.

    Raises:
        UsageError: the folder holds something else.
        DeviceError: something could not be got, or the disk is full.
    """
    if out.exists() and (not out.is_dir() or (any(out.iterdir()) and not (out / "models").is_dir())):
        raise UsageError("this folder holds something else", where=str(out), todo="Name a new folder with --out")
    try:
        (out / "models").mkdir(parents=True, exist_ok=True)
        store = Store(out / "models")
        for entry in entries:
            _take(entry, store, fetcher, catalogue)
        extras = sorted({*BOARD_EXTRAS, *(entry.extra for entry in entries if entry.extra)})
        if wheels:
            for target in targets or (Target(),):
                _wheels(out / "wheels", extras, target, wheel, pip, fetcher.say)
            add_system(out, [(t.processor, t.python) for t in targets or (Target(),)], extras, languages, debs)
        _packs(out / "packs", languages)
        _notes(out, extras, languages, wheels)
    except OSError as error:
        raise disk_fault(error, out) from error


def _take(entry: Entry, store: Store, fetcher: Fetcher, catalogue: Catalogue) -> None:
    """A model into the bundle: from this machine when it is here, else from its publisher."""
    if store.folder(entry.name).is_dir() and not store.verify(entry.name, entry).fault:
        return
    here = next((one for one in everything() if one.name == entry.name and one.engine == entry.engine), None)
    if here:
        place = here.place.parent if here.engine == "piper" else here.place
        try:
            bring([place], store, catalogue, name=entry.name, say=fetcher.say)
            return
        except HostError as error:
            fetcher.say(f"The {entry.name} of this machine is not used: {error.sentence()}")
    get(entry, store, fetcher)


def _wheels(
    folder: Path, extras: Sequence[str], target: Target, wheel: Path | None, pip: Pip, say: Callable[[str], None]
) -> None:
    """quizhost and everything it needs. What is published as source only is built here, if it is pure Python."""
    folder.mkdir(exist_ok=True)
    say("Getting quizhost and its libraries with pip.")
    if wheel:
        shutil.copy2(wheel, folder)
    elif checkout := _checkout():
        pip(["wheel", "--no-deps", "--wheel-dir", str(folder), str(checkout)])
    wanted = f"quizhost[{','.join(extras)}]" if extras else "quizhost"
    command = ["download", "--dest", str(folder), "--find-links", str(folder), "--only-binary", ":all:"]
    for _ in range(_MOST_BUILDS):
        try:
            # pip itself goes along: a Debian without the package python3-venv has none.
            pip([*command, *target.flags(), f"{wanted}=={__version__}", "pip", *target.pins])
            return
        except PipFailed as error:
            missing = _MISSING.search(error.output)
            name = (missing[1] or missing[2]) if missing else ""
            if name.startswith("quizhost"):
                todo = "Give quizhost's own wheel with --wheel FILE"
                raise HostError("quizhost itself is not in the Python package index", todo=todo) from error
            if not name:
                raise
            say(f"{name} comes as source only: building it.")
            _build(name, folder, pip)
    raise HostError("too many libraries come as source only", todo="Make the bundle on a machine like the target")


def _build(name: str, folder: Path, pip: Pip) -> None:
    before = set(folder.glob("*.whl"))
    pip(["wheel", "--no-deps", "--wheel-dir", str(folder), name])
    foreign = [path for path in set(folder.glob("*.whl")) - before if not path.name.endswith("-none-any.whl")]
    if foreign:
        foreign[0].unlink()
        todo = "Make the bundle on a machine like the target"
        raise HostError(f"{name} has no wheel for that machine and cannot be built on this one", todo=todo)


def _checkout() -> Path | None:
    """The checkout quizhost runs from; None when it is installed."""
    root = Path(config.__file__).resolve().parent.parent
    return root if (root / "pyproject.toml").is_file() else None


def _packs(folder: Path, languages: Sequence[str]) -> None:
    """The user's own packs of these languages."""
    own = own_packs_folder()
    if not own.is_dir():
        return
    for header in library([own]).headers:
        if header.language in languages:
            folder.mkdir(exist_ok=True)
            shutil.copy2(header.path, folder)


def _notes(out: Path, extras: Sequence[str], languages: Sequence[str], wheels: bool) -> None:
    """The install script, what to do in words, and the checksums of it all."""
    wanted = f"quizhost[{','.join(extras)}]" if extras else "quizhost"
    if wheels:
        script = out / "install.sh"
        script.write_text(_SCRIPT.replace("@WANTED@", wanted).replace("@LANG@", languages[0]), encoding="utf-8")
        script.chmod(0o755)
    steps = [_STEPS[language] for language in dict.fromkeys(("en", *languages))]
    text = "\n".join(step if wheels else _STEPS_MODELS for step in steps[: None if wheels else 1])
    (out / "INSTALL.txt").write_text(text, encoding="utf-8")
    sums = out / "SHA256SUMS"
    files = sorted(path for path in out.rglob("*") if path.is_file() and path != sums and ".incoming" not in path.parts)
    lines = [f"{sums_of(path).sha256}  {path.relative_to(out).as_posix()}\n" for path in files]
    sums.write_text("".join(lines), encoding="utf-8")


_SCRIPT: Final = """#!/bin/sh
# Installs quizhost from this folder; no network is used. Running it again does no harm.
# sh install.sh [FOLDER]   FOLDER: where the program goes (default: quizhost in your home folder)
set -eu
here=$(cd "$(dirname "$0")" && pwd)
target=${1:-$HOME/quizhost}
step="the beginning"
trap 'test $? = 0 || echo "FAIL in $step. Nothing else was changed; mend that and run this again." >&2' EXIT

step="step 1 of 4, the check of the files"
echo "Step 1 of 4: checking the files."
cd "$here"
sha256sum --quiet -c SHA256SUMS || { echo "A file was not copied whole: copy the folder again." >&2; exit 1; }

step="step 2 of 4, the Python environment (on Debian: package python3-venv)"
echo "Step 2 of 4: a Python environment in $target."
python3 -m venv "$target"

step="step 3 of 4, the program"
echo "Step 3 of 4: quizhost and its libraries."
"$target/bin/pip" install --quiet --disable-pip-version-check --no-index --find-links "$here/wheels" '@WANTED@'

step="step 4 of 4, voices, recognisers and questions"
echo "Step 4 of 4: voices, recognisers and questions."
"$target/bin/quizhost" models add --from "$here/models"
if [ -d "$here/packs" ]; then
    "$target/bin/python" - "$here/packs" <<'END'
import pathlib, shutil, sys
from host.app.shelves import own_packs_folder
folder = own_packs_folder()
folder.mkdir(parents=True, exist_ok=True)
for pack in pathlib.Path(sys.argv[1]).glob("*.yaml"):
    shutil.copy2(pack, folder)
END
fi
echo "OK. Check it: $target/bin/quizhost doctor"
echo "Play: $target/bin/quizhost play --lang @LANG@"
"""
_STEPS: Final = {
    "en": """quizhost without network

1. Copy this folder to the other machine, e.g. with a USB stick.
2. There, run:  sh install.sh
3. It says where the program is and how to begin. 'quizhost doctor' checks everything.

On Debian and Raspberry Pi OS, 'sudo sh raspberry-pi.sh' instead installs the system packages as well (PortAudio, for
sound) and makes the machine a quizmaster that starts by itself.
The licences of the voices and recognisers are in the files quizhost.json beside them.
""",
    "fr": """quizhost sans réseau

1. Copiez ce dossier sur l'autre machine, par exemple avec une clé USB.
2. Là, lancez :  sh install.sh
3. Le script dit où se trouve le programme et comment commencer. « quizhost doctor » vérifie tout.

Sous Debian et Raspberry Pi OS, « sudo sh raspberry-pi.sh » installe aussi les paquets du système (PortAudio, pour le
son) et fait de la machine un maître du jeu qui démarre tout seul.
Les licences des voix et des reconnaissances vocales sont dans les fichiers quizhost.json.
""",
    "de": """quizhost ohne Netz

1. Kopiere diesen Ordner auf den anderen Rechner, zum Beispiel mit einem USB-Stick.
2. Rufe dort auf:  sh install.sh
3. Das Skript sagt, wo das Programm liegt und wie man beginnt. 'quizhost doctor' prüft alles.

Unter Debian und Raspberry Pi OS richtet 'sudo sh raspberry-pi.sh' stattdessen auch die Systempakete ein (PortAudio,
für den Ton) und macht den Rechner zum Spielleiter, der von selbst startet.
Die Lizenzen der Stimmen und Erkenner stehen in den Dateien quizhost.json.
""",
    "es": """quizhost sin red

1. Copia esta carpeta a la otra máquina, por ejemplo con una memoria USB.
2. Allí, ejecuta:  sh install.sh
3. El programa dice dónde está y cómo empezar. «quizhost doctor» lo comprueba todo.

En Debian y Raspberry Pi OS, «sudo sh raspberry-pi.sh» instala también los paquetes del sistema (PortAudio, para el
sonido) y convierte la máquina en un presentador que arranca solo.
Las licencias de las voces y reconocedores están en los archivos quizhost.json.
""",
}
_STEPS_MODELS: Final = """Models for quizhost

On the other machine, where quizhost is installed, run:  quizhost models add --from THIS_FOLDER
"""
