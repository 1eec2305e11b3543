"""Designs the rank board: the sensors and lights of one rank with their parts. A board of five ranks has five.

It lies under the face with its parts up; its sockets are below. A sensor is under the middle of its square, a light
where ``hardware.template`` has it. The middle of the square of file a is the origin.
"""

from __future__ import annotations

from itertools import pairwise

from hardware.board_file import BoardFile
from hardware.geometry import Geometry
from hardware.making.circuit_boards.board_design import (
    Assembly,
    BoardDesign,
    BoardOutline,
    CopperKeepout,
    CopperLayer,
    CopperTrack,
    CopperVia,
    CopperZone,
    LandPattern,
    OrderedPart,
    Pad,
    PartKind,
    PlacedPart,
    Point,
    PrintedText,
)
from hardware.template import (
    LIGHTS_IN_EAST,
    LIGHTS_OUT_EAST,
    LIGHTS_PINS_SOUTH,
    RANK_SCREW_NORTH,
    RIBBON_PIN,
    check_rank_pitch,
    light_at,
    sensor_at,
)
from hardware.wire_list import SENSOR_SOT_23

# ---- The kinds of its parts: what to order, and where their pads are
#
# Pads are those of KiCad 9's footprints, and a test compares them. Order numbers are the makers'.


def _two(library: str, aside: float, size: Point) -> LandPattern:
    return LandPattern(library, (Pad("1", (-aside, 0.0), size), Pad("2", (aside, 0.0), size)))


def _row(library: str, count: int, pitch: float, size: Point) -> LandPattern:
    return LandPattern(library, tuple(Pad(f"{n + 1}", (n * pitch, 0.0), size) for n in range(count)))


