"""Plays a game at a board on real USB whose plug is pulled out, in an emulated computer: ``python -m tests.usb.run``.

Serial gadgets and a USB controller to plug them into are modules of Debian's kernel that few machines have loaded, so
it has a computer of its own (`tests.emulated`). `tests.usb.guest` is what runs in it. All that is made lies in
``build/usb-test``.
"""

from __future__ import annotations

import shlex
import subprocess
import sys
import time
from pathlib import Path

import serial

from tests.emulated import Computer, can_be
from tests.house import ROOMS, files

COMPUTER = Computer(
    "usb-test",
    packages=("kmod", "linux-image-amd64", "mount", "python3", "udev"),
    drivers_left_out=("gpu", "infiniband", "media", "net", "scsi", "staging"),
    hooks=(
        'printf "#!/bin/sh\\nmount -o ro /dev/vdb /mnt && exec sh /mnt/tests/usb/start.sh\\n" >"$1/start"',
        'chmod +x "$1/start"',
    ),
    options="ro init=/start",
)
PATIENCE = 1800.0
"""Seconds for a game that takes one or two minutes."""


def main() -> int:
    """Do it all; the exit code."""
    if not can_be():
        print("The test with USB is for Debian on x86_64: its emulated computer is made of this machine's packages")
        return 2
    began = time.monotonic()
    try:
        COMPUTER.make_system()
        # The one package from outside that a link to a board needs goes with the checkout.
        COMPUTER.make_project(files(*ROOMS, "tests/*.py", "tests/usb"), [(Path(serial.__file__).parent, "serial")])
    except subprocess.CalledProcessError as error:
        print(f"FAILED: the emulated computer cannot be made: {shlex.join(str(word) for word in error.cmd)}")
        return 1
    return COMPUTER.try_out(
        "the game at a board on USB", "the game at a board on USB went on after each unplug", PATIENCE, began
    )


if __name__ == "__main__":
    sys.exit(main())
