"""The electronics of a board by its board file: the controller that reads the sensors and drives the lights, the
converter, and the pins. Invalid values are refused at creation."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from common.toml_section import Section
from hardware.board import SQUARE_COUNT
from hardware.wiring import HIGHEST_CHANNEL, HIGHEST_PLACE, Wiring

PICO_PINS = (*range(23), 26, 27, 28)
"""The pins of a Pico that lead out; it uses 23 to 25 and 29 itself."""

PICO_ANALOGUE = range(26, 29)
"""The pins that the Pico's converter measures."""

PI_PINS = range(2, 28)
"""The free pins (BCM numbers) of a Pi; 0 and 1 are reserved for boards on top of it."""

SAMPLES = (8, 16, 32, 64)
"""The numbers of conversions that a reading may be the mean of."""

LEAST_SCAN_HZ, MOST_SCAN_HZ = 10, 100
"""The least and the most scans a second that a board file may ask for."""

BUDGETS_MA = range(100, 5001)


class Controller(StrEnum):
    """The part that reads the sensors and drives the lights: a Pico on USB, or the pins of the Pi itself."""

    PICO = "pico"
    PI = "pi"


class Converter(StrEnum):
    """The part that measures the sensors: the Pico's own converter, or an MCP3208."""

    PICO = "pico"
    MCP3208 = "mcp3208"


_KEPT_BY_A_PICO = {
    Converter.PICO: dict(zip(SAMPLES, (MOST_SCAN_HZ, 84, 55, 32), strict=True)),
    Converter.MCP3208: dict(zip(SAMPLES, (40, 24, 13, 7), strict=True)),
}
"""The scans a second that the firmware makes at most, which leave a third of the time for other work: measured on the
emulated chip (``make chip``), less one or two, since the firmware measures its time itself. A scan of the own converter
takes 4.9, 6.9, 11.1 and 19.3 ms, one of an MCP3208 14.8, 25.3, 46.3 and 88.3 ms."""

_KEPT_WITH_A_RING = {
    Converter.PICO: dict(zip(SAMPLES, (73, 59, 42, 27), strict=True)),
    Converter.MCP3208: dict(zip(SAMPLES, (32, 20, 12, 7), strict=True)),
}
"""The same with a ring of sensors, which takes 3.9 ms besides: measured as well with 8 samples, 16 of its own converter
and 8 of an MCP3208, and the others computed."""


RING_ADDRESSES = (0x35, 0x22, 0x78, 0x44)
"""The addresses of a TMAG5273 on I2C, of its types A, B, C and D: four fit on a bus (its data sheet, SLYS045)."""

RING_PINS = {Converter.PICO: (4, 5, 18, 19), Converter.MCP3208: (4, 5, 26, 27)}
"""The usual pins of a ring: data and clock of I2C 0, then of I2C 1, where the converter leaves pins free."""


KEPT_BESIDE_A_SCALE = 0.8
"""The share of them that a board with a scale makes: measured on the emulated chip, which made 85 of 100 beside 69
readings of the scale a second."""


class LightsBy(StrEnum):
    """The part of a Pi that generates the signal for the lights."""

    PWM = "pwm"
    PCM = "pcm"
    SPI = "spi"


LIGHT_PINS = {LightsBy.PWM: (18, 12, 13, 19), LightsBy.PCM: (21,), LightsBy.SPI: (10,)}
"""The pins of a Pi that can drive lights, the usual one first."""


@dataclass(frozen=True, slots=True)
class PiBus:
    """An SPI bus of a Pi: its three lines, and the chip select of each of its devices, as BCM numbers."""

    clock: int
    mosi: int
    miso: int
    chips: tuple[int, ...]


PI_BUSES = (PiBus(11, 10, 9, (8, 7)), PiBus(21, 20, 19, (18, 17, 16)))
"""SPI 0 and SPI 1."""


