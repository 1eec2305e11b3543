"""The assembled board: the place of every part and both sheets, from which fits are checked and pictures made.

The lower left corner of the sheets is at 0, 0; x goes east and y north; z = 0 is the lower edge of the frame.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from manifold3d import CrossSection, FillRule, Manifold

from hardware.board_file import BoardFile
from hardware.making.printed_parts.part_dimensions import PartDimensions
from hardware.making.printed_parts.part_set import CORNERS, PartName, PrintedPart, spacer_height
from hardware.sheets import Circle, DrawnLine, Layer, Point
from hardware.template import PlateSheet, plate, plate_side, screws_at, sensor_at

# ---- The board


class Level(IntEnum):
    """The levels of the board, from below. A board that weighs has caps on load cells and no frame."""

    FEET = 0
    FRAME = 1
    CAPS = 2
    HOLDERS = 3
    CARRIER = 4
    SPACERS = 5
    FACE = 6


Place = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class PlacedPart:
    """A solid of the board in its place: turned by ``quarters`` to the left, and moved. ``name`` says what it is."""

    name: str
    level: Level
    solid: Manifold
    place: Place
    quarters: int = 0

    @property
    def there(self) -> Manifold:
        """The solid at its place in the board."""
        return self.solid.rotate((0.0, 0.0, 90.0 * self.quarters)).translate(self.place)


def assembled(
    board: BoardFile, parts: tuple[PrintedPart, ...], dimensions: PartDimensions, segments: int = 64
) -> tuple[PlacedPart, ...]:
    """Return the board without workers and blocks. Each hole in the sheets is a polygon of ``segments`` sides."""
    solids = {part.name: part.solid for part in parts}
    side, stack, room = plate_side(board.geometry), dimensions.stack, dimensions.frame.room
    upper = room + stack.carrier
    carrier = PlateSheet.RANK_CARRIER if stack.rank_boards else PlateSheet.CARRIER
    return (
        *(_frame(board, solids) if board.scale is None else _scale_feet(board, solids, dimensions)),
        *([] if stack.rank_boards else _holders(board, solids[PartName.HOLDER], dimensions)),
        _sheet(board, carrier, stack.carrier, room, segments),
        *(
            PlacedPart(PartName.SPACER.value, Level.SPACERS, solids[PartName.SPACER], (x, side - y, upper))
            for x, y in screws_at(board.geometry)
        ),
        _sheet(board, PlateSheet.FACE, stack.face, upper + spacer_height(board, dimensions), segments),
    )


def _sheet(board: BoardFile, sheet: PlateSheet, thickness: float, height: float, segments: int) -> PlacedPart:
    level = Level.FACE if sheet is PlateSheet.FACE else Level.CARRIER
    return PlacedPart(sheet.value, level, sheet_solid(board, sheet, thickness, segments), (0.0, 0.0, height))


def _holders(board: BoardFile, holder: Manifold, dimensions: PartDimensions) -> list[PlacedPart]:
    side, height = plate_side(board.geometry), dimensions.frame.room - dimensions.holder.flange_thickness
    places = [sensor_at(board.geometry, square) for square in board.geometry.squares]
    return [PlacedPart(PartName.HOLDER.value, Level.HOLDERS, holder, (x, side - y, height)) for x, y in places]


def _frame(board: BoardFile, solids: dict[PartName, Manifold]) -> tuple[PlacedPart, ...]:
    return *_feet(board, solids[PartName.BOARD_FOOT]), *_corners(plate_side(board.geometry), solids)


def _scale_feet(
    board: BoardFile, solids: dict[PartName, Manifold], dimensions: PartDimensions
) -> tuple[PlacedPart, ...]:
    """Return the feet with load cells and the caps on these; z = 0 is the base."""
    side, height = plate_side(board.geometry), dimensions.frame.room - dimensions.scale_foot.washers
    plain, mirrored = PartName.SCALE_FOOT, PartName.MIRRORED_SCALE_FOOT
    corners = ((plain, 0.0, 0.0, 0), (mirrored, side, 0.0, 0), (plain, side, side, 2), (mirrored, 0.0, side, 2))
    cap = solids[PartName.SCALE_CAP].rotate((0.0, 180.0, 0.0))
    return (
        *(PlacedPart(name.value, Level.FEET, solids[name], (x, y, 0.0), quarters) for name, x, y, quarters in corners),
        *(
            PlacedPart(
                PartName.SCALE_CAP.value, Level.CAPS, cap, (x, side - y, height), 0 if side - y < side / 2 else 2
            )
            for x, y in screws_at(board.geometry)[:CORNERS]
        ),
    )


def _feet(board: BoardFile, foot: Manifold) -> tuple[PlacedPart, ...]:
    side = plate_side(board.geometry)
    upright = foot.rotate((180.0, 0.0, 0.0))
    return tuple(
        PlacedPart(PartName.BOARD_FOOT.value, Level.FEET, upright, (x, side - y, 0.0))
        for x, y in screws_at(board.geometry)[:4]
    )


def _corners(side: float, solids: dict[PartName, Manifold]) -> tuple[PlacedPart, ...]:
    """Return the four corners; the opening for cables is in the north, opposite the buttons."""
    places = ((0.0, 0.0), (side, 0.0), (side, side), (0.0, side))
    names = (PartName.CORNER, PartName.CORNER, PartName.CABLE_CORNER, PartName.CORNER)
    return tuple(
        PlacedPart(name.value, Level.FRAME, solids[name], (x, y, 0.0), quarters)
        for quarters, ((x, y), name) in enumerate(zip(places, names, strict=True))
    )


def overlap(first: PlacedPart, second: PlacedPart) -> float:
    """Return the common volume of two parts in mm^3, which is 0 for parts that fit."""
    return float((first.there ^ second.there).volume())


def gap(first: PlacedPart, second: PlacedPart, search: float) -> float:
    """Return the distance between two parts in mm, at most ``search``."""
    return float(first.there.min_gap(second.there, search))


# ---- The sheets
#
# The cut sheets as solids, made from the lines and circles for the cutter (``thera board template``).


def sheet_solid(board: BoardFile, sheet: PlateSheet, thickness: float, segments: int = 64) -> Manifold:
    """Make a sheet with its lower left corner at 0, 0, 0, seen from above as in the template; each hole is a polygon of
    ``segments`` sides."""
    drawn = plate(board, sheet)
    cuts = [shape for shape in drawn.shapes if shape.layer is Layer.CUT]
    loops = _loops([shape for shape in cuts if isinstance(shape, DrawnLine)])
    holes = [
        CrossSection.circle(shape.diameter / 2, segments).translate((shape.centre[0], drawn.height - shape.centre[1]))
        for shape in cuts
        if isinstance(shape, Circle)
    ]
    area = CrossSection([[(x, drawn.height - y) for x, y in loop] for loop in loops], FillRule.EvenOdd)
    return (area - CrossSection.compose(holes)).extrude(thickness)


def _loops(lines: list[DrawnLine]) -> list[list[Point]]:
    """Return the corners of the closed loops of these lines: the outline, and openings in it."""
    loops: list[list[Point]] = []
    open_end: Point | None = None
    for line in lines:
        if open_end is None:
            loops.append([])
        elif line.start != open_end:
            break
        loops[-1].append(line.start)
        open_end = None if line.end == loops[-1][0] else line.end
    if open_end is not None:
        raise ValueError("the lines that are cut out of a sheet do not close an outline")
    return loops
