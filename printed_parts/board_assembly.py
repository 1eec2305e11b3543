"""Where every part and both sheets are in a board that is put together. Fits are checked, and pictures made, of this.

The lower left corner of the sheets is at 0, 0; x goes east and y north; z = 0 is the lower edge of the frame.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from manifold3d import Manifold

from hardware.board_file import BoardFile
from hardware.drawing.template import PlateSheet, plate_side, screws_at, sensor_at
from printed_parts.part_dimensions import PartDimensions
from printed_parts.part_set import PartName, PrintedPart, spacer_height
from printed_parts.sheet_solids import sheet_solid


class Level(IntEnum):
    """What is put on what, from below."""

    FEET = 0
    FRAME = 1
    HOLDERS = 2
    CARRIER = 3
    SPACERS = 4
    FACE = 5


Place = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class PlacedPart:
    """A solid of the board in its place: turned by so many quarters to the left, and moved. ``name`` is what it is."""

    name: str
    level: Level
    solid: Manifold
    place: Place
    quarters: int = 0

    @property
    def there(self) -> Manifold:
        """The solid where it is in the board."""
        return self.solid.rotate((0.0, 0.0, 90.0 * self.quarters)).translate(self.place)


def assembled(
    board: BoardFile, parts: tuple[PrintedPart, ...], dimensions: PartDimensions, segments: int = 64
) -> tuple[PlacedPart, ...]:
    """The board without workers and blocks. Holes in the sheets are made of so many straight pieces."""
    solids = {part.name: part.solid for part in parts}
    side, stack, room = plate_side(board.geometry), dimensions.stack, dimensions.frame.room
    upper = room + stack.carrier
    carrier = PlateSheet.RANK_CARRIER if stack.rank_boards else PlateSheet.CARRIER
    return (
        *_feet(board, solids[PartName.BOARD_FOOT]),
        *_corners(side, solids),
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


def _feet(board: BoardFile, foot: Manifold) -> tuple[PlacedPart, ...]:
    side = plate_side(board.geometry)
    upright = foot.rotate((180.0, 0.0, 0.0))
    return tuple(
        PlacedPart(PartName.BOARD_FOOT.value, Level.FEET, upright, (x, side - y, 0.0))
        for x, y in screws_at(board.geometry)[:4]
    )


def _corners(side: float, solids: dict[PartName, Manifold]) -> tuple[PlacedPart, ...]:
    """The four corners; the opening for cables is in the north, away from who presses the buttons."""
    places = ((0.0, 0.0), (side, 0.0), (side, side), (0.0, side))
    names = (PartName.CORNER, PartName.CORNER, PartName.CABLE_CORNER, PartName.CORNER)
    return tuple(
        PlacedPart(name.value, Level.FRAME, solids[name], (x, y, 0.0), quarters)
        for quarters, ((x, y), name) in enumerate(zip(places, names, strict=True))
    )


def overlap(first: PlacedPart, second: PlacedPart) -> float:
    """The volume in mm^3 in which both are, which two parts that fit do not have."""
    return float((first.there ^ second.there).volume())


def gap(first: PlacedPart, second: PlacedPart, search: float) -> float:
    """How far the two are apart, in mm, at most ``search``."""
    return float(first.there.min_gap(second.there, search))
