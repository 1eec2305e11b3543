"""Draws the printed parts from the solids that are printed: each part, and the exploded board; and views of solids in
isometric projection. Apart from the flat drawings, since it needs the library for solids."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from math import cos, radians, sqrt

from manifold3d import CrossSection, FillRule, Manifold

from hardware.board_file import BoardFile, parse_board_file
from hardware.geometry import Geometry
from hardware.making.drawings.canvas import INK, QUIET, Canvas, Point
from hardware.making.printed_parts.board_assembly import Level, Place, PlacedPart, assembled
from hardware.making.printed_parts.part_dimensions import PartDimensions, ScaleFootDimensions
from hardware.making.printed_parts.part_set import (
    PartName,
    PrintedPart,
    bar_height,
    box,
    cylinder,
    frame_depth,
    printed_parts,
    union,
)
from hardware.template import RIM, plate_side, sensor_at

# ---- The drawings


Colour = tuple[int, int, int]

FRAME: Colour = (150, 170, 190)
SMALL: Colour = (226, 190, 110)
FACE: Colour = (226, 232, 238)
CARRIER: Colour = (226, 205, 165)
BLOCK: Colour = (234, 217, 184)
STEEL: Colour = (190, 190, 195)
SHEETS = {"face": FACE, "carrier": CARRIER}

DARKEST = 0.5
"""The brightness of a surface without light."""

HOLE_SEGMENTS = 10
"""Enough for holes that are ten pixels wide."""

LIFTED = {
    Level.FEET: -50.0,
    Level.FRAME: 0.0,
    Level.CAPS: 0.0,
    Level.HOLDERS: 75.0,
    Level.CARRIER: 125.0,
    Level.SPACERS: 180.0,
    Level.FACE: 235.0,
}
"""The height by which each level is lifted, in mm."""

NAMES = 700.0
"""The left edge of the names of the levels, in pixels."""

NORTH_SQUARE, SOUTH_SQUARE = 16, 8
"""The squares over which a foot is drawn with each pole down."""

APART = 22.0
"""The distance by which each corner of the frame is moved out to both sides, in mm."""


@dataclass(frozen=True, slots=True)
class View:
    """The place of the drawing's origin on a canvas, and the pixels of a mm there."""

    origin: Point
    scale: float

    def at(self, place: Place) -> Point:
        """Return the place of a point in space on the canvas."""
        return self.of(on_picture(place))

    def of(self, point: Point) -> Point:
        """Return the place of a point of a picture on the canvas."""
        return self.origin[0] + self.scale * point[0], self.origin[1] - self.scale * point[1]


def draw(canvas: Canvas, view: View, surfaces: Iterable[Surface], colour: Colour) -> None:
    """Draw a solid as it is seen, with its origin at the view's."""
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
    """A solid above the face, by a height in mm; and its name, if it is written beside it."""

    solid: Manifold
    colour: Colour
    height: float
    name: str


class PartsDrawing:
    """A drawing of every part as it lies on the printer's bed, with its name, its size and the number needed."""

    WIDTH, HEIGHT, ROW = 1000, 480, 240
    LARGE = (PartName.CORNER, PartName.CABLE_CORNER)
    SMALLER, LARGER = 1.0, 6.0

    def __init__(self, board: BoardFile) -> None:
        self._canvas = Canvas("The printed parts", self.WIDTH, self.HEIGHT)
        for number, part in enumerate(printed_parts(board)):
            row, column = divmod(number, 4)
            self._part(part, (self.WIDTH / 4 * (column + 0.5), self.ROW * (row + 0.5)))

    def svg(self) -> str:
        """Return the text of the file."""
        return self._canvas.svg()

    def _part(self, part: PrintedPart, middle: Point) -> None:
        scale = self.SMALLER if part.name in self.LARGE else self.LARGER
        # From the south-west the inside of the north-east corner is visible.
        solid = part.solid.rotate((0.0, 0.0, 180.0)) if part.name in self.LARGE else part.solid
        surfaces = seen(solid)
        points = [point for surface in surfaces for contour in surface.outline for point in contour]
        across, up = ((min(values) + max(values)) / 2 for values in zip(*points, strict=True))
        x, y = middle
        draw(self._canvas, View((x - scale * across, y - 22 + scale * up), scale), surfaces, colour_of(part.name))
        size = " x ".join(f"{length:.1f}" for length in part.size)
        self._canvas.text((x, y + 72), f"{part.pieces} of {part.name.value}", size=12, bold=True)
        self._canvas.text((x, y + 90), f"{size} mm", size=11, colour=QUIET)


