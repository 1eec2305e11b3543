"""Finds the version of Thera to update to: in a file, in a folder, or at a package index."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from pathlib import Path

from thera.install.target_system import HOME, InstallError, TargetSystem

_FILE = re.compile(r"thera-(?P<version>\d+\.\d+\.\d+)-(?:py3-none-any\.whl|offline\.pyz)")
_FORMS = "thera-VERSION-py3-none-any.whl or thera-VERSION-offline.pyz"
_INDEX = re.compile(r"https?://\S+")


@dataclass(frozen=True, slots=True)
class NewerVersion:
    """A version that can be installed from a file, a wheel or a bundle."""

    version: str
    file: Path

    @property
    def installer(self) -> tuple[str, ...]:
        """The command that installs it."""
        start = str(self.file) if self.file.suffix == ".pyz" else f"{self.file}/thera"
        return (sys.executable, start, "install")

    def is_newer_than(self, version: str) -> bool:
        """Whether it is newer than another version."""
        return _numbers(self.version) > _numbers(version)


def is_index(source: str) -> bool:
    """Whether a source is the address of a package index instead of a path."""
    return _INDEX.fullmatch(source) is not None


def at_path(source: Path) -> NewerVersion:
    """Return the version in a file, or the newest one in a folder.

    :raises InstallError: if there is none.
    """
    if source.is_dir():
        found = [each for path in sorted(source.iterdir()) if (each := _in_file(path)) is not None]
        if not found:
            raise InstallError(f"{source} has no file of Thera; such a file is called {_FORMS}")
        return max(found, key=lambda each: _numbers(each.version))
    if not source.exists():
        raise InstallError(f"there is no {source}; name a file or a folder with files called {_FORMS}")
    found_here = _in_file(source)
    if found_here is None:
        raise InstallError(f"{source} is no file of Thera; such a file is called {_FORMS}")
    return found_here


def from_index(machine: TargetSystem, index: str, scratch: Path) -> NewerVersion:
    """Return the newest version of an index, downloaded without root's rights.

    :raises InstallError: if it cannot be had.
    """
    folder = scratch / HOME / "thera"
    pip = (sys.executable, "-I", "-m", "pip", "--disable-pip-version-check", "--no-input", "--quiet", "download")
    asked = ("--no-deps", "--only-binary=:all:", "--index-url", index, "--dest", folder, "thera")
    try:
        machine.run_without_rights(scratch / HOME, *pip, *asked)
    except InstallError as error:
        raise InstallError(f"{index} gave no version of Thera; is there internet?\n{error}") from error
    return at_path(folder)


def _in_file(path: Path) -> NewerVersion | None:
    found = _FILE.fullmatch(path.name)
    return NewerVersion(found["version"], path.resolve()) if found and path.is_file() else None


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", version))
