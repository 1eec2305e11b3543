"""The kinds of parts on the boards: what to order, and where their pads are.

Pads are those of KiCad 9's footprints, and a test compares them. Numbers to order are those of the makers.
"""

from __future__ import annotations

from circuit_boards.board_design import Assembly, LandPattern, OrderedPart, Pad, PartKind, Point

# How pads are counted: down the left side and up the right one.


def _two(library: str, aside: float, size: Point) -> LandPattern:
    return LandPattern(library, (Pad("1", (-aside, 0.0), size), Pad("2", (aside, 0.0), size)))


def _row(library: str, count: int, pitch: float, size: Point, drill: float) -> LandPattern:
    return LandPattern(library, tuple(Pad(f"{n + 1}", (n * pitch, 0.0), size, drill) for n in range(count)))


def _two_sides(library: str, count: int, aside: float, pitch: float, size: Point) -> LandPattern:
    """A case with pins on two sides, its first at the upper left."""
    rows = count // 2
    first = -(rows - 1) * pitch / 2
    left = [Pad(f"{n + 1}", (-aside, first + n * pitch), size) for n in range(rows)]
    right = [Pad(f"{count - n}", (aside, first + n * pitch), size) for n in range(rows)]
    return LandPattern(library, (*left, *right))


PICO_SPACING = 17.78
"""Between the two rows of pins of a Pico."""