_BOX_HEADER = LandPattern(
    "Connector_IDC:IDC-Header_2x05_P2.54mm_Vertical",
    tuple(Pad(f"{n + 1}", (n % 2 * 2.54, n // 2 * 2.54), (1.7, 1.7)) for n in range(10)),
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
_RESISTOR = _two("Resistor_SMD:R_0603_1608Metric", 0.825, (0.8, 0.95))
_CAPACITOR = _two("Capacitor_SMD:C_0603_1608Metric", 0.775, (0.9, 0.95))


RESISTOR_100 = PartKind("Device:R", _RESISTOR, "100R", Assembly.MACHINE, OrderedPart("Yageo", "RC0603FR-07100RL"))
CAPACITOR_100N = PartKind("Device:C", _CAPACITOR, "100n", Assembly.MACHINE, OrderedPart("Samsung", "CL10B104KB8NNNC"))
HALL_SENSOR = PartKind(
    "Sensor_Magnetic:DRV5055A2xDBZxQ1",
    _SOT_23,
    "DRV5055A2",
    Assembly.MACHINE,
    OrderedPart("Texas Instruments", "DRV5055A2QDBZR"),
)
"""In a SOT-23, with its printed side up: a test compares its pins with ``hardware.wire_list``."""
LIGHT = PartKind("LED:WS2812B", _WS2812B, "WS2812B", Assembly.MACHINE, OrderedPart("Worldsemi", "WS2812B"))
RIBBON_HEADER = PartKind(
    "Connector_Generic:Conn_02x05_Odd_Even",
    _BOX_HEADER,
    "ribbon",
    Assembly.HAND,
    OrderedPart("Würth Elektronik", "61201021621"),
)
"""A box header for ten wires, with a key, so that a cable fits in one direction only."""
LIGHTS_SOCKET = PartKind(
    "Connector_Generic:Conn_01x03",
    _row("Connector_JST:JST_XH_B3B-XH-A_1x03_P2.50mm_Vertical", 3, 2.5, (1.7, 1.95)),
    "lights",
    Assembly.HAND,
    OrderedPart("JST", "B3B-XH-A"),
)
MOUNTING_HOLE = PartKind(
    "Mechanical:MountingHole",
    LandPattern("MountingHole:MountingHole_3.2mm_M3", (Pad("", (0.0, 0.0), (3.2, 3.2)),)),
    "M3",
    Assembly.NONE,
)


TEST_PAD = PartKind(
    "Connector:TestPoint",
    LandPattern("TestPoint:TestPoint_Pad_D1.5mm", (Pad("1", (0.0, 0.0), (1.5, 1.5)),)),
    "test pad",
    Assembly.NONE,
)
"""Bare copper for the tip of a multimeter."""
FIDUCIAL = PartKind(
    "Mechanical:Fiducial",
    LandPattern("Fiducial:Fiducial_1mm_Mask2mm", (Pad("", (0.0, 0.0), (1.0, 1.0)),)),
    "fiducial",
    Assembly.NONE,
)
"""A mark by which the machine that places the parts finds the board."""


# ---- The board


SENSOR_SUPPLY, GROUND, FIVE, LIGHTS_GROUND = "3V3", "GND", "5V", "LIGHT_GND"
"""The nets that both kinds of boards have. The lights have a separate ground, which joins the other one on the
controller board."""

SOUTH = 6.0
"""The reach of the board south of the sensors."""
GAP = 0.15
"""The distance of the board from the edges of its squares."""

FIRST_BUS_LINE, SUPPLY_RAIL = -2.0, 3.0
"""How far south of the sensors the signal of the first file and 3.3 V run."""
FIVE_RAIL, DATA_LINE, LIGHTS_EDGE = 3.4, 4.45, 7.4
"""How far south of the lights 5 V and the data from the last light run, and where the lights' ground ends."""
BUS_STEP = 0.5
FIVE_WIDTH, SUPPLY_WIDTH, SIGNAL_WIDTH = 1.2, 0.5, 0.25

SCREW_KEEPOUT = 3.75
"""The radius without copper around a screw: a washer of M3 has 7 mm, and half a millimetre to spare."""
FIDUCIAL_KEEPOUT, FIDUCIAL_INSET = 1.1, 4.5
"""The radius without copper around a fiducial, and its distance from the edges, of which rails hold up to 3 mm."""

LIGHTS_PINS = ("5V", "DATA", "GND")
"""The three pins of a socket of the lights, in order."""


def ribbon_nets(signals: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Return the nets of a ribbon's ten pins: 3.3 V on 1, the signals of files a to e on the even ones, and a ground
    between each two of them."""
    even = tuple((f"{2 * place + 2}", net) for place, net in enumerate(signals))
    odd = tuple((f"{number}", GROUND) for number in (3, 5, 7, 9))
    return (("1", SENSOR_SUPPLY), *odd, *even)


def lights_nets(data: str) -> tuple[tuple[str, str], ...]:
    """Return the nets of the three pins of a socket of the lights."""
    return (("1", FIVE), ("2", data), ("3", LIGHTS_GROUND))


def lights_words(socket: PlacedPart) -> str:
    """Return the words printed beside a socket of the lights: its pins, from the left as seen on that side."""
    names = dict(zip(("1", "2", "3"), LIGHTS_PINS, strict=True))
    seen = sorted(names, key=lambda number: socket.pad(number)[0], reverse=socket.side is CopperLayer.BOTTOM)
    return " ".join(names[number] for number in seen)


def check_ranks(board: BoardFile) -> tuple[int, ...]:
    """Return the ranks in the order in which their boards pass on the data of the lights.

    :raises ValueError: if rank boards cannot make this board.
    """
    geometry, lights = board.geometry, board.electronics.wiring.lights
    check_rank_pitch(geometry)
    size = geometry.size
    starts = {lights[5 * rank]: rank for rank in range(size)}
    order = tuple(starts[place] for place in sorted(starts))
    wanted = [5 * rank + file for rank in order for file in range(size)]
    if [lights[square] for square in wanted] != list(range(len(wanted))):
        raise ValueError(
            "lights: on rank boards the strip runs from a to the last file of each rank, rank after rank, without a"
            f" gap; here the places are {[lights[square] for square in geometry.squares]}"
        )
    return order


def rank_board(board: BoardFile) -> BoardDesign:
    """Design the rank board of a board.

    :raises ValueError: if rank boards cannot make this board.
    """
    check_ranks(board)
    return _RankLayout(board.geometry).design()


class _RankLayout:
    """Lays out the rank board."""

    def __init__(self, geometry: Geometry) -> None:
        self._size, self._pitch = geometry.size, geometry.pitch
        sensor, light = sensor_at(geometry, 0), light_at(geometry, 0)
        self._light = (light[0] - sensor[0], light[1] - sensor[1])
        self._five, self._data, self._sockets, self._edge = (
            round(self._light[1] + south, 4) for south in (FIVE_RAIL, DATA_LINE, LIGHTS_PINS_SOUTH, LIGHTS_EDGE)
        )
        half = self._pitch / 2
        self._outline = BoardOutline(-half + GAP, -half + GAP, (self._size - 0.5) * self._pitch - GAP, SOUTH)
        self._parts: dict[str, PlacedPart] = {}
        self._tracks: list[CopperTrack] = []
        self._vias: list[CopperVia] = []

    def design(self) -> BoardDesign:
        """Return the whole board."""
        for place in range(self._size):
            self._place_square(place)
        self._place_sockets()
        self._place_holes()
        self._place_fiducials()
        self._place_test_pads()
        for place in range(self._size):
            self._connect_sensor(place)
            self._connect_light(place)
        self._connect_rails()
        self._connect_data_back()
        self._join_layers()
        return BoardDesign(
            "rank",
            "Thera rank board",
            self._size,
            self._outline,
            tuple(self._parts.values()),
            (SENSOR_SUPPLY, GROUND, FIVE, LIGHTS_GROUND),
            tuple(self._tracks),
            tuple(self._vias),
            self._zones(),
            self._keepouts(),
            self._texts(),
        )

    # -- parts

    def _place(self, part: PlacedPart) -> None:
        self._parts[part.reference] = part

    def _place_square(self, place: int) -> None:
        x, number = place * self._pitch, place + 1
        pins = SENSOR_SOT_23
        nets = ((pins["VCC"], SENSOR_SUPPLY), (pins["OUT"], f"OUT{number}"), (pins["GND"], GROUND))
        sensor_nets = tuple((str(pin), net) for pin, net in nets)
        self._place(PlacedPart(f"U{number}", HALL_SENSOR, (x, 0.0), sensor_nets, 180))
        self._place(
            PlacedPart(f"R{number}", RESISTOR_100, (x + 4.2, -0.95), (("1", f"OUT{number}"), ("2", f"S{number}")))
        )
        supply = (("1", SENSOR_SUPPLY), ("2", GROUND))
        self._place(PlacedPart(f"C{number}", CAPACITOR_100N, (x + 3.7, 1.5), supply))
        east, north = self._light_at(place)
        self._place(
            PlacedPart(
                f"D{number}",
                LIGHT,
                (east, north),
                (("1", FIVE), ("2", f"L{number}"), ("3", LIGHTS_GROUND), ("4", f"L{place}")),
                180,
            )
        )
        lights = (("1", FIVE), ("2", LIGHTS_GROUND))
        self._place(
            PlacedPart(f"C{number + self._size}", CAPACITOR_100N, (east + 5.0, self._five - 1.3), lights, 90),
        )

    def _light_at(self, place: int) -> Point:
        return round(place * self._pitch + self._light[0], 4), round(self._light[1], 4)

    def _place_sockets(self) -> None:
        bottom = CopperLayer.BOTTOM
        signals = tuple(f"S{place + 1}" for place in range(self._size))
        self._place(
            PlacedPart("J1", RIBBON_HEADER, RIBBON_PIN, ribbon_nets(signals), 270, bottom, "to the controller board")
        )
        self._place(
            PlacedPart("J2", LIGHTS_SOCKET, (LIGHTS_IN_EAST, self._sockets), lights_nets("L0"), 0, bottom, "lights in")
        )
        east = self._light_at(1)[0] + LIGHTS_OUT_EAST
        out = lights_nets(f"L{self._size}")
        self._place(PlacedPart("J3", LIGHTS_SOCKET, (east, self._sockets), out, 180, bottom, "lights out"))

    def _place_holes(self) -> None:
        for number, place in ((1, 1), (2, self._size - 1)):
            self._place(PlacedPart(f"H{number}", MOUNTING_HOLE, (self._light_at(place)[0], -RANK_SCREW_NORTH)))

    def _place_fiducials(self) -> None:
        edge, inset = self._outline, FIDUCIAL_INSET
        west, east, north, south = edge.left + inset, edge.right - inset, edge.top + inset, edge.bottom - inset
        # In three corners, so that a board that lies the other way round is noticed.
        for number, at in enumerate(((west, south), (east, south), (east, north)), 1):
            self._place(PlacedPart(f"FID{number}", FIDUCIAL, at))

    def _place_test_pads(self) -> None:
        for number, (net, at) in enumerate(self._test_pads().items(), 1):
            self._place(PlacedPart(f"TP{number}", TEST_PAD, at, (("1", net),), label=net))

    def _test_pads(self) -> dict[str, Point]:
        """Return the places of the test pads by their nets: behind the resistor of each sensor, and the supplies."""
        signals = {f"S{place + 1}": (place * self._pitch + 7.5, 0.0) for place in range(self._size)}
        return {
            **signals,
            SENSOR_SUPPLY: (20.0, SUPPLY_RAIL),
            GROUND: (26.0, 1.2),
            FIVE: (10.0, self._five),
            LIGHTS_GROUND: (15.0, round(self._five - 3.0, 4)),
        }

    # -- copper

    def _track(self, net: str, *points: Point, width: float = SIGNAL_WIDTH, on: CopperLayer = CopperLayer.TOP) -> None:
        for start, end in pairwise(points):
            self._tracks.append(CopperTrack(net, start, end, width, on))

    def _pad(self, reference: str, number: int) -> Point:
        return self._parts[reference].pad(str(number))

    def _connect_sensor(self, place: int) -> None:
        number, pins = place + 1, SENSOR_SOT_23
        x, y = self._pad(f"U{number}", pins["VCC"])
        self._track(SENSOR_SUPPLY, (x, y), (x, SUPPLY_RAIL), width=SUPPLY_WIDTH)
        x, y = self._pad(f"C{number}", 1)
        self._track(SENSOR_SUPPLY, (x, y), (x, SUPPLY_RAIL), width=SUPPLY_WIDTH)
        for reference, pin, aside in ((f"C{number}", 2, 1.4), (f"U{number}", pins["GND"], -1.4)):
            x, y = self._pad(reference, pin)
            self._track(GROUND, (x, y), (x + aside, y), width=SUPPLY_WIDTH)
            self._vias.append(CopperVia(GROUND, (round(x + aside, 4), y)))
        self._track(f"OUT{number}", self._pad(f"U{number}", pins["OUT"]), self._pad(f"R{number}", 1))
        # Farther signals run farther north, and end farther east, so none cross.
        x, y = self._pad(f"R{number}", 2)
        to, bus = self._pad("J1", 2 * place + 2), FIRST_BUS_LINE - BUS_STEP * place
        self._track(f"S{number}", (x, y), (x, bus), (to[0], bus), to)
        test = self._pad(f"TP{number}", 1)
        self._track(f"S{number}", (x, y), (round(test[0] + y - test[1], 4), y), test)

    def _connect_light(self, place: int) -> None:
        number = place + 1
        for reference in (f"D{number}", f"C{number + self._size}"):
            x, y = self._pad(reference, 1)
            self._track(FIVE, (x, y), (x, self._five), width=0.8)
        x, y = self._pad(f"C{number + self._size}", 2)
        self._track(LIGHTS_GROUND, (x, y), (x, y - 1.2), width=0.8)
        self._vias.append(CopperVia(LIGHTS_GROUND, (x, round(y - 1.2, 4))))
        x, y = self._pad(f"D{number}", 3)
        self._track(LIGHTS_GROUND, (x, y), (x, y - 1.3), width=0.8)
        self._vias.append(CopperVia(LIGHTS_GROUND, (x, round(y - 1.3, 4))))
        if number < self._size:
            start, end = self._pad(f"D{number}", 2), self._pad(f"D{number + 1}", 4)
            turn = end[0] - 6.0
            self._track(f"L{number}", start, (turn, start[1]), (turn + end[1] - start[1], end[1]), end)

    def _connect_rails(self) -> None:
        last = self._pad(f"C{2 * self._size}", 1)[0]
        self._track(FIVE, (self._pad("D1", 1)[0], self._five), (last, self._five), width=FIVE_WIDTH)
        for socket in ("J2", "J3"):
            x, y = self._pad(socket, 1)
            self._track(FIVE, (x, y), (x, self._five), width=FIVE_WIDTH)
        self._track(
            SENSOR_SUPPLY,
            (self._pad("U1", SENSOR_SOT_23["VCC"])[0], SUPPLY_RAIL),
            (self._pad(f"C{self._size}", 1)[0], SUPPLY_RAIL),
            width=SUPPLY_WIDTH,
        )
        # From the ribbon below all signals; it meets the rail at a via.
        x, y = self._pad("J1", 1)
        aside = x - 1.9
        down = ((x, y), (aside, y), (aside, SUPPLY_RAIL))
        self._track(SENSOR_SUPPLY, *down, width=SUPPLY_WIDTH, on=CopperLayer.BOTTOM)
        self._vias.append(CopperVia(SENSOR_SUPPLY, (aside, SUPPLY_RAIL), 0.8, 0.4))

    def _connect_data_back(self) -> None:
        x, y = self._pad("J2", 2)
        to = self._pad("D1", 4)
        self._track("L0", (x, y), (x, self._data), (to[0], self._data), to)
        last = f"L{self._size}"
        start, (x, y) = self._pad(f"D{self._size}", 2), self._pad("J3", 2)
        beyond = self._pad(f"C{2 * self._size}", 1)[0] + 2.4
        self._track(last, start, (beyond, start[1]), (beyond, self._data), (x, self._data), (x, y))

    def _join_layers(self) -> None:
        """Add vias along the ground of the lights, by the north edge between the lights, and to the ground north of the
        signals, which cut it off above."""
        for place in range(self._size):
            self._vias.append(CopperVia(GROUND, (round(place * self._pitch, 4), 1.0 - RANK_SCREW_NORTH)))
            x = self._light_at(place)[0]
            self._vias += [
                CopperVia(LIGHTS_GROUND, (round(x + 10 + 6 * step, 4), self._outline.top + 1.0)) for step in range(4)
            ]

    def _zones(self) -> tuple[CopperZone, ...]:
        outline, inset = self._outline, 0.5
        left, right = outline.left + inset, outline.right - inset
        top, bottom = outline.top + inset, outline.bottom - inset

        def band(net: str, layer: CopperLayer, north: float, south: float) -> CopperZone:
            return CopperZone(net, layer, ((left, north), (right, north), (right, south), (left, south)))

        # Above, the ground of the lights ends at the rail of 5 V: south of it, it would be cut off.
        return (
            band(LIGHTS_GROUND, CopperLayer.TOP, top, self._five - FIVE_WIDTH / 2 - 0.25),
            band(LIGHTS_GROUND, CopperLayer.BOTTOM, top, self._edge),
            band(GROUND, CopperLayer.TOP, self._edge + 0.5, bottom),
            band(GROUND, CopperLayer.BOTTOM, self._edge + 0.5, bottom),
        )

    def _keepouts(self) -> tuple[CopperKeepout, ...]:
        reach = {MOUNTING_HOLE: SCREW_KEEPOUT, FIDUCIAL: FIDUCIAL_KEEPOUT}
        return tuple(CopperKeepout(part.at, reach[part.kind]) for part in self._parts.values() if part.kind in reach)

    def _texts(self) -> tuple[PrintedText, ...]:
        bottom, words = CopperLayer.BOTTOM, []
        for place in range(self._size):
            words.append(PrintedText("abcde"[place], (place * self._pitch - 5.0, 0.0), 2.0))
            words.append(PrintedText("abcde"[place], (place * self._pitch - 5.0, 0.0), 2.0, bottom))
            words.append(PrintedText("OUT", (place * self._pitch + 10.3, 0.0)))
        pads = self._test_pads()
        for net, word, aside in (
            (SENSOR_SUPPLY, "3V3", (0.0, -1.8)),
            (GROUND, "GND", (2.8, 0.0)),
            (FIVE, "5V", (0.0, -1.8)),
            (LIGHTS_GROUND, "GND", (2.8, 0.0)),
        ):
            words.append(PrintedText(word, (pads[net][0] + aside[0], round(pads[net][1] + aside[1], 4))))
        middle = (self._size - 1) * self._pitch / 2
        first = self._light_at(1)[0]
        return (
            *words,
            PrintedText("THERA RANK BOARD 1", (middle + self._pitch / 2 + 2, 4.9), 1.2),
            PrintedText(f"{self._pitch:g} mm", (middle + self._pitch / 2 + 2, -8.0), 1.2),
            PrintedText("NORTH", (self._light_at(3)[0] - 9.0, self._outline.top + 1.45), 1.2),
            PrintedText("TO THE CONTROLLER BOARD", (12.0, -1.0), 1.2, bottom),
            PrintedText("LIGHTS IN", (-10.5, self._sockets + 5.1), 1.2, bottom),
            PrintedText("LIGHTS OUT", (first + 10.0, self._sockets + 5.1), 1.2, bottom),
            PrintedText(lights_words(self._parts["J2"]), (-10.5, self._sockets - 4.2), 1.0, bottom),
            PrintedText(lights_words(self._parts["J3"]), (first + 9.0, self._sockets - 4.7), 1.0, bottom),
        )
