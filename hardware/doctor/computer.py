"""The machine that is looked at: its files, its user, its Python, and the answers of a few commands.

Everything that a check learns of the world comes from here, so a check is a function of this value and of a board file.
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

_PATIENCE = 10.0
"""How long a command may take, in s."""


def _run(*command: str) -> str | None:
    try:
        ran = subprocess.run(  # noqa: S603 - the commands are those of the checks, none comes from outside
            command, check=False, capture_output=True, text=True, errors="replace", timeout=_PATIENCE
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
    """A process that runs: its number, its name, and what it was called with."""

    number: int
    name: str
    words: tuple[str, ...]

    @property
    def is_thera(self) -> bool:
        """Whether it is one of ours."""
        return any(Path(word).name == "thera" or word == "thera.cli" for word in self.words[:4])


@dataclass(frozen=True, slots=True)
class Computer(PiModel):
    """A computer, its user, and where Thera keeps and serves things there.

    ``run`` gives what a command prints, or None if it is not there or fails; ``version`` that of an installed Python
    package, or None; ``groups`` are those that the user has now; ``free`` is how many bytes a folder has room for;
    ``data`` is where games and boards are kept, ``link`` where the pins are served.
    """

    data: Path = Path("/var/lib/thera")
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
        """Where a file of this machine really is; ``name`` begins with a slash."""
        return self.root / str(name).lstrip("/")

    def there(self, name: str | Path) -> bool:
        """Whether there is such a file."""
        try:
            return self.path(name).exists()
        except OSError:
            return False

    def text(self, name: str | Path) -> str | None:
        """What a file holds, without the white space at its ends; None if it cannot be read."""
        try:
            return self.path(name).read_text("utf-8", errors="replace").strip("\0 \t\n")
        except OSError:
            return None

    def matches(self, folder: str, pattern: str) -> list[Path]:
        """What of a folder fits a pattern, in order, each where it really is; nothing if the folder is not there."""
        try:
            return sorted(self.path(folder).glob(pattern))
        except OSError:
            return []

    def processes(self) -> Iterator[Process]:
        """Everything that runs, as far as one may see."""
        for folder in self.matches("/proc", "[0-9]*"):
            name = self.text(f"/proc/{folder.name}/comm")
            if name is not None:
                words = (self.text(f"/proc/{folder.name}/cmdline") or "").split("\0")
                yield Process(int(folder.name), name, tuple(words))

    def holders(self, device: Path) -> list[Process]:
        """The processes that have a device open or locked; ``device`` is where it really is. Whoever locks it is seen
        by everybody, whoever only has it open by its own user and by root."""
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
        numbers = set()
        for file in self.matches("/proc", "[0-9]*/fd/*"):
            try:
                if os.readlink(file) == str(device):
                    numbers.add(int(file.parents[1].name))
            except OSError:  # ended meanwhile, or another user's
                continue
        return numbers
