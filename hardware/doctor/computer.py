"""The computer that is checked: its files, its user, its Python, and the output of a few commands; and the form of a
check and its finding.

A check gets all its facts from here, so it is a function of this value and of a board file.
"""

from __future__ import annotations

import grp
import importlib.metadata
import os
import pwd
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path

from hardware.board_backends import PIN_LINK
from hardware.board_file import BoardFile
from hardware.electronics import PiPins
from hardware.gpio.pi_model import PiModel

SERVICE_DATA = Path("/var/lib/thera")
"""The folder where the installed service stores games and boards."""
TABLE_UNIT, PINS_UNIT = "thera.service", "thera-board.service"
"""The services of the table, and of the board on the pins."""
_UNITS = "/etc/systemd/system"
_COMMAND_SECONDS = 10.0
"""The most seconds of a command."""
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
    """A running process: its number, its name and its command line."""

    number: int
    name: str
    words: tuple[str, ...]

    @property
    def is_thera(self) -> bool:
        """Whether it is Thera."""
        return any(Path(word).name == "thera" or word == "thera.cli" for word in self.words[:4])


@dataclass(frozen=True, slots=True)
class Computer(PiModel):
    """A computer, its user, and the folders of Thera's data there.

    ``run`` gives the output of a command, or None if it is missing or fails; ``version`` gives the version of an
    installed Python package, or None; ``groups`` are the user's groups now; ``free`` gives the free bytes of a folder;
    ``data`` is the folder of games and boards, ``service_data`` the folder of the installed service, and ``link`` the
    path where the pins are served.
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

    @property
    def program(self) -> str:
        """The path of the command ``thera`` of this Python, which works from everywhere and after sudo."""
        return str(Path(self.executable).with_name("thera"))

    def path(self, name: str | Path) -> Path:
        """Return the path of a file of this computer, whose root may be elsewhere; ``name`` begins with a slash."""
        return self.root / str(name).lstrip("/")

    def there(self, name: str | Path) -> bool:
        """Whether this file exists."""
        try:
            return self.path(name).exists()
        except OSError:
            return False

    def has_unit(self, unit: str) -> bool:
        """Whether this unit of Thera is installed."""
        return self.there(f"{_UNITS}/{unit}")

    def text(self, name: str | Path) -> str | None:
        """Read a file, without surrounding white space; None if it cannot be read."""
        try:
            return self.path(name).read_text("utf-8", errors="replace").strip("\0 \t\n")
        except OSError:
            return None

    def matches(self, folder: str, pattern: str) -> list[Path]:
        """Return the paths in a folder that match a pattern, sorted; none if the folder is missing."""
        try:
            return sorted(self.path(folder).glob(pattern))
        except OSError:
            return []

    def processes(self) -> Iterator[Process]:
        """Generate the running processes that the user may see."""
        for folder in self.matches("/proc", "[0-9]*"):
            name = self.text(f"/proc/{folder.name}/comm")
            if name is not None:
                words = (self.text(f"/proc/{folder.name}/cmdline") or "").split("\0")
                yield Process(int(folder.name), name, tuple(words))

    def holders(self, device: Path) -> list[Process]:
        """Return the other processes that have opened or locked the device at a path. Every user sees locks; only root
        and the same user see open files."""
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
            except OSError:  # the process has ended, or belongs to another user
                continue
        return numbers


def _is_same_device(one: os.stat_result, other: os.stat_result) -> bool:
    """Whether two opened files are one device; a container may have its own node for it."""
    there = one.st_dev == other.st_dev or os.major(one.st_rdev) not in _PSEUDO_TERMINALS
    return one.st_rdev == other.st_rdev and there


# ---- Checks and findings


class CheckState(StrEnum):
    """The states of a check: correct; a warning, though a game can be played; wrong; or not applicable here."""

    OK = "ok"
    WARNING = "warning"
    WRONG = "wrong"
    NOT_HERE = "not here"


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of a check: what was checked, its state, what it means, and how to fix it, in words and as commands to
    type. Both fixes are empty if there is nothing to fix."""

    what: str
    state: CheckState
    meaning: str
    fix: str = ""
    commands: tuple[str, ...] = ()


def ok(what: str, meaning: str) -> Finding:
    """Make a finding of the state ``OK``."""
    return Finding(what, CheckState.OK, meaning)


def warning(what: str, meaning: str, fix: str = "", *commands: str) -> Finding:
    """Make a finding that should be looked at, though a game can be played."""
    return Finding(what, CheckState.WARNING, meaning, fix, commands)


def wrong(what: str, meaning: str, fix: str = "", *commands: str) -> Finding:
    """Make a finding that must be fixed."""
    return Finding(what, CheckState.WRONG, meaning, fix, commands)


def not_here(what: str, meaning: str, fix: str = "", *commands: str) -> Finding:
    """Make a finding that the check does not apply to this computer with this board."""
    return Finding(what, CheckState.NOT_HERE, meaning, fix, commands)


Check = Callable[[Computer, BoardFile], Finding]
"""Checks one fact. It changes nothing, and never raises an error."""

PinCheck = Callable[[str, Computer, PiPins], Finding]
"""A named check of a computer with the board on its pins."""


def for_pins(what: str) -> Callable[[PinCheck], Check]:
    """Make a check named ``what`` of a check of pins. It applies only if the board is on the pins of this computer."""

    def made(check: PinCheck) -> Check:
        def checked(computer: Computer, board: BoardFile) -> Finding:
            pins = board.electronics.pins
            if not isinstance(pins, PiPins):
                return not_here(what, 'the board has a Pico (controller = "pico")')
            if not computer.is_pi:
                return not_here(what, "this is not a Raspberry Pi")
            return check(what, computer, pins)

        return checked

    return made


_MARKS = {CheckState.OK: "ok", CheckState.WARNING: "LOOK", CheckState.WRONG: "WRONG", CheckState.NOT_HERE: "-"}


def report_lines(findings: Iterable[Finding]) -> list[str]:
    """Format the findings as lines for a terminal, with totals at the end. Checks that do not apply are only named."""
    found = list(findings)
    folded = [finding for finding in found if finding.state is CheckState.NOT_HERE and not finding.fix]
    told = [finding for finding in found if finding not in folded]
    width = max((len(finding.what) for finding in told), default=0)
    lines = []
    for finding in told:
        lines.append(f"{_MARKS[finding.state]:5}  {finding.what:{width}}  {finding.meaning}")
        indent = " " * (width + 9)
        if finding.fix:
            lines.append(f"{indent}To fix it: {finding.fix}")
        lines += [f"{indent}    {command}" for command in finding.commands]
    count = {state: sum(finding.state is state for finding in found) for state in CheckState}
    if folded:
        lines.append(f"{_MARKS[CheckState.NOT_HERE]:5}  not applicable: {', '.join(each.what for each in folded)}")
    return [
        *lines,
        "",
        f"{count[CheckState.WRONG]} wrong, {count[CheckState.WARNING]} worth a look,"
        f" {count[CheckState.OK]} correct, {count[CheckState.NOT_HERE]} not applicable.",
    ]
