"""A Pico in BOOTSEL: that button, held down while it is plugged in, makes it a drive that takes a UF2 file."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

BOARD_IDS = {"RPI-RP2": "RP2040", "RP2350": "RP2350"}
"""What such a drive calls itself, and the chip that it is."""

MOUNTS = Path("/proc/mounts")
LABELS = Path("/dev/disk/by-label")
_INFO = "INFO_UF2.TXT"
_FILE = "firmware.uf2"


@dataclass(frozen=True, slots=True)
class BootselDrive:
    """Where the drive of a Pico in BOOTSEL is mounted, and its chip."""

    folder: Path
    chip: str


def bootsel_drives(mounts: Path = MOUNTS) -> tuple[BootselDrive, ...]:
    """The drives of all Picos in BOOTSEL that are mounted."""
    try:
        lines = mounts.read_text("utf-8", "replace").splitlines()
    except OSError:
        return ()
    folders = (Path(line.split()[1].replace("\\040", " ")) for line in lines if line.startswith("/dev/"))
    found = ((folder, _chip(folder)) for folder in folders)
    return tuple(BootselDrive(folder, chip) for folder, chip in found if chip)


def unmounted(labels: Path = LABELS) -> Path | None:
    """The device of a Pico in BOOTSEL, mounted or not; None if there is none."""
    return next((labels / name for name in BOARD_IDS if (labels / name).exists()), None)


def copy_to(drive: BootselDrive, content: bytes) -> None:
    """Give a Pico its program; it starts it as soon as it has all of it, and the drive disappears.

    :raises OSError: if it does not take it.
    """
    target = drive.folder / _FILE
    try:
        with target.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
    except OSError:
        # The Pico leaves once it has the last block, which may be before the computer has written the file's name.
        if _chip(drive.folder):
            raise


def _chip(folder: Path) -> str:
    """The chip of the Pico whose drive this is; empty if it is none."""
    try:
        told = (folder / _INFO).read_text("ascii", "replace")
    except OSError:
        return ""
    names = (line.partition(":")[2].strip() for line in told.splitlines() if line.startswith("Board-ID:"))
    return BOARD_IDS.get(next(names, ""), "")
