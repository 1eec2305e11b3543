"""The packages that Thera needs, as wheels for computers other than this one."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

LOCK = Path(__file__).resolve().parents[2] / "requirements.txt"
PYTHONS = ("3.11", "3.12", "3.13")
"""Debian 12 and Raspberry Pi OS 12 have the first, their successors the last."""
PLATFORMS = {
    "amd64": ("manylinux2014_x86_64", "manylinux_2_17_x86_64", "manylinux_2_28_x86_64"),
    "arm64": ("manylinux2014_aarch64", "manylinux_2_17_aarch64", "manylinux_2_28_aarch64"),
}
"""The names in pip of processors, by their names in Debian."""


def download(architecture: str, python: str, folder: Path) -> None:
    """Put the wheels of all locked packages into a folder, unless they are there, and check each by its hash.

    :raises CalledProcessError: if one is not available.
    """
    kept, wanted = folder / "requirements.txt", LOCK.read_text("utf-8")
    if kept.exists() and kept.read_text("utf-8") == wanted:
        return
    folder.mkdir(parents=True, exist_ok=True)
    platforms = [f"--platform={name}" for name in PLATFORMS[architecture]]
    options = ["-qq", "--require-hashes", "--only-binary=:all:", f"--python-version={python}", *platforms]
    where = ["--implementation=cp", "--dest", str(folder), "--requirement", str(LOCK)]
    subprocess.run([sys.executable, "-m", "pip", "download", *options, *where], check=True)
    kept.write_text(wanted, "utf-8")