@dataclass(frozen=True, slots=True)
class SpiPins:
    """The pins of a Pico for its MCP3208, and the two channels of the converter for the multiplexers. Clock, MOSI and
    MISO must belong to the same one of the Pico's two SPI blocks: ``block``."""

    clock: int = 18
    mosi: int = 19
    miso: int = 16
    chip: int = 17
    channels: tuple[int, int] = (0, 1)

    def __post_init__(self) -> None:
        roles = (("clock", self.clock, 2), ("mosi", self.mosi, 3), ("miso", self.miso, 0))
        for name, pin, place in roles:
            if pin % 4 != place or _block(pin) != _block(self.clock):
                raise ValueError(
                    f"{name} = {pin} is not possible: on a Pico, clock, mosi and miso are 2, 3 and 0 (or 6, 7 and 4;"
                    " 18, 19 and 16) of SPI 0, or 10, 11 and 8 (or 14, 15 and 12; 26, 27 and 28) of SPI 1"
                )
        _check_channels(self.channels)

    @property
    def block(self) -> int:
        """The SPI block of the Pico: 0 or 1."""
        return _block(self.clock)


@dataclass(frozen=True, slots=True)
class ScalePins:
    """The pins of a Pico for the four HX711 of a scale: the ``clock`` that all share, and the data line of each."""

    clock: int = 3
    outputs: tuple[int, int, int, int] = (9, 15, 22, 28)


@dataclass(frozen=True, slots=True)
class PicoPins:
    """The pins of a Pico. The four ``select`` lines go to both multiplexers, lowest bit first, and so does ``enable``;
    the outputs of the multiplexers go to ``outputs`` (its own converter), or to an MCP3208 on ``spi``. The ``straps``
    encode the board's revision, lowest bit first: tied to ground is a 1, open a 0. A ``ring`` of sensors is on data and
    clock of I2C 0, and on data and clock of I2C 1; None without a ring. A board that weighs has a ``scale``."""

    select: tuple[int, int, int, int] = (10, 11, 12, 13)
    enable: int = 14
    outputs: tuple[int, int] = (26, 27)
    spi: SpiPins | None = None
    lights: int = 2
    done: int = 20
    undo: int = 21
    straps: tuple[int, int, int] = (6, 7, 8)
    scale: ScalePins | None = None
    ring: tuple[int, int, int, int] | None = None

    def __post_init__(self) -> None:
        used = [
            *_named("select", self.select),
            ("enable", self.enable),
            ("lights", self.lights),
            ("done", self.done),
            ("undo", self.undo),
            *_named("straps", self.straps),
        ]
        if self.spi is None:
            used += _named("outputs", self.outputs)
            if any(pin not in PICO_ANALOGUE for pin in self.outputs):
                raise ValueError(f"outputs are two of 26, 27 and 28, which a Pico can measure, not {self.outputs}")
        else:
            used += [(name, getattr(self.spi, name)) for name in ("clock", "mosi", "miso", "chip")]
        if self.scale is not None:
            used += [("scale_clock", self.scale.clock), *_named("scale_outputs", self.scale.outputs)]
        if self.ring is not None:
            used += _named("ring", self.ring)
            if any(pin % 4 != place for place, pin in enumerate(self.ring)):
                raise ValueError(
                    f"ring = {list(self.ring)} is not possible: on a Pico, data and clock of I2C 0 are 0 and 1 (or 4"
                    " and 5; 8 and 9; 12 and 13; 16 and 17; 20 and 21), those of I2C 1 are 2 and 3 (or 6 and 7; 10 and"
                    " 11; 14 and 15; 18 and 19; 26 and 27)"
                )
        _check_pins(used, PICO_PINS, "a Pico: 0 to 22 and 26 to 28")