LARGE_PARTS = {
    PartName.CORNER,
    PartName.CABLE_CORNER,
    PartName.BOARD_FOOT,
    PartName.SCALE_FOOT,
    PartName.MIRRORED_SCALE_FOOT,
}


def colour_of(name: PartName) -> Colour:
    """Return the colour of a part: large and small ones differ."""
    return FRAME if name in LARGE_PARTS else SMALL


class ExplodedDrawing:
    """The exploded board, from its feet up to two workers' feet with their magnets."""

    WIDTH, HEIGHT = 940, 640
    VIEW = View((305.0, 575.0), 1.25)

    def __init__(self, board: BoardFile) -> None:
        self._board, self._dimensions = board, PartDimensions()
        self._canvas = Canvas("The board taken apart", self.WIDTH, self.HEIGHT)
        parts = printed_parts(board)
        self._solids = {part.name: part.solid for part in parts}
        self._whole = assembled(board, parts, self._dimensions, HOLE_SEGMENTS)
        for level in sorted({part.level for part in self._whole}):
            self._level(level)
        self._workers()
        self._names()

    def svg(self) -> str:
        """Return the text of the file."""
        return self._canvas.svg()

    def _level(self, level: Level) -> None:
        parts = [part for part in self._whole if part.level is level]
        if level is Level.FRAME:
            # The farthest first, since each may hide an earlier one.
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
        """Draw a worker's foot over the face, and another over a block with its lip."""
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
        """Return a foot the right way up."""
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
        """Return where a line to the name of a part begins: a little to the right of it."""
        x, y, z = self._lifted(part)
        if part.level in {Level.CARRIER, Level.FACE}:
            x = plate_side(self._board.geometry)
        if part.level is Level.FRAME:
            outside = APART + self._dimensions.frame.wall
            x, y, z = x + outside, y - outside, z + self._dimensions.frame.room / 2
        right, down = self.VIEW.at((x, y, z))
        return right + 16, down


class ScaleFootDrawing:
    """A foot of a board that weighs, the load cell that lies on it, and the cap on which the plate rests."""

    WIDTH, HEIGHT = 820, 420
    VIEW = View((380.0, 400.0), 3.4)
    NAMES = 520.0

    def __init__(self, board: BoardFile) -> None:
        dimensions = PartDimensions()
        foot, room = dimensions.scale_foot, dimensions.frame.room
        self._canvas = Canvas("A foot of a board that weighs, with its load cell", self.WIDTH, self.HEIGHT)
        solids = {part.name: part.solid for part in printed_parts(board)}
        middle, low = RIM / 2, bar_height(room, foot)
        cap = solids[PartName.SCALE_CAP].rotate((0.0, 180.0, 0.0)).translate((middle, middle, room - foot.washers))
        washer = cylinder(7.0, foot.washers) - cylinder(3.2, foot.washers)
        for solid, colour, lifted, words in (
            (solids[PartName.SCALE_FOOT], FRAME, 0.0, "scale_foot, screwed to the base"),
            (load_cell(foot).translate((middle, middle, low)), STEEL, 32.0, "load cell: its near end is free"),
            (cap, SMALL, 62.0, "scale_cap"),
            (washer.translate((middle, middle, room - foot.washers)), STEEL, 84.0, "two washers, then the carrier"),
        ):
            moved = solid.translate((0.0, 0.0, lifted))
            draw(self._canvas, self.VIEW, seen(moved), colour)
            box_of = moved.bounding_box()
            right, down = self.VIEW.at((box_of[3], box_of[1], (box_of[2] + box_of[5]) / 2))
            self._canvas.line([(right + 8, down), (self.NAMES, down)], QUIET, width=1)
            self._canvas.text((self.NAMES + 8, down), words, size=14, anchor="start", bold=True)

    def svg(self) -> str:
        """Return the text of the file."""
        return self._canvas.svg()


