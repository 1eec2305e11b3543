"""Wheels to install from: of this checkout, of what it needs, and of later versions that are good or bad."""

from __future__ import annotations

import re
import subprocess
import sys
import zipfile
from pathlib import Path

from tests.house import ROOT
from tests.system.container import STATE, SystemTestError

PYTHON = "3.13"
"""That of the small Debian."""
PLATFORMS = {
    "amd64": ("manylinux2014_x86_64", "manylinux_2_17_x86_64", "manylinux_2_28_x86_64"),
    "arm64": ("manylinux2014_aarch64", "manylinux_2_17_aarch64", "manylinux_2_28_aarch64"),
}
BROKEN = "raise RuntimeError('this version is broken')\n"


def built() -> Path:
    """The wheel that ``make wheel`` has made."""
    found = sorted((ROOT / "dist").glob("thera-*.whl"))
    if len(found) != 1:
        raise SystemTestError("there is no wheel, or there are several, in dist/: make wheel")
    return found[0]


def needed(architecture: str, python: str = PYTHON) -> Path:
    """A folder with the wheels of all that Thera needs, for this processor and this version of Python."""
    folder = STATE / f"wheels-{architecture}-{python}"
    kept, wanted = folder / "requirements.txt", (ROOT / "requirements.txt").read_text("utf-8")
    if kept.exists() and kept.read_text("utf-8") == wanted:
        return folder
    folder.mkdir(parents=True, exist_ok=True)
    platforms = [f"--platform={name}" for name in PLATFORMS[architecture]]
    options = ["--quiet", "--require-hashes", "--only-binary=:all:", f"--python-version={python}", *platforms]
    where = ["--implementation=cp", "--dest", str(folder), "--requirement", str(ROOT / "requirements.txt")]
    subprocess.run([sys.executable, "-m", "pip", "download", *options, *where], check=True)
    kept.write_text(wanted, "utf-8")
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
