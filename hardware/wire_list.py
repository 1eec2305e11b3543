"""The wires of a board, derived from its electronics: which pins of headers and chips are soldered together; and tables
of them for building.

The drawings of ``docs/build.md`` and ``thera board wiring`` are both made from this list. A pin has the name that is
printed beside it or in the data sheet, and its number on the part; ``docs/build/wiring.md`` names the sources that they
were compared with.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from hardware.board_file import BoardFile
from hardware.electronics import PI_BUSES, Controller, Converter, Electronics, PicoPins, PiPins
from hardware.geometry import square_name
from hardware.wiring import INPUTS

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
CONTROLLERS = {Controller.PICO: "Raspberry Pi Pico", Controller.PI: "the Raspberry Pi's own pins"}

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
"""Inputs of the three unused gates of a 74AHCT125. Open inputs would increase its current and make it unstable."""

LEVEL_SHIFTER = {"1OE": 1, "1A": 2, "1Y": 3, "GND": 7, "VCC": 14} | UNUSED_INPUTS
"""A 74AHCT125, without the outputs of the three gates, which stay open; each OE is inverted."""

SENSOR = {"VCC": 1, "GND": 2, "OUT": 3}
"""A linear Hall sensor with three legs in a row (DRV5055 in a TO-92, SS49E, A1324 to A1326): from the left, with its
printed side towards you and its legs down."""

SENSOR_SOT_23 = {"VCC": 1, "OUT": 2, "GND": 3}
"""A DRV5055 in the small surface-mount case."""

HX711 = {"VDD": 1, "GND": 5, "SCK": 11, "DT": 12, "VCC": 16}
"""An HX711 on a module with a pin for each supply, by the names on it and the pins of the chip: VDD is VSUP (the
analogue supply, also of the cell), GND AGND, SCK PD_SCK, DT DOUT, and VCC DVDD."""

REGULATOR = {"IN": 1, "GND": 2, "EN": 3, "OUT": 5}
"""AP2112K-3.3 in its case with 5 pins."""


def header_number(controller: Controller, gpio: int) -> int:
    """Return the number on the header of a pin in the board file.

    >>> header_number(Controller.PICO, 26), header_number(Controller.PI, 18)
    (31, 12)
    """
    return HEADERS[controller].index(f"{PREFIXES[controller]}{gpio}") + 1


class Part(StrEnum):
    """The parts at the ends of wires."""

    CONTROLLER = "controller"
    MULTIPLEXER_A = "multiplexer A"
    MULTIPLEXER_B = "multiplexer B"
    CONVERTER = "MCP3208"
    REGULATOR = "3.3 V regulator"
    SENSORS = "sensors"
    RING = "ring"
    SHIFTER = "74AHCT125"
    LIGHTS = "lights"
    SUPPLY = "5 V supply"
    DONE = "Done button"
    UNDO = "Undo button"
    STATUS = "status LED"
    GROUND = "ground"
    CELL_1 = "HX711 of cell 1"
    CELL_2 = "HX711 of cell 2"
    CELL_3 = "HX711 of cell 3"
    CELL_4 = "HX711 of cell 4"


CELLS = (Part.CELL_1, Part.CELL_2, Part.CELL_3, Part.CELL_4)


class Group(StrEnum):
    """The purpose of a wire."""

    READING = "reading the sensors"
    LIGHTS = "lights"
    RIM = "buttons and the rest"
    POWER = "power"
    SCALE = "the scale"


MULTIPLEXERS = (Part.MULTIPLEXER_A, Part.MULTIPLEXER_B)


@dataclass(frozen=True, slots=True)
class HeaderPin:
    """A pin of a part, with its number on the part if it has one."""

    part: Part
    name: str
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Wire:
    """A wire: all ``ends`` are connected; ``through`` is soldered in between the first and the others, and ``also`` is
    connected besides."""

    group: Group
    ends: tuple[HeaderPin, ...]
    through: str = ""
    also: str = ""


@dataclass(frozen=True, slots=True)
class SensorInput:
    """The input of a multiplexer for a sensor: its name on modules, and the pin of the chip."""

    multiplexer: Part
    name: str
    number: int


def sensor_input(channel: int) -> SensorInput:
    """Return the input that the sensor of this channel is soldered to.

    >>> sensor_input(17)
    SensorInput(multiplexer=<Part.MULTIPLEXER_B: 'multiplexer B'>, name='C1', number=8)
    """
    name = f"C{channel % INPUTS}"
    return SensorInput(MULTIPLEXERS[channel // INPUTS], name, MULTIPLEXER[name])


def measured_at(electronics: Electronics) -> tuple[HeaderPin, HeaderPin]:
    """Return the pins that measure the outputs of multiplexers A and B."""
    match electronics.pins:
        case PicoPins(spi=None, outputs=(first, second)):
            return _gpio(Controller.PICO, first), _gpio(Controller.PICO, second)
        case PicoPins(spi=spi) if spi is not None:
            first, second = spi.channels
        case PiPins(channels=(first, second)):
            pass
    return _converter(f"CH{first}"), _converter(f"CH{second}")


def wires(electronics: Electronics) -> tuple[Wire, ...]:
    """Return every wire except for those from sensors to multiplexers (``sensor_input``) and from light to light."""
    parts = (_reading, _lights, _rim, _power, _scale)
    return tuple(wire for part in parts for wire in part(electronics))


def _reading(electronics: Electronics) -> list[Wire]:
    controller, pins = electronics.controller, electronics.pins
    found = [
        Wire(Group.READING, (_gpio(controller, gpio), *(_multiplexer(part, f"S{bit}") for part in MULTIPLEXERS)))
        for bit, gpio in enumerate(pins.select)
    ]
    enable = _gpio(controller, pins.enable) if isinstance(pins, PicoPins) else HeaderPin(Part.GROUND, "GND")
    found.append(Wire(Group.READING, (enable, *(_multiplexer(part, "EN") for part in MULTIPLEXERS))))
    found += [
        Wire(Group.READING, (at, _multiplexer(part, "SIG")))
        for part, at in zip(MULTIPLEXERS, measured_at(electronics), strict=True)
    ]
    found += [Wire(Group.READING, (_gpio(controller, gpio), _converter(name))) for name, gpio in _converter_pins(pins)]
    return found + _ring(pins)


def _ring(pins: PicoPins | PiPins) -> list[Wire]:
    """Return the wires of the two buses of a ring of sensors; each goes on from one of its four sensors to the next."""
    if not isinstance(pins, PicoPins) or pins.ring is None:
        return []
    names = (f"{name} of sensors A{bus} to D{bus}" for bus in (0, 1) for name in ("SDA", "SCL"))
    return [
        Wire(Group.READING, (_gpio(Controller.PICO, gpio), HeaderPin(Part.RING, name)), also="2.2 kΩ to 3.3 V")
        for gpio, name in zip(pins.ring, names, strict=True)
    ]


def _converter_pins(pins: PicoPins | PiPins) -> tuple[tuple[str, int], ...]:
    match pins:
        case PicoPins(spi=None):
            return ()
        case PicoPins(spi=spi) if spi is not None:
            return ("CLK", spi.clock), ("DIN", spi.mosi), ("DOUT", spi.miso), ("CS", spi.chip)
        case PiPins(spi_bus=number, spi_device=device):
            bus = PI_BUSES[number]
            return ("CLK", bus.clock), ("DIN", bus.mosi), ("DOUT", bus.miso), ("CS", bus.chips[device])
    raise AssertionError(pins)


def _lights(electronics: Electronics) -> list[Wire]:
    data = _gpio(electronics.controller, electronics.pins.lights)
    return [
        Wire(Group.LIGHTS, (data, _shifter("1A")), also="10 kΩ to GND: no light while nobody drives it"),
        Wire(Group.LIGHTS, (_shifter("1Y"), HeaderPin(Part.LIGHTS, "DIN of the first")), through="330 Ω"),
        Wire(Group.LIGHTS, (HeaderPin(Part.GROUND, "GND"), _shifter("1OE"), *map(_shifter, UNUSED_INPUTS))),
    ]


def _rim(electronics: Electronics) -> list[Wire]:
    controller, pins = electronics.controller, electronics.pins
    ground = HeaderPin(Part.GROUND, "GND")
    found = [
        Wire(Group.RIM, (_gpio(controller, gpio), ground), through=part)
        for part, gpio in ((Part.DONE, pins.done), (Part.UNDO, pins.undo))
    ]
    if isinstance(pins, PiPins):
        return [
            *found,
            Wire(Group.RIM, (_gpio(controller, pins.status), ground), through=f"{Part.STATUS}, 1 kΩ"),
        ]
    tied = [gpio for bit, gpio in enumerate(pins.straps) if electronics.revision >> bit & 1]
    return found + [Wire(Group.RIM, (_gpio(controller, gpio), ground), through="a strap") for gpio in tied]


def _power(electronics: Electronics) -> list[Wire]:
    controller = electronics.controller
    five = _header(controller, "VSYS" if controller is Controller.PICO else "5V")
    regulated = [_sensor("VCC"), *(_multiplexer(part, "VCC") for part in MULTIPLEXERS)]
    grounds = [_sensor("GND"), *(_multiplexer(part, "GND") for part in MULTIPLEXERS)]
    if isinstance(electronics.pins, PicoPins) and electronics.pins.ring is not None:
        regulated.append(HeaderPin(Part.RING, "VCC"))
        grounds.append(HeaderPin(Part.RING, "GND"))
    # The converter's reference is the supply of the sensors.
    if electronics.converter is Converter.PICO:
        regulated.append(_header(controller, "ADC_VREF"))
        grounds.append(_header(controller, "AGND"))
    else:
        regulated += [_converter("VDD"), _converter("VREF")]
        grounds += [_converter("AGND"), _converter("DGND")]
    data = _gpio(controller, electronics.pins.lights)
    plus, minus = HeaderPin(Part.SUPPLY, "+"), HeaderPin(Part.SUPPLY, "-")
    return [
        Wire(Group.POWER, (five, _regulator("IN"), _regulator("EN")), also="1 µF to GND at the regulator"),
        Wire(Group.POWER, (_regulator("OUT"), *regulated), also="1 µF at the regulator, 100 nF at each part"),
        Wire(Group.POWER, (_ground_beside(controller, five), _regulator("GND"), *grounds)),
        Wire(
            Group.POWER,
            (plus, HeaderPin(Part.LIGHTS, "5V"), _shifter("VCC")),
            through="a fuse of 2 A",
            also="1000 µF at the first light, 100 nF at the 74AHCT125",
        ),
        Wire(Group.POWER, (minus, HeaderPin(Part.LIGHTS, "GND"), _shifter("GND"), _ground_beside(controller, data))),
    ]


def _scale(electronics: Electronics) -> list[Wire]:
    """Return the wires of the converters of a scale. Each is on a module, to which its load cell is soldered."""
    pins = electronics.pins
    if not isinstance(pins, PicoPins) or pins.scale is None:
        return []
    controller = electronics.controller
    clock = _gpio(controller, pins.scale.clock)
    five, three = _header(controller, "VBUS"), _header(controller, "3V3(OUT)")
    return [
        Wire(Group.SCALE, (clock, *(HeaderPin(cell, "SCK", HX711["SCK"]) for cell in CELLS))),
        *(
            Wire(Group.SCALE, (_gpio(controller, gpio), HeaderPin(cell, "DT", HX711["DT"])))
            for cell, gpio in zip(CELLS, pins.scale.outputs, strict=True)
        ),
        Wire(Group.SCALE, (three, *(HeaderPin(cell, "VCC", HX711["VCC"]) for cell in CELLS))),
        Wire(
            Group.SCALE,
            (five, *(HeaderPin(cell, "VDD", HX711["VDD"]) for cell in CELLS)),
            also="a module with one supply pin: VCC to 3V3(OUT), nothing to 5 V",
        ),
        Wire(
            Group.SCALE,
            (_free_ground(electronics), *(HeaderPin(cell, "GND", HX711["GND"]) for cell in CELLS)),
        ),
    ]


def _ground_beside(controller: Controller, pin: HeaderPin) -> HeaderPin:
    """Return the nearest ground on the header to a pin."""
    grounds = [number for number, name in enumerate(HEADERS[controller], 1) if name == "GND"]
    return HeaderPin(Part.CONTROLLER, "GND", min(grounds, key=lambda number: abs(number - (pin.number or 0))))


def _free_ground(electronics: Electronics) -> HeaderPin:
    """Return the first ground on the header that no wire of a board without a scale has."""
    taken = {end for part in (_lights, _rim, _power) for wire in part(electronics) for end in wire.ends}
    header = HEADERS[electronics.controller]
    grounds = [HeaderPin(Part.CONTROLLER, name, number) for number, name in enumerate(header, 1) if name == "GND"]
    return next(ground for ground in grounds if ground not in taken)


def _gpio(controller: Controller, gpio: int) -> HeaderPin:
    return HeaderPin(Part.CONTROLLER, f"{PREFIXES[controller]}{gpio}", header_number(controller, gpio))


def _header(controller: Controller, name: str) -> HeaderPin:
    return HeaderPin(Part.CONTROLLER, name, HEADERS[controller].index(name) + 1)


def _sensor(name: str) -> HeaderPin:
    return HeaderPin(Part.SENSORS, name, SENSOR[name])


def _multiplexer(part: Part, name: str) -> HeaderPin:
    return HeaderPin(part, name, MULTIPLEXER[name])


def _converter(name: str) -> HeaderPin:
    return HeaderPin(Part.CONVERTER, name, MCP3208[name])


def _shifter(name: str) -> HeaderPin:
    return HeaderPin(Part.SHIFTER, name, LEVEL_SHIFTER[name])


def _regulator(name: str) -> HeaderPin:
    return HeaderPin(Part.REGULATOR, name, REGULATOR[name])


# ---- Tables


def wire_tables(board: BoardFile) -> str:
    """Return all wires of a board by purpose, then each square's sensor and light."""
    electronics = board.electronics
    listed = wires(electronics)
    parts = [
        f"{board.name}: {CONTROLLERS[electronics.controller]}, measured by"
        f" {'its own converter' if electronics.converter is Converter.PICO else 'an MCP3208'}.",
        "Behind each name is the number of the pin on the header or the chip. On a module go by the names.",
    ]
    used = {wire.group for wire in listed}
    parts += [f"\n{group.value.capitalize()}\n{_wires(listed, group)}" for group in Group if group in used]
    parts.append(f"\nSquares\n{_squares(board)}")
    parts.append(f"\nThe strip, each light's DOUT to the DIN of the next:\n{' '.join(strip(board))}")
    parts += [f"\n{note}" for note in electronics.notes]
    return "\n".join(parts) + "\n"


