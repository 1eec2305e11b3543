"""Puts MicroPython, the firmware and a board's settings on a Pico in BOOTSEL as one file, whatever was on it before."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Collection
from pathlib import Path

from firmware_bridge.bootsel import LABELS, MOUNTS, BootselDrive, bootsel_drives, copy_to, unmounted
from firmware_bridge.firmware_image import MicroPythonUf2, firmware_uf2
from firmware_bridge.flash import BETWEEN_LOOKS, STARTS_WITHIN, FlashError, running_firmware
from firmware_bridge.messages import Hello
from firmware_bridge.serial_ports import picos
from hardware.board_file import BoardFile


def find_bootsel(mounts: Path = MOUNTS, labels: Path = LABELS) -> BootselDrive | None:
    """The Pico in BOOTSEL; None if there is none.

    :raises FlashError: if there are several, or its drive is not mounted.
    """
    drives = bootsel_drives(mounts)
    if len(drives) > 1:
        folders = " and ".join(str(drive.folder) for drive in drives)
        raise FlashError(f"there are several Picos in BOOTSEL, at {folders}: leave one of them plugged in")
    device = None if drives else unmounted(labels)
    if device is not None:
        raise FlashError(
            f"a Pico in BOOTSEL is at {device}, but its drive is not mounted: udisksctl mount -b {device}, or sudo"
            f" mount {device} /mnt, and type this command again (with sudo after the latter)"
        )
    return drives[0] if drives else None


def first_flash(
    drive: BootselDrive, micropython: MicroPythonUf2, board: BoardFile, report: Callable[[str], None]
) -> None:
    """Copy all of it to the Pico, and wait until the board answers; ``report`` is called with a line for each step.

    :raises FlashError: if it is for another chip, or fails.
    :raises FirmwareImageError: if it cannot be made of this MicroPython.
    :raises NoPicoError: if the board has no Pico.
    """
    if micropython.image.chip != drive.chip:
        raise FlashError(f"{micropython.words} does not run on the {drive.chip} at {drive.folder}")
    content = firmware_uf2(micropython, board)
    there = {port.path for port in picos()}
    report(f"{drive.folder}: copying {micropython.words} and the firmware for {board.name!r} ...")
    try:
        copy_to(drive, content)
    except OSError as error:
        raise FlashError(f"{drive.folder}: the Pico does not take the file: {error.strerror or error}") from error
    port, hello = _wait_for_new(there)
    report(f"{port}: firmware {hello.firmware} runs on {hello.name!r} (Pico {hello.unique_id}).")


def _wait_for_new(there: Collection[str]) -> tuple[str, Hello]:
    """The port at which a board answers that was not there before, and its hello."""
    ends = time.monotonic() + STARTS_WITHIN
    while time.monotonic() < ends:
        for port in picos():
            if port.path not in there:
                # The port appears before the firmware runs, and udev may not have given it to its group yet.
                with contextlib.suppress(FlashError):
                    hello = running_firmware(port.path)
                    if hello is not None:
                        return port.path, hello
        time.sleep(BETWEEN_LOOKS)
    raise FlashError("the file is copied, but no board answers: unplug it and plug it in, then: thera board status")
