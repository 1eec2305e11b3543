"""The pictures of the printed parts: each by itself, and the board taken apart, of the very solids that are printed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from manifold3d import Manifold

from drawings.canvas import INK, QUIET, Canvas, Point
from drawings.solid_view import Surface, on_picture, seen
from hardware.board_file import BoardFile
from hardware.drawing.template import plate_side, sensor_at
from hardware.geometry import Geometry
from printed_parts.board_assembly import Level, Place, PlacedPart, assembled
from printed_parts.part_dimensions import PartDimensions
from printed_parts.part_set import PartName, PrintedPart, frame_depth, printed_parts
from printed_parts.solids import box, cylinder

Colour = tuple[int, int, int]

FRAME: Colour = (150, 170, 190)
SMALL: Colour = (226, 190, 110)
FACE: Colour = (226, 232, 238)
CARRIER: Colour = (226, 205, 165)
BLOCK: Colour = (234, 217, 184)
STEEL: Colour = (190, 190, 195)
SHEETS = {"face": FACE, "carrier": CARRIER}

DARKEST = 0.5
"""How bright a surface is that no light falls on."""

HOLE_SEGMENTS = 10
"""Enough for holes that are ten pixels wide."""

LIFTED = {
    Level.FEET: -50.0,
    Level.FRAME: 0.0,
    Level.HOLDERS: 75.0,
    Level.CARRIER: 125.0,
    Level.SPACERS: 180.0,
    Level.FACE: 235.0,
}
"""How far each level is taken up, in mm."""

NAMES = 700.0
"""Where the names of the levels begin, in pixels."""

NORTH_SQUARE, SOUTH_SQUARE = 16, 8
"""Over which squares a foot is drawn with each pole down."""

APART = 22.0
"""How far each corner of the frame is taken out to both sides, in mm."""


@dataclass(frozen=True, slots=True)
class View:
    """Where the origin of what is drawn is on a canvas, and how many pixels a mm has there."""

    origin: Point
    scale: float

    def at(self, place: Place) -> Point:
        """Where a point is on the canvas."""
        return self.of(on_picture(place))

    def of(self, point: Point) -> Point:
        """Where a point of a picture is on the canvas."""
        return self.origin[0] + self.scale * point[0], self.origin[1] - self.scale * point[1]


def draw(canvas: Canvas, view: View, surfaces: Iterable[Surface], colour: Colour) -> None:
    """A solid as it is seen, its origin at that of the view."""
    for surface in surfaces:
        outline = [[view.of(point) for point in contour] for contour in surface.outline]
        if len(surface.shades) == 1:
            canvas.region(outline, _shaded(colour, surface.shades[0].brightness), INK, width=0.7)
            continue
        for shade in surface.shades:
            contours = [[view.of(point) for point in contour] for contour in shade.contours]
            fill = _shaded(colour, shade.brightness)
            canvas.region(contours, fill, fill, width=0.6)
        canvas.region(outline, "none", INK, width=0.7)


def _shaded(colour: Colour, brightness: float) -> str:
    share = DARKEST + (1 - DARKEST) * brightness
    return "#" + "".join(f"{round(part * share):02x}" for part in colour)


@dataclass(frozen=True, slots=True)
class Lifted:
    """A solid over the face, so many mm above it; and its name, if it is written beside it."""

    solid: Manifold
    colour: Colour
    height: float
    name: str


class PartsDrawing:
    """Every part by itself, as it lies on the printer's bed, with its name, its size and how many are needed."""

    WIDTH, HEIGHT, ROW = 1000, 480, 240
    LARGE = (PartName.CORNER, PartName.CABLE_CORNER)
    SMALLER, LARGER = 1.0, 6.0

    def __init__(self, board: BoardFile) -> None:
        self._canvas = Canvas("The printed parts", self.WIDTH, self.HEIGHT)
        for number, part in enumerate(printed_parts(board)):
            row, column = divmod(number, 4)
            self._part(part, (self.WIDTH / 4 * (column + 0.5), self.ROW * (row + 0.5)))

    def svg(self) -> str:
        """The text of the file."""
        return self._canvas.svg()

    def _part(self, part: PrintedPart, middle: Point) -> None:
        scale = self.SMALLER if part.name in self.LARGE else self.LARGER
        # From the south-west the inside of a corner is seen if it is the north-east one.
        solid = part.solid.rotate((0.0, 0.0, 180.0)) if part.name in self.LARGE else part.solid
        surfaces = seen(solid)
        points = [point for surface in surfaces for contour in surface.outline for point in contour]
        across, up = ((min(values) + max(values)) / 2 for values in zip(*points, strict=True))
        x, y = middle
        draw(self._canvas, View((x - scale * across, y - 22 + scale * up), scale), surfaces, colour_of(part.name))
        size = " x ".join(f"{length:.1f}" for length in part.size)
        self._canvas.text((x, y + 72), f"{part.pieces} of {part.name.value}", size=12, bold=True)
        self._canvas.text((x, y + 90), f"{size} mm", size=11, colour=QUIET)


def colour_of(name: PartName) -> Colour:
    """Large parts and small ones are told apart by their colours."""
    return FRAME if name in {PartName.CORNER, PartName.CABLE_CORNER, PartName.BOARD_FOOT} else SMALL


