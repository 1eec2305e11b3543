"""Computes what a board draws from each of its power supplies.

The figures are estimates: for the lights by the model of ``hardware.lights``, for the sensors the maximum of their data
sheet, for the rest typical values. A supply should have a third to spare.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from hardware.board import ALL_DARK, SQUARE_COUNT, Colour, Lights
from hardware.electronics import Controller, Converter, Electronics, PicoPins
from hardware.lights import BRIGHTEST, current, limit
from hardware.scale import CELL_COUNT
from hardware.sensor_layout import RING_SENSORS

SENSOR_MA = 10.0
"""The maximum of a DRV5055; usually it draws 6 mA."""
MULTIPLEXER_MA = 0.1
CONVERTER_MA = 0.4
"""An MCP3208 at 3.3 V."""
LOAD_CELL_MA = 6.5
"""A load cell of 1 kΩ at 5 V, and its HX711, which draws 1.5 mA at most by its data sheet."""
RING_SENSOR_MA = 3.0
"""A TMAG5273 that measures without a pause draws 2.3 mA (its data sheet, SLYS045); the rest is for its pull-ups."""
PICO_MA = 40.0
"""A Pico that runs MicroPython, without the parts on its pins."""

HINTS = Lights((Colour(0, 0, 64),) * 8 + ALL_DARK.colours[8:])
"""A usual picture: eight squares in one colour."""
WHITE = Lights((Colour(BRIGHTEST, BRIGHTEST, BRIGHTEST),) * SQUARE_COUNT)


class PowerSource(StrEnum):
    """A source of current."""

    USB = "USB"
    PI = "5 V pin of the Pi"
    SUPPLY = "5 V supply of the lights"


@dataclass(frozen=True, slots=True)
class PowerDraw:
    """The current of a part in mA; ``counts`` if it is part of the maximum of its source."""

    what: str
    source: PowerSource
    milliamps: float
    counts: bool = True


def draws(electronics: Electronics) -> tuple[PowerDraw, ...]:
    """Return everything that draws current, with some pictures of the lights."""
    on_a_pico = electronics.controller is Controller.PICO
    source = PowerSource.USB if on_a_pico else PowerSource.PI
    found = [
        PowerDraw(f"{SQUARE_COUNT} sensors", source, SQUARE_COUNT * SENSOR_MA),
        PowerDraw("2 multiplexers", source, 2 * MULTIPLEXER_MA),
    ]
    if isinstance(electronics.pins, PicoPins) and electronics.pins.ring is not None:
        found.append(PowerDraw(f"{RING_SENSORS} sensors of the ring", source, RING_SENSORS * RING_SENSOR_MA))
    if electronics.converter is Converter.MCP3208:
        found.append(PowerDraw("MCP3208", source, CONVERTER_MA))
    if isinstance(electronics.pins, PicoPins) and electronics.pins.scale is not None:
        found.append(PowerDraw(f"{CELL_COUNT} load cells", source, CELL_COUNT * LOAD_CELL_MA))
    if on_a_pico:
        found.append(PowerDraw("Pico", source, PICO_MA))
    budget = electronics.budget_ma
    return (
        *found,
        PowerDraw("lights, all dark", PowerSource.SUPPLY, current(ALL_DARK), counts=False),
        PowerDraw("lights, eight squares in one colour at 64 of 255", PowerSource.SUPPLY, current(HINTS), counts=False),
        PowerDraw("lights, all white at 255, without a limit", PowerSource.SUPPLY, current(WHITE), counts=False),
        PowerDraw(
            f"lights, all white, limited to budget_ma = {budget}", PowerSource.SUPPLY, current(limit(WHITE, budget))
        ),
    )


def most(electronics: Electronics) -> dict[PowerSource, float]:
    """Return the maximum current of each source, in mA."""
    counted = [draw for draw in draws(electronics) if draw.counts]
    return {
        source: sum(draw.milliamps for draw in counted if draw.source is source)
        for source in dict.fromkeys(draw.source for draw in counted)
    }