def load_cell(foot: ScaleFootDimensions) -> Manifold:
    """Make a bar along y, with the outer hole of its free end at 0, 0 and the hole in its middle that lets it bend."""
    half, start = foot.bar / 2, -foot.edge_hole
    bar = box((-half, start, 0.0), (half, start + foot.bar_length, foot.bar))
    outer = foot.bar_length - 2 * foot.edge_hole
    for along in (0.0, foot.hole_spacing, outer - foot.hole_spacing, outer):
        bar -= cylinder(4.5, 2 * foot.bar).translate((0.0, along, -half))
    waist = cylinder(8.0, 2 * foot.bar).rotate((0.0, 90.0, 0.0)).translate((-foot.bar, 0.0, half))
    return bar - union(waist.translate((0.0, outer / 2 + aside, 0.0)) for aside in (-5.0, 5.0))


def disc(geometry: Geometry) -> Manifold:
    """Make a magnet."""
    return cylinder(geometry.magnet.diameter, geometry.magnet.thickness)


def printed_parts_drawings() -> dict[str, str]:
    """Return the pictures of the printed parts of the guide's board, by the names of their files."""
    board = BoardFile()
    return {
        "printed_parts.svg": PartsDrawing(board).svg(),
        "taken_apart.svg": ExplodedDrawing(board).svg(),
        "scale_foot.svg": ScaleFootDrawing(parse_board_file("[scale]\n")).svg(),
    }


# ---- Views of solids
#
# The visible part of each face is exact. A face towards the viewer is hidden where a part of the solid is in front of
# its plane. So its picture is its outline minus the outline of the solid cut along that plane.


Vector = tuple[float, float, float]
Contour = tuple[tuple[float, float], ...]

RIGHT: Vector = (1 / sqrt(2), -1 / sqrt(2), 0.0)
UP: Vector = (1 / sqrt(6), 1 / sqrt(6), 2 / sqrt(6))
TOWARDS: Vector = (-1 / sqrt(3), -1 / sqrt(3), 1 / sqrt(3))
"""The directions right, up and towards the viewer, who is above the south-west corner."""

LIGHT: Vector = (0.25, 0.55, 0.8)
"""The direction of the light in the picture: right, up and towards the viewer."""

SMOOTH = cos(radians(40))
"""Faces whose directions differ less than this are one curved surface, and no edge is drawn between them."""

SHADES = 16
"""The number of shades of a colour."""

IN_FRONT = 1e-3
"""The distance in front of a face at which something hides it, in mm."""

SPECK = 0.02
"""An area in mm^2 that is left out: less than a pixel."""


@dataclass(frozen=True, slots=True)
class Shade:
    """The parts of a surface with the same brightness, from 0 to 1; holes are separate contours."""

    brightness: float
    contours: tuple[Contour, ...]


@dataclass(frozen=True, slots=True)
class Surface:
    """The visible part of a flat or curved surface: its shades, and its outline."""

    shades: tuple[Shade, ...]
    outline: tuple[Contour, ...]


@dataclass(slots=True)
class _Plane:
    """The faces of a solid in one plane: their direction, their distance from the origin, and their corners."""

    normal: Vector
    distance: float
    corners: list[list[tuple[float, float]]]


def on_picture(point: Vector) -> tuple[float, float]:
    """Return a point in the picture: right and up of the origin, in mm."""
    return _dot(RIGHT, point), _dot(UP, point)


def seen(solid: Manifold) -> tuple[Surface, ...]:
    """Return the surfaces of a solid that the viewer sees."""
    turned = solid.transform([[*RIGHT, 0.0], [*UP, 0.0], [*TOWARDS, 0.0]])
    planes, neighbours = _planes(turned)
    visible = {number: _visible(turned, plane) for number, plane in enumerate(planes) if plane.normal[2] > IN_FRONT}
    found = (_surface([(planes[number], visible[number]) for number in group]) for group in _curved(planes, neighbours))
    return tuple(surface for surface in found if surface.outline)


