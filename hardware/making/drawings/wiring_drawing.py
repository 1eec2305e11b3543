"""Draws the wiring of a board from the list of its wires. Apart from `__main__`, which writes all drawings."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from hardware.board_file import BoardFile
from hardware.electronics import RING_ADDRESSES, Controller
from hardware.geometry import square_name
from hardware.making.drawings.canvas import QUIET, Canvas, Point
from hardware.scale import LoadCell
from hardware.wire_list import MULTIPLEXERS, SENSOR, Group, HeaderPin, Part, Wire, sensor_input, strip, wires
from hardware.wiring import INPUTS

# ---- The drawing


BLUE, ORANGE, VIOLET, RED = "#2f6fb5", "#c2571a", "#7a5195", "#b02a37"
WIDTH, HEIGHT = 1250, 940
TOP = 70.0
TITLES = {Controller.PICO: "Raspberry Pi Pico", Controller.PI: "Raspberry Pi"}
REGULATED = "3.3 V"
FIVE = "5 V"

CONTROLLER_X, CONVERTER_X, MULTIPLEXER_X, SENSOR_X = 130.0, 478.0, 745.0, 980.0
BUS_X = 642.0
"""Where the lines to the second multiplexer turn down; each is 9 farther to the right."""


SUPPLIED = {"VCC", "VDD", "VREF", "ADC_VREF"}


class WiringDrawing:
    """The drawing of a board; ``drawn`` has the pins that it shows, so that a test can find missing ones."""

    def __init__(self, board: BoardFile) -> None:
        self._board = board
        self._wires = wires(board.electronics)
        self._canvas = Canvas(f"Wiring: {TITLES[board.electronics.controller]}", WIDTH, HEIGHT)
        self._boxes: dict[Part, LabelBox] = {}
        self._controller()
        self._multiplexers()
        self._converter()
        self._reading()
        self._rim()
        self._regulator()
        self._grounds_and_supplies()
        self._lights()
        self._sensor()
        self._legend()

    @property
    def drawn(self) -> set[HeaderPin]:
        """The pins of parts that are in the picture."""
        return {pin for box in self._boxes.values() for pin in box.places}

    def svg(self) -> str:
        """Return the text of the file."""
        return self._canvas.svg()

    def _of(self, group: Group) -> list[Wire]:
        return [wire for wire in self._wires if wire.group is group]

    def _pins(self, part: Part, *groups: Group) -> list[HeaderPin]:
        """Return the pins of a part, in the order of the wires."""
        ends = [end for wire in self._wires if wire.group in groups for end in wire.ends if end.part is part]
        return list(dict.fromkeys(ends))

    def _at(self, pin: HeaderPin) -> Point:
        return self._boxes[pin.part].places[pin]

    def _controller(self) -> None:
        kind = self._board.electronics.controller
        converter = self._pins(Part.CONVERTER, Group.READING)
        bus = [wire.ends[0] for wire in self._of(Group.READING) if wire.ends[-1] in converter]
        select = [pin for pin in self._pins(Part.CONTROLLER, Group.READING) if pin not in bus]
        power = self._pins(Part.CONTROLLER, Group.POWER)
        self._boxes[Part.CONTROLLER] = LabelBox(
            self._canvas,
            (CONTROLLER_X, TOP),
            170,
            TITLES[kind],
            "on USB" if kind is Controller.PICO else "its pins by their BCM numbers",
            left=[each for pin in power for each in (pin, None)],
            right=[
                *select,
                *[None] * (7 - len(select)),
                *bus,
                None,
                *self._pins(Part.CONTROLLER, Group.RIM),
                None,
                *self._pins(Part.CONTROLLER, Group.LIGHTS),
            ],
        )

    def _multiplexers(self) -> None:
        channels = self._board.electronics.wiring.sensors
        squares = {channels[square]: square_name(square) for square in self._board.geometry.squares}
        top = TOP
        for number, part in enumerate(MULTIPLEXERS):
            used = [channel for channel in sorted(squares) if channel // INPUTS == number]
            inputs = [HeaderPin(part, sensor_input(channel).name, sensor_input(channel).number) for channel in used]
            supply, ground = self._pins(part, Group.POWER)
            box = LabelBox(
                self._canvas,
                (MULTIPLEXER_X, top),
                110,
                part.value,
                "CD74HC4067",
                left=[*self._pins(part, Group.READING), None, supply, None, ground],
                right=inputs,
            )
            for channel, pin in zip(used, inputs, strict=True):
                x, y = box.places[pin]
                self._canvas.line([(x, y), (x + 14, y)], BLUE)
                self._canvas.text((x + 20, y), squares[channel], anchor="start", bold=True)
            self._boxes[part] = box
            top = box.bottom + 76

    def _converter(self) -> None:
        reading = self._pins(Part.CONVERTER, Group.READING)
        if not reading:
            return
        outputs = [pin for pin in reading if pin.name.startswith("CH")]
        bus = [pin for pin in reading if pin not in outputs]
        first = next(wire.ends[0] for wire in self._of(Group.READING) if wire.ends[-1] == bus[0])
        controller = self._boxes[Part.CONTROLLER]
        supplies, grounds = self._pins(Part.CONVERTER, Group.POWER)[:2], self._pins(Part.CONVERTER, Group.POWER)[2:]
        self._boxes[Part.CONVERTER] = LabelBox(
            self._canvas,
            (CONVERTER_X, self._at(first)[1] - (controller.height(0) - controller.top)),
            110,
            "converter",
            "MCP3208-CI/P",
            left=bus,
            right=[*outputs, None, *supplies, None, *grounds],
        )

    def _reading(self) -> None:
        turn = BUS_X
        for wire in self._of(Group.READING):
            first, *others = wire.ends
            if first.part is Part.GROUND:
                for pin in others:
                    x, y = self._at(pin)
                    self._canvas.line([(x, y), (x - 10, y)], BLUE)
                    self._canvas.ground((x - 10, y), BLUE)
                continue
            start = self._at(first)
            for number, pin in enumerate(others):
                end = self._at(pin)
                if end[1] == start[1]:
                    self._canvas.line([start, end], BLUE)
                    continue
                self._canvas.line([start, (turn, start[1]), (turn, end[1]), end], BLUE)
                if number:
                    self._canvas.dot((turn, start[1]), BLUE)
            if any(self._at(pin)[1] != start[1] for pin in others):
                turn += 9

    def _rim(self) -> None:
        for wire in self._of(Group.RIM):
            x, y = self._at(wire.ends[0])
            if "button" in wire.through:
                self._canvas.button((x, y), (x + 46, y), wire.through, VIOLET)
            elif "LED" in wire.through:
                self._canvas.lamp((x, y), (x + 46, y), VIOLET)
                self._canvas.text((x + 62, y), wire.through, size=11, anchor="start")
            else:
                self._canvas.line([(x, y), (x + 46, y)], VIOLET)
                self._canvas.text((x + 62, y), wire.through, size=11, anchor="start")
        ends = [self._at(wire.ends[0]) for wire in self._of(Group.RIM)]
        x, last = ends[0][0] + 46, ends[-1][1]
        self._canvas.line([(x, ends[0][1]), (x, last)], VIOLET)
        for _, y in ends[1:-1]:
            self._canvas.dot((x, y), VIOLET)
        self._canvas.ground((x, last), VIOLET)

    def _regulator(self) -> None:
        pins = {pin.name: pin for pin in self._pins(Part.REGULATOR, Group.POWER)}
        top = self._boxes[Part.CONTROLLER].bottom + 84
        box = LabelBox(
            self._canvas,
            (CONTROLLER_X, top),
            110,
            Part.REGULATOR.value,
            "AP2112K-3.3",
            left=[pins["IN"], pins["EN"], pins["GND"]],
            right=[pins["OUT"]],
        )
        self._boxes[Part.REGULATOR] = box
        wire = next(wire for wire in self._of(Group.POWER) if pins["IN"] in wire.ends)
        source, x = self._at(wire.ends[0]), 62.0
        self._canvas.line([source, (x, source[1]), (x, box["IN"][1]), box["IN"]], RED)
        self._canvas.line([(box["EN"][0], box["IN"][1]), box["EN"]], RED)
        self._canvas.dot((box["EN"][0], box["IN"][1]), RED)
        self._canvas.capacitor((x, box["IN"][1]), (x, box["IN"][1] + 52), "1 µF", RED)
        self._canvas.dot((x, box["IN"][1]), RED)
        self._canvas.ground((x, box["IN"][1] + 52), RED)
        self._canvas.ground(box["GND"], RED)
        end = (box["OUT"][0] + 24, box["OUT"][1])
        self._canvas.line([box["OUT"], end, (end[0] + 26, end[1])], RED)
        self._canvas.supply((end[0] + 26, end[1]), REGULATED, RED)
        self._canvas.dot(end, RED)
        self._canvas.capacitor(end, (end[0], end[1] + 40), "1 µF", RED)
        self._canvas.ground((end[0], end[1] + 40), RED)

    def _grounds_and_supplies(self) -> None:
        for part in (Part.CONTROLLER, *MULTIPLEXERS, Part.CONVERTER):
            pins = self._pins(part, Group.POWER)
            supplies = [pin for pin in pins if pin.name in SUPPLIED]
            grounds = [pin for pin in pins if pin.name.endswith("GND")]
            for row in (*_rows([self._at(pin) for pin in supplies]), *_rows([self._at(pin) for pin in grounds])):
                x = row[0][0]
                outside = x + (-14 if x < self._boxes[part].left else 14)
                for _, y in row:
                    self._canvas.line([(x, y), (outside, y)], RED)
                self._canvas.line([(outside, row[0][1]), (outside, row[-1][1])], RED)
                if row[0] in map(self._at, supplies):
                    self._canvas.supply((outside, row[0][1]), REGULATED, RED)
                else:
                    self._canvas.ground((outside, row[-1][1]), RED)

    def _lights(self) -> None:
        data = next(wire for wire in self._of(Group.LIGHTS) if wire.ends[0].part is Part.CONTROLLER)
        start = self._at(data.ends[0])
        y = HEIGHT - 118.0
        pins = {pin.name: pin for pin in self._pins(Part.SHIFTER, Group.LIGHTS, Group.POWER)}
        grounded = [pin for pin in pins.values() if pin.name not in {"1A", "1Y", "VCC"}]
        box = LabelBox(
            self._canvas,
            (CONTROLLER_X + 290, y - SPACING * (len(grounded) + 1.5) - 3),
            110,
            "level shifter",
            "74AHCT125",
            left=[*grounded, None, pins["1A"]],
            right=[pins["VCC"], *[None] * len(grounded), pins["1Y"]],
        )
        self._boxes[Part.SHIFTER] = box
        turn = start[0] + 12
        self._canvas.line([start, (turn, start[1]), (turn, box["1A"][1]), box["1A"]], ORANGE)
        self._canvas.dot((turn, box["1A"][1]), ORANGE)
        self._canvas.resistor((turn, box["1A"][1]), (turn, box["1A"][1] + 56), "10 kΩ", ORANGE)
        self._canvas.ground((turn, box["1A"][1] + 56), ORANGE)
        joined = [(x - 10, y) for x, y in map(self._at, grounded)]
        for pin, place in zip(grounded, joined, strict=True):
            self._canvas.line([self._at(pin), place], RED)
        for place in joined[1:]:
            self._canvas.dot(place, RED)
        self._canvas.line([joined[0], joined[-1]], RED)
        self._canvas.ground(joined[-1], RED)
        at = box["VCC"]
        self._canvas.line([at, (at[0] + 12, at[1])], RED)
        self._canvas.supply((at[0] + 12, at[1]), FIVE, RED)
        self._strip(box["1Y"])

    def _strip(self, start: Point) -> None:
        order = [each for each in strip(self._board) if each != "-"]
        y, x = start[1], start[0] + 70
        self._canvas.resistor(start, (x, y), "330 Ω", ORANGE)
        for number, square in enumerate((order[0], order[1], "...", order[-1])):
            if square == "...":
                self._canvas.line([(x, y), (x + 44, y)], ORANGE, dashes="2 6")
                x += 44
                continue
            self._canvas.line([(x, y), (x + 16, y)], ORANGE)
            x += 16
            self._canvas.box((x, y - 20), 66, 40)
            self._canvas.text((x + 33, y - 4), square, size=13, bold=True)
            self._canvas.text((x + 33, y + 11), "WS2812B", size=9, colour=QUIET)
            self._canvas.supply((x + 33, y - 20), FIVE, RED)
            self._canvas.ground((x + 20, y + 20), RED)
            self._canvas.text((x + 2, y - 26), "DIN", size=8, colour=QUIET, anchor="start")
            self._canvas.text((x + 64, y + 27), "DOUT", size=8, colour=QUIET, anchor="end")
            x += 66
            if number == 0:
                self._canvas.line([(x, y), (x + 8, y)], ORANGE)
                x += 8
        self._canvas.text((x - 160, y + 62), f"{len(order)} lights in the order of the strip", size=11, colour=QUIET)
        left = x + 60
        self._canvas.box((left, y - 24), 84, 48)
        self._canvas.text((left + 42, y - 6), "5 V supply", size=12, bold=True)
        self._canvas.text((left + 42, y + 10), "for the lights", size=10, colour=QUIET)
        self._canvas.line([(left + 84, y - 14), (left + 150, y - 14)], RED)
        self._canvas.supply((left + 150, y - 14), FIVE, RED)
        self._canvas.line([(left + 84, y + 14), (left + 150, y + 14)], RED)
        self._canvas.ground((left + 150, y + 14), RED)
        self._canvas.capacitor((left + 124, y - 14), (left + 124, y + 14), "1000 µF", RED)
        self._canvas.box((left + 90, y - 19), 20, 10)
        self._canvas.text((left + 100, y - 24), "fuse", size=9, colour=QUIET)
        self._canvas.text((left + 75, y + 62), "1000 µF close to the first light", size=11, colour=QUIET)
        self._canvas.dot((left + 124, y - 14), RED)
        self._canvas.dot((left + 124, y + 14), RED)

    def _sensor(self) -> None:
        canvas, left, top = self._canvas, SENSOR_X, TOP + 60
        kind = self._board.sensor.type
        canvas.text((left + 106, top - 62), "each of the sensors", size=13, bold=True)
        vcc, out, gnd = (HeaderPin(Part.SENSORS, each, SENSOR[each]) for each in ("VCC", "OUT", "GND"))
        box = LabelBox(canvas, (left + 30, top), 84, kind, left=[vcc, None, gnd], right=[None, out])
        x = box["VCC"][0] - 12
        canvas.line([box["VCC"], (x, box["VCC"][1])], RED)
        canvas.supply((x, box["VCC"][1]), REGULATED, RED)
        canvas.line([box["GND"], (x, box["GND"][1])], RED)
        canvas.ground((x, box["GND"][1]), RED)
        canvas.capacitor((x, box["VCC"][1]), (x, box["GND"][1]), "", RED)
        canvas.text((x - 14, (box["VCC"][1] + box["GND"][1]) / 2), "100 nF", size=11, anchor="end")
        canvas.dot((x, box["VCC"][1]), RED)
        canvas.dot((x, box["GND"][1]), RED)
        y, end = box["OUT"][1], box["OUT"][0] + 60
        canvas.resistor(box["OUT"], (end, y), "100 Ω", BLUE)
        canvas.dot((end, y), BLUE)
        canvas.capacitor((end, y), (end, y + 50), "10 nF", BLUE)
        canvas.ground((end, y + 50), BLUE)
        canvas.line([(end, y), (end + 24, y)], BLUE)
        canvas.text((end + 28, y - 8), "to its", size=11, anchor="start")
        canvas.text((end + 28, y + 7), "input", size=11, anchor="start")
        self._boxes[Part.SENSORS] = box
        for down, words in (
            (122, "in a TO-92: counted from the left, printed side"),
            (139, "towards you; in the board that side is down"),
        ):
            canvas.text((left + 106, top + down), words, size=11, colour=QUIET)

    def _legend(self) -> None:
        x, y = SENSOR_X - 20, 430.0
        for colour, words in (
            (BLUE, Group.READING.value),
            (ORANGE, Group.LIGHTS.value),
            (VIOLET, Group.RIM.value),
            (RED, "power and ground"),
        ):
            self._canvas.line([(x, y), (x + 34, y)], colour, width=3)
            self._canvas.text((x + 46, y), words, anchor="start")
            y += 24
        for words in (
            "All grounds are one. Small numbers count the pins",
            "of header and chip; on a module go by the names.",
            "Wires that cross without a dot do not touch.",
            f"{REGULATED} is what the regulator gives. From the supply",
            "of each chip 100 nF to ground.",
        ):
            self._canvas.text((x, y + 6), words, size=11, colour=QUIET, anchor="start")
            y += 17


def _rows(places: list[Point]) -> list[list[Point]]:
    """Group pins that are directly under each other."""
    rows: list[list[Point]] = []
    for at in places:
        if rows and at[0] == rows[-1][-1][0] and at[1] - rows[-1][-1][1] <= SPACING:
            rows[-1].append(at)
        else:
            rows.append([at])
    return rows


# ---- What a board may have besides
#
# The scale and the ring, each in a drawing of its own: a board that has them has all other wires, too.


CELL_COLOURS = {"E+": "red", "E-": "black", "A+": "green", "A-": "white"}
"""The pins of a module to which its load cell is soldered, and the usual colours of the wires of a cell."""

STEP = 11.0
"""The distance between wires that turn beside each other."""


class ScaleWiringDrawing:
    """The drawing of the scale of a board: four converters, each with its load cell."""

    WIDTH, HEIGHT, ROW = 980, 790, 178.0
    MODULE_X, BUS_X = 560.0, 400.0

    def __init__(self, board: BoardFile) -> None:
        if board.scale is None:
            raise ValueError("a board without [scale] has no wires of a scale")
        self._canvas = Canvas("Wiring of the scale", self.WIDTH, self.HEIGHT)
        found = [wire for wire in wires(board.electronics) if wire.group is Group.SCALE]
        by_pin = {wire.ends[-1].name: wire for wire in found}
        supplies = [by_pin[name].ends[0] for name in ("VDD", "VCC", "GND")]
        clock = by_pin["SCK"]
        data = [wire for wire in found if wire.ends[-1].name == "DT"]
        controller = LabelBox(
            self._canvas,
            (CONTROLLER_X, TOP + self.ROW),
            170,
            TITLES[board.electronics.controller],
            "on USB",
            left=[each for pin in supplies for each in (pin, None)],
            right=[clock.ends[0], None, *(wire.ends[0] for wire in data)],
        )
        self._places = dict(controller.places)
        for number, (wire, cell) in enumerate(zip(data, board.scale.cells, strict=True)):
            self._module(number, [clock.ends[number + 1], wire.ends[-1]], found, _nearest_square(board, cell))
        for pin, words in zip(supplies[:2], ("5 V", "3.3 V"), strict=True):
            x, y = self._places[pin]
            self._canvas.line([(x - 24, y), (x, y)], RED)
            self._canvas.supply((x - 24, y), words, RED)
        self._canvas.ground(self._places[supplies[2]], RED)
        self._clock(clock)
        for number, wire in enumerate(data):
            start, end = (self._places[pin] for pin in wire.ends)
            turn = self.BUS_X + STEP * (len(data) - number if end[1] > start[1] else number + 1)
            self._canvas.line([start, (turn, start[1]), (turn, end[1]), end], BLUE)
        self._notes()

    @property
    def drawn(self) -> set[HeaderPin]:
        """The pins of parts that are in the picture."""
        return set(self._places)

    def svg(self) -> str:
        """Return the text of the file."""
        return self._canvas.svg()

    def _module(self, number: int, signals: list[HeaderPin], found: list[Wire], square: int) -> None:
        part = signals[0].part
        supplies = {pin.name: pin for wire in found for pin in wire.ends if pin.part is part and pin not in signals}
        top = TOP + self.ROW * number
        left = [*signals, None, supplies["VDD"], supplies["VCC"], supplies["GND"]]
        box = LabelBox(self._canvas, (self.MODULE_X, top), 120, part.value, "module", left=left)
        self._places |= box.places
        for pin, words in ((supplies["VDD"], "5 V"), (supplies["VCC"], "3.3 V")):
            x, y = box.places[pin]
            self._canvas.line([(x - 4, y), (x, y)], RED)
            self._canvas.text((x - 10, y), words, size=11, colour=RED, anchor="end", bold=True)
        self._canvas.ground(box["GND"], RED)
        bar = (box.right + 150, top + 14)
        for place, (name, colour) in enumerate(CELL_COLOURS.items()):
            y = box.height(place) + 8
            self._canvas.line([(box.right, y), (bar[0], y)], ORANGE)
            self._canvas.text((box.right - 6, y), name, anchor="end")
            self._canvas.text((box.right + 75, y - 8), colour, size=10, colour=QUIET)
        self._canvas.box(bar, 96, SPACING * 4)
        self._canvas.text((bar[0] + 48, bar[1] + 36), f"load cell {number + 1}", bold=True)
        self._canvas.text((bar[0] + 48, bar[1] + 54), f"at {square_name(square)}", size=11, colour=QUIET)

    def _clock(self, clock: Wire) -> None:
        start, *others = (self._places[pin] for pin in clock.ends)
        self._canvas.line([start, (self.BUS_X, start[1])], BLUE)
        self._canvas.line([(self.BUS_X, others[0][1]), (self.BUS_X, others[-1][1])], BLUE)
        for x, y in others:
            self._canvas.line([(self.BUS_X, y), (x, y)], BLUE)
        for y in (start[1], *(y for _, y in others[1:-1])):
            self._canvas.dot((self.BUS_X, y), BLUE)

    def _notes(self) -> None:
        for number, words in enumerate(
            (
                "RATE of each module at 80 readings a second.",
                "A module with one supply pin: 3.3 V, never 5 V.",
                "Red and black exchanged, or green and white,",
                "only change the sign.",
                "Wires that cross without a dot do not touch.",
            )
        ):
            self._canvas.text((30, 560 + 17 * number), words, size=11, colour=QUIET, anchor="start")


def _nearest_square(board: BoardFile, cell: LoadCell) -> int:
    """Return the square that is nearest to a load cell."""

    def away(square: int) -> float:
        east, north = board.geometry.centre(square)
        return hypot(east - cell.east, north - cell.north)

    return min(board.geometry.squares, key=away)


class RingWiringDrawing:
    """The drawing of a ring of sensors: two buses with four sensors each."""

    WIDTH, HEIGHT, ROW = 1080, 760, 165.0
    COLUMNS = (500.0, 850.0)

    def __init__(self, board: BoardFile) -> None:
        self._canvas = Canvas("Wiring of the ring", self.WIDTH, self.HEIGHT)
        buses = [
            wire for wire in wires(board.electronics) if wire.group is Group.READING and wire.ends[-1].part is Part.RING
        ]
        if not buses:
            raise ValueError("a board without [ring] has no wires of a ring")
        first, second = buses[:2], buses[2:]
        controller = LabelBox(
            self._canvas,
            (CONTROLLER_X - 40, TOP + 60),
            150,
            TITLES[board.electronics.controller],
            right=[*(wire.ends[0] for wire in first), *[None] * 6, *(wire.ends[0] for wire in second)],
        )
        self._places = dict(controller.places)
        for bus, pair in enumerate((first, second)):
            self._bus(bus, pair)
        for number, words in enumerate(
            (
                "The resistors have 2.2 kΩ; leave them",
                "out where the adapters have some.",
                "100 nF at each sensor, VCC to GND.",
                "Wires that cross without a dot do not touch.",
            )
        ):
            self._canvas.text((30, 560 + 17 * number), words, size=11, colour=QUIET, anchor="start")

    @property
    def drawn(self) -> set[HeaderPin]:
        """The pins that are in the picture; those of the sensors are by bus, as in the list of wires."""
        return set(self._places)

    def svg(self) -> str:
        """Return the text of the file."""
        return self._canvas.svg()

    def _bus(self, bus: int, pair: list[Wire]) -> None:
        """Draw a bus and its four sensors, which hang on its two wires."""
        column = self.COLUMNS[bus]
        places: list[dict[str, Point]] = []
        for number, address in enumerate(RING_ADDRESSES):
            pins = {name: HeaderPin(Part.RING, name) for name in ("SDA", "SCL", "VCC", "GND")}
            box = LabelBox(
                self._canvas,
                (column, TOP + self.ROW * number),
                100,
                f"{'ABCD'[number]}{bus}",
                f"TMAG5273, {address:#x}",
                left=[pins["SDA"], pins["SCL"], None, pins["VCC"], pins["GND"]],
            )
            places.append({name: box[name] for name in pins})
            self._places |= box.places
            x, y = box["VCC"]
            self._canvas.text((x - 6, y), REGULATED, size=11, colour=RED, anchor="end", bold=True)
            self._canvas.ground(box["GND"], RED)
        for number, (wire, name, colour) in enumerate(zip(pair, ("SDA", "SCL"), (BLUE, VIOLET), strict=True)):
            start, at = self._places[wire.ends[0]], column - 62 - STEP * number
            self._places[wire.ends[-1]] = (at, start[1])
            ends = [each[name] for each in places]
            low = self.HEIGHT - 26 - STEP * (1 - number)
            turn = start[0] + 86 + STEP * number
            around = [start, (turn, start[1]), (turn, low), (at, low), (at, ends[-1][1])]
            self._canvas.line([start, (at, start[1])] if bus == 0 else around, colour)
            self._canvas.line([(at, min(start[1], ends[0][1]) if bus == 0 else ends[0][1]), (at, ends[-1][1])], colour)
            for x, y in ends:
                self._canvas.line([(at, y), (x, y)], colour)
            dots = [y for _, y in ends[1:-1]] + ([ends[-1][1]] if bus else [])
            for y in (*dots, *([start[1]] if bus == 0 and start[1] > ends[0][1] else [])):
                self._canvas.dot((at, y), colour)
            self._pull_up((start[0] + 16 + 46 * number, start[1]), 68 + SPACING * number, colour)

    def _pull_up(self, at: Point, high: float, colour: str) -> None:
        """Draw a resistor from a wire to the supply, which is so much higher."""
        x, y = at
        self._canvas.dot(at, colour)
        self._canvas.resistor((x, y - high), at, "", colour)
        self._canvas.supply((x, y - high), REGULATED, RED)


# ---- Boxes
#
# A part with pins on its sides.


SPACING = 22.0
"""The distance from pin to pin."""
LEAD = 16.0


class LabelBox:
    """A rectangle with its title and part number above it, and pins on its left and right side; None is no pin."""

    def __init__(
        self,
        canvas: Canvas,
        corner: Point,
        width: float,
        title: str,
        part: str = "",
        *,
        left: Sequence[HeaderPin | None] = (),
        right: Sequence[HeaderPin | None] = (),
    ) -> None:
        self._canvas = canvas
        self.left, self.top = corner
        self.right = self.left + width
        height = SPACING * max(len(left), len(right)) + 6
        self.bottom = self.top + height
        self.places: dict[HeaderPin, Point] = {}
        canvas.box(corner, width, height)
        canvas.text((self.left + width / 2, self.top - (25 if part else 11)), title, size=13, bold=True)
        canvas.text((self.left + width / 2, self.top - 9), part, size=11, colour=QUIET)
        for edge, side, pins in ((self.left, -1, left), (self.right, 1, right)):
            for place, pin in enumerate(pins):
                if pin is not None:
                    self._draw(pin, edge, side, self.height(place))

    def height(self, place: int) -> float:
        """Return the vertical position of the pins at this place."""
        return self.top + SPACING * (place + 0.5) + 3

    def __getitem__(self, name: str) -> Point:
        (found,) = (at for pin, at in self.places.items() if pin.name == name)
        return found

    def _draw(self, pin: HeaderPin, edge: float, side: int, height: float) -> None:
        end = (edge + side * LEAD, height)
        self.places[pin] = end
        self._canvas.line([(edge, height), end])
        self._canvas.text((edge - side * 6, height), pin.name, anchor="start" if side < 0 else "end")
        if pin.number is not None:
            at = (edge + side * 3, height - 6)
            anchor = "end" if side < 0 else "start"
            self._canvas.text(at, f"{pin.number}", size=9, colour=QUIET, anchor=anchor)