@dataclass(frozen=True, slots=True)
class PiPins:
    """The pins of a Pi, by their BCM numbers. The four ``select`` lines go to both multiplexers, lowest bit first;
    their outputs go to the two ``channels`` of the MCP3208, which is device ``spi_device`` of SPI bus ``spi_bus``."""

    lights_by: LightsBy = LightsBy.PWM
    select: tuple[int, int, int, int] = (5, 6, 16, 26)
    spi_bus: int = 0
    spi_device: int = 0
    channels: tuple[int, int] = (0, 1)
    lights: int = 18
    done: int = 17
    undo: int = 27
    status: int = 22

    def __post_init__(self) -> None:
        allowed = LIGHT_PINS[self.lights_by]
        if self.lights not in allowed:
            raise ValueError(
                f'lights = {self.lights} cannot be with lights_by = "{self.lights_by}", which is on'
                f" {' or '.join(map(str, allowed))}"
            )
        if self.lights_by is LightsBy.SPI and self.spi_bus == 0:
            raise ValueError(
                'lights_by = "spi" needs SPI 0 for itself; put the MCP3208 on SPI 1 (spi_bus = 1: clock 21, mosi 20,'
                " miso 19, chip 18)"
            )
        if self.spi_bus not in (0, 1) or self.spi_device not in range(2 + self.spi_bus):
            raise ValueError(f"there is no device {self.spi_device} on SPI {self.spi_bus}")
        _check_channels(self.channels)
        used = [*_named("select", self.select), ("done", self.done), ("undo", self.undo), ("status", self.status)]
        for number in sorted({bus for bus, _ in self.spi_ports}):
            bus = PI_BUSES[number]
            used += [(f"the clock of SPI {number}", bus.clock), (f"MOSI of SPI {number}", bus.mosi)]
            used.append((f"MISO of SPI {number}", bus.miso))
            # The kernel reserves both chip selects of SPI 0, and of SPI 1 those that the overlay names.
            chips = bus.chips[: self.spi_device + 1] if number else bus.chips
            used += [(f"CE{device} of SPI {number}", pin) for device, pin in enumerate(chips)]
        if self.lights_by is not LightsBy.SPI:
            used.append(("lights", self.lights))
        _check_pins(used, PI_PINS, "a Pi: 2 to 27")

    @property
    def spi_ports(self) -> tuple[tuple[int, int], ...]:
        """The bus and device of the MCP3208, then those of the lights if they use one."""
        lights = ((0, 0),) if self.lights_by is LightsBy.SPI else ()
        return ((self.spi_bus, self.spi_device), *lights)

    @property
    def overlay(self) -> str:
        """The overlay that config.txt needs for the MCP3208 besides SPI; empty for SPI 0."""
        return f"spi1-{self.spi_device + 1}cs" if self.spi_bus == 1 else ""

    @property
    def notes(self) -> tuple[str, ...]:
        """What these pins need in the Pi's settings, a sentence each."""
        own = {*self.select, self.done, self.undo, self.status}
        notes = []
        if own & {2, 3}:
            notes.append("GPIO 2 and 3 are those of I2C and have resistors to 3.3 V: leave I2C off.")
        if own & {14, 15}:
            notes.append("GPIO 14 and 15 are those of the serial console: turn that off.")
        if self.overlay:
            notes.append(f"SPI 1 needs dtoverlay={self.overlay} in config.txt.")
        match self.lights_by:
            case LightsBy.PWM:
                notes.append("Lights by PWM need root, and the Pi's own sound off: dtparam=audio=off in config.txt.")
            case LightsBy.PCM:
                notes.append("Lights by PCM need root, and no sound board on the Pi's pins.")
            case LightsBy.SPI:
                notes.append(
                    "Lights by SPI need a steady clock, in config.txt: core_freq=250 on a Pi 3 or Zero 2 W,"
                    " core_freq=500 and core_freq_min=500 on a Pi 4, nothing on a Pi 5."
                )
        return tuple(notes)


