"""The environments of the versions that are installed, side by side, and the link that says which one is in use."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

from thera.install.install_layout import CURRENT
from thera.install.release_wheel import Wheel
from thera.install.target_system import InstallError, TargetSystem, lead, remove

BUILDER = "setuptools"
"""What builds the packages that come as sources."""

_COMPLETE = "complete"
_WHEELS_ALONE = ("--only-binary=:all:",)
"""Not a line of a package is run then to install it."""
_NAME = re.compile(r"(?P<version>.+)-(?P<number>\d+)")


@dataclass(frozen=True, slots=True)
class Release:
    """The environment at ``folder``."""

    folder: Path

    @property
    def python(self) -> Path:
        """Its Python."""
        return self.folder / "bin" / "python"

    @property
    def thera(self) -> Path:
        """Its command."""
        return self.folder / "bin" / "thera"

    @property
    def wheel(self) -> Wheel:
        """What it was made from."""
        (path,) = self.folder.glob("thera-*.whl")
        return Wheel(path)


def current(machine: TargetSystem) -> Release | None:
    """The one in use; None if there is none."""
    link = machine.layout.releases / CURRENT
    return Release(link.resolve()) if link.is_symlink() and link.exists() else None


def use(machine: TargetSystem, release: Release) -> None:
    """Use this one from now on."""
    lead(machine.layout.releases / CURRENT, release.folder.name)


def keep(machine: TargetSystem, *kept: Release | None) -> None:
    """Remove all environments but these."""
    stay = {release.folder.name for release in kept if release is not None}
    for folder in machine.layout.releases.iterdir():
        if folder.name not in stay and folder.is_dir() and not folder.is_symlink():
            remove(folder)


def make(machine: TargetSystem, wheel: Wheel, wheels: Path | None, *, pins: bool) -> Release:
    """Make an environment with this wheel and all that it needs, from the folder ``wheels`` if one is given, else from
    the Internet. All that it was made from is kept in it. One that fails leaves nothing behind.

    :raises InstallError: if it fails.
    """
    releases = machine.layout.releases
    releases.mkdir(parents=True, exist_ok=True)
    for unfinished in releases.iterdir():
        if _NAME.fullmatch(unfinished.name) and unfinished.is_dir() and not (unfinished / _COMPLETE).exists():
            remove(unfinished)  # the plug was pulled
    release = Release(releases / f"{wheel.version}-{_next_number(releases)}")
    try:
        _fill(machine, release, wheel, wheels, pins=pins)
    except BaseException:
        remove(release.folder)
        raise
    os.sync()  # thousands of files: whatever says that they are complete, or uses them, comes to the disk after them
    (release.folder / _COMPLETE).touch()
    return release


def _next_number(releases: Path) -> int:
    found = (_NAME.fullmatch(path.name) for path in releases.iterdir())
    return max((int(name["number"]) for name in found if name), default=0) + 1


def _fill(machine: TargetSystem, release: Release, wheel: Wheel, wheels: Path | None, *, pins: bool) -> None:
    """Nothing is fetched, built or installed here but by the hash of its file: as root, what builds a package is to be
    trusted as much as the package. So what builds is in the lock, too, and pip fetches no other."""
    system_packages = ("--system-site-packages",) if pins and machine.lgpio_of_the_system else ()
    machine.run(sys.executable, "-m", "venv", *system_packages, release.folder)
    kept = release.folder / wheel.path.name
    shutil.copyfile(wheel.path, kept)
    requirements = release.folder / "requirements.txt"
    requirements.write_text(wheel.requirements(pins=pins), "utf-8")
    pip = (release.python, "-m", "pip", "--disable-pip-version-check", "--no-input", "--quiet")
    here = ("--no-index", "--find-links", wheels.resolve()) if wheels is not None else ()
    machine.say("Collecting what it needs ...")
    built: tuple[str, ...] = _WHEELS_ALONE
    if pins:  # two of the libraries for the pins come as sources
        builder = release.folder / "builder.txt"
        builder.write_text(_entry(requirements.read_text("utf-8"), BUILDER), "utf-8")
        machine.run(*pip, "install", "--require-hashes", *_WHEELS_ALONE, *here, "--requirement", builder)
        built = ("--use-pep517", "--no-build-isolation")
    collected = release.folder / "wheels"
    machine.run(
        *pip, "wheel", "--require-hashes", *built, *here, "--wheel-dir", collected, "--requirement", requirements
    )
    machine.say("Making its environment ...")
    files = release.folder / "files.txt"
    files.write_text("".join(_file_line(path) for path in (*sorted(collected.iterdir()), kept)), "utf-8")
    there = ("--no-index", "--no-deps", "--ignore-installed")
    machine.run(*pip, "install", "--require-hashes", *_WHEELS_ALONE, *there, "--requirement", files)


def _entry(lock: str, name: str) -> str:
    """What a lock says of one package.

    :raises InstallError: if that is nothing.
    """
    found = re.search(rf"^{name}==(?:.*\\\n)*.*$", lock, re.MULTILINE)
    if found is None:
        raise InstallError(f"the lock of this wheel does not say which {name} its packages are built with")
    return f"{found.group()}\n"


def _file_line(path: Path) -> str:
    """A line of requirements: this very file, as it is now."""
    return f"{path.as_uri()} --hash=sha256:{hashlib.sha256(path.read_bytes()).hexdigest()}\n"
