"""`thera` with a virtual board that notes when it is told to show other lights: the first argument is a file or a pipe,
which gets a line for each picture, with the time of the monotonic clock in s and the numbers of the lit squares.

python -m benchmarks.noted_lights FILE play --board virtual
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from unittest.mock import patch

from hardware.board import DARK, Lights
from hardware.virtual.virtual_device import VirtualDevice
from thera.cli import main

_show = VirtualDevice.show


def run(noted: Path, arguments: list[str]) -> int:
    """Run the command; its exit code."""
    with noted.open("w", encoding="ascii", buffering=1) as lines:

        def show(device: VirtualDevice, lights: Lights) -> None:
            at = time.monotonic()
            _show(device, lights)
            lit = [str(square) for square, colour in enumerate(lights.colours) if colour != DARK]
            lines.write(f"{at} {' '.join(lit)}\n")

        with patch.object(VirtualDevice, "show", show):
            return main(arguments)


if __name__ == "__main__":
    sys.exit(run(Path(sys.argv[1]), sys.argv[2:]))