@dataclass(frozen=True, slots=True)
class Electronics:
    """The electronics of a board. ``revision`` (0 to 7) is encoded by its straps, ``samples`` is the number of
    conversions of a reading (8, 16, 32 or 64), ``budget_ma`` the current of its supply for the lights, and ``wiring``
    the wiring.

    :raises ValueError: for impossible values.
    """

    revision: int = 0
    samples: int = 8
    budget_ma: int = 800
    wiring: Wiring = field(default_factory=Wiring.straight)
    pins: PicoPins | PiPins = field(default_factory=PicoPins)

    def __post_init__(self) -> None:
        if self.revision not in range(8):
            raise ValueError(f"revision is 0 to 7, not {self.revision}")
        if self.samples not in SAMPLES:
            raise ValueError(f"samples is one of {', '.join(map(str, SAMPLES))}, not {self.samples}")
        if self.fastest_hz < LEAST_SCAN_HZ:
            raise ValueError(
                f"samples = {self.samples} is not possible with an MCP3208 at a Pico, which then makes"
                f" {self.fastest_hz} scans a second; {LEAST_SCAN_HZ} are the least"
            )
        if self.budget_ma not in BUDGETS_MA:
            raise ValueError(f"budget_ma is {BUDGETS_MA[0]} to {BUDGETS_MA[-1]}, not {self.budget_ma}")

    @property
    def controller(self) -> Controller:
        """The part that reads the sensors and drives the lights."""
        return Controller.PI if isinstance(self.pins, PiPins) else Controller.PICO

    @property
    def converter(self) -> Converter:
        """The part that measures the sensors."""
        own = isinstance(self.pins, PicoPins) and self.pins.spi is None
        return Converter.PICO if own else Converter.MCP3208

    @property
    def fastest_hz(self) -> int:
        """The most scans a second that a board file may ask for. A Pi has no limit of its own: it takes all conversions
        only of a square that changes."""
        if self.controller is Controller.PI:
            return MOST_SCAN_HZ
        ringed = isinstance(self.pins, PicoPins) and self.pins.ring is not None
        weighs = isinstance(self.pins, PicoPins) and self.pins.scale is not None
        kept = (_KEPT_WITH_A_RING if ringed else _KEPT_BY_A_PICO)[self.converter][self.samples]
        return int(kept * KEPT_BESIDE_A_SCALE) if weighs else kept

    @property
    def lights_budget_ma(self) -> int:
        """The current left for the lights of the squares; the others on the strip are dark and draw 1 mA each."""
        return self.budget_ma - (max(self.wiring.lights) + 1 - SQUARE_COUNT)

    @property
    def notes(self) -> tuple[str, ...]:
        """What its pins need in the settings of their machine, a sentence each."""
        return self.pins.notes if isinstance(self.pins, PiPins) else ()


def _block(pin: int) -> int:
    """Return the SPI block of a Pico that a pin belongs to."""
    return pin // 8 % 2


def _named(name: str, pins: Iterable[int]) -> list[tuple[str, int]]:
    return [(f"{name}[{index}]", pin) for index, pin in enumerate(pins)]


def _check_channels(channels: tuple[int, int]) -> None:
    if len(set(channels)) != 2 or any(channel not in range(8) for channel in channels):
        raise ValueError(f"channels are two of 0 to 7, the MCP3208's, not {list(channels)}")


def _check_pins(used: Iterable[tuple[str, int]], allowed: Iterable[int], where: str) -> None:
    """Raise ValueError for a pin that does not exist or is used twice."""
    there, by_pin = set(allowed), dict[int, str]()
    for what, pin in used:
        if pin not in there:
            raise ValueError(f"{what} = {pin} is not a free pin of {where}")
        if pin in by_pin:
            raise ValueError(f"GPIO {pin} is {by_pin[pin]} and {what} at once")
        by_pin[pin] = what


# ---- The board file
#
# Reads and writes ``[electronics]`` and ``[electronics.pins]``.


_OF_A_SCALE = ("scale_clock", "scale_outputs")
_ON_THE_PICO = ("enable", "outputs", "clock", "mosi", "miso", "chip", "straps", "ring", *_OF_A_SCALE)
_ON_THE_PI = ("spi_bus", "spi_device", "status")
_BY_SPI = ("clock", "mosi", "miso", "chip", "channels")


