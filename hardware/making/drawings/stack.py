"""Draws a cut through the board: the sheets, the sensor and the light under a square, and the direction of magnets.
Apart from `__main__`, which writes all drawings."""

from __future__ import annotations

from hardware.board_file import SEATS, BoardFile
from hardware.magnet_force import FOOT_RIM
from hardware.making.drawings.canvas import INK, QUIET, Canvas
from hardware.making.printed_parts.part_dimensions import SheetStack
from hardware.template import LIGHT_HOLE, LIGHT_INSET, SENSOR_HOLE

STACK = SheetStack()
FACE, CARRIER, ELEMENT = STACK.face, STACK.carrier, STACK.element
LIGHT = 1.6
"""The thickness of a WS2812B in mm. It is 5 x 5 mm wide, so it lies under its hole."""
BLOCK_WIDTH = 30.0
SCALE = 9.0
WIDTH, HEIGHT = 1200, 760
LEFT, FACE_TOP = 200.0, 530.0

NORTH, SOUTH = "#c8402f", "#3a6ea5"
WOOD, SHEET, WORKER = "#ead9b8", "#d7dde4", "#f6efe0"


class StackDrawing:
    """The drawing of a board with these measures."""

    def __init__(self, board: BoardFile) -> None:
        self._board = board
        self._geometry = board.geometry
        self._canvas = Canvas("A cut through the board", WIDTH, HEIGHT)
        self._sheets()
        for square in (0, 1):
            self._below(square)
        north = [seat for seat in SEATS if seat in board.north_down]
        south = [seat for seat in SEATS if seat not in board.north_down]
        self._worker(0, 0, (NORTH, "N", SOUTH, "S"), f"{' and '.join(north)}: north pole down")
        self._worker(1, 1, (SOUTH, "S", NORTH, "N"), f"{' and '.join(south)}: south pole down")
        self._measures()

    def svg(self) -> str:
        """Return the text of the file."""
        return self._canvas.svg()

    def _x(self, millimetres: float) -> float:
        """Return the pixels from the left edge of the first square."""
        return LEFT + SCALE * millimetres

    def _y(self, millimetres: float) -> float:
        """Return the pixels above the playing face."""
        return FACE_TOP - SCALE * millimetres

    @property
    def _air(self) -> float:
        return self._geometry.gap - FACE - ELEMENT

    def _sheet(self, x: float, width: float, bottom: float, height: float, fill: str) -> None:
        left, top = self._x(x), self._y(bottom + height)
        self._canvas.box((left, top), width * SCALE, height * SCALE, fill)

    def _sheets(self) -> None:
        pitch = self._geometry.pitch
        self._sheet(-6, 2 * pitch + 12, -FACE, FACE, SHEET)
        self._sheet(-6, 2 * pitch + 12, -FACE - self._air - CARRIER, CARRIER, WOOD)
        self._sheet(-6, 5, -FACE - self._air, self._air, WOOD)
        self._sheet(2 * pitch + 1, 5, -FACE - self._air, self._air, WOOD)
        for line in (0, 1, 2):
            x = self._x(line * pitch)
            self._canvas.line([(x, FACE_TOP - 5), (x, FACE_TOP + 10)], INK, width=2)

    def _below(self, square: int) -> None:
        pitch = self._geometry.pitch
        middle, top = (square + 0.5) * pitch, -FACE - self._air
        hole = (self._x(middle - SENSOR_HOLE / 2), self._y(top))
        self._canvas.box(hole, SENSOR_HOLE * SCALE, CARRIER * SCALE, "#ffffff")
        self._canvas.box((self._x(middle - 2), self._y(top)), 4 * SCALE, 1.6 * SCALE, "#2b2f36")
        for leg in (-1.27, 0.0, 1.27):
            x = self._x(middle + leg)
            self._canvas.line([(x, self._y(top - 1.6)), (x, self._y(top - CARRIER - 2.2))], QUIET, width=2)
        light = square * pitch + LIGHT_INSET
        self._canvas.box((self._x(light - LIGHT_HOLE / 2), self._y(0)), LIGHT_HOLE * SCALE, FACE * SCALE, "#fff6cf")
        self._canvas.box(
            (self._x(light - LIGHT_HOLE / 2), self._y(top)), LIGHT_HOLE * SCALE, CARRIER * SCALE, "#ffffff"
        )
        under = top - CARRIER
        self._canvas.box((self._x(light - 2.5), self._y(under)), 5 * SCALE, LIGHT * SCALE, "#ffe27a")
        self._canvas.box((self._x(light - 5), self._y(under - LIGHT)), 10 * SCALE, 1.2 * SCALE, "#2f6f4f")
        x, edge = self._x(light), self._y(0)
        for lean in (-1, 0, 1):
            self._canvas.line([(x + 12 * lean, edge - 6), (x + 18 * lean, edge - 24)], "#e0a800", width=2)

    def _worker(self, square: int, level: int, poles: tuple[str, str, str, str], words: str) -> None:
        geometry, magnet = self._geometry, self._geometry.magnet
        middle = (square + 0.5) * geometry.pitch
        foot = geometry.foot_height(level) - geometry.gap
        if level:
            self._sheet(middle - BLOCK_WIDTH / 2, BLOCK_WIDTH, 0, foot, WOOD)
            self._canvas.text((self._x(middle), self._y(foot / 2)), f"block, {foot:g} mm", colour=QUIET)
        half = magnet.diameter / 2 + FOOT_RIM
        outline = [(-half, 0), (half, 0), (half, 9), (5, 15), (3.6, 23), (-3.6, 23), (-5, 15), (-half, 9)]
        self._canvas.area([(self._x(middle + x), self._y(foot + y)) for x, y in outline], WORKER)
        self._canvas.circle((self._x(middle), self._y(foot + 27)), 5 * SCALE, WORKER)
        lower, low, upper, high = poles
        side, thick = magnet.diameter * SCALE, magnet.thickness * SCALE / 2
        left = self._x(middle - magnet.diameter / 2)
        for fill, pole, bottom in ((lower, low, foot), (upper, high, foot + magnet.thickness / 2)):
            y = self._y(bottom) - thick
            self._canvas.box((left, y), side, thick, fill)
            self._canvas.text((left + side / 2, y + thick / 2), pole, colour="#ffffff", bold=True)
        self._canvas.text((self._x(middle), self._y(foot + 35)), words, size=14, bold=True)

    def _measures(self) -> None:
        geometry, canvas = self._geometry, self._canvas
        pitch, carrier = geometry.pitch, -FACE - self._air
        self._across(0, pitch, -21, f"pitch_mm = {pitch:g}")
        self._across(0, LIGHT_INSET, -14.5, f"{LIGHT_INSET:g} mm")
        x = self._x(2 * pitch + 9)
        for low, high, words in (
            (-FACE, 0.0, f"face {FACE:g} mm"),
            (carrier, -FACE, f"spacers {self._air:g} mm"),
            (carrier - CARRIER, carrier, f"carrier {CARRIER:g} mm"),
        ):
            self._upright(x, low, high)
            canvas.text((x + 10, self._y((low + high) / 2)), words, anchor="start")
        x = self._x(pitch / 2 + SENSOR_HOLE / 2 + 5)
        self._upright(x, -geometry.gap, 0)
        canvas.line(
            [(x - 5, self._y(-geometry.gap)), (self._x(pitch / 2), self._y(-geometry.gap))], QUIET, dashes="3 3"
        )
        canvas.text((x + 8, self._y(-geometry.gap / 2 - 1.6)), f"gap_mm = {geometry.gap:g}", anchor="start", bold=True)
        below = self._y(carrier - CARRIER - 2.2) + 10
        canvas.text((self._x(pitch / 2), below + 6), "sensor, printed side down,", colour=QUIET)
        canvas.text((self._x(pitch / 2), below + 22), "its legs bent down, seen from the south", colour=QUIET)
        canvas.text((self._x(-7), self._y(-FACE / 2)), "light shines through", anchor="end", colour=QUIET)
        canvas.text((self._x(-7), self._y(carrier - CARRIER - LIGHT - 0.6)), "light on its", anchor="end", colour=QUIET)
        canvas.text((self._x(-7), self._y(carrier - CARRIER - LIGHT - 2.4)), "board", anchor="end", colour=QUIET)
        magnet = geometry.magnet
        left = self._x((pitch - magnet.diameter) / 2)
        canvas.text((left - 30, self._y(7.6)), f"magnet {magnet.diameter:g} x {magnet.thickness:g} mm,", anchor="end")
        canvas.text((left - 30, self._y(5.8)), "flush with the foot", anchor="end")
        canvas.text((left - 30, self._y(4.0)), "rubber below it counts in the gap", anchor="end", colour=QUIET)
        canvas.line([(left - 26, self._y(6.0)), (left, self._y(magnet.thickness / 2))], QUIET)

    def _across(self, first: float, last: float, height: float, words: str) -> None:
        y = self._y(height)
        self._canvas.line([(self._x(first), y), (self._x(last), y)], QUIET)
        for x in (self._x(first), self._x(last)):
            self._canvas.line([(x, y - 5), (x, y + 5)], QUIET)
        self._canvas.text((self._x((first + last) / 2), y + 13), words)

    def _upright(self, x: float, low: float, high: float) -> None:
        self._canvas.line([(x, self._y(low)), (x, self._y(high))], QUIET)
        for each in (low, high):
            self._canvas.line([(x - 5, self._y(each)), (x + 5, self._y(each))], QUIET)
