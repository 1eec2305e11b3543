"""The tables ``[electronics]`` and ``[electronics.pins]`` of a board file, both ways."""

from __future__ import annotations

import json
from collections.abc import Sequence

from common.toml_section import Section
from hardware.electronics import (
    BUDGETS_MA,
    LIGHT_PINS,
    MOST_SAMPLES,
    PI_PINS,
    PICO_PINS,
    Controller,
    Converter,
    Electronics,
    LightsBy,
    PicoPins,
    PiPins,
    SpiPins,
)
from hardware.wiring import HIGHEST_CHANNEL, HIGHEST_PLACE, Wiring

_ON_THE_PICO = ("enable", "outputs", "clock", "mosi", "miso", "chip", "straps")
_ON_THE_PI = ("spi_bus", "spi_device", "status")
_BY_SPI = ("clock", "mosi", "miso", "chip", "channels")


def read_electronics(section: Section) -> Electronics:
    """The electronics that this table describes.

    :raises FaultyFileError: if it describes none that is possible.
    """
    plain = Electronics()
    on_a_pi = section.deciding("controller", plain.controller, tuple(Controller)) == Controller.PI
    if on_a_pi:
        section.one_of("converter", Converter.MCP3208, (Converter.MCP3208,))
    pins = _pi_pins(section) if on_a_pi else _pico_pins(section)
    return section.made(
        lambda: Electronics(
            revision=section.whole("revision", plain.revision, range(8)),
            samples=section.whole("samples", plain.samples, range(1, MOST_SAMPLES + 1)),
            budget_ma=section.whole("budget_ma", plain.budget_ma, BUDGETS_MA),
            wiring=Wiring(
                section.wholes("sensors", plain.wiring.sensors, range(HIGHEST_CHANNEL + 1)),
                section.wholes("lights", plain.wiring.lights, range(HIGHEST_PLACE + 1)),
            ),
            pins=pins,
        ),
        Electronics(pins=pins),
    )


def _pico_pins(section: Section) -> PicoPins:
    section.only_with("lights_by", 'controller = "pi"')
    by_spi = section.deciding("converter", Converter.PICO, tuple(Converter)) == Converter.MCP3208
    pins, plain, spi = section.section("pins"), PicoPins(), SpiPins()
    for key in _ON_THE_PI:
        pins.only_with(key, 'controller = "pi"')
    for key in ("outputs",) if by_spi else _BY_SPI:
        pins.only_with(key, f'converter = "{Converter.PICO if by_spi else Converter.MCP3208}"')
    a, b, c, d = pins.wholes("select", plain.select, PICO_PINS)
    low, middle, high = pins.wholes("straps", plain.straps, PICO_PINS)
    return pins.made(
        lambda: PicoPins(
            select=(a, b, c, d),
            enable=pins.whole("enable", plain.enable, PICO_PINS),
            outputs=plain.outputs if by_spi else _two(pins.wholes("outputs", plain.outputs, PICO_PINS)),
            spi=SpiPins(
                clock=pins.whole("clock", spi.clock, PICO_PINS),
                mosi=pins.whole("mosi", spi.mosi, PICO_PINS),
                miso=pins.whole("miso", spi.miso, PICO_PINS),
                chip=pins.whole("chip", spi.chip, PICO_PINS),
                channels=_two(pins.wholes("channels", spi.channels, range(8))),
            )
            if by_spi
            else None,
            lights=pins.whole("lights", plain.lights, PICO_PINS),
            done=pins.whole("done", plain.done, PICO_PINS),
            undo=pins.whole("undo", plain.undo, PICO_PINS),
            straps=(low, middle, high),
        ),
        plain,
    )


def _pi_pins(section: Section) -> PiPins:
    plain = PiPins()
    lights_by = LightsBy(section.deciding("lights_by", plain.lights_by, tuple(LightsBy)))
    pins = section.section("pins")
    for key in _ON_THE_PICO:
        pins.only_with(key, 'controller = "pico"')
    a, b, c, d = pins.wholes("select", plain.select, PI_PINS)
    return pins.made(
        lambda: PiPins(
            lights_by=lights_by,
            select=(a, b, c, d),
            spi_bus=pins.whole("spi_bus", 1 if lights_by is LightsBy.SPI else plain.spi_bus, (0, 1)),
            spi_device=pins.whole("spi_device", plain.spi_device, range(3)),
            channels=_two(pins.wholes("channels", plain.channels, range(8))),
            lights=pins.whole("lights", LIGHT_PINS[lights_by][0], PI_PINS),
            done=pins.whole("done", plain.done, PI_PINS),
            undo=pins.whole("undo", plain.undo, PI_PINS),
            status=pins.whole("status", plain.status, PI_PINS),
        ),
        plain,
    )


def describe_electronics(electronics: Electronics) -> str:
    """The two tables with every value in them, and what the pins ask of the machine as remarks."""
    pins = electronics.pins
    kind = f'lights_by = "{pins.lights_by}"' if isinstance(pins, PiPins) else f'converter = "{electronics.converter}"'
    lines = _pi_lines(pins) if isinstance(pins, PiPins) else _pico_lines(pins)
    notes = "".join(f"# {note}\n" for note in electronics.notes)
    return f"""\
[electronics]
controller = "{electronics.controller}"
{kind}
revision = {electronics.revision}
samples = {electronics.samples}
budget_ma = {electronics.budget_ma}
# The inputs of the multiplexers that a1 to e1 are on (16 and more: of the second), then those of a2 to e2, ...
sensors = {_by_rank(electronics.wiring.sensors)}
# The places of their lights on the strip, counted from 0.
lights = {_by_rank(electronics.wiring.lights)}

[electronics.pins]
{notes}{"".join(f"{key} = {json.dumps(value)}{chr(10)}" for key, value in lines.items())}"""


def _pico_lines(pins: PicoPins) -> dict[str, object]:
    shared: dict[str, object] = {"select": pins.select, "enable": pins.enable}
    measured: dict[str, object] = {"outputs": pins.outputs}
    if pins.spi is not None:
        measured = {key: getattr(pins.spi, key) for key in _BY_SPI}
    return shared | measured | {key: getattr(pins, key) for key in ("lights", "done", "undo", "straps")}


def _pi_lines(pins: PiPins) -> dict[str, object]:
    keys = ("select", "spi_bus", "spi_device", "channels", "lights", "done", "undo", "status")
    return {key: getattr(pins, key) for key in keys}


def _by_rank(values: Sequence[int]) -> str:
    ranks = (", ".join(map(str, values[start : start + 5])) for start in range(0, len(values), 5))
    return "[\n" + "".join(f"    {rank},\n" for rank in ranks) + "]"


def _two(values: tuple[int, ...]) -> tuple[int, int]:
    first, second = values
    return first, second
