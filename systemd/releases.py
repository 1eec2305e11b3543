"""The environments of the versions that are installed, side by side, and the link that says which one is in use."""

from __future__ import annotations

import re
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

from systemd.layout import CURRENT
from systemd.machine import Machine, lead, remove
from systemd.wheel import Wheel

_COMPLETE = "complete"
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


def current(machine: Machine) -> Release | None:
    """The one in use; None if there is none."""
    link = machine.layout.releases / CURRENT
    return Release(link.resolve()) if link.is_symlink() and link.exists() else None


def use(machine: Machine, release: Release) -> None:
    """Use this one from now on."""
    lead(machine.layout.releases / CURRENT, release.folder.name)


def keep(machine: Machine, *kept: Release | None) -> None:
    """Remove all environments but these."""
    stay = {release.folder.name for release in kept if release is not None}
    for folder in machine.layout.releases.iterdir():
        if folder.name not in stay and folder.is_dir() and not folder.is_symlink():
            remove(folder)


def make(machine: Machine, wheel: Wheel, wheels: Path | None, *, pins: bool) -> Release:
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
    (release.folder / _COMPLETE).touch()
    return release


def _next_number(releases: Path) -> int:
    found = (_NAME.fullmatch(path.name) for path in releases.iterdir())
    return max((int(name["number"]) for name in found if name), default=0) + 1


def _fill(machine: Machine, release: Release, wheel: Wheel, wheels: Path | None, *, pins: bool) -> None:
    needs = wheel.requirements(pins=pins)
    system_packages = ("--system-site-packages",) if pins and machine.lgpio_of_the_system else ()
    machine.run(sys.executable, "-m", "venv", *system_packages, release.folder)
    shutil.copyfile(wheel.path, release.folder / wheel.path.name)
    requirements = release.folder / "requirements.txt"
    requirements.write_text(needs, "utf-8")
    collected = release.folder / "wheels"
    pip = (release.python, "-m", "pip", "--disable-pip-version-check", "--no-input", "--quiet")
    here = ("--no-index", "--find-links", wheels.resolve()) if wheels is not None else ()
    machine.say("Collecting what it needs ...")
    machine.run(*pip, "wheel", "--require-hashes", *here, "--wheel-dir", collected, "--requirement", requirements)
    machine.say("Making its environment ...")
    offline = ("--no-index", "--find-links", collected, "--ignore-installed")
    machine.run(*pip, "install", *offline, "--requirement", _without_hashes(requirements))
    machine.run(*pip, "install", "--no-index", "--no-deps", release.folder / wheel.path.name)


def _without_hashes(requirements: Path) -> Path:
    """The same versions, of wheels that may have been built here from sources whose hashes were right."""
    text = re.sub(r" *\\\n *--hash=\S+", "", requirements.read_text("utf-8"))
    plain = requirements.with_name("versions.txt")
    plain.write_text(text, "utf-8")
    return plain