def strip(board: BoardFile) -> list[str]:
    """Return the squares of the board in the order of their lights on the strip; ``-`` for a light without a square."""
    lights = board.electronics.wiring.lights
    names = {lights[square]: square_name(square) for square in board.geometry.squares}
    return [names.get(place, "-") for place in range(max(names) + 1)]


def _wires(listed: Iterable[Wire], group: Group) -> str:
    rows = []
    for wire in listed:
        if wire.group is group:
            first, *others = wire.ends
            for number, end in enumerate(_to(others)):
                start = ("", "") if number else (_pin(first), wire.through)
                rows.append((*start, end, "" if number else wire.also))
    return _table(("from", "through", "to", "besides"), rows)


def _to(ends: Sequence[HeaderPin]) -> list[str]:
    """Return the ends of a wire; the same pin of both multiplexers is one of them."""
    found = []
    for end in ends:
        both = all(HeaderPin(part, end.name, end.number) in ends for part in MULTIPLEXERS)
        if end.part not in MULTIPLEXERS or not both:
            found.append(_pin(end))
        elif end.part is MULTIPLEXERS[0]:
            found.append(f"both multiplexers {end.name} ({end.number})")
    return found


def _squares(board: BoardFile) -> str:
    wiring, pins = board.electronics.wiring, measured_at(board.electronics)
    rows = []
    for square in board.geometry.squares:
        at = sensor_input(wiring.sensors[square])
        pin = pins[MULTIPLEXERS.index(at.multiplexer)]
        rows.append(
            (square_name(square), f"{at.multiplexer} {at.name} ({at.number})", _pin(pin), str(wiring.lights[square]))
        )
    return _table(("square", "its sensor at", "measured at", "its light's place, from 0"), rows)


def _pin(pin: HeaderPin) -> str:
    number = "" if pin.number is None else f" ({pin.number})"
    part = "" if pin.part in {"controller", "ground"} else f"{pin.part} "
    return f"{part}{pin.name}{number}"


def _table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    """Return columns as wide as necessary; an empty column is left out."""
    used = [column for column in range(len(head)) if any(row[column] for row in rows)]
    lines = [[row[column] for column in used] for row in (head, *rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(used))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in lines
    )