def read_electronics(section: Section, *, ring: bool = False, weighs: bool = False) -> Electronics:
    """Read the electronics from this section, for a board with a ``ring`` of sensors or without one, and with the pins
    of a scale if it ``weighs``.

    :raises FaultyFileError: if its values are impossible.
    """
    plain = Electronics()
    on_a_pi = section.deciding("controller", plain.controller, tuple(Controller)) == Controller.PI
    if on_a_pi:
        section.one_of("converter", Converter.MCP3208, (Converter.MCP3208,))
    if on_a_pi and ring:
        section.wrong("controller", f'"{Controller.PICO}" for a board with a [ring]', Controller.PI)
    if on_a_pi and weighs:
        allowed = (
            'only "pico" for a board with a [scale], since a Pi may keep the clock of its converters high for more than'
            " the 60 us that turn them off"
        )
        section.wrong("controller", allowed, str(Controller.PI))
    pins = _pi_pins(section) if on_a_pi else _pico_pins(section, ring=ring, weighs=weighs)
    return section.made(
        lambda: Electronics(
            revision=section.whole("revision", plain.revision, range(8)),
            samples=section.whole("samples", plain.samples, SAMPLES),
            budget_ma=section.whole("budget_ma", plain.budget_ma, BUDGETS_MA),
            wiring=Wiring(
                section.wholes("sensors", plain.wiring.sensors, range(HIGHEST_CHANNEL + 1)),
                section.wholes("lights", plain.wiring.lights, range(HIGHEST_PLACE + 1)),
            ),
            pins=pins,
        ),
        Electronics(pins=pins),
    )


def _pico_pins(section: Section, *, ring: bool, weighs: bool) -> PicoPins:
    section.only_with("lights_by", 'controller = "pi"')
    by_spi = section.deciding("converter", Converter.PICO, tuple(Converter)) == Converter.MCP3208
    pins, plain, spi = section.section("pins"), PicoPins(), SpiPins()
    for key in _ON_THE_PI:
        pins.only_with(key, 'controller = "pi"')
    for key in ("outputs",) if by_spi else _BY_SPI:
        pins.only_with(key, f'converter = "{Converter.PICO if by_spi else Converter.MCP3208}"')
    for key in () if weighs else _OF_A_SCALE:
        pins.only_with(key, "a [scale]")
    a, b, c, d = pins.wholes("select", plain.select, PICO_PINS)
    low, middle, high = pins.wholes("straps", plain.straps, PICO_PINS)
    scale = _scale_pins(pins) if weighs else None
    if not ring:
        pins.only_with("ring", "a section [ring]")
    usual = RING_PINS[Converter.MCP3208 if by_spi else Converter.PICO]
    buses = pins.wholes("ring", usual, PICO_PINS) if ring else ()
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
            scale=scale,
            ring=(buses[0], buses[1], buses[2], buses[3]) if ring else None,
        ),
        plain,
    )


def _scale_pins(pins: Section) -> ScalePins:
    plain = ScalePins()
    first, second, third, fourth = pins.wholes("scale_outputs", plain.outputs, PICO_PINS)
    return ScalePins(pins.whole("scale_clock", plain.clock, PICO_PINS), (first, second, third, fourth))


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
    """Format the two sections with all values, and with the requirements of the pins as comments."""
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
    last = ("lights", "done", "undo", "straps", *(() if pins.ring is None else ("ring",)))
    rest = {key: getattr(pins, key) for key in last}
    if pins.scale is not None:
        rest |= {"scale_clock": pins.scale.clock, "scale_outputs": pins.scale.outputs}
    return shared | measured | rest


def _pi_lines(pins: PiPins) -> dict[str, object]:
    keys = ("select", "spi_bus", "spi_device", "channels", "lights", "done", "undo", "status")
    return {key: getattr(pins, key) for key in keys}


def _by_rank(values: Sequence[int]) -> str:
    ranks = (", ".join(map(str, values[start : start + 5])) for start in range(0, len(values), 5))
    return "[\n" + "".join(f"    {rank},\n" for rank in ranks) + "]"


def _two(values: tuple[int, ...]) -> tuple[int, int]:
    first, second = values
    return first, second
