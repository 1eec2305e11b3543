"""The wheel that Thera is installed from, the environments of the installed versions, and the link to the one in
use."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import sys
import zipfile
from dataclasses import dataclass
from pathlib import Path

from thera.install.install_layout import CURRENT
from thera.install.target_system import HOME, InstallError, TargetSystem, remove, replace_link

_SHARED = "share/thera"
BUILDER = "setuptools"
"""The package that builds others from source."""
COMPLETE = "complete"
"""The file that marks an environment as complete."""
_WHEELS_ONLY = ("--only-binary=:all:",)
"""The options with which installing a package runs none of its code."""
_NAME = re.compile(r"(?P<version>.+)-(?P<number>\d+)")


@dataclass(frozen=True, slots=True)
class Wheel:
    """A wheel of Thera."""

    path: Path

    @property
    def version(self) -> str:
        """Its version, from its file name."""
        return self.path.name.split("-")[1]

    def requirements(self, *, pins: bool) -> str:
        """Return the lock file of its packages: versions, and the hash of every file; with those for the ``pins`` of a
        Pi or without."""
        return self._read(f"{_SHARED}/{'requirements-pi.txt' if pins else 'requirements.txt'}", shared=True)

    def configuration(self) -> str:
        """The configuration of a new system: all defaults, with comments."""
        return self._read("table/settings/thera.toml")

    def unit(self, name: str) -> str:
        """Return a file of `systemd/units`."""
        return self._read(f"systemd/units/{name}")

    def has_unit(self, name: str) -> bool:
        """Whether it has this file of `systemd/units`; earlier versions lack some.

        :raises InstallError: if this is not a wheel of Thera.
        """
        try:
            with zipfile.ZipFile(self.path) as archive:
                return f"systemd/units/{name}" in archive.namelist()
        except (OSError, zipfile.BadZipFile) as error:
            raise InstallError(f"{self.path} is not a complete wheel of Thera: {error}") from error

    def _read(self, name: str, *, shared: bool = False) -> str:
        member = f"thera-{self.version}.data/data/{name}" if shared else name
        try:
            with zipfile.ZipFile(self.path) as archive:
                return archive.read(member).decode()
        except (OSError, KeyError, zipfile.BadZipFile) as error:
            raise InstallError(f"{self.path} is not a complete wheel of Thera: {error}") from error


def wheel_here(main: str | None = None) -> Wheel:
    """Return the wheel that this runs from, or that this environment was made from; ``main`` is the started file, if it
    may be in a wheel.

    :raises InstallError: if there is none.
    """
    if main is not None:
        outer = Path(main).resolve().parent.parent
        if outer.suffix == ".whl" and outer.is_file():
            return Wheel(outer)
    found = sorted(Path(sys.prefix).glob("thera-*.whl"))
    if not found:
        raise InstallError(
            "there is no wheel to install from; make one with: make wheel, and then type:"
            " sudo python3 dist/thera-VERSION-py3-none-any.whl/thera install"
        )
    return Wheel(found[-1])


@dataclass(frozen=True, slots=True)
class Release:
    """An installed version: the environment at ``folder``."""

    folder: Path

    @property
    def python(self) -> Path:
        """Its Python."""
        return self.folder / "bin" / "python"

    @property
    def thera(self) -> Path:
        """Its command ``thera``."""
        return self.folder / "bin" / "thera"

    @property
    def wheel(self) -> Wheel:
        """The wheel that it was made from."""
        (path,) = self.folder.glob("thera-*.whl")
        return Wheel(path)


def current(machine: TargetSystem) -> Release | None:
    """Return the version in use; None if there is none."""
    link = machine.layout.releases / CURRENT
    return Release(link.resolve()) if link.is_symlink() and link.exists() else None


def use(machine: TargetSystem, release: Release) -> None:
    """Use this version from now on."""
    replace_link(machine.layout.releases / CURRENT, release.folder.name)


def remove_others(machine: TargetSystem, *needed: Release | None) -> None:
    """Remove all versions but these."""
    stay = {release.folder.name for release in needed if release is not None}
    for folder in machine.layout.releases.iterdir():
        if folder.name not in stay and folder.is_dir() and not folder.is_symlink():
            remove(folder)


def make(machine: TargetSystem, wheel: Wheel, wheels: Path | None, *, pins: bool) -> Release:
    """Make an environment with this wheel and its packages, from the folder ``wheels`` if one is given, else from the
    Internet. The environment contains everything it was made from. A failure leaves nothing behind.

    :raises InstallError: if it fails.
    """
    releases = machine.layout.releases
    releases.mkdir(parents=True, exist_ok=True)
    for unfinished in releases.iterdir():
        if _NAME.fullmatch(unfinished.name) and unfinished.is_dir() and not (unfinished / COMPLETE).exists():
            remove(unfinished)  # the power failed during that installation
    release = Release(releases / f"{wheel.version}-{_next_number(releases)}")
    try:
        _fill(machine, release, wheel, wheels, pins=pins)
    except BaseException:
        remove(release.folder)
        raise
    os.sync()  # thousands of files, which must be on the disk before the mark that they are complete
    (release.folder / COMPLETE).touch()
    return release


def _next_number(releases: Path) -> int:
    found = (_NAME.fullmatch(path.name) for path in releases.iterdir())
    return max((int(name["number"]) for name in found if name), default=0) + 1


def _fill(machine: TargetSystem, release: Release, wheel: Wheel, wheels: Path | None, *, pins: bool) -> None:
    """Fill the environment. Everything that is downloaded, built or installed is checked by its hash. Root runs no code
    of any package: it installs only wheels, and those are collected and built without its rights."""
    system_packages = ("--system-site-packages",) if pins and machine.lgpio_of_the_system else ()
    machine.run(sys.executable, "-I", "-m", "venv", *system_packages, release.folder)
    copied = release.folder / wheel.path.name
    shutil.copyfile(wheel.path, copied)
    (release.folder / "requirements.txt").write_text(wheel.requirements(pins=pins), "utf-8")
    collected = release.folder / "wheels"
    collected.mkdir()
    machine.say("Collecting packages ...")
    with machine.scratch_folder() as scratch:
        for path in _collect(machine, release, scratch, wheels, build=pins):
            shutil.copyfile(path, collected / path.name, follow_symlinks=False)
    machine.say("Installing packages ...")
    files = release.folder / "files.txt"
    files.write_text("".join(_file_line(path) for path in (*sorted(collected.iterdir()), copied)), "utf-8")
    there = ("--no-index", "--no-deps", "--ignore-installed")
    machine.run(*_pip(release), "install", "--require-hashes", *_WHEELS_ONLY, *there, "--requirement", files)


def _collect(machine: TargetSystem, release: Release, scratch: Path, wheels: Path | None, *, build: bool) -> list[Path]:
    """Return the wheels of all packages in the lock file, made in the scratch folder and without root's rights.

    Two of the libraries for the pins exist only as source. Their build tools are in the lock, and pip gets no others.
    """
    requirements = release.folder / "requirements.txt"
    here: tuple[str | Path, ...] = ()
    if wheels is not None:
        offered = scratch / "offered"
        shutil.copytree(wheels, offered)  # the folder may be one that only root may read
        here = ("--no-index", "--find-links", offered)
    how: tuple[str, ...] = _WHEELS_ONLY
    if build:
        builder = release.folder / "builder.txt"
        builder.write_text(_entry(requirements.read_text("utf-8"), BUILDER), "utf-8")
        machine.run(*_pip(release), "install", "--require-hashes", *_WHEELS_ONLY, *here, "--requirement", builder)
        how = ("--use-pep517", "--no-build-isolation")
    collected = scratch / HOME / "collected"
    asked = (*how, *here, "--wheel-dir", collected, "--requirement", requirements)
    machine.run_without_rights(scratch / HOME, *_pip(release), "wheel", "--require-hashes", *asked)
    return sorted(collected.iterdir())


def _pip(release: Release) -> tuple[str | Path, ...]:
    """Return the start of a command for the pip of a release, which sees no module of the current folder."""
    return (release.python, "-I", "-m", "pip", "--disable-pip-version-check", "--no-input", "--quiet")


def _entry(lock: str, name: str) -> str:
    """Return the lines of one package in a lock file.

    :raises InstallError: if there are none.
    """
    found = re.search(rf"^{name}==(?:.*\\\n)*.*$", lock, re.MULTILINE)
    if found is None:
        raise InstallError(f"the lock file of this wheel has no entry for {name}, which builds its packages")
    return f"{found.group()}\n"


def _file_line(path: Path) -> str:
    """Return a line of requirements for this file with its present hash."""
    return f"{path.as_uri()} --hash=sha256:{hashlib.sha256(path.read_bytes()).hexdigest()}\n"
