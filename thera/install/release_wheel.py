"""The wheel that Thera is installed from, and the files in it besides the program."""

from __future__ import annotations

import sys
import zipfile
from dataclasses import dataclass
from pathlib import Path

from thera.install.target_system import InstallError

_SHARED = "share/thera"


@dataclass(frozen=True, slots=True)
class Wheel:
    """A wheel of Thera."""

    path: Path

    @property
    def version(self) -> str:
        """Its version, from its file name."""
        return self.path.name.split("-")[1]

    def requirements(self, *, pins: bool) -> str:
        """The lock file of its packages: versions, and the hash of every file; with those for the ``pins`` of a Pi or
        without."""
        return self._read(f"{_SHARED}/{'requirements-pi.txt' if pins else 'requirements.txt'}", shared=True)

    def configuration(self) -> str:
        """The configuration of a new system: all defaults, with comments."""
        return self._read("table/settings/thera.toml")

    def unit(self, name: str) -> str:
        """A file of `systemd/units`."""
        return self._read(f"systemd/units/{name}")

    def has_unit(self, name: str) -> bool:
        """Whether there is such a file of `systemd/units`; earlier versions lack some.

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
    """The wheel that this runs from, or that this environment was made from; ``main`` is the file that was started, if
    it may be in a wheel.

    :raises InstallError: if there is none.
    """
    if main is not None:
        outer = Path(main).resolve().parent.parent
        if outer.suffix == ".whl" and outer.is_file():
            return Wheel(outer)
    kept = sorted(Path(sys.prefix).glob("thera-*.whl"))
    if not kept:
        raise InstallError(
            "there is no wheel to install from; make one with: make wheel, and then type:"
            " sudo python3 dist/thera-VERSION-py3-none-any.whl/thera install"
        )
    return Wheel(kept[-1])
