"""A clean Debian machine without network: a fresh root, booted with its own systemd in a container, or only entered.

Needs root, mmdebstrap and Debian's archive for the root; systemd-nspawn to boot it. Nothing here touches the system it
runs on: the container has its own processes, mounts and no network interface but its own loopback.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

from host.app.models.debs import RELEASES, debian_sources

WISH = "QUIZHOST_CLEAN_ROOT"
"""Set to 1, or to a tar file of a root that was made before, to have these tests run."""
LIKE_A_PI = ("systemd-sysv", "dbus", "dbus-user-session", "libpam-systemd", "procps")
"""What Raspberry Pi OS Lite has beyond the smallest Debian, as far as it matters here."""
PATH = "/usr/sbin:/usr/bin:/sbin:/bin"


def why_not() -> str:
    """Why no root can be made here; empty when it can."""
    wish = os.environ.get(WISH, "")
    if not wish:
        return f"makes and boots a Debian machine, about six minutes: set {WISH}=1"
    if os.geteuid() != 0:
        return "making a Debian root needs the rights of root"
    if shutil.which("systemd-nspawn") is None:
        return "booting it needs systemd-nspawn (Debian: systemd-container)"
    if not Path(wish).is_file() and (shutil.which("mmdebstrap") is None or debian_sources() is None):
        return "making a Debian root needs mmdebstrap and Debian's archive"
    return ""


def release() -> str:
    """The Debian release that this Python belongs to."""
    import platform

    return RELEASES[".".join(platform.python_version_tuple()[:2])]


def make_root(tar: Path) -> None:
    """A fresh Debian as a tar file."""
    sources = debian_sources()
    assert sources is not None
    lines = [f"deb {uri} {release()} main" for uri in sources.archives if not uri.rstrip("/").endswith("-security")]
    command = ["mmdebstrap", "--quiet", "--variant=minbase", f"--include={','.join(LIKE_A_PI)}", release(), str(tar)]
    subprocess.run([*command, *lines], check=True, stdin=subprocess.DEVNULL)


class Machine:
    """The booted container.

    Args:
        folder: where its root is unpacked.
        tar: the root.
        stick: a folder of this machine that it sees read-only as /media/usb.
    """

    def __init__(self, folder: Path, tar: Path, stick: Path) -> None:
        self.root, self._stick = folder / "root", stick
        self._log = (folder / "boot.log").open("ab")
        self.root.mkdir()
        subprocess.run(["tar", "xf", str(tar), "-C", str(self.root), "--exclude=./dev/*"], check=True)
        self._nspawn: subprocess.Popen[bytes] | None = None
        self._init = ""

    def boot(self) -> float:
        """Switches it on; returns the seconds until its system is up."""
        begun = time.monotonic()
        self._nspawn = subprocess.Popen(
            [
                "systemd-nspawn", "--quiet", f"--directory={self.root}", "--boot", "--register=no", "--keep-unit",
                "--private-network", "--link-journal=no", f"--bind-ro={self._stick}:/media/usb", "--console=pipe",
                f"--machine=quizhost{os.getpid()}",
            ],
            stdin=subprocess.DEVNULL, stdout=self._log, stderr=self._log,
        )  # fmt: skip
        while time.monotonic() - begun < 120:
            children = Path(f"/proc/{self._nspawn.pid}/task/{self._nspawn.pid}/children")
            self._init = (children.read_text().split() or [""])[0]
            if self._init and self.run("systemctl", "is-system-running", check=None).stdout.strip() in (
                "running",
                "degraded",
            ):
                return time.monotonic() - begun
            assert self._nspawn.poll() is None, "the container ended"
            time.sleep(0.2)
        raise AssertionError("the container did not come up")

    def cut_the_power(self) -> None:
        """Everything in it ends at once, as at the plug."""
        if self._nspawn and self._init:
            os.kill(int(self._init), signal.SIGKILL)
            self._nspawn.wait(30)
            self._init = ""

    def run(
        self, *command: str, user: str = "", lines: str = "", check: int | None = 0, timeout: float = 900
    ) -> subprocess.CompletedProcess[str]:
        """Runs a command in it, as root or as a user with a session; fails unless it ends with ``check``."""
        words = ["env", "-i", f"PATH={PATH}", "HOME=/root", "LANG=C.UTF-8"]
        if user:
            number = self.number(user)
            words = ["runuser", "-u", user, "--", "env", "-i", f"PATH={PATH}", f"HOME=/home/{user}", "LANG=C.UTF-8"]
            words += [f"XDG_RUNTIME_DIR=/run/user/{number}", f"USER={user}", f"LOGNAME={user}"]
        enter = ["nsenter", "--target", self._init, "--mount", "--uts", "--ipc", "--net", "--pid", "--wdns=/"]
        done = subprocess.run(
            [*enter, "--", *words, *command], input=lines, capture_output=True, text=True, timeout=timeout
        )
        assert check is None or done.returncode == check, f"{command}: {done.stdout[-3000:]}{done.stderr[-3000:]}"
        return done

    def number(self, user: str) -> str:
        """A user's number in it."""
        for line in (self.root / "etc/passwd").read_text().splitlines():
            if line.startswith(f"{user}:"):
                return line.split(":")[2]
        raise AssertionError(f"there is no {user}")

    def files(self, *leave_out: str) -> dict[str, tuple[int, int, str]]:
        """Every file of it: kind and rights, time of change, target of a link; without what changes by itself."""
        command = ["find", ".", "-xdev", "-printf", r"%p\t%m%y\t%T@\t%l\n"]
        done = subprocess.run(command, cwd=self.root, capture_output=True, text=True, check=True)
        found = {}
        for line in done.stdout.splitlines():
            path, kind, changed, link = line.split("\t")
            if not path.startswith(tuple(f"./{one}" for one in leave_out)):
                found[path] = (hash(kind), int(float(changed) * 1e6), link)
        return found

    def close(self) -> None:
        """Switched off and gone."""
        self.cut_the_power()
        self._log.close()
        shutil.rmtree(self.root, ignore_errors=True)
