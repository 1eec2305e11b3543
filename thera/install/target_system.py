"""What an installation asks of the system that it installs into."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from thera.install.install_layout import InstallLayout

NO_LGPIO_SINCE = (3, 13)
"""For this Python and later ones the newest lgpio to be fetched is an empty file, so the system's own is taken."""
PICO_VENDOR = "2e8a"


class InstallError(Exception):
    """It cannot be installed or removed; one line that says why, and what to do."""


@dataclass(frozen=True, slots=True)
class TargetSystem:
    """A system. One whose ``layout`` begins at / runs: its services are started and what it lacks is fetched. Of any
    other only the files are touched."""

    layout: InstallLayout = field(default_factory=InstallLayout)
    say: Callable[[str], None] = print
    python: tuple[int, int] = sys.version_info[:2]

    @property
    def runs(self) -> bool:
        """Whether it is the system that runs here."""
        return self.layout.root == Path("/")

    def check(self) -> None:
        """See that it can be installed here.

        :raises InstallError: if not.
        """
        if not self.runs:
            return
        if os.geteuid() != 0:
            raise InstallError("only root may install and remove services: put sudo in front of the same command")
        if not Path("/run/systemd/system").is_dir():
            raise InstallError("this system was not started by systemd; by hand the table is started with: thera play")

    def run(self, *command: str | Path) -> None:
        """Run a command and wait for it; what it prints is seen only if it fails.

        :raises InstallError: if it cannot be run or fails, with the last of what it printed.
        """
        ours = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        try:
            ran = subprocess.run(  # noqa: S603 - what an installer does
                [str(part) for part in command],
                env=ours,  # an environment of its own has no modules from elsewhere
                check=False,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
            )
        except OSError as error:
            raise InstallError(f"{command[0]} cannot be run: {error.strerror or error}") from error
        if ran.returncode != 0:
            told = "\n".join(ran.stdout.strip().splitlines()[-12:])
            raise InstallError(f"{' '.join(str(part) for part in command)} failed:\n{told}")

    def systemctl(self, *order: str) -> None:
        """Give systemd an order; where the system does not run, only such that change files.

        :raises InstallError: as `run`.
        """
        where = () if self.runs else (f"--root={self.layout.root}",)
        self.run("systemctl", *where, *order)

    def renew_devices(self) -> None:
        """Let the rules for devices count for those that are plugged in; a container has no devices of its own.

        :raises InstallError: as `run`.
        """
        if Path("/run/udev/control").exists():
            self.run("udevadm", "control", "--reload")
            self.run("udevadm", "trigger", "--subsystem-match=tty")

    def renew_networks(self) -> None:
        """Let NetworkManager read its profiles anew, if it runs.

        :raises InstallError: as `run`.
        """
        if self.runs and Path("/run/NetworkManager").is_dir():
            self.run("nmcli", "connection", "reload")

    def need(self, *packages: str) -> None:
        """See that these packages of Debian are there.

        :raises InstallError: if they are missing and cannot be fetched.
        """
        if not self.runs:
            return
        missing = [name for name in packages if not _has_package(name)]
        if missing:
            self.say(f"Fetching {' '.join(missing)} ...")
            apt = ("env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq", "-o", "DPkg::Lock::Timeout=300")
            self.run(*apt, "update")
            self.run(*apt, "install", "--yes", "--no-install-recommends", *missing)

    def can_make_environments(self) -> bool:
        """Whether this Python can; that of Debian needs a package for it."""
        return importlib.util.find_spec("ensurepip") is not None

    @property
    def lgpio_of_the_system(self) -> bool:
        """Whether the library of the pins has to be that of the system."""
        return self.python >= NO_LGPIO_SINCE

    def packages(self, *, pins: bool) -> tuple[str, ...]:
        """The packages of Debian that an environment is made with here, for a board on the Pi's own ``pins`` or not."""
        environments = () if self.can_make_environments() else ("python3-venv",)
        if not pins:
            return environments
        # Two of the libraries for the pins come as sources.
        built = ("gcc", "libc6-dev", "python3-dev")
        return (*environments, *built, *(("python3-lgpio",) if self.lgpio_of_the_system else ()))

    def has_pico(self) -> bool:
        """Whether a board is plugged in by USB."""
        vendors = (self.layout.root / "sys/bus/usb/devices").glob("*/idVendor")
        return any(path.read_text("ascii").strip() == PICO_VENDOR for path in vendors)


def _has_package(name: str) -> bool:
    asked = ["dpkg-query", "--show", "--showformat=${Status}", name]
    told = subprocess.run(asked, check=False, capture_output=True, text=True)  # noqa: S603 - as above
    return told.stdout == "install ok installed"


def write_file(path: Path, text: str, mode: int = 0o644) -> bool:
    """Write a file whole or not at all, with its folder if that is missing; whether it is another than before."""
    if path.is_file() and path.read_text("utf-8") == text and path.stat().st_mode & 0o777 == mode:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, draft = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fchmod(descriptor, mode)
        os.fsync(descriptor)
    os.replace(draft, path)
    return True


def lead(link: Path, target: str | Path) -> None:
    """Let a symbolic link lead there, from one moment to the next."""
    link.parent.mkdir(parents=True, exist_ok=True)
    draft = link.with_name(f".{link.name}.new")
    draft.unlink(missing_ok=True)
    draft.symlink_to(target)
    os.replace(draft, link)


def remove(path: Path) -> None:
    """Remove a file, a link or a whole folder, if it is there."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