class ExplodedDrawing:
    """The whole board taken apart, from its feet up to two workers' feet with their magnets."""

    WIDTH, HEIGHT = 940, 640
    VIEW = View((305.0, 575.0), 1.25)

    def __init__(self, board: BoardFile) -> None:
        self._board, self._dimensions = board, PartDimensions()
        self._canvas = Canvas("The board taken apart", self.WIDTH, self.HEIGHT)
        parts = printed_parts(board)
        self._solids = {part.name: part.solid for part in parts}
        self._whole = assembled(board, parts, self._dimensions, HOLE_SEGMENTS)
        for level in Level:
            self._level(level)
        self._workers()
        self._names()

    def svg(self) -> str:
        """The text of the file."""
        return self._canvas.svg()

    def _level(self, level: Level) -> None:
        parts = [part for part in self._whole if part.level is level]
        if level is Level.FRAME:
            # The farthest first: each may hide one that was drawn.
            for part in sorted(parts, key=lambda part: -part.place[0] - part.place[1]):
                self._solid(part.there.translate(self._apart(part)), (0.0, 0.0, 0.0), FRAME)
            return
        first, *others = parts
        with self._canvas.named(level.name.lower()):
            self._solid(first.solid, self._lifted(first), self._colour(first))
        x, y = self.VIEW.at(self._lifted(first))
        for part in others:
            right, down = self.VIEW.at(self._lifted(part))
            self._canvas.again(level.name.lower(), right - x, down - y)

    def _apart(self, part: PlacedPart) -> Place:
        x, y = (APART if each > 0 else -APART for each in part.place[:2])
        return x, y, 0.0

    def _lifted(self, part: PlacedPart) -> Place:
        x, y, z = part.place
        return x, y, z + LIFTED[part.level]

    def _colour(self, part: PlacedPart) -> Colour:
        return SHEETS.get(part.name) or colour_of(PartName(part.name))

    def _solid(self, solid: Manifold, place: Place, colour: Colour) -> None:
        draw(self._canvas, View(self.VIEW.at(place), self.VIEW.scale), seen(solid), colour)

    def _workers(self) -> None:
        """A worker's foot over the face, and another over a block with its lip."""
        geometry, dimensions = self._board.geometry, self._dimensions
        floor = frame_depth(self._board, dimensions) + LIFTED[Level.FACE]
        block = self._block(geometry)
        magnet = Lifted(disc(geometry), STEEL, 45.0, "")
        north = Lifted(self._foot(PartName.NORTH_FOOT), SMALL, 64.0, "a foot, north pole down")
        self._stack(NORTH_SQUARE, floor, [magnet, north])
        self._stack(
            SOUTH_SQUARE,
            floor,
            [
                Lifted(block, BLOCK, 12.0, "a block"),
                Lifted(self._solids[PartName.LIP], SMALL, 48.0, "its lip"),
                Lifted(disc(geometry), STEEL, 66.0, ""),
                Lifted(self._foot(PartName.SOUTH_FOOT), SMALL, 85.0, "a foot, south pole down"),
            ],
        )

    def _block(self, geometry: Geometry) -> Manifold:
        half = self._dimensions.lip.block_width / 2
        return box((-half, -half, 0.0), (half, half, geometry.block_heights[0]))

    def _foot(self, name: PartName) -> Manifold:
        """A foot the right way up."""
        solid = self._solids[name]
        return solid.rotate((180.0, 0.0, 180.0)).translate((0.0, 0.0, solid.bounding_box()[5]))

    def _stack(self, square: int, floor: float, lifted: list[Lifted]) -> None:
        x, y = sensor_at(self._board.geometry, square)
        for each in lifted:
            place = (x, plate_side(self._board.geometry) - y, floor + each.height)
            self._solid(each.solid, place, each.colour)
            right, down = self.VIEW.at(place)
            aside, anchor = (34, "start") if square == SOUTH_SQUARE else (-20, "end")
            self._canvas.text((right + aside, down - 4), each.name, size=12, anchor=anchor)

    def _names(self) -> None:
        pieces = {level: sum(part.level is level for part in self._whole) for level in Level}
        for level, words in (
            (Level.FACE, "face"),
            (Level.SPACERS, f"{pieces[Level.SPACERS]} spacers"),
            (Level.CARRIER, "carrier"),
            (Level.HOLDERS, f"{pieces[Level.HOLDERS]} sensor holders"),
            (Level.FRAME, f"{pieces[Level.FRAME]} corners of the frame"),
            (Level.FEET, f"{pieces[Level.FEET]} feet"),
        ):
            start = max(self._right_end(part) for part in self._whole if part.level is level)
            self._canvas.line([start, (NAMES, start[1])], QUIET, width=1)
            self._canvas.text((NAMES + 8, start[1]), words, size=14, anchor="start", bold=True)

    def _right_end(self, part: PlacedPart) -> Point:
        """Where a line to the name of a part begins: a little right of it."""
        x, y, z = self._lifted(part)
        if part.level in {Level.CARRIER, Level.FACE}:
            x = plate_side(self._board.geometry)
        if part.level is Level.FRAME:
            outside = APART + self._dimensions.frame.wall
            x, y, z = x + outside, y - outside, z + self._dimensions.frame.room / 2
        right, down = self.VIEW.at((x, y, z))
        return right + 16, down


def disc(geometry: Geometry) -> Manifold:
    """A magnet."""
    return cylinder(geometry.magnet.diameter, geometry.magnet.thickness)


def printed_parts_drawings() -> dict[str, str]:
    """The pictures of the printed parts of the guide's board, by the names of their files."""
    board = BoardFile()
    return {"printed_parts.svg": PartsDrawing(board).svg(), "taken_apart.svg": ExplodedDrawing(board).svg()}
