"""Measures the firmware on the chip of a Pico: ``python -m tools.benchmarks.emulated_chip``, or ``make chip``.

The one file that a maker flashes runs on an emulated RP2040 (`tests.rp2040.chip_run`). Times are those of the chip, so
they are the same on every computer.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from itertools import product
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from firmware_bridge.messages import Configure, ConfigureReply, Hello, HelloRequest, LedFrame, LedShown, LogMessage
from hardware.board import ALL_DARK, Colour, Lights
from hardware.board_file import BoardFile
from hardware.electronics import SAMPLES, PicoPins, SpiPins
from tests.rp2040.chip_run import INPUTS, missing_parts, run_chip

SHOWN_AT = 1200.0
SHOWN = Lights((Colour(0, 0, 64),) * 8 + ALL_DARK.colours[8:])


def main() -> int:
    """Print the figures of a board with each converter. Return the exit code, 1 if the chip cannot be emulated."""
    missing = missing_parts()
    if missing:
        print(missing)
        return 1
    electronics = BoardFile().electronics
    converters = (("the Pico's own converter", PicoPins()), ("an MCP3208", PicoPins(spi=SpiPins())))
    for (name, pins), samples in product(converters, SAMPLES):
        if samples == SAMPLES[-1] and pins.spi:
            continue  # too slow for any board
        board = replace(BoardFile(), electronics=replace(electronics, pins=pins, samples=samples))
        sends = ((900.0, HelloRequest()), (930.0, Configure(100)), (SHOWN_AT, LedFrame(SHOWN, 800)))
        with TemporaryDirectory(prefix="thera-chip-") as folder:
            run = run_chip(Path(folder), board, (2048,) * INPUTS, sends, SHOWN_AT + 100)
        told = [each.message for each in run.of(LogMessage) + run.of(ConfigureReply)]
        print(f"{name}, {samples} conversions a reading:")
        print(f"  from switching on to hello     {run.of(Hello)[0].at:8.0f} ms")
        print(f"  a scan of 25 squares           {median(scan.lasted for scan in run.scans):8.1f} ms")
        for message in told:
            if isinstance(message, ConfigureReply):
                print(f"  scans a second, of 100 asked   {message.scan_hz:8d}")
            elif isinstance(message, LogMessage):
                print(f"  {message.text}")
        print(f"  from the host to the lights    {run.of(LedShown)[0].at - SHOWN_AT:8.0f} ms")
    return 0


if __name__ == "__main__":
    sys.exit(main())