_PICO = LandPattern(
    "Module:RaspberryPi_Pico_Common_THT",
    (
        *(Pad(f"{n + 1}", (0.0, n * 2.54), (1.6, 1.6), 1.0) for n in range(20)),
        *(Pad(f"{40 - n}", (PICO_SPACING, n * 2.54), (1.6, 1.6), 1.0) for n in range(20)),
    ),
)
_BOX_HEADER = LandPattern(
    "Connector_IDC:IDC-Header_2x05_P2.54mm_Vertical",
    tuple(Pad(f"{n + 1}", (n % 2 * 2.54, n // 2 * 2.54), (1.7, 1.7), 1.0) for n in range(10)),
)
_WS2812B = LandPattern(
    "LED_SMD:LED_WS2812B_PLCC4_5.0x5.0mm_P3.2mm",
    tuple(
        Pad(number, (x, y), (1.5, 0.9))
        for number, x, y in (("1", -2.45, -1.65), ("2", -2.45, 1.65), ("3", 2.45, 1.65), ("4", 2.45, -1.65))
    ),
)
_SOT_23 = LandPattern(
    "Package_TO_SOT_SMD:SOT-23",
    tuple(
        Pad(number, (x, y), (1.475, 0.6))
        for number, x, y in (("1", -0.9375, -0.95), ("2", -0.9375, 0.95), ("3", 0.9375, 0.0))
    ),
)
_SOT_23_5 = LandPattern(
    "Package_TO_SOT_SMD:SOT-23-5",
    (
        *(Pad(f"{n + 1}", (-1.1375, (n - 1) * 0.95), (1.325, 0.6)) for n in range(3)),
        Pad("4", (1.1375, 0.95), (1.325, 0.6)),
        Pad("5", (1.1375, -0.95), (1.325, 0.6)),
    ),
)
_JACK = LandPattern(
    "Connector_BarrelJack:BarrelJack_CUI_PJ-102AH_Horizontal",
    tuple(Pad(number, at, (2.6, 2.6), 1.6) for number, at in (("1", (0.0, 0.0)), ("2", (0.0, 6.0)), ("3", (4.7, 3.0)))),
)

_RESISTOR = _two("Resistor_SMD:R_0603_1608Metric", 0.825, (0.8, 0.95))
_CAPACITOR = _two("Capacitor_SMD:C_0603_1608Metric", 0.775, (0.9, 0.95))


def _resistor(value: str, number: str) -> PartKind:
    return PartKind("Device:R", _RESISTOR, value, Assembly.MACHINE, (OrderedPart("Yageo", number),))


def _capacitor(value: str, number: str) -> PartKind:
    return PartKind("Device:C", _CAPACITOR, value, Assembly.MACHINE, (OrderedPart("Samsung", number),))


RESISTOR_100 = _resistor("100R", "RC0603FR-07100RL")
RESISTOR_330 = _resistor("330R", "RC0603FR-07330RL")
RESISTOR_10K = _resistor("10k", "RC0603FR-0710KL")
CAPACITOR_10N = _capacitor("10n", "CL10B103KB8NNNC")
CAPACITOR_100N = _capacitor("100n", "CL10B104KB8NNNC")
CAPACITOR_1U = _capacitor("1u", "CL10B105KA8NNNC")

HALL_SENSOR = PartKind(
    "Sensor_Magnetic:DRV5055A2xDBZxQ1",
    _SOT_23,
    "DRV5055A2",
    Assembly.MACHINE,
    (OrderedPart("Texas Instruments", "DRV5055A2QDBZR"),),
)
"""In a SOT-23, with its printed side up: a test compares its pins with ``hardware.wire_list``."""
LIGHT = PartKind("LED:WS2812B", _WS2812B, "WS2812B", Assembly.MACHINE, (OrderedPart("Worldsemi", "WS2812B"),))
MULTIPLEXER_CHIP = PartKind(
    "74xx:CD74HC4067M",
    _two_sides("Package_SO:SOIC-24W_7.5x15.4mm_P1.27mm", 24, 4.65, 1.27, (2.05, 0.6)),
    "CD74HC4067",
    Assembly.MACHINE,
    (OrderedPart("Texas Instruments", "CD74HC4067M96"),),
)
SHIFTER_CHIP = PartKind(
    "74xx:74AHCT125",
    _two_sides("Package_SO:SOIC-14_3.9x8.7mm_P1.27mm", 14, 2.475, 1.27, (1.95, 0.6)),
    "74AHCT125",
    Assembly.MACHINE,
    (OrderedPart("Texas Instruments", "SN74AHCT125DR"),),
)
REGULATOR_CHIP = PartKind(
    "Regulator_Linear:AP2112K-3.3",
    _SOT_23_5,
    "AP2112K-3.3",
    Assembly.MACHINE,
    (OrderedPart("Diodes Incorporated", "AP2112K-3.3TRG1"),),
)
PICO = PartKind(
    "MCU_Module:RaspberryPi_Pico",
    _PICO,
    "Pico H",
    Assembly.HAND,
    (OrderedPart("Raspberry Pi", "SC0917"), OrderedPart("Samtec", "SSW-120-01-T-S", 2)),
    # Its grounds are one inside; KiCad's symbol takes each for a source of its own.
    passive=frozenset({"33"}),
)
"""On two sockets of twenty pins, so that it can be taken off."""
RIBBON_HEADER = PartKind(
    "Connector_Generic:Conn_02x05_Odd_Even",
    _BOX_HEADER,
    "ribbon",
    Assembly.HAND,
    (OrderedPart("Würth Elektronik", "61201021621"),),
)
"""A box header for ten wires, with a key, so that a cable fits one way only."""
LIGHTS_SOCKET = PartKind(
    "Connector_Generic:Conn_01x03",
    _row("Connector_JST:JST_XH_B3B-XH-A_1x03_P2.50mm_Vertical", 3, 2.5, (1.7, 1.95), 0.95),
    "lights",
    Assembly.HAND,
    (OrderedPart("JST", "B3B-XH-A"),),
)
BUTTON_SOCKET = PartKind(
    "Connector_Generic:Conn_01x02",
    _row("Connector_JST:JST_XH_B2B-XH-A_1x02_P2.50mm_Vertical", 2, 2.5, (1.7, 2.0), 1.0),
    "button",
    Assembly.HAND,
    (OrderedPart("JST", "B2B-XH-A"),),
)
SUPPLY_SOCKET = PartKind(
    "Connector:Barrel_Jack_Switch", _JACK, "5 V", Assembly.HAND, (OrderedPart("CUI Devices", "PJ-102AH"),)
)
FUSE_HOLDS_MA = 2000
FUSE = PartKind(
    "Device:Polyfuse",
    _two("Fuse:Fuse_1812_4532Metric", 2.1375, (1.125, 3.4)),
    "2 A",
    Assembly.MACHINE,
    (OrderedPart("Bourns", "MF-MSMF200-2"),),
)
"""It lets 2 A pass, and closes again by itself when a short is gone."""
LIGHTS_CAPACITOR = PartKind(
    "Device:C_Polarized",
    _row("Capacitor_THT:CP_Radial_D10.0mm_P5.00mm", 2, 5.0, (2.0, 2.0), 1.0),
    "1000u",
    Assembly.HAND,
    (OrderedPart("Panasonic", "EEU-FC1A102"),),
)
NET_TIE = PartKind(
    "Device:NetTie_2", _two("NetTie:NetTie-2_SMD_Pad2.0mm", 2.0, (2.0, 2.0)), "joins the grounds", Assembly.NONE
)
MOUNTING_HOLE = PartKind(
    "Mechanical:MountingHole",
    LandPattern("MountingHole:MountingHole_3.2mm_M3", (Pad("", (0.0, 0.0), (3.2, 3.2), 3.2),)),
    "M3",
    Assembly.NONE,
)
