"""Wheels to install from: of this checkout, of what it needs, and of later versions that are good or bad."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

from tests.house import ROOT
from tests.system.container import SystemTestError
from tools.release import package_wheels

PYTHON = "3.13"
"""That of the small Debian."""
BROKEN = "raise RuntimeError('this version is broken')\n"


def built() -> Path:
    """The wheel that ``make wheel`` has made."""
    found = sorted((ROOT / "dist").glob("thera-*.whl"))
    if len(found) != 1:
        raise SystemTestError("there is no wheel, or there are several, in dist/: make wheel")
    return found[0]


def bundled() -> Path:
    """The bundle that ``make bundle`` has made of it."""
    return built().with_name(f"thera-{built().name.split('-')[1]}-offline.pyz")


def needed(architecture: str, python: str = PYTHON) -> Path:
    """A folder with the wheels of all that Thera needs, for this processor and this version of Python."""
    folder = ROOT / "build" / "packages" / f"{architecture}-{python}"
    package_wheels.download(architecture, python, folder)
    return folder


def of_another_version(wheel: Path, version: str, folder: Path, *, broken: bool = False) -> Path:
    """The same wheel under another version; a ``broken`` one can be asked about its settings but starts no table."""
    now = wheel.name.split("-")[1]
    made = folder / wheel.name.replace(f"-{now}-", f"-{version}-")
    with zipfile.ZipFile(wheel) as old, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as new:
        for member in old.namelist():
            content = old.read(member)
            if member.endswith(".dist-info/METADATA"):
                content = re.sub(rb"(?m)^Version: .*$", f"Version: {version}".encode(), content)
            elif member.endswith(".dist-info/RECORD"):
                content = re.sub(rb",sha256=[^,]*,\d+", b",,", content).replace(
                    f"thera-{now}.".encode(), f"thera-{version}.".encode()
                )
            elif broken and member == "thera/commands/play_command.py":
                content = content.replace(b"\nimport gc\n", f"\nimport gc\n{BROKEN}".encode())
            new.writestr(member.replace(f"thera-{now}.", f"thera-{version}."), content)
    return made