def _planes(turned: Manifold) -> tuple[list[_Plane], list[tuple[int, int]]]:
    """Return the planes of a solid's faces, and which of them share an edge."""
    mesh = turned.to_mesh64()
    points = [(float(x), float(y), float(z)) for x, y, z in mesh.vert_properties[:, :3]]
    numbers: dict[tuple[float, ...], int] = {}
    planes: list[_Plane] = []
    edges: dict[tuple[int, int], list[int]] = defaultdict(list)
    for first, second, third in mesh.tri_verts.tolist():
        normal = _normal(points[first], points[second], points[third])
        if normal is None:
            continue
        distance = _dot(normal, points[first])
        key = (*(round(each, 3) for each in normal), round(distance, 2))
        if key not in numbers:
            numbers[key] = len(planes)
            planes.append(_Plane(normal, distance, []))
        planes[numbers[key]].corners.append([points[each][:2] for each in (first, second, third)])
        for one, other in pairwise((first, second, third, first)):
            edges[min(one, other), max(one, other)].append(numbers[key])
    return planes, [(both[0], both[1]) for both in edges.values() if len(both) == 2 and both[0] != both[1]]


def _visible(turned: Manifold, plane: _Plane) -> CrossSection:
    face = CrossSection(plane.corners, FillRule.Positive)
    hiding = turned.trim_by_plane(plane.normal, plane.distance + IN_FRONT)
    return face if hiding.is_empty() else face - CrossSection(hiding.project().to_polygons(), FillRule.Positive)


def _curved(planes: list[_Plane], neighbours: list[tuple[int, int]]) -> list[list[int]]:
    """Return the planes that the viewer sees, by the surface that they belong to."""
    group = [number if plane.normal[2] > IN_FRONT else -1 for number, plane in enumerate(planes)]
    smooth: dict[int, list[int]] = defaultdict(list)
    for one, other in neighbours:
        if min(group[one], group[other]) >= 0 and _dot(planes[one].normal, planes[other].normal) > SMOOTH:
            smooth[one].append(other)
            smooth[other].append(one)
    groups, done = [], set[int]()
    for start in group:
        if start < 0 or start in done:
            continue
        members, waiting = [], [start]
        while waiting:
            number = waiting.pop()
            if number not in done:
                done.add(number)
                members.append(number)
                waiting += smooth[number]
        groups.append(sorted(members))
    return groups


def _surface(parts: Iterable[tuple[_Plane, CrossSection]]) -> Surface:
    shades: dict[float, CrossSection] = {}
    whole = CrossSection()
    for plane, visible in parts:
        brightness = round(SHADES * max(0.0, _dot(plane.normal, LIGHT)) / sqrt(_dot(LIGHT, LIGHT))) / SHADES
        shades[brightness] = shades.get(brightness, CrossSection()) + visible
        whole += visible
    return Surface(
        tuple(Shade(brightness, found) for brightness, area in shades.items() if (found := _contours(area))),
        _contours(whole),
    )


def _contours(area: CrossSection) -> tuple[Contour, ...]:
    found = (tuple((float(x), float(y)) for x, y in polygon) for polygon in area.simplify(0.02).to_polygons())
    return tuple(contour for contour in found if abs(_area(contour)) > SPECK)


def _area(contour: Contour) -> float:
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairwise((*contour, contour[0]))) / 2


def _normal(first: Vector, second: Vector, third: Vector) -> Vector | None:
    """Return the direction of a triangle; None if it has no area."""
    (ax, ay, az), (bx, by, bz) = _minus(second, first), _minus(third, first)
    across = (ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx)
    length = sqrt(_dot(across, across))
    return None if length < 1e-9 else (across[0] / length, across[1] / length, across[2] / length)


def _minus(one: Vector, other: Vector) -> Vector:
    return one[0] - other[0], one[1] - other[1], one[2] - other[2]


def _dot(one: Vector, other: Vector) -> float:
    return one[0] * other[0] + one[1] * other[1] + one[2] * other[2]
