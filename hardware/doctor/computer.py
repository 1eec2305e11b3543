"""The computer that is checked: its files, its user, its Python, and the output of a few commands.

Everything that a check learns comes from here, so a check is a function of this value and of a board file.
"""

from __future__ import annotations

import grp
import importlib.metadata
import os
import pwd
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from hardware.board_backends import PIN_LINK
from hardware.gpio.pi_model import PiModel

SERVICE_DATA = Path("/var/lib/thera")
"""Where the installed service stores games and boards."""
TABLE_UNIT, PINS_UNIT = "thera.service", "thera-board.service"
"""The services that are the table, and the board on the pins."""
_UNITS = "/etc/systemd/system"
_COMMAND_SECONDS = 10.0
"""How long a command may take."""
_PSEUDO_TERMINALS = range(136, 144)
"""The major numbers of pseudo-terminals (Linux, devices.txt): each container counts its own from 0."""


def _run(*command: str) -> str | None:
    try:
        ran = subprocess.run(  # noqa: S603 - only the checks choose commands
            command, check=False, capture_output=True, text=True, errors="replace", timeout=_COMMAND_SECONDS
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return ran.stdout if ran.returncode == 0 else None


def _version(package: str) -> str | None:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None


def _user() -> str:
    try:
        return pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        return str(os.geteuid())


def _groups() -> frozenset[str]:
    names = set()
    for number in {*os.getgroups(), os.getegid()}:
        try:
            names.add(grp.getgrgid(number).gr_name)
        except KeyError:
            names.add(str(number))
    return frozenset(names)


def _free(folder: Path) -> int:
    found = os.statvfs(folder)
    return found.f_bavail * found.f_frsize


@dataclass(frozen=True, slots=True)
class Process:
    """A running process: its number, its name, and its command line."""

    number: int
    name: str
    words: tuple[str, ...]

    @property
    def is_thera(self) -> bool:
        """Whether it is Thera."""
        return any(Path(word).name == "thera" or word == "thera.cli" for word in self.words[:4])


@dataclass(frozen=True, slots=True)
class Computer(PiModel):
    """A computer, its user, and where Thera stores its data there.

    ``run`` gives the output of a command, or None if it is missing or fails; ``version`` gives the version of an
    installed Python package, or None; ``groups`` are those the user is in now; ``free`` gives the free bytes of a
    folder; ``data`` is where games and boards are stored, ``service_data`` where the installed service stores them,
    ``link`` where the pins are served.
    """

    data: Path = SERVICE_DATA
    service_data: Path = SERVICE_DATA
    link: Path = PIN_LINK
    run: Callable[..., str | None] = _run
    version: Callable[[str], str | None] = _version
    user: str = field(default_factory=_user)
    groups: frozenset[str] = field(default_factory=_groups)
    superuser: bool = field(default_factory=lambda: os.geteuid() == 0)
    environment: Mapping[str, str] = field(default_factory=lambda: dict(os.environ))
    free: Callable[[Path], int] = _free
    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    executable: str = sys.executable

    def path(self, name: str | Path) -> Path:
        """The path of a file of this computer, whose root may be elsewhere; ``name`` begins with a slash."""
        return self.root / str(name).lstrip("/")

    def there(self, name: str | Path) -> bool:
        """Whether there is such a file."""
        try:
            return self.path(name).exists()
        except OSError:
            return False

    def has_unit(self, unit: str) -> bool:
        """Whether this unit of Thera is installed."""
        return self.there(f"{_UNITS}/{unit}")

    def text(self, name: str | Path) -> str | None:
        """The content of a file, without white space around it; None if it cannot be read."""
        try:
            return self.path(name).read_text("utf-8", errors="replace").strip("\0 \t\n")
        except OSError:
            return None

    def matches(self, folder: str, pattern: str) -> list[Path]:
        """The paths in a folder that match a pattern, sorted; none if the folder is missing."""
        try:
            return sorted(self.path(folder).glob(pattern))
        except OSError:
            return []

    def processes(self) -> Iterator[Process]:
        """All running processes that the user may see."""
        for folder in self.matches("/proc", "[0-9]*"):
            name = self.text(f"/proc/{folder.name}/comm")
            if name is not None:
                words = (self.text(f"/proc/{folder.name}/cmdline") or "").split("\0")
                yield Process(int(folder.name), name, tuple(words))

    def holders(self, device: Path) -> list[Process]:
        """The other processes that have the device at a path open or locked. Everybody sees who locks it; who only has
        it open is seen by root and by the same user."""
        numbers = self._lockers(device) | self._openers(device)
        return [process for process in self.processes() if process.number in numbers and process.number != os.getpid()]

    def _lockers(self, device: Path) -> set[int]:
        try:
            found = device.stat()
        except OSError:
            return set()
        node = f"{os.major(found.st_dev):02x}:{os.minor(found.st_dev):02x}:{found.st_ino}"
        lines = [line.split() for line in (self.text("/proc/locks") or "").splitlines()]
        return {int(words[-4]) for words in lines if len(words) >= 8 and words[-3] == node and words[-4].isdigit()}

    def _openers(self, device: Path) -> set[int]:
        try:
            found = device.stat()
        except OSError:
            return set()
        numbers = set()
        for file in self.matches("/proc", "[0-9]*/fd/*"):
            try:
                if os.readlink(file) == str(device) and _is_same_device(file.stat(), found):
                    numbers.add(int(file.parents[1].name))
            except OSError:  # has ended, or belongs to another user
                continue
        return numbers


def _is_same_device(one: os.stat_result, other: os.stat_result) -> bool:
    """Whether two opened files are one device, though a container may have a node of its own for it."""
    there = one.st_dev == other.st_dev or os.major(one.st_rdev) not in _PSEUDO_TERMINALS
    return one.st_rdev == other.st_rdev and there
