"""Where pins are on the parts: the headers of a Pico and of a Pi, and the chips by their data sheets.

A name stands for what is printed beside the pin or in the data sheet; the numbers count as on the part. What they were
compared with is told in ``docs/build/wiring.md``.
"""

from __future__ import annotations

from hardware.electronics import Controller

PICO_HEADER = (
    *("GP0", "GP1", "GND", "GP2", "GP3", "GP4", "GP5", "GND", "GP6", "GP7"),
    *("GP8", "GP9", "GND", "GP10", "GP11", "GP12", "GP13", "GND", "GP14", "GP15"),
    *("GP16", "GP17", "GND", "GP18", "GP19", "GP20", "GP21", "GND", "GP22", "RUN"),
    *("GP26", "GP27", "AGND", "GP28", "ADC_VREF", "3V3(OUT)", "3V3_EN", "GND", "VSYS", "VBUS"),
)
"""Pins 1 to 40 of a Raspberry Pi Pico: down the left side with the USB socket on top, and up the right side."""

PI_HEADER = (
    *("3V3", "5V", "GPIO2", "5V", "GPIO3", "GND", "GPIO4", "GPIO14", "GND", "GPIO15"),
    *("GPIO17", "GPIO18", "GPIO27", "GND", "GPIO22", "GPIO23", "3V3", "GPIO24", "GPIO10", "GND"),
    *("GPIO9", "GPIO25", "GPIO11", "GPIO8", "GND", "GPIO7", "ID_SD", "ID_SC", "GPIO5", "GND"),
    *("GPIO6", "GPIO12", "GPIO13", "GND", "GPIO19", "GPIO16", "GPIO26", "GPIO20", "GND", "GPIO21"),
)
"""Pins 1 to 40 of a Raspberry Pi: odd ones in the inner row, even ones in the row at the edge."""

HEADERS = {Controller.PICO: PICO_HEADER, Controller.PI: PI_HEADER}
PREFIXES = {Controller.PICO: "GP", Controller.PI: "GPIO"}

# CD74HC4067, 24 pins: its inputs C0 to C15 (I0 to I15 in the data sheet) are on 9 down to 2 and 23 down to 16.
MULTIPLEXER_INPUTS = (*range(9, 1, -1), *range(23, 15, -1))
MULTIPLEXER = {"SIG": 1, "S0": 10, "S1": 11, "GND": 12, "S3": 13, "S2": 14, "EN": 15, "VCC": 24} | {
    f"C{address}": number for address, number in enumerate(MULTIPLEXER_INPUTS)
}
"""CD74HC4067 by the names on the usual modules: SIG is the data sheet's common input/output, EN its inverted E."""

MCP3208 = {f"CH{channel}": channel + 1 for channel in range(8)} | {
    "DGND": 9,
    "CS": 10,
    "DIN": 11,
    "DOUT": 12,
    "CLK": 13,
    "AGND": 14,
    "VREF": 15,
    "VDD": 16,
}
"""MCP3208 in its case with 16 pins."""

UNUSED_INPUTS = {"2OE": 4, "3OE": 10, "4OE": 13, "2A": 5, "3A": 9, "4A": 12}
"""Those of the three gates of a 74AHCT125 that have nothing to do. An input that hangs in the air would let it draw
more, and be restless."""

LEVEL_SHIFTER = {"1OE": 1, "1A": 2, "1Y": 3, "GND": 7, "VCC": 14} | UNUSED_INPUTS
"""A 74AHCT125, without the outputs of the three gates, which stay open; each OE is inverted."""

SENSOR = {"VCC": 1, "GND": 2, "OUT": 3}
"""A linear Hall sensor with three legs in a row (DRV5055 in a TO-92, SS49E, A1324 to A1326): from the left, with its
marked side towards you and its legs down."""

REGULATOR = {"IN": 1, "GND": 2, "EN": 3, "OUT": 5}
"""AP2112K-3.3 in its case with 5 pins."""


def header_number(controller: Controller, gpio: int) -> int:
    """The number on the header of a pin that the board file names.

    >>> header_number(Controller.PICO, 26), header_number(Controller.PI, 18)
    (31, 12)
    """
    return HEADERS[controller].index(f"{PREFIXES[controller]}{gpio}") + 1
