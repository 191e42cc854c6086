"""What a bundle needs beside wheels and models to make a bare Debian machine a quizmaster: the installer, the service
and the system packages."""

from __future__ import annotations

import platform
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from host import config
from host.app.models.debs import PROCESSORS, RELEASES

Debs = Callable[[Path, str, str], bool]
"""Fills a folder with system packages for a processor and a Python; tells whether it could."""
BOARD_EXTRAS: Final = ("pi", "wyoming")
"""Extras of quizhost that every bundle takes along: button and lamp, ears and voice on other machines."""
INSTALLER: Final = "raspberry-pi.sh"


def add_system(
    out: Path, targets: Sequence[tuple[str, str]], extras: Sequence[str], languages: Sequence[str], debs: Debs | None
) -> None:
    """Puts installer, service files, packages and the file that describes the bundle into it.

    Args:
        out: the bundle.
        targets: (processor, Python) of the machines it is for; empty words mean this machine's.
        extras: of quizhost, to be installed.
        languages: the bundle's.
        debs: gets system packages; None: they are not wanted.
    """
    folder = config.data_folder("install")
    shutil.copy2(folder / INSTALLER, out)
    (out / INSTALLER).chmod(0o755)
    (out / "install").mkdir(exist_ok=True)
    for path in folder.iterdir():
        if path.is_file() and path.name != INSTALLER:
            shutil.copy2(path, out / "install")
    here = ".".join(platform.python_version_tuple()[:2])
    pythons = [python or here for _, python in targets]
    for processor, python in targets:
        release = RELEASES.get(python or here)
        if debs and release:
            debs(out / "debs" / release, processor, python)
    arch = PROCESSORS.get(targets[0][0] or platform.machine(), platform.machine())
    told = {"arch": arch, "python": ",".join(pythons), "extras": ",".join(extras), "languages": ",".join(languages)}
    (out / "BUNDLE").write_text("".join(f"{key}={value}\n" for key, value in told.items()), encoding="utf-8")
